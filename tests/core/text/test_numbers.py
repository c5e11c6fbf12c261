import re
from pathlib import Path

import pytest

from chunking import Document, chunk, get
from chunking.core.text.numbers import count_of, format_setting, rounded
from chunking.output.comparison import compare
from chunking.output.export import to_text
from chunking.output.report import to_html
from chunking.output.summaries.comparison import to_table

ROOT = Path(__file__).parents[3]


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
def test_counts_pluralize_their_noun(number: int, noun: str, plural: str, said: str) -> None:
    assert count_of(number, noun, plural) == said


@pytest.mark.parametrize(
    ("value", "decimals", "said"),
    [
        (0.5, 2, "0.50"), (0.334, 2, "0.334"), (0.1 + 0.2, 2, "0.30"), (1e-9, 2, "0.00"),
        (3.0, 0, "3"), (2.5, 0, "2.5"),
    ],
)  # fmt: skip
def test_settings_keep_the_decimals_they_have(value: float, decimals: int, said: str) -> None:
    assert format_setting(value, decimals) == said


@pytest.mark.parametrize(
    ("value", "decimals", "said"),
    [(-0.0004, 3, "0.000"), (-0.0006, 3, "-0.001"), (239.5, 1, "239.5"), (1e6, 0, "1,000,000")],
)
def test_rounded_zero_has_no_sign(value: float, decimals: int, said: str) -> None:
    assert rounded(value, decimals) == said


def test_outputs_use_the_singular_for_one() -> None:
    document = Document("Abc.")
    strategy = get("sentence")()
    found = compare(document, [strategy])
    said = "\n".join([to_table(found), to_html(found), to_text(chunk(document, strategy))])
    assert "4 characters in 1 sentence" in said
    assert re.findall(r"\b1 (?:tokens|sentences|characters|chunks)\b", said) == []


def test_all_counts_are_formatted_by_one_helper() -> None:
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
