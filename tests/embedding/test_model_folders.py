"""Model folders: revisions, token limits, and refusal of pickles and code."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from embedders import bare_folder

from chunking.core.errors import ModelError
from chunking.core.text.tokenizers import bundled_folder
from chunking.embedding import get_embedder
from chunking.embedding.sentence_transformers import folder_hash

pytestmark = pytest.mark.usefixtures("own_cache")


def test_the_revision_of_a_folder_depends_on_its_contents(tmp_path: Path) -> None:
    one = bare_folder(tmp_path / "one", "model.safetensors")
    two = bare_folder(tmp_path / "two", "model.safetensors")
    assert folder_hash(one) == folder_hash(two)
    assert get_embedder(str(one)).revision == folder_hash(one)
    (two / "model.safetensors").write_bytes(b"other weights")
    assert folder_hash(one) != folder_hash(two)
    before = folder_hash(one)
    (one / "config.json").write_text('{"model_type": "roberta"}')
    assert folder_hash(one) != before


def test_the_token_limit_is_read_from_the_settings_of_the_model(tmp_path: Path) -> None:
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
            "requires custom code (custom_st.Transformer)",
        ),
    ],
)
def test_an_unsafe_or_incomplete_folder_is_refused(
    tmp_path: Path, spoil: Callable[[Path], object], words: str
) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    spoil(folder)
    with pytest.raises(ModelError) as caught:
        get_embedder(str(folder)).encode(["text"])
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_pickled_weights_of_one_module_are_refused(tmp_path: Path) -> None:
    folder = bare_folder(tmp_path / "model", "model.safetensors")
    (folder / "modules.json").write_text(
        json.dumps([{"type": "sentence_transformers.models." + kind, "path": path}
                    for kind, path in (("Transformer", ""), ("Dense", "2_Dense"))])
    )  # fmt: skip
    (folder / "2_Dense").mkdir()
    (folder / "2_Dense" / "pytorch_model.bin").write_bytes(b"")
    with pytest.raises(ModelError, match=r"only as pickles in .*2_Dense"):
        get_embedder(str(folder)).encode(["text"])


@pytest.mark.model
def test_invalid_weights_are_reported_in_one_line(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(bundled_folder(), folder)
    (folder / "model.safetensors").write_bytes(b"nonsense")
    with pytest.raises(ModelError, match="could not be loaded from") as caught:
        get_embedder(str(folder)).encode(["text"])
    assert "\n" not in str(caught.value)


def cut(path: Path, share: float = 0.5) -> None:
    """Leave only the beginning of a file."""
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])


@pytest.mark.model
@pytest.mark.parametrize(
    "spoil",
    [
        lambda f: cut(f / "model.safetensors"),
        lambda f: cut(f / "model.safetensors", 0),
        lambda f: cut(f / "tokenizer.json"),
        lambda f: cut(f / "config.json"),
        lambda f: cut(f / "modules.json"),
        lambda f: (f / "config.json").unlink(),
        lambda f: (f / "config.json").write_text("[" * 100_000),
        lambda f: (f / "config.json").write_text('{"model_type": 5}'),
        lambda f: (f / "1_Pooling" / "config.json").write_text("[]"),
        lambda f: shutil.rmtree(f / "1_Pooling"),
        lambda f: (f / "tokenizer.json").write_text("{}"),
    ],
)
def test_a_model_with_a_file_missing_or_cut_off_is_one_sentence(
    tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    folder = tmp_path / "model"
    shutil.copytree(bundled_folder(), folder)
    spoil(folder)
    with pytest.raises(ModelError) as caught:
        get_embedder(str(folder)).encode(["text"])
    assert "\n" not in str(caught.value)


@pytest.mark.model
def test_the_code_of_a_model_is_never_run(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(bundled_folder(), folder)
    (folder / "code.py").write_text("raise AssertionError('code of a model was run')")
    (folder / "config.json").write_text(
        json.dumps(
            {"model_type": "own", "auto_map": {"AutoConfig": "code.C", "AutoModel": "code.M"}}
        )
    )
    with pytest.raises(ModelError, match="requires custom code"):
        get_embedder(str(folder)).encode(["text"])
