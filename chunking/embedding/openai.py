"""Embedding and chat models of servers with the API of OpenAI: Ollama, vLLM, TEI and others."""

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from chunking.core.arrays import Vectors
from chunking.core.errors import ModelError
from chunking.core.text.normalization import replace_surrogates
from chunking.core.text.tokenizers import token_sizes
from chunking.embedding.endpoint import OPENAI_URL, URL_VARIABLE, Endpoint, is_loopback
from chunking.embedding.long_texts import batches, mean_of_windows, windows_of
from chunking.embedding.protocol import OnBatch, no_vectors, unit_vectors

# OpenAI's own models, all with one limit and one tokenizer.
_OPENAI_MODELS = {"text-embedding-3-small", "text-embedding-3-large", "text-embedding-ada-002"}
_OPENAI_LIMIT = 8191
_OPENAI_TOKENIZER = "cl100k"
PREFIX = "openai:"
# Texts per request: few enough that progress shows and a cancelled request costs little.
TEXTS_PER_REQUEST = 128


class OpenAIEmbedder:
    """A model behind the OpenAI API for embeddings, over HTTP.

    Args:
        base_url: Address of the server; by default `OPENAI_BASE_URL`, or that of OpenAI.
        key: Returns the key; by default the key in the environment or the system keyring.

    Attributes:
        host: Host that texts are sent to.

    Raises:
        ModelError: `base_url` is not an HTTP address.
    """

    batch_texts = TEXTS_PER_REQUEST
    beyond_limit = "refuse"
    reserved_tokens = 0

    def __init__(
        self,
        model: str,
        base_url: str | None = None,
        key: Callable[[], str | None] | None = None,
    ) -> None:
        self._model = model
        self._endpoint = Endpoint(base_url or os.environ.get(URL_VARIABLE) or OPENAI_URL, key)
        self.id = f"{PREFIX}{model}"
        # Servers may serve different weights under one name.
        self.revision = self._endpoint.base_url
        self.host = self._endpoint.host
        known = model in _OPENAI_MODELS
        self.max_pieces = _OPENAI_LIMIT if known else None
        self.tokenizer = _OPENAI_TOKENIZER if known else None

    def token_count(self, texts: Sequence[str]) -> int:
        """Return the tokens of texts, which the server bills; an estimate for other models."""
        tokenizer = self.tokenizer or "estimate"
        return sum(token_sizes(text, tokenizer).tokens(0, len(text)) for text in texts)

    def encode(self, texts: Sequence[str], *, on_batch: OnBatch | None = None) -> Vectors:
        """Return one vector per text, (n, d) float32 of norm 1.

        `on_batch` is also called while waiting for the server; if it raises, the answer is
        abandoned.

        Raises:
            ModelError: The server cannot be reached, refuses the request or answers wrongly.
        """
        texts = [replace_surrogates(text) for text in texts]
        found: list[Vectors] = []
        for batch in batches(texts, max_texts=TEXTS_PER_REQUEST):

            def check(done: int = batch.start) -> None:
                if on_batch is not None:
                    on_batch(done, len(texts))

            found.append(self._encode_batch(texts[batch], check))
            if on_batch is not None:
                on_batch(batch.stop, len(texts))
            if found[-1].shape[1] != found[0].shape[1]:
                raise ModelError(
                    f"the server {self.host} returned vectors of {found[0].shape[1]} and of "
                    f"{found[-1].shape[1]} numbers for model {self._model!r}"
                )
        return np.concatenate(found) if found else no_vectors()

    def _encode_batch(self, texts: Sequence[str], check: Callable[[], None]) -> Vectors:
        windows = windows_of(texts, self.tokenizer, self.max_pieces)
        parts = [part for of_text in windows for part, _ in of_text]
        payload = {"model": self._model, "input": parts, "encoding_format": "float"}
        rows = self._rows(self._endpoint.post("embeddings", payload, check), len(parts))
        return mean_of_windows(rows, windows, self.id)

    def _rows(self, answer: Any, count: int) -> Vectors:  # noqa: ANN401 - JSON
        """Return the vectors of an answer in the order of the texts, (count, d)."""
        try:
            rows = sorted(answer["data"], key=lambda row: row["index"])
            indices = [row["index"] for row in rows]
            vectors = np.array([row["embedding"] for row in rows], dtype=np.float32)
        except (KeyError, OverflowError, TypeError, ValueError):
            raise ModelError(
                f"the server {self.host} did not answer with one vector per text"
            ) from None
        if indices != list(range(count)):
            raise ModelError(
                f"the server {self.host} returned {len(rows)} vectors for {count} texts"
            )
        return unit_vectors(vectors, count, self.id)


def open_model(name: str) -> OpenAIEmbedder:
    """Return the model of `MODEL`, or of `MODEL@URL` with an address of this machine.

    Raises:
        ModelError: The name is empty, or the address is not one of this machine.
    """
    return OpenAIEmbedder(*model_and_url(name))


def model_and_url(name: str) -> tuple[str, str | None]:
    """Return the model and the address in `MODEL` or `MODEL@URL`; None without an address.

    Links and files of settings hold names of models, and must not send texts to any other server.
    """
    model, _, url = name.partition("@http")
    if not model:
        raise ModelError("openai: must be followed by the name of a model")
    if not url:
        return model, None
    url = "http" + url
    if not is_loopback(url):
        raise ModelError(
            f"a model name may hold only an address of this machine, got {url[:80]!r}: "
            f"set {URL_VARIABLE} for another server"
        )
    return model, url


class ChatModel:
    """A model behind the OpenAI API for chat completions, over HTTP.

    Args:
        name: `openai:MODEL`, or `openai:MODEL@URL` with an address of this machine. Without one,
            the address is `OPENAI_BASE_URL`, or that of OpenAI.
        key: Returns the key; by default the key in the environment or the system keyring.

    Attributes:
        id: Name of the model with its provider, without an address.
        host: Host that texts are sent to.

    Raises:
        ModelError: The name or the address is not valid.
    """

    def __init__(self, name: str, key: Callable[[], str | None] | None = None) -> None:
        if not name.startswith(PREFIX):
            raise ModelError(f"a chat model must be {PREFIX}NAME, got {name!r:.80}")
        self._model, url = model_and_url(name.removeprefix(PREFIX))
        self._endpoint = Endpoint(url or os.environ.get(URL_VARIABLE) or OPENAI_URL, key)
        self.id = f"{PREFIX}{self._model}"
        self.host = self._endpoint.host

    def answer(self, instructions: str, text: str, check: Callable[[], None]) -> str:
        """Return the answer to a text.

        Args:
            check: Called while waiting; may raise to cancel.
        """
        messages = [
            {"role": "system", "content": instructions},
            {"role": "user", "content": replace_surrogates(text)},
        ]
        payload = {"model": self._model, "messages": messages}
        found = self._endpoint.post("chat/completions", payload, check)
        try:
            content = found["choices"][0]["message"]["content"]
        except (KeyError, IndexError, TypeError):
            content = None
        if not isinstance(content, str):
            raise ModelError(f"the server {self.host} did not answer with a message")
        return content
