"""Recommended strategies and their reasons."""

import re

import numpy as np
import pytest
from embedders import PieceEmbedder
from topical import topical

from chunking import Document, chunk, get, recommend
from chunking.analysis.recommend.sizes import MOST_TOKENS, TARGET_TOKENS, starting
from chunking.analysis.recommend.strategy import recommend_prepared, recommended_strategy
from chunking.analysis.recommend.threshold import recommended_threshold
from chunking.core.errors import SettingsError
from chunking.core.prepared import Prepared
from chunking.core.text.tokenizers import piece_starts
from chunking.engine import prepare
from chunking.loading.samples import sample

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
    return prepare(prose()[0], get("semantic")().material, embedder=PieceEmbedder())


def test_a_short_text_is_one_chunk_and_nothing_is_embedded() -> None:
    embedder = PieceEmbedder()
    text = "The sea goes out. " * 50
    found = recommend(text, embedder=embedder)
    assert len(chunk(text, found.strategy)) == 1
    assert found.summary == "sentence, one chunk."
    assert found.reason == "The text has 250 tokens and the model limit is 254."
    assert embedder.calls == []
    assert recommend("").summary == "sentence, nothing to split."


@pytest.mark.parametrize(
    ("name", "strategy"),
    [
        *(("guide.md", "structure"), ("contract.md", "structure")),
        *(("inventory.py", "code"), ("scheduler.js", "code")),
        *(("play.txt", "dialogue"), ("meeting.txt", "dialogue"), ("dialogue.md", "dialogue")),
    ],
)
def test_blocks_decide_without_a_model(name: str, strategy: str) -> None:
    embedder = PieceEmbedder()
    found = recommend(sample(name), embedder=embedder)
    assert found.strategy.name == strategy
    assert found.threshold is None
    assert embedder.calls == []
    assert found.settings == found.strategy.model_dump()


def test_source_code_without_a_grammar_is_split_by_its_indentation_or_at_blank_lines() -> None:
    text = "put :a, 1\nput :b, 2\n\n" * 200
    found = recommend(Document(text, "a.rb", media_type="text/x-ruby"))
    assert found.strategy.name == "code"
    assert found.reason.endswith("Only blocks above the model limit are split.")
    found = recommend(Document(text, "a.rb", media_type="text/x-unknown"))
    assert found.strategy.name == "paragraph"
    where = "Boundaries are at blank lines, or between lines of long blocks."
    assert found.reason == f"Detected source code: the file is named .rb. {where}"
    script = Document(f"#!/usr/bin/env python\n{text}", "a", media_type="text/x-script")
    assert recommend(script).reason.startswith("The text is source code (python). ")


@pytest.mark.parametrize("line", ["#!/bin/sh", "# Tides -*- shell-script -*-"])
def test_a_script_without_a_suffix_is_source_code(line: str) -> None:
    text = f"{line}\n" + "rise() {\n    ebb high low moon\n}\n\n" * 60
    found = recommend(Document(text, "rise", media_type="text/plain"))
    assert found.strategy.name == "code"
    assert found.reason.startswith("Detected source code: the first line names its language.")


def test_fences_of_a_page_that_is_mostly_code_stay_whole() -> None:
    text = "# T\n\n```\na = 1\n\nb = 2\n```\n\n" + "    put :a, 1\n\n" * 200
    found = recommend(Document(text, media_type="text/markdown"))
    assert found.strategy.name == "structure"
    assert found.reason.endswith(" Only code above the model limit is split.")


def test_a_source_file_that_looks_like_a_transcript_is_source_code() -> None:
    text = "A: Is it high?\nB: It is.\nA: Who says so?\nB: Ann does.\n\n" * 200
    assert recommend(Document(text)).strategy.name == "dialogue"
    assert recommend(Document(text, media_type="text/x-python")).strategy.name == "code"


def test_an_interface_description_is_not_a_dialogue() -> None:
    entry = "size: the number of bytes.\nReturns: an error if there are fewer bytes.\n"
    found = recommend(Document(entry * 60, media_type="text/plain"), embedder=PieceEmbedder())
    assert found.strategy.name != "dialogue"
    assert found.facts.get("spoken", 0) == 0


def test_prose_with_a_few_speeches_is_not_a_dialogue() -> None:
    said = "ANN: Where is it?\n\nBEN: Over there.\n\nANN: I see.\n\nBEN: Good.\n\n"
    found = recommend(Document(said + prose()[0].text), embedder=PieceEmbedder())
    assert found.strategy.name != "dialogue"
    assert 0 <= found.facts.get("spoken", 0) < 0.5
    again = recommend(Document(said * 40), embedder=PieceEmbedder())
    assert again.strategy == get("dialogue")(max_tokens=MOST_TOKENS, tokenizer="wordpiece")
    assert 0.9 < again.facts["spoken"] <= 1
    assert again.summary == "dialogue, at most 254 tokens per chunk (the model limit)."
    assert again.reason.startswith(
        "Detected a transcript: 160 turns of 2 speakers. Turns above the "
    )


def test_a_few_distant_headings_are_not_the_reason() -> None:
    text = prose()[0].text
    sections = [f"# Part {n}\n\n{' '.join([text] * 4)}\n\n" for n in range(3)]
    found = recommend("".join(sections), embedder=PieceEmbedder())
    assert found.facts["headings"] == 3
    assert "at headings" not in found.reason
    near = recommend("".join(s[:2000] + "\n\n" for s in sections))
    assert "at headings" in near.reason


def test_a_text_of_lists_is_split_between_items() -> None:
    clause = "The supplier keeps the goods dry, and says so by the end of each month. "
    clauses = "".join(f"{n}. {clause * 2}\n" for n in range(1, 40))
    found = recommend(f"# Terms\n\n{clauses}")
    assert found.strategy.name == "structure"
    assert found.facts["listed"] > 0.9
    assert (
        "% of the text is list items, and only items above the model limit are split."
        in found.reason
    )
    made = chunk(f"# Terms\n\n{clauses}", found.strategy)
    assert len(made) > 2
    assert all(re.match(r"# Terms|\d+\. The supplier", text) for text in made.texts)


def test_text_gets_paragraphs_packed_to_half_the_model_limit() -> None:
    found = recommend(prose()[0], embedder=PieceEmbedder())
    assert found.strategy == get("structure")(
        target_tokens=TARGET_TOKENS,
        max_tokens=MOST_TOKENS,
        overlap_share=0,
        lead_ins="keep",
        oversize="split",
        tokenizer="wordpiece",
    )
    assert found.summary == "structure, about 128 tokens per chunk (half the model limit)."
    assert found.reason.startswith("Chunks end at paragraphs; a longer paragraph is split at ")


def test_text_is_split_inside_a_sentence_only_above_the_limit() -> None:
    rng = np.random.default_rng(4)
    sizes = rng.choice([9, 30, 140, 200, 300], 60)
    sentences = [" ".join(rng.choice(TOPICS[0].split(), size)) + "." for size in sizes]
    text = "\n\n".join(" ".join(sentences[i : i + 6]) for i in range(0, 60, 6))
    made = chunk(Document(text), recommend(Document(text), embedder=PieceEmbedder()).strategy)
    broken = [each for each in made.texts if not each.endswith(".")]
    assert len(broken) == (sizes > MOST_TOKENS).sum()


def test_the_strategy_for_text_is_known_without_a_model(monkeypatch: pytest.MonkeyPatch) -> None:
    document, _ = prose()
    expected = recommend(document, embedder=PieceEmbedder())
    monkeypatch.setattr("chunking.analysis.recommend.strategy.prepare", pytest.fail)
    found = recommended_strategy(document)
    assert (found.strategy, found.reason) == (expected.strategy, expected.reason)
    assert found.alternative is None


def test_prose_with_clear_topics_has_a_threshold_as_the_alternative() -> None:
    found = recommend(topical(), embedder=PieceEmbedder())
    assert found.alternative is not None
    assert found.alternative.name == "semantic"
    assert found.threshold == found.alternative.model_dump()["threshold"]
    summary = re.escape(f"semantic, threshold {found.threshold:.2f}: ")
    assert re.fullmatch(rf"{summary}\d+ chunks\.", found.alternative_summary)


def test_prose_without_clear_topics_has_no_alternative_and_a_reason() -> None:
    found = recommend(sample("essay.md"), embedder=PieceEmbedder())
    assert (found.threshold, found.alternative) == (None, None)
    assert found.alternative_summary.startswith("No threshold suits this text: ")
    assert found.to_dict()["alternative_summary"] == found.alternative_summary


def test_no_chunk_of_a_recommended_strategy_exceeds_the_model_limit() -> None:
    text = "\n\n".join(" ".join(passage(topic, 120, 1)) for topic in TOPICS[:2])
    samples = [sample(name) for name in ("contract.md", "inventory.py", "play.txt")]
    for document in (Document(text), *samples):
        strategy = recommend(document, embedder=PieceEmbedder()).strategy
        made = chunk(document, strategy, embedder=PieceEmbedder())
        assert max(len(piece_starts(each)) for each in made.texts) <= MOST_TOKENS


def test_fences_and_tables_are_split_only_above_the_model_limit() -> None:
    found = recommend(sample("guide.md"))
    assert found.summary == "structure, about 128 tokens per chunk (half the model limit)."
    assert found.reason.endswith(" fences and tables are split only above the model limit.")
    kept = chunk(sample("guide.md"), found.strategy.with_(oversize="keep"))
    (large,) = [each for each in kept.chunks if len(piece_starts(each.text)) > MOST_TOKENS]
    assert large.text.startswith("|")
    made = chunk(sample("guide.md"), found.strategy)
    assert max(len(piece_starts(text)) for text in made.texts) <= MOST_TOKENS
    split = {start for start in made.start.tolist() if large.start < start < large.end}
    assert split
    assert set(made.start.tolist()) - split == set(kept.start.tolist())


def test_code_above_the_limit_is_split_where_it_is_indented_least() -> None:
    functions = [
        f"def moor{n}(ship, quay):\n    lines = find_lines(ship)\n\n    for line in lines:\n"
        f"        line.throw(quay)\n        line.fasten()\n\n    return ship.at(quay, {n})"
        for n in range(24)
    ]
    text = "# Harbor\n\nA ship is moored so.\n\n```python\n" + "\n\n".join(functions) + "\n```\n"
    document = Document(text + "\n# Tide\n\n" + "The tide is low at noon. " * 20)
    found = recommend(document)
    inner = [each.text for each in chunk(document, found.strategy).chunks if "throw" in each.text]
    assert len(inner) > 3
    assert all(part.startswith("def moor") for part in inner[1:])


def test_the_alternative_is_semantic_with_the_recommended_threshold() -> None:
    document = topical()
    ready = prepare(document, get("semantic")().material, embedder=PieceEmbedder())
    found = recommend(document, embedder=PieceEmbedder())
    own = recommended_threshold(ready, starting("semantic"))
    assert found.alternative == starting("semantic").with_(threshold=own.value)
    assert found.alternative_summary == f"semantic, threshold {own.reason}."
    # With other settings it is for those.
    semantic = get("semantic")(signal="windowed", min_tokens=100, max_tokens=400)
    other = recommend_prepared(ready, semantic).alternative
    assert other is not None
    assert other == semantic.with_(threshold=recommended_threshold(ready, semantic).value)


def test_a_flat_text_has_no_alternative() -> None:
    text = "The tide goes out and comes in again by night. " * 60
    found = recommend(Document(text), embedder=PieceEmbedder())
    assert (found.strategy.name, found.alternative) == ("structure", None)
    assert found.alternative_summary.startswith("No threshold suits this text: all 59 gaps have")


def test_a_prepared_document_gets_the_same_recommendation() -> None:
    document, _ = prose()
    fresh = recommend(document, embedder=PieceEmbedder())
    again = recommend_prepared(prepared())
    assert (again.strategy, again.threshold, again.reason) == (
        fresh.strategy, fresh.threshold, fresh.reason,
    )  # fmt: skip


def test_prose_prepared_without_similarities_raises() -> None:
    bare = prepare(prose()[0], get("sentence")().material)
    with pytest.raises(SettingsError, match="prepare with the material of semantic"):
        recommend_prepared(bare)


def test_a_structured_document_has_a_threshold_as_the_alternative() -> None:
    items = [f"- {sentence}." for sentence in topical().text.removesuffix(".").split(". ")]
    document = Document("\n".join(items))
    bare = recommend(document, embedder=PieceEmbedder())
    assert (bare.strategy.name, bare.alternative) == ("structure", None)
    ready = prepare(document, get("semantic")().material, embedder=PieceEmbedder())
    found = recommend_prepared(ready)
    assert (found.strategy, found.reason) == (bare.strategy, bare.reason)
    assert found.alternative is not None
    assert found.alternative.name == "semantic"
    assert found.threshold is not None
    assert found.alternative.limits == starting("semantic").limits == (42, 254)
    assert found.alternative_summary.startswith("semantic, threshold ")
    code = Document("x = 1\n\n" * 400, "a.py", media_type="text/x-python")
    known = prepare(code, get("semantic")().material, embedder=PieceEmbedder())
    assert recommend_prepared(known).alternative is None
