"""Convert one file by one loader: `python loaders_systems.py SYSTEM FILE` prints a line of JSON.

It has the `text` or the `error`, the `seconds` of the conversion without imports, and the `peak`
memory of the process and its children in MiB. Only `ours` imports this project, so that any
interpreter that has a library can run it.
"""

import json
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from typing import Any

Convert = Callable[[str], str]


def ours() -> Convert:
    """Return our loader."""
    load = import_module("chunking").load
    return lambda path: str(load(path).text)


def markitdown() -> Convert:
    """Return MarkItDown, to Markdown."""
    converter = import_module("markitdown").MarkItDown()
    return lambda path: str(converter.convert(path).markdown)


def kreuzberg() -> Convert:
    """Return Kreuzberg, to Markdown, without OCR."""
    module = import_module("kreuzberg")
    config = module.ExtractionConfig(output_format="markdown", use_cache=False, disable_ocr=True)

    def convert(path: str) -> str:
        found: Any = module.extract_file_sync(path, config=config)
        return str(found.content)

    return convert


def trafilatura() -> Convert:
    """Return Trafilatura's main content of HTML as Markdown."""
    extract = import_module("trafilatura").extract

    def convert(path: str) -> str:
        with open(path, "rb") as file:  # noqa: PTH123
            found = extract(file.read(), output_format="markdown", include_tables=True)
        if found is None:
            raise ValueError("no text")
        return str(found)

    return convert


def pdf_oxide() -> Convert:
    """Return pdf_oxide's Markdown of all pages."""
    document = import_module("pdf_oxide").PdfDocument
    return lambda path: str(document(path).to_markdown_all(embed_images=False))


def pymupdf4llm() -> Convert:
    """Return PyMuPDF4LLM's Markdown, by rules: without its layout model and OCR."""
    module = import_module("pymupdf4llm")
    module.use_layout(False)  # noqa: FBT003 - its only parameter
    return lambda path: str(module.to_markdown(path))


def pypdf() -> Convert:
    """Return pypdf's plain text of all pages."""
    reader = import_module("pypdf").PdfReader
    return lambda path: "\n".join(page.extract_text() for page in reader(path).pages)


def pypdfium2() -> Convert:
    """Return pypdfium2's plain text of all pages."""
    kind = import_module("pypdfium2").PdfDocument

    def convert(path: str) -> str:
        pages = [page.get_textpage().get_text_bounded() for page in kind(path)]
        return "\n".join(pages).replace("\r\n", "\n").replace("\ufffe", "-\n")

    return convert


MAX_BYTES = 3 * 2**30

# Loaders with their only format; None for all formats.
SYSTEMS: dict[str, tuple[Callable[[], Convert], str | None]] = {
    "ours": (ours, None),
    "markitdown": (markitdown, None),
    "kreuzberg": (kreuzberg, None),
    "trafilatura": (trafilatura, "html"),
    "pdf_oxide": (pdf_oxide, "pdf"),
    "pymupdf4llm": (pymupdf4llm, "pdf"),
    "pypdf": (pypdf, "pdf"),
    "pypdfium2": (pypdfium2, "pdf"),
}


def peak() -> float:
    """Return the peak memory of this process or of a child in MiB; 0 where it is not known."""
    try:
        import resource
    except ImportError:
        return 0.0
    of = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return max(resource.getrusage(who).ru_maxrss for who in of) / 1024


def limit_memory() -> None:
    """Limit the memory of the process to `MAX_BYTES`, where the system can."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_BYTES, MAX_BYTES))


def main() -> None:
    """Convert the file and print the line."""
    limit_memory()
    system, path = sys.argv[1:]
    output = sys.stdout
    sys.stdout = sys.stderr  # for what a library prints
    convert = SYSTEMS[system][0]()
    found: dict[str, object] = {"text": "", "error": ""}
    begun = time.perf_counter()
    try:
        found["text"] = convert(path)
    except Exception as error:  # noqa: BLE001 - a library may raise anything
        found["error"] = f"{type(error).__name__}: {' '.join(str(error).split())}"[:200]
    found |= {"seconds": time.perf_counter() - begun, "peak": peak()}
    print(json.dumps(found), file=output)


if __name__ == "__main__":
    main()
