from __future__ import annotations

import hashlib
import uuid
from dataclasses import replace

from chunked import by_hand

from chunking.output.export import embedded_text, rows


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def test_a_row_has_every_key_in_order() -> None:
    chunking = by_hand()
    row = list(rows(chunking))[2]
    minted = row.pop("uuid")
    assert uuid.UUID(str(minted)).version == 4
    assert list(row.items()) == [
        ("id", sha256(f"{chunking.document.sha256}:24:37")[:16]),
        ("index", 2),
        ("parent", None),
        ("start", 24),
        ("end", 37),
        ("overlap", 4),
        ("tokens", 5),
        ("reason", "tail"),
        ("heading_path", ["A", "B"]),
        ("table_header", None),
        ("content_hash", sha256('B "Three" four.')),
        ("sha256", sha256(' B\n\n"Three" four.')),
        ("location_id", sha256("notes/a.md\nA > B\n#1")[:16]),
        ("oversize", False),
        ("oversize_reason", None),
        ("text", ' B\n\n"Three" four.'),
        ("source", "notes/a.md"),
        ("strategy", "structure"),
        ("title", "T"),
        ("language", "de"),
        ("domain", "law"),
    ]


def test_each_row_has_a_new_uuid_each_time() -> None:
    minted = [row["uuid"] for _ in range(2) for row in rows(by_hand())]
    assert len(set(minted)) == 6


def test_the_embedded_text_may_start_with_its_context() -> None:
    first, *_, last = by_hand()
    assert embedded_text(first) == "# A\n\nOne, two."
    assert embedded_text(last) == ' B\n\n"Three" four.'
    assert embedded_text(last, context=True) == 'A > B\n\n B\n\n"Three" four.'


def test_without_a_path_there_is_no_context() -> None:
    (chunk,) = by_hand("One.", [(0, 4, 0)], headings=[()])
    assert embedded_text(chunk, context=True) == "One."


def test_the_context_of_a_chunk_inside_a_table_has_its_header() -> None:
    chunking = by_hand()
    header = "| a |\n|---|"
    chunking = replace(chunking, table_headers={2: header})
    assert [row["table_header"] for row in rows(chunking)] == [None, None, header]
    text = ' B\n\n"Three" four.'
    assert embedded_text(chunking[2], context=True) == f"A > B\n\n{header}\n{text}"
    assert embedded_text(chunking[2]) == text
