"""The checks of the fuzzer hold for hostile texts and for damaged files."""

from __future__ import annotations

import random

import pytest
from checks import NAMES, alignment, loading, units
from hostile import TEXTS
from hypothesis import settings
from seeds import seeds

from chunking.loading import load_bytes


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hostile_texts_pass_all_checks(text: str) -> None:
    data = text[:2000].encode("utf-8", "surrogatepass")
    for kind in b"\0\1\2":
        units(bytes([kind, kind]) + data)
        loading(bytes([kind]) + data)
    alignment(b"\xff".join([data, data[3:40], data[5:9], b"@2,9", b"@1,4," + data[1:4]]))


# Half a minute for those that a process of their own converts; `make test-all` has them all.
EDITED = 60 if settings().max_examples > 25 else 2


@pytest.mark.parametrize("seed", seeds(), ids=NAMES)
def test_damaged_seeds_are_loaded_or_refused(seed: bytes) -> None:
    assert load_bytes(seed[1:], NAMES[seed[0]]).text.strip() or NAMES[seed[0]] == "a.xml"
    rng = random.Random(3)  # noqa: S311  # reproducible, not secret
    for _ in range(EDITED):
        damaged = bytearray(seed)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(1, len(damaged))
            damaged[at : at + rng.randint(0, 3)] = rng.randbytes(rng.randint(0, 3))
        loading(bytes(damaged))
