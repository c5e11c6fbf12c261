import math
from itertools import pairwise

import numpy as np
import pytest

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.prepared import Material, Signal
from chunking.core.text.tokenizers import token_sizes
from chunking.embedding import ModelTokens
from chunking.engine import prepare
from chunking.library.summary import box_quantiles, profile

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
