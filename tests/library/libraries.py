"""Libraries for tests: a folder of notes, a model without weights, and what a store holds."""

import os
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

from embedders import HashEmbedder

from chunking.core.arrays import Vectors
from chunking.engine.spec import parse_spec
from chunking.library.source import open_source
from chunking.library.stores import open_store
from chunking.library.sync import Options, sync
from chunking.library.sync_report import Report

STRATEGY = "recursive:tokenizer=characters,max_tokens=30,overlap_tokens=0"
TOPICS = ("tides", "whales", "letters", "engines", "gardens", "clocks")


def hash_model(name: str) -> HashEmbedder:
    """Open a model of the provider `hash`, which tests install.

    `hash:slow` is slow, and `hash:deadly` ends its process at texts with the word deadly.
    """
    if name == "deadly":
        return DeadlyEmbedder(f"hash:{name}")

    def wait(_calls: int) -> None:
        time.sleep(0.5)

    return HashEmbedder(f"hash:{name}", gate=wait if name == "slow" else None)


class DeadlyEmbedder(HashEmbedder):
    """A model that ends its process at texts with the word deadly."""

    def encode(
        self, texts: Sequence[str], *, on_batch: Callable[[int, int], None] | None = None
    ) -> Vectors:
        if any("deadly" in text for text in texts):
            os._exit(1)
        return super().encode(texts, on_batch=on_batch)


def install(folder: Path) -> None:
    """Write a package to a folder on the path that adds the provider `hash`."""
    package = folder / "hash_models-1.0.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: hash-models\nVersion: 1.0\n")
    (package / "entry_points.txt").write_text(
        "[chunkscope.models]\nhash = libraries:hash_model\n"
        "[chunkscope.stores]\nplain = chunking.library.stores.parquet:open_parquet\n"
    )


def note(topic: str, sections: int = 3) -> str:
    """Return a Markdown text about a topic, a chunk for each section."""
    parts = [f"# All about {topic}"]
    parts += [
        f"## Section {i}\n\nHere is what section {i} tells about {topic}. It is not long at all."
        for i in range(sections)
    ]
    return "\n\n".join(parts) + "\n"


def write_notes(folder: Path) -> Path:
    """Write a note about each topic to a folder and a subfolder."""
    (folder / "more").mkdir(parents=True)
    for i, topic in enumerate(TOPICS):
        path = folder / ("more" if i % 2 else ".") / f"{topic}.md"
        path.write_text(note(topic), encoding="utf-8")
    return folder


def run_sync(
    source: Path | str, address: Path | str, strategy: str = STRATEGY, **options: Any
) -> Report:
    """Sync a store with a folder or file."""
    paths = [str(source)]
    return sync(open_source(paths), str(address), parse_spec(strategy), Options(**options))


def contents(address: Path | str) -> list[dict[str, Any]]:
    """Return the chunks of all complete documents of a store in order.

    They lack the time, which differs between runs.
    """
    with closing(open_store(str(address))) as store:
        documents = {k: v for k, v in store.documents().items() if v.document_hash}
        rows: list[dict[str, Any]] = store.chunks(documents).to_pylist()
    assert {route: 0 for route in documents if documents[route].chunks} == {
        row["route"]: 0 for row in rows
    }
    for row in rows:
        del row["ingested_at"]
    return rows
