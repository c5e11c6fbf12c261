"""Sample documents that are part of the package."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from chunking.core.errors import LoadError
from chunking.loading import load_bytes

if TYPE_CHECKING:
    from chunking.core.document import Document


@dataclass(frozen=True, slots=True)
class Sample:
    """A sample text: its file name, title and a description."""

    name: str
    title: str
    description: str
    language: str = "en"
    domain: str = ""


SAMPLES: tuple[Sample, ...] = (
    Sample("essay.md", "What Waiting Built", "An essay that turns eight times."),
    Sample(
        "dialogue.md",
        "The Promise at the Ferry",
        "Three friends argue whether a forgotten promise binds.",
        domain="philosophy",
    ),
    Sample("guide.md", "Ferrule User Guide", "Nested fences, long tables, deep lists."),
    Sample("play.txt", "Lost Property", "Two people, three scenes, short speeches."),
    Sample("meeting.txt", "Mill Museum Monthly", "Five people, topics that come and go."),
    Sample("inventory.py", "Reservation Ledger", "Python: classes, docstrings, nested functions."),
    Sample("scheduler.js", "Task Scheduler", "JavaScript: an async class, JSDoc."),
    Sample("contract.md", "Hosting and Support Agreement", "Numbered clauses, a schedule of fees."),
    Sample("deutsch.md", "Das Grauwohlder Moor", "German, full of abbreviations.", language="de"),
    Sample("nihongo.md", "雨の駅で", "Japanese: no spaces between words.", language="ja"),
    Sample("single-topic.txt", "Sharpening a Chisel", "One topic: best left whole."),
)


def sample(name: str) -> Document:
    """Return the sample with that file name.

    Raises:
        LoadError: There is none.
    """
    for each in SAMPLES:
        if each.name == name:
            data = files(__name__).joinpath("texts", name).read_bytes()
            return load_bytes(
                data, name, title=each.title, language=each.language, domain=each.domain
            )
    raise LoadError(f"sample must be one of {', '.join(s.name for s in SAMPLES)}, got {name!r}")
