import csv
import io
import json

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.engine import chunk, nest
from chunking.output.export import from_jsonl, to_csv, to_jsonl, to_text
from chunking.strategies import get

TEXT = "# One\n\nAlpha beta. Gamma delta.\n\n# Two\n\nEpsilon zeta. Eta theta.\n"
STRATEGY = get("hierarchical")(
    levels="structure:target_tokens=9,max_tokens=12 > sentence:max_tokens=5,overlap_tokens=0"
)
PARENTS = [0, 0, 1, 1]


def chunked() -> Chunking:
    """Two sections of two sentences each, the first with the heading."""
    return chunk(Document(TEXT), STRATEGY)


def test_chunks_of_the_innermost_level_have_parents() -> None:
    outer, inner = nest(TEXT, STRATEGY)
    assert chunked().parent.tolist() == inner.parent.tolist() == PARENTS
    assert outer.parent.tolist() == [-1, -1]


def test_every_export_has_the_parents() -> None:
    found = chunked()
    assert [each.to_dict()["parent"] for each in found] == PARENTS
    assert [json.loads(line)["parent"] for line in to_jsonl(found).splitlines()] == PARENTS
    table = csv.DictReader(io.StringIO(to_csv(found), newline=""))
    assert [row["parent"] for row in table] == [str(parent) for parent in PARENTS]
    assert found.to_pandas()["parent"].tolist() == PARENTS
    heads = [line for line in to_text(found).splitlines() if line.startswith("── ")]
    assert [
        f"· in {parent + 1} ·" in head for parent, head in zip(PARENTS, heads, strict=True)
    ] == [True] * 4


def test_parents_are_imported() -> None:
    found = chunked()
    assert from_jsonl(to_jsonl(found), found.document).parent.tolist() == PARENTS
