"""Recursive separators, compared with LangChain's splitter with the same settings."""

import pytest

from chunking.core.chunking import Chunking
from chunking.core.cuts import Reason
from chunking.core.document import Document
from chunking.core.prepared import NONE, Constraints
from chunking.engine import chunk
from chunking.strategies import get

pytestmark = pytest.mark.usefixtures("four_characters_per_token")

PAGE = (
    "The tide went out.\nNobody saw it go, for the night was dark.\n\n"
    "In the morning there were shells.\n\n"
    "The children gathered them in baskets, sorted them by colour and laid them on the wall to "
    "dry.\n\nIt rained.\n"
)
PARAGRAPHS = [
    f"{PAGE[:60]}\n\nIn the morning there were shells.",
    PAGE[PAGE.index("The children") : PAGE.index("\n\nIt rained")],
    "It rained.",
]
CODE = (
    "import os\n\n\n# Once.\n@cache\ndef first():\n    return 1\n\n\ndef second():\n    return 2\n"
)


def cut(
    text: str, size: int, kind: str = "text/plain", marks: Constraints = NONE, **settings: object
) -> Chunking:
    """Split a text at LangChain's separators; the size in characters, a multiple of 4."""
    plain: dict[str, object] = {"sentences": "ignore", "overlap_tokens": 0, "max_tokens": size // 4}
    strategy = get("recursive")(**{**plain, **settings})
    return chunk(Document(text, media_type=kind), strategy, constraints=marks)


def test_paragraphs_then_lines_then_words() -> None:
    found = cut(PAGE, 40)
    assert [(c.text, c.reason) for c in found] == [
        ("The tide went out.", Reason.MAX_TOKENS),
        ("Nobody saw it go, for the night was", Reason.MAX_TOKENS),
        ("dark.", Reason.PARAGRAPH),
        ("In the morning there were shells.", Reason.PARAGRAPH),
        ("The children gathered them in baskets,", Reason.MAX_TOKENS),
        ("sorted them by colour and laid them on", Reason.MAX_TOKENS),
        ("the wall to dry.", Reason.PARAGRAPH),
        ("It rained.", Reason.TAIL),
    ]


def test_sentences_come_before_words_unless_they_are_ignored() -> None:
    text = "One went. Dr. No came? Yes! “He did.” Да. Нет."
    kept = cut(text, 16, sentences="keep")
    assert kept.texts == ["One went.", "Dr. No came?", "Yes! “He did.”", "Да. Нет."]
    assert cut("Oh! how cold. Ah! He left.", 17, sentences="keep").texts[0] == "Oh! how cold."
    assert cut(text, 16).texts == ["One went. Dr. No", "came? Yes! “He", "did.” Да. Нет."]


def test_words_above_the_maximum_are_split() -> None:
    assert cut("aaaa " + "x" * 19 + " bb", 8).texts == ["aaaa", "x" * 8, "x" * 8, "xxx bb"]


@pytest.mark.parametrize(
    ("text", "size", "langchain"),
    [
        (PAGE, 100, PARAGRAPHS),
        ("aaaa bbbb\n\ncccc", 8, ["aaaa", "bbbb", "cccc"]),
        ("one two\n\nthree four\n\nfive", 20, ["one two\n\nthree four", "five"]),
    ],
)
def test_the_same_settings_give_the_chunks_of_langchain(
    text: str, size: int, langchain: list[str]
) -> None:
    assert cut(text, size).texts == langchain


def test_leading_whitespace_needs_no_room_unlike_in_langchain() -> None:
    langchain = "The children gathered them in baskets, sorted them by"
    assert cut(PAGE, 60).texts[2] == f"{langchain} colour"


def test_the_overlap_is_words_where_langchain_repeats_segments() -> None:
    text = "One two three\nfour five\n\nsix seven eight nine"
    langchain = ["One two three\nfour five", "six seven eight nine"]
    found = cut(text, 32, overlap_tokens=2)
    assert [c.text[c.overlap :] for c in found] == langchain
    assert found[1].text == "five\n\nsix seven eight nine"


def test_the_rest_of_a_long_word_is_packed_with_the_next_unlike_in_langchain() -> None:
    langchain = ["x" * 16, "xxxx", "yy zz ww"]
    found = cut("x" * 20 + " yy zz ww", 16).texts
    assert found == ["x" * 16, "xxxx yy zz ww"] != langchain


def test_a_hash_in_a_fence_is_no_heading_unlike_in_langchain() -> None:
    langchain = ["# A\n\n```", "# no heading\nx\n```\n\nText."]
    found = cut("# A\n\n```\n# no heading\nx\n```\n\nText.", 28, "text/markdown")
    assert found.texts == ["# A\n\n```\n# no heading\nx\n```", "Text."] != langchain


def test_a_blank_line_in_a_fence_separates_no_paragraphs_of_markdown() -> None:
    text = "Before it.\n\n```\na = 1\n\nb = 2\n```"
    assert cut(text, 24, "text/markdown").texts == ["Before it.", "```\na = 1\n\nb = 2\n```"]
    assert cut(text, 24).texts == ["Before it.\n\n```\na = 1", "b = 2\n```"]


def test_lines_attached_above_a_definition_stay_with_it() -> None:
    langchain = ["import os\n\n\n# Once.\n@cache", "def first():\n    return 1"]
    found = cut(CODE, 48, "text/x-python")
    assert found.texts == [
        "import os",
        "# Once.\n@cache\ndef first():\n    return 1",
        "def second():\n    return 2",
    ]
    assert found.texts[:2] != langchain


@pytest.mark.parametrize(
    ("syntax", "first", "second"),
    [
        ("python", "class A:\n    x = 1", "async def b():\n    pass"),
        ("javascript", "const a = 1;\n\nlet c = 2;", "export default function b() {}"),
        ("typescript", "interface A {\n  x: 1\n}", "export type B = string"),
        ("go", "func a() {\n\n}", "// B.\ntype B struct{}"),
        ("rust", "pub fn a() {\n\n}", "#[derive(Debug)]\npub(crate) struct B;"),
        ("java", "class A {\n\n}", "@Override\npublic final class B {}"),
        ("kotlin", "fun a() {\n\n}", "data class B(val x: Int)"),
        ("csharp", "class A {\n\n}", "public static void B() {}"),
        ("c", "int a(void) {\n\n}", "/* B. */\nstatic size_t b(void);"),
        ("swift", "struct A {\n\n}", "final class B {}"),
        ("scala", "object A {\n\n}", "case class B(x: Int)"),
        ("php", "function a() {\n\n}", "abstract class B {}"),
        ("ruby", "def a\n\nend", "module B; end"),
        ("lua", "function a()\n\nend", "-- B.\nlocal function b() end"),
        ("shell", "a() {\n\n}", "# B.\nfunction b {"),
        ("sql", "CREATE TABLE a (\n\n);", "insert into b values (1);"),
        ("latex", "\\section{A}\n\nText.", "\\section{B}\n\nMore."),
    ],
)
def test_every_language_is_split_before_its_definitions(
    syntax: str, first: str, second: str
) -> None:
    text = f"{first}\n{second}\n"
    size = -(-max(len(first), len(second)) // 4) * 4
    assert cut(text, size, syntax=syntax).texts == [first, second]


def test_the_media_type_selects_the_separators_unless_syntax_is_set() -> None:
    assert cut(CODE, 48, "text/x-python").texts == cut(CODE, 48, syntax="python").texts
    code = "a = 1\n\nb = 2\ndef f():\n    pass\n"
    assert cut(code, 20, "text/x-python").texts == ["a = 1\n\nb = 2", "def f():\n    pass"]
    assert cut(code, 20, "text/x-python", syntax="text").texts[0] == "a = 1"


def test_headings_of_markdown_come_first() -> None:
    found = cut("# A\n\nOne.\n\nTwo.\n\n# B\n\nThree.\n", 20, "text/markdown")
    assert [(c.text, c.reason, c.heading_path) for c in found] == [
        ("# A\n\nOne.\n\nTwo.", Reason.STRUCTURE, ("A",)),
        ("# B\n\nThree.", Reason.TAIL, ("B",)),
    ]


def test_overlap_is_dropped_before_a_paragraph_is_split() -> None:
    found = cut("aa bb\n\ncccc dddd eee", 16, overlap_tokens=3)
    assert [(c.text, c.overlap) for c in found] == [("aa bb", 0), ("cccc dddd eee", 0)]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_every_kind_of_line_end_counts(newline: str) -> None:
    text = f"aa{newline}bb b{newline}{newline}cc"
    assert cut(text, 8).texts[1:] == ["cc"]
    assert cut(text, 4).texts == ["aa", "bb b", "cc"]
