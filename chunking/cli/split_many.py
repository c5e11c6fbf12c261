"""Splitting of many documents: their output, progress, and a summary of what is left out."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from glob import has_magic
from itertools import accumulate
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from chunking.cli import terminal
from chunking.cli.progress import progress_bar
from chunking.cli.split_target import is_folder, target_of, without_output
from chunking.core.errors import ChunkingError, LoadError, ModelError, SettingsError
from chunking.core.text.languages import check_language
from chunking.core.text.numbers import count_of
from chunking.engine import chunk, cost_of
from chunking.library.batch import check_model
from chunking.library.parallel_map import map_in_order
from chunking.loading import FoundFile, SkippedFile, find_files, load
from chunking.loading.files import UNSUPPORTED
from chunking.loading.names import display_name, route_of
from chunking.output.summaries.oversize import oversize_notes

if TYPE_CHECKING:
    from chunking.core.chunking import Chunking
    from chunking.core.document import Document
    from chunking.strategies import Strategy

# Suffixes of skipped files in the summary, the most frequent ones.
_SHOWN_SUFFIXES = 6
# The exit code if some documents were not split, but others were.
_INCOMPLETE = 1


class Reading(NamedTuple):
    """How documents are loaded: options of the command."""

    language: str | None = None
    domain: str | None = None
    encoding: str | None = None
    keep_removed: bool = False

    def load(self, file: FoundFile) -> Document:
        """Return the document of a file.

        Raises:
            LoadError: It cannot be loaded.
        """
        found = load(
            file.path,
            route=file.route,
            language=self.language,
            domain="" if self.domain in {None, "default"} else str(self.domain),
            encoding=self.encoding,
        )
        return found.restored() if self.keep_removed else found


class _Split(NamedTuple):
    """One document, encoded by a worker."""

    content: Any
    chunks: int
    tokens: int
    notes: tuple[str, ...]


def is_many(sources: Sequence[str], output: str | None) -> bool:
    """Return whether sources are split as many documents: all but one file, standard input."""
    if len(sources) != 1:
        return True
    source = sources[0]
    if source == "-":
        return False
    # An existing file is no pattern, whatever its name.
    is_file = os.path.exists(source) and not os.path.isdir(source)  # noqa: PTH110, PTH112 - any text
    return is_folder(output) or (not is_file and (os.path.isdir(source) or has_magic(source)))  # noqa: PTH112


def split_many(
    sources: Sequence[str],
    strategy: Strategy,
    *,
    reading: Reading,
    include: Sequence[str],
    exclude: Sequence[str],
    jobs: int,
    format_: str | None,
    output: str | None,
) -> None:
    """Split documents, and write their chunks to a file, a folder or standard output.

    Raises:
        ChunkingError: There is no document, none could be split, or the output cannot be written.
        SystemExit: Some documents could not be split; with code 1.
    """
    if "-" in sources:
        raise SettingsError("- reads standard input and must be the only document")
    target = target_of(output, format_, sources)
    if reading.language:
        check_language(reading.language)
    check_model(strategy)
    files = without_output(find_files(sources, include=include, exclude=exclude), target)
    if not files.found:
        raise ChunkingError(f"no document was found{_skip_summary(files.skipped)}")
    _print_cost(files.found, reading, strategy)
    work = partial(_split, strategy, reading, target.encode)
    sizes = [_size(file) for file in files.found]
    totals = _Totals()
    to_terminal = target.path is None and sys.stdout is not None and sys.stdout.isatty()
    with target.open() as write, progress_bar(quiet=to_terminal) as show:
        results = map_in_order(work, files.found, jobs=jobs)
        done = accumulate(sizes)
        for number, (file, found) in enumerate(results, 1):
            totals.add(file.route, found)
            if not isinstance(found, ChunkingError):
                write(file.route, found.content)
            if show is not None:
                state = f"{number:,} of {count_of(len(sizes), 'document')}"
                show(next(done), sum(sizes), state)
        totals.check()
    totals.report(_skip_summary(files.skipped))
    if totals.errors:
        raise SystemExit(_INCOMPLETE)


# ---- documents -----------------------------------------------------------------------------------


def _split(
    strategy: Strategy, reading: Reading, encode: Callable[[Chunking], Any], file: FoundFile
) -> _Split:
    """Return a document, split and encoded, in a worker."""
    document = reading.load(file)
    chunking = chunk(document, strategy)
    notes = (*document.notes, *chunking.notes, *oversize_notes(chunking, strategy))
    coverage = terminal.coverage_notes(chunking, strategy.material.model)
    tokens = int(chunking.tokens.sum())
    return _Split(encode(chunking), len(chunking), tokens, (*notes, *coverage))


def _print_cost(files: Sequence[FoundFile], reading: Reading, strategy: Strategy) -> None:
    """Print what embedding all documents sends to a server, before it is sent."""
    material = strategy.material
    if material.model is None:
        return
    from chunking.embedding import get_embedder

    if get_embedder(material.model).remote is None:
        return
    costs = []
    for file in files:
        with suppress(LoadError):  # reported when it is split
            costs.append(cost_of(reading.load(file), material))
    known = [cost for cost in costs if cost is not None]
    if known:
        texts, tokens = sum(cost.texts for cost in known), sum(cost.tokens for cost in known)
        terminal.print_notes([replace(known[0], texts=texts, tokens=tokens).note])


def _size(file: FoundFile) -> int:
    try:
        return file.path.stat().st_size
    except OSError:  # deleted since it was found
        return 0


# ---- summary -------------------------------------------------------------------------------------


def _skip_summary(skipped: Sequence[SkippedFile]) -> str:
    """Return how many files are skipped for each reason, to be appended; empty for none."""
    if not skipped:
        return ""
    reasons = Counter(each.reason for each in skipped).most_common()
    suffixes = Counter(
        PurePath(each.name).suffix.lower() or "no suffix"
        for each in skipped
        if each.reason == UNSUPPORTED
    )
    kinds = ", ".join(suffix for suffix, _ in suffixes.most_common(_SHOWN_SUFFIXES))
    parts = [
        f"{count:,} {reason}{f' ({kinds})' if reason == UNSUPPORTED else ''}"
        for reason, count in reasons
    ]
    return f"; skipped: {', '.join(parts)}"


class _Totals:
    """What is reported at the end: notes, errors and sums."""

    def __init__(self) -> None:
        self.documents = self.chunks = self.tokens = 0
        self.notes: list[str] = []
        self.errors: list[str] = []

    def add(self, route: str, found: _Split | ChunkingError) -> None:
        """Add a document, or the error why it was not split.

        Raises:
            ModelError: The model failed before any document was split: others would fail as well.
        """
        name = route_of(route)
        if isinstance(found, ModelError) and not self.documents:
            raise found
        if isinstance(found, ChunkingError):
            self.errors.append(f"{name}: {str(found).removeprefix(f'{display_name(route)}: ')}")
            return
        self.documents += 1
        self.chunks += found.chunks
        self.tokens += found.tokens
        self.notes += [f"{name}: {note}" for note in found.notes]

    def check(self) -> None:
        """Raise the first error if no document was split."""
        if not self.documents:
            raise ChunkingError(f"no document could be split; {self.errors[0]}")

    def report(self, skipped: str) -> None:
        """Print notes, errors and sums."""
        terminal.print_notes(terminal.shortened(self.notes, "note"))
        terminal.print_errors(terminal.shortened(self.errors, "error"))
        split = f"{count_of(self.documents, 'document')} split"
        total = f"{count_of(self.chunks, 'chunk')}, {count_of(self.tokens, 'token')}"
        terminal.print_notes([f"{split}: {total}{skipped}"])
