"""What determines the boundaries of a document, in words."""

import numpy as np
import pytest

from chunking.analysis.diagnosis import diagnose
from chunking.analysis.explain import WORDING, count_reasons, labels, suppressed_gaps
from chunking.analysis.recommend.threshold import recommended_threshold
from chunking.core.cuts import Reason
from chunking.core.document import Document
from chunking.core.prepared import NONE, Constraints
from chunking.engine import prepare, run
from chunking.engine.run import Split
from chunking.loading.samples import sample
from chunking.strategies import Strategy, available, get

pytestmark = pytest.mark.usefixtures("small_model")


def split(strategy: Strategy) -> Split:
    prepared = prepare(sample("essay.md"), strategy.material)
    return Split(run(prepared, strategy), prepared, strategy)


def verdict(strategy: Strategy) -> str:
    return diagnose(split(strategy), recommended_threshold).text


def test_the_maximum_is_named_where_it_determines_the_boundaries() -> None:
    assert verdict(get("fixed")(max_tokens=300)).startswith("Max tokens determines all ")


def test_a_target_below_the_maximum_is_named_instead_of_it() -> None:
    strategy = get("structure")(target_tokens=300, max_tokens=600)
    assert verdict(strategy).startswith("Target tokens determines all ")


@pytest.mark.parametrize(("threshold", "most"), [(0.05, 300), (0.05, 1200), (0.2, 1200)])
def test_the_verdict_counts_boundaries_by_similarity_as_the_legend_does(
    threshold: float, most: int
) -> None:
    strategy = get("semantic")(threshold=threshold, min_tokens=0, max_tokens=most)
    by = count_reasons(split(strategy).chunking)
    similar, forced = by.get("similarity", 0), by.get("max_tokens", 0)
    text = verdict(strategy)
    if forced > similar:
        assert f"ax tokens forces {forced} of {sum(by.values())} boundaries." in text
        return
    share = "all" if similar == sum(by.values()) else f"{similar} of"
    assert text.startswith(f"Threshold determines {share} {sum(by.values())} boundaries")
    assert (f", max tokens forces {forced}." in text) == bool(forced)


@pytest.mark.parametrize("threshold", [-0.9, -0.1, 0.1, 0.3, 0.9])
def test_a_threshold_is_at_fault_only_where_the_sentence_is_about_the_threshold(
    threshold: float,
) -> None:
    for least in (0, 200, 600):
        found = diagnose(
            split(get("semantic")(threshold=threshold, min_tokens=least)), recommended_threshold
        )
        assert found.about_threshold == found.text.startswith("Threshold")
        assert found.change_threshold == found.text.startswith("Threshold too")


@pytest.mark.parametrize("least", [0, 42, 400])
def test_a_threshold_above_nearly_all_similarities_determines_nothing(least: int) -> None:
    scores = split(get("semantic")()).prepared.signal.scores  # type: ignore[union-attr] # it has one
    for threshold in (float(np.quantile(scores, 0.95)), 1.0):
        below = int((scores < threshold).sum())
        found = diagnose(
            split(get("semantic")(threshold=threshold, min_tokens=least)), recommended_threshold
        )
        assert found.text == f"Threshold too high: {below} of {len(scores)} gaps are below it."


def test_suppressed_candidates_are_counted_as_the_legend_does() -> None:
    strategy = get("semantic")(threshold=0.3, min_tokens=400)
    prepared = prepare(sample("essay.md"), strategy.material)
    plain = run(prepared, strategy)
    suppressed = plain.gaps[suppressed_gaps(plain)]
    forbidden = Constraints((), (int(suppressed[0]),))
    for boundaries in (NONE, forbidden):
        chunking = run(prepared, strategy, boundaries)
        text = diagnose(
            Split(chunking, prepared, strategy, boundaries), recommended_threshold
        ).text.lower()
        count = int(suppressed_gaps(chunking).sum())
        total = count + count_reasons(chunking)["similarity"]
        assert f"{count} of {total} candidates" in text


@pytest.mark.parametrize("name", sorted(available()))
def test_no_setting_limits_the_boundaries_only_where_none_does(name: str) -> None:
    strategy = get(name)()
    found = split(strategy)
    text = diagnose(found, recommended_threshold).text
    if "max_tokens" not in strategy.relaxed():
        assert "boundaries: " in text
    for changed in strategy.relaxed().values() if text.startswith("No setting") else ():
        again = run(found.prepared, changed)
        assert again.boundaries.tolist() == found.chunking.boundaries.tolist()


def test_a_maximum_that_cannot_be_switched_off_is_not_said_to_limit_nothing() -> None:
    forced = "hierarchical", "to stay within the size limit."
    for name, reason in (("cluster", "part of the best chunking."), forced):
        text = verdict(get(name)())
        assert text.endswith(f"boundaries: {reason}")
    targeted = get("structure")(target_tokens=50, max_tokens=100_000)
    assert not verdict(targeted).startswith("No setting")


SOURCE = "\n\n".join(
    f"def step_{n}(value):\n    total = value + {n}\n    return total * {n}" for n in range(30)
)


def test_boundaries_that_are_chosen_together_are_not_said_to_be_forced() -> None:
    strategy = get("code")(max_tokens=100, syntax="python")
    document = Document(SOURCE)
    prepared = prepare(document, strategy.material)
    chunking = run(prepared, strategy)
    count = len(chunking) - 1
    assert set(labels(chunking, prepared)) == {"definition"}
    found = diagnose(Split(chunking, prepared, strategy), recommended_threshold)
    assert found.text == f"{count} boundaries chosen together, within max tokens."
    fitting = {Reason.DEFINITION: "definitions", Reason.MAX_TOKENS: "size limit"}
    for reason, what in fitting.items():
        assert "would not fit" not in WORDING[reason].description
        assert what in WORDING[reason].description


def test_no_threshold_is_at_fault_where_size_alone_decides() -> None:
    found = diagnose(split(get("fixed")(max_tokens=300)), recommended_threshold)
    assert (found.about_threshold, found.change_threshold) == (False, False)
