"""Packages that are imported on use, and may be missing; the version of this one."""

import importlib.util
from importlib.metadata import PackageNotFoundError, version

from chunking.core.errors import MissingPackageError

# Modules with another name than their package.
_MODULES = {"python-pptx": "pptx"}


def require(what: str, *packages: str) -> None:
    """Check that packages are installed."""
    missing = [each for each in packages if not is_installed(each)]
    if missing:
        raise MissingPackageError(what, *missing)


def is_installed(package: str) -> bool:
    """Return whether the module of a package can be imported; it is not imported."""
    module = _MODULES.get(package, package.replace("-", "_"))
    try:
        return importlib.util.find_spec(module) is not None
    except (ImportError, ValueError):  # a module that is loading, or made unavailable
        return False


# The whole program, and the engine with the command line alone.
DISTRIBUTIONS = ("chunkscope", "chunkscope-engine")


def program_version() -> str:
    """Return the version of the installed distribution.

    Raises:
        PackageNotFoundError: None is installed: the package was copied.
    """
    for name in DISTRIBUTIONS[:-1]:
        try:
            return version(name)
        except PackageNotFoundError:
            continue
    return version(DISTRIBUTIONS[-1])
