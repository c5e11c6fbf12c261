"""The chunks of every strategy's defaults and every preset on the bundled samples are pinned."""

import hashlib
import json
from pathlib import Path

import pytest

from chunking import Chunking, available, get
from chunking.engine import prepare, run
from chunking.loading.samples import SAMPLES, sample
from chunking.settings.presets import published
from chunking.strategies import Strategy

PINNED = Path(__file__).parent / "pinned_chunks.txt"
REGENERATE = "python tests/test_pinned_chunks.py"


def strategies() -> dict[str, Strategy]:
    """Return every strategy with its default settings, and every published preset, by name."""
    defaults = {name: get(name)() for name in available()}
    return defaults | {preset.name: preset.strategy for preset in published()}


def digest(chunking: Chunking) -> str:
    """Return 12 hex digits of all that a chunking says about its chunks and gaps."""
    rows = [
        (
            chunk.start, chunk.end, chunk.overlap, chunk.tokens, chunk.reason, chunk.oversize,
            chunk.heading_path, chunk.id, chunk.location_id, chunk.content_hash, chunk.sha256,
        )
        for chunk in chunking
    ]  # fmt: skip
    columns = [chunking.parent.tolist(), chunking.gaps.tolist(), chunking.verdicts.tolist()]
    return hashlib.sha256(json.dumps([rows, columns]).encode()).hexdigest()[:12]


def lines() -> list[str]:
    """Return one line per sample and strategy: both names, the chunk count and the digest."""
    found = []
    for each in SAMPLES:
        document = sample(each.name)
        for name, strategy in strategies().items():
            chunking = run(prepare(document, strategy.material), strategy)
            found.append(f"{each.name:<17}{name:<26}{len(chunking):>4}  {digest(chunking)}")
    return found


@pytest.mark.model
def test_chunks_of_the_samples_are_unchanged() -> None:
    expected = PINNED.read_text(encoding="utf-8").splitlines()
    changed = sorted(set(lines()) ^ set(expected))
    assert not changed, (
        f"chunks, ids or hashes have changed; if that is intended, run `{REGENERATE}`, review the "
        "diff and note the change in CHANGELOG.md:\n" + "\n".join(changed)
    )


if __name__ == "__main__":
    PINNED.write_text("\n".join(lines()) + "\n", encoding="utf-8")
