"""Texts longer than a model reads, in windows that it reads whole."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.embedding.starts import starts_in

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tokenizers import Tokenizer

    from chunking.types import Ints

# A word that a window cuts in two may have a piece more in its parts than it had whole.
SPARE = 2


class Windows:
    """Cuts what is longer than `most` word pieces, those that mark start and end not counted.

    `tokenizer` is the model's, and neither pads nor truncates.
    """

    def __init__(self, tokenizer: Tokenizer, most: int) -> None:
        self._tokenizer = tokenizer
        self._most = most

    @classmethod
    def of(cls, model: Any) -> Windows | None:  # noqa: ANN401 - whatever object embeds
        """Those of a model that shows its tokenizer and how much it reads; `None` for others."""
        limit = getattr(model, "max_seq_length", None)
        shown = getattr(model, "tokenizer", None)
        if not limit or shown is None:
            return None
        tokenizer = shown if hasattr(shown, "encode_batch_fast") else _copy(shown)
        if tokenizer is None:
            return None
        taken = tokenizer.num_special_tokens_to_add(is_pair=False)
        prompt = (getattr(model, "prompts", None) or {}).get(
            getattr(model, "default_prompt_name", None)
        )
        if prompt:
            taken += len(tokenizer.encode(prompt, add_special_tokens=False))
        return cls(tokenizer, max(1, int(limit) - taken))

    def cut(self, texts: Sequence[str]) -> list[list[tuple[str, int]]]:
        """The windows of each text with their word pieces: mostly one, the text itself."""
        found = [[(text, 1)] for text in texts]
        # A piece has at least one byte.
        suspects = [i for i, text in enumerate(texts) if len(text.encode()) > self._most]
        encodings = self._tokenizer.encode_batch_fast(
            [texts[i] for i in suspects], add_special_tokens=False
        )
        for i, encoding in zip(suspects, encodings, strict=True):
            if len(encoding) > self._most:
                starts = starts_in(texts[i], self._tokenizer, part=len(texts[i]) + 1)
                found[i] = cut_long(texts[i], starts, max(1, self._most - SPARE))
        return found


def cut_long(text: str, starts: Ints, most: int) -> list[tuple[str, int]]:
    """A text in windows of about equally many word pieces, at most `most`: (text, pieces) each.

    `starts` are where the pieces of `text` start, ascending, (n,). A window ends where a word
    does, if one does in its second half.
    """
    ends = [0]
    while (left := len(starts) - ends[-1]) > most:
        parts = -(-left // most)
        end = _end(text, starts, ends[-1], ends[-1] + -(-left // parts))
        if end == len(starts):
            break
        ends.append(end)
    ends.append(len(starts))
    places = [0, *starts[ends[1:-1]].tolist(), len(text)]
    return [
        (text[a:b], last - first)
        for (a, b), (first, last) in zip(pairwise(places), pairwise(ends), strict=True)
    ]


def _end(text: str, starts: Ints, begun: int, aim: int) -> int:
    """The piece before which a window from `begun` ends: `aim`, or a little before it."""
    for i in range(aim, (begun + aim) // 2, -1):
        place = int(starts[i])
        if text[place].isspace() or text[place - 1].isspace():
            return i
    # Several pieces may start at one place: no window ends among them.
    first = int(np.searchsorted(starts, starts[aim]))
    return first if first > begun else int(np.searchsorted(starts, starts[aim], side="right"))


def _copy(shown: Any) -> Tokenizer | None:  # noqa: ANN401 - of another library
    """A tokenizer of one's own: calls to a model change the padding and truncation of its."""
    from tokenizers import Tokenizer

    backend = getattr(shown, "backend_tokenizer", None)
    if backend is None:
        return None
    copy = Tokenizer.from_str(backend.to_str())
    copy.no_padding()
    copy.no_truncation()
    return copy
