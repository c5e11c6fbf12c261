"""How exactly a model computes: a choice with a name, and part of what vectors are kept by."""

from __future__ import annotations

import importlib.util
import os
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from chunking.errors import SettingsError

if TYPE_CHECKING:
    from types import ModuleType

EXACT, FAST = "exact", "fast"
PRECISIONS = {
    EXACT: "32-bit numbers: the same verdicts on any machine, in any batch.",
    FAST: "bfloat16 products: about twice as fast; similarities may differ by up to 0.005.",
}


def check_precision(name: str) -> str:
    """The name of a precision; raises `SettingsError` where it is none."""
    if not isinstance(name, str) or name not in PRECISIONS:
        raise SettingsError(f"precision must be one of {', '.join(PRECISIONS)}, got {name!r}")
    return name


def precision_note(precision: str) -> str:
    """What there is to say where a precision cannot be had here, in one sentence; else nothing."""
    obstacle = fast_obstacle() if check_precision(precision) == FAST else ""
    return f"{obstacle}, so the precision is exact, not fast" if obstacle else ""


# Where Linux says what its processors can, and the instructions that OpenVINO looks for.
PROCESSOR = Path("/proc/cpuinfo")
INSTRUCTIONS = "avx512_bf16"
# How many products it keeps made for their shapes, beside those that OpenVINO counts: a thousand
# by default, which are 130 MB. Measured, a hundred are as fast.
_KEPT = ("ONEDNN_PRIMITIVE_CACHE_CAPACITY", "100")


@cache
def fast_obstacle() -> str:
    """Why this machine cannot compute in bfloat16; empty where it can.

    Where the system names the instructions, OpenVINO is not imported for it: vectors that are
    known are looked up without a runtime.
    """
    if _has_instructions() and _is_installed("openvino"):
        return ""
    try:
        runtime = openvino()
        native = runtime.Core().get_property("CPU", "INFERENCE_PRECISION_HINT")
    except ImportError:
        return "OpenVINO is not installed here"
    except Exception as error:  # noqa: BLE001 - a plugin that cannot start raises what it likes
        return f"OpenVINO does not start here ({str(error).splitlines()[0]:.80})"
    # What it would choose by itself: bfloat16 only where the processor has instructions for it.
    return "" if native == runtime.Type.bf16 else "this processor has no instructions for bfloat16"


def _has_instructions() -> bool:
    """Whether the system says so; one that says nothing must be asked by way of OpenVINO."""
    try:
        lines = PROCESSOR.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    return any(line.startswith("flags") and INSTRUCTIONS in line.split() for line in lines)


def _is_installed(package: str) -> bool:
    try:
        return importlib.util.find_spec(package) is not None
    except ValueError:  # it is imported, and not from a file
        return False


def openvino() -> Any:  # noqa: ANN401 - the module, which ships no types that check
    """The OpenVINO runtime, imported so that it reports to nobody; ImportError if missing.

    It reports each import through a package of its own, and does without where that is missing. It
    keeps as few products as it needs, unless the user has set another number in the environment.
    """
    if sys.modules.get("openvino") is not None:
        return sys.modules["openvino"]
    os.environ.setdefault(*_KEPT)
    reporter = "openvino_telemetry"
    before: ModuleType | None = sys.modules.get(reporter)
    sys.modules[reporter] = None  # type: ignore[assignment] # how an import is refused
    try:
        import openvino as runtime
    finally:
        if before is None:
            del sys.modules[reporter]
        else:
            sys.modules[reporter] = before
    return runtime
