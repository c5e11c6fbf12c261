"""Reduction of HTML to the tags that structure text, in linear time.

HTML parsers take quadratic time for deeply nested elements, for tags with very many attributes,
and for unclosed inline elements, which they reopen in every later paragraph: a minute and a half
for 200,000 open `<div>`. A reduced page has none of the three.
"""

import html
import re
from collections import Counter
from dataclasses import dataclass, field

from chunking.core.errors import LoadError
from chunking.loading import formulas
from chunking.loading.main_content import MARK, mark_of
from chunking.loading.markdown import POWER

MAX_TAGS = 2_000_000
MAX_DEPTH = 100
# Links that are marked: the marks of more would take more memory than the page. A long article of
# an encyclopedia has some thousand.
_MOST_LINKS = 50_000

# Elements that are dropped with their content.
_DROPPED = "script|style|template|noscript|svg|iframe|noembed|noframes|xmp|textarea|select|canvas"
# The text of links to the place itself, and to the rest of a text, as Doxygen has them.
_NO_WORDS = r"(?:(?:[¶◆]|&(?:\#182|\#9670|para);)(?:\s|&(?:\#160|nbsp);)*|More(?:\.\.\.|…))"
# Classes of cells with numbers of lines, of SyntaxHighlighter, GitHub, Crayon and highlight.js.
_GUTTERS = "(?:rouge-)?gutter|blob-num|crayon-nums|hljs-ln-numbers|line_numbers"
# Possessive quantifiers read each tag once. A tag that the end of the file truncates ends there.
_ATTRIBUTES = r"""(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+)*+"""
_TOKEN = re.compile(
    rf"""
      <!--(?:-?>|.*?(?:--!?>|\Z))
    | <!\[CDATA\[(?P<cdata>.*?)(?:\]\]>|\Z)
    | <(?P<dropped>{_DROPPED})(?=[\s/>]){_ATTRIBUTES}
      (?:(?<=/)>|(?:>|\Z).*?(?:</(?P=dropped)\s*>|\Z))
    | <a(?=\s)(?:[^>]{{0,500}}?class=["'][^"'>]{{0,100}}?
      (?:\b(?:headerlink|permalink|anchor|anchor-link|selflink)\b[^>]{{0,500}}>
        |(?<=["'])link["']>(?=Source</a))  # of Haddock, as the one before it
      |[^>]{{0,500}}>(?={_NO_WORDS}</a))
      (?P<permalink>[^<]{{0,20}})</a\s*>
    | <span(?=\s)[^>]{{0,100}}?class=["']mw-editsection["'](?P<edit>.{{0,1500}}?)
      \](?:</span>)?\s*</span\s*>
    | <span(?=\s)[^>]{{0,100}}?class=["'](?:[^"'>]{{0,60}}\s)?
      (?:linenos?|line-?numbers?|lnt?)[\s"'][^>]{{0,100}}>[\s\d]{{1,20}}</span\s*>
    | <td(?=\s)[^>]{{0,100}}?class=["'](?:[^"'>]{{0,60}}\s)?(?:{_GUTTERS})[\s"'][^>]{{0,100}}>
      (?:[\s\d]++|<(?!/?t[dr])[^>]*+>)*+</td\s*>
    | <title(?=[\s/>]){_ATTRIBUTES}
      (?:(?<=/)>|(?:>|\Z)(?P<title>.*?)(?:</title\s*>|\Z))
    | <(?P<close>/?)(?P<name>[a-z][^\s/>]*+)(?P<attributes>{_ATTRIBUTES})(?:>|\Z)
    | <(?:[!?]|/(?![a-z]))[^>]*+(?:>|\Z)
    | (?P<bare><)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"""(?<![^\s"'<>/=])([^\s"'<>/=]++)\s*+=\s*+(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""",
)
# The tag that replaces each: `div` for sections, a paragraph for a term or a definition. `code`
# becomes `samp`, which parsers do not reopen in later paragraphs if it is unclosed.
_BOXES = (
    "address article aside center details dialog div dl fieldset figcaption figure "
    "footer form header hgroup main menu nav section summary"
)
_BLOCKS = (
    "h1 h2 h3 h4 h5 h6 p ul ol li table caption thead tbody tfoot tr td th pre blockquote br hr img"
)
_REPLACEMENTS = (
    dict.fromkeys(_BOXES.split(), "div")
    | {name: name for name in _BLOCKS.split()}
    | {"dt": "p", "dd": "p", "dir": "ul", "code": "samp"}
)
# The panels of LaTeX2HTML, and the signatures of Doxygen, a cell for each part.
_PANEL = re.compile(r"<!--(End of )?(?:Navigation Panel|Table of (?:Child-Links|Contents))-->")
_SIGNATURE = re.compile(r"""<table class=["']memname["']>(.{0,20000}?)</table>""", re.DOTALL)
_CELL = re.compile(r"</?t(?:body|d|r)\b[^<>]*>\s*")
# Links to the next or the previous page, which become an image that is marked.
_TO_NEXT = re.compile(r"""\brel\s*=\s*["']?(?:next|prev)""", re.IGNORECASE)
_STEP_TEXT = re.compile(
    r"\s*(?:(?:next|prev(?:ious)?)(?:\s*:|\s*(?:page|chapter|section)?\s*</a)"
    r"|back to (?:the )?(?:table of )?(?:contents|index)\b)",
    re.IGNORECASE,
)
# Jumps, of which those with a text that is repeated lead back, such as to the top.
_JUMP = re.compile(r"""<a\s[^<>]{0,200}?\bhref=["']?#[^<>]{0,200}>(?=([^<>]{1,40})</a)""")
_FEWEST_REPEATED = 3
# The target of a link: another site or a file, and a place in it, maybe of the page itself.
_TARGET = re.compile(
    r"""\bhref\s*+=\s*+["']?+(?P<site>\w+:)?(?P<path>[^\s"'>\#]*+)(?P<place>\#[^\s"'>]*+)?""",
    re.IGNORECASE,
)
_PLACE = re.compile(r"""\b(?:id|name)\s*+=\s*+["']?+([^\s"'>]++)""", re.IGNORECASE)
# A number or a variable above the line, and words below it, next to what they belong to. Other text
# is a part of a word, as in "1st" and "CO2".
_INSIDE = r"(?:\s[^<>]{0,200})?>(?=(?:<(?:em|font|i|small|span|var)\b[^<>]{0,200}>)?"
_RAISED = re.compile(
    rf"""(?<=[\w)\]])(?P<end>(?:</\w{{1,4}}>|<a\s[^<>]*+>)?)<
    (?:sup{_INSIDE}(?:&minus;(?=\d))?{POWER}</)
    |(?P<lowered>sub){_INSIDE}[^\s<]{{0,4}}[a-z][^\s<]{{0,8}}</(?!sub>[a-z])))""",
    re.IGNORECASE | re.VERBOSE,
)
# The number of a note, a link to its place above the line.
_TO_NOTE = r"""<a\s[^<>]{0,80}?\bhref\s*=\s*["']?\#[^<>]{0,600}>"""
_NOTE_NUMBER = re.compile(
    rf"""(?<=[\w)\].,’”])(?P<before>(?:</\w{{1,4}}>)?
    (?:<sup\b[^<>]{{0,80}}>\s*+{_TO_NOTE}|{_TO_NOTE}<sup>))\s*+(?P<number>\d{{1,3}})(?=\s*+</)""",
    re.IGNORECASE | re.VERBOSE,
)
# Tags that may set their text in bold or in a large font, and the styles that do.
_INLINE = frozenset({"b", "font", "span", "strong"})
_BOLD = re.compile(
    r"""\bfont-weight\s*:\s*(?:bold|[6-9]00)\b
    |\bfont-size\s*:\s*(?:(?:x{1,2}-)?large|1[4-9](?:\.\d+)?pt|[2-9]\d(?:\.\d+)?p[tx])
    |\bsize\s*=\s*["']?(?:\+[1-4]|[4-7])\b""",
    re.IGNORECASE | re.VERBOSE,
)
_HEADING = re.compile(r"<h([1-6])[\s>]", re.IGNORECASE)
# The title of a section, and the boxes of notes, whose titles are labels.
_TITLE = re.compile(r"""\bclass\s*=\s*["']?[\w -]*(?:heading\d?|title)\b""", re.IGNORECASE)
# What DocBook has below a title as a heading.
_OF_TITLE = re.compile(
    r"""\bclass\s*=\s*["']?(?:author|corpauthor|editedby|editor|othercredit|subtitle)\b"""
)
_NOTES = frozenset({"caution", "important", "note", "tip", "warning"})
_WITH_TEXT = frozenset({"div", "p", "td"})  # blocks whose style sets their text in bold
_WITHIN_BLOCKS = frozenset({"br", "code", "img"})
BOLD, PLAIN = "bold", "plain"  # marks of images without a text, before and after text in bold
_BOLD_STARTS, _BOLD_ENDS = f'<img {MARK}="{BOLD}">', f'<img {MARK}="{PLAIN}">'
_NESTING = frozenset({"div", "ul", "ol", "table", "pre", "blockquote", "samp"})
_HEADINGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6"})
_SPANS = ("colspan", "rowspan")
_KEPT = {
    "img": ("alt",),
    "li": ("value",),
    "ol": ("class", "start", "style", "type"),
    "pre": ("class",),
    "samp": ("class",),
    "table": ("role",),
    "td": _SPANS,
    "th": _SPANS,
}
_MAY_BE_MARKED = frozenset({"div", "ul", "ol", "table", "td", "p"})
_READ = _MAY_BE_MARKED | _KEPT.keys()  # elements whose attributes matter


@dataclass(slots=True)
class Reduced:
    """The reduced page, with its title and declared language.

    Of a page of a book, links to other pages are jumps, too. With `marks_bold`, images that are
    marked surround text in bold; with `marks_titles`, they stand before blocks whose class is that
    of a title.
    """

    is_page: bool = False
    marks_bold: bool = False
    marks_titles: bool = False
    page: str = ""
    title: str = ""
    language: str = ""
    open: list[str] = field(default_factory=list)
    in_note: bool = False  # the last tag opened a box with a note
    is_label: bool = False  # the last heading is none
    in_link: bool = False
    links: int = 0  # that are marked
    repeated: frozenset[str] = frozenset()  # texts of links back
    places: frozenset[str] = frozenset()  # that links may lead to
    inline: list[bool] = field(default_factory=list)  # open in a block, whether in bold

    def token(self, found: re.Match[str]) -> str:
        """Return the replacement of one token of the page."""
        if found["name"]:
            return self._tag(found)
        if found["title"] is not None:
            self.title = self.title or html.unescape(found["title"])
            return ""
        if found["cdata"] is not None:
            return found["cdata"].replace("&", "&amp;").replace("<", "&lt;")
        link = "[edit]" if found["edit"] is not None else found["permalink"]
        if link is not None:
            return f'<img {MARK}="permalink" alt="{html.escape(html.unescape(link))}">'
        return "&lt;" if found["bare"] else ""

    def _tag(self, found: re.Match[str]) -> str:
        original = found["name"].lower()
        name = _REPLACEMENTS.get(original)
        if name in _HEADINGS:
            if not found["close"]:
                is_of_title = _OF_TITLE.search(found["attributes"]) is not None
                self.is_label = self.in_note or is_of_title
            name = "p" if self.is_label else name
        if name is None:
            return self._without_replacement(original, found)
        if original in _WITHIN_BLOCKS:
            return self._replaced(original, name, found)
        self.inline.clear()
        has_text = original in _WITH_TEXT and not found["close"]
        attributes = found["attributes"] if has_text else ""
        # In a paragraph, it may be the title of a figure.
        may_be_title = original == "div" if self.marks_titles else self.marks_bold
        is_bold = (may_be_title and _TITLE.search(attributes)) or (
            self.marks_bold and _BOLD.search(attributes)
        )
        return self._replaced(original, name, found) + (_BOLD_STARTS if is_bold else "")

    def _without_replacement(self, original: str, found: re.Match[str]) -> str:
        attributes = found["attributes"]
        if original == "a":
            return self._link(found)
        if original == "html" and not self.language:
            values = _attributes(attributes)
            self.language = values.get("lang") or values.get("xml:lang", "")
        if not self.marks_bold or original not in _INLINE:
            return ""
        if found["close"]:
            return _BOLD_ENDS if not self.inline or self.inline.pop() else ""
        is_bold = original in {"b", "strong"} or bool(_BOLD.search(attributes))
        self.inline.append(is_bold)
        return _BOLD_STARTS if is_bold else ""

    def _link(self, found: re.Match[str]) -> str:
        attributes, was_open = found["attributes"], self.in_link
        target = None if found["close"] else _TARGET.search(attributes)
        leads_away = target is not None and not self._is_place(target)
        if target is not None and target["site"] == "mailto:":
            target = None
        is_jump = target is not None and not (target["site"] or (leads_away and self.is_page))
        is_step = ("rel" in attributes and _TO_NEXT.search(attributes)) or (
            leads_away and _STEP_TEXT.match(found.string, found.end())
        )
        self.in_link = (target is not None or bool(is_step)) and self.links < _MOST_LINKS
        if not self.in_link:
            return f'<img {MARK}="unlink">' if was_open else ""
        self.links += 1
        text = found.string[found.end() : found.string.find("<", found.end())]
        kind = "back" if text in self.repeated else "jump"
        kind = "step" if is_step else kind if is_jump else "link"
        return f'<img {MARK}="{kind}">'

    def _is_place(self, target: re.Match[str]) -> bool:
        place = target["place"]
        return place is not None and (not target["path"] or place[1:] in self.places)

    def _replaced(self, original: str, name: str, found: re.Match[str]) -> str:
        if found["close"]:
            # Parsers make an empty paragraph of an end tag alone.
            return "" if original in {"dt", "dd"} else self._close(name)
        before = self._close("pre") if name == "pre" and "pre" in self.open else ""
        if name in _NESTING:
            if len(self.open) >= MAX_DEPTH:
                return before
            self.open.append(name)
        attributes = _attributes(found["attributes"]) if name in _READ else {}
        if name == "table" and self.in_note:
            attributes["role"] = "presentation"
        self.in_note = name == "div" and not _NOTES.isdisjoint(attributes.get("class", "").split())
        mark = mark_of(original, attributes) if name in _MAY_BE_MARKED else None
        if mark:
            return f'{before}<{name} {MARK}="{mark}">'
        kept = (
            f' {key}="{html.escape(html.unescape(attributes[key][:500]))}"'
            for key in _KEPT.get(name, ())
            if key in attributes
        )
        return f"{before}<{name}{''.join(kept)}>"

    def _close(self, name: str) -> str:
        """Return the end tag, and pop open elements only where every parser closes them."""
        if name in _NESTING and name in self.open:
            last = len(self.open) - 1 - self.open[::-1].index(name)
            inside = self.open[last + 1 :]
            if not inside or (name != "samp" and (name == "table" or "table" not in inside)):
                del self.open[last:]
        return f"</{name}>"


def reduce(page: str, *, finds_bold: bool = False) -> Reduced:
    """Return a page without scripts, comments and the tags that do not structure text.

    With `finds_bold`, images mark text in bold if there is one heading at most, and titles if the
    headings have no `h1`.

    Raises:
        LoadError: The page has more than two million tags.
    """
    if page.count("<") > MAX_TAGS:
        raise LoadError(f"the page has more than {MAX_TAGS:,} tags")
    levels = _HEADING.findall(page) if finds_bold else []
    is_bold = finds_bold and len(levels) < 2
    reduced = Reduced(finds_bold, is_bold, bool(levels) and "1" not in levels)
    page = _PANEL.sub(lambda end: "</div>" if end[1] else '<div class="childlinks">', page)
    page = _SIGNATURE.sub(lambda table: f"<p>{_CELL.sub(' ', table[1])}</p>", page)
    texts = Counter(_JUMP.findall(page)) if finds_bold else Counter[str]()
    reduced.repeated = frozenset(t for t, count in texts.items() if count >= _FEWEST_REPEATED)
    reduced.places = frozenset(_PLACE.findall(page)) if finds_bold else frozenset()
    page = formulas.replace_formulas(page)
    page = _NOTE_NUMBER.sub(r"\g<before>[\g<number>]", page)
    page = _RAISED.sub(lambda tag: tag["end"] + ("_" if tag["lowered"] else "^"), page)
    reduced.page = _TOKEN.sub(reduced.token, page)
    return reduced


def _attributes(text: str) -> dict[str, str]:
    """Return the attributes in the first 2,000 characters of a tag, the first of each name."""
    values: dict[str, str] = {}
    for key, double, single, bare in _ATTRIBUTE.findall(text[:2000]):
        values.setdefault(key.lower(), double or single or bare)
    return values
