"""Ids and hashes of chunks depend only on the text, its route and the settings."""

import json
import os
import subprocess
import sys
from pathlib import Path

from embedders import HashEmbedder
from hypothesis import given
from hypothesis import strategies as st

from chunking import Document, available, chunk, get
from chunking.library.plan import plan, state_of

TESTS = Path(__file__).parent.parent
SAID = "The river rose in the night. Nobody slept. They carried {} up the stairs. By morning"

# Prints the ids of every chunk of a page, for each strategy.
PROGRAM = """
import json, sys
from embedders import HashEmbedder
from chunking import Document, available, chunk, get
from test_chunk_ids import identity, page
document = Document(page(), route="docs/page")
print(json.dumps({name: identity(name, document) for name in available()}))
"""


def page() -> str:
    """Return a page of three sections with a fence and a table, in several scripts."""
    sections = [
        f"# Part {i}\n\n" + "\n\n".join(SAID.format(word) + " it was over.\n" for word in words)
        for i, words in enumerate((("chairs", "Bücher"), ("猫", "beds", "боты"), ("nothing",)))
    ]
    return "\n\n".join([*sections, "```\na = 1\n```", "| a | b |\n|---|---|\n| 1 | 2 |\n"])


def identity(name: str, document: Document) -> list[list[str]]:
    """Return the ids and hashes of all chunks of a document."""
    found = chunk(document, get(name)(), embedder=HashEmbedder())
    return [[each.id, each.location_id, each.content_hash, each.sha256] for each in found]


def elsewhere(seed: str, folder: Path) -> dict[str, list[list[str]]]:
    """Return the ids that another process computes, with another hash seed and folder."""
    path = os.pathsep.join(map(str, (TESTS.parent, TESTS, Path(__file__).parent)))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path, "TZ": "Asia/Tokyo"},
        capture_output=True,
        text=True,
        check=True,
        cwd=folder,
    )
    found: dict[str, list[list[str]]] = json.loads(done.stdout)
    return found


def test_ids_do_not_depend_on_the_process(tmp_path: Path) -> None:
    document = Document(page(), route="docs/page")
    here = {name: identity(name, document) for name in available()}
    assert all(here.values())
    assert elsewhere("1", tmp_path) == here
    assert elsewhere("4242", tmp_path) == here


words = st.text("abcdefgh .\n", max_size=80)
# No line starts or ends a heading, a fence, a table or a list.
paragraphs = words.map(lambda text: "So " + " ".join(text.split()) + ".")


@given(
    st.lists(st.lists(paragraphs, min_size=1, max_size=5), min_size=2, max_size=8),
    paragraphs,
    st.data(),
)
def test_an_edit_of_a_paragraph_changes_nothing_outside_its_section(
    sections: list[list[str]], other: str, data: st.DataObject
) -> None:
    s = data.draw(st.integers(0, len(sections) - 1))
    p = data.draw(st.integers(0, len(sections[s]) - 1))
    edited = [list(section) for section in sections]
    edited[s][p] = other
    strategy = get("structure")(target_tokens=20, max_tokens=30)
    before, after = (chunk(written(each), strategy) for each in (sections, edited))
    own = (f"Section {s}",)
    kept, found = (
        [(c.location_id, c.content_hash, c.text) for c in each if c.heading_path != own]
        for each in (before, after)
    )
    assert kept == found
    steps = plan(state_of(before), state_of(after))
    inside = {c.location_id for each in (before, after) for c in each if c.heading_path == own}
    assert {*steps.added, *steps.changed, *steps.removed} <= inside


def written(sections: list[list[str]]) -> Document:
    """Return a long document with a heading above each section."""
    parts = ["\n\n".join([f"# Section {i}", *section]) for i, section in enumerate(sections)]
    return Document("\n\n".join(parts), route="docs/long")
