"""Precision is a choice with a name, kept apart in the cache; without bfloat16 it says so."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import numpy as np
import pytest
from embedders import HashEmbedder

from chunking import chunk, embedding, get
from chunking.embedding import PRECISIONS, get_embedder, precision, precision_note
from chunking.embedding.precision import fast_obstacle
from chunking.engine import prepare
from chunking.errors import SettingsError
from chunking.types import Document, Material

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(embedding, "_MODELS", {})


@pytest.fixture
def no_bfloat16(monkeypatch: pytest.MonkeyPatch) -> str:
    """A machine on which fast cannot be had; gives the reason."""
    reason = "this processor has no instructions for bfloat16"
    monkeypatch.setattr(precision, "fast_obstacle", lambda: reason)
    return reason


def test_exact_is_the_default_and_there_is_nothing_to_say_about_it() -> None:
    assert list(PRECISIONS) == ["exact", "fast"]
    assert get_embedder().precision == "exact"
    assert get_embedder().note == precision_note("exact") == ""
    assert get_embedder() is get_embedder(precision="exact")
    assert get_embedder() is not get_embedder(precision="fast")


@pytest.mark.parametrize("name", ["", "Exact", "bf16"])
def test_another_precision_is_refused(name: str) -> None:
    with pytest.raises(SettingsError, match=f"must be one of exact, fast, got '{name}'"):
        get_embedder(precision=name)


def test_a_machine_without_bfloat16_is_exact_and_says_so(no_bfloat16: str) -> None:
    embedder = get_embedder(precision="fast")
    assert embedder.precision == "exact"
    assert embedder.note == f"{no_bfloat16}, so the precision is exact, not fast"
    # What is computed is what is kept: the vectors of both are the same ones.
    assert embedder.store.folder == get_embedder().store.folder


def test_the_two_precisions_are_kept_apart() -> None:
    if fast_obstacle():
        pytest.skip(fast_obstacle())
    fast = get_embedder(precision="fast")
    assert fast.precision == "fast"
    assert fast.note == ""
    assert fast.store.folder.name == get_embedder().store.folder.name.replace("-exact", "-fast")


@pytest.mark.model
def test_the_material_of_a_strategy_says_which() -> None:
    if fast_obstacle():
        pytest.skip(fast_obstacle())
    document = Document("The sea goes out. The sea comes in. Dough rises in an hour.")
    exact, fast = (
        prepare(document, Material("sentences", model="all-MiniLM-L6-v2", precision=each))
        for each in ("exact", "fast")
    )
    assert exact.vectors is not None
    assert fast.vectors is not None
    assert not np.array_equal(exact.vectors, fast.vectors)
    assert np.abs(exact.vectors - fast.vectors).max() < 0.01
    assert np.array_equal(get_embedder().encode(["The sea goes out."])[0], exact.vectors[0])


@pytest.fixture
def processor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What the system says of its processors; nothing as long as it is not written."""
    path = tmp_path / "cpuinfo"
    monkeypatch.setattr(precision, "PROCESSOR", path)
    return path


def asking(answer: str) -> object:
    """A runtime that would choose this type by itself."""

    class Core:
        def get_property(self, *_: str) -> str:
            return answer

    return type("Runtime", (), {"Core": Core, "Type": type("Type", (), {"bf16": "bf16"})})


@pytest.mark.parametrize(
    ("said", "chosen", "words"),
    [
        ("flags : fpu avx512f avx512_bf16 sse2\n", "f32", ""),  # the runtime is not asked
        ("flags : fpu avx512_bf16_not sse2\n", "bf16", ""),
        ("bugs : avx512_bf16\n", "f32", "this processor has no instructions for bfloat16"),
        ("", "f32", "this processor has no instructions for bfloat16"),
    ],
)
def test_the_runtime_is_asked_only_where_the_system_does_not_name_the_instructions(
    processor: Path, monkeypatch: pytest.MonkeyPatch, said: str, chosen: str, words: str
) -> None:
    processor.write_text(said)
    monkeypatch.setattr(precision, "_is_installed", lambda _: True)
    monkeypatch.setitem(sys.modules, "openvino", asking(chosen))
    assert fast_obstacle.__wrapped__() == words


def test_a_system_that_says_nothing_of_its_processors_is_no_error(
    processor: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not processor.exists()
    monkeypatch.setitem(sys.modules, "openvino", asking("bf16"))
    assert fast_obstacle.__wrapped__() == ""


def test_without_openvino_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openvino", None)
    assert fast_obstacle.__wrapped__() == "OpenVINO is not installed here"


def test_a_runtime_that_cannot_start_is_one_short_line(
    processor: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def __init__(self) -> None:
            raise RuntimeError("no plugin\nand a long trace")

    class Runtime:
        Core = Broken

    assert not processor.exists()
    monkeypatch.setitem(sys.modules, "openvino", Runtime)
    assert fast_obstacle.__wrapped__() == "OpenVINO does not start here (no plugin)"


def test_openvino_reports_to_nobody(tmp_path: Path) -> None:
    pytest.importorskip("openvino_telemetry")
    script = """
import socket, sys
def refuse(*_, **__): raise SystemExit("the network was tried")
socket.socket.connect = socket.getaddrinfo = refuse
from chunking.embedding.precision import fast_obstacle, openvino
fast_obstacle()
assert openvino().Core().available_devices
assert not any(name.startswith("openvino_telemetry") for name in sys.modules), "it is loaded"
import openvino_telemetry  # others may still have it
"""
    subprocess.run(
        [sys.executable, "-c", script],
        check=True,
        timeout=60,
        env={**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    # Where it keeps the identifier of a user and what the user consented to.
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("given", "kept"), [(None, "100"), ("7", "7")])
def test_openvino_keeps_few_products_unless_the_user_says_otherwise(
    given: str | None, kept: str
) -> None:
    pytest.importorskip("openvino")
    name = "ONEDNN_PRIMITIVE_CACHE_CAPACITY"
    script = (
        "import os\nfrom chunking.embedding.precision import openvino\nopenvino()\n"
        f"print(os.environ[{name!r}])"
    )
    clean = {key: value for key, value in os.environ.items() if key != name}
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
        env=clean if given is None else {**clean, name: given},
    )
    assert done.stdout.split() == [kept]


def test_a_chunking_says_that_its_precision_was_not_to_be_had(no_bfloat16: str) -> None:
    strategy = get("semantic")(precision="fast")
    made = chunk("The sea goes out. Dough rises.", strategy, embedder=HashEmbedder())
    assert made.notes == (f"{no_bfloat16}, so the precision is exact, not fast",)
    assert chunk("The sea.", get("semantic")(), embedder=HashEmbedder()).notes == ()
    assert chunk("The sea.", get("optimal")(precision="fast", words=1)).notes == ()
