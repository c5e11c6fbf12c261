"""Command line of the program."""

import os

# OpenBLAS starts a thread per core, and each spins for a while after every product; the products
# of this program are too small to gain from them.
_BLAS_THREADS = "OPENBLAS_NUM_THREADS"

# The exit code of a shell for a program that Ctrl+C ended: 128 and the number of the signal.
_INTERRUPTED = 130


def main() -> None:
    """Set up the process and run the command line; the user's environment variables win."""
    os.environ.setdefault(_BLAS_THREADS, "1")
    try:
        from chunking.cli import terminal

        with terminal.warnings_as_notes():
            from chunking.cli import app
        app.main()
    except KeyboardInterrupt:  # during the import
        raise SystemExit(_INTERRUPTED) from None
