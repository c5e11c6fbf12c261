"""Files of folders, patterns and paths, and the reasons why others are skipped."""

import glob
import os
import re
import stat
from collections import Counter
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from pathlib import Path, PurePath, PurePosixPath
from typing import NamedTuple

from chunking.core.errors import LoadError, SettingsError, expect_each, why_unreadable
from chunking.loading import names
from chunking.loading.formats import FORMATS, MAN_HEAD, is_man
from chunking.loading.own_files import is_own_file

HIDDEN = "hidden"
EXCLUDED = "excluded by a pattern"
LINK = "a link to a folder"
IRREGULAR = "not a regular file"
UNSUPPORTED = "unsupported format"
OWN = "written by Chunkscope"
OUTPUT = "in the output"
HARMLESS = frozenset({HIDDEN, EXCLUDED, LINK, IRREGULAR, UNSUPPORTED, OUTPUT, OWN})
"""The reasons for which what is skipped is no document; for others it might be one."""

# Suffixes of skipped files in a summary, the most frequent ones.
_SHOWN_SUFFIXES = 6
_SUFFIXES = {suffix for known in FORMATS for suffix in known.suffixes}
# Names of texts that usually have no suffix.
_NAMES = frozenset(
    {"CHANGELOG", "CHANGES", "CONTRIBUTING", "COPYING", "FAQ", "HISTORY", "INSTALL", "LICENCE",
     "LICENSE", "NEWS", "NOTICE", "README", "TODO"}
)  # fmt: skip
# Suffixes of pages of manuals: a section, and letters for a part of it, as in `printf.3p`.
_SECTION = re.compile(r"\.[1-9][a-z]{0,3}")
# Of the formats of chunks, the one that cannot be loaded.
_PARQUET = ".parquet"


class FoundFile(NamedTuple):
    """A file to load, and the route of its document."""

    path: Path
    route: str


class SkippedFile(NamedTuple):
    """A file or folder that is left out, and why; `name` is its path as it was found."""

    name: str
    reason: str


class Files(NamedTuple):
    """The files to load in the order of their paths, and those that are skipped."""

    found: tuple[FoundFile, ...]
    skipped: tuple[SkippedFile, ...]


def find_files(
    sources: Sequence[str | os.PathLike[str]],
    *,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
) -> Files:
    """Return the files of each source: a file, a folder with its subfolders, or a glob pattern.

    In a folder, hidden files and folders, links to folders and files without a known suffix are
    skipped, but for a README, LICENSE and the like, and pages of manuals (`tar.1`). A glob pattern,
    where `**` matches any number of folders, stands for the files that it matches, as if each were
    a source. In both, files that this program has written are skipped. A file that several sources
    have is found once.

    With `include`, other files are skipped; `exclude` skips files and whole folders. A pattern
    without a slash is compared with the name of the file and of each folder in its route, one
    with a slash with the whole route; `*` matches slashes, too.

    The route of a file in a folder is relative to the folder, and that of any other is the one
    that `load` takes. Equal routes are replaced by paths from the closest common folder.

    Raises:
        LoadError: A source does not exist, or a pattern matches no file.
        SettingsError: The sources or patterns are not a sequence of texts.
    """
    requirement = "sources must be a list of files, folders and patterns"
    paths = [os.fspath(each) for each in expect_each(sources, (str, os.PathLike), requirement)]
    patterns = _Patterns(
        *(
            expect_each(each, str, f"{name} must be a list of patterns")
            for name, each in (("include", include), ("exclude", exclude))
        )
    )
    found: dict[str, FoundFile] = {}
    skipped: dict[str, SkippedFile] = {}
    for source in paths:
        for each in _files_of(source, patterns):
            if isinstance(each, FoundFile):
                found.setdefault(os.path.realpath(each.path), each)
            else:
                skipped.setdefault(each.name, each)
    return Files(_with_distinct_routes(list(found.values())), tuple(skipped.values()))


def left_out(skipped: Sequence[SkippedFile], failed: int = 0) -> str:
    """Return how many files failed and how many are skipped, to be appended; empty for none.

    >>> left_out([SkippedFile("a.png", UNSUPPORTED), SkippedFile(".b", HIDDEN)], failed=2)
    '; 2 failed; skipped: 1 unsupported format (.png), 1 hidden'
    """
    suffixes = Counter(
        PurePath(each.name).suffix.lower() or "no suffix"
        for each in skipped
        if each.reason == UNSUPPORTED
    )
    kinds = ", ".join(suffix for suffix, _ in suffixes.most_common(_SHOWN_SUFFIXES))
    counts = ", ".join(
        f"{count:,} {reason} ({kinds})" if reason == UNSUPPORTED else f"{count:,} {reason}"
        for reason, count in Counter(each.reason for each in skipped).most_common()
    )
    return (f"; {failed:,} failed" if failed else "") + (f"; skipped: {counts}" if counts else "")


class _Patterns(NamedTuple):
    """The patterns of files to include, all if there are none, and to exclude."""

    include: Sequence[str]
    exclude: Sequence[str]

    def excludes(self, route: str) -> bool:
        """Whether a file or folder is excluded by its route."""
        return any(_matches(route, pattern) for pattern in self.exclude)

    def accepts(self, route: str) -> bool:
        """Whether a file is included by its route, and not excluded."""
        included = not self.include or any(_matches(route, each) for each in self.include)
        return included and not self.excludes(route)


def _matches(route: str, pattern: str) -> bool:
    if "/" in pattern:
        return fnmatchcase(route, pattern.removeprefix("./"))
    return any(fnmatchcase(part, pattern) for part in PurePosixPath(route).parts)


def _files_of(source: str, patterns: _Patterns) -> Iterator[FoundFile | SkippedFile]:
    """Yield what a source has; an existing path is never taken for a pattern.

    Raises:
        LoadError: There is no such file, or no file that matches the pattern.
    """
    if not source:
        raise LoadError("the path of a document must not be empty, got ''")
    path = Path(source).expanduser()
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        matches = _matching_files(str(path)) if glob.has_magic(source) else []
        if not matches:
            raise LoadError(_why_missing(source, error)) from None
        for match in matches:
            yield _unless_own(_checked(match, names.route_of(match), patterns))
        return
    if stat.S_ISDIR(mode):
        yield from _walk(path, patterns)
    else:
        yield _checked(path, names.route_of(source), patterns)


def _matching_files(pattern: str) -> list[Path]:
    try:
        paths = [Path(each) for each in glob.iglob(pattern, recursive=True)]  # noqa: PTH207 - absolute
    except (OSError, ValueError):
        return []
    return sorted(path for path in paths if not path.is_dir())


def _why_missing(source: str, error: OSError | ValueError) -> str:
    if glob.has_magic(source):
        return f"{source:.80}: no file matches this pattern"
    return f"{names.display_path(source)}: {why_unreadable(error)}"


def _walk(root: Path, patterns: _Patterns) -> Iterator[FoundFile | SkippedFile]:
    """Yield the files of a folder and its subfolders, in the order of their names."""
    unreadable: list[OSError] = []
    for folder, below, files in os.walk(root, onerror=unreadable.append):
        kept = []
        for name in sorted(below):
            path = Path(folder, name)
            if name.startswith("."):
                yield SkippedFile(str(path), HIDDEN)
            elif os.path.islink(path):  # noqa: PTH114 - False for a path that is too long
                yield SkippedFile(str(path), LINK)
            elif patterns.excludes(path.relative_to(root).as_posix()):
                yield SkippedFile(str(path), EXCLUDED)
            else:
                kept.append(name)
        below[:] = kept
        for name in sorted(files):
            yield _member(root, Path(folder, name), patterns)
    for error in unreadable:
        yield SkippedFile(str(error.filename), why_unreadable(error))


def _member(root: Path, path: Path, patterns: _Patterns) -> FoundFile | SkippedFile:
    """Return a file of a folder, if it is not hidden and has a known suffix or name."""
    if path.name.startswith("."):
        return SkippedFile(str(path), HIDDEN)
    checked = _checked(path, path.relative_to(root).as_posix(), patterns)
    suffix = path.suffix.lower()
    is_known = suffix in _SUFFIXES or path.name in _NAMES or _is_manual_page(checked)
    if is_known or suffix == _PARQUET:
        checked = _unless_own(checked)
    if isinstance(checked, FoundFile) and not is_known:
        return SkippedFile(str(path), UNSUPPORTED)
    return checked


def _is_manual_page(file: FoundFile | SkippedFile) -> bool:
    """Return whether a file has the suffix of a section of the manual and begins as its pages do.

    Of other files with such a suffix, most are rotated logs and versions of libraries.
    """
    if isinstance(file, SkippedFile) or not _SECTION.fullmatch(file.path.suffix):
        return False
    try:
        with file.path.open("rb") as opened:
            return is_man(opened.read(MAN_HEAD).decode("latin-1"))
    except OSError:  # reported when it is read
        return True


def _unless_own(file: FoundFile | SkippedFile) -> FoundFile | SkippedFile:
    """Return a file, skipped if this program has written it."""
    if isinstance(file, FoundFile) and is_own_file(file.path):
        return SkippedFile(str(file.path), OWN)
    return file


def _checked(path: Path, route: str, patterns: _Patterns) -> FoundFile | SkippedFile:
    """Return a file that the patterns accept, if it is a regular one."""
    if not patterns.accepts(route):
        return SkippedFile(str(path), EXCLUDED)
    try:
        regular = stat.S_ISREG(path.stat().st_mode)
    except OSError as error:
        return SkippedFile(str(path), why_unreadable(error))
    return FoundFile(path, route) if regular else SkippedFile(str(path), IRREGULAR)


def _with_distinct_routes(files: list[FoundFile]) -> tuple[FoundFile, ...]:
    """Return the files, those of equal routes with paths from the closest common folder."""
    counts = Counter(each.route for each in files)
    if len(counts) == len(files):
        return tuple(files)
    absolute = [Path(os.path.abspath(each.path)) for each in files]  # noqa: PTH100 - keeps links
    try:
        common = os.path.commonpath([each.parent for each in absolute])
    except ValueError:  # on several drives
        raise SettingsError("files of equal names must be on one drive") from None
    return tuple(
        FoundFile(each.path, path.relative_to(common).as_posix())
        if counts[each.route] > 1
        else each
        for each, path in zip(files, absolute, strict=True)
    )
