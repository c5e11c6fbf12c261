import io
import zipfile

import pytest
from hostile import SCALE

from chunking.loading import html, load_bytes
from chunking.loading.main_content import mark_of

STORY = [
    "The harbor of Odde has been closed to all large ships since the storm of last week.",
    "Divers found that two of the four beacons at its entrance had moved by forty meters.",
    "The pilots had asked for heavier anchors in spring, but the council had put them off.",
]
PARAGRAPHS = "".join(f"<p>{line}</p>" for line in STORY)


def removed(page: str) -> list[str]:
    return [each.text for each in html.convert(page).removed]


def test_an_article_stays_without_what_surrounds_it() -> None:
    page = f"""<body><div id="cookie-banner">We use cookies. Accept all</div>
    <div class="topNavigation"><a>Home</a> <a>Sports</a></div>
    <div class="page"><h1>Storm closes harbor</h1>
    <div class="c-share__buttons">Share on Gull</div>{PARAGRAPHS}
    <ul class="related_links"><li>Ten beaches</li></ul></div>
    <div class="sidebar-right"><h3>Most read</h3><p>A goat in the town hall</p></div>
    <div id="comments"><h3>2 comments</h3><p>At last somebody says so.</p></div></body>"""
    content = html.convert(page)
    assert content.text == "# Storm closes harbor\n\n" + "\n\n".join(STORY)
    assert [(each.offset, each.text) for each in content.removed] == [
        (0, "We use cookies. Accept all"),
        (0, "Home Sports"),
        (21, "Share on Gull"),
        (len(content.text), "Ten beaches"),
        (len(content.text), "Most read A goat in the town hall"),
        (len(content.text), "2 comments At last somebody says so."),
    ]
    assert {each.reason for each in content.removed} == {"text outside the main content"}


def test_what_was_removed_is_noted_and_restored_at_its_place() -> None:
    page = f"<html><h1>Storm</h1><div class=ad>Buy boats</div>{PARAGRAPHS}"
    document = load_bytes(page.encode(), "storm.html")
    assert document.notes == ("removed: text outside the main content (1)",)
    assert document.restored().text == "\n\n".join(["# Storm", "Buy boats", *STORY])


def test_an_article_that_is_most_of_a_page_is_its_main_part() -> None:
    page = f"<div>Menu</div><article><h2>Storm</h2>{PARAGRAPHS}</article><div>Imprint</div>"
    assert html.convert(page).text == "\n\n".join(["## Storm", *STORY])
    assert removed(page) == ["Menu", "Imprint"]


def test_what_was_removed_is_in_the_order_of_the_page() -> None:
    page = f"Menu<article>{PARAGRAPHS}</article>Before<footer>Imprint</footer>After"
    assert removed(page) == ["Menu", "Before", "Imprint", "After"]


def test_a_page_that_lists_articles_is_kept() -> None:
    posts = "".join(f"<article><h2>Day {day}</h2>{PARAGRAPHS}</article>" for day in range(3))
    page = f"<div>Diary</div>{posts}<div>Older</div>"
    assert removed(page) == []


def test_an_article_that_is_less_than_half_of_a_page_is_a_section_of_it() -> None:
    page = f"<div>{PARAGRAPHS * 2}</div><article>{PARAGRAPHS}</article>"
    assert removed(page) == []


def test_only_the_title_before_the_main_part_belongs_to_it() -> None:
    page = f"<header><h1>Storm</h1>Monday</header><main>{PARAGRAPHS}</main>"
    assert html.convert(page).text == "\n\n".join(["# Storm", *STORY])
    assert removed(page) == ["Monday"]
    with_title = f"<h1>The Gull</h1><main><h1>Storm</h1>{PARAGRAPHS}</main>"
    assert removed(with_title) == ["The Gull"]


def test_a_column_of_paragraphs_is_an_article_where_nothing_is_named() -> None:
    teasers = "".join(
        f"<li><a href='{number}.html'>{number} lost goats</a></li>" for number in range(100)
    )
    body = PARAGRAPHS * 6
    page = f"<div><div>{teasers}</div><div><div>{body}</div></div><div>{teasers}</div></div>"
    assert html.convert(page).text == "\n\n".join(STORY * 6)
    assert len(removed(page)) == 2


def test_paragraphs_next_to_most_of_an_article_belong_to_it() -> None:
    page = f"<div>{PARAGRAPHS}<article>{PARAGRAPHS * 3}</article></div><div>Imprint</div>"
    content = html.convert(page)
    assert content.text == "\n\n".join(STORY * 4)
    assert [each.text for each in content.removed] == ["Imprint"]


@pytest.mark.parametrize(
    "around",
    [
        "<pre>moor --all</pre>",
        "<table><tr><th>Option</th></tr><tr><td>--all</td></tr></table>",
        PARAGRAPHS,
    ],
    ids=["code", "table", "prose"],
)
def test_sections_of_a_manual_are_kept(around: str) -> None:
    page = f"<div><div>{PARAGRAPHS * 6}</div><div><p>See also.</p>{around}</div></div>"
    assert removed(page) == []


def test_an_index_of_an_api_is_kept_apart_from_its_frame() -> None:
    links = "".join(f"<li><a href=#{name}>moor.{name}</a></li>" for name in ("tie", "untie"))
    page = f"""<body><div class="navheader"><a>Prev</a></div><h1>Functions</h1>
    <ul>{links}</ul><div class="navfooter">Next</div><div class="footer">Made by Quay 2</div>"""
    assert html.convert(page).text == "# Functions\n\n- moor.tie\n- moor.untie"
    assert removed(page) == ["Prev", "Next", "Made by Quay 2"]


@pytest.mark.parametrize(
    "box",
    [
        '<div class="section" id="comments"><h2>Comments</h2><p>Begin with #.</p></div>',
        '<section id="related"><h2>Related</h2><p>See moor.</p></section>',
        '<div id="related-for-all-ships"><p>Ships that are related.</p></div>',
        '<div class="viewcode" id="Ship.addWidget">def add_widget(self)</div>',
        '<aside class="sidebar"><p class="sidebar-title">Knots</p><p>Tie two.</p></aside>',
        '<p class="cookie">Bake the cookie for ten minutes.</p>',
        "<aside>Tie two knots.</aside>",
    ],
)
def test_sections_and_remarks_named_like_boxes_beside_the_content_are_kept(box: str) -> None:
    assert removed(f"<h1>Moor</h1>{PARAGRAPHS}{box}") == []


@pytest.mark.parametrize(
    "page",
    [
        f"<div class='page has-sidebar sidebar'><div>Odde</div>{PARAGRAPHS}</div><p>Imprint</p>",
        f"<div class=modal><h1>Storm</h1><p>Closed.</p></div>{PARAGRAPHS}",
        f"<div class=comments>{PARAGRAPHS}</div><div class=related>{PARAGRAPHS}</div>",
    ],
    ids=["wrapper", "title", "all"],
)
def test_misleading_names_remove_nothing(page: str) -> None:
    assert removed(page) == []


@pytest.mark.parametrize(
    ("tag", "attributes", "mark"),
    [
        ("div", {"class": "relatedArticles"}, "outside"),
        ("div", {"class": "post__comment-list"}, "outside"),
        ("div", {"class": "unrelated"}, None),
        ("div", {"role": "dialog"}, "outside"),
        ("div", {"class": "hatnote navigation-not-searchable"}, None),
        ("div", {"class": "mw-portlet vector-dropdown"}, "navigation"),
        ("div", {"class": "Entry-Content"}, "article"),
        ("div", {"itemprop": "articleBody"}, "article"),
        ("section", {"id": "share"}, None),
    ],
)
def test_elements_are_marked_by_the_words_in_their_names(
    tag: str, attributes: dict[str, str], mark: str | None
) -> None:
    assert mark_of(tag, attributes) == mark


def test_books_and_mails_keep_what_web_pages_lose() -> None:
    body = (
        f"<html><body><h1>Storm</h1><div class='related'>The sequel</div>{PARAGRAPHS}</body></html>"
    )
    mail = f"From: a@b.c\nSubject: x\nMIME-Version: 1.0\nContent-Type: text/html\n\n{body}"
    assert "The sequel" in load_bytes(mail.encode(), "x.eml").text
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as book:
        book.writestr("mimetype", "application/epub+zip")
        book.writestr(
            "META-INF/container.xml",
            "<container><rootfiles><rootfile full-path='b.opf'/></rootfiles></container>",
        )
        book.writestr(
            "b.opf",
            "<package><manifest><item id='a' href='a.xhtml' media-type='application/xhtml+xml'/>"
            "</manifest><spine><itemref idref='a'/></spine></package>",
        )
        book.writestr("a.xhtml", body)
    assert "The sequel" in load_bytes(data.getvalue(), "x.epub").text


def test_a_line_with_links_to_the_next_page_is_navigation() -> None:
    step = "<div class=header><p>Next: <a rel=next>Knots</a>, Up: <a rel=up>Top</a></p></div>"
    assert removed(f"{step}<h1>Moor</h1>{PARAGRAPHS}") == ["Next: Knots, Up: Top"]
    assert removed(f"<div><h1>Moor</h1>{PARAGRAPHS * 2}<a rel=next>Knots</a></div>") == ["Knots"]
    page = f"<h1>Moor</h1><div>{PARAGRAPHS * 2}See <a rel=next>Knots</a></div>"
    assert removed(page) == []


def test_a_row_of_links_is_navigation_but_neither_two_rows_nor_words_without_a_link() -> None:
    row = "<tr><td>[ &lt; ]</td><td>[<a href=i.html>Index</a>]</td></tr>"
    page = f"<h1>Moor</h1>{PARAGRAPHS}<table>{{}}</table>"
    assert removed(page.format(row)) == ["[ < ] [Index]"]
    assert removed(page.format(row * 2)) == []
    assert removed(page.format(row.replace("&lt;", "of 2"))) == []
    assert html.convert(page.format(row), marks=frozenset()).removed == ()


def test_a_link_in_code_leads_to_no_next_page() -> None:
    line = "<div class=line>x = <a href=s.html>next</a></div>"
    assert removed(f"<h1>Moor</h1>{PARAGRAPHS}<div class=fragment>{line}</div>") == []
    assert removed(f"<h1>Moor</h1>{PARAGRAPHS}<div><pre>{line}</pre></div>") == []


def test_links_that_say_that_they_lead_to_the_next_page_are_navigation() -> None:
    links = "<a href=toc.html>Back to Contents</a></td><td><a href=2.html>Next: Knots</a>"
    assert removed(f"<table><tr><td>{links}</td></tr></table><h1>Moor</h1>{PARAGRAPHS}") == [
        "Back to Contents",
        "Next: Knots",
    ]
    answer = "<div><h1>Moor</h1><p>Yes, it is.</p><a href=#top>Next: Knots</a></div>"
    assert removed(f"{answer}{PARAGRAPHS}") == []


def test_languages_of_a_wiki_page_are_navigation() -> None:
    page = f"""<main><header><h1>Moor</h1><div class="vector-dropdown mw-portlet">
    <label>2 languages</label><ul><li>Dansk</li><li>Norsk</li></ul></div></header>
    <div class="hatnote navigation-not-searchable">For the ship, see Moor.</div>
    {PARAGRAPHS}</main>"""
    assert removed(page) == ["2 languages Dansk Norsk"]


@pytest.mark.parametrize(
    "page",
    [
        "<div class=ad>" * (100_000 // SCALE) + "x",
        "<article>x" * (50_000 // SCALE),
        "<article>x</article><div class=ad>y</div>" * (50_000 // SCALE),
        "<div><p>" + "x" * 100 + "</div>" * (50_000 // SCALE),
        "<p class=sidebar-title>" * (100_000 // SCALE),
        "<span><b>" * (100_000 // SCALE) + "</b></span>" * (100_000 // SCALE),
        f"<div class='{'nav-' * 500}'>" * (5_000 // SCALE),
        f"<div class='{'aB' * 900}' id='{'-' * 900}'>" * (5_000 // SCALE),
    ],
    ids=["nested", "articles", "alternating", "columns", "remarks", "bold", "words", "names"],
)
def test_hostile_pages_are_searched_in_linear_time(page: str) -> None:
    html.convert(page)  # minutes if the time were quadratic


def test_more_links_than_are_marked_are_all_read() -> None:
    links = "".join(f"<p>See <a href='/{n}'>page {n}</a> for more.</p>" for n in range(50_002))
    text = html.convert(f"<main>{links}</main>").text
    assert text.count("See ") == 50_002
    assert text.endswith("for more.")


@pytest.mark.parametrize(
    ("footer", "kept"),
    [
        ("<a href=x>Ebb home</a> <a href=y>Flow Inc.</a> 2010. All rights", ""),
        ("They ebb. <a href=x>More</a>", "\n\n---\n\nThey ebb. More"),
        (
            f"<a href=x>{'Tides and more. ' * 20}</a>",
            f"\n\n---\n\n{'Tides and more. ' * 20}".rstrip(),
        ),
    ],
    ids=["links", "words", "long"],
)
def test_a_footer_of_links_below_the_last_rule_is_navigation(footer: str, kept: str) -> None:
    found = html.convert(f"<h1>Tides</h1><p>They rise.</p><hr>{footer}")
    assert found.text == f"# Tides\n\nThey rise.{kept}"
