"""ODT files to Markdown."""

from __future__ import annotations

import pytest
from loadable import odt

from chunking.loading import load_bytes

STYLES = (
    "<style:style style:name='P1' style:parent-style-name='Preformatted_20_Text'/>"
    "<style:style style:name='P2' style:parent-style-name='Title'/>"
    "<style:style style:name='P3' style:default-outline-level='2'/>"
    "<text:list-style style:name='L1'><text:list-level-style-number text:level='1' "
    "style:num-format='1'/></text:list-style>"
)


def item(content: str) -> str:
    return f"<text:list-item>{content}</text:list-item>"


def p(text: str, style: str = "") -> str:
    return f"<text:p text:style-name='{style}'>{text}</text:p>"


def cell(content: str, repeated: int = 1) -> str:
    return (
        f"<table:table-cell table:number-columns-repeated='{repeated}'>{content}</table:table-cell>"
    )


INNER = f"<text:list>{item(p('b'))}</text:list>"
ROW = f"<table:table-row>{cell(p('a|b'))}{cell('', 2)}{cell(p('c') + p('d'))}</table:table-row>"
NOTE = f"<text:note><text:note-citation>1</text:note-citation>{p('Why.')}</text:note>"


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<text:h text:outline-level='2'>One</text:h>", "## One"),
        (p("One", "P2"), "# One"),
        (p("One", "P3"), "## One"),
        (p("# a\n  b<text:s text:c='2'/>c<text:tab/>d<text:line-break/>e"), "\\# a b  c\td\ne"),
        (p("a:", "P1") + p("", "P1") + p("<text:s/>b", "P1"), "```\na:\n\n b\n```"),
        (f"<text:list>{item(p('a') + INNER)}</text:list>", "- a\n  - b"),
        (
            f"<text:list text:style-name='L1'>{item(p('a') + p('c'))}{item(p('b'))}</text:list>",
            "1. a\n\n   c\n2. b",
        ),
        (
            f"<table:table>{ROW}</table:table>",
            "| a\\|b |  |  | c d |\n| --- | --- | --- | --- |",
        ),
        (p(f"a{NOTE} b"), "a[^1] b\n\n[^1]: Why."),
        (f"<text:tracked-changes>{p('gone')}</text:tracked-changes>{p('a')}", "a"),
    ],
)
def test_the_body_becomes_markdown(body: str, text: str) -> None:
    assert load_bytes(odt(body, styles=STYLES), "a.odt").text == text


def test_title_and_language_come_from_its_properties() -> None:
    meta = "<meta><title>My thesis</title><language>fr</language></meta>"
    document = load_bytes(odt("<text:p>x</text:p>", members={"meta.xml": meta}), "a.odt")
    assert (document.title, document.language) == ("My thesis", "fr")


def test_comments_are_left_out_and_noted() -> None:
    body = "<text:p>a<office:annotation><text:p>b</text:p></office:annotation></text:p>"
    document = load_bytes(odt(body), "a.odt")
    assert (document.text, document.notes) == ("a", ("comments are left out: 1",))
