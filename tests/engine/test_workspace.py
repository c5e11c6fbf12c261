"""Workspace files."""

import json

import pytest

from chunking import get
from chunking.core.errors import SettingsError
from chunking.engine.manual_boundaries import BoundariesFile
from chunking.engine.serialization import to_dict
from chunking.engine.workspace import (
    BaselineEntry,
    DocumentEntry,
    QuestionEntry,
    Workspace,
    from_json,
    to_json,
)

SHA = "ab" * 32
OTHER = "cd" * 32
WHOLE = Workspace(
    documents=(
        DocumentEntry(
            sha256=SHA, source="a <b>book</b>.md", characters=1200, title="Tides", domain="law"
        ),
        DocumentEntry(sha256=OTHER, source="essay.md", characters=90, sample="essay.md"),
    ),
    chosen=SHA,
    preset="Alexandria",
    tune=to_dict(get("semantic")(threshold=0.37)),
    lanes={"a": to_dict(get("paragraph")()), "c": to_dict(get("sentence")(max_tokens=128))},
    side_by_side=4,
    library=to_dict(get("semantic")(threshold=0.2)),
    marks=(BoundariesFile(document=SHA, required=(7, 90), forbidden=(30,)),),
    apply_marks=False,
    baseline=BaselineEntry(document=SHA, strategy="sentence:max_tokens=128"),
    questions=(
        QuestionEntry(question="When?", document="a.md", evidence=((3, 9),), quotes=("tide",)),
    ),
)


def test_a_workspace_file_round_trips() -> None:
    found = from_json(to_json(WHOLE))
    assert found == WHOLE
    assert found.strategies() == {
        "tune": get("semantic")(threshold=0.37),
        "a": get("paragraph")(),
        "c": get("sentence")(max_tokens=128),
        "library": get("semantic")(threshold=0.2),
    }


def test_a_workspace_file_does_not_hold_the_text_of_documents() -> None:
    assert set(DocumentEntry.model_fields) == {
        "sha256", "source", "characters", "sample", "title", "language", "domain", "tune",
    }  # fmt: skip


def _with(**changes: object) -> str:
    return json.dumps({**json.loads(to_json(WHOLE)), **changes})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not a Chunkscope workspace file: line 1, column 1: Expecting value"),
        (b"\xff\xfe\x00\x01\x02", "workspace file: it must be UTF-8; byte "),
        ('{"a":' * 50_000, "workspace file: it is nested too deeply"),
        (to_json(WHOLE)[:-40], "not a Chunkscope workspace file: "),
        ("[1]", "it must hold a JSON object, got list"),
        ("{}", "its kind must be 'chunkscope session', got None"),
        (_with(version=2), "the version of a workspace file must be 1, got 2"),
        (_with(version=None), "must be 1, got None"),
        (_with(theme="dark"), "workspace file: unknown field 'theme'"),
        (_with(chosen="../../etc"), "chosen is invalid: string should match pattern"),
        (_with(side_by_side=9), "side_by_side is invalid: input should be less than or equal to 4"),
        (_with(apply_marks="yes"), "apply_marks is invalid: input should be a valid boolean"),
        (_with(lanes={"z": {}}), "lanes.z.[key] is invalid"),
        (
            _with(documents=[{"sha256": SHA, "source": "a", "characters": 1, "language": "jp"}]),
            "language must be a code of ISO 639, got 'jp'",
        ),
        (_with(tune={"strategy": "magic"}), "workspace file: tune: strategy must be one of"),
        (_with(tune={"strategy": "semantic", "threshold": 7}), "threshold must be between"),
        (_with(baseline={"document": SHA}), "must have either a strategy or chunks"),
        (_with(baseline={"document": SHA, "strategy": "a.toml"}), "not a file name"),
        (_with(lanes={"b": {}}), "workspace file: lanes.b: settings must name a strategy"),
        (_with(marks=[{"document": SHA}, {"document": SHA}]), "list each document once"),
        (_with(questions=["When?"]), "questions.0 is invalid"),
        (_with(questions=[{"question": "When?", "evidence": []}]), "at least one span"),
        (_with(questions=[{"question": "When?", "evidence": [[9, 3]]}]), "start before its end"),
        (
            _with(questions=[{"question": "When?", "evidence": [[3, 9]], "quotes": ["a", "b"]}]),
            "as many as the spans",
        ),
        ("[" + "é" * 8_000_001, "at most 16,000,000 bytes, got 16,000,003"),
        (b"[" + b" " * 16_000_001, "a workspace file must have at most 16,000,000 bytes"),
    ],
)  # fmt: skip
def test_an_invalid_file_gets_one_sentence(text: str | bytes, message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        from_json(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


class _Counted(str):
    """A text that counts how often it is compared."""

    __slots__ = ()
    comparisons = 0

    def __eq__(self, other: object) -> bool:
        _Counted.comparisons += 1
        return super().__eq__(other)

    def __hash__(self) -> int:
        return super().__hash__()


def test_many_documents_are_not_compared_with_each_other() -> None:
    count = 300
    texts = [_Counted(f"{i:064x}") for i in range(count)]
    entries = tuple(
        DocumentEntry.model_construct(sha256=each, source="a", characters=1) for each in texts
    )
    Workspace.model_validate({"documents": entries})
    assert _Counted.comparisons < count
