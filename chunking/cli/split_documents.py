"""Splitting of one document or of many: output, progress, notes, and what is left out."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from chunking.cli import terminal
from chunking.cli.terminal import progress_bar
from chunking.core.errors import ChunkingError, LoadError, ModelError
from chunking.core.text.numbers import count_of
from chunking.engine import chunk, cost_of
from chunking.library.batch import Recommended, split_each
from chunking.loading.files import left_out
from chunking.output.summaries.notes import notes_on

if TYPE_CHECKING:
    from chunking.core.document import Document
    from chunking.library.batch import SplitDocument
    from chunking.library.source import Reading, Source, SourceDocument
    from chunking.output.export.files import ChunkOutput, Part
    from chunking.strategies import Strategy

# The exit code if some documents failed, but others were split.
_INCOMPLETE = 1


class _Encoded(NamedTuple):
    """The chunks of one document, encoded by a worker."""

    part: Part
    chunks: int
    tokens: int
    notes: list[str]


def split_alone(
    document: Document, strategy: Strategy, output: ChunkOutput, printed: Sequence[str] = ()
) -> None:
    """Split one document and write its chunks, with the notes that are not printed yet."""
    terminal.print_cost(document, strategy.material)
    chunking = chunk(document, strategy, on_batch=terminal.embedding_progress())
    terminal.print_notes(each for each in notes_on(chunking, strategy) if each not in printed)
    with output.open(terminal.StandardOutput()) as add:
        add(document.route, output.encode(chunking))


def split_source(
    source: Source,
    strategy: Strategy | Recommended,
    reading: Reading,
    output: ChunkOutput,
    *,
    jobs: int,
) -> None:
    """Split the documents of a source, and write their chunks.

    Raises:
        ChunkingError: None could be split, or the output cannot be written.
        SystemExit: Some could not be split; with code 1.
    """
    documents = list(source.documents)
    encode = partial(_encoded, output)
    results = split_each(documents, strategy, encode, reading=reading, jobs=jobs)
    _print_cost(documents, strategy, reading)
    totals = _Totals(source)
    to_terminal = output.path is None and sys.stdout is not None and sys.stdout.isatty()
    file = terminal.StandardOutput()
    with output.open(file, titles=True) as add, progress_bar(quiet=to_terminal) as show:
        for document, found in results:
            totals.add(document, found)
            if isinstance(found, _Encoded):
                add(document.route, found.part)
            if show is not None:
                show(totals.size, source.size, totals.state)
        totals.check()
    totals.report()


# ---- documents -----------------------------------------------------------------------------------


def _encoded(output: ChunkOutput, split: SplitDocument) -> _Encoded:
    """Return a document, encoded in the worker that split it."""
    chunking = split.chunking
    notes = list(dict.fromkeys([*split.notes, *notes_on(chunking, split.strategy)]))
    return _Encoded(output.encode(chunking), len(chunking), int(chunking.tokens.sum()), notes)


def _print_cost(
    documents: Sequence[SourceDocument], strategy: Strategy | Recommended, reading: Reading
) -> None:
    """Print what embedding all documents sends to a server, before it is sent."""
    if isinstance(strategy, Recommended):
        return
    material = strategy.material
    if material.model is None:
        return
    from chunking.embedding import get_embedder

    if get_embedder(material.model).remote is None:
        return
    costs = []
    for document in documents:
        with suppress(LoadError):  # reported when it is split
            costs.append(cost_of(document.load(reading)[0], material))
    known = [cost for cost in costs if cost is not None]
    if known:
        texts, tokens = sum(cost.texts for cost in known), sum(cost.tokens for cost in known)
        terminal.print_notes([replace(known[0], texts=texts, tokens=tokens).note])


# ---- summary -------------------------------------------------------------------------------------


class _Totals:
    """What is done, and what is reported at the end: notes, errors and sums."""

    def __init__(self, source: Source) -> None:
        self.size = 0
        self._source = source
        self._done = self._documents = self._chunks = self._tokens = 0
        self._notes: list[str] = []
        self._problems = list(source.problems)

    @property
    def state(self) -> str:
        """How many documents are done."""
        return f"{self._done:,} of {count_of(self._source.count or 0, 'document')}"

    def add(self, document: SourceDocument, found: _Encoded | ChunkingError) -> None:
        """Add a document, or the error why it was not split."""
        self._done += 1
        self.size += document.size
        if isinstance(found, ModelError) and not self._documents:
            raise found
        if isinstance(found, ChunkingError):
            self._problems.append((document.route, str(found)))
            return
        self._documents += 1
        self._chunks += found.chunks
        self._tokens += found.tokens
        self._notes += [f"{terminal.printable(document.route)}: {note}" for note in found.notes]

    def check(self) -> None:
        """Raise the first error if no document was split."""
        if not self._documents:
            name, reason = self._problems[0]
            raise ChunkingError(f"no document could be split; {terminal.printable(name)}: {reason}")

    def report(self) -> None:
        """Print notes, errors and sums."""
        terminal.print_notes(terminal.shortened(self._notes, "note"))
        terminal.print_failures(self._problems)
        split = f"{count_of(self._documents, 'document')} split"
        total = f"{count_of(self._chunks, 'chunk')}, {count_of(self._tokens, 'token')}"
        left = left_out(self._source.skipped, len(self._problems))
        terminal.print_notes([f"{split}: {total}{left}"])
        if self._problems:
            raise SystemExit(_INCOMPLETE)
