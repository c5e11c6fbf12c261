"""The test files that reach a module by their imports, nearest first."""

import ast
from collections import deque
from collections.abc import Iterator
from functools import cache
from pathlib import Path


@cache
def related(root: Path, module: Path) -> list[tuple[int, Path]]:
    """Return the test files that import a module, with the number of imports between them.

    A file whose name contains that of the module comes first, with 0.

    Args:
        root: The folder of the project.
        module: The path of the module below it.
    """
    name = _name(module)
    found = []
    for test in sorted((root / "tests").rglob("test_*.py")):
        distance = _distance(root, test, name)
        if distance is not None:
            named = f"_{module.stem}_" in f"_{test.stem}_"
            found.append((0 if named else distance, test.relative_to(root)))
    return sorted(found)


def _distance(root: Path, test: Path, module: str) -> int | None:
    """Return the number of imports between a file and a module; None if it is not reached."""
    seen = set(_imports(root, test))
    queue = deque((each, 1) for each in seen)
    while queue:
        name, distance = queue.popleft()
        if name == module:
            return distance
        path = _path(root, name)
        if path is None:
            continue
        for each in _imports(root, path):
            if each not in seen:
                seen.add(each)
                queue.append((each, distance + 1))
    return None


@cache
def _imports(root: Path, path: Path) -> tuple[str, ...]:
    """Return the modules of the project that a file imports, also inside its functions."""
    return tuple(dict.fromkeys(_find_imports(root, path)))


def _find_imports(root: Path, path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names = [each.name for each in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{each.name}" for each in node.names)]
        else:
            continue
        yield from (each for each in names if _path(root, each) is not None)


@cache
def _path(root: Path, name: str) -> Path | None:
    """Return the file of a module of the package, or of a helper of the tests."""
    parts = name.split(".")
    folders = [root] if parts[0] in {"chunking", "benchmarks"} else _test_folders(root)
    for folder in folders:
        base = folder.joinpath(*parts)
        for path in (base / "__init__.py", base.with_suffix(".py")):
            if path.is_file():
                return path
    return None


@cache
def _test_folders(root: Path) -> list[Path]:
    tests = root / "tests"
    return [tests, *(each for each in sorted(tests.rglob("*")) if each.is_dir())]


def _name(module: Path) -> str:
    parts = module.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
