"""The formats that can be loaded, as a table that the screen, the flags and the docs read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: its name, the endings it goes by, the media type its documents carry.

    HTML, DOCX and EPUB are converted, so their documents carry `text/markdown`; the text
    of a PDF has no markup left and carries `text/plain`.
    """

    name: str
    suffixes: tuple[str, ...]
    media_type: str


MARKDOWN = Format("Markdown", (".md", ".markdown", ".mdown", ".mkd", ".mdx"), "text/markdown")
TEXT = Format("Plain text", (".txt", ".text", ".log", ".srt", ".vtt"), "text/plain")
HTML = Format("HTML", (".html", ".htm", ".xhtml"), "text/markdown")
PDF = Format("PDF", (".pdf",), "text/plain")
DOCX = Format("DOCX", (".docx", ".docm"), "text/markdown")
EPUB = Format("EPUB", (".epub",), "text/markdown")

FORMATS: tuple[Format, ...] = (
    MARKDOWN,
    TEXT,
    HTML,
    PDF,
    DOCX,
    EPUB,
    Format("C", (".c", ".h"), "text/x-c"),
    Format("C#", (".cs",), "text/x-csharp"),
    Format("C++", (".cpp", ".hpp", ".cc", ".hh", ".cxx", ".hxx"), "text/x-c++"),
    Format("CSS", (".css", ".scss", ".less"), "text/css"),
    Format("CSV", (".csv",), "text/csv"),
    Format("Go", (".go",), "text/x-go"),
    Format("INI", (".ini", ".cfg", ".conf", ".properties"), "text/plain"),
    Format("JSON", (".json", ".ipynb", ".geojson"), "application/json"),
    Format("JSON Lines", (".jsonl", ".ndjson"), "application/x-ndjson"),
    Format("Java", (".java",), "text/x-java"),
    Format("JavaScript", (".js", ".mjs", ".cjs", ".jsx"), "text/javascript"),
    Format("Kotlin", (".kt", ".kts"), "text/x-kotlin"),
    Format("LaTeX", (".tex", ".sty", ".bib"), "text/x-tex"),
    Format("Lua", (".lua",), "text/x-lua"),
    Format("PHP", (".php",), "text/x-php"),
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
    Format("XML", (".xml", ".xsl", ".xsd"), "application/xml"),
    Format("YAML", (".yaml", ".yml"), "application/yaml"),
    Format("reStructuredText", (".rst",), "text/x-rst"),
)

# Files that may open with `<html` and yet are programs: converting them would lose the code.
TEMPLATES = frozenset({".php", ".vue", ".svelte"})

_BY_SUFFIX = {suffix: known for known in FORMATS for suffix in known.suffixes}


def by_suffix(suffix: str) -> Format:
    """The format that goes by `suffix` (with its dot, any case); plain text for an unknown one."""
    return _BY_SUFFIX.get(suffix.lower(), TEXT)
