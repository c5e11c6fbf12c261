"""Parts of a section against a plain statement of where they end."""

from dataclasses import dataclass, field
from itertools import accumulate, pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chunking.core.cuts import REASONS, Reason
from chunking.core.document import Document
from chunking.core.errors import SettingsError
from chunking.core.layout import Layout, Outline
from chunking.core.prepared import Constraints, Material, Prepared
from chunking.core.text.sizes import Sizes
from chunking.core.units import UnitKind, Units
from chunking.strategies import get

EMPTY = np.zeros(0, np.int64)


@dataclass
class Section:
    """Sentences of so many characters, one blank between two; a token is a character."""

    lengths: list[int]
    target: int
    most: int
    last_of_paragraph: set[int] = field(default_factory=set)
    forbidden: set[int] = field(default_factory=set)
    required: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.ends = list(accumulate(self.lengths, lambda end, length: end + 1 + length))
        self.starts = [end - length for end, length in zip(self.ends, self.lengths, strict=True)]

    def parts(self) -> list[tuple[int, Reason]]:
        """Return the sentences that begin a part, with the reasons."""
        count = len(self.lengths)
        atomic = np.zeros(count, np.bool_)
        sentences = Units(
            np.array(self.starts),
            np.array(self.ends),
            np.full(count, UnitKind.SENTENCE.code, np.uint8),
            atomic,
        )
        last = sorted(self.last_of_paragraph | {count - 1})
        first = [0, *[i + 1 for i in last[:-1]]]
        blocks = Units(
            sentences.starts[first],
            sentences.ends[last],
            np.zeros(len(last), np.uint8),
            atomic[: len(last)],
        )
        prepared = Prepared(
            Document("x" * self.ends[-1]),
            Material("sentences"),
            Layout(blocks, Outline(EMPTY, ()), EMPTY, EMPTY),
            sentences,
            Sizes(self.ends[-1]),
        )
        strategy = get("structure")(target_tokens=self.target, max_tokens=self.most)
        gaps = sentences.gaps
        manual = Constraints(
            gaps[sorted(self.required)].tolist(), gaps[sorted(self.forbidden)].tolist()
        )
        cuts = strategy.cut(prepared, manual)
        rows = np.searchsorted(sentences.starts, cuts.offsets).tolist()
        return list(zip(rows, [REASONS[code] for code in cuts.reasons], strict=True))

    def expected(self) -> list[tuple[int, Reason]]:
        """Return the same from the ends that each part may have."""
        found: list[tuple[int, Reason]] = []
        limit = self.most - int(0.15 * self.target)
        edges = [0, *[i + 1 for i in sorted(self.required - self.forbidden)], len(self.lengths)]
        for first, after in pairwise(edges):
            if first:
                found.append((first, Reason.MANUAL))
            unit = first
            while self.ends[after - 1] - self.starts[unit] > limit:
                last = self._end_of_part(unit, after, limit)
                if last + 1 == after:
                    break
                whole = last in self.last_of_paragraph
                found.append((last + 1, Reason.PARAGRAPH if whole else Reason.MAX_TOKENS))
                unit = last + 1
        return found

    def _end_of_part(self, unit: int, after: int, limit: int) -> int:
        start = self.starts[unit]
        target = min(start + self.target, self.ends[-1])
        half = min(start + self.target // 2, self.ends[-1])
        free = [i for i in range(unit, after) if i not in self.forbidden or i + 1 == after]
        fitting = [i for i in free if self.ends[i] - start <= limit]
        last = self.last_of_paragraph | {len(self.lengths) - 1}
        paragraphs = [i for i in fitting if i in last and self.ends[i] >= half]
        nearest = paragraphs or fitting or free[:1]
        return min(nearest, key=lambda i: (abs(self.ends[i] - target), -i))


@st.composite
def sections(draw: st.DrawFn) -> Section:
    """Draw up to 14 sentences, each of which fits a part."""
    lengths = draw(st.lists(st.integers(1, 9), min_size=2, max_size=14))
    gaps = st.integers(0, len(lengths) - 2)
    target = draw(st.integers(9, 24))
    most = target + int(0.15 * target) + draw(st.integers(0, 9))
    few = st.sets(gaps, max_size=2)
    return Section(lengths, target, most, draw(st.sets(gaps)), draw(few), draw(few))


@settings(max_examples=4 * settings().max_examples)
@given(sections())
def test_parts_end_at_the_nearest_paragraph_or_else_sentence(section: Section) -> None:
    assert section.parts() == section.expected()


def test_of_two_ends_as_near_to_the_target_the_later_one_is_taken() -> None:
    assert Section([7, 5, 7, 7, 7], 10, 14).parts()[0] == (2, Reason.MAX_TOKENS)


@pytest.mark.parametrize(("length", "reason"), [(4, Reason.MAX_TOKENS), (5, Reason.PARAGRAPH)])
def test_a_paragraph_end_is_preferred_from_half_the_target_on(length: int, reason: Reason) -> None:
    section = Section([length, 9 - length, 9, 9], 10, 12, last_of_paragraph={0})
    assert section.parts()[0][1] is reason


@pytest.mark.parametrize(
    ("most", "target"), [(100, 87), (115, 100), (800, 696), (57, 50), (1000, 870), (999, 869)]
)
def test_the_target_leaves_room_for_the_largest_overlap(most: int, target: int) -> None:
    strategy = get("structure")(target_tokens=target, max_tokens=most)
    assert strategy.target_tokens + int(0.15 * target) <= most
    message = f"target_tokens must be at most {target}, which leaves room"
    with pytest.raises(SettingsError, match=message):
        get("structure")(target_tokens=target + 1, max_tokens=most)
