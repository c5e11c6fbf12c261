import csv
import io
import json
from itertools import pairwise

import pytest
from contract import Contract
from embedders import HashEmbedder
from hostile import PIECES, TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking import Chunking, Document, chunk, get
from chunking.core.cuts import Reason
from chunking.core.errors import SettingsError
from chunking.core.layout import Layout
from chunking.core.prepared import Constraints, UnitSource
from chunking.core.rows import COLUMNS, LEVEL_COLUMNS
from chunking.core.units import Units
from chunking.engine import compute_features, nest, prepare, run, run_levels
from chunking.output.export.csv_table import nested_csv, nested_jsonl, nested_rows
from chunking.strategies import Strategy
from chunking.strategies.hierarchical import Hierarchical
from chunking.units.layout import units_of

TEXT = (
    "# Tides\n\nThe sea goes out. The sea comes in.\n\nTwice a day, every day.\n\n"
    "# Bread\n\nDough rises. Bake it hot. Eat it warm.\n"
)
THREE = (
    "structure:target_tokens=40,max_tokens=50 > paragraph:max_tokens=10,overlap_tokens=0 "
    "> sentence:max_tokens=5,overlap_tokens=0"
)


def nested(text: str, spec: str) -> tuple[Chunking, ...]:
    """Split a text by all levels."""
    return nest(text, Hierarchical(levels=spec), embedder=HashEmbedder())


def test_sections_paragraphs_and_sentences() -> None:
    sections, parts, sentences = nested(TEXT, THREE)
    assert [c.text.split("\n")[0] for c in sections] == ["# Tides", "# Bread"]
    assert parts.texts[:2] == ["# Tides\n\nThe sea goes out.", "The sea comes in."]
    assert sections.parent.tolist() == [-1, -1]
    assert [sections[p].heading_path for p in parts.parent.tolist()] == list(parts.heading)
    assert set(sentences.parent.tolist()) == set(range(len(parts)))


def test_boundaries_keep_the_reason_of_their_level() -> None:
    spec = "structure:target_tokens=40,max_tokens=50 > sentence:max_tokens=12,overlap_tokens=0"
    sections, sentences = nested(TEXT, spec)
    border = sections.boundaries[0]
    before = sentences[sentences.start.tolist().index(border) - 1]
    assert before.reason is Reason.STRUCTURE
    others = [c.reason for c in sentences.chunks[:-1] if c.index != before.index]
    assert set(others) == {Reason.MAX_TOKENS}


def test_only_the_last_level_splits_a_fence() -> None:
    text = "Before it.\n\n```\n" + "one two three\n\n" * 6 + "```\n\nAfter it."
    spec = "paragraph:max_tokens=12,overlap_tokens=0 > sentence:max_tokens={},overlap_tokens=0"
    outer, inner = nested(text, spec.format(12))
    assert max(outer.tokens) > 12
    assert outer.oversize.any()
    assert max(inner.tokens) <= 12
    fence = text.index("```")
    assert [b for b in outer.boundaries if fence < b < text.rindex("```")] == []
    assert [b for b in inner.boundaries if fence < b < text.rindex("```")] != []


def test_two_levels_may_use_one_model() -> None:
    embedder = HashEmbedder()
    spec = (
        "semantic:threshold=0.1,min_tokens=0,max_tokens=60 > "
        "semantic:threshold=0.9,min_tokens=0,max_tokens=30"
    )
    outer, inner = nest(TEXT * 3, Hierarchical(levels=spec), embedder=embedder)
    assert len(embedder.calls) == 1
    assert len(outer) < len(inner)
    assert set(outer.boundaries) <= set(inner.boundaries)


LEVELS = (
    "structure:target_tokens={0},max_tokens={1}",
    "paragraph:max_tokens={1},overlap_tokens=0",
    "paragraph:max_tokens={1},overlap_tokens={2}",
    "sentence:max_tokens={1},overlap_tokens={2}",
    "sentence:max_tokens={1},overlap_tokens=0,oversize=keep",
    "semantic:max_tokens={1},min_tokens={2}",
)
# Strategies whose units are sentences, so that fences are atomic.
LAST = tuple(level for level in LEVELS if not level.startswith("paragraph"))


@st.composite
def hierarchies(draw: st.DrawFn) -> Hierarchical:
    """Draw two or three strategies with maxima in descending order."""
    sizes = draw(st.lists(st.integers(3, 60), min_size=2, max_size=3))
    made = []
    for number, most in enumerate(sorted(sizes, reverse=True), 1):
        kind = draw(st.sampled_from(LAST if number == len(sizes) else LEVELS))
        made.append(kind.format(max(1, int(most * 0.8)), most, most // 3))
    return Hierarchical(levels=" > ".join(made), tokenizer=draw(st.sampled_from(COUNTS)))


COUNTS = ("characters", "words")
pieces = st.sampled_from(PIECES)
texts = st.one_of(st.sampled_from(list(TEXTS.values())), st.lists(pieces, max_size=20).map("".join))


@settings(max_examples=4 * settings().max_examples)
@given(texts, hierarchies(), st.data())
def test_every_hierarchy_keeps_the_contract_and_its_levels_nest(
    text: str, strategy: Hierarchical, data: st.DataObject
) -> None:
    prepared = prepare(Document(text), strategy.material, embedder=HashEmbedder())
    some = st.lists(st.sampled_from(prepared.units.gaps.tolist() or [0]), max_size=3, unique=True)
    required = data.draw(some) if len(prepared.units.gaps) else []
    forbidden = [g for g in data.draw(some) if g not in required] if required else []
    constraints = Constraints(tuple(required), tuple(forbidden))
    chunking = run(prepared, strategy, constraints)
    Contract(chunking, prepared, strategy, constraints).check()
    found = run_levels(prepared, strategy, constraints)
    assert found[-1].texts == chunking.texts
    for outer, inner in pairwise(found):
        assert set(outer.boundaries.tolist()) <= set(inner.boundaries.tolist())
        for child, parent in zip(inner, inner.parent.tolist(), strict=True):
            assert outer[parent].start <= child.start < child.end <= outer[parent].end


def test_rows_name_the_level_and_the_parent() -> None:
    found = nested(TEXT, THREE)
    rows = list(nested_rows(found))
    names = [column.name for column in (*COLUMNS, *LEVEL_COLUMNS)]
    assert all(list(row) == names for row in rows)
    assert [row["level"] for row in rows] == [
        number for number, level in enumerate(found) for _ in level
    ]
    assert {row["parent_id"] for row in rows if row["level"] == 0} == {None}
    by_id = {(row["level"], row["id"]): row for row in rows}
    for row in rows:
        if row["level"] != 0:
            above = by_id[int(str(row["level"])) - 1, row["parent_id"]]
            assert above["index"] == row["parent"]
            assert str(row["text"]) in str(above["text"])


def test_every_format_holds_all_levels() -> None:
    found = nested(TEXT, THREE)
    count = sum(map(len, found))
    lines = [json.loads(line) for line in nested_jsonl(found).splitlines()]
    table = list(csv.DictReader(io.StringIO(nested_csv(found), newline="")))
    assert len(lines) == len(table) == count
    assert [row["text"] for row in table] == [line["text"] for line in lines]
    assert [row["parent"] for row in table] == [
        "" if line["parent"] is None else str(line["parent"]) for line in lines
    ]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        ("sentence", "levels: there must be two or three strategies, got 1"),
        ("a > b > c > d", "levels: there must be two or three strategies, got 4"),
        ("structure > nonsense", "levels: strategy must be one of"),
        ("structure > sentence:size=3", "levels: sentence has no setting 'size'"),
        ("structure > sentence:max_tokens", "levels: settings must be field=value"),
        ("structure > hierarchical", "levels: each must be another strategy, got hierarchical"),
        ("structure > sentence:tokenizer=words", "levels: tokenizer applies to all levels"),
        (
            "sentence:max_tokens=100 > paragraph:max_tokens=200",
            r"at most that of the level before \(sentence: 100\), got paragraph: 200",
        ),
        (
            "semantic:model=one > semantic:model=two",
            "must use the same one in the same way, got model one and two",
        ),
        ("semantic > semantic:signal=windowed", "the same way, got signal adjacent and windowed"),
    ],
)
def test_invalid_levels_give_one_clear_sentence(spec: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says) as error:
        Hierarchical(levels=spec)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("strategy", [get("sentence")(), get("optimal")(level="coarse")])
def test_nest_requires_a_multi_level_strategy(strategy: Strategy) -> None:
    with pytest.raises(SettingsError, match="levels must be those of hierarchical, or"):
        nest(TEXT, strategy)


def test_a_manual_boundary_inside_a_sentence_is_a_boundary_of_every_level() -> None:
    strategy = Hierarchical(levels=THREE)
    constraints = Constraints((TEXT.index("day, every"),))
    prepared = prepare(Document(TEXT), strategy.material)
    found = run_levels(prepared, strategy, constraints)
    assert all(constraints.required[0] in level.boundaries for level in found)
    assert found[-1].texts == run(prepared, strategy, constraints).texts


def test_units_of_a_level_are_computed_once_for_all_settings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from chunking.strategies import hierarchical

    read: list[UnitSource] = []

    def counted(document: Document, source: UnitSource, structure: Layout) -> tuple[Units, Layout]:
        read.append(source)
        return units_of(document, source, structure)

    monkeypatch.setattr(hierarchical, "units_of", counted)
    material = Hierarchical(levels=THREE).material
    prepared = compute_features(prepare(Document(TEXT), material))
    inner = "sentence:max_tokens=5,overlap_tokens=0"
    for most in (10, 40):
        outer = f"paragraph:max_tokens={most},overlap_tokens=0"
        run(prepared, Hierarchical(levels=f"{outer} > {inner}"))
    assert read == ["paragraphs"]


@pytest.mark.parametrize("inner", ["paragraph", "fixed", "sliding"])
def test_no_chunk_of_a_level_ends_with_a_heading(inner: str) -> None:
    text = "# Tea\n\nBoil some water now.\n\n## Green\n\nTwo minutes at eighty degrees, or three."
    settings = "stride_tokens=6" if inner == "sliding" else "overlap_tokens=0"
    for most in range(8, 14):
        levels = f"headings:max_tokens=40 > {inner}:max_tokens={most},{settings}"
        found = chunk(text, get("hierarchical")(levels=levels, tokenizer="words"))
        assert not any(part.rstrip().endswith("## Green") for part in found.texts)
