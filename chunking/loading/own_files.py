"""Recognition of files that this program has written."""

import re
from functools import lru_cache
from pathlib import Path

from chunking.core.packages import is_installed

# The key of the schema metadata of Parquet files.
PARQUET_KEY = b"chunkscope"
# The first key of JSON objects.
JSON_MARK = {"generator": "chunkscope"}

_PARQUET = b"PAR1"
_HEAD = 8_192
_ID = '"id": "[0-9a-f]{16}", "index": [0-9]+, '
_BEGINNINGS = (
    # Chunks as JSON lines and as CSV; version 0.1.0 wrote no route.
    r'\{("route": "[^\n]*?", )?' + _ID + r'"parent": (null|\d+), "start": ',
    "(route,)?id,index,parent,start,end,overlap,tokens,reason,heading_path,",
    # Chunks as text, of one document or many.
    r"(══ [^\n]* ══\n)*── 1 of \d+ · [\d,]+ tokens? · ",
    # Settings, and the program that reproduces chunks.
    r'\[chunking\]\nstrategy = "[a-z]+"\n',
    '"""Split one document and print its chunks as JSON lines.\n\nRequires the package chunkscope',
    # Reports.
    '<!doctype html>\n.{0,80}<meta name="generator" content="Chunkscope">',
    # Questions, manual boundaries, workspace files, and the manifest of a store.
    r'\{"question": "[^\n]*?", "document": "[^\n]*?", "evidence": \[\[\d+, \d+\]',
    r'\{\s*"document": "[0-9a-f]{64}",\s*"required": \[[\d,\s]*\],\s*"forbidden": \[',
    r'\{\s*"kind": "chunkscope session"',
    r'\{"format": "chunkscope-chunks"',
    # Results of commands: objects, lists of hits, and lists of strategies.
    r'\{\s*"generator": "chunkscope"',
    r'\[\s*\{\s*"score": [-\d.e]+,\s*"route": "',
    r'\[\s*\{\s*"name": "[a-z]+",\s*"title": "[^"\n]*",\s*"summary": "',
)
_BEGINNING = re.compile("|".join(f"(?:{each})" for each in _BEGINNINGS), re.DOTALL)


def is_own_file(path: Path) -> bool:
    """Return whether a file begins like one that this program writes; False if it is unreadable."""
    try:
        found = path.stat()
    except OSError:
        return False
    return _is_own(path, found.st_mtime_ns, found.st_size)


# A folder that is watched is listed again and again.
@lru_cache(maxsize=65_536)
def _is_own(path: Path, modified: int, size: int) -> bool:
    del modified, size
    try:
        with path.open("rb") as file:
            head = file.read(_HEAD)
    except OSError:
        return False
    if head.startswith(_PARQUET):
        return _is_own_parquet(path)
    text = head.decode("utf-8", "replace").removeprefix("\ufeff").replace("\r\n", "\n")
    return _BEGINNING.match(text) is not None


def _is_own_parquet(path: Path) -> bool:
    if not is_installed("pyarrow"):
        return False
    import pyarrow as pa
    from pyarrow import parquet

    try:
        return PARQUET_KEY in (parquet.read_schema(path).metadata or {})
    except (OSError, pa.ArrowException):
        return False
