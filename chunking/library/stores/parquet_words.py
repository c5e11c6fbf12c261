"""Words of the files of a Parquet store, each in a file of its own that can be made again."""

from pathlib import Path

import numpy as np

from chunking.library.stores.manifest import replace_file
from chunking.library.stores.parquet_folder import WORDS, not_written
from chunking.retrieval.word_postings import WordPostings


def has_words(folder: Path, name: str) -> bool:
    """Return whether the words of a file of a store are saved."""
    return words_path(folder, name).is_file()


def read_words(folder: Path, name: str) -> WordPostings | None:
    """Return the saved words of a file of a store; None if there are none, or they are damaged."""
    try:
        with np.load(words_path(folder, name), allow_pickle=False) as found:
            return WordPostings(*(found[each] for each in WordPostings._fields))
    except (OSError, ValueError, KeyError):
        return None


def save_words(folder: Path, name: str, words: WordPostings) -> None:
    """Save the words of a file of a store.

    Raises:
        StoreError: They cannot be written.
    """
    path = words_path(folder, name)
    try:
        path.parent.mkdir(exist_ok=True)
        replace_file(path, lambda file: np.savez(file, **words._asdict()))
    except OSError as error:
        raise not_written(folder, error) from None


def words_path(folder: Path, name: str) -> Path:
    """Return the path of the words of a file."""
    return folder / WORDS / f"{name.partition('.')[0]}.npz"
