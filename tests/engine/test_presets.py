"""Published and saved presets."""

from pathlib import Path

import pytest

from chunking import get
from chunking.core.errors import SettingsError
from chunking.engine import presets


@pytest.fixture(autouse=True)
def _config_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHUNKSCOPE_CONFIG_DIR", str(tmp_path))


def test_presets_of_published_systems_have_the_published_settings() -> None:
    found = {each.name: each.strategy for each in presets.published()}
    assert found["Context Harness"] == get("paragraph")(
        max_tokens=700, overlap_tokens=80, overlap_starts_at="exact", tokenizer="characters"
    )
    assert found["ContextMEM"] == get("structure")(
        target_tokens=650, max_tokens=800, overlap_share=0.12, oversize="keep"
    )
    assert found["Alexandria"] == get("semantic")(
        threshold=0.55, min_tokens=200, max_tokens=1200, keep_whole="blocks", tokenizer="estimate"
    )
    assert found["Alexandria for philosophy"].model_dump()["threshold"] == 0.45
    assert found["Semblance"] == get("sentence")(max_tokens=512, overlap_tokens=64)


def test_a_preset_is_saved_found_and_deleted() -> None:
    mine = get("sentence")(max_tokens=99, overlap_tokens=3)
    presets.save("My notes", mine)
    assert presets.find("my NOTES").strategy == mine
    assert [each.name for each in presets.available()][-1] == "My notes"
    presets.delete("my NOTES ")
    assert presets.saved() == ()


@pytest.mark.parametrize(
    "name",
    ["", "../up", "a/b", "x" * 61, ".hidden", "Alexandria", "a\nb", "Semantic", "my.TOML"],
)
def test_an_invalid_or_taken_name_is_rejected(name: str, tmp_path: Path) -> None:
    with pytest.raises(SettingsError):
        presets.save(name, get("sentence")())
    assert list(tmp_path.rglob("*.toml")) == []


def test_names_are_case_insensitive() -> None:
    presets.save("Mine", get("semantic")())
    presets.save("mine", get("sentence")())
    assert [(each.name, each.strategy) for each in presets.saved()] == [("Mine", get("sentence")())]


def test_a_failed_write_keeps_the_old_preset(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    presets.save("Mine", get("semantic")())

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(SettingsError, match="could not be saved: the disk is full"):
        presets.save("Mine", get("sentence")())
    assert [each.strategy for each in presets.saved()] == [get("semantic")()]
    assert [path.name for path in (tmp_path / "presets").iterdir()] == ["Mine.toml"]


def test_a_damaged_preset_is_not_listed(tmp_path: Path) -> None:
    presets.save("good", get("sentence")())
    (tmp_path / "presets" / "bad.toml").write_text("[chunking]\nstrategy = 3\n")
    (tmp_path / "presets" / "worse.toml").write_bytes(b"\xff\xfe")
    assert [each.name for each in presets.saved()] == ["good"]


def test_finding_a_damaged_preset_names_the_error(tmp_path: Path) -> None:
    presets.save("mine", get("sentence")())
    (file,) = tmp_path.rglob("mine.toml")
    file.write_text("[chunking]\nstrategy = sentence\n", encoding="utf-8")
    with pytest.raises(
        SettingsError, match=r"^the preset mine cannot be read: .*line 2, column 12"
    ):
        presets.find("Mine")
    file.write_bytes(b"\xff")
    with pytest.raises(SettingsError, match=r"mine cannot be read: it must be UTF-8; byte 0 is"):
        presets.find("Mine")


def test_a_missing_preset_cannot_be_found_or_deleted() -> None:
    with pytest.raises(SettingsError, match="preset must be one of Context Harness"):
        presets.find("nobody")
    with pytest.raises(SettingsError, match="no saved preset 'Alexandria'"):
        presets.delete("Alexandria")


def test_a_name_must_be_text() -> None:
    with pytest.raises(SettingsError, match="the name of a preset must be a str, got None"):
        presets.find(None)  # type: ignore[arg-type] # the error under test
