"""Boundaries in real documents: what they split, per kind of document and splitter.

`python -m benchmarks.documents --data FOLDER [--fetch] [--kinds KIND …] [--systems SYSTEM …]
[--max-tokens N] [--json OUT]`

FOLDER has a folder for each kind of document; `--fetch` first downloads some
(`benchmarks.documents_fetch`). All splitters get the text that our loader reads, and the same
maximum in word pieces, without overlap: ours at defaults but for that, ours as recommended, which
chooses its own sizes, and those of other libraries (`documents_peers`). What is in a document is
found by third parties and simple rules (`documents_spans`), and counted in `documents_judge`:

- sentences %: boundaries inside sentences that fit into the maximum, of all boundaries
- words, tables, fences, lists (items), cues, records: boundaries inside those that fit
- headings: chunks that end in a heading; hyphens: in a hyphenated word part
- running %: chunks with a running header or page number in them, of all chunks
- over, marked: chunks above the maximum, without and with a mark
- altered: chunks that are no slice of the text, whose edges are not judged
- lost %: characters that are in no chunk
- failed: documents on which the splitter raised an error, or took over a minute
"""

import argparse
import importlib.util
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import table
from benchmarks.documents_fetch import fetch
from benchmarks.documents_judge import FAULTS, Pieces, Reference, Verdict, judge
from benchmarks.documents_peers import PEERS, word_piece_count
from benchmarks.documents_spans import judge_of_sentences, spans_of
from chunking import ChunkingError, chunk, get, load, recommend
from chunking.analysis.recommend.sizes import MOST_TOKENS
from chunking.core.document import Document
from chunking.core.text.tokenizers import WORD_PIECES, token_sizes
from chunking.strategies import Strategy

RECOMMENDED = "recommended"
OURS = ("structure", "headings", "recursive", "sentence", "paragraph", "code", "dialogue")
_MOST_CHARACTERS = 800_000
_SECONDS = 60
_EXAMPLES = 20
_CONTEXT = 60
_WARM_UP = "# Tides\n\nTwice a day. The sea rises.\n"


@dataclass(frozen=True)
class Result:
    """The verdict on one document by one splitter; None if it failed, with the error."""

    kind: str
    name: str
    system: str
    seconds: float
    verdict: Verdict | None
    error: str = ""
    settings: str = ""


def strategy_at(name: str, most: int) -> Strategy:
    """Return a strategy at defaults but for its maximum in word pieces and its overlap, none.

    A target keeps its share of the maximum.
    """
    defaults = get(name)().model_dump()
    settings: dict[str, Any] = {"max_tokens": most, "tokenizer": WORD_PIECES}
    share = most / defaults["max_tokens"]
    settings |= {field: 0 for field in ("overlap_tokens", "overlap_share") if field in defaults}
    scaled = [field for field in ("target_tokens", "merge_below") if defaults.get(field)]
    settings |= {field: round(defaults[field] * share) for field in scaled}
    return get(name)(**settings)


def _pieces(
    split: Callable[[str], Sequence[str]], document: Document, *, only_markdown: bool
) -> Pieces | None:
    """Return the pieces of a library; None if it only splits Markdown and this is none."""
    if only_markdown and document.media_type != "text/markdown":
        return None
    return Pieces(split(document.text))


def ours(document: Document, strategy: Strategy) -> Pieces:
    """Return the chunks of one of our strategies."""
    chunking = chunk(document, strategy)
    starts = chunking.start - chunking.overlap
    spans = list(zip(starts.tolist(), chunking.end.tolist(), strict=True))
    return Pieces(chunking.texts, spans, chunking.oversize.tolist())


def systems(wanted: Sequence[str], most: int) -> dict[str, Callable[[Document], Pieces | None]]:
    """Return the splitters by name; each returns None for a document that it is not for.

    A library that is not installed, or fails on a short text, is left out.
    """
    found: dict[str, Callable[[Document], Pieces | None]] = {
        RECOMMENDED: lambda document: ours(document, recommend(document).strategy)
    }
    for name in OURS:
        strategy = strategy_at(name, most)
        found[name] = partial(ours, strategy=strategy)
    for name, peer in PEERS.items():
        if wanted and name not in wanted:
            continue
        if importlib.util.find_spec(peer.package) is None:
            print(f"  {name} skipped; pip install {peer.install}")
            continue
        try:
            split = peer.factory(most, word_piece_count())
            split(_WARM_UP)
        except Exception as error:  # noqa: BLE001 - a library may raise anything
            print(f"  {name} skipped: {type(error).__name__}: {_line(error)}")
            continue
        found[name] = partial(_pieces, split, only_markdown=peer.is_markdown)
    return {name: split for name, split in found.items() if not wanted or name in wanted}


def results(
    path: Path, kind: str, splitters: dict[str, Callable[[Document], Pieces | None]], most: int
) -> Iterator[Result]:
    """Yield the result of each splitter for the document in a file.

    Raises:
        ChunkingError: The file cannot be loaded, or is too long.
        ImportError: The parser of this format is not installed.
    """
    document = load(path)
    if len(document.text) > _MOST_CHARACTERS:
        raise ChunkingError(f"{path.name}: over {_MOST_CHARACTERS:,} characters")
    ink, spans = spans_of(document, path)
    sizes = token_sizes(document.text, WORD_PIECES)
    reference = Reference(ink, spans, sizes.tokens, most)
    count = word_piece_count()
    for system, split in splitters.items():
        begun = time.perf_counter()
        try:
            with time_limit(_SECONDS):
                pieces = split(document)
            seconds = time.perf_counter() - begun
            if pieces is None:
                continue
            verdict = judge(reference, pieces, count)
        except Exception as error:  # noqa: BLE001 - a library may raise anything
            yield Result(kind, path.name, system, time.perf_counter() - begun, None, _line(error))
            continue
        yield Result(kind, path.name, system, seconds, verdict)


@contextmanager
def time_limit(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in the block after some seconds, where the system has alarms."""

    def stop(_signal: int, _frame: object) -> None:
        raise TimeoutError(f"longer than {seconds} s")

    if not hasattr(signal, "SIGALRM"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _line(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:100]


def row(kind: str, system: str, found: Sequence[Result]) -> table.Row:
    """Return the sums of the results of a splitter for one kind of document."""
    verdicts = [each.verdict for each in found if each.verdict is not None]
    boundaries = sum(each.boundaries for each in verdicts)
    faults = {name: sum(each.faults[name] for each in verdicts) for name in FAULTS}
    chunks = sum(each.chunks for each in verdicts)
    ink = sum(each.ink for each in verdicts)
    sentences, running = faults.pop("sentences"), faults.pop("running")
    return {
        "kind": kind,
        "system": system,
        "files": len(found),
        "chunks": chunks,
        "sentences %": 100 * sentences / max(1, boundaries),
        "running %": 100 * running / max(1, chunks),
        **{("over" if name == "unmarked" else name): number for name, number in faults.items()},
        "lost %": 100 * sum(each.lost for each in verdicts) / max(1, ink),
        "seconds": sum(each.seconds for each in found),
        "failed": len(found) - len(verdicts),
    }


def rows(found: Sequence[Result]) -> dict[str, list[table.Row]]:
    """Return a table for each kind of document, and one for all."""
    tables = {}
    for kind in [*dict.fromkeys(each.kind for each in found), "all"]:
        chosen = [each for each in found if kind in {each.kind, "all"}]
        names = dict.fromkeys(each.system for each in chosen)
        tables[kind] = [
            row(kind, name, [each for each in chosen if each.system == name]) for name in names
        ]
    return tables


def examples(found: Sequence[Result], texts: dict[tuple[str, str], str]) -> list[table.Row]:
    """Return examples of the faults of ours, with the text around each."""
    shown = []
    for each in found:
        if each.verdict is None or each.system not in {RECOMMENDED, *OURS}:
            continue
        text = texts[each.kind, each.name]
        for fault, offsets in each.verdict.examples.items():
            step = max(1, len(offsets) // _EXAMPLES)
            for offset in offsets[::step][:_EXAMPLES]:
                before, after = text[max(0, offset - _CONTEXT) : offset], text[offset:][:_CONTEXT]
                shown.append(
                    {
                        "kind": each.kind, "document": each.name, "system": each.system,
                        "fault": fault, "offset": offset, "text": f"{before}ǀ{after}",
                    }
                )  # fmt: skip
    return shown


def worst(shown: Sequence[table.Row], number: int) -> list[table.Row]:
    """Return some examples of each fault and kind of what is recommended, for printing."""
    taken: dict[tuple[str, str], list[table.Row]] = defaultdict(list)
    for each in shown:
        group = taken[each["kind"], each["fault"]]
        if each["system"] == RECOMMENDED and len(group) < number:
            group.append({**each, "text": repr(each["text"])})
    return [each for group in taken.values() for each in group]


def main() -> None:
    """Run the benchmark and print its tables."""
    parser = argparse.ArgumentParser(description="Boundaries in real documents.")
    parser.add_argument("--data", type=Path, required=True, help="folder with a folder per kind")
    parser.add_argument("--fetch", action="store_true", help="download documents into it first")
    parser.add_argument("--kinds", nargs="*", default=[], help="these kinds alone")
    parser.add_argument("--systems", nargs="*", default=[], help="these splitters alone")
    parser.add_argument("--max-tokens", type=int, default=MOST_TOKENS, help="in word pieces")
    parser.add_argument("--examples", type=int, default=2, help="printed per kind and fault")
    parser.add_argument("--json", help="write all tables and examples to this file")
    options = parser.parse_args()
    for failure in fetch(options.data) if options.fetch else ():
        print(failure)
    splitters = systems(options.systems, options.max_tokens)
    found: list[Result] = []
    texts: dict[tuple[str, str], str] = {}
    for path in sorted(path for path in options.data.glob("*/*") if path.is_file()):
        kind = path.parent.name
        if options.kinds and kind not in options.kinds:
            continue
        try:
            found += results(path, kind, splitters, options.max_tokens)
            texts[kind, path.name] = load(path).text
        except Exception as error:  # noqa: BLE001 - a parser of the judge may raise anything
            print(f"  {kind}/{path.name} left out: {_line(error)}")
    tables = rows(found)
    print(f"at most {options.max_tokens} word pieces; sentences by {judge_of_sentences()}")
    for kind, each in tables.items():
        table.write(kind, each)
    failed = [
        {"kind": each.kind, "document": each.name, "system": each.system, "error": each.error}
        for each in found
        if each.verdict is None
    ]
    shown = examples(found, texts)
    if failed:
        table.write("failed", failed)
    table.write("examples, as recommended", worst(shown, options.examples))
    saved = {**tables, "failed": failed, "examples": shown, "documents": per_document(found)}
    table.save(options.json, {**saved, "machine": [table.machine()]})


def per_document(found: Sequence[Result]) -> list[table.Row]:
    """Return a row for each document and splitter."""
    return [{"document": each.name, **row(each.kind, each.system, [each])} for each in found]


if __name__ == "__main__":
    main()
