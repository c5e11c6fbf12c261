"""BERT in bfloat16, through OpenVINO."""

import ctypes
import importlib.util
import os
import platform
import sys
from functools import cache
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock
from types import ModuleType
from typing import Any

import numpy as np

from chunking.core.arrays import Ints, Vectors
from chunking.core.errors import ModelError

INSTALL = "pip install openvino"
# Where Linux lists the features of its processors, and the one that OpenVINO needs.
CPU_INFO = Path("/proc/cpuinfo")
CPU_FLAG = "avx512_bf16"
_NO_INSTRUCTIONS = "this processor has no bfloat16 instructions"
# Kernels cached per shape, in addition to those that OpenVINO counts: 1,000 by default, which
# take 130 MB. Measured, 100 are as fast.
_KERNEL_CACHE = ("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "100")
_TENSOR_LOCK = Lock()


@cache
def bf16_obstacle() -> str:
    """Return why this machine cannot compute in bfloat16; empty if it can.

    OpenVINO is imported only if the system does not list its processor's features.
    """
    flags = _cpu_flags()
    if flags and CPU_FLAG not in flags:
        return _NO_INSTRUCTIONS
    if not _is_installed("openvino"):
        if platform.machine() not in {"x86_64", "AMD64"} or sys.platform == "darwin":
            return _NO_INSTRUCTIONS  # OpenVINO has no build with bfloat16 for it
        raise ModelError(f"all-MiniLM-L6-v2@bf16 needs OpenVINO, which is not installed: {INSTALL}")
    if flags:
        return ""
    try:
        runtime = openvino()
        native = runtime.Core().get_property("CPU", "INFERENCE_PRECISION_HINT")
    except Exception as error:  # noqa: BLE001 - a plugin that cannot start raises any kind
        return f"OpenVINO does not start here ({str(error).splitlines()[0]:.80})"
    # Its own choice is bfloat16 only if the processor has instructions for it.
    return "" if native == runtime.Type.bf16 else _NO_INSTRUCTIONS


def _cpu_flags() -> list[str]:
    """Return the features the system lists for its processor; empty if it lists none."""
    try:
        lines = CPU_INFO.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
    return next((line.split() for line in lines if line.startswith("flags")), [])


def _is_installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ValueError:  # imported, but not from a file
        return False


def openvino() -> Any:  # noqa: ANN401 - the module, which has no usable types
    """Import OpenVINO without its telemetry and with a small kernel cache.

    Its telemetry is a separate package that it can do without. A kernel cache size in the
    environment takes precedence.
    """
    if sys.modules.get("openvino") is not None:
        return sys.modules["openvino"]
    os.environ.setdefault(*_KERNEL_CACHE)
    telemetry = "openvino_telemetry"
    before: ModuleType | None = sys.modules.get(telemetry)
    sys.modules[telemetry] = None  # type: ignore[assignment] # makes its import fail
    try:
        import openvino as runtime
    finally:
        if before is None:
            del sys.modules[telemetry]
        else:
            sys.modules[telemetry] = before
    return runtime


class BfloatSession:
    """An ONNX graph in OpenVINO that multiplies in bfloat16 and adds in float32; thread-safe.

    Args:
        model: The serialized graph, with the arrays as inputs (`inputs_from_arrays`).
        arrays: The arrays by name; they are not copied.
        workers: Number of concurrent calls, one core each. Threads are not pinned, so that
            processes can share cores.
    """

    def __init__(self, model: bytes, arrays: dict[str, Vectors], workers: int) -> None:
        runtime = openvino()
        with _TENSOR_LOCK:
            # The bindings import NumPy at their first array while they hold a lock, and two threads
            # doing so at once would deadlock with the interpreter's lock.
            _ = runtime.Tensor(np.zeros(1, dtype=np.float32)).data
        core = runtime.Core()
        self._arrays = arrays  # must live as long as the compiled model
        self._compiled = core.compile_model(
            _with_constants(runtime, core.read_model(model), arrays),
            "CPU",
            {
                "INFERENCE_PRECISION_HINT": "bf16",
                "NUM_STREAMS": workers,
                "INFERENCE_NUM_THREADS": workers,
                "ENABLE_CPU_PINNING": False,
                # Kernels are compiled and cached per batch shape, which by default takes another
                # 25 MB per thousand sentences. Measured, 5 are as fast as 100.
                "CPU_RUNTIME_CACHE_CAPACITY": 5,
            },
        )
        _trim_memory()
        self._idle: SimpleQueue[Any] = SimpleQueue()

    def pooled(self, ids: Ints) -> Vectors:
        """Return the mean over each row's tokens, (n, hidden_size), for (n, t) ids."""
        try:
            request = self._idle.get_nowait()
        except Empty:
            request = self._compiled.create_infer_request()
        request.infer({"ids": ids})
        # A copy: the next call overwrites the output of a request.
        pooled = np.array(request.get_output_tensor(0).data, dtype=np.float32)
        self._idle.put(request)
        return pooled


def _with_constants(runtime: Any, model: Any, arrays: dict[str, Vectors]) -> Any:  # noqa: ANN401 - no types
    """Replace the inputs named in `arrays` by constants that share their memory."""
    for parameter in model.get_parameters():
        name = parameter.get_friendly_name()
        if name not in arrays:
            continue
        # OpenVINO shares only writable memory, but does not write to it.
        view = arrays[name].view()
        view.flags.writeable = True
        constant = runtime.op.Constant(view, shared_memory=True)
        for target in parameter.output(0).get_target_inputs():
            target.replace_source_output(constant.output(0))
        model.remove_parameter(parameter)
    model.validate_nodes_and_infer_types()
    return model


def _trim_memory() -> None:
    """Return freed memory to the system: compiling leaves 50 MB that the C library would keep."""
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim is not None:
        trim(0)
