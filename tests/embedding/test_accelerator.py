"""The bundled model in torch, which runs on GPUs: tested on the processor, with the same code."""

from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError

import numpy as np
import pytest

from chunking.embedding import DEFAULT_MODEL, ModelEmbedder, bundled
from chunking.embedding.bundled import BundledEmbedder, TorchModel, trusted_folder
from chunking.embedding.cached_embedder import CachedEmbedder
from chunking.embedding.chunk_embedder import MemoizedEmbedder
from chunking.embedding.sentence_transformers import device_of
from chunking.engine import prepare, run
from chunking.engine.spec import parse_spec
from chunking.gui.tune import status
from chunking.loading.samples import SAMPLES, sample

SPECS = (
    "semantic:threshold=0.3,min_tokens=50",
    "optimal:target_tokens=128",
    "breakpoint",
    "cluster",
)


@pytest.fixture
def _no_known_device() -> Iterator[None]:
    bundled.accelerator.cache_clear()
    yield
    bundled.accelerator.cache_clear()


def on_processor() -> ModelEmbedder:
    """Return the model in torch on the processor."""
    model = TorchModel(trusted_folder(), DEFAULT_MODEL, "cpu", 256)
    return ModelEmbedder(model, DEFAULT_MODEL, "torch")


@pytest.mark.model
@pytest.mark.parametrize(
    "names",
    [
        ["essay.md"],
        pytest.param([each.name for each in SAMPLES][1:], marks=pytest.mark.nightly),
    ],
)
def test_vectors_and_boundaries_are_those_of_the_processor(names: list[str]) -> None:
    torch, onnx = MemoizedEmbedder(on_processor()), MemoizedEmbedder(BundledEmbedder())
    for name in names:
        for spec in map(parse_spec, SPECS):
            one = prepare(sample(name), spec.material, embedder=torch)
            other = prepare(sample(name), spec.material, embedder=onnx)
            assert one.vectors is not None
            assert other.vectors is not None
            assert np.abs(one.vectors - other.vectors).max(initial=0) < 1e-3
            assert run(one, spec).boundaries.tolist() == run(other, spec).boundaries.tolist(), name


@pytest.mark.model
def test_long_texts_are_averaged_as_on_the_processor() -> None:
    text = "The tides follow the moon, and the sea follows the tides. " * 40
    assert np.abs(on_processor().encode([text]) - BundledEmbedder().encode([text])).max() < 1e-3


@pytest.mark.usefixtures("_no_known_device")
@pytest.mark.parametrize(
    ("driver", "torch", "expected"),
    [(False, "2.13.0", ""), (True, "2.13.0+cpu", ""), (True, None, "")],
)
def test_without_a_gpu_torch_is_not_imported(
    monkeypatch: pytest.MonkeyPatch,
    *,
    driver: bool,
    torch: str | None,
    expected: str,
) -> None:
    def version(_: str) -> str:
        if torch is None:
            raise PackageNotFoundError
        return torch

    monkeypatch.setattr(bundled, "_has_driver", lambda: driver)
    monkeypatch.setattr(bundled, "version", version)
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    assert bundled.accelerator() == expected


class OnGpu:
    """A model that says where it runs."""

    class device:  # noqa: N801 - the attribute of torch
        """Device of torch."""

        type = "cuda"

    max_seq_length = 256
    tokenizer = None

    def encode(self, texts: list[str]) -> np.ndarray:
        """Return a vector for each text."""
        return np.ones((len(texts), 384), np.float32)


def test_a_gpu_is_used_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bundled, "accelerator", lambda: "cuda")
    monkeypatch.setattr(bundled, "TorchModel", lambda *_: OnGpu())
    embedder = BundledEmbedder()
    assert embedder.device == ""
    embedder.encode(["The sea."])
    assert embedder.device == device_of(OnGpu()) == "cuda"
    monkeypatch.setattr("chunking.embedding.get_embedder", lambda _: CachedEmbedder(embedder))
    assert status._device(DEFAULT_MODEL) == [["on CUDA", f"{DEFAULT_MODEL} runs on the GPU"]]
