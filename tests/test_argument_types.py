"""Arguments of the wrong type are refused in one sentence."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from embedders import HashEmbedder

from chunking import (
    Chunking,
    Document,
    chunk,
    chunk_many,
    get,
    load,
    load_chunks,
    recommend,
    segment,
)
from chunking.analysis.settings_search.axes import Axis, Grid
from chunking.analysis.settings_search.sweep import Sweep
from chunking.analysis.threshold_comparison import compare_thresholds
from chunking.core.errors import SettingsError, expect_each
from chunking.core.text.tokenizers import token_sizes
from chunking.engine import nest, prepare, run
from chunking.engine import serialization as settings
from chunking.library.plan import state_of
from chunking.loading import find_files, load_bytes, load_folder
from chunking.output.comparison import compare
from chunking.output.export import check_exports, from_jsonl, to_csv, to_jsonl, to_python, to_text
from chunking.output.report import to_html

EMBEDDER = HashEmbedder()
STRATEGY = get("sentence")()
DOCUMENT = Document("One. Two. Three.")
CHUNKING = chunk(DOCUMENT, STRATEGY)
PREPARED = prepare(DOCUMENT, STRATEGY.material)
GRID = Grid(STRATEGY, (Axis("max_tokens", (600, 700)),))

# Public functions with values of other types than they accept.
FUNCTIONS: dict[str, tuple[Callable[[Any], object], list[Any]]] = {
    "Document": (Document, [b"text", ["a"], DOCUMENT]),
    "chunk: document": (lambda it: chunk(it, STRATEGY), [b"text", ["a"], Path("a.md"), CHUNKING]),
    "chunk: strategy": (lambda it: chunk(DOCUMENT, it), [get("sentence")]),
    "chunk: marks": (lambda it: chunk(DOCUMENT, STRATEGY, constraints=it), [[3], (3,), {3: 4}]),
    "prepare: document": (lambda it: prepare(it, STRATEGY.material), [b"text", ["a"], PREPARED]),
    "prepare: material": (lambda it: prepare(DOCUMENT, it), ["sentences", STRATEGY]),
    "run: prepared": (lambda it: run(it, STRATEGY), ["text", DOCUMENT]),
    "run: strategy": (lambda it: run(PREPARED, it), ["sentence", STRATEGY.material]),
    "segment": (lambda it: segment(it, embedder=EMBEDDER), ["text", b"text", DOCUMENT, ["a", 3]]),
    "recommend": (lambda it: recommend(it, embedder=EMBEDDER), [b"text", ["a"], PREPARED]),
    "chunk_many: documents": (lambda it: chunk_many(it, STRATEGY), ["text", b"text", DOCUMENT]),
    "chunk_many: strategy": (lambda it: chunk_many([DOCUMENT], it), [get("sentence")]),
    "find_files": (find_files, ["notes", b"notes", Path("a.md"), [b"a"]]),
    "find_files: include": (lambda it: find_files(["."], include=it), ["*.md", [b"*.md"]]),
    "compare: document": (lambda it: compare(it, [STRATEGY]), [b"text", ["a"], CHUNKING]),
    "compare: strategies": (
        lambda it: compare(DOCUMENT, it), ["sentence", ["sentence"], STRATEGY, [None]],
    ),
    "compare: imported": (
        lambda it: compare(DOCUMENT, [STRATEGY], it), ["a.jsonl", [CHUNKING], CHUNKING],
    ),
    "compare_thresholds: document": (
        lambda it: compare_thresholds(it, [0.3], embedder=EMBEDDER), [b"a", ["a"]],
    ),
    "compare_thresholds: thresholds": (
        lambda it: compare_thresholds(DOCUMENT, it, embedder=EMBEDDER), [0.3, "0.3", ["0.3"]],
    ),
    "Grid: base": (lambda it: Grid(it, GRID.axes), ["sentence", get("sentence")]),
    "Grid: axes": (lambda it: Grid(STRATEGY, it), ["max_tokens", GRID.axes[0], ["max_tokens"]]),
    "Sweep: grid": (lambda it: Sweep(it, lambda _: PREPARED, PREPARED), [STRATEGY]),
    "Sweep: sentences": (lambda it: Sweep(GRID, lambda _: PREPARED, it), [DOCUMENT]),
    "nest": (lambda it: nest(DOCUMENT, it), ["hierarchical", STRATEGY]),
    "load": (load, [b"a.md", ["a.md"], DOCUMENT]),
    "load_bytes": (lambda it: load_bytes(it, "a.md"), ["text", ["a"]]),
    "load_bytes: name": (lambda it: load_bytes(b"a", it), [b"a.md", Path("a.md")]),
    "load_folder": (load_folder, [b"a", ["a"]]),
    "load_chunks": (lambda it: load_chunks(it, DOCUMENT), [["One."], DOCUMENT]),
    "load_chunks: document": (lambda it: load_chunks(b'["One."]', it), [b"One.", CHUNKING]),
    "load_chunks: sizes": (
        lambda it: load_chunks(b'["One."]', DOCUMENT, tokenizer=it), ["bytes", ["words"]],
    ),
    "from_spans": (lambda it: Chunking.from_spans(it, [(0, 4)]), ["One.", b"One."]),
    "from_jsonl": (lambda it: from_jsonl(to_jsonl(CHUNKING), it), ["One.", CHUNKING]),
    "token_sizes": (token_sizes, [b"text", DOCUMENT]),
    "to_jsonl": (to_jsonl, ["text", DOCUMENT, [CHUNKING]]),
    "to_csv": (to_csv, ["text", DOCUMENT]),
    "to_text": (to_text, ["text", DOCUMENT]),
    "to_python": (lambda it: to_python(it, STRATEGY), ["text", DOCUMENT]),
    "to_python: strategy": (lambda it: to_python(CHUNKING, it), ["sentence"]),
    "check_exports": (lambda it: check_exports(it, STRATEGY), ["text", DOCUMENT]),
    "to_html": (to_html, [CHUNKING, DOCUMENT]),
    "state_of": (state_of, [DOCUMENT, "text"]),
    "settings.from_dict": (settings.from_dict, ["sentence", ["sentence"], STRATEGY]),
    "settings.from_toml": (settings.from_toml, [b"[chunking]", {}]),
    "settings.to_toml": (settings.to_toml, ["sentence", {}]),
}  # fmt: skip


@pytest.mark.parametrize("name", FUNCTIONS)
def test_an_argument_of_the_wrong_type_is_refused_in_one_sentence(name: str) -> None:
    function, others = FUNCTIONS[name]
    for other in [None, 7, object(), *others]:
        with pytest.raises(SettingsError) as error:
            function(other)
        said = str(error.value)
        assert " must " in said
        assert "\n" not in said
        assert len(said) < 400


def test_the_error_shows_the_value_and_the_requirement() -> None:
    with pytest.raises(SettingsError) as error:
        Document(b"abc")  # type: ignore[arg-type]
    assert str(error.value) == (
        "the text of a document must be a str, as `load` reads it, got b'abc'"
    )
    with pytest.raises(SettingsError, match=r"must be a list of strategies, got 'sentence'"):
        compare(DOCUMENT, ["sentence"])  # type: ignore[list-item]
    with pytest.raises(SettingsError, match=r"a path must be a str or a Path, got None"):
        load(None)  # type: ignore[arg-type]


def test_a_text_is_accepted_for_a_document() -> None:
    text = DOCUMENT.text
    assert prepare(text, STRATEGY.material).document == Document(text)
    assert compare(text, [STRATEGY]).document == Document(text)
    assert compare_thresholds(text, [0.3], embedder=EMBEDDER).source == "text"
    assert load_chunks(b'["One."]', text).chunking.texts == ["One."]


def test_iterators_are_accepted_for_lists() -> None:
    assert expect_each(iter(["a", "b"]), str, "texts") == ["a", "b"]
    assert len(compare(DOCUMENT, iter([STRATEGY])).lanes) == 1  # type: ignore[arg-type]
