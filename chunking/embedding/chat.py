"""Chat models of OpenAI-compatible servers."""

import os
from collections.abc import Callable

from chunking.core.errors import ModelError
from chunking.core.text.normalization import replace_surrogates
from chunking.embedding.endpoint import OPENAI_URL, URL_VARIABLE, Endpoint
from chunking.embedding.openai import model_and_url

PREFIX = "openai:"


class ChatModel:
    """A model behind the OpenAI API for chat completions, over HTTP.

    Args:
        name: `openai:MODEL`, or `openai:MODEL@URL` with an address of this machine. Without one,
            the address is `OPENAI_BASE_URL`, or that of OpenAI.
        key: Returns the key; by default the key in the environment or the system keyring.

    Raises:
        ModelError: The name or the address is not valid.
    """

    def __init__(self, name: str, key: Callable[[], str | None] | None = None) -> None:
        if not name.startswith(PREFIX):
            raise ModelError(f"a chat model must be {PREFIX}NAME, got {name!r:.80}")
        self._model, url = model_and_url(name.removeprefix(PREFIX))
        self._endpoint = Endpoint(url or os.environ.get(URL_VARIABLE) or OPENAI_URL, key)

    @property
    def id(self) -> str:
        """Name of the model with its provider, without an address."""
        return f"{PREFIX}{self._model}"

    @property
    def host(self) -> str:
        """Host that texts are sent to."""
        return self._endpoint.host

    def answer(self, instructions: str, text: str, check: Callable[[], None]) -> str:
        """Return the answer to a text.

        Args:
            check: Called while waiting; may raise to cancel.

        Raises:
            ModelError: The server cannot be reached, refuses the request or answers wrongly.
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
