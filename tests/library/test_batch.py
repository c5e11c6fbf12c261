"""Many documents split by one strategy, in one process and in several."""

import math
from functools import partial
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from deadly import double

from chunking import chunk, chunk_many, get
from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.errors import LoadError, ModelError, SettingsError
from chunking.core.prepared import Material, Signal
from chunking.core.text.tokenizers import token_sizes
from chunking.embedding import ModelTokens
from chunking.engine import prepare
from chunking.library.batch import DocumentInput
from chunking.library.parallel_map import DEADLY, map_items
from chunking.library.summary import box_quantiles, profile
from chunking.loading import find_files

STRATEGY = get("structure")(target_tokens=50)
TEXTS = [f"# Part {i}\n\n" + "One more sentence. " * (i + 1) for i in range(12)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_results_are_those_of_chunk_in_order(jobs: int) -> None:
    found = list(chunk_many(TEXTS, STRATEGY, jobs=jobs))
    assert [each.source for each in found] == TEXTS
    for each, text in zip(found, TEXTS, strict=True):
        assert each.chunking is not None
        assert [c.to_dict() for c in each.chunking] == [c.to_dict() for c in chunk(text, STRATEGY)]


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_broken_document_has_an_error_and_the_others_follow(jobs: int, tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("# A\n\nTides.")
    (tmp_path / "b.docx").write_bytes(b"no archive")
    (tmp_path / "c.md").write_text("# C\n\nBread.")
    sources: list[DocumentInput] = [
        *find_files([tmp_path]).found,
        tmp_path / "missing.md",
        Document("Text."),
    ]
    found = list(chunk_many(sources, STRATEGY, jobs=jobs))
    assert [each.chunking is None for each in found] == [False, True, False, True, False]
    assert isinstance(found[1].error, LoadError)
    assert "b.docx: not a DOCX" in str(found[1].error)
    assert "missing.md: there is no such file" in str(found[3].error)
    assert found[0].error is None


def test_documents_are_loaded_only_as_the_results_are_used() -> None:
    taken = []

    def texts() -> object:
        for text in TEXTS:
            taken.append(text)
            yield text

    results = chunk_many(texts(), STRATEGY)  # type: ignore[arg-type]
    assert taken == []
    next(results)
    assert len(taken) == 1


def test_one_text_is_not_several_documents() -> None:
    with pytest.raises(SettingsError, match="documents must be several"):
        chunk_many("A text.", STRATEGY)


def test_a_wrong_document_has_an_error() -> None:
    (found,) = chunk_many([3], STRATEGY)  # type: ignore[list-item]
    assert isinstance(found.error, SettingsError)


def test_a_model_that_cannot_be_opened_is_an_error_before_any_document() -> None:
    with pytest.raises(ModelError):
        chunk_many(TEXTS, get("semantic")(model="nowhere:model"))


def test_jobs_must_be_a_positive_number() -> None:
    with pytest.raises(SettingsError, match="jobs must be at least 1, got 0"):
        chunk_many(TEXTS, STRATEGY, jobs=0)
    with pytest.raises(SettingsError, match="jobs must be a whole number"):
        chunk_many(TEXTS, STRATEGY, jobs="2")  # type: ignore[arg-type]


def test_a_function_in_the_settings_needs_one_process() -> None:
    strategy = get("paragraph")(tokenizer=lambda text: len(text.split()))
    assert len(list(chunk_many(TEXTS, strategy))) == len(TEXTS)
    with pytest.raises(
        SettingsError, match="with several jobs, a strategy must not hold functions"
    ):
        chunk_many(TEXTS, strategy, jobs=2)


def test_a_worker_that_dies_loses_only_the_item_on_which_workers_always_die(
    tmp_path: Path,
) -> None:
    work = partial(double, once=3, marker=tmp_path / "died", always=11)
    found = list(map_items(work, range(20), jobs=2))
    assert (tmp_path / "died").exists()
    assert [item for item, _ in found] == list(range(20))
    assert str(found[11][1]) == DEADLY
    assert [value for _, value in found if not isinstance(value, Exception)] == [
        2 * item for item in range(20) if item != 11
    ]


DOCUMENT = Document("x" * 100, "a.md")


def cut(*offsets: int) -> Chunking:
    edges = [0, *offsets, 100]
    return Chunking.from_spans(DOCUMENT, list(pairwise(edges)))


SIGNAL = Signal(np.array([20, 40, 60, 80]), np.array([0.1, 0.5, 0.3, 0.9]))


def test_a_profile_has_the_statistics_of_a_chunking() -> None:
    found = profile(cut(20, 60), (6, 10), signal=SIGNAL, threshold=0.4)
    assert found.tokens.tolist() == [5, 10, 10]
    assert (found.chunks, found.median, found.largest) == (3, 10, 10)
    assert found.inside == pytest.approx(2 / 3)
    assert found.below == 0.5


def test_the_share_below_the_threshold_is_that_of_the_signal() -> None:
    windowed = Signal(SIGNAL.gaps, np.array([0.1, 0.2, 0.3, 0.9]), "windowed")
    found = profile(cut(), (0, 99), signal=windowed, threshold=0.4)
    assert found.below == 0.75


def test_a_profile_counts_broken_blocks_and_truncated_chunks() -> None:
    text = "Words.\n\n- one item\n- another\n\n```\ncode\nmore code\n```\n"
    document = Document(text)
    blocks = prepare(document, Material("sentences")).layout.blocks
    edges = [0, text.index("item"), text.index("more"), len(text)]
    chunking = Chunking.from_spans(document, list(pairwise(edges)))
    pieces = token_sizes(text, "wordpiece")
    sizes = [pieces.tokens(a, b) for a, b in pairwise(edges)]
    tokens = ModelTokens(pieces, max(sizes) - 1)
    found = profile(chunking, (0, 99), blocks=blocks, model_tokens=tokens)
    assert (found.broken, found.truncated) == (2, 1)
    assert max(sizes) > sorted(sizes)[-2]


def test_without_similarities_there_is_no_share_and_no_threshold() -> None:
    found = profile(cut(50), (0, 99))
    unknown = (found.below, found.broken, found.truncated)
    assert all(math.isnan(each) for each in unknown)


def test_a_document_without_text_has_no_chunks() -> None:
    empty = profile(Chunking.from_spans(Document(""), []), (0, 99))
    assert (empty.chunks, empty.largest) == (0, 0)
    assert math.isnan(empty.median)
    assert math.isnan(empty.inside)


def test_box_plots_leave_out_what_is_undefined() -> None:
    scores = np.append(np.linspace(0, 1, 101), np.nan)
    assert box_quantiles(scores).tolist() == pytest.approx([0.02, 0.25, 0.5, 0.75, 0.98])
    assert len(box_quantiles(np.array([np.nan]))) == 0
