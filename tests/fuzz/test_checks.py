"""The checks of the fuzzers hold for texts that are known to be hard, and what they found stays."""

from __future__ import annotations

import random

import pytest
from checks import NAMES, alignment, loading, units
from hostile import TEXTS
from seeds import seeds

from chunking.loading import load_bytes


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hard_texts_pass(text: str) -> None:
    data = text[:2000].encode("utf-8", "surrogatepass")
    for kind in b"\0\1\2":
        units(bytes([kind, kind]) + data)
        loading(bytes([kind]) + data)
    alignment(b"\xff".join([data, data[3:40], data[5:9], b"@2,9", b"@1,4," + data[1:4]]))


@pytest.mark.parametrize("seed", seeds(), ids=NAMES)
def test_a_seed_is_a_file_that_is_read_and_stays_harmless_when_it_is_damaged(seed: bytes) -> None:
    assert load_bytes(seed[1:], NAMES[seed[0]]).text.strip() or NAMES[seed[0]] == "a.xml"
    chance = random.Random(3)  # noqa: S311 - the same bytes on every run, no secret
    for _ in range(60):
        damaged = bytearray(seed)
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(1, len(damaged))
            damaged[at : at + chance.randint(0, 3)] = chance.randbytes(chance.randint(0, 3))
        loading(bytes(damaged))
