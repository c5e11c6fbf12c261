"""The command line, run in the process of the tests."""

import sys
from contextlib import chdir
from pathlib import Path
from unittest import mock

import pytest
from typer.testing import CliRunner

from chunking.cli import app as cli

_RUNNER = CliRunner(env={"COLUMNS": "200", "NO_COLOR": "1"})


def run(*words: str, stdin: bytes = b"", cwd: Path | None = None) -> tuple[int, str, str]:
    """Return the exit code, standard output and standard error of `chunkscope words`."""
    with (
        chdir(cwd or Path.cwd()),
        mock.patch("sys.argv", ["chunkscope", *words]),
        _RUNNER.isolation(input=stdin) as (out, error, _),
    ):
        with pytest.raises(SystemExit) as left:
            cli.main()
        sys.stdout.flush()
        sys.stderr.flush()
        return int(left.value.code or 0), out.getvalue().decode(), error.getvalue().decode()
