"""The chunks that Tune shows: the document on screen, split by the settings of Tune."""

from typing import NamedTuple

from chunking.core.chunking import Chunking
from chunking.core.document import Document
from chunking.core.prepared import NONE, Constraints, Prepared
from chunking.embedding import TRUNCATE, LongTexts
from chunking.engine.manual_boundaries import boundaries_before
from chunking.engine.run import Split
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import Waiting
from chunking.gui.results import engine_calls
from chunking.gui.results.columns import version_of
from chunking.gui.results.engine_calls import Reference, key_of
from chunking.gui.session.session import Session
from chunking.strategies import Strategy


class AskedLane(NamedTuple):
    """Chunks of which a question asks: the letter of their lane, and how they are embedded."""

    letter: str
    chunking: Chunking
    model: str
    long_texts: LongTexts = TRUNCATE


def version(shown: Split) -> str:
    """Return a name for everything that a view of a split document depends on."""
    return version_of(shown.chunking, len(shown.prepared.units), str(shown.boundaries))


def split(session: Session, scope: str = "tune") -> Split | Waiting:
    """Return the chunks of the document on screen; while its model works, of what it has read.

    Lanes of Compare leave out manual boundaries.
    """
    boundaries = session.applied_boundaries(session.document) if scope == "tune" else NONE
    return _split(session.document, session.strategy(scope), boundaries)


def model_job(session: Session, scope: str = "tune") -> Waiting | None:
    """Return the job that prepares the document for the settings, as long as it works."""
    found = engine_calls.prepared(session.document, session.strategy(scope).material)
    return found if isinstance(found, Waiting) else None


def shown_split(session: Session) -> Split | Waiting:
    """Return the chunks that Tune shows: after a model has failed, the last complete ones."""
    current = split(session)
    return (previous(session, current) or current) if isinstance(current, Waiting) else current


def previous(session: Session, failed: Waiting) -> Split | None:
    """Return the last complete chunks of the document on screen, after a model has failed."""
    known = session.tune.complete
    if failed.job.error is None or known is None or known[0] != session.document.sha256:
        return None
    boundaries = session.applied_boundaries(session.document)
    found = _split(session.document, known[1], boundaries)
    return found if isinstance(found, Split) and found.complete else None


def _split(document: Document, strategy: Strategy, boundaries: Constraints) -> Split | Waiting:
    ready = engine_calls.prepared(document, strategy.material)
    if isinstance(ready, Waiting):
        part = engine_calls.partial(ready, document, strategy.material)
        if part is None:
            return ready
        inside = _inside(boundaries, part)
        return Split(_chunked(part, strategy, inside), part, strategy, inside, complete=False)
    ready = engine_calls.split_at(ready, boundaries)
    return Split(_chunked(ready, strategy, boundaries), ready, strategy, boundaries)


def _chunked(ready: Prepared, strategy: Strategy, boundaries: Constraints) -> Chunking:
    document = ready.document
    about = (document.source, document.route, document.title, document.domain)
    key = (*key_of(document), *about, len(ready.units), strategy, boundaries)
    return _chunks(key, ready, strategy, boundaries)


@cached(8)
def _chunks(_: Key, ready: Prepared, strategy: Strategy, boundaries: Constraints) -> Chunking:
    return engine_calls.chunk(ready, strategy, boundaries)


def _inside(boundaries: Constraints, part: Prepared) -> Constraints:
    """Return the manual boundaries in the part that is prepared so far."""
    if boundaries == NONE or not len(part.units):
        return NONE
    return boundaries_before(boundaries, int(part.units.ends[-1]))


def without_boundaries(session: Session, shown: Split) -> Split:
    """Return what the settings alone make of the document, without manual boundaries."""
    if shown.boundaries == NONE:
        return shown
    ready = engine_calls.prepared(session.document, shown.strategy.material)
    if isinstance(ready, Waiting):
        return shown
    return Split(engine_calls.chunk(ready, shown.strategy), ready, shown.strategy)


def curve(session: Session, shown: Split | Waiting) -> Prepared | None:
    """Return what has the similarities of the curve: the strategy's, or the selected model's."""
    if not isinstance(shown, Waiting) and shown.prepared.signal is not None:
        return shown.prepared
    known = engine_calls.reference(session.document, session.model())
    if isinstance(known, Reference):
        return known.prepared
    return engine_calls.partial(known, session.document, engine_calls.plain(session.model()))


def depends_on(shown: Split, field: str) -> Key:
    """Return everything that the chunks at all values of one setting depend on."""
    others = sorted(shown.strategy.model_dump(exclude={field}).items())
    about = (*key_of(shown.document), shown.prepared.material, len(shown.prepared.units))
    return (*about, shown.boundaries, shown.strategy.name, field, repr(others))


def remember_result(session: Session) -> list[Waiting]:
    """Remember the settings once their chunks of the document on screen are complete."""
    working = model_job(session)
    if working is not None:
        return [working] if working.job.error is None else []
    current = split(session)
    if not isinstance(current, Waiting):
        session.tune.complete = session.document.sha256, current.strategy
    return []
