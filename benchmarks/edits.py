"""Edit benchmark: how far an edit moves boundaries, and the share of tokens to re-embed.

A word is replaced, a sentence inserted or a paragraph deleted, spread over the text. Sizes are in
tokens.

`python -m benchmarks.edits [--data FILE …] [--strategy SPEC …] [--edits N] [--json OUT]`
"""

import argparse
from dataclasses import dataclass, replace

import numpy as np

from benchmarks import table
from chunking import Document, available, chunk, get, load
from chunking.core.arrays import Ints
from chunking.core.chunking import Chunking
from chunking.core.units import UnitKind
from chunking.engine import prepare
from chunking.engine.spec import parse_spec
from chunking.library.plan import embedding_cost, state_of
from chunking.loading.samples import SAMPLES, sample
from chunking.strategies import Strategy

INSERTED = "Here somebody wrote one more sentence, of about the usual length. "
WORD = "reconsidered"


@dataclass(frozen=True, slots=True)
class Edit:
    """A replacement of `[start, end)` by `text`."""

    kind: str
    start: int
    end: int
    text: str

    def of(self, text: str) -> str:
        """Return the text after the edit."""
        return text[: self.start] + self.text + text[self.end :]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far one edit moves boundaries, in characters after and before it, and its cost.

    `forever` tells that no later boundary stays; `again` is the share of the tokens to re-embed.
    """

    ahead: int
    back: int
    forever: bool
    again: float


def samples() -> Document:
    """Return all prose samples, concatenated."""
    texts = [sample(each.name).text for each in SAMPLES if each.name.endswith((".md", ".txt"))]
    return Document("\n\n".join(texts), "samples")


def edits(document: Document, count: int) -> list[Edit]:
    """Return `count` edits of each kind, spread over paragraphs that end with a full stop.

    Of source code only definitions are deleted: an inserted sentence would be a syntax error.
    """
    units = prepare(document, get("code")().material).units
    code = bool(len(units)) and units.kinds[0] == UnitKind.CODE.code
    text = document.text
    found = [
        (start, end)
        for start, end in zip(units.starts.tolist(), units.ends.tolist(), strict=True)
        if end - start > 200 and (code or (text[start].isalpha() and text[end - 1] == "."))
    ]
    # Not in the last tenth, where few boundaries follow that could stay.
    last = 0.9 * (len(found) - 1)
    rows = np.unique(np.linspace(0, last, count).astype(int)).tolist() if found else []
    made = []
    for start, end in (found[i] for i in rows):
        deleted = Edit("paragraph", start, len(text) - len(text[end:].lstrip("\n")), "")
        if code:
            made.append(deleted)
            continue
        blank = text.index(" ", start)
        made += [
            Edit("word", start, blank, WORD),
            Edit("sentence", start, start, INSERTED),
            deleted,
        ]
    return made


def reach(old: Chunking, new: Chunking, edit: Edit) -> Reach:
    """Return how far from the edit the boundaries of both versions differ."""
    shift = len(edit.text) - (edit.end - edit.start)
    before, after = old.boundaries, new.boundaries
    outside = (before <= edit.start) | (before >= edit.end)
    moved = np.where(before <= edit.start, before, before + shift)[outside]
    after = after[(after <= edit.start) | (after >= edit.start + len(edit.text))]
    ends = edit.start + len(edit.text)
    differ = np.setxor1d(moved, after)
    ahead, back = differ[differ >= ends], differ[differ < edit.start]
    same = np.intersect1d(moved, after)
    cost = embedding_cost(state_of(old), state_of(new))
    return Reach(
        ahead=int(ahead.max() - ends) if len(ahead) else 0,
        back=int(edit.start - back.min()) if len(back) else 0,
        forever=bool(len(ahead) and not np.any(same > ends)),
        again=1 - cost.reused_share,
    )


def measured(document: Document, strategy: Strategy, made: list[Edit]) -> list[Reach]:
    """Return the reach of each edit with a strategy."""
    old = chunk(document, strategy)
    found = []
    for edit in made:
        edited = replace(document, text=edit.of(document.text))
        found.append(reach(old, chunk(edited, strategy), edit))
    return found


def row(title: str, kind: str, found: list[Reach]) -> table.Row:
    """Return a row of the table, with distances in tokens of four characters."""
    ahead: Ints = np.array([each.ahead for each in found]) // 4
    back: Ints = np.array([each.back for each in found]) // 4
    return {
        "strategy": title,
        "edit": kind,
        "edits": len(found),
        "ahead median": int(np.median(ahead)),
        "ahead p90": int(np.quantile(ahead, 0.9)),
        "ahead max": int(ahead.max()),
        "back max": int(back.max()),
        "never again %": 100 * float(np.mean([each.forever for each in found])),
        "embedded again %": 100 * float(np.mean([each.again for each in found])),
    }


def main() -> None:
    """Print a table for each document."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--data", nargs="*", help="texts to edit; default: all samples in one")
    parser.add_argument("--strategy", nargs="*", help="as in `chunkscope compare`; default: all")
    parser.add_argument("--edits", type=int, default=12, help="edits of each kind")
    parser.add_argument("--json", help="write the rows as JSON")
    arguments = parser.parse_args()
    results = {"machine": [table.machine()]}
    table.write("The machine", results["machine"])
    for document in [load(path) for path in arguments.data or ()] or [samples()]:
        made = edits(document, arguments.edits)
        rows = []
        for spec in arguments.strategy or available():
            found = measured(document, parse_spec(spec), made)
            for kind in dict.fromkeys(edit.kind for edit in made):
                of_kind = [
                    each for each, edit in zip(found, made, strict=True) if edit.kind == kind
                ]
                rows.append(row(spec, kind, of_kind))
        results[document.source] = rows
        table.write(f"{document.source}, {len(document.text):,} characters", rows)
    table.save(arguments.json, results)


if __name__ == "__main__":
    main()
