"""`all-MiniLM-L6-v2@bf16`: selection by name, missing runtime or instructions."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from command_line import run
from embedders import HashEmbedder

from chunking import chunk, embedding, get, recommend, segment
from chunking.core.document import Document
from chunking.core.errors import ModelError
from chunking.core.prepared import Material
from chunking.embedding import (
    BF16_MODEL,
    DEFAULT_MODEL,
    bfloat16,
    get_embedder,
    model_note,
    registry,
)
from chunking.embedding.bfloat16 import bf16_obstacle
from chunking.engine import prepare

# All sentences differ: a text without differences gets a recommendation without a model.
TEXT = " ".join(
    f"The {thing} of number {i} is seen near the {place} once more."
    for i in range(60)
    for thing, place in [[("boat", "river"), ("loaf", "oven"), ("note", "violin")][i // 20]]
)
NOTE = "this processor is too old, so all-MiniLM-L6-v2 is used in place of all-MiniLM-L6-v2@bf16"


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKSCOPE_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(registry, "_MODELS", {})
    monkeypatch.setattr(registry, "_CACHED", {})


@pytest.fixture
def old_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine without bfloat16."""
    monkeypatch.setattr(registry, "bf16_obstacle", lambda: "this processor is too old")


@pytest.fixture
def requested(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the models that are requested."""
    found: list[str] = []

    def stub(name: str = DEFAULT_MODEL) -> HashEmbedder:
        found.append(name)
        return HashEmbedder()

    monkeypatch.setattr(embedding, "get_embedder", stub)
    return found


# ---- the model by name ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", [BF16_MODEL, f"sentence-transformers/{BF16_MODEL}"])
def test_the_suffix_selects_another_embedder_with_its_own_vectors(name: str) -> None:
    if bf16_obstacle():
        pytest.skip(bf16_obstacle())
    assert get_embedder(name) is get_embedder(BF16_MODEL) is not get_embedder()
    assert get_embedder(name).id == BF16_MODEL
    assert get_embedder(name).revision != get_embedder().revision
    assert model_note(name) == ""


@pytest.mark.parametrize("name", ["other@bf16", "some/other@bf16", "/a/folder@bf16", "@bf16"])
def test_the_suffix_of_another_model_is_refused(name: str) -> None:
    with pytest.raises(ModelError, match="@bf16 must follow all-MiniLM-L6-v2, its only model; got"):
        get_embedder(name)
    assert model_note(name) == ""


@pytest.mark.model
def test_a_strategy_with_the_suffix_gets_slightly_different_vectors() -> None:
    if bf16_obstacle():
        pytest.skip(bf16_obstacle())
    document = Document("The sea goes out. The sea comes in. Dough rises in an hour.")
    exact, bf16 = (
        prepare(document, Material("sentences", model=name)).vectors
        for name in (DEFAULT_MODEL, BF16_MODEL)
    )
    assert exact is not None
    assert bf16 is not None
    assert not np.array_equal(exact, bf16)
    assert np.abs(exact - bf16).max() < 0.01
    assert np.array_equal(get_embedder().encode(["The sea goes out."])[0], exact[0])


@pytest.mark.usefixtures("old_processor")
def test_without_instructions_the_exact_model_is_used_with_a_note() -> None:
    assert get_embedder(BF16_MODEL) is get_embedder()
    assert model_note(BF16_MODEL) == NOTE
    made = chunk("The sea. Dough.", get("semantic")(model=BF16_MODEL), embedder=HashEmbedder())
    assert made.notes == (NOTE,)
    assert chunk("The sea.", get("semantic")(), embedder=HashEmbedder()).notes == ()
    assert model_note(DEFAULT_MODEL) == ""


def test_without_openvino_the_error_names_the_install_command(
    cpu_info: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cpu_info.write_text("flags : fpu avx512_bf16\n")
    monkeypatch.setattr(bfloat16, "_is_installed", lambda _: False)
    monkeypatch.setattr("platform.machine", lambda: "x86_64")
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setattr(registry, "bf16_obstacle", bf16_obstacle.__wrapped__)
    with pytest.raises(ModelError, match=r"pip install openvino$"):
        get_embedder(BF16_MODEL)
    # Another embedder needs no OpenVINO.
    strategy = get("semantic")(model=BF16_MODEL)
    assert chunk("The sea. Dough.", strategy, embedder=HashEmbedder()).notes == ()


# ---- detection -----------------------------------------------------------------------------------


@pytest.fixture
def cpu_info(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The system's list of processor features, which does not exist until it is written."""
    path = tmp_path / "cpuinfo"
    monkeypatch.setattr(bfloat16, "CPU_INFO", path)
    return path


def runtime(native: str) -> object:
    """Return a stand-in for OpenVINO with a default precision."""

    class Core:
        def get_property(self, *_: str) -> str:
            return native

    return type("Runtime", (), {"Core": Core, "Type": type("Type", (), {"bf16": "bf16"})})


NO_INSTRUCTIONS = "this processor has no bfloat16 instructions"


@pytest.mark.parametrize(
    ("features", "native", "obstacle"),
    [
        ("flags : fpu avx512f avx512_bf16 sse2\n", "f32", ""),
        ("flags : fpu avx512_bf16_not sse2\n", "bf16", NO_INSTRUCTIONS),
        ("bugs : avx512_bf16\n", "f32", NO_INSTRUCTIONS),
        ("", "bf16", ""),
        (None, "bf16", ""),
        (None, "f32", NO_INSTRUCTIONS),
    ],
)
def test_the_features_of_the_system_decide_and_else_the_runtime(
    cpu_info: Path,
    monkeypatch: pytest.MonkeyPatch,
    features: str | None,
    native: str,
    obstacle: str,
) -> None:
    if features is not None:
        cpu_info.write_text(features)
    monkeypatch.setattr(bfloat16, "_is_installed", lambda _: True)
    monkeypatch.setitem(sys.modules, "openvino", runtime(native))
    assert bf16_obstacle.__wrapped__() == obstacle


@pytest.mark.parametrize(("machine", "system"), [("aarch64", "linux"), ("x86_64", "darwin")])
def test_where_openvino_has_no_build_with_bfloat16_it_is_not_suggested(
    cpu_info: Path, monkeypatch: pytest.MonkeyPatch, machine: str, system: str
) -> None:
    assert not cpu_info.exists()
    monkeypatch.setattr(bfloat16, "_is_installed", lambda _: False)
    monkeypatch.setattr("platform.machine", lambda: machine)
    monkeypatch.setattr("sys.platform", system)
    assert bf16_obstacle.__wrapped__() == NO_INSTRUCTIONS


def test_a_runtime_that_cannot_start_is_reported_in_one_line(
    cpu_info: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Broken:
        def __init__(self) -> None:
            raise RuntimeError("no plugin\nand a long trace")

    assert not cpu_info.exists()
    monkeypatch.setattr(bfloat16, "_is_installed", lambda _: True)
    monkeypatch.setitem(sys.modules, "openvino", type("Runtime", (), {"Core": Broken}))
    assert bf16_obstacle.__wrapped__() == "OpenVINO does not start here (no plugin)"


# ---- the runtime ---------------------------------------------------------------------------------


def test_openvino_runs_without_its_telemetry(tmp_path: Path) -> None:
    pytest.importorskip("openvino_telemetry")
    script = """
import socket, sys
def refuse(*_, **__): raise SystemExit("the network was tried")
socket.socket.connect = socket.getaddrinfo = refuse
from chunking.embedding.bfloat16 import bf16_obstacle, openvino
bf16_obstacle()
assert openvino().Core().available_devices
assert not any(name.startswith("openvino_telemetry") for name in sys.modules), "it is loaded"
import openvino_telemetry  # others can still import it
"""
    subprocess.run(
        [sys.executable, "-c", script],
        check=True,
        env={**os.environ, "HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)},
    )
    # Where it keeps an identifier of the user.
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("environment", "capacity"), [(None, "100"), ("7", "7")])
def test_openvino_caches_few_kernels_unless_the_environment_sets_more(
    environment: str | None, capacity: str
) -> None:
    pytest.importorskip("openvino")
    name = "ONEDNN_PRIMITIVE_CACHE_CAPACITY"
    script = (
        "import os\nfrom chunking.embedding.bfloat16 import openvino\nopenvino()\n"
        f"print(os.environ[{name!r}])"
    )
    clean = {key: value for key, value in os.environ.items() if key != name}
    done = subprocess.run(
        [sys.executable, "-c", script],
        check=True,
        capture_output=True,
        text=True,
        env=clean if environment is None else {**clean, name: environment},
    )
    assert done.stdout.split() == [capacity]


# ---- callers -------------------------------------------------------------------------------------


def test_recommend_and_segment_use_the_named_model(requested: list[str]) -> None:
    recommend(Document(TEXT), model=BF16_MODEL)
    segment(["Tides follow the moon.", "Dough has to rise."], model=BF16_MODEL)
    assert requested == [BF16_MODEL] * 2


@pytest.mark.usefixtures("old_processor")
@pytest.mark.parametrize(
    "words",
    [
        ["sweep", "page.md", "--thresholds", "0.3", "--strategy", f"semantic:model={BF16_MODEL}"],
        ["plan", "page.md", "next.md", "--strategy", f"semantic:model={BF16_MODEL}"],
    ],
)
def test_commands_print_the_note_of_a_replaced_model(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedding, "get_embedder", lambda *_: HashEmbedder())
    (tmp_path / "page.md").write_text(TEXT, encoding="utf-8")
    (tmp_path / "next.md").write_text(TEXT + " The end.", encoding="utf-8")
    assert run(*words, cwd=tmp_path)[2].count(NOTE) == 1
