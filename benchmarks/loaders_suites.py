"""PDFs of public test suites and packages that the loader is not tuned on, in halves by source."""

import gzip
import random
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from benchmarks.documents_fetch import unpacked

_WORDS = 30
_MOST_CHARACTERS = 800_000


class Suite(NamedTuple):
    """At most so many PDFs of a package, chosen at random with a fixed seed."""

    origin: str
    most: int


SUITES = {
    "first": (
        Suite("src:pdf.js", 150),
        Suite("src:qpdf", 15),
        Suite("src:cups-filters", 11),
        Suite("src:okular", 18),
        Suite("deb:texlive-publishers-doc", 50),
        Suite("deb:r-cran-survival", 13),
        Suite("deb:r-cran-rcpp", 6),
        Suite("deb:debian-faq", 2),
        Suite("deb:lilypond-doc-pdf", 2),
    ),
    "second": (
        Suite("src:libpdfbox-java", 54),
        Suite("src:libpdfbox2-java", 70),
        Suite("src:pdfminer", 34),
        Suite("src:pypdf", 40),
        Suite("src:pikepdf", 20),
        Suite("pypi:pdfreader", 7),
        Suite("deb:texlive-humanities-doc", 35),
        Suite("deb:octave-doc", 2),
        Suite("deb:maxima-doc", 1),
        Suite("deb:r-cran-coin", 4),
        Suite("deb:r-cran-multcomp", 3),
        Suite("deb:r-cran-mcmc", 3),
        Suite("deb:r-cran-strucchange", 1),
        Suite("deb:r-cran-lmtest", 1),
        Suite("deb:python-reportlab-doc", 1),
        Suite("deb:asymptote-doc", 4),
        Suite("deb:cvs", 2),
        Suite("deb:gri-pdf-doc", 1),
    ),
}


def fetch_suites(folder: Path, suites: Iterable[Suite]) -> list[str]:
    """Download PDFs with text into FOLDER/pdf; return one sentence for each package that fails."""
    failures = []
    for suite in suites:
        with tempfile.TemporaryDirectory() as temporary:
            try:
                root = unpacked(suite.origin, Path(temporary))
                _copy(root, folder / "pdf", suite)
            except (OSError, subprocess.SubprocessError, StopIteration) as error:
                failures.append(f"{suite.origin}: cannot be had ({type(error).__name__})")
    return failures


def _copy(root: Path, target: Path, suite: Suite) -> None:
    paths = sorted(path for path in root.rglob("*.pdf*") if path.suffix in {".pdf", ".gz"})
    random.Random(1).shuffle(paths)  # noqa: S311 - a sample
    target.mkdir(parents=True, exist_ok=True)
    left = suite.most
    for path in paths:
        if not left:
            return
        if not path.is_file():
            continue
        data = path.read_bytes()
        data = gzip.decompress(data) if path.suffix == ".gz" else data
        name = f"{suite.origin.partition(':')[2]}-{path.name.removesuffix('.gz')}"
        if b"%PDF" in data[:1024] and _has_text(data):
            (target / name).write_bytes(data)
            left -= 1


def _has_text(data: bytes) -> bool:
    command = ["pdftotext", "-", "-"]
    done = subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)
    text = done.stdout.decode("utf-8", "replace")
    return len(text.split()) >= _WORDS and len(text) <= _MOST_CHARACTERS
