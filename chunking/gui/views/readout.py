"""What is said of a document and of what came out, in figures and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from chunking.analysis.explain import (
    count_reasons,
    is_flat,
    threshold_position,
)
from chunking.analysis.metrics.sizes import TRUNCATED
from chunking.analysis.metrics.structure import (
    BROKEN_FENCES,
    BROKEN_LISTS,
    BROKEN_TABLES,
    SENTENCE_CUTS,
)
from chunking.analysis.setting_effects import setting_effects, settings_without_effect
from chunking.gui import forms, notices
from chunking.gui.cached import Reference, Waiting, measured
from chunking.strategies.semantic import SHORT_TEXT_TOKENS
from chunking.text.numbers import count_of
from chunking.types import Reason

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.analysis.explain import ThresholdPosition
    from chunking.analysis.recommend import Recommendation
    from chunking.strategies import Strategy
    from chunking.types import Chunking, Document, Prepared

_DAMAGE = {
    BROKEN_LISTS: "list item",
    BROKEN_TABLES: "table",
    BROKEN_FENCES: "fenced code block",
}

# The reasons of cuts that lie where a chunk is full.
_BY_SIZE = (Reason.MAX_TOKENS, Reason.SIZE)

# As many gaps below the threshold passed over as this, for one that is cut: the sizes decide.
CROWDED = 2


def named(document: Document) -> str:
    """What the document is called."""
    return document.title or document.source


def about(document: Document, prepared: Prepared | None) -> str:
    """The size of the document, as far as it is known."""
    said = f"{document.source} · {count_of(len(document.text), 'character')} · {document.encoding}"
    if prepared is None:
        return said
    units = len(prepared.units)
    kind = (
        count_of(units, "paragraph")
        if prepared.material.units == "paragraphs"
        else count_of(units, "sentence or block", "sentences and blocks")
    )
    size = prepared.sizes.tokens(0, len(document.text))
    return f"{said} · {count_of(size, 'token')} · {kind}"


def notes(document: Document) -> None:
    """What was odd about the document."""
    for sentence in document.notes:
        notices.note(sentence)


def note(chunking: Chunking, strategy: Strategy, recommended: Recommendation | None) -> str:
    """That there is nothing to cut, what was odd, or what is recommended and why."""
    if len(chunking) == 0:
        return "The document holds no text: there is nothing to cut."
    if chunking.notes:
        return " ".join(f"{sentence.rstrip('.')}." for sentence in chunking.notes)
    if recommended is None:
        return ""
    if strategy == recommended.strategy:
        return f"Recommended settings in use: {recommended.summary}"
    return f"Recommended: {recommended.summary}"


def stale(problem: str) -> str:
    """That what is shown is from before, and why."""
    return f"What is shown is from before: {problem}."


def figures(
    chunking: Chunking, strategy: Strategy, reference: Reference | Waiting
) -> list[tuple[str, str]]:
    """How many chunks, how large, how many of them as asked: each as its value and its name."""
    if len(chunking) == 0:
        return [("0", "chunks")]
    tokens = chunking.tokens
    low, high = strategy.limits
    inside = float(np.mean((tokens >= low) & (tokens <= high)))
    # In the same place, for the line to stay one where the window is small.
    whole = f", {chunking.oversize.sum():,} kept whole" if chunking.oversize.any() else ""
    found = [
        (f"{len(chunking):,}", "chunk" if len(chunking) == 1 else "chunks"),
        # A half is rounded up, as the page does it for the same number.
        (
            f"{int(np.median(tokens) + 0.5):,}",
            f"tokens median ({tokens.min():,} to {tokens.max():,})",
        ),
        (_share(inside), f"inside {_limits(strategy)}{whole}"),
    ]
    if isinstance(reference, Reference):
        cut_off = TRUNCATED.compute(measured(chunking, strategy, reference))
        found.append((f"{cut_off:,.0f}", "longer than the model reads"))
    return found


def _share(share: float) -> str:
    """A share in percent, in which all is no less than all, and some no less than some."""
    whole = f"{share:.0%}"
    return whole if share in {0.0, 1.0} or whole not in {"0%", "100%"} else f"{share:.1%}"


def _limits(strategy: Strategy) -> str:
    """The settings that a chunk is to keep to: "Min and Max tokens", or that which there is."""
    least, most = (name in strategy.fields() for name in ("min_tokens", "max_tokens"))
    if not most:
        return "the maximum of the last level"
    title = strategy.label_of("max_tokens")
    if not (least and strategy.limits[0]):
        return title
    return f"{strategy.label_of('min_tokens').removesuffix(' tokens')} and {title}"


def so_far(chunking: Chunking) -> list[tuple[str, str]]:
    """The same while the model reads on."""
    read = int(chunking.end[-1]) / max(1, len(chunking.document.text)) if len(chunking) else 0.0
    return [(f"{len(chunking):,}", "chunks so far"), (f"{read:.0%}", "of the text read")]


def damage(chunking: Chunking, reference: Reference | Waiting) -> str:
    """What the cuts break, in one sentence; empty where they break nothing, or as yet unknown."""
    if not isinstance(reference, Reference):
        return ""
    reading = measured(chunking, None, reference)
    broken = [
        count_of(int(number), noun)
        for measure, noun in _DAMAGE.items()
        if (number := measure.compute(reading)) > 0
    ]
    within = SENTENCE_CUTS.compute(reading)
    parted = f"{_share(within)} of the cuts part a sentence" if within > 0 else ""
    through = f"the cuts go through {' and '.join(broken)}" if broken else ""
    said = "; ".join(part for part in (through, parted) if part)
    return f"{said[0].upper()}{said[1:]}." if said else ""


def sentences(chunking: Chunking, prepared: Prepared, strategy: Strategy) -> list[str]:
    """Which setting decides the cuts, and where the threshold lies."""
    said: list[str] = []
    if len(chunking) == 0:
        return said
    # A setting that is off decides nothing, and nobody asks.
    off = {name for name, other in strategy.relaxed().items() if other == strategy}
    decided = setting_effects(prepared, strategy, chunking)
    decided = {name: count for name, count in decided.items() if name not in off}
    if decided and len(chunking) > 1:
        unused = [name for name, count in decided.items() if not count]
        nothing = settings_without_effect(prepared, strategy, chunking, unused)
        titles = {name: forms.label_of(strategy, name) for name in decided}
        counts = {titles[name]: count for name, count in decided.items() if name not in nothing}
        places = _placed(strategy, count_reasons(chunking), decided.get("max_tokens", 0))
        said.append(_decided(counts, [titles[name] for name in nothing], len(chunking) - 1, places))
    threshold = getattr(strategy, "threshold", None)
    if threshold is None:
        return said
    if prepared.sizes.tokens(0, prepared.sizes.length) < SHORT_TEXT_TOKENS:
        said.append(
            f"Under {SHORT_TEXT_TOKENS} tokens there is one chunk: a threshold means nothing here."
        )
        return said
    place = threshold_position(prepared.signal, threshold)
    if place is not None:
        said.append(
            f"The threshold lies above {place.share_below:.0%} of the gaps"
            f"{_asked(place)}{_next_step(chunking)}"
        )
    if is_flat(prepared):
        said.append("The curve is flat: wherever it is cut is arbitrary.")
    return said


def _asked(place: ThresholdPosition) -> str:
    """Where a threshold does not ask for a cut at every gap below it: at how many it does."""
    if place.share_candidates == place.share_below:
        return ""
    return f" and asks for a cut at {place.share_candidates:.0%}, the low points of the curve"


def _placed(strategy: Strategy, reasons: Mapping[str, int], decided: int) -> str:
    """Where a maximum makes more cuts necessary than it places: what places the others."""
    by_size, title = sum(reasons.get(name, 0) for name in _BY_SIZE), strategy.size_limit_field
    if by_size >= decided:
        return ""
    if title != "max_tokens":
        aim = forms.label_of(strategy, title)
        return f"{aim} says about how large the parts are, the text where they end"
    if 2 * decided < sum(reasons.values()):
        return ""
    label = forms.label_of(strategy, title)
    if getattr(strategy, "keep_whole", "") == "lists":
        return f"without {label} lists of any length stay whole"
    return (
        f"{label} places {by_size:,}, the text the others"
        if by_size
        else "the text says where they fall"
    )


def _next_step(chunking: Chunking) -> str:
    """Where the sizes place the cuts more than the text does, what to do about it."""
    reasons = count_reasons(chunking)
    passed = int(np.count_nonzero(chunking.verdicts == Reason.MIN_TOKENS.code))
    by_size, by_text = (reasons.get(name, 0) for name in (Reason.MAX_TOKENS, Reason.SIMILARITY))
    if passed > CROWDED * max(1, by_text):
        return (
            f", but Min tokens passes over {passed:,} of the {passed + by_text:,} it asks for: "
            "lower Min tokens or the threshold, or see Suggestions, to let the text decide."
        )
    if by_size > by_text:
        return (
            f", but Max tokens places {by_size:,} of {len(chunking) - 1:,} cuts: raise Max tokens "
            "or the threshold, or see Suggestions, to let the text decide."
        )
    return "; a lower one gives fewer cuts."


def _decided(decided: dict[str, int], nothing: list[str], cuts: int, places: str = "") -> str:
    """How many cuts go without each setting, the most first, and which settings change nothing.

    `places` says what places them.
    """
    some = sorted(((count, name) for name, count in decided.items() if count), reverse=True)
    none = ", ".join(name for name, count in decided.items() if not count)
    changes = "changes" if len(nothing) == 1 else "change"
    idly = f" {' and '.join(nothing)} {changes} nothing here." if nothing else ""
    if not some:
        off = f": with {none} off they would be the same" if none else ""
        return f"Nothing limits the {'cut' if cuts == 1 else f'{cuts:,} cuts'}{off}.{idly}"
    (most, first), *rest = some
    parts = "".join(f", without {name} {count:,}" for count, name in rest)
    others = f", without {none} none" if none else ""
    both = ""
    if sum(decided.values()) > cuts:
        every = all(count == cuts for count, _ in some)
        both = (
            f" ({'all' if every else 'some'} need {'both' if len(some) == 2 else 'more than one'})"
        )
    vanish = "vanishes or moves" if most == 1 else "vanish or move"
    first_of_all = f"Without {first} {most:,} of {count_of(cuts, 'cut')} {vanish}"
    return f"{first_of_all}{parts}{others}{both}{f'; {places}' if places else ''}.{idly}"
