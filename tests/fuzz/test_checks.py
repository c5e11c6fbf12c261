"""The checks of the fuzzers hold for texts that are known to be hard, and what they found stays."""

from __future__ import annotations

import pytest
from checks import alignment, loading, units
from hostile import TEXTS


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hard_texts_pass(text: str) -> None:
    data = text[:2000].encode("utf-8", "surrogatepass")
    for kind in b"\0\1\2":
        units(bytes([kind, kind]) + data)
        loading(bytes([kind]) + data)
    alignment(b"\xff".join([data, data[3:40], data[5:9], b"@2,9", b"@1,4," + data[1:4]]))
