"""Models by name and by object; lazy imports."""

from pathlib import Path

import numpy as np
import pytest
from embedders import HashEmbedder, bare_folder
from processes import HEAVY, python
from reference import BUNDLED, WORDS, library_model

from chunking.core.errors import ModelError
from chunking.embedding import (
    DEFAULT_MODEL,
    ModelEmbedder,
    VectorCache,
    bundled,
    get_embedder,
)
from chunking.embedding.sentence_transformers import SentenceTransformerEmbedder, find_folder

pytestmark = pytest.mark.usefixtures("own_cache")


def test_importing_the_package_imports_no_model_library() -> None:
    python(f"import sys, chunking.embedding; assert not set({HEAVY!r}) & set(sys.modules)")


def test_cached_texts_import_no_model_library(tmp_path: Path) -> None:
    texts = ["one text", "another"]
    VectorCache(DEFAULT_MODEL, bundled.REVISION, root=tmp_path).write(
        texts, HashEmbedder().encode(texts)
    )
    python(
        "import sys; from chunking.embedding import get_embedder\n"
        f"assert get_embedder().encode({texts!r}).shape == (2, 64)\n"
        f"assert not set({HEAVY!r}) & set(sys.modules)",
        CHUNKSCOPE_CACHE_DIR=str(tmp_path),
    )


def test_one_name_returns_one_embedder_and_the_bundled_model_has_two_names() -> None:
    assert get_embedder() is get_embedder("sentence-transformers/all-MiniLM-L6-v2")
    assert get_embedder() is not get_embedder("other")
    assert get_embedder().id == DEFAULT_MODEL
    assert get_embedder().revision == bundled.REVISION
    assert get_embedder().max_pieces == 256


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\0", "\x1b[31m", "x" * 2000])
def test_an_invalid_name_is_refused_at_once(name: str) -> None:
    with pytest.raises(ModelError, match="one line of printable characters"):
        get_embedder(name)


@pytest.mark.parametrize(
    "name", ["foo", "some/foo", "/nowhere/at/all", "./nowhere", "a/b/c", "not a name!", "x" * 1000]
)
@pytest.mark.usefixtures("offline", "downloads")
def test_a_model_that_cannot_be_found_is_reported_in_one_line(name: str) -> None:
    embedder = get_embedder(name)
    with pytest.raises(ModelError) as caught:
        embedder.encode(["text"])
    message, advice = str(caught.value).split(": give the name of a ")
    assert message.startswith(f"model {name!r} is not on this machine and could not be fetched")
    assert advice == (
        "sentence-transformers model or a folder that holds one; the bundled one is "
        "all-MiniLM-L6-v2"
    )
    assert "\n" not in message


@pytest.mark.usefixtures("downloads")
def test_a_failed_download_reports_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> str:
        raise OSError("403 Forbidden: ask for access.\nCannot access gated repo.")

    monkeypatch.setattr("huggingface_hub.snapshot_download", refused)
    with pytest.raises(ModelError, match=r"fetched \(403 Forbidden: ask for access\): ") as caught:
        find_folder("some/foo")
    assert isinstance(caught.value.__cause__, OSError)


def test_the_revision_of_a_snapshot_is_its_commit(offline: Path) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    repository = offline / "models--sentence-transformers--foo"
    bare_folder(repository / "snapshots" / commit, "model.safetensors")
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(commit)
    assert SentenceTransformerEmbedder("foo").revision == commit


def test_any_object_with_encode_becomes_an_embedder() -> None:
    class Model:
        def encode(self, texts: list[str]) -> list[list[float]]:
            return [[float(len(text)), 0.0] for text in texts]

    embedder = ModelEmbedder(Model())
    done: list[tuple[int, int]] = []
    vectors = embedder.encode(["a"] * 300 + [""], on_batch=lambda *at: done.append(at))
    assert vectors.tolist() == [[1.0, 0.0]] * 300 + [[0.0, 0.0]]
    assert done == [(301, 301)]
    assert embedder.id == "Model"
    assert embedder.max_pieces is None
    assert embedder.revision == embedder.revision != ModelEmbedder(Model()).revision
    assert embedder.encode([]).shape == (0, 0)


def test_an_object_without_encode_is_refused() -> None:
    with pytest.raises(ModelError, match="must have an encode method"):
        ModelEmbedder("all-MiniLM-L6-v2")


@pytest.mark.model
def test_the_revision_of_a_loaded_model_depends_on_weights_and_limits() -> None:
    model = library_model()
    embedder = ModelEmbedder(model)
    before = embedder.revision
    assert np.abs(embedder.encode(WORDS) - BUNDLED.encode(WORDS)).max() < 1e-5
    # Having been used changes nothing, another limit does.
    assert ModelEmbedder(model).revision == before
    assert embedder.max_pieces == 256
    model.max_seq_length = 128
    try:
        assert ModelEmbedder(model).revision != before
    finally:
        model.max_seq_length = 256
