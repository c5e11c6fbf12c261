"""PPTX to Markdown, slide by slide: titles, points, tables, charts, diagrams and notes."""

import io
from collections.abc import Callable, Iterator
from itertools import zip_longest
from typing import Any

from chunking.core.errors import LoadError
from chunking.core.origin import Removed, join_parts
from chunking.core.packages import require
from chunking.loading import markdown, spreadsheet
from chunking.loading.archive import Archive
from chunking.loading.formats import Content
from chunking.loading.markdown import Blocks, Prefix

MAX_SLIDES = 5_000
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_P = "{http://schemas.openxmlformats.org/presentationml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_DIAGRAM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
# The types of placeholders that are removed, and the reason.
_FURNITURE = {"dt": "date", "ftr": "footer", "hdr": "header", "sldNum": "slide number"}
_TITLES = frozenset({"title", "ctrTitle"})
_LISTS = frozenset({"body", "obj", ""})
_BULLETS = {f"{_A}buChar": True, f"{_A}buAutoNum": True, f"{_A}buBlip": True, f"{_A}buNone": False}
_UNTITLED = frozenset({"PowerPoint Presentation"})  # what the program writes where there is none


def convert(data: bytes, on_slide: Callable[[], None] = lambda: None) -> Content:
    """Return the slides in order; speaker notes follow their slide.

    The title of a title slide is a heading of level 1, other titles are of level 2. A later
    slide without one is headed by its number. Footers, dates, slide numbers, and slides and notes
    that recur, as those of an animation, are removed.

    Raises:
        LoadError: The file is damaged, or there are too many slides or too much text.
    """
    require("PPTX", "python-pptx")
    from pptx.package import Package

    archive = Archive(data)
    if sum(name.startswith("ppt/slides/slide") for name in archive.names) > MAX_SLIDES:
        raise LoadError(f"the presentation has more than {MAX_SLIDES:,} slides")
    for name in archive.names:
        if name.endswith((".xml", ".rels")):
            for _ in archive.stream(name):  # counts what is unpacked
                pass
    presentation: Any = Package.open(io.BytesIO(data)).presentation_part.presentation
    parts: list[tuple[int | str, str]] = []
    removed_texts: list[tuple[int, list[tuple[str, str]]]] = []
    title = ""
    seen: set[str] = set()  # slides and speaker notes
    for number, slide in enumerate(presentation.slides, 1):
        on_slide()
        writer = _Slide(slide, seen, is_first=number == 1)
        title = title or writer.deck_title
        if slide_text := writer.blocks.text:
            if number > 1 and not writer.has_title:
                slide_text = f"{markdown.heading(2, f'Slide {number}')}\n\n{slide_text}"
            parts.append((number, slide_text))
        if writer.removed_texts and parts:
            removed_texts.append((len(parts) - 1, writer.removed_texts))
    text, locations = join_parts("slides", parts)
    removed = [
        Removed(locations.starts[at] + len(parts[at][1]), *each)
        for at, found in removed_texts
        for each in found
        if locations
    ]
    properties = presentation.core_properties
    if not title and properties.title not in _UNTITLED:
        title = properties.title
    return Content(
        text,
        title=title,
        language=properties.language,
        locations=locations,
        removed=tuple(removed),
    )


class _Slide:
    """The blocks of a slide, the title of the deck if it has it, and what is removed."""

    def __init__(self, slide: Any, seen: set[str], *, is_first: bool) -> None:  # noqa: ANN401
        self.blocks = Blocks()
        self.deck_title = ""
        self.has_title = False
        self.removed_texts: list[tuple[str, str]] = []
        self._slide = slide
        self._list_styles = {
            each.get("idx", "0"): each.find(f"../../../{_P}txBody/{_A}lstStyle")
            for each in slide.slide_layout.element.iter(f"{_P}ph")
        }
        shapes = list(_shapes(slide.element.find(f"{_P}cSld/{_P}spTree")))
        for shape in shapes:
            if _placeholder(shape) not in _TITLES:
                continue
            text = " ".join(_text(shape).split())
            is_deck = is_first and _placeholder(shape) == "ctrTitle" and not self.deck_title
            self.deck_title = text if is_deck else self.deck_title
            if text:
                self.has_title = True
                self.blocks.add(markdown.heading(1 if is_deck else 2, text))
        for shape in shapes:
            if _placeholder(shape) not in _TITLES:
                self._shape(shape)
        shown = self.blocks.text
        if slide.has_notes_slide:
            self._notes(slide.notes_slide, seen)
        if shown in seen and self.has_title and self.blocks.text == shown:
            self.removed_texts.append((shown, "repeated slide"))
            self.blocks = Blocks()
        seen.add(shown)

    def _shape(self, shape: Any) -> None:  # noqa: ANN401 - an element of lxml
        kind = _placeholder(shape)
        if kind in _FURNITURE:
            if text := _text(shape).strip():
                self.removed_texts.append((text, _FURNITURE[kind]))
            return
        for element in shape.iter(f"{_A}tbl", f"{_P}txBody", f"{_C}chart", f"{_DIAGRAM}relIds"):
            if element.tag == f"{_A}tbl":
                rows = [[_text(cell) for cell in row.findall(f"{_A}tc")]
                        for row in element.findall(f"{_A}tr")]  # fmt: skip
                self.blocks.add(markdown.table(rows))
            elif element.tag == f"{_P}txBody":
                self._points(element, shape, kind)
            elif element.tag == f"{_C}chart":
                if part := self._related(element.get(f"{_R}id")):
                    self._chart(part.chart)
            elif part := self._related(element.get(f"{_R}dm")):
                self._diagram(part.blob)

    def _points(self, body: Any, shape: Any, kind: str | None) -> None:  # noqa: ANN401 - as above
        """Write the paragraphs of a shape: list items by level where they have bullets."""
        numbers: dict[int, int] = {}
        styles = [body.find(f"{_A}lstStyle"), self._style_of_layout(shape)]
        for paragraph in body.findall(f"{_A}p"):
            text = _text(paragraph).strip()
            if not text:
                continue
            properties = paragraph.find(f"{_A}pPr")
            level = _int(properties.get("lvl") if properties is not None else None)
            level = min(level, 8)
            bullet = _bullet(level, properties, styles)
            if not (kind in _LISTS if bullet is None else bullet):
                numbers.clear()
                self.blocks.prefixes.clear()
                self.blocks.add(markdown.paragraph(text))
                continue
            numbers = {at: number for at, number in numbers.items() if at <= level}
            mark = "- "
            numbered = properties.find(f"{_A}buAutoNum") if properties is not None else None
            if numbered is not None:
                first = max(1, _int(numbered.get("startAt")))
                numbers[level] = numbers.get(level, first - 1) + 1
                mark = f"{numbers[level]}. "
            prefixes = self.blocks.prefixes[:level]
            prefixes += [Prefix("  ", "  ") for _ in range(level - len(prefixes))]
            self.blocks.prefixes = [*prefixes, Prefix(mark, " " * len(mark))]
            self.blocks.add(markdown.paragraph(text))
        self.blocks.prefixes.clear()

    def _style_of_layout(self, shape: Any) -> Any:  # noqa: ANN401 - as above
        """Return the list style of the placeholder that a shape fills, or None."""
        found = shape.find(f"{_P}nvSpPr/{_P}nvPr/{_P}ph")
        return None if found is None else self._list_styles.get(found.get("idx", "0"))

    def _related(self, name: str | None) -> Any:  # noqa: ANN401 - of python-pptx
        """Return a part of the file by the name of its relationship, or None."""
        try:
            return self._slide.part.related_part(name)
        except KeyError:
            return None

    def _chart(self, chart: Any) -> None:  # noqa: ANN401 - as above
        """Write the title of a chart, and its series as the columns of a table."""
        if chart.has_title:
            self.blocks.add(markdown.paragraph(_text(chart.chart_title.element).strip()))
        for plot in chart.plots:
            names = ["", *(series.name for series in plot.series)]
            points = chart.element.xpath("(.//c:ser)[1]/c:xVal//c:v")
            labels = [" ".join(each) for each in plot.categories.flattened_labels]
            labels = labels or [each.text for each in points]
            columns = [labels, *(series.values for series in plot.series)]
            rows = [
                ["" if each is None else spreadsheet.shown(each) for each in row]
                for row in zip_longest(*columns)
            ]
            self.blocks.add(markdown.table([names, *rows]))

    def _diagram(self, data: bytes) -> None:
        from pptx.oxml import parse_xml

        for point in parse_xml(data).iter(f"{_DIAGRAM}t"):
            for paragraph in point.findall(f"{_A}p"):
                if text := _text(paragraph).strip():
                    self.blocks.prefixes = [Prefix("- ", "  ")]
                    self.blocks.add(markdown.paragraph(text))
        self.blocks.prefixes.clear()

    def _notes(self, notes: Any, seen: set[str]) -> None:  # noqa: ANN401 - of python-pptx
        spoken: list[str] = []
        for shape in _shapes(notes.element.find(f"{_P}cSld/{_P}spTree")):
            kind = _placeholder(shape)
            if kind in _FURNITURE or kind == "sldImg":
                continue
            for paragraph in shape.iter(f"{_A}p"):
                spoken += [text] if (text := _text(paragraph).strip()) else []
        whole = "\n\n".join(spoken)
        if whole in seen:
            self.removed_texts.append((whole, "repeated note"))
            return
        seen.add(whole)
        for i, text in enumerate(spoken):
            self.blocks.add(markdown.paragraph(text) if i else f"Notes: {text}")


def _shapes(tree: Any) -> Iterator[Any]:  # noqa: ANN401 - an element of lxml
    """Yield the shapes of a slide in the order of the file, those of groups in their place."""
    stack = [tree] if tree is not None else []
    while stack:
        shape = stack.pop()
        if shape.tag in {f"{_P}spTree", f"{_P}grpSp", f"{_MC}Choice"}:
            stack += reversed(shape)
        elif shape.tag == f"{_MC}AlternateContent":  # the same for newer and older programs
            stack += shape[:1]
        elif shape.tag in {f"{_P}sp", f"{_P}graphicFrame", f"{_P}cxnSp", f"{_P}pic"}:
            yield shape


def _placeholder(shape: Any) -> str | None:  # noqa: ANN401 - as above
    """Return the type of a placeholder, "" if it has none; None for another shape."""
    found = shape.find(f"*/{_P}nvPr/{_P}ph")
    return None if found is None else str(found.get("type", ""))


def _text(element: Any) -> str:  # noqa: ANN401 - as above
    """Return all text of an element, its paragraphs on lines."""
    parts: list[str] = []
    for each in element.iter(f"{_A}p", f"{_A}t", f"{_A}br", f"{_M}t"):
        if each.tag in {f"{_A}t", f"{_M}t"}:
            properties = each.getparent().find(f"{_A}rPr")
            is_raised = properties is not None and _int(properties.get("baseline")) > 0
            text = each.text or ""
            parts.append(markdown.raised(text, "".join(parts[-1:])) if is_raised else text)
        elif each.tag == f"{_A}br" or parts:
            parts.append("\n")
    return "".join(parts).replace("\v", "\n")


def _bullet(level: int, properties: Any, styles: list[Any]) -> bool | None:  # noqa: ANN401 - as above
    """Return whether a paragraph has a bullet; None if neither it nor a style tells."""
    tag = f"{_A}lvl{level + 1}pPr"
    found = [properties, *(style.find(tag) for style in styles if style is not None)]
    for each in found:
        for child in each if each is not None else ():
            if child.tag in _BULLETS:
                return _BULLETS[child.tag]
    return None


def _int(value: str | None) -> int:
    return int(value) if value and value.isascii() and value.isdecimal() and len(value) < 8 else 0
