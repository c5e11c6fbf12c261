"""What is recommended for a document, and why."""

import re
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import Document, chunk, get, recommend
from chunking.embedding import piece_starts
from chunking.engine import prepare, run
from chunking.errors import SettingsError
from chunking.recommending import READ_PIECES, TARGET_PIECES, recommend_prepared
from chunking.samples import sample
from chunking.thresholds import SELECTORS
from chunking.types import Prepared, Signal
from chunking.within_limits import threshold_within

ROOT = Path(__file__).parent.parent
TOPICS = (
    "river water boat bank bridge current ferry flood harbour tide",
    "bread oven flour yeast dough crust baker loaf salt butter",
    "violin string bow concert orchestra note melody score tune harmony",
    "engine piston valve fuel gear clutch brake wheel axle torque",
)


def passage(topic: str, sentences: int, seed: int) -> list[str]:
    """Sentences of eight words of one topic, drawn with a seed."""
    rng = np.random.default_rng(seed)
    words = np.array(topic.split())
    drawn = [rng.permutation(words)[:8].tolist() for _ in range(sentences)]
    return [" ".join(words).capitalize() + "." for words in drawn]


def prose() -> tuple[Document, list[int]]:
    """Passages on four topics, and the offsets at which the last three begin."""
    passages = [" ".join(passage(topic, 12, i)) for i, topic in enumerate(TOPICS)]
    starts = np.cumsum([len(text) + 1 for text in passages])[:-1]
    return Document(" ".join(passages), media_type="text/plain"), starts.tolist()


def prepared() -> Prepared:
    return prepare(prose()[0], get("semantic")().material, embedder=HashEmbedder())


def test_a_short_text_is_one_chunk_and_nothing_is_embedded() -> None:
    embedder = HashEmbedder()
    text = "The sea goes out. " * 50
    found = recommend(text, embedder=embedder)
    assert len(chunk(text, found.strategy)) == 1
    assert found.reason == "The text has 250 word pieces, which the model reads at once: one chunk."
    assert embedder.calls == []
    assert recommend("").strategy.name == "sentence"


@pytest.mark.parametrize(
    ("name", "strategy"),
    [
        *(("guide.md", "structure"), ("contract.md", "structure")),
        *(("inventory.py", "code"), ("scheduler.js", "code")),
        *(("play.txt", "dialogue"), ("meeting.txt", "dialogue"), ("dialogue.md", "dialogue")),
    ],
)
def test_blocks_decide_without_a_model(name: str, strategy: str) -> None:
    embedder = HashEmbedder()
    found = recommend(sample(name), embedder=embedder)
    assert found.strategy.name == strategy
    assert found.threshold is None
    assert embedder.calls == []
    assert found.settings == found.strategy.model_dump()


def test_source_code_without_a_grammar_is_put_together_of_paragraphs() -> None:
    text = "put :a, 1\nput :b, 2\n\n" * 200
    found = recommend(Document(text, "a.rb", media_type="text/x-ruby"))
    assert found.strategy.name == "paragraph"
    assert found.reason.startswith("100% of the text is source code or data, ")
    script = Document(f"#!/usr/bin/env python\n{text}", "a", media_type="text/x-script")
    assert recommend(script).reason.startswith("The text is source code (python): ")


def test_a_source_file_that_looks_like_a_transcript_is_source_code() -> None:
    text = "A: 1\nB: 2\nA: 3\nB: 4\n\n" * 200
    assert recommend(Document(text)).strategy.name == "dialogue"
    assert recommend(Document(text, media_type="text/x-python")).strategy.name == "code"


def test_prose_with_a_few_speeches_in_it_is_no_dialogue() -> None:
    said = "ANN: Where is it?\n\nBEN: Over there.\n\nANN: I see.\n\nBEN: Good.\n\n"
    found = recommend(Document(said + prose()[0].text), embedder=HashEmbedder())
    assert found.strategy.name != "dialogue"
    assert 0 <= found.facts.get("spoken", 0) < 0.5
    again = recommend(Document(said * 40), embedder=HashEmbedder())
    assert again.strategy == get("dialogue")(max_tokens=READ_PIECES, count_in="wordpiece")
    assert 0.9 < again.facts["spoken"] <= 1
    assert (
        "% of the text is turns of speakers who come again and again: whole turns are put "
        "together, a question with its answer, in chunks of at most 254 word pieces"
    ) in again.reason


def test_a_few_headings_far_apart_do_not_carry_a_text() -> None:
    text = prose()[0].text
    sections = [f"# Part {n}\n\n{text} {text} {text}\n\n" for n in range(3)]
    found = recommend(Document("".join(sections)), embedder=HashEmbedder())
    assert found.facts["headings"] == 3
    assert found.strategy.name != "structure"
    assert recommend("".join(s[:2000] + "\n\n" for s in sections)).strategy.name == "structure"


def test_a_text_of_lists_is_cut_between_its_items() -> None:
    clause = "The supplier keeps the goods dry, and says so by the end of each month. "
    clauses = "".join(f"{n}. {clause * 2}\n" for n in range(1, 40))
    found = recommend(f"# Terms\n\n{clauses}")
    assert found.strategy.name == "structure"
    assert found.facts["listed"] > 0.9
    assert "% of the text is list items: cut between items" in found.reason
    made = chunk(f"# Terms\n\n{clauses}", found.strategy)
    assert len(made) > 2
    assert all(re.match(r"# Terms|\d+\. The supplier", text) for text in made.texts)


def test_prose_gets_the_optimum_and_a_threshold_beside_it() -> None:
    found = recommend(prose()[0], embedder=HashEmbedder())
    assert found.strategy == get("optimal")(count_in="wordpiece")
    assert "in as many chunks as the text itself decides" in found.reason
    assert found.alternative is not None
    assert found.alternative.name == "semantic"
    assert found.threshold == found.alternative.model_dump()["threshold"]
    assert f" tried is {found.threshold:g}: within 100 to 254 tokens it makes " in found.instead


def test_no_chunk_of_what_is_recommended_is_longer_than_the_model_reads() -> None:
    text = "\n\n".join(" ".join(passage(topic, 120, 1)) for topic in TOPICS[:2])
    free = chunk(text, get("optimal")(count_in="wordpiece"), embedder=HashEmbedder())
    assert np.median(free.tokens) > 2 * READ_PIECES
    found = recommend(text, embedder=HashEmbedder())
    assert found.strategy == get("optimal")(
        target_tokens=TARGET_PIECES, max_tokens=READ_PIECES, count_in="wordpiece"
    )
    assert (
        ", in chunks of about 128 word pieces, half of the 254 that the model reads at once, "
        in (found.reason)
    )
    samples = [sample(name) for name in ("contract.md", "inventory.py", "play.txt")]
    for document in (Document(text), *samples):
        strategy = recommend(document, embedder=HashEmbedder()).strategy
        made = chunk(document, strategy, embedder=HashEmbedder())
        assert max(len(piece_starts(each)) for each in made.texts) <= READ_PIECES


def test_only_a_table_or_fence_is_longer_than_the_model_reads() -> None:
    found = recommend(sample("guide.md"))
    assert (
        "; only fences and tables may be longer than the model reads, and stay whole."
        in found.reason
    )
    made = chunk(sample("guide.md"), found.strategy)
    (longer,) = [text for text in made.texts if len(piece_starts(text)) > READ_PIECES]
    assert longer.startswith("|")


def test_the_threshold_beside_the_optimum_cuts_where_topics_change() -> None:
    document, starts = prose()
    found = recommend(document, embedder=HashEmbedder())
    semantic = get("semantic")(
        threshold=found.threshold,
        signal="windowed",
        min_tokens=100,
        max_tokens=READ_PIECES,
        count_in="wordpiece",
    )
    assert found.alternative == semantic
    made = chunk(document, semantic, embedder=HashEmbedder())
    assert set(starts) <= set(made.boundaries.tolist())
    assert set(found.evidence) == {"windows", "within_limits", "permutation"}


def test_a_flat_text_is_said_to_be_flat() -> None:
    text = "The tide goes out and comes in again by night. " * 60
    found = recommend(Document(text), embedder=HashEmbedder())
    assert found.strategy.name == "sentence"
    assert found.threshold is None
    assert found.reason.startswith("No threshold means anything here: all 59 gaps have")


def test_a_nearly_flat_text_is_said_to_be_flat() -> None:
    known = prepared()
    assert known.signal is not None
    scores = 0.5 + 0.04 * np.linspace(0, 1, len(known.signal.scores))
    found = recommend_prepared(replace(known, signal=Signal(known.signal.gaps, scores)))
    assert found.strategy.name == "sentence"
    assert "so any cuts by them are arbitrary" in found.reason


def test_a_text_that_no_test_can_divide_is_said_to_be_so() -> None:
    text = " ".join(passage(TOPICS[0], 60, 1))
    found = recommend(Document(text), embedder=HashEmbedder())
    assert found.evidence["permutation"].value is None
    assert "where no boundary stands the permutation test" in found.reason


def test_what_is_prepared_already_is_not_embedded_again() -> None:
    document, _ = prose()
    fresh = recommend(document, embedder=HashEmbedder())
    again = recommend_prepared(prepared())
    assert (again.strategy, again.threshold, again.reason) == (
        fresh.strategy, fresh.threshold, fresh.reason,
    )  # fmt: skip


def test_prose_that_was_prepared_without_similarities_is_refused() -> None:
    bare = prepare(prose()[0], get("sentence")().material)
    with pytest.raises(SettingsError, match="prepare with the material of semantic"):
        recommend_prepared(bare)


@pytest.mark.parametrize("limits", [(0, 10_000_000), (40, 400), (100, 800)])
def test_the_threshold_within_limits_is_that_of_the_highest_expected_f1(
    limits: tuple[int, int],
) -> None:
    known, base = prepared(), get("semantic")(min_tokens=limits[0], max_tokens=limits[1])
    found = threshold_within(known, base)
    assert found.value is not None
    (curve,) = found.curves
    assert curve.y.max() == pytest.approx(found.confidence)
    assert curve.x[curve.y.argmax()] == found.value
    cuts = len(run(known, base.with_(threshold=found.value))) - 1
    assert found.facts["cuts"] == cuts
    assert 3 <= cuts <= 12


def test_a_minimum_lowers_the_threshold_that_is_best() -> None:
    known = prepared()
    free = threshold_within(known, get("semantic")(min_tokens=0, max_tokens=10_000_000))
    held = threshold_within(known, get("semantic")(min_tokens=100, max_tokens=800))
    assert free.value is not None
    assert held.value is not None
    assert held.value <= free.value


def test_a_reason_is_one_or_two_sentences_without_words_of_the_document() -> None:
    for text in ("Short.", prose()[0].text, "# A\n\nB.\n\n# C\n\nD.\n\n" * 60):
        reason = recommend(text, embedder=HashEmbedder()).reason
        assert reason.endswith(".")
        assert reason.count(". ") <= 1
        assert not any(word in reason for topic in TOPICS for word in topic.split())


def test_the_readme_recommends_as_it_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (program,) = [each for each in programs(readme) if "recommend(" in each]
    (tmp_path / "book.md").write_text("# One\n\nA sentence.\n\n# Two\n\nAnother one.\n" * 40)
    monkeypatch.chdir(tmp_path)
    exec(program, {})  # noqa: S102 - what the README shows
    assert capsys.readouterr().out.startswith("structure None 80 headings ")


@pytest.mark.model
def test_the_page_about_thresholds_runs_and_names_every_selector() -> None:
    page = (ROOT / "docs" / "thresholds.md").read_text(encoding="utf-8")
    for name in SELECTORS:
        assert f"| `{name}` |" in page
    for program in programs(page):
        exec(program, {})  # noqa: S102 - what the page shows


def programs(page: str) -> list[str]:
    """The Python in a page of documentation, block by block."""
    return re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)


def test_a_threshold_is_there_beside_what_the_structure_decides() -> None:
    items = [f"- {sentence}" for topic in TOPICS for sentence in passage(topic, 20, 7)]
    document = Document("\n".join(items))
    bare = recommend(document, embedder=HashEmbedder())
    assert (bare.strategy.name, bare.alternative) == ("structure", None)
    ready = prepare(document, get("semantic")().material, embedder=HashEmbedder())
    found = recommend_prepared(ready)
    assert (found.strategy, found.reason) == (bare.strategy, bare.reason)
    assert found.alternative is not None
    assert found.alternative.name == "semantic"
    assert found.threshold is not None
    assert found.alternative.limits == (100, READ_PIECES)
    assert found.instead.startswith("With semantic, by a threshold on windows of sentences: ")
    code = Document("x = 1\n\n" * 400, "a.py", media_type="text/x-python")
    known = prepare(code, get("semantic")().material, embedder=HashEmbedder())
    assert recommend_prepared(known).alternative is None
