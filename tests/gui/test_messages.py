"""Chunkings as the page receives them."""

from dataclasses import replace
from itertools import chain

from chunking import chunk, get
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.gui.results.columns import chunk_columns, table_headers

HEADER = "| name | size |\n|---|---|"
TABLE = f"{HEADER}\n" + "".join(f"| pipe {i} | {i} cm |\n" for i in range(60))


def test_rows_above_the_maximum_are_sent_by_reason() -> None:
    strategy = get("structure")(target_tokens=80, max_tokens=200, oversize="keep")
    fence = "```\n" + "code of a line\n" * 60 + "```"
    found = chunk(Document(f"One.\n\n{TABLE}\n\nTwo.\n\n{fence}\n"), strategy)
    oversize = chunk_columns(found)["oversize"]
    assert set(oversize) == {"a table is kept whole", "a fence is kept whole"}
    assert sorted(chain.from_iterable(oversize.values())) == found.oversize.nonzero()[0].tolist()
    unknown = chunk_columns(replace(found, oversize_reasons={}))["oversize"]
    assert list(unknown) == ["larger than the maximum"]


def test_each_table_header_is_sent_once() -> None:
    found = chunk(Document(TABLE), get("fixed")(max_tokens=60))
    headers = table_headers(found)
    assert headers is not None
    assert headers["words"] == ["", HEADER]
    assert headers["codes"] == [0, *[1] * (len(found) - 1)]
    assert table_headers(Chunking.from_spans(found.document, [(0, 9)])) is None
