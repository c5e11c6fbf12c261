"""The three published designs, statement by statement, on the defaults and on the presets.

Sizes are counted as the settings say: no fixture replaces a tokenizer.
"""

import hashlib
import inspect
import json
import re
import uuid
from pathlib import Path

import pytest
from command_line import run as run_command
from embedders import Angles

from chunking import UniversalChunker, chunk
from chunking.core.chunking import Chunking, rows_of
from chunking.core.cuts import Reason
from chunking.core.document import Document
from chunking.core.text.normalization import normalize_text
from chunking.engine.presets import find
from chunking.engine.serialization import from_dict, from_toml
from chunking.engine.spec import parse_query, parse_spec
from chunking.gui.session.settings import Settings
from chunking.loading.samples import sample
from chunking.strategies import Paragraph, Semantic, Strategy, Structure, get


def each_of(**cases: Strategy) -> pytest.MarkDecorator:
    """Return the parameters of a test that runs for each strategy."""
    return pytest.mark.parametrize("strategy", list(cases.values()), ids=list(cases))


# ---- Context Harness, ADR-0006 -------------------------------------------------------------------

paragraphs = each_of(default=Paragraph(), preset=find("Context Harness").strategy)
SIZES = {"max_tokens": 200, "overlap_tokens": 20}


def prose(characters: int, word: str = "word") -> str:
    """Return a paragraph of words of exactly so many characters."""
    text = f"{word} " * (characters // (len(word) + 1) + 1)
    return text[: characters - 1] + "."


def in_the_window() -> Strategy:
    """Return the strategy that the form of the window makes."""
    settings = Settings(get("semantic")())
    settings.apply(find("Context Harness").strategy)
    for name, value in SIZES.items():
        settings.set(name, value)
    return settings.strategy


@each_of(
    get=get("paragraph")(**SIZES),
    constructor=Paragraph(**SIZES),
    preset=find("Context Harness").strategy.with_(**SIZES),
    spec=parse_spec("paragraph:max_tokens=200,overlap_tokens=20"),
    values=from_dict({"strategy": "paragraph", **SIZES}),
    toml=from_toml('[chunking]\nstrategy = "paragraph"\nmax_tokens = 200\noverlap_tokens = 20\n'),
    link=parse_query({"strategy": "paragraph", "max_tokens": "200", "overlap_tokens": "20"})[0],
    window=in_the_window(),
)
def test_tokens_are_estimated_as_chars_by_4(strategy: Strategy) -> None:
    """200 tokens are at most 800 characters, and 20 tokens of overlap at most 80."""
    found = chunk(sample("essay.md"), strategy)
    assert 720 < max(len(each.text) for each in found) <= 800
    assert 72 < max(each.overlap for each in found) <= 80


def test_tokens_are_estimated_as_chars_by_4_on_the_command_line(tmp_path: Path) -> None:
    text = "\n\n".join(prose(390, word) for word in ("one", "three", "seven", "eleven"))
    (tmp_path / "a.txt").write_text(text, encoding="utf-8")
    settings = ("--strategy", "paragraph", "--max-tokens", "200", "--overlap-tokens", "0")
    code, out, _ = run_command("split", "a.txt", *settings, cwd=tmp_path)
    assert code == 0
    assert [len(json.loads(line)["text"]) for line in out.splitlines()] == [782, 782]


@paragraphs
def test_the_defaults_are_700_tokens_and_80_of_overlap(strategy: Strategy) -> None:
    """`max_tokens` 700 and `overlap_tokens` 80, of four characters each."""
    settings = strategy.model_dump()
    names = ("max_tokens", "overlap_tokens", "tokenizer")
    assert [settings[name] for name in names] == [700, 80, "characters"]


@paragraphs
def test_step_1_the_body_is_split_at_blank_lines(strategy: Strategy) -> None:
    text = "\n\n".join(prose(1500, word) for word in ("one", "two", "three"))
    assert chunk(text, strategy).boundaries.tolist() == [1502, 3004]


@paragraphs
def test_step_2_paragraphs_accumulate_up_to_2800_characters(strategy: Strategy) -> None:
    """Until the next one would exceed `max_tokens * 4` characters."""
    assert len(chunk(prose(1000) + "\n\n" + prose(1798), strategy)) == 1
    assert len(chunk(prose(1000) + "\n\n" + prose(1799), strategy)) == 2


@paragraphs
def test_step_3_the_end_of_the_previous_chunk_is_carried_over(strategy: Strategy) -> None:
    """`overlap_tokens * 4` characters; by default those from the next word on."""
    text = "\n\n".join(prose(1200, word) for word in ("one", "three", "seven", "eleven"))
    found = chunk(text, strategy)
    assert len(found) > 1
    least = 320 if strategy.overlap.align == "exact" else 320 - len("eleven")
    for each in found.chunks[1:]:
        assert least <= each.overlap <= 320
        assert each.text[: each.overlap] == text[each.start - each.overlap : each.start]


@paragraphs
def test_step_4_a_larger_paragraph_is_split_at_a_newline_or_space(strategy: Strategy) -> None:
    line = prose(1300)
    assert chunk(f"{line}\n{line}\n{line}", strategy).boundaries.tolist() == [2602]
    found = chunk("abcdefg " * 500, strategy)
    assert [len(each.text) for each in found] == [2799, 320 + 1199]
    assert found[1].start == 2800


@paragraphs
def test_step_5_the_hash_is_sha_256_of_the_text(strategy: Strategy) -> None:
    for each in chunk(prose(2000) + "\n\n\n" + prose(2000), strategy):
        assert each.sha256 == hashlib.sha256(each.text.encode()).hexdigest()


@paragraphs
def test_step_6_each_chunk_gets_a_uuid_of_version_4(strategy: Strategy) -> None:
    minted = [str(row["uuid"]) for row in rows_of(chunk(sample("essay.md"), strategy), uuids=True)]
    assert {uuid.UUID(each).version for each in minted} == {4}
    assert len(set(minted)) == len(minted) > 1


# ---- ContextMEM, issue 12 ------------------------------------------------------------------------

STRUCTURE = Structure()


def section(paragraphs: int, title: str = "Long") -> str:
    """Return a section of paragraphs of seven sentences."""
    texts = (
        " ".join(f"In year {i}{j} the river rose and nobody in the town slept." for j in range(7))
        for i in range(paragraphs)
    )
    return f"# {title}\n\n" + "\n\n".join(texts) + "\n"


def test_the_preset_of_contextmem_is_the_default() -> None:
    assert find("ContextMEM").strategy == STRUCTURE


def test_the_token_budget_is_512_to_800_by_a_cheap_heuristic() -> None:
    """An approximate budget, without a heavy tokenizer."""
    assert STRUCTURE.model_dump()["tokenizer"] == "estimate"
    tokens = chunk(section(40), STRUCTURE).tokens.tolist()
    assert len(tokens) > 4
    assert all(512 <= size <= 800 for size in tokens[:-1])
    assert tokens[-1] <= 800


def test_consecutive_parts_of_a_section_overlap_by_10_to_15_percent() -> None:
    """A fact across a boundary survives in at least one chunk; none crosses a heading."""
    found = chunk(section(40) + "\n" + section(40, "Next"), STRUCTURE)
    text = found.document.text
    for before, after in zip(found.chunks, found.chunks[1:], strict=False):
        if after.text.startswith("# "):
            assert after.overlap == 0
            continue
        assert 0.10 <= after.overlap / (before.end - before.start) <= 0.15
        fact = text[after.start - 60 : after.start + 60]
        assert any(fact in each.text for each in found)
    assert sum(each.overlap == 0 for each in found) == 2


@pytest.mark.parametrize(
    "block",
    [
        "```python\n" + "\n\n".join(f"call({i})  # Done. And more." for i in range(200)) + "\n```",
        "\n".join(f"| row {i} | with a value. And more |" for i in range(200)),
    ],
    ids=["fence", "table"],
)
def test_no_split_is_inside_a_fenced_block_or_a_table(block: str) -> None:
    found = chunk(f"{section(4)}\n{block}\n\n{section(4, 'End')}", STRUCTURE)
    assert len(block) > 4 * 800
    assert [each.text for each in found if block[:10] in each.text] == [block]


def test_sentence_ends_are_preferred_to_cuts_inside_words() -> None:
    """Paragraphs first, then sentences, and words before cuts inside them."""
    sentences = " ".join(f"Sentence {i} has six words." for i in range(400))
    assert {each.text[-1] for each in chunk(sentences, STRUCTURE)} == {"."}
    assert {each.text[-1] for each in chunk("word " * 4000, STRUCTURE)} == {"d"}


def test_a_chunk_id_is_16_digits_of_route_headings_and_part_index() -> None:
    """`sha256Hex(locationKey#partIndex).slice(0, 16)`, the same in every run."""
    document = Document(section(20), route="guide/start")
    found = chunk(document, STRUCTURE)
    assert len(found) > 1
    assert list(found.location_ids) == [
        hashlib.sha256(f"guide/start\nLong\n#{part}".encode()).hexdigest()[:16]
        for part in range(len(found))
    ]


def test_overlap_does_not_change_the_sequence_of_parts() -> None:
    found, bare = (chunk(section(40), each) for each in (STRUCTURE, Structure(overlap_share=0.0)))
    assert found.location_ids == bare.location_ids
    assert found.boundaries.tolist() == bare.boundaries.tolist()
    assert found.overlap.any()


def test_the_content_hash_is_sha_256_of_the_normalized_text() -> None:
    for each in chunk(section(20), STRUCTURE):
        normal = normalize_text(each.text).encode()
        assert each.content_hash == hashlib.sha256(normal).hexdigest()


# ---- Alexandria, ADR 0007 ------------------------------------------------------------------------

semantic = each_of(default=Semantic(), preset=find("Alexandria").strategy)


def turn(angle: int, sentences: int = 10) -> str:
    """Return sentences of 25 words that name one angle."""
    return f"Angle {angle:03d}{' word' * 23}. " * sentences


def split(text: str, strategy: Strategy) -> Chunking:
    return chunk(text, strategy, embedder=Angles())


def test_the_thresholds_are_055_and_045_for_philosophy() -> None:
    """`THRESHOLD = 0.55`, `PHILOSOPHY_THRESHOLD = 0.45`."""
    default = (Semantic(), find("Alexandria").strategy)
    lenient = (Semantic(domain="philosophy"), find("Alexandria for philosophy").strategy)
    assert [each.model_dump()["threshold"] for each in (*default, *lenient)] == [
        0.55, 0.55, 0.45, 0.45,
    ]  # fmt: skip
    # The cosine of 60 degrees is between the two.
    text = turn(0) + turn(60)
    assert [len(split(text, each)) for each in default] == [2, 2]
    assert [len(split(text, each)) for each in lenient] == [1, 1]


@semantic
def test_low_similarity_of_consecutive_sentences_is_a_boundary(strategy: Strategy) -> None:
    """`if sim < threshold`, where sim is the cosine of neighboring sentences."""
    found = split(turn(0) + turn(50) + turn(110) + turn(200), strategy)
    assert [each.reason for each in found] == [Reason.SIMILARITY, Reason.SIMILARITY, Reason.TAIL]
    assert [set(re.findall(r"\d+", text)) for text in found.texts] == [
        {"000", "050"}, {"110"}, {"200"},
    ]  # fmt: skip


@semantic
def test_a_chunk_below_200_tokens_merges_with_its_neighbor(strategy: Strategy) -> None:
    """`MIN_CHUNK_SIZE = 200 tokens`."""
    found = split(turn(0) + turn(90, sentences=4) + turn(180), strategy)
    assert strategy.limits[0] == 200
    assert min(found.tokens) >= 200
    assert len(found) == 2


@semantic
def test_a_chunk_above_1200_tokens_is_split(strategy: Strategy) -> None:
    """`MAX_CHUNK_SIZE = 1200 tokens`: split at the next boundary of a sentence."""
    found = split(turn(0, sentences=100), strategy)
    assert strategy.limits[1] == 1200
    assert max(found.tokens) <= 1200
    assert {each.reason for each in found.chunks[:-1]} == {Reason.MAX_TOKENS}
    assert {each.text[-1] for each in found} == {"."}


@semantic
def test_the_model_is_all_minilm_l6_v2(strategy: Strategy) -> None:
    material = strategy.material
    assert (material.model, material.units) == ("all-MiniLM-L6-v2", "sentences")


def test_the_universal_chunker_has_the_published_signature() -> None:
    """`UniversalChunker(embedding_model, threshold=0.5, …)` returns a list of strings."""
    parameters = inspect.signature(UniversalChunker).parameters.values()
    assert [each.name for each in parameters] == [
        "embedding_model", "threshold", "min_chunk_size", "max_chunk_size",
    ]  # fmt: skip
    assert [each.default for each in parameters][1:] == [0.5, 200, 1200]
    model: object = Angles()
    texts = UniversalChunker(model).chunk(turn(0) + turn(90))  # type: ignore[arg-type] # encodes
    assert [text.strip() for text in texts] == [turn(0).strip(), turn(90).strip()]
