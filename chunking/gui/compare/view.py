"""What Compare shows, as messages to the page: lanes, differences, metrics."""

from collections.abc import Sequence

from chunking.core.prepared import NONE
from chunking.core.text.sizes import Sizes
from chunking.embedding import ModelTokens
from chunking.gui.compare import changes, curves, details, threshold_transfer
from chunking.gui.compare.changes import Pair
from chunking.gui.compare.equal_size import EqualSize, equal_lanes
from chunking.gui.compare.messages import (
    CompareDetailsMessage,
    CompareLane,
    CompareMessage,
    LaneHead,
)
from chunking.gui.core.cache import Key, cached
from chunking.gui.core.jobs import Waiting
from chunking.gui.core.view import Message, View
from chunking.gui.results import columns, engine_calls, imported_chunks
from chunking.gui.results.chunks import model_job
from chunking.gui.results.engine_calls import Reference
from chunking.gui.results.lanes import Lane, Lanes, lane_tokens, lanes_unit, ready
from chunking.gui.results.messages import ChunkColumns, ChunksMessage
from chunking.gui.session.compare_state import BASELINE, IMPORTED, LANES, display_name
from chunking.gui.session.session import Session
from chunking.gui.session.settings import preset_choices, strategy_choices
from chunking.retrieval.equal_size import scaled_settings

# The colors of the lanes: one keeps its color when another comes or goes.
_COLORS = (*LANES, BASELINE, IMPORTED)
# Imported chunks without a place that the page lists, and the characters of each.
_MOST_UNPLACED, _LONGEST_UNPLACED = 50, 160


def add_lanes(view: View, session: Session, found: Lanes, *, as_one_text: bool = False) -> None:
    """Add the lanes; `as_one_text`: as one whole text with gutters, however Compare shows them."""
    columns.add_document(view, session.document)
    known = engine_calls.reference(session.document, session.model())
    shown = ready(found)
    message = _boundaries(view, session, found, known, changes.pair_of(session, shown))
    if as_one_text:
        message |= {"columns": False, "differences_only": False, "pair": None, "changes": None}
    view.send(message)
    growing = (each.letter for each in shown if not each.complete)
    jobs = (model_job(session, each) for each in growing)
    view.wait_for(known, *jobs, *found.values())


def add_metrics(view: View, session: Session, shown: Sequence[Lane]) -> None:
    """Add what compares the lanes that have chunks, once it is known: metrics, agreement, cost."""
    known = engine_calls.reference(session.document, session.model())
    equal: EqualSize | Waiting | None = None
    if isinstance(known, Reference) and shown and all(each.complete for each in shown):
        equal = equal_lanes(session, shown, known)
    pair = changes.pair_of(session, shown)
    found = details.compare(session, shown, known, equal, pair)
    view.wait_for(equal, found)
    if isinstance(found, Waiting):
        return
    message: CompareDetailsMessage = {
        "kind": "compare_details",
        "document": session.document.sha256,
        "letters": [each.letter for each in shown],
        "name": session.document.route,
        "pair": None if pair is None else f"{pair[0].name} → {pair[1].name}",
        "equal": session.compare.equal_size,
        "size": equal.size if isinstance(equal, EqualSize) else "",
        "scaled": _scaled(shown, equal.lanes) if isinstance(equal, EqualSize) else [],
        **found,
    }
    view.send(message)


def _scaled(as_set: Sequence[Lane], lanes: Sequence[Lane]) -> list[str]:
    """Return the settings of each lane that were scaled, "" for none."""
    pairs = ((lane.strategy, own.strategy) for lane, own in zip(lanes, as_set, strict=True))
    return [scaled_settings(each, own) if each and own else "" for each, own in pairs]


# ---- boundaries ----------------------------------------------------------------------------------


def _boundaries(
    view: View,
    session: Session,
    found: Lanes,
    known: Reference | Waiting,
    pair: Pair | None,
) -> CompareMessage:
    document, compare, shown = session.document, session.compare, ready(found)
    place = session.documents.place
    return {
        "kind": "compare",
        "document": document.sha256,
        "length": columns.to_utf16(document, len(document.text)),
        "place": None if place is None else columns.to_utf16(document, place),
        "lanes": [
            _lane(view, session, (letter, each), shown, known) for letter, each in found.items()
        ],
        "scale": curves.scale(session, found),
        "overlaid": compare.overlaid,
        "figure": compare.figure,
        "pair": None if pair is None else [each.letter for each in pair],
        "changes": None if pair is None else changes.differences_of(pair, session.model()),
        "differences_only": compare.differences_only,
        "columns": compare.columns,
        "most": compare.shown == len(LANES),
        "fewest": compare.shown == len(compare.letters[:2]),
        "strategies": strategy_choices(),
        "presets": preset_choices(),
        "manual": session.boundaries_of(document) != NONE,
    }


def _lane(
    view: View,
    session: Session,
    named: tuple[str, Lane | Waiting],
    shown: Sequence[Lane],
    known: Reference | Waiting,
) -> CompareLane:
    """Return a lane with its letter: its form, and its chunks once there are any."""
    letter, lane = named
    settings = session.settings.get(letter)
    message = ""
    if isinstance(lane, Waiting):
        message = "Embedding…" if lane.job.error is None else f"{lane.job.error}."
    elif not lane.complete:
        message = "Embedding…"
    head: LaneHead = {
        "letter": letter,
        "name": display_name(letter),
        "color": _COLORS.index(letter),
        "title": lane.title if isinstance(lane, Lane) else "",
        "form": None if settings is None else settings.form(),
        "preset": "" if settings is None else settings.preset,
        "unplaced": _unplaced(session) if letter == IMPORTED else [],
        "message": message,
    }
    if isinstance(lane, Waiting):
        return {**head, "ready": False}
    unit = lanes_unit(shown, known)
    return {
        **head,
        "ready": True,
        "version": lane.version,
        "strategy": lane.chunking.strategy,
        "chunks": _add_chunks(view, lane, session.model(), lane_tokens(session, lane), unit),
        **curves.add_curve(view, lane, curves.document_curve(session, shown, known)),
        "transfers": threshold_transfer.sources(lane, shown) if settings is not None else [],
    }


def _add_chunks(
    view: View, lane: Lane, model: str, tokens: ModelTokens | None, unit: Sizes | None
) -> str:
    """Add the chunks of a lane, which are sent once, and return their id."""
    sha256, known = lane.chunking.document.sha256, (tokens is None, unit is None)
    key = (sha256, lane.version, lane.complete, model, *known)
    name = ":".join(map(str, key))

    def make() -> Message:
        columns = _packed(key, lane, tokens, unit)
        header: ChunksMessage = {"kind": "chunks", "id": name, "columns": columns}
        return Message(header)

    view.send_once("chunks", name, make)
    return name


@cached(24)
def _packed(_: Key, lane: Lane, tokens: ModelTokens | None, unit: Sizes | None) -> ChunkColumns:
    rest = not lane.complete
    return columns.chunk_columns(lane.chunking, lane.prepared, tokens, rest=rest, unit=unit)


def _unplaced(session: Session) -> list[tuple[int, str, str]]:
    """Return the number, the reason and the text of imported chunks that were not found."""
    theirs = imported_chunks.aligned(session)
    if theirs is None:
        return []
    return [
        (each.index + 1, each.reason, " ".join(each.text.split())[:_LONGEST_UNPLACED])
        for each in theirs.unplaced[:_MOST_UNPLACED]
    ]
