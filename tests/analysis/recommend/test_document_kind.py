"""Kinds of documents and the evidence for them."""

import pytest

from chunking import Document
from chunking.analysis.recommend.document_kind.kind import KINDS, identify
from chunking.loading.samples import sample
from chunking.units.layout import layout

PLAIN = "text/plain"
MESSAGE = """\
From: harbor@example.org
To: ferry@example.org
Subject: Berth 4

The berth is free from Monday on.
"""
CHAT = """\
2024-03-04 10:15 - Ruth: The ferry is late again
2024-03-04 10:16 - Idris: so is the tide
2024-03-04 10:19 - Ruth: see you on the other side
"""
PHONES = """\
\u200e[05/03/2024, 09:12:01] ~ Ruth: The ferry is late again
[05/03/2024, 09:13:01] \u202a+1 (415) 555-0101\u202c: so is the tide
"""
IRC = """\
2024-03-04T10:15:04  <ruth> the ferry is late again
2024-03-04T10:16:10  <idris!i@harbor.example> so is the tide
"""
RECORDING = """\
[00:00:04] Ruth: Is the ferry late again?
[00:00:08] Idris: So is the tide.
"""
LOG = """\
# a comment
2024-03-04 12:00:01 INFO: Starting the server.
2024-03-04 12:00:02 WARNING: The disk is nearly full.
Mar  4 12:00:03 harbor sshd[12]: Failed password for root
"""
API = """\
Function: int berth_open (struct berth *at, int depth)

at: the berth to open.
Returns: an error, if the depth is unknown.

Function: int berth_{n} (int depth)

Note: it returns the depth. Why? Please note that it is a number.
Deprecated: in favor of the deprecated function above.

"""
CHANGES = """\
1.{n}.0 (2024-03-04)
--------------------

- Berths can be listed by depth.

"""
LABELED_CHANGES = """\
Changes between 1.{n} and 1.{n}.1:

New berths:

Who may use the berths at the old pier? The harbor master decides about them.

Bug fixes:

The list of berths is shown. The depth of a berth is that of the tide table.

"""
GIT_LOG = """\
commit 00000000000000000000000000000000000000{n}0
Author: Ruth Aro <ruth@harbor.example>
Date:   Mon Mar 4 12:00:00 2024 +0000

    Print the tides.

"""
PLAY = """\
SCENE ONE

RUTH. Is there a ferry?

IDRIS. There was one.

"""
QUESTIONS = "## How deep is berth {n}?\n\nEleven meters at low water.\n\n"
SETTINGS = "# The depth in meters\ndepth = 11\nname = harbor\n"
LICENSE = """\
The licensor grants the licensee a license to copy. The licensor shall not be liable for damages,
and gives no warranty. This agreement ends upon breach by either party.
"""


def test_a_line_of_prose_that_mentions_changes_is_no_title() -> None:
    text = "# In general, changes belong in a file of your own below this folder, not here.\n\n"
    text += "label depth 1\n" * 300 + "#    set depth_min   2.4\n#    set depth_max   3.6\n"
    document = Document(text, source="depth3", media_type=PLAIN)
    assert identify(document, layout(document)).name != "changelog"


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        *(
            ("email", MESSAGE),
            ("chat", CHAT),
            ("chat", PHONES),
            ("chat", IRC),
            ("transcript", RECORDING),
        ),
        *(("log", LOG), ("changelog", CHANGES), ("play", PLAY), ("configuration", SETTINGS)),
        *(("legal", LICENSE), ("changelog", GIT_LOG), ("text", API)),
        ("changelog", LABELED_CHANGES),
        *(("records", '[{"a": 1}, {"a": 2}, {"a": 3}]'), ("table", "a\tb\tc\n" * 9)),
        *(("text", "The tide goes out. "), ("text", ""), ("text", "\n \n")),
    ],
)
def test_the_content_shows_the_kind(kind: str, text: str) -> None:
    once = kind in {"email", "records", "table"}
    pages = text if once else "".join(text.replace("{n}", str(n)) for n in range(1, 30))
    document = Document(pages, media_type=PLAIN)
    found = identify(document, layout(document))
    assert found.name == kind
    assert found.evidence
    assert found.sentence.endswith(".")


# An article of a contract, and a sentence about the sea.
ARTICLES = {
    "de": ("§ {n} Pflichten", "Der Mieter haftet nach § 5 des Vertrags.", "Das Meer ist tief."),
    "en": ("Article {n}", "The tenant is liable for breach of it.", "The sea is deep."),
    "es": ("Artículo {n}. Renta", "El arrendatario responde de los daños según contrato.", "Mar."),
    "fr": ("Article {n}", "Le locataire doit le loyer; obligations du bailleur.", "La mer."),
    "it": ("Art. {n}", "Il conduttore deve i danni al locatore.", "Il mare è profondo."),
    "ja": ("第{n}条（賃料）", "当事者は契約に基づき義務を負う。", "海は深い。"),
    "nl": ("Artikel {n}", "De huurder is aansprakelijk jegens de verhuurder.", "De zee is diep."),
    "pl": ("§ {n}", "Najemca ponosi odpowiedzialność za szkody wobec umowy.", "Morze."),
    "pt": ("Cláusula {n}ª", "O locatário responde por danos ao locador.", "O mar é fundo."),
    "ru": ("Статья {n}", "Арендатор несёт ответственность за убытки по договору.", "Море."),
    "zh": ("第{n}条", "当事人违约的，应当承担赔偿责任。", "海很深。"),
}


@pytest.mark.parametrize("language", ARTICLES)
def test_contracts_are_legal_in_many_languages(language: str) -> None:
    heading, article, sea = ARTICLES[language]

    def document(sentence: str) -> Document:
        articles = (f"{heading.format(n=n)}\n\n{sentence * 6}\n\n" for n in range(1, 12))
        return Document("".join(articles), media_type=PLAIN)

    contract, story = document(article), document(sea)
    assert identify(contract, layout(contract)).name == "legal"
    assert identify(story, layout(story)).name == "text"
    assert len(layout(contract).outline.starts) == 11


@pytest.mark.parametrize(
    ("heading", "article"),
    [
        ("Article R. 4-{n}", "Le juge peut réduire le loyer."),
        ("Art. {n}º", "Esta lei revoga as disposições em contrário."),
        ("第{n}条", "この法律の規定は、政令で定める船舶には適用しない。"),
        ("Section {n}", "(2) A person guilty of an offence under subsection (1) shall be liable."),
    ],
)
def test_statutes_are_legal(heading: str, article: str) -> None:
    text = "".join(f"{heading.format(n=n)}\n\n{article}\n\n" for n in range(1, 12))
    document = Document(text, media_type=PLAIN)
    assert identify(document, layout(document)).name == "legal"


def test_news_about_the_law_are_text() -> None:
    text = """\
The court dismissed the claim of a tenant on Monday. The agreement was valid, said the judge, and
its termination no breach. The tenant wants damages, and the lessor denies any liability. Who has
jurisdiction over the pier is a matter for another court, whose consent both parties need.
"""
    document = Document(text * 9, media_type=PLAIN)
    assert identify(document, layout(document)).name == "text"


def test_headings_that_are_questions_show_questions_and_answers() -> None:
    document = Document("".join(QUESTIONS.replace("{n}", str(n)) for n in range(9)))
    found = identify(document, layout(document))
    assert (found.name, found.evidence) == ("faq", "9 of 9 headings are questions")


@pytest.mark.parametrize("labels", [("Q", "A"), ("Otázka", "Odpověď"), ("Pregunta", "Respuesta")])
def test_speakers_named_question_and_answer_show_questions(labels: tuple[str, str]) -> None:
    asks, answers = labels
    pair = f"{asks}: Why does the ferry wait at noon?\n\n{answers}: It waits for the train.\n\n"
    document = Document(pair * 6, media_type=PLAIN)
    found = identify(document, layout(document))
    assert (found.name, found.evidence) == ("faq", "6 questions are labeled")


@pytest.mark.parametrize(
    ("name", "media_type", "kind"),
    [
        *(("a.ipynb", "text/markdown", "notebook"), ("a.srt", PLAIN, "subtitles")),
        *(("a.csv", "text/csv", "table"), ("a.rb", "text/x-ruby", "code")),
        *(("a.jsonl", "application/x-ndjson", "records"), ("a.conf", PLAIN, "configuration")),
        *(("a.org", "text/x-org", "text"), ("a.md", "text/markdown", "text")),
    ],
)
def test_the_format_shows_the_kind(name: str, media_type: str, kind: str) -> None:
    document = Document("a,b\n1,2\n", name, media_type=media_type)
    assert identify(document, layout(document)).name == kind


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        *(("meeting.txt", "transcript"), ("play.txt", "play"), ("contract.md", "legal")),
        *(("guide.md", "text"), ("inventory.py", "code"), ("essay.md", "text")),
    ],
)
def test_kinds_of_samples(name: str, kind: str) -> None:
    document = sample(name)
    assert identify(document, layout(document)).name == kind


def test_a_manual_on_a_configuration_file_is_text() -> None:
    text = "# TIDE.CONF(5)\n\n## NAME\n\ntide.conf\n\n## EXAMPLE\n\n" + "level = 3\n" * 9
    document = Document(text, source="tide.conf.5")
    assert identify(document, layout(document)).name == "text"


def test_dates_between_the_headings_of_markdown_are_no_releases() -> None:
    entry = "## Berth {n}\n\nv1.{n}.0 2024-03-04\n\nIt has a depth.\n\n"
    document = Document("".join(entry.replace("{n}", str(n)) for n in range(9)))
    assert identify(document, layout(document)).name == "text"


def test_the_days_of_a_diary_are_no_releases() -> None:
    days = "".join(f"{day} March 2024\n\nThe ferry was late again.\n\n" for day in range(3, 9))
    for title, kind in (("A diary", "text"), ("Release notes", "changelog")):
        document = Document(f"{title}\n\n{days}", media_type=PLAIN)
        assert identify(document, layout(document)).name == kind


def test_a_manual_that_ends_with_its_changes_or_a_license_is_text() -> None:
    prose = "The pilot reads the gauge at the pier.\n\n" * 30
    changes = "".join(f"tide {n}.0 (2024-03-0{n})\n\n- Faster.\n\n" for n in range(9, 1, -1))
    license_ = "This license is hereby granted: the licensee shall pay damages, warranty.\n\n" * 20
    for part, kind in ((changes, "changelog"), (license_, "legal")):
        for text, expected in ((part, kind), (f"Gauges\n\n{prose}{part}", "text")):
            document = Document(text, media_type=PLAIN)
            assert identify(document, layout(document)).name == expected


def test_counts_of_a_part_of_a_text_say_so() -> None:
    text = "".join(QUESTIONS.replace("{n}", str(n)) for n in range(9))
    long = Document(text + "The tide goes out. " * 4000)
    assert identify(long, layout(long)).evidence.endswith(", in 60,000 characters of it")


def test_labels_of_a_manual_are_no_speakers() -> None:
    pages = "".join(API.replace("{n}", str(n)) for n in range(40))
    document = Document(pages, media_type=PLAIN)
    assert identify(document, layout(document)).name == "text"


def test_hostile_lines_take_no_long_time() -> None:
    for part in ("a(", "1.1 ", "[[", "A.B ", "--a", "`", "((", "@", "x: ", "<a", "Q1 "):
        document = Document(part * 20_000, media_type=PLAIN)
        assert identify(document, layout(document)).name in KINDS
