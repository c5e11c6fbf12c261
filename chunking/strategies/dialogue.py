"""Speaker turns packed to a budget; a question stays with its answer."""

import re
from dataclasses import replace
from typing import ClassVar, Literal

import numpy as np
from pydantic import Field

from chunking.core.arrays import Bools, Ints
from chunking.core.cuts import Cuts, Reason, reason_codes
from chunking.core.prepared import NONE, Constraints, Material, Prepared
from chunking.core.text.whitespace import find_break
from chunking.core.units import UnitKind
from chunking.strategies.base import Strategy, max_field, merge_field
from chunking.strategies.filling import EndAtSeparator, EndRule, Space, fill
from chunking.strategies.recursive import Recursive
from chunking.strategies.separators import OffsetSeparator
from chunking.units.speaker_labels import clock_at, label_at, speech_start

# A question mark at the end, before closing quotes and emphasis.
_QUESTION = re.compile(r"[?？؟][\s\"'”’»)\]*_]*\Z")
# Minutes without a message after which a chat has another subject, as sessions of the web end.
_PAUSE = 60
_QUESTION_LABELS = frozenset({"q", "question"})


class Dialogue(Strategy):
    """Whole turns of a transcript, a play or a chat, as many as fit.

    A turn that is too large is split between its sentences, then lines; the speaker's name stays
    with the first part. A document without turns is split as by `recursive`.
    """

    name: ClassVar[str] = "dialogue"
    title: ClassVar[str] = "Speaker turns"
    summary: ClassVar[str] = "Turns of transcripts, plays and chats, as many as fit; no model."

    max_tokens: int = max_field(400, "Maximum size.")
    merge_below: int = merge_field(50, "Merge chunks under this size with a neighbor.")
    questions: Literal["keep", "ignore"] = Field(
        default="keep", description="Keep a question with its answer where both fit."
    )

    @property
    def material(self) -> Material:
        """Turns and sizes."""
        return Material(units="turns", tokenizer=self.tokenizer)

    def cut(self, prepared: Prepared, constraints: Constraints = NONE) -> Cuts:
        """Return the cuts between turns, and inside those that are too large."""
        units, text = prepared.units, prepared.document.text
        is_turn = units.kinds == UnitKind.TURN.code
        if not is_turn.any():
            fallback = Recursive(
                max_tokens=self.max_tokens, overlap_tokens=0, tokenizer=self.tokenizer
            )
            return fallback.cut(prepared, constraints)
        within_turns = [each.offsets for each in prepared.layout.split_points]
        parts = _parts(prepared)
        levels = [*parts, units.gaps[~self._joined(prepared)], units.gaps, *within_turns]
        separators = [OffsetSeparator(text, each.data, Reason.MAX_TOKENS) for each in levels]
        ends = EndAtSeparator(prepared, separators, constraints, tokens=self.max_tokens)
        rule = _after_name(text, units.starts[is_turn], ends)
        cuts = fill(
            prepared, self.max_tokens, self.overlap, rule, constraints,
            merge_below=self.merge_below, levels=parts,
        )  # fmt: skip
        return _with_reasons(cuts, prepared, is_turn)

    def _joined(self, prepared: Prepared) -> Bools:
        """Return the gaps after a heading or between question and answer, (units - 1,)."""
        units, text = prepared.units, prepared.document.text
        joined: Bools = units.kinds[:-1] == UnitKind.HEADING.code
        if self.questions == "keep":
            is_turn = units.kinds == UnitKind.TURN.code
            spans = zip(units.starts.data, units.ends.data, strict=True)
            asks = np.fromiter((_is_question(text[a:b]) for a, b in spans), np.bool_, len(units))
            joined = joined | (asks & is_turn)[:-1] & is_turn[1:]
        return joined


def _parts(prepared: Prepared) -> list[Ints]:
    """Return the gaps before headings, before another day, and after a pause, each (k,)."""
    units, text = prepared.units, prepared.document.text
    is_heading = units.kinds == UnitKind.HEADING.code
    # Of headings below one another, the first.
    opens = is_heading[1:] & ~is_heading[:-1]
    days, pauses = np.zeros(len(opens), np.bool_), np.zeros(len(opens), np.bool_)
    before = None
    for row in np.flatnonzero(units.kinds == UnitKind.TURN.code).tolist():
        stamp = clock_at(text, int(units.starts[row]))
        if stamp is None or (before is None and stamp.is_recording):
            continue
        if before is not None and row > 0:
            is_earlier = not stamp.date and stamp.minutes < before.minutes
            days[row - 1] = stamp.date != before.date or is_earlier
            pauses[row - 1] = stamp.minutes - before.minutes >= _PAUSE
        before = stamp
    return [units.gaps[found] for found in (opens, days, pauses)]


def _is_question(turn: str) -> bool:
    if _QUESTION.search(turn, max(0, len(turn) - 40)):
        return True
    # Both labels contain the letter.
    label = label_at(turn) if "q" in turn or "Q" in turn else None
    return label is not None and label.speaker in _QUESTION_LABELS


def _after_name(text: str, turns: Ints, rule: EndRule) -> EndRule:
    """Return the rule, except that a chunk does not end after a speaker's name alone."""

    def rule_after_name(space: Space) -> tuple[int, Reason]:
        end, reason = rule(space)
        turn = int(turns.searchsorted(space.start))
        if turn < len(turns) and turns[turn] == space.start:
            speech = speech_start(text, space.start)
            if end <= speech < space.limit:
                most = space.limit_without_overlap
                end = find_break(text, space.start, space.limit, at_least=speech + 1, most=most)
        return end, reason

    return rule_after_name


def _with_reasons(cuts: Cuts, prepared: Prepared, is_turn: Bools) -> Cuts:
    """Return the cuts with the reason of those between units: a turn, or a paragraph."""
    forced, gaps = Reason.MAX_TOKENS.code, prepared.units.gaps
    at_gap = reason_codes(is_turn[1:], Reason.TURN, Reason.PARAGRAPH)
    verdicts = np.where(cuts.verdicts == forced, at_gap, cuts.verdicts).astype(np.uint8)
    at = np.minimum(np.searchsorted(gaps, cuts.offsets), max(0, len(gaps) - 1))
    reasons = cuts.reasons.copy()
    if len(gaps):
        between = (gaps[at] == cuts.offsets) & (cuts.reasons == forced)
        reasons[between] = at_gap[at[between]]
    return replace(cuts, reasons=reasons, verdicts=verdicts)
