"""Greedy packing against a plain statement of its rules."""

from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document
from chunking.core.layout import Layout, Outline
from chunking.core.prepared import Constraints, Material, Prepared
from chunking.core.text.sizes import Sizes
from chunking.core.units import Units
from chunking.strategies.overlap import Overlap
from chunking.strategies.packing import Packing, pack

EMPTY = np.zeros(0, np.int64)
FORCED, GAP, CANDIDATE = Reason.MAX_TOKENS, Reason.ABOVE_THRESHOLD, Reason.SIMILARITY


@dataclass
class Problem:
    """Paragraphs of so many words, with sets of gaps: gap i is between paragraphs i and i + 1."""

    words: list[int]
    least: int = 0
    most: int = 100
    overlap: int = 0
    candidates: set[int] = field(default_factory=set)
    required: set[int] = field(default_factory=set)
    forbidden: set[int] = field(default_factory=set)
    joined: set[int] = field(default_factory=set)

    def packed(self) -> tuple[list[tuple[int, Reason]], list[Reason]]:
        """Return the paragraphs that begin chunks with their reasons, and the verdicts."""
        text = "\n\n".join(" ".join(["w"] * count) for count in self.words)
        ends = np.cumsum([2 * count + 1 for count in self.words]) - 2
        starts = ends - [2 * count - 1 for count in self.words]
        none = np.zeros(len(self.words), np.bool_)
        units = Units(starts, ends, none.astype(np.uint8), none)
        tokens = np.flatnonzero([letter == "w" for letter in text])
        layout = Layout(units, Outline(EMPTY, ()), EMPTY, EMPTY)
        sizes = Sizes(len(text), 1, tokens)
        prepared = Prepared(Document(text), Material("paragraphs"), layout, units, sizes)

        def at(gaps: set[int]) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
            return np.isin(np.arange(len(self.words) - 1), sorted(gaps))

        packing = Packing(
            min_tokens=self.least,
            max_tokens=self.most,
            overlap=Overlap(self.overlap),
            forced_reason=FORCED,
            gap_reason=GAP,
            candidate_reason=CANDIDATE,
        )
        manual = Constraints(
            units.gaps[at(self.required)].tolist(), units.gaps[at(self.forbidden)].tolist()
        )
        cuts = pack(prepared, packing, at(self.candidates), manual, at(self.joined))
        rows = np.searchsorted(starts, cuts.offsets).tolist()
        reasons = [REASONS[code] for code in cuts.reasons]
        return list(zip(rows, reasons, strict=True)), [REASONS[code] for code in cuts.verdicts]

    def expected(self) -> tuple[list[tuple[int, Reason]], list[Reason]]:
        """Return the same by the rules."""
        return Rules(self).packed()


class Rules:
    """The rules of packing, applied to one group of joined paragraphs after the other."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        self.joined = problem.joined | problem.forbidden
        self.groups = [i for i in range(len(problem.words)) if i - 1 not in self.joined]
        edges = [*self.groups, len(problem.words)]
        self.before = [sum(problem.words[:edge]) for edge in edges]
        self.candidates = {self.groups.index(i + 1) for i in problem.candidates - self.joined}
        self.required = {self.groups.index(i + 1) for i in problem.required - self.joined}
        self.cuts: list[tuple[int, Reason]] = []

    def packed(self) -> tuple[list[tuple[int, Reason]], list[Reason]]:
        """Return the paragraphs that begin chunks with their reasons, and the verdicts."""
        first = 0
        while first < len(self.groups):
            after, reason = self.end_of_chunk(first)
            start = self.merged_start(after)
            if self.size(start, after) < self.problem.least and reason is not Reason.MANUAL:
                reason = Reason.TAIL
            if after < len(self.groups):
                self.cuts.append((after, reason))
            first = after
        found = [(self.groups[first], reason) for first, reason in self.cuts]
        return found, self.verdicts(found)

    def end_of_chunk(self, first: int) -> tuple[int, Reason]:
        """Return the group after a chunk, and why the chunk ends there."""
        if not self.fits(first, first + 1):
            return first + 1, Reason.MANUAL if first + 1 in self.required else FORCED
        after = first + 1
        while after < len(self.groups):
            if after in self.required:
                return after, Reason.MANUAL
            if after in self.candidates and self.size(first, after) >= self.problem.least:
                return after, CANDIDATE
            if not self.fits(first, after + 1):
                break
            after += 1
        return after, FORCED

    def merged_start(self, after: int) -> int:
        """Remove cuts while a neighbor is short and both fit; return the start of the chunk."""
        while self.cuts and self.cuts[-1][1] is not Reason.MANUAL:
            previous, start = self.cuts[-2][0] if len(self.cuts) > 1 else 0, self.cuts[-1][0]
            smaller = min(self.size(previous, start), self.size(start, after))
            if smaller >= self.problem.least or not self.fits(previous, after):
                break
            self.cuts.pop()
        return self.cuts[-1][0] if self.cuts else 0

    def size(self, first: int, after: int) -> int:
        """Return the words of the groups `[first, after)`."""
        return self.before[after] - self.before[first]

    def fits(self, first: int, after: int) -> bool:
        """Return whether these groups fit a chunk with its overlap."""
        overlap = min(self.problem.overlap, self.before[first])
        return self.size(first, after) + overlap <= self.problem.most

    def verdicts(self, cuts: list[tuple[int, Reason]]) -> list[Reason]:
        found = [GAP] * (len(self.problem.words) - 1)
        for gap in self.problem.candidates:
            found[gap] = Reason.ATOMIC if gap in self.joined else Reason.MIN_TOKENS
        for gap in self.problem.forbidden:
            found[gap] = Reason.FORBIDDEN
        for row, reason in cuts:
            found[row - 1] = reason
        return found


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """Draw up to 14 paragraphs, none above the maximum."""
    words = draw(st.lists(st.integers(1, 9), min_size=2, max_size=14))
    gaps = st.sets(st.integers(0, len(words) - 2), max_size=len(words))
    few = st.sets(st.integers(0, len(words) - 2), max_size=2)
    least = draw(st.integers(0, 14))
    problem = Problem(
        words,
        least,
        draw(st.integers(max(9, least), 30)),
        draw(st.sampled_from([0, 0, 1, 4])),
        draw(gaps),
        draw(few),
        draw(few),
        draw(few),
    )
    rules = Rules(problem)
    # What is joined fits, except below headings.
    fitting = all(rules.size(i, i + 1) <= problem.most for i in range(len(rules.groups)))
    return problem if fitting else replace(problem, joined=set())


@settings(max_examples=4 * settings().max_examples)
@given(problems())
def test_packing_follows_its_rules(problem: Problem) -> None:
    assert problem.packed() == problem.expected()


def test_a_chunk_ends_at_the_first_candidate_from_its_minimum_on() -> None:
    found = Problem([3, 3, 3, 3, 3], least=6, candidates={0, 1, 3}).packed()
    assert found == (
        [(2, CANDIDATE)],
        [Reason.MIN_TOKENS, CANDIDATE, GAP, Reason.MIN_TOKENS],
    )


@pytest.mark.parametrize(("most", "rows"), [(8, [2, 4]), (9, [3]), (5, [1, 2, 3, 4])])
def test_a_chunk_is_filled_up_to_its_maximum(most: int, rows: list[int]) -> None:
    assert [row for row, _ in Problem([3] * 5, most=most).packed()[0]] == rows


def test_paragraphs_joined_above_the_maximum_are_one_chunk() -> None:
    found, _ = Problem([4, 4, 4, 4], most=9, forbidden={0, 1}).packed()
    assert found == [(3, FORCED)]
