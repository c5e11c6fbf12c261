"""The folder of a Parquet store: its lock, its manifest, and what a killed process left."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chunking.core.errors import StoreError, why_not_written
from chunking.library.stores.manifest import (
    NAME,
    Contents,
    Manifest,
    number_of,
    parse_description,
    parse_documents,
    read_manifest,
    remove_unfinished,
    replace_file,
)
from chunking.library.stores.protocol import Description, MissingStoreError

if TYPE_CHECKING:
    from filelock import FileLock


# The folders of the files and of their words, and the key of what each file says of itself.
CHUNKS = "chunks"
WORDS = "words"
METADATA = b"chunkscope"


def save_manifest(folder: Path, manifest: Manifest) -> None:
    """Write the manifest of a store."""
    data = manifest.to_json().encode()
    try:
        replace_file(folder / NAME, lambda file: file.write(data))
    except OSError as error:
        raise not_written(folder, error) from None


def not_written(folder: Path, error: OSError) -> StoreError:
    """Return the error of a store that cannot be written, as one sentence."""
    return StoreError(
        f"{folder} cannot be written: {why_not_written(error)}; what is stored remains"
    )


def locked(folder: Path) -> FileLock:
    """Return the lock of a store, in a folder that is created if necessary."""
    from filelock import FileLock, Timeout

    try:
        chunks = folder / CHUNKS
        if folder.is_dir() and not chunks.is_dir() and any(folder.iterdir()):
            raise StoreError(f"{folder}: a store must be a new folder; this one holds other files")
        chunks.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / ".lock")
        lock.acquire(timeout=0)
    except Timeout:
        raise StoreError(f"{folder} is in use by another process: wait until it ends") from None
    except OSError as error:
        raise not_written(folder, error) from None
    return lock


def manifest_for_reading(folder: Path) -> Manifest:
    """Return the manifest of a store, with the files that are newer."""
    manifest = read_manifest(folder)
    if manifest is None:
        raise MissingStoreError(
            f"{folder} is not a store: create one with chunkscope sync SOURCE --to {folder}"
        )
    _add_newer(manifest, _files(folder))
    return manifest


def manifest_for_writing(folder: Path, create: Callable[[], Description]) -> Manifest:
    """Return the saved manifest of a store after removing what a killed process left.

    Files that are missing are removed from it, and the documents with them.
    """
    manifest = read_manifest(folder)
    remove_unfinished(folder)
    remove_unfinished(folder / CHUNKS)
    remove_unfinished(folder / WORDS)
    present = _files(folder)
    changed = manifest is None
    if manifest is None:
        description = parse_description(_note(present[-1])) if present else create()
        manifest = Manifest(description)
    for name in manifest.files.keys() - {each.name for each in present}:
        manifest.discard(name)
        changed = True
    if _add_newer(manifest, present) or changed:
        save_manifest(folder, manifest)
    remove_obsolete(folder, manifest)
    return manifest


def _add_newer(manifest: Manifest, files: list[Path]) -> bool:
    """Add the files that were written after the manifest; return whether there are any."""
    newer = [path for path in files if number_of(path.name) >= manifest.next]
    for path in newer:
        note = _note(path)
        manifest.add(path.name, Contents(note["rows"], parse_documents(note["documents"])))
    return bool(newer)


def _files(folder: Path) -> list[Path]:
    """Return the files of chunks in the order in which they were written."""
    found = [path for path in (folder / CHUNKS).glob("*.parquet") if number_of(path.name)]
    return sorted(found, key=lambda path: number_of(path.name))


def _note(path: Path) -> dict[str, Any]:
    """Return the description and the documents in a file, and its number of rows."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        footer = pq.read_metadata(path)
        note: dict[str, Any] = json.loads(footer.metadata[METADATA])
    except (OSError, ValueError, KeyError, TypeError, pa.ArrowInvalid):
        raise StoreError(
            f"{path} is damaged, or not a file of this store: move it away, and the next sync "
            "stores its documents again"
        ) from None
    return note | {"rows": footer.num_rows}


def remove_obsolete(folder: Path, manifest: Manifest) -> None:
    """Remove the files whose chunks are in others or gone, and their words."""
    for path in _files(folder):
        if path.name not in manifest.files and number_of(path.name) < manifest.next:
            with suppress(OSError):  # removed by the next sync
                path.unlink()
    for path in (folder / WORDS).glob("*.npz"):
        if f"{path.stem}.parquet" not in manifest.files:
            with suppress(OSError):  # as above
                path.unlink()
