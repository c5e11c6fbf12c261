"""The contract of strategies, checked on one chunking independently of the implementation."""

import re
from functools import lru_cache
from itertools import pairwise

import regex

from chunking.core.chunking import Chunk, Chunking
from chunking.core.cuts import REASONS, Reason
from chunking.core.layout import AttachmentKind
from chunking.core.prepared import Constraints, Prepared
from chunking.strategies import Strategy
from chunking.strategies.overlap import OverlapStarts

CUT_REASONS = frozenset(
    {
        Reason.SIMILARITY,
        Reason.OPTIMUM,
        Reason.MAX_TOKENS,
        Reason.STRUCTURE,
        Reason.PARAGRAPH,
        Reason.DEFINITION,
        Reason.TURN,
        Reason.SIZE,
        Reason.RESYNC,
        Reason.MANUAL,
        Reason.TAIL,
    }
)
_BLANK_FIRST_LINE = re.compile(r"[^\S\r\n]*[\r\n]")
# Scripts without spaces, in which every character may start a word.
_WITHOUT_BLANKS = regex.compile(
    r"[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3040-\u30ff]"
)


class Contract:
    """The contract on one chunking; each method is a rule of docs/architecture.md."""

    def __init__(
        self,
        chunking: Chunking,
        prepared: Prepared,
        strategy: Strategy,
        constraints: Constraints,
    ) -> None:
        self.chunking = chunking
        self.chunks = chunking.chunks
        self.text = chunking.document.text
        self.strategy = strategy
        self.constraints = constraints
        self.sizes = prepared.sizes
        self.least, self.most = strategy.limits
        self.starts: list[int] = prepared.units.starts.tolist()
        self.ends: list[int] = prepared.units.ends.tolist()
        self.atomic: list[bool] = prepared.units.atomic.tolist()
        self.layout = prepared.layout
        attached = prepared.layout.attachments
        by_heading = attached.kinds == AttachmentKind.HEADING.code
        spans = zip(attached.offsets.tolist(), attached.leads.tolist(), strict=True)
        self.headed = {
            offset: lead
            for (offset, lead), kept in zip(spans, by_heading.tolist(), strict=True)
            if kept and offset not in constraints.required
        }
        if getattr(strategy, "keep_whole", "headings") == "blocks":
            self.headed = {}
        self.overlap_starts = OverlapStarts(prepared, strategy.overlap)
        self.clusters, self.boundaries = _clusters(self.text)

    def check(self) -> None:
        """Check every rule that concerns a single chunking."""
        self.texts_are_exact_slices()
        self.cores_leave_out_only_blank_space()
        self.edges_keep_the_first_indentation_alone()
        self.oversize_chunks_are_indivisible()
        self.atomic_units_are_split_only_above_the_maximum()
        self.short_chunks_cannot_be_merged()
        self.headings_end_no_chunk()
        self.overlap_is_limited_and_starts_at_a_word()
        self.manual_boundaries_are_kept()
        self.every_gap_has_its_verdict()
        self.no_cluster_is_split()

    def texts_are_exact_slices(self) -> None:
        """Rule 1."""
        for chunk, text in zip(self.chunks, self.chunking.texts, strict=True):
            assert chunk.text == text == self.text[chunk.start - chunk.overlap : chunk.end]

    def cores_leave_out_only_blank_space(self) -> None:
        """Rule 2: in order, disjoint, not empty."""
        at = 0
        for chunk in self.chunks:
            assert at <= chunk.start < chunk.end
            assert _blank(self.text[at : chunk.start])
            at = chunk.end
        assert _blank(self.text[at:])

    def edges_keep_the_first_indentation_alone(self) -> None:
        """Rule 2: no blank lines, no trailing whitespace, and the indentation of the first line."""
        at = 0
        for chunk in self.chunks:
            core = self.text[chunk.start : chunk.end]
            assert core == core.rstrip()
            assert not _BLANK_FIRST_LINE.match(core)
            opens_a_line = chunk.start == 0 or self.text[chunk.start - 1] in "\r\n"
            carries_a_mark = core[0].isspace() and chunk.start + 1 not in self.boundaries
            assert opens_a_line or carries_a_mark or not core[0].isspace()
            ink = chunk.start + len(core) - len(core.lstrip())
            line = max(self.text.rfind(end, 0, ink) for end in "\r\n") + 1
            assert chunk.start == line or line <= at, "the first line has lost its indentation"
            at = chunk.end

    def oversize_chunks_are_indivisible(self) -> None:
        """Rule 3: only an indivisible chunk exceeds the maximum."""
        for chunk in self.chunks:
            size = self.sizes.tokens(chunk.start - chunk.overlap, chunk.end)
            assert chunk.tokens == size
            assert chunk.oversize == (size > self.most)
            if chunk.oversize:
                assert self._indivisible(chunk), f"{chunk} could be divided"

    def _indivisible(self, chunk: Chunk) -> bool:
        """Return whether it is one character with its indentation, a block, or joined units.

        A lead-in is joined with the block below that is kept.
        """
        span = (chunk.start, chunk.end)
        if chunk.overlap:
            return False
        ink = chunk.end - len(self.text[chunk.start : chunk.end].lstrip())
        if len([c for c in self.clusters if c[0] < chunk.end and c[1] > ink]) == 1:
            return True
        keeps = getattr(self.strategy, "oversize", "split") == "keep"
        groups = self._groups()
        leads = getattr(self.strategy, "lead_ins", "ignore") == "keep"
        return any(
            span == (first, last) and (joined or (keeps and kept))
            for first, last, joined, kept in (*groups, *self._groups(headings=False))
        ) or any(
            leads and keeps and kept and span == (start, end)
            for (start, *_), (_, end, _, kept) in pairwise(groups)
        )

    def _is_kept(self, start: int, end: int) -> bool:
        """Return whether a fence or table at most four times the maximum is at this place."""
        return self.sizes.tokens(start, end) <= 4 * self.most

    def _groups(self, *, headings: bool = True) -> list[tuple[int, int, bool, bool]]:
        """Return units as (start, end, joined, kept): forbidden gaps and headings join them.

        Whether a fence or table is kept is decided by its own size, without the headings.
        """
        groups: list[tuple[int, int, bool, bool]] = []
        for start, end, atomic in zip(self.starts, self.ends, self.atomic, strict=True):
            forbidden = start in self.constraints.forbidden
            kept = bool(atomic) and self._is_kept(start, end)
            if groups and (forbidden or (headings and start in self.headed)):
                first, _, joined, whole = groups.pop()
                groups.append((first, end, joined or forbidden, whole or kept))
            else:
                groups.append((start, end, False, kept))
        return groups

    def atomic_units_are_split_only_above_the_maximum(self) -> None:
        """Rule 3: one policy for fences and tables, the same everywhere."""
        splits = getattr(self.strategy, "oversize", "split") == "split"
        units = zip(self.starts, self.ends, self.atomic, strict=True)
        spans = [(start, end) for start, end, atomic in units if atomic]
        for chunk in self.chunks[1:]:
            for start, end in spans:
                if start < chunk.start < end:
                    assert splits or not self._is_kept(start, end)
                    assert self.sizes.tokens(self._with_headings(start), end) > self.most

    def _with_headings(self, start: int) -> int:
        """Return where the headings directly above a block begin."""
        while start in self.headed:
            start = self.headed[start]
        return start

    def headings_end_no_chunk(self) -> None:
        """A heading stays with what it heads, except where a word below it does not fit."""
        if not _keeps_headings(self.strategy) or self.constraints.forbidden:
            return
        size = min(
            getattr(each, each.size_limit_field)
            for each in getattr(self.strategy, "level_strategies", (self.strategy,))
        )
        is_heading = set(self.headed.values())
        for chunk in self.chunks[1:]:
            if chunk.start in self.headed:
                pattern = r"\s*[^\r\n]+" if chunk.start in is_heading else r"\s*\S+"
                first = re.compile(pattern).match(self.text, chunk.start, chunk.end)
                assert first is not None
                lead = self._with_headings(chunk.start)
                assert self.sizes.tokens(lead, first.end()) > size - self.least

    def short_chunks_cannot_be_merged(self) -> None:
        """Rule 4."""
        for chunk in self.chunks:
            if self.sizes.tokens(chunk.start, chunk.end) >= self.least:
                continue
            assert chunk.reason in {Reason.TAIL, Reason.MANUAL}
            i = chunk.index
            if i > 0 and self.chunks[i - 1].reason is not Reason.MANUAL:
                assert not self._fits_together(self.chunks[i - 1], chunk)
            if i + 1 < len(self.chunks) and chunk.reason is not Reason.MANUAL:
                assert not self._fits_together(chunk, self.chunks[i + 1])

    def _fits_together(self, first: Chunk, second: Chunk) -> bool:
        """Return whether two chunks could be merged, full overlap included."""
        return self.sizes.tokens(self.overlap_starts.start(first.start), second.end) <= self.most

    def overlap_is_limited_and_starts_at_a_word(self) -> None:
        """Rule 5."""
        policy = self.strategy.overlap
        for chunk in self.chunks:
            begin = chunk.start - chunk.overlap
            assert chunk.overlap >= 0
            assert begin >= 0
            if not chunk.overlap:
                continue
            asked = policy.tokens
            before = self.chunks[chunk.index - 1]
            if policy.share is not None:
                asked = min(asked, int(policy.share * self.sizes.tokens(before.start, before.end)))
            assert chunk.index > 0
            assert self.sizes.tokens(begin, chunk.start) <= asked
            if policy.within_section:
                assert chunk.start not in self.layout.outline.starts
                assert self.layout.outline.path_at(begin) == chunk.heading_path
            if policy.align == "exact":
                continue
            if policy.align == "sentence":
                assert begin in self.starts
            else:
                assert self._starts_a_word(begin)
            spans = zip(self.layout.protected_starts, self.layout.protected_ends, strict=True)
            assert not any(first < begin < last for first, last in spans)

    def _starts_a_word(self, begin: int) -> bool:
        if self.text[begin].isspace():
            return False
        return (
            begin == 0
            or self.text[begin - 1].isspace()
            or bool(_WITHOUT_BLANKS.match(self.text, begin))
        )

    def exact_overlap_has_its_full_size(self) -> None:
        """Rule 5: exact overlap has its full size wherever the maximum allows it."""
        policy = self.strategy.overlap
        for chunk in self.chunks[1:]:
            room = self.most - self.sizes.tokens(chunk.start, chunk.end)
            if policy.tokens == 0:
                assert chunk.overlap == 0
            if policy.align != "exact" or not 0 < policy.tokens <= room:
                continue
            begin = max(0, self.sizes.min_start(chunk.start, policy.tokens))
            while begin not in self.boundaries:
                begin += 1
            assert chunk.start - chunk.overlap == min(begin, chunk.start)

    def manual_boundaries_are_kept(self) -> None:
        """Every strategy respects the constraints."""
        begins = [chunk.start for chunk in self.chunks]
        for offset in self.constraints.required:
            assert offset in begins
            assert self.chunks[begins.index(offset) - 1].reason is Reason.MANUAL
        for offset in self.constraints.forbidden:
            assert offset not in begins
            i = self.starts.index(offset)
            assert not any(self.starts[i - 1] < begin < self.ends[i] for begin in begins)

    def every_gap_has_its_verdict(self) -> None:
        """A boundary has the reason of its cut, every other gap why it is none."""
        assert self.chunking.gaps.tolist() == self.starts[1:]
        assert len(self.chunking.verdicts) == len(self.chunking.gaps)
        why = {
            after.start: chunk.reason
            for chunk, after in zip(self.chunks, self.chunks[1:], strict=False)
        }
        assert set(why.values()) <= CUT_REASONS
        if self.chunks:
            assert self.chunks[-1].reason is Reason.TAIL
        for gap, code in zip(self.chunking.gaps.tolist(), self.chunking.verdicts, strict=True):
            verdict = REASONS[code]
            assert verdict == why[gap] if gap in why else verdict not in CUT_REASONS
            assert (verdict is Reason.FORBIDDEN) == (gap in self.constraints.forbidden)

    def no_cluster_is_split(self) -> None:
        """Rule 8."""
        for chunk in self.chunks:
            if chunk.start not in self.boundaries:
                first, last = next(c for c in self.clusters if c[0] < chunk.start < c[1])
                assert self.sizes.tokens(first, last) > self.most
            if chunk.start - chunk.overlap not in self.boundaries:
                assert chunk.overlap == 0


# Published rules fix their boundaries.
_WITHOUT_HEADINGS = {"paragraph", "fixed", "sliding"}


def _keeps_headings(strategy: Strategy) -> bool:
    keeps = getattr(strategy, "keep_whole", "headings") != "blocks"
    return keeps and strategy.name not in _WITHOUT_HEADINGS


@lru_cache(maxsize=8)
def _clusters(text: str) -> tuple[list[tuple[int, int]], frozenset[int]]:
    """Return the spans of the grapheme clusters of a text, and their boundaries."""
    spans = [match.span() for match in regex.finditer(r"\X", text)]
    return spans, frozenset({0, *(end for _, end in spans)})


def _blank(text: str) -> bool:
    return not text or text.isspace()
