"""Share of a runtime's peak, that of one large matrix product, that embedding reaches."""

import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from chunking.core.text.tokenizers import bundled_folder
from chunking.embedding.bert import BertEncoder, available_cores
from chunking.embedding.bundled import BF16_MODEL, BundledEmbedder

# The product whose speed is the peak, and how often each core makes it.
ROWS, INNER, COLUMNS = 2048, 384, 1536
TIMES = 40
# Of the bundled model.
LAYERS, WIDTH, WIDE = 6, 384, 1536


def share(side: str, given: dict[str, Any]) -> dict[str, float]:
    """Return the median operations per second of embedding and of the product."""
    texts = given["texts"]
    tokenizer = BertEncoder(bundled_folder(), 256).tokenizer
    work = operations([len(each) for each in tokenizer.encode_batch_fast(texts)])
    encode, multiply = BundledEmbedder(bf16=side == BF16_MODEL).encode, product(side)
    encode(texts[:50])
    multiply()
    reached, peak = [], []
    for _ in range(3):
        peak.append(rate(multiply, 2 * ROWS * INNER * COLUMNS * TIMES * available_cores()))
        reached.append(rate(lambda: encode(texts), work))
    return {"reached": float(np.median(reached)), "peak": float(np.median(peak))}


def operations(counts: Sequence[int]) -> float:
    """Return the multiplications and additions for texts of these token counts."""
    pieces = np.array(counts, dtype=np.float64)
    dense = 2 * LAYERS * (4 * WIDTH * WIDTH + 2 * WIDTH * WIDE) * pieces.sum()
    attention = 2 * LAYERS * 2 * WIDTH * (pieces**2).sum()
    return float(dense + attention)


def rate(act: Callable[[], object], work: float) -> float:
    """Return operations per second."""
    begun = time.perf_counter()
    act()
    return work / (time.perf_counter() - begun)


def product(side: str) -> Callable[[], None]:
    """Return a function that computes the product `TIMES` times on each core in one runtime."""
    left = np.random.default_rng(1).normal(size=(ROWS, INNER)).astype(np.float32)
    run = _openvino() if side == BF16_MODEL else _onnxruntime()

    def on_one_core(_core: int) -> None:
        once = run()
        for _ in range(TIMES):
            once(left)

    def act() -> None:
        with ThreadPoolExecutor(available_cores()) as threads:
            list(threads.map(on_one_core, range(available_cores())))

    return act


def _graph() -> bytes:
    from onnx import helper, numpy_helper

    right = np.random.default_rng(2).normal(size=(INNER, COLUMNS)).astype(np.float32)
    # Only one number is returned, so that copying the product is not measured.
    nodes = [
        helper.make_node("MatMul", ["left", "right"], ["answer"]),
        helper.make_node("ReduceMax", ["answer"], ["most"], keepdims=0),
    ]
    graph = helper.make_graph(
        nodes,
        "product",
        [helper.make_tensor_value_info("left", 1, [ROWS, INNER])],
        [helper.make_tensor_value_info("most", 1, [])],
        [numpy_helper.from_array(right, "right")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 20)], ir_version=9)
    serialised: bytes = model.SerializeToString()
    return serialised


def _onnxruntime() -> Callable[[], Callable[[Any], object]]:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(_graph(), options, providers=["CPUExecutionProvider"])
    return lambda: lambda left: session.run(["most"], {"left": left})


def _openvino() -> Callable[[], Callable[[Any], object]]:
    from chunking.embedding.bfloat16 import openvino

    core = openvino().Core()
    cores = available_cores()
    settings = {
        "INFERENCE_PRECISION_HINT": "bf16",
        "NUM_STREAMS": cores,
        "INFERENCE_NUM_THREADS": cores,
        "ENABLE_CPU_PINNING": False,
    }
    compiled = core.compile_model(core.read_model(_graph()), "CPU", settings)

    def request() -> Callable[[Any], object]:
        made = compiled.create_infer_request()
        return lambda left: made.infer({"left": left})

    return request
