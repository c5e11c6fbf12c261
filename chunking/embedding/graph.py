"""A BERT encoder as an ONNX graph, written from its settings and its weights."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.errors import ModelError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from onnx import NodeProto, TensorProto

    from chunking.types import Vectors

# The first with Gelu as one operation; its default is the exact one, by the error function.
OPSET = 20
IR_VERSION = 9
FLOAT, INT64 = 1, 7  # as ONNX numbers its types


@dataclass(frozen=True, slots=True)
class BertShape:
    """The sizes of a BERT encoder, named as in its config.json."""

    hidden_size: int
    num_hidden_layers: int
    num_attention_heads: int
    layer_norm_eps: float

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> BertShape:
        """The sizes in a config.json; `ModelError` where it is not a BERT of the usual kind."""
        for key, usual in (
            ("model_type", "bert"),
            ("hidden_act", "gelu"),
            ("position_embedding_type", "absolute"),
        ):
            if config.get(key, usual) != usual:
                raise ModelError(f"{key} must be {usual!r}, got {config[key]!r}")
        try:
            return cls(**{field.name: config[field.name] for field in fields(cls)})
        except KeyError as error:
            raise ModelError(f"the config.json of the model does not say {error}") from error


def bert_graph(
    shape: BertShape, weights: Mapping[str, Vectors]
) -> tuple[bytes, dict[str, Vectors]]:
    """The graph as a serialised model, and the arrays it must be given, by their names.

    It takes `ids`, (n, t) int64, of n texts that all have t pieces, and gives `pooled`,
    (n, hidden_size) float32: the mean of the last layer over the pieces (Devlin et al. 2019;
    Reimers and Gurevych 2019). There is no padding, so nothing masks it. Raises `ModelError` where
    a weight is missing.
    """
    from onnx import helper

    graph = Graph(weights)
    try:
        _write(graph, shape)
    except KeyError as error:
        raise ModelError(f"the model has no weights named {error}") from error
    ids = helper.make_tensor_value_info("ids", INT64, ["n", "t"])
    pooled = helper.make_tensor_value_info("pooled", FLOAT, ["n", shape.hidden_size])
    model = helper.make_model(
        helper.make_graph(graph.nodes, "bert", [ids], [pooled], graph.constants),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=IR_VERSION,
    )
    return model.SerializeToString(), graph.given


def open_model(serialised: bytes, given: Mapping[str, Vectors]) -> bytes:
    """The model of `bert_graph` that takes the arrays it must be given as inputs of their names."""
    from onnx import helper, load_model_from_string

    model = load_model_from_string(serialised)
    held = [constant for constant in model.graph.initializer if constant.name not in given]
    del model.graph.initializer[:]
    model.graph.initializer.extend(held)
    model.graph.input.extend(
        helper.make_tensor_value_info(name, FLOAT, value.shape) for name, value in given.items()
    )
    opened: bytes = model.SerializeToString()
    return opened


class Graph:
    """A graph as far as it is written: operations in order, small constants, arrays beside it."""

    def __init__(self, weights: Mapping[str, Vectors]) -> None:
        self.nodes: list[NodeProto] = []
        self.constants: list[TensorProto] = []
        self.given: dict[str, Vectors] = {}
        self.weights = weights

    def op(self, kind: str, *inputs: str, output: str = "", **attributes: Any) -> str:  # noqa: ANN401 - numbers or lists of them
        """One more operation; gives the name of what comes out of it."""
        from onnx import helper

        output = output or f"{kind}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [output], **attributes))
        return output

    def constant(self, value: list[int] | np.float32) -> str:
        """Numbers inside the graph."""
        from onnx import numpy_helper

        name = f"constant_{len(self.constants)}"
        array = np.asarray(value, dtype=np.int64 if isinstance(value, list) else np.float32)
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def array(self, name: str, value: Vectors | None = None) -> str:
        """An array of the model, or another: given to the runtime, and so never copied here."""
        from onnx import StringStringEntryProto, TensorProto

        self.given[name] = self.weights[name] if value is None else value
        self.constants.append(
            TensorProto(
                name=name,
                data_type=FLOAT,
                dims=self.given[name].shape,
                data_location=TensorProto.EXTERNAL,
                external_data=[StringStringEntryProto(key="location", value="given")],
            )
        )
        return name

    def linear(self, x: str, name: str) -> str:
        """Rows times a matrix that is stored transposed, plus a bias."""
        weight, bias = self.array(f"{name}.weight"), self.array(f"{name}.bias")
        return self.op("Gemm", x, weight, bias, transB=1)

    def normed(self, x: str, name: str, epsilon: float) -> str:
        """Rows brought to mean 0 and variance 1, then scaled and moved."""
        weight, bias = self.array(f"{name}.weight"), self.array(f"{name}.bias")
        return self.op("LayerNormalization", x, weight, bias, axis=-1, epsilon=epsilon)


def _write(graph: Graph, shape: BertShape) -> None:
    op, constant, eps = graph.op, graph.constant, shape.layer_norm_eps
    # Pieces stand in rows of one matrix, whatever text they are of; only attention sees texts.
    in_rows = constant([-1, shape.hidden_size])
    by_text = op("Concat", op("Shape", "ids"), constant([shape.hidden_size]), axis=0)

    x = op("Reshape", _embedded(graph), in_rows)
    x = graph.normed(x, "embeddings.LayerNorm", eps)
    for layer in range(shape.num_hidden_layers):
        place = f"encoder.layer.{layer}"
        mixed = op("Reshape", _attended(graph, shape, x, place), in_rows)
        mixed = graph.linear(mixed, f"{place}.attention.output.dense")
        x = graph.normed(op("Add", mixed, x), f"{place}.attention.output.LayerNorm", eps)
        wide = op("Gelu", graph.linear(x, f"{place}.intermediate.dense"))
        narrow = graph.linear(wide, f"{place}.output.dense")
        x = graph.normed(op("Add", narrow, x), f"{place}.output.LayerNorm", eps)

    # A product with ones: ReduceMean adds in an order that depends on how many texts there are.
    count = op("Shape", "ids", start=1)
    ones = op("Expand", constant(np.float32(1)), op("Concat", constant([1]), count, axis=0))
    total = op("Squeeze", op("MatMul", ones, op("Reshape", x, by_text)), constant([1]))
    op("Div", total, op("Cast", count, to=FLOAT), output="pooled")


def _embedded(graph: Graph) -> str:
    """What stands for each piece and its place, (n, t, hidden_size)."""
    words = graph.array("embeddings.word_embeddings.weight")
    # All texts are of the first of two kinds: one row, the same for every piece.
    kind = graph.weights["embeddings.token_type_embeddings.weight"][0]
    places = graph.weights["embeddings.position_embeddings.weight"] + kind
    longest = graph.op("Shape", "ids", start=1)
    used = graph.op("Slice", graph.array("places", places), graph.constant([0]), longest)
    return graph.op("Add", graph.op("Gather", words, "ids"), used)


def _attended(graph: Graph, shape: BertShape, x: str, place: str) -> str:
    """Each piece as the mean of all in its text, by how well they match; (n, t, heads, width)."""
    width = shape.hidden_size // shape.num_attention_heads
    heads = graph.constant([shape.num_attention_heads, width])
    by_head = graph.op("Concat", graph.op("Shape", "ids"), heads, axis=0)

    def part(name: str, order: list[int]) -> str:
        flat = graph.linear(x, f"{place}.attention.self.{name}")
        return graph.op("Transpose", graph.op("Reshape", flat, by_head), perm=order)

    scores = graph.op("MatMul", part("query", [0, 2, 1, 3]), part("key", [0, 2, 3, 1]))
    scores = graph.op("Mul", scores, graph.constant(np.float32(width**-0.5)))
    shares = graph.op("Softmax", scores, axis=-1)
    mixed = graph.op("MatMul", shares, part("value", [0, 2, 1, 3]))
    return graph.op("Transpose", mixed, perm=[0, 2, 1, 3])
