"""Tokenizer of BERT models in Python, for installations without the library tokenizers."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import numpy as np

# Ideographs, each of which is a word, as in google-research/bert.
_IDEOGRAPHS = (
    (0x4E00, 0x9FFF), (0x3400, 0x4DBF), (0x20000, 0x2A6DF), (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F), (0x2B920, 0x2CEAF), (0xF900, 0xFAFF), (0x2F800, 0x2FA1F),
)  # fmt: skip
_ASCII_PUNCTUATION = frozenset("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
_CONTINUATION = "##"
_WORD = re.compile("[^ ]+")


class Encoding(NamedTuple):
    """The numbers of the tokens of a text, and the half-open spans of their characters."""

    ids: list[int]
    offsets: list[tuple[int, int]]

    def __len__(self) -> int:
        return len(self.ids)


class AddedToken(NamedTuple):
    """A token that is found before a text is normalized, such as `[MASK]`."""

    content: str


class Model(NamedTuple):
    """The part of the tokenizer that is looked at: its unknown token."""

    unk_token: str


class _Normalized(dict[int, str]):
    """What each code point becomes: without accents, in lower case, as a word by itself."""

    def __missing__(self, code: int) -> str:
        self[code] = found = _normalized(chr(code))
        return found


def _normalized(character: str) -> str:
    category = unicodedata.category(character)
    if character in "\t\n\r" or category in {"Zs", "Zl", "Zp"}:
        return " "
    if character == "\ufffd" or category in {"Cc", "Cf", "Co", "Cs"}:
        return ""
    code = ord(character)
    bare = "".join(
        each
        for each in unicodedata.normalize("NFD", character)
        if unicodedata.category(each) != "Mn"
    )
    lowered = "".join(map(str.lower, bare))
    if any(first <= code <= last for first, last in _IDEOGRAPHS):
        return f" {lowered} "
    return "".join(f" {each} " if _is_punctuation(each) else each for each in lowered)


def _is_punctuation(character: str) -> bool:
    return character in _ASCII_PUNCTUATION or unicodedata.category(character).startswith("P")


class BertTokenizer:
    """The tokenizer of a `tokenizer.json` as BERT models have it, in lower case.

    It has the methods of the library tokenizers that are used here, and is slower. The results are
    the same but for characters younger than the tables of the library (Unicode 8). Texts are
    neither padded nor truncated.
    """

    def __init__(self, settings: dict[str, Any]) -> None:
        model = settings["model"]
        self._settings = settings
        self._vocabulary: dict[str, int] = model["vocab"]
        self._longest = int(model["max_input_chars_per_word"])
        self.model = Model(model["unk_token"])
        self._unknown = [(self._vocabulary[self.model.unk_token], 0)]
        self._added = [AddedToken(each["content"]) for each in settings["added_tokens"]]
        contents = [re.escape(each.content) for each in self._added]
        self._split = re.compile(f"({'|'.join(contents)})" if contents else "((?!))")
        self._normalize = _Normalized()
        # The number and the length of each piece of a word.
        self._known: dict[str, list[tuple[int, int]]] = {}
        self._before, self._after = _special_tokens(settings["post_processor"], self._vocabulary)

    @classmethod
    def from_str(cls, content: str) -> BertTokenizer:
        """Return the tokenizer of the content of a `tokenizer.json`."""
        settings = json.loads(content)
        normalizer, pre, model = (
            settings.get(part) or {} for part in ("normalizer", "pre_tokenizer", "model")
        )
        is_bert = (
            normalizer.get("type") == "BertNormalizer"
            and all(normalizer[each] for each in ("clean_text", "handle_chinese_chars"))
            and normalizer["lowercase"]
            and normalizer["strip_accents"] is not False
            and pre.get("type") == "BertPreTokenizer"
            and model.get("type", "WordPiece") == "WordPiece"
            and model["continuing_subword_prefix"] == _CONTINUATION
            and not any(each["lstrip"] or each["rstrip"] for each in settings["added_tokens"])
        )
        if not is_bert:
            raise ValueError("it is not that of a BERT model in lower case")
        return cls(settings)

    def to_str(self) -> str:
        """Return the content of the `tokenizer.json`."""
        return json.dumps(self._settings)

    def no_padding(self) -> None:
        """Do nothing."""

    def no_truncation(self) -> None:
        """Do nothing."""

    def get_vocab(self) -> dict[str, int]:
        """Return the number of each token."""
        return self._vocabulary

    def get_added_tokens_decoder(self) -> dict[int, AddedToken]:
        """Return the tokens that are found before a text is normalized, by their numbers."""
        return {self._vocabulary[each.content]: each for each in self._added}

    def token_to_id(self, token: str) -> int | None:
        """Return the number of a token; None if there is none."""
        return self._vocabulary.get(token)

    def num_special_tokens_to_add(self, is_pair: bool) -> int:  # noqa: FBT001 - as in the library
        """Return the number of tokens before and after each text."""
        del is_pair
        return len(self._before) + len(self._after)

    def encode(self, text: str, *, add_special_tokens: bool = True) -> Encoding:
        """Return the tokens of a text with their spans; those of special tokens are empty."""
        ids, offsets = [], []
        for start, part, added in self._parts(text):
            if added is not None:
                ids.append(added)
                offsets.append((start, start + len(part)))
                continue
            for number, first, end in self._pieces_with_spans(part):
                ids.append(number)
                offsets.append((start + first, start + end))
        if add_special_tokens:
            ids = [*self._before, *ids, *self._after]
            offsets = [*[(0, 0)] * len(self._before), *offsets, *[(0, 0)] * len(self._after)]
        return Encoding(ids, offsets)

    def encode_batch(
        self, texts: Iterable[str], *, add_special_tokens: bool = True
    ) -> list[Encoding]:
        """Return the tokens of each text with their spans."""
        return [self.encode(text, add_special_tokens=add_special_tokens) for text in texts]

    def encode_batch_fast(
        self, texts: Iterable[str], *, add_special_tokens: bool = True
    ) -> list[Encoding]:
        """Return the tokens of each text without their spans."""
        found = []
        for text in texts:
            ids = list(self._ids(text))
            if add_special_tokens:
                ids = [*self._before, *ids, *self._after]
            found.append(Encoding(ids, []))
        return found

    def _parts(self, text: str) -> Iterator[tuple[int, str, int | None]]:
        """Yield the offset of each part of a text, the part, and its number if it is a token."""
        start = 0
        for index, part in enumerate(self._split.split(text)):
            yield start, part, self._vocabulary[part] if index % 2 else None
            start += len(part)

    def _ids(self, text: str) -> Iterator[int]:
        for _, part, added in self._parts(text):
            if added is not None:
                yield added
                continue
            for word in part.translate(self._normalize).split(" "):
                if word:
                    for number, _ in self._known.get(word) or self._pieces(word):
                        yield number

    def _pieces_with_spans(self, text: str) -> Iterator[tuple[int, int, int]]:
        """Yield the number of each piece, and the start and the end of its characters."""
        parts = [self._normalize[ord(character)] for character in text]
        origin = np.repeat(np.arange(len(parts)), [len(part) for part in parts]).tolist()
        for word in _WORD.finditer("".join(parts)):
            start = word.start()
            for number, length in self._known.get(word[0]) or self._pieces(word[0]):
                end = start + length if length else word.end()
                yield number, origin[start], origin[end - 1] + 1
                start = end

    def _pieces(self, word: str) -> list[tuple[int, int]]:
        """Return the longest known pieces of a word, or the unknown token with a length of 0."""
        found: list[tuple[int, int]] = []
        start = 0
        while start < len(word) <= self._longest:
            prefix = _CONTINUATION if start else ""
            for end in range(len(word), start, -1):
                number = self._vocabulary.get(prefix + word[start:end])
                if number is not None:
                    found.append((number, end - start))
                    start = end
                    break
            else:
                break
        self._known[word] = found = found if start == len(word) else self._unknown
        return found


def _special_tokens(
    processor: dict[str, Any], vocabulary: dict[str, int]
) -> tuple[list[int], list[int]]:
    """Return the numbers of the tokens before and after a text."""
    before: list[int] = []
    after: list[int] = []
    side = before
    for part in processor["single"]:
        if "Sequence" in part:
            side = after
        else:
            side.append(vocabulary[part["SpecialToken"]["id"]])
    return before, after
