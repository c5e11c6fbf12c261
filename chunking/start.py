"""The program's first step: what its process is told before anything reads it."""

from __future__ import annotations

import os

# NumPy's library of products starts a thread for each core when it is loaded, and each spins for a
# while, and again after every product; none here is large enough to gain by it.
_THREADS = "OPENBLAS_NUM_THREADS"

# What a shell gives a program that Ctrl+C has ended: 128 and the number of the signal.
_INTERRUPTED = 130


def main() -> None:
    """Run the command line in a process that is set up for it; what the user has set stays."""
    os.environ.setdefault(_THREADS, "1")
    try:
        from chunking import cli

        cli.main()
    except KeyboardInterrupt:  # while what the commands need is imported
        raise SystemExit(_INTERRUPTED) from None
