"""What suits a document, looked for once: what the selectors say, and what is recommended."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from chunking.analysis.search.outcomes import THRESHOLD
from chunking.gui import cached
from chunking.gui.ahead import depends_on
from chunking.gui.cached import Reference, key_of
from chunking.gui.jobs import Kind
from chunking.gui.keeping import Key, kept
from chunking.units.layout import layout

if TYPE_CHECKING:
    from chunking.analysis.recommend import Recommendation
    from chunking.gui.jobs import Job
    from chunking.gui.shown import Cut
    from chunking.signals.thresholds import SelectedThreshold
    from chunking.strategies import Strategy
    from chunking.types import Document, Prepared

LOOKING = Kind("Looking for what suits this text", stoppable=False)
# Of more units the costs of all stretches take more time and memory than nobody asked for.
_UNASKED = 5000

# Shuffling the units of a longer text takes longer than a person waits.
_SHUFFLED = 2000


def selections(prepared_for: Reference | Prepared) -> dict[str, SelectedThreshold]:
    """What every selector says of a prepared document, by name."""
    found = prepared_for.prepared if isinstance(prepared_for, Reference) else prepared_for
    return _selections((*key_of(found.document), found.material), found)


def recommendation(reference: Reference) -> Recommendation:
    """What suits a document; looked for once, in a second or less."""
    return _recommendation(key_of(reference.prepared.document), reference.prepared)


def known(document: Document) -> Recommendation | None:
    """What suits a document, if its structure decides or `look` has found it."""
    found = _by_structure(key_of(document), document)
    return found or cast("Recommendation | None", cached.made_by(_looked(document)))


def look(document: Document) -> Job | None:
    """The job that looks for what suits a document; None where it waits to be asked.

    It waits until the model has read the text, and where that is too long to be looked at unasked.
    """
    reference = cached.reference(document)
    if not isinstance(reference, Reference) or len(reference.prepared.units) > _UNASKED:
        return None
    found = cached.job(_looked(document), lambda _: recommendation(reference), LOOKING).job
    found.look()  # which gives a new one a moment: it may be done before the page is
    return found


def _looked(document: Document) -> Key:
    return (*key_of(document), "recommended")


def within_limits(cut: Cut) -> SelectedThreshold | None:
    """The threshold that suits a document under the settings as they are; None without vectors."""
    if cut.prepared.vectors is None or cut.prepared.signal is None:
        return None
    return _within_limits(depends_on(cut, THRESHOLD), cut.prepared, cut.strategy)


@kept(16)
def _within_limits(_: Key, ready: Prepared, strategy: Strategy) -> SelectedThreshold:
    from chunking.analysis.search.limited_threshold import threshold_within_limits

    return threshold_within_limits(ready, strategy)


@kept(16)
def _selections(_: Key, ready: Prepared) -> dict[str, SelectedThreshold]:
    from chunking.signals.thresholds import SELECTORS

    quick = len(ready.units) <= _SHUFFLED
    return {
        name: selector(ready)
        for name, selector in SELECTORS.items()
        if quick or name != "permutation"
    }


@kept(16)
def _by_structure(_: Key, document: Document) -> Recommendation | None:
    from chunking.analysis.recommend import recommend_by_structure

    return recommend_by_structure(document, layout(document))


@kept(16)
def _recommendation(_: Key, ready: Prepared) -> Recommendation:
    from chunking.analysis.recommend import recommend_prepared

    return recommend_prepared(ready)
