"""The ONNX graph against BERT in plain NumPy, on a tiny model."""

import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from bert_graph import BertShape, bert_graph, bundled_graphs, with_inputs
from numpy.typing import NDArray
from safetensors.numpy import save_file

from chunking.core.arrays import Vectors
from chunking.core.errors import ModelError
from chunking.embedding.bert import (
    GRAPH,
    GRAPH_WITH_INPUTS,
    OnnxSession,
    graph_arrays,
    map_weights,
)
from chunking.embedding.bfloat16 import BfloatSession, bf16_obstacle

CONFIG = {
    "model_type": "bert",
    "hidden_act": "gelu",
    "hidden_size": 8,
    "num_hidden_layers": 2,
    "num_attention_heads": 2,
    "intermediate_size": 12,
    "layer_norm_eps": 1e-3,
}
SHAPE = BertShape.of(CONFIG)
erf = np.vectorize(math.erf)


def tiny_weights() -> dict[str, Vectors]:
    """Return random weights, large enough that every part of the model matters."""
    chance = np.random.default_rng(5)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (30, 8),
        "embeddings.position_embeddings.weight": (16, 8),
        "embeddings.token_type_embeddings.weight": (2, 8),
    }
    linear = {
        "attention.self.query": (8, 8),
        "attention.self.key": (8, 8),
        "attention.self.value": (8, 8),
        "attention.output.dense": (8, 8),
        "intermediate.dense": (12, 8),
        "output.dense": (8, 12),
    }
    norms = ["embeddings.LayerNorm"]
    for layer in range(2):
        for name, size in linear.items():
            shapes[f"encoder.layer.{layer}.{name}.weight"] = size
            shapes[f"encoder.layer.{layer}.{name}.bias"] = size[:1]
        norms += [
            f"encoder.layer.{layer}.{name}.LayerNorm" for name in ("attention.output", "output")
        ]
    for name in norms:
        shapes[f"{name}.weight"] = shapes[f"{name}.bias"] = (8,)
    return {name: chance.normal(size=size).astype(np.float32) for name, size in shapes.items()}


def plain_bert(weights: dict[str, Vectors], ids: list[int]) -> NDArray[np.float64]:
    """Return the pooled vector of one text, in double precision."""
    w = {name: value.astype(np.float64) for name, value in weights.items()}

    def normed(x: NDArray[np.float64], name: str) -> Any:
        centred = x - x.mean(1, keepdims=True)
        scale = np.sqrt((centred**2).mean(1, keepdims=True) + CONFIG["layer_norm_eps"])
        return centred / scale * w[f"{name}.weight"] + w[f"{name}.bias"]

    def linear(x: NDArray[np.float64], name: str) -> Any:
        return x @ w[f"{name}.weight"].T + w[f"{name}.bias"]

    x = w["embeddings.word_embeddings.weight"][ids]
    x = x + w["embeddings.position_embeddings.weight"][: len(ids)]
    x = normed(x + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
    for layer in range(2):
        place = f"encoder.layer.{layer}."
        query, key, value = (
            linear(x, f"{place}attention.self.{name}") for name in ("query", "key", "value")
        )
        heads = []
        for part in (slice(0, 4), slice(4, 8)):
            shares = np.exp(query[:, part] @ key[:, part].T / math.sqrt(4))
            heads.append(shares / shares.sum(1, keepdims=True) @ value[:, part])
        mixed = linear(np.hstack(heads), f"{place}attention.output.dense")
        x = normed(mixed + x, f"{place}attention.output.LayerNorm")
        wide = linear(x, f"{place}intermediate.dense")
        wide = wide * (1 + erf(wide / math.sqrt(2))) / 2
        x = normed(linear(wide, f"{place}output.dense") + x, f"{place}output.LayerNorm")
    pooled: NDArray[np.float64] = x.mean(0)
    return pooled


@pytest.mark.parametrize(
    "texts", [[[1, 7, 29, 3, 2], [1, 2, 2, 9, 2]], [[1, 2]], [[4], [5], [4]], [[*range(16)]]]
)
def test_the_graph_computes_the_mean_over_the_tokens_of_each_text(texts: list[list[int]]) -> None:
    weights = tiny_weights()
    arrays = graph_arrays(weights)
    pooled = OnnxSession(bert_graph(SHAPE, arrays), arrays).pooled(np.array(texts))
    assert pooled.dtype == np.float32
    np.testing.assert_allclose(pooled, [plain_bert(weights, text) for text in texts], atol=2e-5)


def test_the_graph_is_valid_and_holds_no_large_array() -> None:
    import onnx

    arrays = graph_arrays(tiny_weights())
    serialized = bert_graph(SHAPE, arrays)
    assert len(serialized) < 20_000
    model = onnx.load_model_from_string(serialized)
    for constant in model.graph.initializer:
        if constant.name in arrays:
            constant.CopyFrom(onnx.numpy_helper.from_array(arrays[constant.name], constant.name))
    onnx.checker.check_model(model, full_check=True)


def test_the_packaged_graphs_are_those_of_the_bundled_model() -> None:
    assert (GRAPH.read_bytes(), GRAPH_WITH_INPUTS.read_bytes()) == bundled_graphs()


def test_a_graph_in_bfloat16_shares_the_arrays_and_leaves_them_unchanged() -> None:
    if bf16_obstacle():
        pytest.skip(bf16_obstacle())
    arrays = {name: value.view() for name, value in graph_arrays(tiny_weights()).items()}
    for value in arrays.values():  # as of a mapped file
        value.flags.writeable = False
    before = {name: value.copy() for name, value in arrays.items()}
    ids = np.array([[1, 7, 29, 3, 2], [1, 2, 2, 9, 2]])
    serialized = bert_graph(SHAPE, arrays)
    pooled = BfloatSession(with_inputs(serialized, arrays), arrays, 1).pooled(ids)
    exact = OnnxSession(serialized, arrays).pooled(ids)
    assert 0 < np.abs(pooled - exact).max() < 0.05
    for name, value in arrays.items():
        assert np.array_equal(value, before[name])
        assert not value.flags.writeable


def test_weights_are_the_float32_arrays_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    weights = tiny_weights()
    save_file({**weights, "position_ids": np.arange(5)}, path, metadata={"format": "pt"})
    found = map_weights(path)
    assert found.keys() == weights.keys()
    for name, value in found.items():
        assert np.array_equal(value, weights[name])
        assert not value.flags.writeable


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"nonsense",
        b"nonsense and more of it",
        (2).to_bytes(8, "little") + b"[]",
        (7).to_bytes(8, "little") + b'{"a":1}',
        (2**63).to_bytes(8, "little") + b"{}",
    ],
)
def test_a_file_that_is_not_safetensors_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.safetensors"
    path.write_bytes(content)
    with pytest.raises(ModelError, match="cannot be read as safetensors"):
        map_weights(path)


def test_a_truncated_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "model.safetensors"
    save_file(tiny_weights(), path)
    path.write_bytes(path.read_bytes()[:-4])
    with pytest.raises(ModelError, match="cannot be read as safetensors"):
        map_weights(path)
