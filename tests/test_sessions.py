"""Sessions: written and read again, and refused in one sentence where something is wrong."""

import json

import pytest

from chunking import get
from chunking.byhand import MarksFile
from chunking.errors import SettingsError
from chunking.sessions import Kept, Pinned, Session, from_json, to_json
from chunking.settings import to_dict

SHA = "ab" * 32
OTHER = "cd" * 32
WHOLE = Session(
    documents=(
        Kept(sha256=SHA, source="a <b>book</b>.md", characters=1200, title="Tides", domain="law"),
        Kept(sha256=OTHER, source="essay.md", characters=90, sample="essay.md"),
    ),
    chosen=SHA,
    preset="Alexandria",
    tune=to_dict(get("semantic")(threshold=0.37)),
    lanes={"a": to_dict(get("paragraph")()), "c": to_dict(get("sentence")(max_tokens=128))},
    side_by_side=4,
    marks=(MarksFile(document=SHA, required=(7, 90), forbidden=(30,)),),
    apply_marks=False,
    baseline=Pinned(document=SHA, strategy="sentence:max_tokens=128"),
    questions=("When is high tide?",),
)


def test_a_session_is_read_as_it_was_written() -> None:
    found = from_json(to_json(WHOLE))
    assert found == WHOLE
    assert found.strategies() == {
        "": get("semantic")(threshold=0.37),
        "a": get("paragraph")(),
        "c": get("sentence")(max_tokens=128),
    }


def test_the_text_of_a_document_has_no_place_in_it() -> None:
    assert set(Kept.model_fields) == {
        "sha256", "source", "characters", "sample", "title", "language", "domain",
    }  # fmt: skip


def _with(**changes: object) -> str:
    return json.dumps({**json.loads(to_json(WHOLE)), **changes})


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "JSON file; this one is none or is damaged: line 1, column 1: Expecting value"),
        (b"\xff\xfe\x00\x01\x02", "is damaged: it must be UTF-8; byte "),
        ('{"a":' * 50_000, "is damaged: it is nested too deeply"),
        (to_json(WHOLE)[:-40], "a session must be a JSON file"),
        ("[1]", "a session must be a JSON object, got list"),
        ("{}", "a session must say it is a 'chunkscope session', got None"),
        (_with(version=2), "this session is of version 2, and this program reads version 1"),
        (_with(version=None), "this session is of version None"),
        (_with(theme="dark"), "must hold nothing but what this program knows, got 'theme'"),
        (_with(chosen="../../etc"), "chosen is wrong: string should match pattern"),
        (_with(side_by_side=9), "side_by_side is wrong: input should be less than or equal to 4"),
        (_with(apply_marks="yes"), "apply_marks is wrong: input should be a valid boolean"),
        (_with(lanes={"z": {}}), "lanes.z.[key] is wrong"),
        (
            _with(documents=[{"sha256": SHA, "source": "a", "characters": 1, "language": "jp"}]),
            "language must be a code of ISO 639, got 'jp'",
        ),
        (_with(tune={"strategy": "magic"}), "a session: tune: strategy must be one of"),
        (_with(tune={"strategy": "semantic", "threshold": 7}), "threshold must be between"),
        (_with(baseline={"document": SHA}), "must have a strategy or chunks, and not both"),
        (_with(baseline={"document": SHA, "strategy": "a.toml"}), "itself and no file"),
        (_with(lanes={"b": {}}), "a session: lanes.b: settings must name a strategy"),
        (_with(marks=[{"document": SHA}, {"document": SHA}]), "name each document once"),
        (_with(questions=["x" * 2001]), "questions.0 is wrong"),
        ("[" + "é" * 8_000_001, "of at most 16,000,000 bytes, got 16,000,003"),
        (b"[" + b" " * 16_000_001, "a session must be a file of at most 16,000,000 bytes"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said_in_one_sentence(text: str | bytes, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        from_json(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400
