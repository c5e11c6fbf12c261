"""Turns of speakers, as many as fit; a question stays with its answer."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, Literal

import numpy as np
from pydantic import Field

from chunking.breaks import break_inside
from chunking.strategies.base import Strategy
from chunking.strategies.fields import join_field, max_field
from chunking.strategies.filling import Room, Stop, fill
from chunking.strategies.pieces import Pieces
from chunking.strategies.recursive import Recursive
from chunking.strategies.separators import Places
from chunking.types import NONE, Constraints, Material, Prepared, Reason, UnitKind
from chunking.units.speakers import label_at, speech_at

if TYPE_CHECKING:
    from chunking.chunks import Cuts
    from chunking.types import Bools, Ints

# What a question ends with, and what may stand behind that.
_QUESTION = re.compile(r"[?？؟][\s\"'”’»)\]*_]*\Z")
_ASKS = frozenset({"q", "question"})


class Dialogue(Strategy):
    """The turns of a transcript, a play or a chat are put together while they fit.

    A question stays with its answer where both fit. A turn that is too large comes apart between
    its sentences, then lines, and its speaker's name stays with the first part. A document
    without turns is cut as `recursive` does it, and its cuts are not for turns.
    """

    name: ClassVar[str] = "dialogue"
    title: ClassVar[str] = "Turns of speakers"
    summary: ClassVar[str] = "Turns of transcripts, plays and chats, as many as fit; no model."

    max_tokens: int = max_field(400, "No chunk is larger than this.")
    join_tokens: int = join_field(
        50, "A chunk smaller than this joins its neighbour where both fit."
    )
    questions: Literal["keep", "ignore"] = Field(
        "keep",
        description="Whether a question stays with its answer where both fit.",
        json_schema_extra={"label": "Questions"},
    )

    @property
    def material(self) -> Material:
        """Turns and their sizes."""
        return Material(units="turns", count_in=self.count_in)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Cuts between turns, or within one that is too large."""
        units, text = prepared.units, prepared.document.text
        spoken = units.kinds == UnitKind.TURN.code
        if not spoken.any():
            other = Recursive(max_tokens=self.max_tokens, overlap_tokens=0, count_in=self.count_in)
            return other.cut(prepared, constraints)
        held = self._held(prepared)
        levels = [units.gaps[~held], units.gaps, *(each.offsets for each in prepared.layout.seams)]
        pieces = Pieces(text, [Places(text, each.data, Reason.MAX_TOKENS) for each in levels])
        stop = _named(text, units.starts[spoken], pieces.stop)
        cuts = fill(
            prepared, self.max_tokens, self.overlap, stop, constraints,
            join_tokens=self.join_tokens,
        )  # fmt: skip
        return _reasoned(cuts, prepared, spoken)

    def _held(self, prepared: Prepared) -> Bools:
        """The gaps behind a heading, or between a question and its answer, (units - 1,)."""
        units, text = prepared.units, prepared.document.text
        held: Bools = units.kinds[:-1] == UnitKind.HEADING.code
        if self.questions == "keep":
            turn = units.kinds == UnitKind.TURN.code
            spans = zip(units.starts.data, units.ends.data, strict=True)
            asks = np.fromiter((_asks(text[a:b]) for a, b in spans), np.bool_, len(units))
            held = held | (asks & turn)[:-1] & turn[1:]
        return held


def _asks(turn: str) -> bool:
    if _QUESTION.search(turn, max(0, len(turn) - 40)):
        return True
    # Neither of the two is spelled without that letter.
    label = label_at(turn) if "q" in turn or "Q" in turn else None
    return label is not None and label.speaker in _ASKS


def _named(text: str, turns: Ints, stop: Stop) -> Stop:
    """The same rule, but a name is not left alone where a part of what is said fits."""

    def stop_behind_name(room: Room) -> tuple[int, Reason]:
        end, reason = stop(room)
        turn = int(turns.searchsorted(room.start))
        if turn < len(turns) and turns[turn] == room.start:
            said = speech_at(text, room.start)
            if end <= said < room.limit:
                end = break_inside(text, room.start, room.limit, at_least=said + 1, most=room.alone)
        return end, reason

    return stop_behind_name


def _reasoned(cuts: Cuts, prepared: Prepared, spoken: Bools) -> Cuts:
    """The same cuts, with the reason of those that lie between units: a turn, or a paragraph."""
    forced, gaps = Reason.MAX_TOKENS.code, prepared.units.gaps
    own = np.where(spoken[1:], Reason.TURN.code, Reason.PARAGRAPH.code).astype(np.uint8)
    verdicts = np.where(cuts.verdicts == forced, own, cuts.verdicts).astype(np.uint8)
    at = np.minimum(np.searchsorted(gaps, cuts.offsets), max(0, len(gaps) - 1))
    reasons = cuts.reasons.copy()
    if len(gaps):
        natural = (gaps[at] == cuts.offsets) & (cuts.reasons == forced)
        reasons[natural] = own[at[natural]]
    return replace(cuts, reasons=reasons, verdicts=verdicts)
