"""Blocks that stay with the one before them, and headings that end no chunk."""

import pytest
from embedders import HashEmbedder

from chunking import chunk, get
from chunking.core.document import Document
from chunking.core.layout import AttachmentKind
from chunking.units.layout import layout

KINDS = list(AttachmentKind)
TABLE = "| a | b |\n|---|---|\n| 1 | 2 |"
HEADED = ("breakpoint", "cluster", "headings", "optimal", "recursive", "semantic", "sentence",
          "structure", "dialogue")  # fmt: skip


def attached(text: str, media_type: str = "text/markdown") -> list[tuple[str, str]]:
    """Return the first word of each attached block, and why it is attached."""
    columns = layout(Document(text, media_type=media_type)).attachments
    pairs = zip(columns.offsets.tolist(), columns.kinds.tolist(), strict=True)
    return [(text[offset:].split(maxsplit=1)[0], KINDS[kind].value) for offset, kind in pairs]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# T\n\nText.\n\nMore.", [("Text.", "heading")]),
        ("# T\n## U\nText.", [("##", "heading"), ("Text.", "heading")]),
        ("# T\n\n---\n\nText.", [("---", "heading"), ("Text.", "heading")]),
        ("---\na: b\n---\n\n# T\n\nText.", [("#", "front_matter"), ("Text.", "heading")]),
        ("+++\na = 1\n+++\nText.", [("Text.", "front_matter")]),
        ("It reads:\n\n- one\n- two", [("-", "lead_in")]),
        ("Note\n\nIt is low, and it ebbs.\n\nMore", [("It", "lead_in")]),
        (
            "- One\n\n  Note\n\n  - It is low, and it ebbs.\n  * One",
            [("Note", "lead_in"), ("-", "lead_in")],
        ),
        ("-t [type]\n\n: The type.\n\nMore.", [(":", "lead_in")]),
        ("Table 3: Sizes.\n\n" + TABLE, [("|", "caption")]),
        (TABLE + "\n\nTable 3. Sizes of all.\n\nMore.", [("Table", "caption")]),
        ("```\nf()\n```\n\nListing 1. A call.", [("Listing", "caption")]),
        ("The sizes are below.\n\n" + TABLE, [("|", "table_introduction")]),
        ("Q: Why?\n\nA: So.\n\nQ: How?\n\nA: Thus.", [("A:", "answer")] * 2),
        ("**Q** Why?\n\n**A** So.", [("**A**", "answer")]),
        ("Q1. Why?\n\nIt is so.\n\nQ2. How?\n\nThus.", [("It", "answer"), ("Thus.", "answer")]),
        ("Q: Why?\nA: So.", [("A:", "answer")]),
        ("A setup\n\n" + "It is so. " * 20, [("It", "lead_in")]),
        ("`--size`\n\nIt is so.", [("It", "lead_in")]),
        ("A setup\n\nIt is so.", []),
        ("It is so.\n\n" + "It is so. " * 20, []),
        ("It is.\n\n    f(x)\n\nwhere x is so.", [("where", "lead_in")]),
        ("It is.\n\n    f(x)\n\nwhere\n    It is so.", []),
        ("j.\n\nIt is so.", [("It", "lead_in")]),
        ("size(text)\n\n  The size of it.\n", [("The", "lead_in")]),
        ("A size (of text). It is so.\n\n  More of it.\n", []),
        ("Why:\n\n# T", []),
        ("A text. Question of it.\n\nMore.", []),
        ("# T", []),
        ("", []),
    ],
)
def test_attachments_have_a_reason(text: str, expected: list[tuple[str, str]]) -> None:
    assert attached(text) == expected


def test_org_has_attachments() -> None:
    text = "* T\nText.\n\nIt reads:\n\n- one"
    assert attached(text, "text/x-org") == [("Text.", "heading"), ("-", "lead_in")]


@pytest.mark.parametrize(
    ("text", "media_type"),
    [
        ("=over 4\n\n=item size\n", "text/x-pod"),
        ("@itemize @bullet\n\n@item size\n", "text/x-texinfo"),
        ("@table @code\n@item size\n", "text/x-texinfo"),
        ("interface Tide\n\n{\n\nint rise();\n", "text/markdown"),
        (".. option:: -v\n   :long:\n\n   Tell more.\n", "text/x-rst"),
    ],
)
def test_what_opens_an_item_is_attached(text: str, media_type: str) -> None:
    assert attached(text, media_type)[0][1] == "lead_in"


def test_comments_of_plain_text_lead_nothing_in() -> None:
    assert (
        attached("\t# the tide, in m\n\t# tide: 3\n\n\t# the moon\n\t# moon: no\n", "text/plain")
        == []
    )


def test_a_long_synopsis_stays_with_its_description() -> None:
    synopsis = "tide diff " + "[--option=name] " * 12 + "[file ...]"
    assert attached(f"{synopsis}\n\n  Shows what changed since noon.\n", "text/plain") == [
        ("Shows", "lead_in")
    ]


def test_source_code_has_none() -> None:
    assert attached("# T\n\nx = 1:\n\ny", "text/x-python") == []


@pytest.mark.parametrize("name", HEADED)
@pytest.mark.parametrize(
    "below", ["word. " * 300, "```\n" + "code\n" * 300 + "```", "> " + "q " * 400]
)
def test_a_heading_stays_with_the_first_part_of_a_large_block(name: str, below: str) -> None:
    document = Document(f"Before it. And more.\n\n# Title\n\n{below}\n\n# Next\n\nAfter.")
    made = chunk(document, get(name)(**sizes(name)), embedder=HashEmbedder())
    assert not [text for text in made.texts if text.endswith(("# Title", "# Next"))]
    assert len(made) > 2


def test_a_heading_with_a_fence_kept_whole_is_oversize() -> None:
    text = "# T\n\n```\n" + "code\n" * 100 + "```"
    made = chunk(text, get("sentence")(max_tokens=60, overlap_tokens=0, oversize="keep"))
    assert made.texts == [text]
    assert made.oversize.tolist() == [True]


@pytest.mark.parametrize("name", ["headings", "optimal", "recursive", "semantic", "structure"])
def test_front_matter_is_no_chunk_where_it_fits(name: str) -> None:
    matter = "---\ntitle: A\ndate: 1 May\n---\n\n"
    text = matter + "# T\n\n" + "Some words are here. " * 60 + "\n\n# U\n\nMore."
    made = chunk(text, get(name)(**sizes(name)), embedder=HashEmbedder())
    assert made.texts[0].startswith(matter + "# T\n\nSome words")


def test_a_question_stays_with_its_answer_and_a_caption_with_its_table() -> None:
    questions = "Some words are here now. " * 5 + "\n\nQ: Why is it so?\n\nA: It is so.\n\n"
    text = f"{questions}{'Other words are here. ' * 4}\n\nTable 1. All sizes of it.\n\n{TABLE}"
    for tokens in range(35, 60):
        parts = {"target_tokens": tokens - 10, "max_tokens": tokens}
        strategy = get("structure")(**parts, lead_ins="keep", overlap_share=0)
        texts = chunk(text, strategy).texts
        assert not [each for each in texts if each.endswith(("so?", "sizes of it."))]


def sizes(name: str) -> dict[str, int]:
    """Return settings for small chunks."""
    small = {"max_tokens": 60}
    if name == "structure":
        small |= {"target_tokens": 50}
    if "min_tokens" in get(name).model_fields:
        small |= {"min_tokens": 10}
    if "overlap_tokens" in get(name).model_fields:
        small |= {"overlap_tokens": 0}
    return small


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Before.\n\n1. Skipping rows\n\nIt skips.", ["It"]),
        ("Before.\n\nA.5. Counting\n\nThey are counted.", ["They"]),
        ("Before.\n\n2a. Counting\n\nThey are counted.", ["They"]),
        ("2a. Counting\n\n2b. Adding\n\nText.", []),
        ("* one\n\n8.1.2. APT\n\nIt is a tool.", ["It"]),
        ("3.8. /home: homes\n\n   3.8.1. Purpose\n   3.8.2. Rules", ["3.8.1."]),
        ("6. Name\n\n7. Command\n\nThese are all.", []),
        ("3.8.2. Rules\n\n3.9. /lib: libraries\n\nText.", []),
        ("1. It is counted,\n\nand again.", []),
        ("Before.\n\n1. Skipping rows:\n   - It skips.", []),
        ("1.5 %\n\nText.", []),
        (f"3.8. Ebb. It goes.\n\n4. Flood\n\n4.1. {'It comes. ' * 20}", ["4.1."]),
    ],
)
def test_a_numbered_line_between_text_stays_with_what_is_below_it(
    text: str, expected: list[str]
) -> None:
    found = attached(text, "text/plain")
    assert [word for word, kind in found if kind == "heading"] == expected


def test_a_sentence_that_goes_on_below_a_list_stays_with_it() -> None:
    text = "The ferry sails with:\n\n   1. a bell,\n\n   2. a rope,\n\nand with a pilot.\n\nMore."
    assert ("and", "lead_in") in attached(text, "text/plain")


def test_a_sentence_that_goes_on_below_an_example_stays_with_it() -> None:
    text = "The log has the line\n\n> ```\n> ebb\n> ```\n\n(and others like it, at noon).\n\nMore."
    assert attached(text)[-1] == ("(and", "lead_in")


def test_settings_stay_with_their_explanation() -> None:
    text = "All is set.\n\nport = Brest\ntide.low = 9\n\n" + "They name the port and the hour. " * 4
    assert attached(text) == [("They", "lead_in")]
    assert attached(text.replace("=", "is")) == []


@pytest.mark.parametrize(("end", "stays"), [("the", 1), ("pilot,", 1), ("pilot.", 0)])
def test_a_sentence_that_a_blank_line_divides_stays_together(end: str, stays: int) -> None:
    text = f"Nobody on board of the ferry had ever seen the tide as low as {end}\n\nold pilot said."
    assert attached(text).count(("old", "lead_in")) == stays


@pytest.mark.parametrize(
    "formula", ["$$\nt = 2\n$$", "\\[ t \\]", "> \\[ t \\]", "\\begin{align*}\nt\n\\end{align*}"]
)
def test_a_formula_stays_with_the_sentence_around_it(formula: str) -> None:
    text = f"It is low at\n\n{formula}\n\nwhere t is an hour.\n\nMore.\n\n{formula}\n\nMore."
    words = [formula.split(maxsplit=1)[0], "where"]
    assert attached(text) == [(word, "lead_in") for word in words]


def test_the_source_of_a_quote_stays_with_it() -> None:
    assert attached("> Low tide, and no ferry.\n>\n> — Ada") == [(">", "lead_in")]
    assert attached("> Low tide, and no ferry.\n>\n> - Ada") == []


def test_captions_and_ends_of_latex_stay_with_what_is_above() -> None:
    text = "{\\small\n\nTides.\n\n\\par}\n\n\\caption{Tides}\n\nMore.\n"
    found = attached(text, "text/x-tex")
    assert [word for word, _ in found if word.startswith("\\")] == ["\\par}", "\\caption{Tides}"]


def test_the_header_of_a_message_stays_with_its_text() -> None:
    header = "From: Ada <ada@example.org>\nTo: Ben\nDate: 1 May 2020"
    assert ("Low", "lead_in") in attached(f"# Tides\n\n{header}\n\nLow at six.\n\nAda")
    assert ("Low", "lead_in") not in attached("# Tides\n\nFrom: Ada\n\nLow at six.\n\nAda")


def test_a_signature_stays_with_the_end_of_its_message() -> None:
    header = "From: Ada <ada@example.org>\nTo: Ben\nDate: 1 May 2020"
    text = "The ferry left the pier at six.\n\n" * 20
    message = f"{header}\n\n{text}See you.\n\nAda\n\nPier Road 5\n\n"
    found = attached(f"{message}-----Original Message-----\n{header}\n\nWhen?\n\nBen")
    assert found.count(("The", "lead_in")) < 15
    assert [word for word, _ in found if word != "The"] == ["See", "Ada", "Pier", "When?", "Ben"]


def test_a_short_line_that_recurs_stays_with_what_is_below() -> None:
    parts = "".join(f"Component\n\nFerry {i}\n\nPier\n\nlow.tide\n\n" for i in range(3))
    assert attached(parts, "text/plain") == [("Ferry", "lead_in"), ("low.tide", "lead_in")] * 3
    assert attached(parts.partition("Component\n\nFerry 2")[0], "text/plain") == []


def test_a_list_stays_with_the_sentence_that_it_goes_on_with() -> None:
    text = "Nobody on board of the ferry sails without a ticket, provided that\n\n- low\n\nMore."
    assert attached(text, "text/plain") == [("-", "lead_in")]
    assert attached(text.replace("provided that", "which I said."), "text/plain") == []


def test_a_colon_may_be_before_dashes() -> None:
    verse = "and he went on again:--\n\nLow tide\n\nEbb.\n"
    assert ("Low", "lead_in") in attached(verse, "text/plain")


def test_a_short_line_that_is_indented_further_leads_nothing_in() -> None:
    text = (
        ".. data:: A\n\n    It rises.\n\n    Default: ``low``\n\n.. data:: TIDE\n\n    It falls.\n"
    )
    assert ("..", "lead_in") not in attached(text, "text/x-rst")
    assert ("..", "lead_in") in attached(text.replace("    Default", "Default"), "text/x-rst")


def test_signs_stay_with_the_block_below_or_at_the_end_with_the_one_above() -> None:
    row = "-" * 30
    text = f"The tide rose.\n\n{row}\n\n{row}\n\nThe ferry sank.\n\n*   *"
    assert attached(text, "text/plain") == [(row, "lead_in"), ("The", "lead_in"), ("*", "lead_in")]


def test_the_name_of_a_license_stays_with_its_copyright() -> None:
    text = "The tide rose.\n\nMIT License\n\nCopyright (c) 2020 Ada\n\nYou may copy it.\n"
    assert ("Copyright", "lead_in") in attached(text, "text/plain")
    assert attached(text.replace("License", "License."), "text/plain") == []
