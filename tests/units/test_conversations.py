"""The share of turns: conversations have one, lists of names and values have none."""

import pytest

from chunking.analysis.recommend.by_structure import SPOKEN_SHARE
from chunking.core.document import Document
from chunking.loading.samples import sample
from chunking.units.conversation import conversation, turn_share
from chunking.units.layout import layout

FILES = """\
Files: src/{n}/*
Copyright: 2009-2017, The Ferrule Authors
License: MIT
 Permission is granted, free of charge, to any person who obtains a copy.

"""
SETTINGS = """\
name: harbor-{n}
depth: 11.5
berths: 40
open: true
"""
LOG = """\
2024-03-0{n} 12:00:01 INFO: Starting the server.
2024-03-0{n} 12:00:02 INFO: Listening on port 8080.
2024-03-0{n} 12:04:40 WARNING: The disk is nearly full.
2024-03-0{n} 12:04:41 INFO: Removing old files.
"""
CHANGES = """\
Added: A command that lists the berths of a harbor in the order of depth.
Fixed: Harbors without a depth are no longer left out of the list.
Added: The depth of a berth can be a range.
Changed: Lists are sorted by name where depths are equal.
"""
MAIL = """\
From: harbor@example.org
To: ferry@example.org
Date: Mon, 4 Mar 2024 12:00:00
Subject: Berth {n}

"""
GLOSSARY = """\
Berth: a place where a ship lies. Also: mooring.
Note: a berth has one depth.
Draft: the depth of a ship below the water line.
Note: the draft changes with the load.
"""
CODE = """\
for ship in ships:
    if ship.draft < depth:
        return ship
    else:
        pass
while ships:
    try:
        leave(ships.pop())
    else:
        pass
"""
COMMITS = """\
Author: Ruth Lowry
Date: Mon Mar 4 12:00:00 2024
Reviewed-by: Idris Kane

    Sort berths by depth. Is that fast enough? It is for ten thousand.

"""
METADATA = """\
Classifier: Topic :: Harbor
Classifier: Topic :: Ferry
Requires-Dist: tides>=2
Requires-Dist: moon
Project-URL: Home, https://example.org/?page={n}
"""
PROBLEMS = """\
Problem: The ferry leaves before all passengers are on board.
Solution: Ring the bell five minutes before it leaves.
"""
FRAMES = """\
where kind: 0x0{n} for a pier, 0x1{n} for a buoy (?)
          kind: {0x0{n}, 0x40, len, name, ?}
where kind: 0x2{n}, 0x8{n}: is it a berth?
          kind: 0x{n} (1), 0x{n}4 (3), flags = 0x08
"""
# A question now and then.
UNPUNCTUATED = """\
bob: hi there i just got home from the harbor
alice: how was it?
bob: cold but we saw the ferry come in
alice: my dog is afraid of the water
"""
PARLIAMENT = """\
Right Hon. Ruth Lowry (Minister, Ely): There is one.

The Chair (Mr. R. Lowry (Ely, Ind.)): Does it float?

"""


def share(text: str, media_type: str = "text/plain") -> float:
    document = Document(text, media_type=media_type)
    return turn_share(text, layout(document))


@pytest.mark.parametrize(
    "text",
    [
        FILES, SETTINGS, LOG, CHANGES, MAIL, GLOSSARY, CODE, COMMITS, METADATA,
        PROBLEMS, FRAMES,
    ],
)  # fmt: skip
def test_lists_of_names_and_values_are_no_conversation(text: str) -> None:
    pages = "".join(text.replace("{n}", str(n)) for n in range(1, 10))
    assert share(pages) == 0
    assert share(pages, "text/markdown") == 0


def test_elements_alone_on_their_lines_are_no_speakers() -> None:
    elements = "".join(
        f"<{name}>\n   What does {name} hold?\n\n" for name in ("dir", "glob", "dir")
    )
    assert share(elements * 5) == 0


@pytest.mark.parametrize("name", ["play.txt", "meeting.txt", "dialogue.md"])
def test_samples_of_speech_are_conversations(name: str) -> None:
    document = sample(name)
    assert turn_share(document.text, layout(document)) > SPOKEN_SHARE


@pytest.mark.parametrize(
    "text",
    [
        "Alice: hi , how was your day ?\nBob: fine , i went to the harbor with my dog .\n",
        UNPUNCTUATED,
        "Speaker 1: Is it deep? I thought so.\nSpeaker 2: Very.\nSpeaker 1: Then no.\n",
        "Court clerk: All rise, please.\nWitness two: May I sit? I am tired.\n",
        "RUTH. There is one.\nIDRIS. Where?\n",
        "Q. State your name.\nA. Ruth Lowry.\nQ. Where were you?\nA. At the ferry.\n",
        "[12:03] <ruth> there is one\n[12:04] <idris> where?\n",
        "**Ruth** (12:03): There is one.\n\n**Idris** (12:04): Where is it?\n\n",
        "阿Q：为什么？\n小王：因为下雨了。\n",
        "太郎：どこですか。\n花子：駅の前です。\n",
        PARLIAMENT,
        "RUTH:\n\nThere is one, and it floats.\n\nIDRIS:\n\nWhere did you see it?\n\n",
    ],
)
def test_transcripts_chats_and_interviews_are_conversations(text: str) -> None:
    assert share(text * 9) > SPOKEN_SHARE


def test_lines_of_many_marks_and_many_names_take_linear_time() -> None:
    marks = "a" + "*" * 200_000  # minutes in quadratic time
    assert conversation(marks, layout(Document(marks))) is None
    names = [
        f"{chr(65 + i % 26)}{chr(97 + i // 26 % 26)}{chr(97 + i // 676)}" for i in range(9_000)
    ]
    text = "".join(f"{name}: The ferry is late, is it not?\n" for name in names * 2)
    found = conversation(text, layout(Document(text)))
    assert found is not None
    assert found.speakers == 9_000


# How programs write when a message was sent, and who sent it.
@pytest.mark.parametrize(
    "header",
    [
        *("5/3/24, 9:1{n} p.\u202fm. - {name}: ", "2024. 03. 05. 9:1{n} - {name}: "),
        *("5.3.2024 klo 9.1{n} - {name}: ", "2024/3/5 下午9:1{n} - {name}: "),
        *("2024년 3월 5일 오후 9:1{n} - {name}: ", "٥/٣/٢٠٢٤، ٩:١{n} م - {name}: "),
        *("{name}, [05.03.2024 09:1{n}]\n", "{name} — 03/05/2024 9:1{n} AM\n"),
        *("[05-Mar-24 09:1{n} AM] {name}#0420\n", "[3/5/2024 9:1{n} AM] {name}\n"),
        "[2024-03-05 09:1{n}] {name}: ",
    ],
)
@pytest.mark.parametrize("names", [("Ruth Aro", "Idris"), ("U01", "U02")])
def test_messages_of_chats_are_turns(header: str, names: tuple[str, str]) -> None:
    if names[0].isupper() and not header.endswith("{name}: "):
        names = ("ruth", "idris")
    text = "".join(
        f"{header.format(n=n, name=names[n % 2])}The ferry is late again.\n\n" for n in range(8)
    )
    document = Document(text, media_type="text/plain")
    found = conversation(text, layout(document))
    assert found is not None
    assert (found.turns, found.speakers, found.is_chat) == (8, 2, True)
