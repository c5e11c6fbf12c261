"""Version of the program."""

from importlib.metadata import PackageNotFoundError, version

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
