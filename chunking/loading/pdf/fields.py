"""Values of the form fields of a PDF, and notes that are written on its pages."""

import ctypes
from collections.abc import Iterator

from pypdfium2 import raw

from chunking.loading.pdf.contents import Line, turned
from chunking.loading.pdf.glyphs import Handle

_MOST = 1_000  # annotations of a page; later ones are ignored
_CHECKED = "\u2612"
_PASSWORD = 1 << 13  # flag of a field whose value is not shown (ISO 32000-1, table 228)
_SIZE = 12.0  # of a font, in points, where the field has none


def fields_of(page: Handle, forms: Handle, size: tuple[float, float], turn: int) -> list[Line]:
    """Return the values of the form fields of a page, and the texts of its free text notes.

    Args:
        page: A page of pypdfium2.
        forms: The forms of its document, None if there are none.
        size: Width and height of the page in points.
        turn: The clockwise quarter turns of its text.
    """
    found = []
    for i in range(min(_MOST, raw.FPDFPage_GetAnnotCount(page))):
        annotation = raw.FPDFPage_GetAnnot(page, i)
        if not annotation:
            continue
        try:
            text = " ".join(_text(annotation, forms).split())
            if text and not _is_hidden(annotation):
                found.append(_line(annotation, forms, text, size, turn))
        finally:
            raw.FPDFPage_CloseAnnot(annotation)
    return found


def _is_hidden(annotation: Handle) -> bool:
    hidden = raw.FPDF_ANNOT_FLAG_HIDDEN | raw.FPDF_ANNOT_FLAG_NOVIEW
    return bool(raw.FPDFAnnot_GetFlags(annotation) & hidden)


def _text(annotation: Handle, forms: Handle) -> str:
    kind = raw.FPDFAnnot_GetSubtype(annotation)
    if kind == raw.FPDF_ANNOT_FREETEXT:
        return _string(raw.FPDFAnnot_GetStringValue, annotation, b"Contents")
    if kind != raw.FPDF_ANNOT_WIDGET or forms is None:
        return ""
    of = raw.FPDFAnnot_GetFormFieldType(forms, annotation)
    if of in {raw.FPDF_FORMFIELD_CHECKBOX, raw.FPDF_FORMFIELD_RADIOBUTTON}:
        return _CHECKED if raw.FPDFAnnot_IsChecked(forms, annotation) else ""
    if of in {raw.FPDF_FORMFIELD_COMBOBOX, raw.FPDF_FORMFIELD_LISTBOX}:
        return ", ".join(_chosen(annotation, forms))
    is_password = raw.FPDFAnnot_GetFormFieldFlags(forms, annotation) & _PASSWORD
    if of == raw.FPDF_FORMFIELD_TEXTFIELD and not is_password:
        return _string(raw.FPDFAnnot_GetFormFieldValue, forms, annotation)
    return ""


def _chosen(annotation: Handle, forms: Handle) -> Iterator[str]:
    for i in range(raw.FPDFAnnot_GetOptionCount(forms, annotation)):
        if raw.FPDFAnnot_IsOptionSelected(forms, annotation, i):
            yield _string(raw.FPDFAnnot_GetOptionLabel, forms, annotation, i)


def _string(function: Handle, *arguments: Handle) -> str:
    """Return the text that a function of PDFium writes as UTF-16, asked for its length first."""
    size = function(*arguments, None, 0)
    buffer = ctypes.create_string_buffer(size)
    function(*arguments, ctypes.cast(buffer, ctypes.POINTER(raw.FPDF_WCHAR)), size)
    return buffer.raw.decode("utf-16-le", "replace").rstrip("\0")


def _line(
    annotation: Handle,
    forms: Handle,
    text: str,
    size: tuple[float, float],
    turn: int,
) -> Line:
    box, font = raw.FS_RECTF(), ctypes.c_float()
    raw.FPDFAnnot_GetRect(annotation, box)
    if forms is not None:
        raw.FPDFAnnot_GetFontSize(forms, annotation, font)
    corners = (box.left, box.bottom), (box.right, box.top)
    (left, right), (bottom, top) = (
        sorted(each) for each in zip(*(turned(each, turn, size) for each in corners), strict=True)
    )
    points = min(font.value or _SIZE, max(1.0, top - bottom))
    # The first line of a text is at the top of its box, a line alone in the middle.
    y = max((top + bottom - points) / 2, top - 1.5 * points)
    return Line(text, left, right, y, round(points, 1), bold=False, monospaced=False, turn=turn)
