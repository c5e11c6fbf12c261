"""Chunks, thresholds and expected boundaries of the bundled samples are pinned in `tests/pinned/`.

The default tests check three samples, and other settings on those in `VARIANTS`; the nightly ones
check all.
"""

import hashlib
import itertools
import json
import math
import re
from collections.abc import Callable, Collection, Iterator
from functools import cache
from pathlib import Path

import numpy as np
import pytest

from chunking import Chunking, available, get
from chunking.analysis.metrics import (
    BOUNDARY_METRICS,
    METRICS,
    Evaluation,
    compute_metrics,
    metrics_against,
)
from chunking.analysis.thresholds import SELECTORS
from chunking.core.prepared import Constraints, Material, Prepared
from chunking.embedding import get_embedder, model_tokens
from chunking.engine import prepare, run
from chunking.engine.presets import published
from chunking.engine.spec import parse_spec
from chunking.loading.samples import SAMPLES, sample
from chunking.strategies import Optimal, Semantic, Strategy
from chunking.strategies.optimal.costs import SegmentCosts
from chunking.strategies.optimal.document_posterior import posterior

PINNED = Path(__file__).parent / "pinned"
REGENERATE = "python tests/test_pinned_results.py"

# Settings that change what a strategy does, on samples where they matter.
VARIANTS = {
    "essay.md": (
        "semantic:threshold=0.3,min_tokens=100,overlap_tokens=30",
        "semantic:signal=windowed,min_tokens=50,max_tokens=150",
        "breakpoint:rule=standard_deviation,amount=1",
        "breakpoint:rule=interquartile,amount=0.5,min_tokens=60",
        "breakpoint:rule=gradient,amount=90",
        "breakpoint:rule=target_size,target_tokens=150",
        "cluster:max_tokens=200,piece_tokens=60,overlap_tokens=20",
        "optimal:level=fine,min_tokens=20",
        "optimal:target_tokens=128,min_tokens=40,max_tokens=200,overlap_tokens=30",
        "optimal:lexical_weight=0,max_tokens=300",
        "optimal:lexical_weight=1,min_tokens=120",
        "optimal:level=coarse,paragraph_bonus=1",
        "sentence:max_tokens=90,resync_interval=300",
    ),
    "guide.md": (
        "semantic:keep_whole=lists,max_tokens=120,min_tokens=40",
        "semantic:oversize=keep,max_tokens=60,min_tokens=20",
        "optimal:oversize=keep,max_tokens=80,min_tokens=30",
        "optimal:target_tokens=60,max_tokens=90,min_tokens=50,heading_bonus=1",
        "structure:target_tokens=100,max_tokens=150,overlap_share=0.1",
        "structure:target_tokens=80,max_tokens=120,lead_ins=keep,oversize=keep",
        "headings:max_tokens=150,merge_below=60,depth=2",
        "recursive:max_tokens=60,overlap_tokens=15",
        "sliding:max_tokens=120,stride_tokens=80",
        "paragraph:max_tokens=60,overlap_tokens=20,overlap_starts_at=exact",
    ),
    "meeting.txt": (
        "dialogue:max_tokens=120,merge_below=60",
        "semantic:threshold=0.2,min_tokens=30",
    ),
    "nihongo.md": (
        "optimal:target_tokens=150,tokenizer=wordpiece",
        "sentence:max_tokens=70,overlap_tokens=20",
        "fixed:max_tokens=40,overlap_tokens=10",
    ),
    "inventory.py": ("code:max_tokens=120,merge_below=40", "recursive:max_tokens=80"),
}


def strategies() -> dict[str, Strategy]:
    """Return every strategy with its default settings, and every published preset, by name."""
    defaults = {name: get(name)() for name in available()}
    return defaults | {preset.name: preset.strategy for preset in published()}


@cache
def prepared_for(name: str, material: Material) -> Prepared:
    """Return a sample prepared for a strategy."""
    return prepare(sample(name), material)


def digest(chunking: Chunking) -> str:
    """Return 12 hex digits of all that a chunking says about its chunks and gaps."""
    rows = [
        (
            chunk.start, chunk.end, chunk.overlap, chunk.tokens, chunk.reason, chunk.oversize,
            chunk.heading_path, chunk.id, chunk.location_id, chunk.content_hash, chunk.sha256,
        )
        for chunk in chunking
    ]  # fmt: skip
    columns = [chunking.parent.tolist(), chunking.gaps.tolist(), chunking.verdicts.tolist()]
    return hashlib.sha256(json.dumps([rows, columns]).encode()).hexdigest()[:12]


def chunks(names: Collection[str]) -> Iterator[str]:
    """Yield the sample, the strategy, the chunk count and the digest of each chunking."""
    for sample_name in names:
        for name, strategy in strategies().items():
            chunking = run(prepared_for(sample_name, strategy.material), strategy)
            yield f"{sample_name:<17}{name:<26}{len(chunking):>4}  {digest(chunking)}"


def settings(names: Collection[str]) -> Iterator[str]:
    """Yield the same for other settings, without and with manual boundaries."""
    for name in [each for each in VARIANTS if each in names]:
        for spec in VARIANTS[name]:
            strategy = parse_spec(spec)
            prepared = prepared_for(name, strategy.material)
            gaps = prepared.units.gaps
            manual = Constraints(
                tuple(gaps[len(gaps) // 3 :: len(gaps) // 3].tolist()),
                tuple(gaps[5 :: len(gaps) // 4].tolist()),
            )
            for constraints in (Constraints(), manual):
                chunking = run(prepared, strategy, constraints)
                yield f"{name:<13}{spec:<73}{len(chunking):>4}  {digest(chunking)}"


def thresholds(names: Collection[str]) -> Iterator[str]:
    """Yield the threshold and the evidence of each selector."""
    materials = {
        signal: Material("sentences", model=Optimal().model, signal=signal)
        for signal in ("adjacent", "windowed")
    }
    for sample_name in names:
        for signal, material in materials.items():
            prepared = prepared_for(sample_name, material)
            for name, selector in SELECTORS.items():
                found = selector(prepared)
                value = "none" if found.value is None else f"{found.value:.6g}"
                facts = " ".join(f"{key}={fact:.4g}" for key, fact in found.facts.items())
                curves = sum(float(np.nansum(np.abs(curve.y))) for curve in found.curves)
                yield (
                    f"{sample_name:<17}{signal:<9}{name:<14}{value:<9}{curves:<11.4g}{facts}"
                ).rstrip()


def expectations(names: Collection[str]) -> Iterator[str]:
    """Yield the expected boundaries of `optimal`, the sum and maximum of their probabilities."""
    for name in names:
        for weight in (0.0, 0.5, 1.0):
            strategy = Optimal(lexical_weight=weight, max_tokens=400)
            prepared = prepared_for(name, strategy.material)
            (feature,) = strategy.material.features
            costs = prepared.feature(feature)
            assert isinstance(costs, SegmentCosts)
            distribution = posterior(prepared, costs, strategy._preferences)
            expected = distribution.at(strategy.level).expected_boundaries
            offsets = run(prepared, strategy).boundaries
            found = strategy.probabilities(prepared, offsets)
            found = found[np.isfinite(found)]
            total, largest = float(found.sum()), float(found.max(initial=0))
            yield f"{name:<17}{weight:<5}{expected:<10.4g}{total:<10.4g}{largest:.4g}"


def metrics(names: Collection[str]) -> Iterator[str]:
    """Yield the metrics of some strategies, and the agreement of each with `semantic`."""
    for name in [each for each in ("essay.md", "guide.md", "meeting.txt") if each in names]:
        sentences = prepared_for(name, Material("sentences", model=Optimal().model))
        tokens = model_tokens(sentences.document.text, get_embedder())
        reference = run(prepared_for(name, Semantic().material), Semantic(min_tokens=100))
        for spec in (
            "fixed:max_tokens=150",
            "structure:target_tokens=120,max_tokens=200",
            "optimal",
        ):
            strategy = parse_spec(spec)
            chunking = run(prepared_for(name, strategy.material), strategy)
            evaluation = Evaluation(chunking, sentences, tokens, limits=strategy.limits)
            found = compute_metrics(evaluation)
            values = [f"{each.name}={each.format(found[each.name])}" for each in METRICS]
            agreement = metrics_against(chunking, reference.boundaries, sentences.units)
            values += [
                f"{each.name}={each.format(agreement[each.name])}" for each in BOUNDARY_METRICS
            ]
            yield f"{name:<12}{spec:<43}{' '.join(values)}"


FILES: dict[str, Callable[[Collection[str]], Iterator[str]]] = {
    "chunks": chunks,
    "settings": settings,
    "thresholds": thresholds,
    "expectations": expectations,
    "metrics": metrics,
}


def same(line: str, expected: str) -> bool:
    """Return whether two lines are equal, their numbers up to rounding."""
    words, expected_words = (re.split(r"[\s=]+", each) for each in (line, expected))
    return len(words) == len(expected_words) and all(map(_same_word, words, expected_words))


def _same_word(word: str, expected: str) -> bool:
    if word == expected:
        return True
    try:
        return math.isclose(float(word), float(expected), rel_tol=5e-3, abs_tol=2e-3)
    except ValueError:
        return False


# Of a Markdown text, of one with everything that Markdown has, and of one without spaces.
DEFAULT = ("essay.md", "guide.md", "nihongo.md")


@pytest.mark.model
@pytest.mark.parametrize("name", ["chunks", "thresholds", "expectations", "metrics"])
def test_results_on_three_samples_are_unchanged(name: str) -> None:
    check(name, DEFAULT)


@pytest.mark.model
def test_results_of_other_settings_are_unchanged() -> None:
    check("settings", VARIANTS)


@pytest.mark.model
@pytest.mark.nightly
@pytest.mark.parametrize("name", ["chunks", "thresholds", "expectations", "metrics"])
def test_results_on_the_other_samples_are_unchanged(name: str) -> None:
    check(name, [each.name for each in SAMPLES if each.name not in DEFAULT])


def check(name: str, samples: Collection[str]) -> None:
    """Compare a file with the results of today, on some samples."""
    lines = (PINNED / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    expected = sorted(line for line in lines if line.split()[0] in samples)
    found = sorted(FILES[name](samples))
    assert found
    pairs = itertools.zip_longest(found, expected, fillvalue="")
    changed = [f"- {old}\n+ {new}" for new, old in pairs if not same(new, old)]
    assert not changed, (
        f"results have changed; if that is intended, run `{REGENERATE}`, review the diff and note "
        "the change in CHANGELOG.md:\n" + "\n".join(changed)
    )


def test_lines_are_the_same_up_to_rounding() -> None:
    assert same("essay.md otsu 0.165 0.6246 depth=0.251", "essay.md otsu 0.165 0.6247 depth=0.2509")
    assert not same("essay.md otsu 0.165 depth=0.251", "essay.md otsu 0.175 depth=0.251")
    assert not same("essay.md otsu 0.165", "essay.md cohesion 0.165")
    assert not same("essay.md otsu", "essay.md otsu 0.165")


if __name__ == "__main__":
    all_samples = [each.name for each in SAMPLES]
    for name, lines in FILES.items():
        text = "\n".join(lines(all_samples)) + "\n"
        (PINNED / f"{name}.txt").write_text(text, encoding="utf-8")
