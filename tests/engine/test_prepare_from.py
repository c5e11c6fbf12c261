"""Documents prepared for another material from the same vectors."""

import numpy as np
import pytest

from chunking.core.prepared import Feature
from chunking.engine import prepare, prepare_from, run
from chunking.loading.samples import sample
from chunking.strategies import get

pytestmark = pytest.mark.usefixtures("small_model")

KNOWN = get("semantic")().material


@pytest.mark.parametrize(
    "spec",
    [("semantic", {"signal": "windowed"}), ("optimal", {}), ("sentence", {}), ("recursive", {})],
)
def test_the_chunks_are_those_of_a_document_prepared_from_its_text(
    spec: tuple[str, dict[str, object]],
) -> None:
    strategy = get(spec[0])(**spec[1])
    document = sample("essay.md")
    found = prepare_from(prepare(document, KNOWN), strategy.material)
    expected = run(prepare(document, strategy.material), strategy)
    assert np.array_equal(run(found, strategy).boundaries, expected.boundaries)


def test_sentences_with_vectors_are_not_embedded_again() -> None:
    def fail(done: int, total: int) -> None:
        pytest.fail(f"embedded {done} of {total}")

    known = prepare(sample("essay.md"), KNOWN)
    features: dict[Feature[object], object] = {}
    found = prepare_from(known, get("optimal")().material, features, on_batch=fail)
    assert found.vectors is known.vectors
    assert features == dict(found.features)
