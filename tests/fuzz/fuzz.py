"""Bytes that are made up until one of the checks fails.

`python tests/fuzz/fuzz.py units|loading|alignment [CORPUS] [-max_total_time=300 …]`

What stands behind the name is libFuzzer's. The optional group `fuzz` installs what it needs.
"""

from __future__ import annotations

import sys

import atheris


def main() -> None:
    """Fuzzes one check, and stops at the first bytes for which it fails."""
    with atheris.instrument_imports(include=["chunking"]):
        from checks import CHECKS

        # What is imported later, when a file asks for it, would not be watched.
        from chunking.loading import docx, epub, html, pdf  # noqa: F401
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name not in CHECKS:
        raise SystemExit(f"the first argument must be one of {', '.join(CHECKS)}, got {name!r}")
    atheris.Setup([sys.argv[0], *sys.argv[2:]], CHECKS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    main()
