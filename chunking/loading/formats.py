"""Formats that can be loaded, and how their files are recognized."""

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from chunking.core.errors import LoadError
from chunking.core.origin import Locations, Removed

Kind: TypeAlias = Literal["pdf", "zip", "ole", "rtf", "text"]


@dataclass(frozen=True, slots=True)
class Content:
    """The text of a file, and what the file declares about itself.

    `title` and `language` are empty where it declares none; the other fields become those of the
    document.
    """

    text: str
    media_type: str = "text/markdown"
    encoding: str = "utf-8"
    title: str = ""
    language: str = ""
    notes: tuple[str, ...] = ()
    locations: Locations | None = None
    removed: tuple[Removed, ...] = ()


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its name, its file name suffixes and the media type of its documents.

    Converted formats are Markdown, hence `text/markdown`; subtitles have no markup, hence
    `text/plain`. `converter` names the function of `chunking.loading` that a subprocess runs, such
    as `docx.convert`; it is empty for formats that are read in this process.
    """

    name: str
    suffixes: tuple[str, ...]
    media_type: str = "text/markdown"
    converter: str = ""


MARKDOWN = Format(
    "Markdown", (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"), "text/markdown"
)
TEXT = Format("Plain text", (".txt", ".text", ".log"), "text/plain")
HTML = Format("HTML", (".html", ".htm", ".xhtml"))
PDF = Format("PDF", (".pdf",), converter="pdf.convert.convert")
DOCX = Format("DOCX", (".docx", ".docm"), converter="docx.convert")
EPUB = Format("EPUB", (".epub",), converter="epub.convert")
PPTX = Format("PPTX", (".pptx", ".pptm", ".ppsx", ".potx"), converter="pptx.convert")
XLSX = Format("XLSX", (".xlsx", ".xlsm", ".xltx", ".xlsb"), converter="spreadsheet.convert")
XLS = Format("XLS", (".xls", ".xlt"), converter="spreadsheet.convert")
ODS = Format("ODS", (".ods", ".ots"), converter="spreadsheet.convert_ods")
ODT = Format("ODT", (".odt", ".ott"), converter="opendocument.convert")
ODP = Format("ODP", (".odp", ".otp"), converter="opendocument.convert_slides")
RESTRUCTUREDTEXT = Format("reStructuredText", (".rst",), "text/x-rst")
RTF = Format("RTF", (".rtf",), converter="rtf.convert")
DOCBOOK = Format("DocBook", (".dbk", ".docbook"), converter="pandoc.convert_docbook")
FB2 = Format("FB2", (".fb2",), converter="xml_prose.convert")
JATS = Format("JATS", (".jats", ".nxml"), converter="jats.convert")
TEI = Format("TEI", (".tei",), converter="xml_prose.convert")
XML = Format("XML", (".xml", ".xsl", ".xsd", ".dita"), "application/xml", "xml_prose.convert")
EMAIL = Format("Email", (".eml",), converter="mail.convert")
MAILBOX = Format("Mailbox", (".mbox",), converter="mail.convert_mailbox")
OUTLOOK = Format("Outlook message", (".msg",), converter="outlook.convert")
LATEX = Format("LaTeX", (".tex", ".latex", ".sty", ".bib"), "text/x-tex")
MAN = Format("man", (".man", ".roff", ".mdoc"), converter="pandoc.convert_man")
NOTEBOOK = Format("Jupyter notebook", (".ipynb",))
CHAT = Format("Chat export", (".json",))
SUBTITLES = Format("Subtitles", (".srt", ".vtt", ".ass", ".ssa", ".ttml", ".dfxp"), "text/plain")
JSON = Format("JSON", (".json", ".geojson"), "application/json")

FORMATS: tuple[Format, ...] = (
    MARKDOWN,
    TEXT,
    HTML,
    PDF,
    DOCX,
    EPUB,
    PPTX,
    XLSX,
    XLS,
    ODS,
    ODT,
    ODP,
    RTF,
    DOCBOOK,
    FB2,
    JATS,
    TEI,
    EMAIL,
    MAILBOX,
    OUTLOOK,
    NOTEBOOK,
    SUBTITLES,
    Format("AsciiDoc", (".adoc", ".asciidoc", ".asc"), "text/asciidoc"),
    Format("C", (".c", ".h"), "text/x-c"),
    Format("C#", (".cs",), "text/x-csharp"),
    Format("C++", (".cpp", ".hpp", ".cc", ".hh", ".cxx", ".hxx"), "text/x-c++"),
    Format("CSS", (".css", ".scss", ".less"), "text/css"),
    Format("CSV", (".csv",), "text/csv"),
    Format("Go", (".go",), "text/x-go"),
    Format("Haskell", (".hs",), "text/x-haskell"),
    Format("INI", (".ini", ".cfg", ".conf", ".properties"), "text/plain"),
    JSON,
    Format("JSON Lines", (".jsonl", ".ndjson"), "application/x-ndjson"),
    Format("Java", (".java",), "text/x-java"),
    Format("JavaScript", (".js", ".mjs", ".cjs", ".jsx"), "text/javascript"),
    Format("Kotlin", (".kt", ".kts"), "text/x-kotlin"),
    LATEX,
    Format("Lua", (".lua",), "text/x-lua"),
    MAN,
    Format("MediaWiki", (".wiki", ".mediawiki", ".creole"), "text/x-wiki"),
    Format("Org", (".org",), "text/x-org"),
    Format("PHP", (".php",), "text/x-php"),
    Format("POD", (".pod",), "text/x-pod"),
    Format("Perl", (".pl", ".pm"), "text/x-perl"),
    Format("Python", (".py", ".pyi"), "text/x-python"),
    Format("R", (".r",), "text/x-r"),
    Format("Ruby", (".rb",), "text/x-ruby"),
    Format("Rust", (".rs",), "text/x-rust"),
    Format("SQL", (".sql",), "text/x-sql"),
    Format("Scala", (".scala",), "text/x-scala"),
    Format("Shell", (".sh", ".bash", ".zsh"), "text/x-sh"),
    Format("Swift", (".swift",), "text/x-swift"),
    Format("TOML", (".toml",), "application/toml"),
    Format("TSV", (".tsv",), "text/tab-separated-values"),
    Format("TypeScript", (".ts", ".tsx", ".mts", ".cts"), "text/x-typescript"),
    Format("Vue, Svelte", (".vue", ".svelte"), "text/x-vue"),
    Format("Texinfo", (".texi", ".texinfo", ".txi"), "text/x-texinfo"),
    Format("Textile", (".textile",), "text/x-textile"),
    Format("Typst", (".typ",), "text/x-typst"),
    XML,
    Format("YAML", (".yaml", ".yml"), "application/yaml"),
    RESTRUCTUREDTEXT,
)

# Formats of names whose content may be a notebook or subtitles.
GENERAL = frozenset({MARKDOWN, TEXT, JSON})

# Programs that may begin with `<html`; a conversion would lose their code.
TEMPLATES = frozenset({".php", ".vue", ".svelte"})

_BY_SUFFIX = {suffix: each for each in FORMATS for suffix in each.suffixes}

# First bytes of images and archives, which users may take for documents.
_BINARIES = (
    (b"\x89PNG\r\n", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"GIF87a", "a GIF image"),
    (b"GIF89a", "a GIF image"),
    (b"II*\x00", "a TIFF image"),
    (b"MM\x00*", "a TIFF image"),
    (b"\x1f\x8b\x08", "a gzip archive"),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive"),
    (b"Rar!\x1a\x07", "a RAR archive"),
    (b"\xfd7zXZ\x00", "an XZ archive"),
    (b"\x28\xb5\x2f\xfd", "a Zstandard archive"),
)
_HTML = re.compile(
    r"\ufeff?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--.{0,400}?-->\s*)?<(?:!doctype\s+html|html)\b",
    re.IGNORECASE | re.DOTALL,
)
MAN_HEAD = 20_000
"""Characters in which the title line of a page of a manual is looked for."""
_MAN = re.compile(r"(?m)^\.[ \t]*(?:TH|Dd|Dt)[ \t]")
_DIRECTIVE = re.compile(r"(?m)^\.\. [\w-]+::(?:\s|$)")
_FEWEST_DIRECTIVES = 3
_CHARSET = re.compile(
    rb"""<(?:meta\s[^>]{0,300}?charset|\?xml\s[^>]{0,60}?encoding)\s*=\s*["']?\s*([\w.:-]{1,40})""",
    re.IGNORECASE,
)


def by_suffix(suffix: str) -> Format:
    """Return the format of a suffix (with its dot, in any case); plain text if it is unknown."""
    return _BY_SUFFIX.get(suffix.lower(), TEXT)


def kind_of(data: bytes, suffix: str) -> Kind:
    """Return the kind of a file by its first bytes.

    A file named as a PDF may have up to a kilobyte of other data in front, as readers allow.

    Raises:
        LoadError: It is in a known binary format.
    """
    if data.startswith(b"%PDF-") or (suffix == ".pdf" and b"%PDF-" in data[:1024]):
        return "pdf"
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if data.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        return "ole"
    if data.startswith(b"{\\rtf"):
        return "rtf"
    for magic, what in _BINARIES:
        if data.startswith(magic):
            raise LoadError(f"{what}, where a text or a document is expected")
    return "text"


def is_html(text: str) -> bool:
    """Return whether the text begins as an HTML page."""
    return bool(_HTML.match(text[:2000]))


def is_man(text: str) -> bool:
    """Return whether a text in roff is a page of a manual, by its title line."""
    return text[:1000].lstrip("\\ \t\r\n")[:1] in {".", "'"} and bool(_MAN.search(text[:MAN_HEAD]))


def is_restructuredtext(text: str) -> bool:
    r"""Return whether a text has at least three directives of reStructuredText at the margin.

    >>> is_restructuredtext(".. note::\n\n   Ebb.\n" * 3)
    True
    """
    return len(_DIRECTIVE.findall(text)) >= _FEWEST_DIRECTIVES


def declared_charset(data: bytes) -> str:
    """Return the encoding declared in the first two kilobytes of HTML or XML; "" if none."""
    found = _CHARSET.search(data[:2048])
    return found[1].decode("ascii", "replace") if found else ""
