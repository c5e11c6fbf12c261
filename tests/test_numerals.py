from __future__ import annotations

import re
from pathlib import Path

import pytest

from chunking import Document, chunk, get
from chunking.comparison import compare, to_table
from chunking.export import to_text
from chunking.numerals import count_of, in_full, rounded
from chunking.report import to_html

ROOT = Path(__file__).parent.parent


@pytest.mark.parametrize(
    ("number", "noun", "plural", "said"),
    [
        (0, "token", "", "0 tokens"),
        (1, "token", "", "1 token"),
        (12_000, "token", "", "12,000 tokens"),
        (1, "gap is", "gaps are", "1 gap is"),
        (2, "boundary", "boundaries", "2 boundaries"),
    ],
)
def test_a_noun_stands_in_its_number(number: int, noun: str, plural: str, said: str) -> None:
    assert count_of(number, noun, plural) == said


@pytest.mark.parametrize(
    ("value", "decimals", "said"),
    [
        (0.5, 2, "0.50"), (0.334, 2, "0.334"), (0.1 + 0.2, 2, "0.30"), (1e-9, 2, "0.00"),
        (3.0, 0, "3"), (2.5, 0, "2.5"),
    ],
)  # fmt: skip
def test_a_setting_is_shown_as_it_is(value: float, decimals: int, said: str) -> None:
    assert in_full(value, decimals) == said


@pytest.mark.parametrize(
    ("value", "decimals", "said"),
    [(-0.0004, 3, "0.000"), (-0.0006, 3, "-0.001"), (239.5, 1, "239.5"), (1e6, 0, "1,000,000")],
)
def test_what_rounds_to_zero_has_no_sign(value: float, decimals: int, said: str) -> None:
    assert rounded(value, decimals) == said


def test_one_of_a_thing_is_told_of_as_one() -> None:
    document = Document("Abc.")
    strategy = get("sentence")()
    found = compare(document, [strategy])
    said = "\n".join([to_table(found), to_html(found), to_text(chunk(document, strategy))])
    assert "4 characters in 1 sentence" in said
    assert re.findall(r"\b1 (?:tokens|sentences|characters|chunks)\b", said) == []


def test_every_count_before_a_noun_is_made_by_the_one_helper() -> None:
    """`1 chunks` comes from a noun behind a number; limits, which are never 1, may stand so."""
    noun = r"(?:chunk|token|sentence|text|page|mark|gap|cut|document|lane|cell|cutting)s?"
    own = re.compile(rf'"1 {noun}\b|"s" if |\'s\' (?:if|\*)|=== 1 \? \'1 ')
    sources = [*ROOT.glob("chunking/**/*.py"), *ROOT.glob("chunking/gui/components/*.js")]
    found = [
        f"{path.name}: {line.strip()}"
        for path in sources
        if path.name not in {"numerals.py", "page.js"}
        for line in path.read_text(encoding="utf-8").splitlines()
        if own.search(line)
    ]
    assert found == []
