"""A BERT encoder in bfloat16, through OpenVINO."""

from __future__ import annotations

from queue import Empty, SimpleQueue
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.embedding.graph import open_model
from chunking.embedding.precision import openvino
from chunking.embedding.weights import give_back

if TYPE_CHECKING:
    from chunking.types import Ints, Vectors

_WARMING = Lock()


class BfloatSession:
    """A graph in OpenVINO that multiplies in bfloat16 and adds in float32; threads may share it.

    `workers` is how many calls go on side by side, each on one core. No thread is bound to a
    core, so that two processes share the cores as the system sees fit.
    """

    def __init__(self, model: bytes, given: dict[str, Vectors], workers: int) -> None:
        runtime = openvino()
        with _WARMING:
            # The bindings look NumPy up at the first array they hand out, holding a lock of their
            # own while they wait for the interpreter's: two threads at once would wait for ever.
            _ = runtime.Tensor(np.zeros(1, dtype=np.float32)).data
        core = runtime.Core()
        # As for ONNX Runtime, the arrays live as long as what looks at them.
        self._given = given
        self._compiled = core.compile_model(
            _closed(runtime, core.read_model(open_model(model, given)), given),
            "CPU",
            {
                "INFERENCE_PRECISION_HINT": "bf16",
                "NUM_STREAMS": workers,
                "INFERENCE_NUM_THREADS": workers,
                "ENABLE_CPU_PINNING": False,
                # Kernels are made for each shape of a batch, and as many are kept: 25 MB a
                # thousand sentences, without end, by default. Measured, 5 are as fast as 100.
                "CPU_RUNTIME_CACHE_CAPACITY": 5,
            },
        )
        give_back()
        self._idle: SimpleQueue[Any] = SimpleQueue()

    def pooled(self, ids: Ints) -> Vectors:
        """The mean over each row's pieces, (n, hidden_size), of (n, t) ids."""
        try:
            request = self._idle.get_nowait()
        except Empty:
            request = self._compiled.create_infer_request()
        request.infer({"ids": ids})
        # The request's own memory is used again by the next call.
        pooled = np.array(request.get_output_tensor(0).data, dtype=np.float32)
        self._idle.put(request)
        return pooled


def _closed(runtime: Any, model: Any, given: dict[str, Vectors]) -> Any:  # noqa: ANN401 - no types
    """A model whose inputs of those names are arrays from now on, which are not copied."""
    for parameter in model.get_parameters():
        name = parameter.get_friendly_name()
        if name not in given:
            continue
        # Memory is shared only where it could be written to, which nobody does.
        seen = given[name].view()
        seen.flags.writeable = True
        constant = runtime.op.Constant(seen, shared_memory=True)
        for target in parameter.output(0).get_target_inputs():
            target.replace_source_output(constant.output(0))
        model.remove_parameter(parameter)
    model.validate_nodes_and_infer_types()
    return model
