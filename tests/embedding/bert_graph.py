"""Writer of the ONNX graph of a BERT encoder.

`python tests/embedding/bert_graph.py` writes the two files of `chunking.embedding.bert`. They hold
no weights, and the program needs no `onnx` to run them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np
from onnx import StringStringEntryProto, TensorProto, helper, load_model_from_string, numpy_helper

from chunking.core.arrays import Vectors

if TYPE_CHECKING:
    from onnx import NodeProto


# The first with Gelu as one operation, by default exact.
OPSET = 20
IR_VERSION = 9
FLOAT, INT64 = 1, 7  # ONNX element types


@dataclass(frozen=True, slots=True)
class BertShape:
    """Sizes of a BERT encoder, named as in its config.json."""

    hidden_size: int
    num_hidden_layers: int
    num_attention_heads: int
    layer_norm_eps: float

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> BertShape:
        """Return the sizes in a config.json."""
        return cls(**{field.name: config[field.name] for field in fields(cls)})


def bert_graph(shape: BertShape, arrays: Mapping[str, Vectors]) -> bytes:
    """Return the serialized graph, with the arrays as external initializers.

    The input `ids`, (n, t) int64, holds n texts of t tokens each; the output `pooled`,
    (n, hidden_size) float32, is the mean of the last layer over the tokens (Devlin et al. 2019;
    Reimers and Gurevych 2019). There is no padding, so nothing is masked.
    """
    graph = Graph(arrays)
    _write_layers(graph, shape)
    ids = helper.make_tensor_value_info("ids", INT64, ["n", "t"])
    pooled = helper.make_tensor_value_info("pooled", FLOAT, ["n", shape.hidden_size])
    model = helper.make_model(
        helper.make_graph(graph.nodes, "bert", [ids], [pooled], graph.constants),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
    )
    serialized: bytes = model.SerializeToString()
    return serialized


def with_inputs(serialized: bytes, arrays: Mapping[str, Vectors]) -> bytes:
    """Return the graph with the arrays as inputs instead of external initializers."""
    model = load_model_from_string(serialized)
    constants = [constant for constant in model.graph.initializer if constant.name not in arrays]
    del model.graph.initializer[:]
    model.graph.initializer.extend(constants)
    model.graph.input.extend(
        helper.make_tensor_value_info(name, FLOAT, value.shape) for name, value in arrays.items()
    )
    opened: bytes = model.SerializeToString()
    return opened


class Graph:
    """A graph under construction: nodes in order, and constants."""

    def __init__(self, arrays: Mapping[str, Vectors]) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []
        self.arrays = arrays

    def op(self, kind: str, *inputs: str, output: str = "", **attributes: Any) -> str:
        """Add an operation and return the name of its output."""
        output = output or f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def constant(self, value: list[int] | np.float32) -> str:
        """Add numbers to the graph and return their name."""
        name = f"constant_{len(self.constants)}"
        array = np.asarray(value, dtype=np.int64 if isinstance(value, list) else np.float32)
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def array(self, name: str) -> str:
        """Add an external initializer and return its name."""
        self.constants.append(
            TensorProto(
                name=name,
                data_type=FLOAT,
                dims=self.arrays[name].shape,
                data_location=TensorProto.EXTERNAL,
                external_data=[StringStringEntryProto(key="location", value="given")],
            )
        )
        return name

    def linear(self, x: str, name: str) -> str:
        """Add a linear layer, whose matrix is stored transposed."""
        weight, bias = self.array(f"{name}.weight"), self.array(f"{name}.bias")
        return self.op("Gemm", x, weight, bias, transB=1)

    def layer_norm(self, x: str, name: str, epsilon: float) -> str:
        """Add a layer normalization."""
        weight, bias = self.array(f"{name}.weight"), self.array(f"{name}.bias")
        return self.op("LayerNormalization", x, weight, bias, axis=-1, epsilon=epsilon)


def _write_layers(graph: Graph, shape: BertShape) -> None:
    op, constant, eps = graph.op, graph.constant, shape.layer_norm_eps
    # The tokens of all texts are rows of one matrix; only attention distinguishes texts.
    as_rows = constant([-1, shape.hidden_size])
    by_text = op("Concat", op("Shape", "ids"), constant([shape.hidden_size]), axis=0)

    x = op("Reshape", _embeddings(graph), as_rows)
    x = graph.layer_norm(x, "embeddings.LayerNorm", eps)
    for layer in range(shape.num_hidden_layers):
        prefix = f"encoder.layer.{layer}"
        mixed = op("Reshape", _attention(graph, shape, x, prefix), as_rows)
        mixed = graph.linear(mixed, f"{prefix}.attention.output.dense")
        x = graph.layer_norm(op("Add", mixed, x), f"{prefix}.attention.output.LayerNorm", eps)
        wide = op("Gelu", graph.linear(x, f"{prefix}.intermediate.dense"))
        narrow = graph.linear(wide, f"{prefix}.output.dense")
        x = graph.layer_norm(op("Add", narrow, x), f"{prefix}.output.LayerNorm", eps)

    # A product with ones: the order of the sums of ReduceMean depends on the number of texts.
    count = op("Shape", "ids", start=1)
    ones = op("Expand", constant(np.float32(1)), op("Concat", constant([1]), count, axis=0))
    total = op("Squeeze", op("MatMul", ones, op("Reshape", x, by_text)), constant([1]))
    op("Div", total, op("Cast", count, to=FLOAT), output="pooled")


def _embeddings(graph: Graph) -> str:
    """Add the embeddings of tokens and positions, (n, t, hidden_size)."""
    words = graph.array("embeddings.word_embeddings.weight")
    longest = graph.op("Shape", "ids", start=1)
    positions = graph.op("Slice", graph.array("positions"), graph.constant([0]), longest)
    return graph.op("Add", graph.op("Gather", words, "ids"), positions)


def _attention(graph: Graph, shape: BertShape, x: str, prefix: str) -> str:
    """Add multi-head self-attention, (n, t, heads, width)."""
    width = shape.hidden_size // shape.num_attention_heads
    heads = graph.constant([shape.num_attention_heads, width])
    by_head = graph.op("Concat", graph.op("Shape", "ids"), heads, axis=0)

    def projection(name: str, order: list[int]) -> str:
        flat = graph.linear(x, f"{prefix}.attention.self.{name}")
        return graph.op("Transpose", graph.op("Reshape", flat, by_head), perm=order)

    scores = graph.op("MatMul", projection("query", [0, 2, 1, 3]), projection("key", [0, 2, 3, 1]))
    scores = graph.op("Mul", scores, graph.constant(np.float32(width**-0.5)))
    shares = graph.op("Softmax", scores, axis=-1)
    mixed = graph.op("MatMul", shares, projection("value", [0, 2, 1, 3]))
    return graph.op("Transpose", mixed, perm=[0, 2, 1, 3])


def bundled_graphs() -> tuple[bytes, bytes]:
    """Return the two graphs of the bundled model: with external initializers, and with inputs."""
    from chunking.core.text.tokenizers import bundled_folder
    from chunking.embedding.bert import graph_arrays, map_weights

    folder = bundled_folder()
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    arrays = graph_arrays(map_weights(folder / "model.safetensors"))
    serialized = bert_graph(BertShape.of(config), arrays)
    return serialized, with_inputs(serialized, arrays)


if __name__ == "__main__":
    from chunking.embedding.bert import GRAPH, GRAPH_WITH_INPUTS

    for path, content in zip((GRAPH, GRAPH_WITH_INPUTS), bundled_graphs(), strict=True):
        path.write_bytes(content)
