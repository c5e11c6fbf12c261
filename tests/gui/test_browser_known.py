"""Documents that were embedded before, in a program that starts anew."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from browser import visiting
from running import serving

from chunking import chunk, get
from chunking.embedding import BF16_MODEL, DEFAULT_MODEL, model_note
from chunking.embedding.bfloat16 import CPU_FLAG, _cpu_flags
from chunking.loading import load_bytes
from chunking.loading.samples import SAMPLES, sample

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.browser

RUNTIMES = ("onnxruntime", "openvino", "libtorch")


@pytest.mark.nightly
@pytest.mark.model
@pytest.mark.skipif(not Path("/proc/self/maps").exists(), reason="reads Linux's /proc")
def test_a_document_that_is_known_is_cut_in_a_new_program_without_a_model(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "\n\n".join(
        f"The tide of day {n} is high. The pilot of day {n} waits." for n in range(40)
    )
    document = load_bytes(text.encode(), "known.txt")
    has_bf16 = CPU_FLAG in _cpu_flags() and not model_note(BF16_MODEL)
    models = (DEFAULT_MODEL, BF16_MODEL) if has_bf16 else (DEFAULT_MODEL,)
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path / "cache"))
    for model in models:
        strategy = get("semantic")(model=model)
        # The program begins with the sample.
        for each in (sample(SAMPLES[0].name), document):
            chunk(each, strategy)
    with serving(tmp_path) as program:
        for model in models:
            with visiting(browser, program) as window:
                window.tune(f"strategy=semantic&semantic.model={model}")
                window.upload("known.txt", text.encode())
                window.curve_says("across 79 gaps. Threshold")
                window.readout.get_by_text("longer than the model reads").wait_for()
        assert not any(program.has_mapped(runtime) for runtime in RUNTIMES)
        # It does look: what nobody has embedded needs a model.
        with visiting(browser, program) as window:
            window.tune("strategy=semantic")
            window.upload("new.txt", text.replace("tide", "moon").encode())
            window.curve_says("across 79 gaps. Threshold")
        assert program.has_mapped(RUNTIMES[0])
