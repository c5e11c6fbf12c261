"""The exact optimum as a strategy: limits, preferences and reasons."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking.analysis.explain import labels
from chunking.analysis.setting_effects import setting_effects
from chunking.core.chunking import Chunking
from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.prepared import Constraints, Material
from chunking.engine import chunk, compute_features, nest, prepare, run
from chunking.loading.samples import sample
from chunking.output.export import from_jsonl, to_jsonl
from chunking.strategies import get
from chunking.strategies.base import MultiLevel
from chunking.strategies.optimal.costs import SegmentCosts
from chunking.strategies.optimal.document_posterior import evidence_width

TIDE = "The tide pulls water from the shore when the moon is near. "
BREAD = "Warm dough rises slowly in a bowl beside the old oven. "
IRON = "A smith hammers glowing metal upon his anvil until sparks fly. "
TEXT = (TIDE * 6 + BREAD * 5 + IRON * 7).strip()
GAPS = (6 * len(TIDE), 6 * len(TIDE) + 5 * len(BREAD))


def cut(text: str = TEXT, **settings: object) -> Chunking:
    """Split a text; sizes in words, no limits by default."""
    loose: dict[str, object] = {"tokenizer": "words", "min_tokens": 0, "max_tokens": 10_000}
    return chunk(text, get("optimal")(**{**loose, **settings}), embedder=HashEmbedder())


def test_a_text_is_split_where_its_topics_change() -> None:
    found = cut()
    assert found.boundaries.tolist() == list(GAPS)
    assert [c.reason for c in found] == [Reason.OPTIMUM, Reason.OPTIMUM, Reason.TAIL]
    assert {REASONS[code] for code in found.verdicts} == {Reason.OPTIMUM, Reason.FITS}


def test_words_alone_need_no_model() -> None:
    strategy = get("optimal")(lexical_weight=1, min_tokens=0)
    assert strategy.material.model is None
    found = chunk(TEXT, strategy)
    assert found.boundaries.tolist() == list(GAPS)


def test_a_maximum_moves_boundaries_to_the_best_remaining_gaps() -> None:
    found = cut(max_tokens=48)
    assert set(GAPS) <= set(found.boundaries.tolist())
    assert max(found.tokens) <= 48


def test_below_the_minimum_topics_share_a_chunk() -> None:
    found = cut(min_tokens=60)
    assert len(found) == 3
    assert min(found.tokens) >= 60


def test_a_boundary_that_only_the_minimum_prevents_is_suppressed() -> None:
    text = (TIDE * 6 + BREAD * 3 + IRON * 7).strip()
    wanted = [6 * len(TIDE), 6 * len(TIDE) + 3 * len(BREAD)]
    assert cut(text).boundaries.tolist() == wanted
    found = cut(text, min_tokens=40)
    [denied] = found.gaps[found.verdicts == Reason.MIN_TOKENS.code].tolist()
    assert denied in wanted
    assert denied not in found.boundaries
    assert not np.any(cut(text, min_tokens=30).verdicts == Reason.MIN_TOKENS.code)


def test_as_few_chunks_as_possible_are_below_the_minimum() -> None:
    found = cut(TIDE * 3 + "\n\n```\n" + "code " * 60 + "\n```\n\n" + BREAD * 3,
                min_tokens=40, max_tokens=50, oversize="keep")  # fmt: skip
    assert found.oversize.tolist() == [False, True, False]
    assert [c.reason for c in found] == [Reason.TAIL, Reason.MAX_TOKENS, Reason.TAIL]


def test_a_sentence_above_the_maximum_is_split() -> None:
    found = cut(TIDE + "word " * 70 + "end. " + BREAD, max_tokens=30)
    assert max(found.tokens) <= 30
    assert Reason.MAX_TOKENS in {c.reason for c in found}


def test_the_mean_size_approaches_the_target() -> None:
    text = " ".join(f"{name} walked along river number {i} again." for i in range(30)
                    for name in ("Ann", "Bob", "Carl"))  # fmt: skip
    assert 40 <= np.mean(cut(text, target_tokens=45).tokens) <= 50
    assert 25 <= np.mean(cut(text, target_tokens=28).tokens) <= 31
    assert len(cut(text, target_tokens=9_000)) == 1


@pytest.mark.parametrize(("field", "text"), [
    ("heading", TIDE * 4 + "\n\n# More\n\n" + TIDE * 4),
    ("paragraph", TIDE * 4 + "\n\n" + TIDE * 4),
])  # fmt: skip
def test_a_bonus_draws_boundaries_to_its_kind_of_gap(field: str, text: str) -> None:
    off = {"heading_bonus": 0, "paragraph_bonus": 0}
    found = cut(text, **{**off, f"{field}_bonus": 2}, lexical_weight=0)
    assert len(found) > 1
    assert all(part.startswith(("# More", "The tide")) for part in found.texts)


def test_the_label_shows_the_cost_of_removing_the_boundary() -> None:
    strategy = get("optimal")(min_tokens=0)
    prepared = prepare(Document(TEXT), strategy.material, embedder=HashEmbedder())
    found = run(prepared, strategy)
    probabilities = strategy.probabilities(prepared, found.boundaries)
    assert probabilities is not None
    assert (probabilities > 0.5).all()
    curve = strategy.curve(prepared, found.boundaries)
    assert curve is not None
    assert curve.kind == "probability"
    assert curve.scores[np.isin(curve.gaps, found.boundaries)].tolist() == probabilities.tolist()
    assert labels(found, prepared) == [f"probability {each:.2f}" for each in probabilities]
    again = from_jsonl(to_jsonl(found), prepared.document)
    assert labels(again, prepared) == ["optimum", "optimum"]


def test_the_effect_of_each_setting_that_can_be_disabled_is_counted() -> None:
    strategy = get("optimal")(tokenizer="words", min_tokens=0, max_tokens=48)
    prepared = prepare(Document(TEXT), strategy.material, embedder=HashEmbedder())
    found = setting_effects(prepared, strategy, run(prepared, strategy))
    assert found["max_tokens"] > 0
    assert found["min_tokens"] == found["paragraph_bonus"] == 0


def test_costs_of_larger_segments_are_computed_on_demand() -> None:
    small = get("optimal")(tokenizer="words", min_tokens=0, max_tokens=24)
    large = small.with_(max_tokens=10_000)
    prepared = prepare(Document(TEXT), small.material, embedder=HashEmbedder())
    fresh = prepare(Document(TEXT), large.material, embedder=HashEmbedder())
    assert run(prepared, large).start.tolist() == run(fresh, large).start.tolist()


def test_costs_can_be_added_to_a_document_prepared_for_another_strategy() -> None:
    prepared = prepare(Document(TEXT), get("semantic")().material, embedder=HashEmbedder())
    strategy = get("optimal")(min_tokens=0)
    prepared = compute_features(replace(prepared, material=strategy.material))
    assert run(prepared, strategy).boundaries.tolist() == list(GAPS)


def test_a_document_prepared_without_costs_is_refused() -> None:
    bare = prepare(Document("One. Two."), Material("sentences"))
    with pytest.raises(SettingsError, match="is not prepared; prepare with"):
        run(bare, get("optimal")())
    no_vectors = replace(prepare(Document("One. Two."), get("optimal")(lexical_weight=1).material))
    with pytest.raises(SettingsError, match="is not prepared; prepare with"):
        run(no_vectors, get("optimal")())


def test_a_target_above_the_maximum_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"target_tokens must be at most max_tokens \(100\)"):
        get("optimal")(target_tokens=101, max_tokens=100)
    assert get("optimal")(target_tokens=100, max_tokens=100).target_tokens == 100


@pytest.mark.model
def test_the_essay_is_split_and_one_sentence_repeated_stays_whole() -> None:
    assert len(chunk(TIDE * 40, get("optimal")(max_tokens=100_000))) == 1
    assert 7 <= len(chunk(sample("essay.md"), get("optimal")())) <= 11


@pytest.mark.parametrize(("level", "levels"), [("medium", 2), ("fine", 3)])
@pytest.mark.parametrize("name", ["essay.md", "meeting.txt", "guide.md"])
def test_each_level_splits_the_chunks_of_the_one_before(name: str, level: str, levels: int) -> None:
    document = sample(name)
    strategy = get("optimal")(level=level, lexical_weight=1, overlap_tokens=20)
    nested = nest(document, strategy)
    assert len(nested) == levels
    for outer, inner in pairwise(nested):
        assert set(outer.boundaries.tolist()) <= set(inner.boundaries.tolist())
        for row, parent in enumerate(inner.parent.tolist()):
            assert outer.start[parent] <= inner.start[row] < outer.end[parent]
    found = chunk(document, strategy)
    assert found.boundaries.tolist() == nested[-1].boundaries.tolist()
    assert found.parent.tolist() == nested[-1].parent.tolist()
    assert max(nested[-1].tokens) <= strategy.limits[1]
    assert not nested[0].overlap.any()
    reasons = {chunk_.reason for each in nested for chunk_ in each}
    assert reasons <= {Reason.OPTIMUM, Reason.TAIL, Reason.MAX_TOKENS}
    prepared = prepare(document, strategy.material)
    for each, of_level in zip(nested, strategy.level_strategies, strict=True):
        expected = of_level.probabilities(prepared, each.boundaries)
        assert expected is not None
        assert np.isfinite(expected).any() == (len(each) > 1)


def test_a_coarser_level_has_larger_chunks() -> None:
    text = "".join(each * 4 for each in (TIDE, BREAD, IRON) * 4).strip()
    counts = [len(cut(text, level=each)) for each in ("coarse", "medium", "fine")]
    assert counts == sorted(counts)
    assert counts[0] < counts[1]


def test_hierarchical_takes_the_levels() -> None:
    spec = "optimal:lexical_weight=1,min_tokens=0,level="
    levels = " > ".join(f"{spec}{each}" for each in ("coarse", "medium", "fine"))
    nested = nest(sample("essay.md"), get("hierarchical")(levels=levels))
    assert len(nested[0]) < len(nested[1]) < len(nested[2])
    parents = np.searchsorted(nested[1].start, nested[2].start, side="right") - 1
    assert nested[2].parent.tolist() == parents.tolist()


def test_a_target_size_replaces_the_level() -> None:
    found = [cut(level=each, target_tokens=30).boundaries for each in ("coarse", "fine")]
    assert found[0].tolist() == found[1].tolist()
    assert set(cut(target_tokens=30).parent.tolist()) == {-1}


def test_only_manual_boundaries_have_the_manual_reason_in_every_level() -> None:
    strategy = get("optimal")(lexical_weight=1, min_tokens=0)
    document = Document(TEXT)
    prepared = prepare(document, strategy.material)
    by_hand = int(prepared.units.gaps[2])
    marks = Constraints((by_hand,), ())
    assert isinstance(strategy, MultiLevel)
    for cuts in strategy.cut_levels(prepared, marks):
        why = dict(zip(cuts.offsets.tolist(), cuts.reasons.tolist(), strict=True))
        assert why.pop(by_hand) == Reason.MANUAL.code
        assert set(why.values()) <= {Reason.OPTIMUM.code}
        assert cuts.verdicts[2] == Reason.MANUAL.code
        assert np.count_nonzero(cuts.verdicts == Reason.MANUAL.code) == 1


def test_preparing_computes_the_costs_and_the_evidence(monkeypatch: pytest.MonkeyPatch) -> None:
    strategy = get("optimal")(lexical_weight=0.25)
    (feature,) = strategy.material.features
    costs = prepare(Document(TEXT), strategy.material, embedder=HashEmbedder()).feature(feature)
    assert isinstance(costs, SegmentCosts)
    monkeypatch.setattr(SegmentCosts, "_compute_evidence", None)
    width = evidence_width(len(costs))
    assert costs.evidence(width, 0.25).gains.shape == (len(costs), len(costs))


def test_costs_of_different_weights_share_one_computation() -> None:
    first, second = (get("optimal")(lexical_weight=weight).material for weight in (0.5, 0.7))
    prepared = prepare(Document(TEXT), first, embedder=HashEmbedder())
    other = compute_features(replace(prepared, material=second))
    [before], [after] = first.features, second.features
    assert other.feature(before) is other.feature(after)
    assert after not in prepared.features
    with pytest.raises(TypeError):
        prepared.features[before] = None  # type: ignore[index] # the point of the test


def test_a_list_that_fits_is_kept_whole_if_so_set() -> None:
    items = "".join(f"- {word} is here. It is so.\n" for word in ("One", "Two", "Six"))
    text = f"Before it all is this.\n\n{items}\nAfter it all is that.\n"
    settings = {"min_tokens": 0, "tokenizer": "words", "lexical_weight": 1, "max_tokens": 25}
    strategy = get("optimal")(target_tokens=3, **settings)
    document = Document(text, media_type="text/markdown")
    assert len(chunk(document, strategy)) > 3
    assert items.strip() in chunk(document, strategy.with_(keep_whole="lists")).texts
