"""RTF to plain text."""

from __future__ import annotations

import re

from chunking.core.errors import LoadError
from chunking.loading.formats import Content

_TITLE = re.compile(r"\{\\title ([^{}\\]{1,500})\}")
_BLANK_LINES = re.compile(r"\n(?:[^\S\n]*\n){2,}")
_FOOTNOTE = re.compile(r"\{\\footnote\b")
_FIELD = re.compile(r"(\\\*)(\\fldinst)", re.IGNORECASE)
MAX_GROUPS = 1_000_000


def convert(data: bytes) -> Content:
    """Return the text of the document; cells of a table are separated by vertical bars.

    Raises:
        LoadError: The file has more than one million groups.
    """
    from striprtf.striprtf import rtf_to_text

    source = data.decode("cp1252", "replace")
    if source.count("{") > MAX_GROUPS:
        raise LoadError(f"the RTF file has more than {MAX_GROUPS:,} groups")
    # Line ends have no meaning here; this one disables striprtf's slow search for hyperlinks.
    source = _FIELD.sub(r"\1\n\2", source)
    text = str(rtf_to_text(source, errors="replace"))  # type: ignore[no-untyped-call]
    title = _TITLE.search(source[:100_000])
    text = _BLANK_LINES.sub("\n\n", text).strip()
    footnotes = len(_FOOTNOTE.findall(source))
    notes = (f"footnotes are left out: {footnotes}",) if footnotes else ()
    return Content(text, "text/plain", title=title[1] if title else "", notes=notes)
