"""Chats that other programs export as JSON."""

import json
from typing import Any

import pytest

from chunking.loading import load_bytes
from chunking.units.conversation import turn_share
from chunking.units.layout import layout

TIMES = ("2024-03-05T09:12:00", "2024-03-05T09:13:00+00:00")
SECONDS = (1709629920, 1709629980.5)
TELEGRAM = {
    "name": "Harbor",
    "messages": [
        {"type": "service", "date": TIMES[0], "actor": "Ruth", "action": "create_group"},
        {"type": "message", "date": TIMES[0], "from": "Ruth", "text": "Is it late?"},
        {
            "type": "message",
            "date": TIMES[1],
            "from": "Idris",
            "text": ["See ", {"type": "link", "text": "x.org"}],
        },
        {"type": "message", "date": TIMES[1], "from": "Ruth", "text": "", "photo": "a.jpg"},
    ],
}
SLACK = [
    {
        "user": "U1",
        "ts": str(SECONDS[0]),
        "text": "Is it late?",
        "user_profile": {"real_name": "Ruth"},
    },
    {
        "user": "U2",
        "ts": str(SECONDS[1]),
        "text": "See x.org",
        "user_profile": {"real_name": "Idris"},
    },
]
DISCORD = {
    "channel": {"name": "Harbor"},
    "messages": [
        {
            "timestamp": TIMES[0],
            "content": "Is it late?",
            "author": {"name": "r1", "nickname": "Ruth"},
        },
        {"timestamp": TIMES[1], "content": "See x.org", "author": {"name": "Idris"}},
    ],
}
CHATGPT = [
    {
        "title": "Harbor",
        "current_node": "c",
        "mapping": {
            "a": {"message": None, "parent": None},
            "b": {"message": {}, "parent": "a"},
            "x": {"message": {}, "parent": "b"},
            "c": {"message": {}, "parent": "b"},
        },
    }
]
for _node, _role, _text, _time in (
    ("b", "Ruth", "Is it late?", SECONDS[0]),
    ("x", "Idris", "an edited answer", SECONDS[1]),
    ("c", "Idris", "See x.org", SECONDS[1]),
):
    CHATGPT[0]["mapping"][_node]["message"] = {  # type: ignore[index]
        "author": {"role": _role},
        "create_time": _time,
        "content": {"content_type": "text", "parts": [_text]},
    }
CLAUDE = [
    {
        "name": "Harbor",
        "chat_messages": [
            {"sender": "Ruth", "created_at": f"{TIMES[0]}Z", "text": "Is it late?"},
            {"sender": "Idris", "created_at": TIMES[1], "text": "See x.org"},
        ],
    }
]


@pytest.mark.parametrize(
    ("export", "has_title"),
    [(TELEGRAM, True), (SLACK, False), (DISCORD, True), (CHATGPT, True), (CLAUDE, True)],
    ids=["telegram", "slack", "discord", "chatgpt", "claude"],
)
def test_messages_become_turns(export: Any, *, has_title: bool) -> None:
    document = load_bytes(json.dumps(export).encode(), "a.json")
    turns = "[2024-03-05 09:12] Ruth: Is it late?\n\n[2024-03-05 09:13] Idris: See x.org"
    assert document.text == ("# Harbor\n\n" if has_title else "") + turns
    assert document.media_type == "text/markdown"


def test_messages_without_text_are_counted() -> None:
    document = load_bytes(json.dumps(TELEGRAM).encode(), "a.json")
    assert document.notes == ("messages without text are left out: 2",)


def test_a_long_chat_is_turns_and_headings_end_none() -> None:
    text = "# Is it late?\n```\n# a comment\n```"
    messages = [
        {"from": name, "date": TIMES[0], "text": text}
        for _ in range(4)
        for name in ("Ruth", "Idris")
    ]
    document = load_bytes(json.dumps({"messages": messages}).encode(), "a.json")
    assert "Ruth: \\# Is it late?\n```\n# a comment\n```" in document.text
    assert not layout(document).outline.paths
    assert turn_share(document.text, layout(document)) > 0.9


def test_several_chats_are_below_their_titles() -> None:
    both = {"chats": {"list": [TELEGRAM, {**TELEGRAM, "name": "Ferry"}]}}
    document = load_bytes(json.dumps(both).encode(), "a.json")
    assert layout(document).outline.paths == (("Harbor",), ("Ferry",))


@pytest.mark.parametrize(
    "value",
    [
        {"messages": [{"text": "a"}, {"text": "b"}]},
        {"messages": {"from": "a", "date": "b", "text": "c"}},
        {"mapping": {"a": {"message": 1, "parent": "a"}}, "current_node": "a"},
        [{"user": "a", "created_at": "b"}, {"text": "c"}, 3],
        {"chats": [1], "messages": [[]], "ts": None},
    ],
)
def test_other_json_stays_as_it_is(value: object) -> None:
    text = json.dumps(value)
    assert load_bytes(text.encode(), "a.json").text == text


@pytest.mark.parametrize("time", [None, True, "soon", 1e300, -1e300, "9" * 40, [], {}])
def test_a_strange_time_is_left_out(time: object) -> None:
    messages = [{"from": "Ruth", "date": time, "text": "Is it late?"}] * 3
    document = load_bytes(json.dumps({"messages": messages}).encode(), "a.json")
    assert document.text.endswith("Ruth: Is it late?")


@pytest.mark.parametrize(
    ("opened", "closed"), [("[", "]"), ('{"parts": ', "}"), ('{"text": ', "}")]
)
def test_a_text_of_nested_parts_is_read(opened: str, closed: str) -> None:
    text = opened * 700 + '"Low tide."' + closed * 700
    data = f'{{"messages": [{{"from": "Ann", "date": 1, "text": {text}}}]}}'
    assert load_bytes(data.encode(), "a.json").text.endswith("Ann: Low tide.")


def test_chats_in_lists_of_chats_are_read() -> None:
    chat = '{"messages": [{"from": "Ann", "date": "x", "text": "Low tide."}]}'
    data = '{"list": [' * 400 + chat + "]}" * 400
    assert load_bytes(data.encode(), "a.json").text == "Ann: Low tide."


@pytest.mark.parametrize(("who", "what"), [("role", "content"), ("from", "value")])
def test_messages_of_a_model_need_no_time(who: str, what: str) -> None:
    messages = [{who: "user", what: "Is it late?"}, {who: "assistant", what: "It is."}]
    for value in ({"messages": messages}, [{"conversations": messages}]):
        document = load_bytes(json.dumps(value).encode(), "talk.json")
        assert document.text == "user: Is it late?\n\nassistant: It is."


def test_pages_of_telegram_are_turns() -> None:
    date = '<div class="pull_right date details" title="05.03.2024 09:1{}:07 UTC+01:00">9</div>'
    name, text = '<div class="from_name">\n{} </div>', '<div class="text">\n{}\n</div>'
    boxes = [
        '<div class="message service"><div class="body details">5 March</div></div>',
        date.format(2) + name.format("Ruth") + text.format("Is it late?<br>It <b>is</b>."),
        date.format(3) + text.format("Hello?"),
        date.format(4) + name.format("Idris") + text.format("No, at &lt;9&gt;."),
        date.format(5) + name.format("Idris") + "<div class='media'>a.jpg</div>",
    ]
    messages = "".join(f'<div class="message"><div class="body">{box}</div></div>' for box in boxes)
    page = f'<html><body><div class="text bold">\nHarbor\n</div>{messages}</body></html>'
    assert load_bytes(page.encode(), "messages.html").text == (
        "# Harbor\n\n[05.03.2024 09:12] Ruth: Is it late?\nIt is.\n\n"
        "[05.03.2024 09:13] Ruth: Hello?\n\n[05.03.2024 09:14] Idris: No, at <9>."
    )
