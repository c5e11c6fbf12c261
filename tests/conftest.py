"""How many examples the property tests try, and where the tests keep what they cache.

`HYPOTHESIS_PROFILE=nightly` tries a hundred times as many examples, other ones each time.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from collections.abc import Iterator

_COMMON = settings(
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
settings.register_profile("normal", _COMMON)
settings.register_profile(
    "nightly", _COMMON, max_examples=10_000, derandomize=False, print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "normal"))


@pytest.fixture(scope="session", autouse=True)
def _own_cache_of_vectors(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads or writes the vectors of the person who runs it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path_factory.mktemp("vectors")))
        yield
