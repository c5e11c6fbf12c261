"""Chunks beyond the token limit: their first tokens are embedded, or all of them."""

import numpy as np
import pytest

from chunking.core.errors import SettingsError
from chunking.core.text.tokenizers import bundled_folder
from chunking.embedding import (
    ChunkEmbedder,
    check_long_texts,
    embedded_texts,
    fate_beyond_limit,
    get_embedder,
    model_tokens,
)
from chunking.embedding.bert import BertEncoder
from chunking.embedding.openai import OpenAIEmbedder

LONG = "The tide covers the flats twice a day. " * 40 + "A lighthouse keeper reads by candle. " * 40


@pytest.mark.model
def test_a_long_chunk_is_embedded_up_to_the_limit_or_whole() -> None:
    model = get_embedder()
    [part] = embedded_texts([LONG], model)
    tokens = model_tokens(LONG, model)
    assert LONG.startswith(part)
    assert tokens.limit == 254
    assert tokens.sizes.tokens(0, len(part)) == 254
    assert embedded_texts([LONG], model, "average") == [LONG]
    cut = ChunkEmbedder(model).encode([LONG])
    assert np.array_equal(cut, model.encode([part]))
    whole = ChunkEmbedder(model, "average").encode([LONG])
    assert np.array_equal(whole, model.encode([LONG]))
    assert (cut @ whole.T).item() < 0.95


@pytest.mark.model
def test_truncation_gives_the_vector_of_a_model_that_truncates() -> None:
    [theirs] = BertEncoder(bundled_folder(), 256).encode([LONG])
    [ours] = ChunkEmbedder(get_embedder()).encode([LONG])
    assert ours @ theirs / np.linalg.norm(theirs) == pytest.approx(1, abs=1e-5)


@pytest.mark.model
def test_short_chunks_and_unlimited_models_are_unaffected() -> None:
    assert embedded_texts(["Low tide.", ""], get_embedder()) == ["Low tide.", ""]
    unknown = OpenAIEmbedder("local", "http://localhost:1/v1")
    assert embedded_texts([LONG], unknown) == [LONG]


@pytest.mark.model
def test_what_becomes_of_tokens_beyond_the_limit_depends_on_who_embeds() -> None:
    model, server = get_embedder(), OpenAIEmbedder("text-embedding-3-small")
    assert fate_beyond_limit(model) == "sentence-transformers truncates them"
    assert fate_beyond_limit(server) == "the server refuses such texts"
    assert fate_beyond_limit(model, "truncate") == "they are not embedded"
    assert fate_beyond_limit(model, "average", 4) == "such chunks are averaged over up to 4 windows"
    assert fate_beyond_limit(model, "average", 2) == "such chunks are averaged over two windows"


def test_another_value_gets_one_sentence() -> None:
    with pytest.raises(SettingsError, match="long_texts must be one of truncate, average; got 'x'"):
        check_long_texts("x")
