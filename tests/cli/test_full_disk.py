"""A disk that becomes full while a command writes: one sentence, and nothing unfinished is left."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [
    pytest.mark.model,
    pytest.mark.skipif(
        os.name == "nt" or os.geteuid() != 0 or not shutil.which("unshare"),
        reason="needs root and unshare, to mount a small disk",
    ),
]

# Runs a command with a small disk in the folder `full`, then names what it left unfinished.
_ON_SMALL_DISK = """
size=$1; shift
mount -t tmpfs -o size="$size" tmpfs full || exit 99
"$@"
code=$?
find full -name '.*.new' -o -name '*.unfinished' >&2
exit $code
"""
_PROGRAM = (sys.executable, "-c", "from chunking.cli import main; main()")
_QUESTION = '{"question": "What about part 7?", "quotes": ["Part 7 is about the tides."]}\n'
_FULL = "the disk is full"
_IN_MEMORY = "embeddings are kept in memory only"


def on_small_disk(
    folder: Path, size: str, *words: str, cache: str
) -> subprocess.CompletedProcess[str]:
    """Run a command in a folder whose subfolder `full` is a disk of a size."""
    (folder / "full").mkdir()
    (folder / "a.md").write_text(
        "\n\n".join(
            f"# Part {i} of the tides\n\nPart {i} is about the tides. It is as short as all "
            "others, and says nothing of the moon."
            for i in range(300)
        )
    )
    (folder / "q.jsonl").write_text(_QUESTION)
    return subprocess.run(
        [
            str(shutil.which("unshare")),
            "--mount",
            "sh",
            "-c",
            _ON_SMALL_DISK,
            "sh",
            size,
            *_PROGRAM,
            *words,
        ],
        cwd=folder,
        env={
            **os.environ,
            "PYTHONPATH": str(Path(__file__).parents[2]),
            "CHUNKSCOPE_CACHE_DIR": str(folder / cache),
            "CHUNKSCOPE_CONFIG_DIR": str(folder / cache),
        },
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("words", "size", "reason"),
    [
        ("split a.md --strategy sentence --output full/a.jsonl", "8k", _FULL),
        ("split a.md --strategy sentence --output full/a.parquet", "8k", _FULL),
        ("nest a.md --levels structure>sentence --output full/a.csv", "16k", _FULL),
        (
            "compare a.md --strategy structure --strategy sentence --report full/a.html",
            "16k",
            _FULL,
        ),
        ("draft a.md --count 300 --output full/a.jsonl", "8k", _FULL),
        ("sync a.md --to full/store --strategy sentence", "32k", _FULL),
        (
            "sync a.md --to qdrant:full/store --strategy sentence",
            "64m",
            "MB of the disk are free, and Qdrant Edge needs",
        ),
    ],
)
def test_what_cannot_be_written_is_one_sentence(
    words: str, size: str, reason: str, tmp_path: Path
) -> None:
    done = on_small_disk(tmp_path, size, *words.split(), cache="cache")
    *notes, last = done.stderr.strip().split("\n")
    assert done.returncode == 2, done.stderr
    assert last.startswith("chunkscope: full/")
    assert reason in last
    assert [each for each in notes if not each.startswith("note: ")] == []


@pytest.mark.parametrize(
    "words",
    [
        "evaluate a.md --questions q.jsonl --strategy semantic",
        "sweep a.md --strategy semantic --over threshold=0.1,0.5",
        "check a.md --strategy semantic",
        "transfer a.md --strategy semantic --tuned-on a.md",
        "sync a.md --to store --strategy semantic",
    ],
)
@pytest.mark.parametrize("size", ["4k", "48k"])
def test_without_room_for_the_cache_a_command_ends_as_usual(
    words: str, size: str, tmp_path: Path
) -> None:
    done = on_small_disk(tmp_path, size, *words.split(), cache="full")
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count(_IN_MEMORY) == 1, done.stderr
    assert "full/." not in done.stderr
