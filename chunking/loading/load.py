"""Loading of documents from paths and bytes."""

import os
import stat
from collections import Counter
from dataclasses import dataclass, replace
from types import NoneType

from chunking.core.document import Document
from chunking.core.errors import LoadError, expect, why_unreadable
from chunking.core.origin import REMOVED_NOTE, Locations, Removed
from chunking.core.text.languages import check_language
from chunking.core.text.normalization import replace_surrogates
from chunking.core.text.numbers import count_of
from chunking.loading import encoding as encodings
from chunking.loading import formats, isolated, main_content, names
from chunking.loading.formats import Content, Format
from chunking.loading.language import language_of
from chunking.units.table_rows import ROWS, rows

MAX_BYTES = 50 * 2**20
_EMPTY = "the file is empty"
_OLD_OFFICE = (
    "an Office 97-2003 or password-protected file (save it as DOCX, XLSX or PPTX without a "
    "password), where a text or a document is expected"
)
_ARCHIVED = frozenset(
    {
        formats.DOCX,
        formats.EPUB,
        formats.ODP,
        formats.ODS,
        formats.ODT,
        formats.PPTX,
        formats.XLSX,
    }
)
_OF_XML = frozenset({formats.DOCBOOK, formats.FB2, formats.JATS, formats.TEI, formats.XML})
# Reasons for a removal that are no count nouns.
_WITHOUT_PLURAL = frozenset(
    {"indentation", "line numbers", "padding", "rotated text", *main_content.REASONS.values()}
)
_NOUNS_WITHOUT_ARTICLE = {
    "Plain text": "text",
    "Subtitles": "subtitles",
    "Email": "email",
    "reStructuredText": "reStructuredText",
}


@dataclass(frozen=True, slots=True)
class _Overrides:
    """Properties that the caller sets; those that are None are taken from the file."""

    encoding: str | None
    route: str | None
    title: str | None
    language: str | None
    domain: str

    def __post_init__(self) -> None:
        for name in ("encoding", "route", "title"):
            requirement = f"the {name} of a document must be a str or None"
            expect(getattr(self, name), (str, NoneType), requirement)
        expect(self.domain, str, "the domain must be a str")
        if self.language:
            check_language(self.language)


def load(
    path: str | os.PathLike[str],
    *,
    encoding: str | None = None,
    route: str | None = None,
    title: str | None = None,
    language: str | None = None,
    domain: str = "",
) -> Document:
    """Load the document in a file.

    `source` is the bare name of the file. `route` defaults to a relative path below the current
    folder, else to the bare name. Everything else is as in `load_bytes`.

    Raises:
        LoadError: The file cannot be read, in one sentence.
        SettingsError: `language` is no language code, or an argument has the wrong type.
    """
    name = os.fspath(expect(path, (str, os.PathLike), "a path must be a str or a Path"))
    overrides = _Overrides(encoding, route or names.route_of(path), title, language, domain)
    if not name:
        raise LoadError("the path of a document must not be empty, got ''")
    try:
        data = read_file(name)
    except LoadError as error:
        shown = name if name in {".", ".."} else names.display_name(name.rstrip("/\\"))
        raise LoadError(f"{shown}: {error}") from error
    return _load(data, name, overrides)


def load_bytes(
    data: bytes,
    name: str,
    *,
    encoding: str | None = None,
    route: str | None = None,
    title: str | None = None,
    language: str | None = None,
    domain: str = "",
) -> Document:
    r"""Load the document in `data`, the contents of a file called `name`.

    The content determines the format, and the suffix of the name only where the content leaves it
    open; a note reports a contradiction. `encoding` applies to text and HTML. Other properties
    default to those that the file declares; an undeclared language is detected.

    Raises:
        LoadError: The data cannot be read, in one sentence.
        SettingsError: `language` is no language code, or an argument has the wrong type.

    >>> load_bytes(b"# Tides\n\nTwice a day.", "notes/tides.md").title
    'Tides'

    """
    expect(data, (bytes, bytearray, memoryview), "the contents of a file must be bytes")
    expect(name, str, "the name of a file must be a str")
    return _load(data, name, _Overrides(encoding, route, title, language, domain))


def read_file(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a regular file.

    Raises:
        LoadError: It cannot be read or is too large, in one sentence without its name.
    """
    try:
        found = os.stat(path)  # noqa: PTH116 - of any text
        if stat.S_ISDIR(found.st_mode):
            raise LoadError("a folder, where a file is expected")
        if not stat.S_ISREG(found.st_mode):  # reading a pipe or a device may never end
            raise LoadError("not a regular file")
        if found.st_size > MAX_BYTES:
            raise LoadError(_too_large(found.st_size))
        with open(path, "rb") as file:  # noqa: PTH123 - as above
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise LoadError(why_unreadable(error)) from error


def _load(data: bytes, name: str, overrides: _Overrides) -> Document:
    source = names.source_of(name)
    try:
        return _document(_content(data, source, overrides.encoding), source, overrides)
    except LoadError as error:
        raise LoadError(f"{names.display_name(name)}: {error}") from error
    except Exception as error:  # readers may raise anything on damaged files
        raise LoadError(
            f"{names.display_name(name)}: damaged, or not the kind of file it seems to be "
            f"({type(error).__name__})"
        ) from error


def _too_large(size: int) -> str:
    return f"{size / 2**20:.1f} MiB, and at most {MAX_BYTES // 2**20} MiB can be loaded"


def _content(data: bytes, source: str, encoding: str | None) -> Content:
    if len(data) > MAX_BYTES:
        raise LoadError(_too_large(len(data)))
    data = bytes(data)  # it may be another bytes-like object
    suffix = names.suffix_of(source)
    named = formats.by_suffix(suffix)
    if not data:
        return Content("", named.media_type, notes=(_EMPTY,))
    kind = formats.kind_of(data, suffix)
    if kind == "pdf":
        return _converted(data, suffix, formats.PDF)
    if kind == "rtf":
        return _converted(data, suffix, formats.RTF)
    if kind in {"zip", "ole"}:
        return _contained_content(data, suffix)
    if named in _ARCHIVED:
        raise LoadError(f"not {_noun(named)}: there is no zip archive in it")
    return _text_content(data, suffix, encoding)


def _contained_content(data: bytes, suffix: str) -> Content:
    from chunking.loading import containers
    from chunking.loading.archive import Archive

    if data.startswith(containers.OLE):
        of_ole = containers.format_of_ole(data)
        if of_ole is None:
            raise LoadError(_OLD_OFFICE)
        return _converted(data, suffix, of_ole)
    found = containers.format_of(Archive(data))
    if found:
        return _converted(data, suffix, found)
    named = formats.by_suffix(suffix)
    if named in _ARCHIVED:
        member = containers.EXPECTED[named]
        raise LoadError(f"not {_noun(named)}: its zip archive has no {member}")
    raise LoadError("a zip archive without a document of a supported format")


def _text_content(data: bytes, suffix: str, encoding: str | None) -> Content:
    named = formats.by_suffix(suffix)
    declared = formats.declared_charset(data)
    # Only HTML and XML declare their own encoding; in a text, a declaration may be the subject.
    if not (named is formats.HTML or named in _OF_XML or data[:200].lstrip()[:1] == b"<"):
        declared = ""
    decoded = encodings.decode(data, encoding, declared)
    is_html = formats.is_html(decoded.text) and suffix not in formats.TEMPLATES
    if named is formats.HTML or is_html:
        from chunking.loading import chat_exports, html

        page = html.convert(chat_exports.plain_page(decoded.text))
        page = replace(page, encoding=decoded.encoding, notes=(*decoded.notes, *page.notes))
        return _with_suffix_note(page, suffix, formats.HTML)
    notes = decoded.notes
    is_manual = named is formats.MAN or (named is formats.TEXT and formats.is_man(decoded.text))
    try:
        content = (
            isolated.convert(formats.MAN.converter, decoded.text.encode())
            if is_manual
            else _xml_content(decoded.text, named, suffix)
        )
        if content:
            return replace(content, encoding=decoded.encoding, notes=(*notes, *content.notes))
    except LoadError as error:
        if named is not formats.XML and not is_manual:
            raise
        notes = (*notes, f"read as text: {error}")
    if found := _mail_format(data, named):
        return _converted(data, suffix, found)
    if converted := _converted_text(decoded.text, named):
        content, found = converted
        content = replace(content, encoding=decoded.encoding, notes=(*notes, *content.notes))
        return _with_suffix_note(content, suffix, found)
    if (named.converter and named is not formats.XML) or named is formats.SUBTITLES:
        content = Content(decoded.text, formats.TEXT.media_type, decoded.encoding, notes=notes)
        return _with_suffix_note(content, suffix, formats.TEXT)
    starts = (
        rows(decoded.text, named.media_type).starts.tolist() if named.media_type in ROWS else []
    )
    is_named = named is not formats.TEXT or not formats.is_restructuredtext(decoded.text)
    named = named if is_named else formats.RESTRUCTUREDTEXT
    text, removed = _visible_text(decoded.text, named)
    content = Content(
        text,
        named.media_type,
        decoded.encoding,
        notes=notes,
        removed=removed,
        locations=Locations("rows", starts, range(1, len(starts) + 1)) if starts else None,
    )
    return content if is_named else _with_suffix_note(content, suffix, named)


def _visible_text(text: str, named: Format) -> tuple[str, tuple[Removed, ...]]:
    """Return a text without what readers do not see or see on every page, and what is removed."""
    from chunking.loading import markdown_tags, text_pages, unprinted_markup

    if named is formats.MARKDOWN:
        return markdown_tags.without_tags(text)
    if named is not formats.TEXT:
        text, removed = unprinted_markup.without_unprinted(text, named.media_type)
    elif "\x1b[" in text:
        text, removed = text_pages.without_terminal_codes(text)
    else:
        text, removed = text_pages.without_furniture(text)
    if named not in {formats.TEXT, formats.RESTRUCTUREDTEXT}:
        return text, removed
    # A title of reStructuredText is no longer than its row.
    text, ends = text_pages.with_short_rows(text, may_be_half=named is formats.TEXT)
    return text, text_pages.in_order(removed, ends)


def _xml_content(text: str, named: Format, suffix: str) -> Content | None:
    """Return the converted text of XML with prose."""
    from chunking.loading import vocabularies

    if named not in _OF_XML and named not in formats.GENERAL:
        return None
    found = vocabularies.format_of(text)
    if not found or (found is formats.XML and suffix not in {".xml", ".dita"}):
        return None
    suffix = found.suffixes[0] if named is formats.XML else suffix
    return _converted(vocabularies.in_utf8(text), suffix, found)


def _mail_format(data: bytes, named: Format) -> Format | None:
    """Return the format of one or several messages, by the name or the content."""
    from chunking.loading import mail

    if named not in {formats.EMAIL, formats.MAILBOX, *formats.GENERAL}:
        return None
    if mail.is_mailbox(data):
        return formats.MAILBOX
    is_named = named is not formats.MAILBOX and named not in formats.GENERAL
    return formats.EMAIL if (mail.has_headers if is_named else mail.is_email)(data) else None


def _converted_text(text: str, named: Format) -> tuple[Content, Format] | None:
    """Return the text of a notebook, subtitles or a chat, with its format; None if it is none."""
    from chunking.loading import chat_exports, notebook, subtitles

    is_general = named in formats.GENERAL
    if named is formats.NOTEBOOK or (is_general and notebook.is_notebook(text)):
        return notebook.convert(text), formats.NOTEBOOK
    is_named = named is formats.SUBTITLES and subtitles.has_subtitles(text)
    if is_named or (is_general and subtitles.is_subtitles(text)):
        return subtitles.convert(text), formats.SUBTITLES
    if is_general and chat_exports.is_chat_export(text):
        return chat_exports.convert(text), formats.CHAT
    return None


def _converted(data: bytes, suffix: str, found: Format) -> Content:
    """Return the content of a file of a format that a subprocess converts."""
    return _with_suffix_note(isolated.convert(found.converter, data), suffix, found)


def _with_suffix_note(content: Content, suffix: str, found: Format) -> Content:
    """Return the content, with a note if the suffix of the name is that of another format."""
    if suffix in found.suffixes:
        return content
    ending = f"ends in {suffix[:20]}" if suffix else "has no ending"
    read_as = _NOUNS_WITHOUT_ARTICLE.get(found.name, found.name)
    note = f"the name {ending} but the content is {_noun(found)}: read as {read_as}"
    return replace(content, notes=(note, *content.notes))


def _noun(found: Format) -> str:
    """Return the name of a format with its article."""
    if found is formats.HTML:
        return "an HTML page"
    bare = _NOUNS_WITHOUT_ARTICLE.get(found.name)
    article = "an" if found.name[0] in "EOX" or found is formats.RTF else "a"
    return bare or f"{article} {found.name}"


def _noun_of(reason: str, count: int) -> str:
    """Return the reason for removals, in the plural if there were several."""
    return reason if reason in _WITHOUT_PLURAL else count_of(count, reason).partition(" ")[2]


def _document(content: Content, source: str, overrides: _Overrides) -> Document:
    notes = content.notes
    text = replace_surrogates(content.text)
    if text != content.text:
        notes = (*notes, "lone surrogates are not characters: each became U+FFFD")
    if not text.strip() and _EMPTY not in notes:
        notes = (*notes, "there is no text in it")
    if content.removed:
        counts = Counter(each.reason for each in content.removed)
        found = ", ".join(f"{_noun_of(*each)} ({each[1]:,})" for each in counts.most_common())
        notes = (*notes, f"{REMOVED_NOTE}{found}")
    candidates = (overrides.title, content.title)
    return Document(
        text=text,
        source=source,
        media_type=content.media_type,
        route=replace_surrogates(overrides.route or source),
        title=names.title_of(text, content.media_type, *candidates, source=source),
        language=overrides.language or language_of(content.language, text),
        domain=replace_surrogates(overrides.domain),
        encoding=content.encoding,
        notes=notes,
        locations=content.locations,
        removed=content.removed,
    )
