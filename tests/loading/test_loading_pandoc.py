"""pandoc as a program: its limits, its absence, and what is written from its syntax tree."""

import importlib.util
import signal
import subprocess
import sys
from typing import Any

import pytest
from loadable import rtf

from chunking.core.errors import LoadError
from chunking.loading import load_bytes, pandoc, syntax_tree
from chunking.loading.syntax_tree import Writer, label_of


def test_a_missing_program_is_reported_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(LoadError) as caught:
        load_bytes(rtf("x"), "a.rtf")
    assert str(caught.value) == (
        "a.rtf: reading this format needs pandoc: pip install pypandoc-binary"
    )


def test_beyond_the_memory_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc, "_MEMORY", "2M")
    with pytest.raises(LoadError, match="needs more than 1 GiB of memory"):
        load_bytes(rtf("x\\par " * 100_000), "a.rtf")


def test_a_large_syntax_tree_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pandoc, "MAX_TREE", 2**20)
    with pytest.raises(LoadError, match="its syntax tree is larger than 1 MiB"):
        load_bytes(rtf("x\\par " * 100_000), "a.rtf")


@pytest.mark.skipif(sys.platform == "win32", reason="has no limit of processor time")
def test_the_processor_time_of_the_program_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    import resource
    import subprocess

    monkeypatch.setattr(pandoc, "SECONDS", 7)
    command = pandoc._limited(["/bin/sh", "-c", "ulimit -t"])
    assert subprocess.run(command, capture_output=True, check=True).stdout == b"7\n"
    # This program, which may have taken longer, is not limited.
    assert resource.getrlimit(resource.RLIMIT_CPU)[0] != 7


@pytest.mark.skipif(sys.platform == "win32", reason="has no signals")
def test_a_program_that_is_ended_took_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    class Ended:
        """A program that the system ends for its processor time."""

        def __new__(cls, *_: object, **options: Any) -> Any:
            command = f"import os; os.kill(os.getpid(), {signal.SIGXCPU})"
            return popen([sys.executable, "-c", command], **options)

    popen = subprocess.Popen
    monkeypatch.setattr(subprocess, "Popen", Ended)
    with pytest.raises(LoadError, match="takes more than 30 seconds of processor time"):
        load_bytes(rtf("x"), "a.rtf")


@pytest.mark.parametrize(
    ("number", "style", "label"),
    [(3, "Decimal", "3"), (28, "LowerAlpha", "bb"), (1944, "UpperRoman", "MCMXLIV")],
)  # fmt: skip
def test_labels_of_items(number: int, style: str, label: str) -> None:
    assert label_of(number, style) == label


def test_too_many_cells_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(syntax_tree, "MAX_CELLS", 10)
    none: Any = ("", [], [])
    row = [none, [[none, {}, 1, 6, [{"t": "Plain", "c": ["x"]}]]]]
    table = {
        "t": "Table",
        "c": [none, [None, []], [], [none, []], [[none, 0, [], [row, row]]], [none, []]],
    }
    with pytest.raises(LoadError, match="more than 10 cells"):
        Writer().write([table])


MAN = """\
.ig
Written by hand.
..
.\\" Nobody reads this.
.TH TIDE 1 "2021-05-03"
.SH NAME
tide \\- tell the tide
.SH OPTIONS
.TP
\\fB\\-q\\fR, \\fB\\-\\-quiet\\fR
Be quiet.
.RS
Even at night.
.RE
.IP o 2
Ebb.
.IP o
Flood.
.SS Examples
.nf
tide  \\-q
.fi
.TS
tab(:);
cB s
lw(9) lp-1.
Day:Height
.T&
l c.
1:3
.TE
"""


def test_a_page_of_a_manual_is_read_below_its_name() -> None:
    document = load_bytes(MAN.encode("utf-8"), "tide.1")
    assert document.title == "TIDE(1)"
    assert not document.notes
    assert document.text == (
        "# TIDE(1)\n\n## NAME\n\ntide - tell the tide\n\n## OPTIONS\n\n-q, --quiet\n\n"
        ": Be quiet.\n\nEven at night.\n\n"
        "- Ebb.\n- Flood.\n\n### Examples\n\n```\ntide  -q\n```\n\n"
        "| Day | Height |\n| --- | --- |\n| 1 | 3 |"
    )


def test_a_page_of_a_manual_in_the_macros_of_bsd_is_read_below_its_name() -> None:
    page = ".Dd May 3, 2021\n.Dt TIDE 1\n.Os\n.Sh NAME\n.Nm tide\n.Nd tell the tide\n"
    assert load_bytes(page.encode(), "tide.1").text.startswith("# TIDE(1)\n\n## NAME\n\n`tide`")


def test_a_page_that_pandoc_cannot_read_is_text() -> None:
    page = f"{MAN}.TS\na\tb\n.TE\n"
    document = load_bytes(page.encode(), "tide.1")
    assert document.text == page
    assert document.media_type == "text/plain"
    assert document.notes == ("read as text: damaged, or not the kind of file it seems to be",)
