import pytest
from hostile import SCALE

from chunking.core.errors import LoadError
from chunking.loading import html, load_bytes


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<h1>One</h1><h3>Three <b>bold</b></h3>", "# One\n\n### Three bold"),
        ("<p>a<p>b", "a\n\nb"),
        ("<p>a\n  b&amp;c&nbsp;d</p>", "a b&c\u00a0d"),
        ("<p>one <br> two</p>", "one\ntwo"),
        ("<ul><li>a<li>b<ul><li>c</ul><li>d</ul>e", "- a\n- b\n  - c\n- d\n\ne"),
        ("<ol start=9><li>x<li>y</ol>", "9. x\n10. y"),
        ("<ol><li>x<li value=7>y<li>z</ol>", "1. x\n7. y\n8. z"),
        ("<ol type=a start=2><li><p>x<p>y</ol>", "- b. x\n\n  y"),
        ("<ol class='arabic simple'><li>x</ol><ol class=upperroman><li>y</ol>", "1. x\n- I. y"),
        ("<ol style='list-style-type: lower-latin'><li>x</ol>", "- a. x"),
        ("<ul><li><p>one<p>two</ul>", "- one\n\n  two"),
        ("<blockquote><p>a<p>b</blockquote>c", "> a\n\n> b\n\nc"),
        ("<blockquote>a</blockquote><blockquote>b</blockquote>", "> a\n\n> b"),
        ("<pre>  a\n\n b</pre>", "```\n  a\n\n b\n```"),
        ('<pre><code class="language-py">x = 1\n</code></pre>', "```py\nx = 1\n```"),
        ("<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````"),
        ("<pre><div>a</div><div>b</div></pre>", "```\na\nb\n```"),
        ("<pre>a<pre>b</pre>c", "```\na\n```\n\n```\nb\n```\n\nc"),
        ("<pre>a\n<h2>b</h2>c</pre>", "```\na\nb\nc\n```"),
        ("<h1>a</h1><h3 class='author'>Ann</h3>c<h2>b</h2>", "# a\n\nAnn\n\nc\n\n## b"),
        ("<h1>a</h1><div class=note><h3>Note</h3><p>b</div>", "# a\n\nNote\n\nb"),
        ("see <code>a</code> and <code>b`c</code>", "see `a` and ``b`c``"),
        ("<a href='http://x/'>link</a> <img src=x alt='a cat'>", "link a cat"),
        ("<p>a<hr>b", "a\n\n---\n\nb"),
        ("<dl><dt>T<dd>D<dd>E<dt>U<dd><p>F<p>G</dl>", "T\n\n: D\n\n: E\n\nU\n\n: F\n\nG"),
        (
            "<dl><dt>-q\n<dt><b>--quiet</b><dd>D<dt>-x<dt>-y</dl><p>c",
            "-q\n--quiet\n\n: D\n\n-x\n-y\n\nc",
        ),
        ("<dl><dd>a<dt>T<dd><ul><li>b</ul></dl><p>c", "a\n\nT\n\n- b\n\nc"),
        ("a<script>if (x</p>) '<p>'</script>b<style>p{}</style>c<!-- <p>d -->e", "abce"),
        ("<noscript>off</noscript><template>later</template>on", "on"),
        ("a < b &lt; c", "a < b < c"),
        ('<p title="</p>">x > y</p>', "x > y"),
        ("<p># no heading</p>", "\\# no heading"),
        ("<p>&lt;script> no block</p>", "\\<script> no block"),
        ("<p>x<br>```<br>===</p>", "x\n\\```\n\\==="),
    ],
)
def test_a_page_becomes_markdown(page: str, text: str) -> None:
    assert html.convert(page).text == text


def test_a_table_becomes_a_pipe_table() -> None:
    page = (
        "<table><caption>Sizes</caption><tr><th>a|b<th>c</tr>"
        "<tr><td>1<br>2<td><p>3</p><p>4</p><td>5</table>"
    )
    assert html.convert(page).text == (
        "Sizes\n\n| a\\|b | c |  |\n| --- | --- | --- |\n| 1 2 | 3 4 | 5 |"
    )


def test_a_table_around_another_is_page_layout() -> None:
    page = "<table><tr><td>menu<td><table><tr><td>a<td>b</table></table>"
    assert html.convert(page).text == "menu\n\n| a | b |\n| --- | --- |"


def test_title_and_language_come_from_the_head() -> None:
    page = b"<!doctype html><html lang=de-AT><head><title>A &amp;\n B</title></head><p>x"
    document = load_bytes(page, "x.html")
    assert (document.title, document.language, document.text) == ("A & B", "de", "x")
    assert document.media_type == "text/markdown"


def test_the_declared_encoding_is_used_when_it_is_not_utf_8() -> None:
    page = '<html><meta charset="windows-1251"><p>Привет</p>'.encode("windows-1251")
    document = load_bytes(page, "x.html")
    assert (document.text, document.encoding, document.notes) == ("Привет", "windows-1251", ())


def test_an_empty_xhtml_element_does_not_contain_what_follows() -> None:
    page = '<?xml version="1.0"?><html><title/><script src="x"/><div/><p>a<![CDATA[<b>]]></p>'
    assert html.convert(page).text == "a<b>"


@pytest.mark.parametrize(
    "page",
    [
        "<div>" * (100_000 // SCALE) + "x",
        "<a " + " ".join(f"a{i}" for i in range(200_000 // SCALE)) + ">x",
        "<a " * (300_000 // SCALE),
        '<a b="' * (300_000 // SCALE),
        "<!--" * (300_000 // SCALE),
        "".join(f"<b id={i}><p>" for i in range(50_000 // SCALE)),
        "<samp><div></samp></div>" * (50_000 // SCALE),
        "<div><table><td></div></table>" * (30_000 // SCALE),
    ],
    ids=["nested", "attributes", "unclosed", "quotes", "comments", "bold", "crossed", "tables"],
)
def test_hostile_pages_are_converted_completely(page: str) -> None:
    html.convert(page)  # minutes if the time were quadratic


def test_a_page_of_too_many_tags_is_refused() -> None:
    with pytest.raises(LoadError, match="more than 2,000,000 tags"):
        load_bytes(b"<html>" + b"<p>" * 2_000_000, "x.html")


PAGE = """<html><body><div class="banner">Get the book</div>
<nav><a href="/">Home</a></nav>
<ul class="docnav top"><li>Prev</li><li>Next</li></ul>
<h1>Tides<a class="headerlink" href="#tides">¶</a></h1>
<div class="sidebar"><p class="sidebar-title">Sea</p><p>A remark.</p></div>
<div class="toc"><ul><li>Moon</li></ul></div>
<h2>Moon<span class="mw-editsection"><span>[</span><a href="/e">edit</a><span>]</span></span></h2>
<p>It goes round the earth.</p>
<div role="contentinfo">Imprint</div>
</body></html>"""


def test_links_of_haddock_beside_signatures_are_permalinks() -> None:
    links = (
        '<a href="Tide.html#ebb" class="link">Source</a> <a href="#v:ebb" class="selflink">#</a>'
    )
    assert html.convert(f"<p>ebb :: Tide {links}</p><p>It falls.</p>").text == (
        "ebb :: Tide\n\nIt falls."
    )


def test_navigation_and_permalinks_are_left_out_and_kept_as_removed() -> None:
    content = html.convert(PAGE)
    assert content.text == ("# Tides\n\nSea\n\nA remark.\n\n## Moon\n\nIt goes round the earth.")
    assert [(each.offset, each.text, each.reason) for each in content.removed] == [
        (0, "Get the book", "navigation"),
        (0, "Home", "navigation"),
        (0, "Prev Next", "navigation"),
        (7, "¶", "permalink"),
        (23, "Moon", "navigation"),
        (32, "[edit]", "permalink"),
        (58, "Imprint", "navigation"),
    ]


def test_links_of_members_and_above_the_first_heading_are_left_out() -> None:
    page = (
        "<p><a href='#m'>Members</a> | <a href='all.html'>All</a></p><h2></h2><h1>Net</h1>"
        "<p>It dries. <a href='#d'>More...</a></p>"
        "<h2><span><a href='#a'>&#9670;&nbsp;</a></span>dry()</h2><p>Hang it.</p>"
    )
    content = html.convert(page)
    assert content.text == "# Net\n\nIt dries.\n\n## dry()\n\nHang it."
    assert [each.text for each in content.removed] == ["Members | All", "More...", "◆\xa0"]


def test_text_outside_of_the_main_part_is_left_out_if_that_has_most_of_the_text() -> None:
    page = "<div>Menu</div><main><h1>Tides</h1><p>The sea rises.</p></main><p>Copyright</p>"
    content = html.convert(page)
    assert content.text == "# Tides\n\nThe sea rises."
    assert [(each.offset, each.text) for each in content.removed] == [
        (0, "Menu"),
        (23, "Copyright"),
    ]
    assert (
        "Copyright" in html.convert("<main>Hi</main><p>Copyright of a long page of text.</p>").text
    )


def test_a_restored_page_has_all_of_its_text() -> None:
    document = load_bytes(PAGE.encode(), "x.html")
    assert document.notes == ("removed: navigation (5), permalinks (2)",)
    restored = document.restored()
    assert restored.text == (
        "Get the book\n\nHome\n\nPrev Next\n\n# Tides¶\n\nSea\n\nA remark.\n\nMoon\n\n"
        "## Moon[edit]\n\nIt goes round the earth.\n\nImprint"
    )
    assert (restored.notes, restored.removed) == ((), ())
    assert restored.restored() is restored


def test_cells_that_span_columns_and_rows_shift_no_other_cell() -> None:
    page = (
        "<table><tr><th rowspan=2>Port</th><th colspan=2>Catch</th><th>Crew</th></tr>"
        "<tr><th>Cod</th><th>Crab</th><th>All</th></tr>"
        "<tr><td rowspan='0'>Odde</td><td>4</td><td colspan=2>none</td></tr>"
        "<tr><td>5</td><td>6</td><td>7</td></tr></table>"
    )
    assert html.convert(page).text.splitlines() == [
        "| Port | Catch |  | Crew |",
        "| Port | Cod | Crab | All |",
        "| --- | --- | --- | --- |",
        "| Odde | 4 | none |",
        "| Odde | 5 | 6 | 7 |",
    ]


def test_spans_beyond_any_real_table_take_little_memory() -> None:
    row = "<tr>" + "<td colspan=1000 rowspan=65534>a</td>" * 50 + "</tr>"
    page = "<table>" + row + "<tr><td colspan=x rowspan=-1>b</td></tr>" * 20_000 + "</table>"
    text = html.convert(page).text
    assert text.count("b") == 20_000
    assert len(text) < 20_000_000


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr><td><h1>Nets</h1></td></tr><tr><td><p>Mend them.</p></td></tr></table>",
        "<table><tr><td><h1>Nets</h1><ul></ul>Mend them.</td></tr></table>",
        "<table role=presentation><tr><td><h1>Nets</h1></td><td>Mend them.</td></tr></table>",
        "<h1><div>Nets</div></h1>Mend them.",
        "<h1><a><p>Nets</p></a><br></h1><p>Mend them.</p>",
    ],
)
def test_a_heading_in_a_layout_table_or_around_blocks_is_a_heading(page: str) -> None:
    assert html.convert(page).text == "# Nets\n\nMend them."


def test_a_heading_that_is_not_closed_keeps_the_blocks_below_it() -> None:
    text = html.convert("<h2>Nets" + "<p>Mend them every day.</p>" * 40).text
    assert text.count("\n\n") == 40


def test_headings_in_a_data_table_are_cells() -> None:
    page = (
        "<table><tr><td><h4>Net</h4></td><td>Size</td></tr><tr><td>Cod</td><td>9</td></tr></table>"
    )
    assert html.convert(page).text == "| Net | Size |\n| --- | --- |\n| Cod | 9 |"


MATH = "<math{}><mi>v</mi><annotation encoding='application/x-tex'>{}</annotation></math>"


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        (MATH.format("", "v_0"), "$v_0$"),
        (MATH.format(" display='block'", "v &lt; 3"), "$$v < 3$$"),
        ("<math alttext='{\\textstyle v}'><mi>v</mi></math>", "$v$"),
        (MATH.format("", "v") + "<img class='mwe-math-fallback-image-inline' alt='v'>", "$v$"),
        (
            f'<span>{MATH.format("", "v")}</span><span class="katex-html"><span>v</span></span>',
            "$v$",
        ),
        (f'{MATH.format("", "v")}<span class="katex-html">open', "$v$open"),
        ("<script type='math/tex; mode=display'>v < w</script>", "$$v < w$$"),
        ("<math><mi>v</mi></math>", "v"),
        ("<math><mi>v</mi>", "v"),
    ],
)
def test_a_formula_is_written_once(formula: str, text: str) -> None:
    assert html.convert(f"<p>Here {formula}</p>").text == f"Here {text}"


@pytest.mark.parametrize(
    "gutter", ["<pre>1\n2\n</pre>", "<pre><span>7</span><br><span>8</span><br></pre>"]
)
def test_line_numbers_beside_code_are_removed(gutter: str) -> None:
    code = "<pre class='language-c'>if (a)\n  b();\n</pre>"
    page = f"<table><tr><td>{gutter}</td><td>{code}</td></tr></table>"
    content = html.convert(page)
    assert content.text == "```c\nif (a)\n  b();\n```"
    assert [each.reason for each in content.removed] == ["line numbers"]


NUMBER = "<span class='linenos'> 9</span>"


@pytest.mark.parametrize(
    ("code", "text"),
    [
        (f"<table><tr><td><pre>{NUMBER}</pre></td><td><pre>a = 1</pre></td></tr></table>", "a = 1"),
        (f"<pre>{NUMBER}a\n{NUMBER}  b</pre>", "a\n  b"),
        ("<pre><span class='k lineno'>1 </span>a</pre>", "a"),
        (f"<div class=fragment><p>{NUMBER} f();</p>\n<p>{NUMBER}  g();</p></div>", " f();\n  g();"),
        (
            (
                "<table class='js-file-line-container'><tr><td class='blob-num'></td>"
                "<td>f()</td></tr><tr><td class='blob-num'></td><td>  g()</td></tr></table>"
            ),
            "f()\n  g()",
        ),
        (
            (
                "<div class='syntaxhighlighter c'><table><tr><td class='gutter'><div>1</div></td>"
                "<td><div><code>if</code> <code>(a)</code></div><div><code>&nbsp; </code><code>b()"
                "</code></div></td></tr></table></div>"
            ),
            "if (a)\n  b()",
        ),
        (
            (
                '<div class=crayon-syntax><table><tr><td class="crayon-nums"><div>8</div></td>'
                "<td><div class='crayon-line'>a</div><div>b</div></td></tr></table></div>"
            ),
            "a\nb",
        ),
        (
            (
                "<pre><table><tr><td class='rouge-gutter gl'><pre>1</pre></td><td><pre>a</pre>"
                "</td></tr></table></pre>"
            ),
            "a",
        ),
        ("<pre>see <span class='line'>12</span></pre>", "see 12"),
    ],
)
def test_line_numbers_in_code_are_left_out(code: str, text: str) -> None:
    assert html.convert(f"<p>Nets</p>{code}<p>End</p>").text == f"Nets\n\n```\n{text}\n```\n\nEnd"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (
            "<table><tr><td>Nets</td></tr><tr><td><p>Mend.</p><p>Dry.</p></td></tr></table>",
            "Nets\n\nMend.\n\nDry.",
        ),
        ("<table><tr><td>Nets<td><p>Mend.</p><p>Dry.</p></table>", "Nets\n\nMend.\n\nDry."),
        ("<table><tr><td>Nets<td><ul><li>Cod<li>Crab</ul></table>", "Nets\n\n- Cod\n- Crab"),
    ],
    ids=["newsletter", "columns", "index"],
)
def test_a_table_without_headings_that_lays_out_a_page_is_no_table(page: str, text: str) -> None:
    assert html.convert(page).text == text


@pytest.mark.parametrize(
    "page",
    [
        "<table><tr><td>Cod<td>Crab</table>",
        "<table><tr><td><p>Cod</p><td><p>Crab</p></table>",
        "<table><tr><th>Cod</th></tr><tr><td>Crab</td></tr></table>",
        "<table><tr><td>-a<td><p>All.</p><p>Dry.</p><tr><td>-b<td>None.</table>",
    ],
    ids=["row", "paragraphs", "header", "options"],
)
def test_a_table_of_data_stays_a_table(page: str) -> None:
    assert html.convert(page).text.startswith("| ")


FILING = """<p style="font-weight:bold">PART I</p>
<div><span style="font-size:10pt;font-weight:700">Item 1.</span> <font style="FONT-WEIGHT:
bold">Boats &amp; nets</font></div>
<p>We build boats. <b>All of them</b></p><p align=center>F-7</p> <hr>
<table><tr><td><b>Item 2.</b></td><td><b>Harbors</b></td></tr></table>
<p><b>Note.</b> We own two.</p><p><b>The crew:</b></p><ul><li><b>Ann</b></li></ul>
<p><b>Owners <a>of</a></b> boats</p><p><b>Open</span> and not closed</p><p>12</p>"""


def test_bold_paragraphs_are_headings_where_a_page_has_none() -> None:
    content = html.convert(FILING)
    assert content.text.split("\n\n") == [
        "# PART I",
        "# Item 1. Boats & nets",
        "We build boats. All of them",
        "# Item 2. Harbors",
        "Note. We own two.",
        "The crew:",
        "- Ann",
        "Owners of boats",
        "Open and not closed",
        "12",
    ]
    assert [(each.text, each.reason) for each in content.removed] == [("F-7", "page number")]


def test_long_questions_in_bold_are_headings_unlike_long_sentences() -> None:
    question, sentence = f"Tides {'rise and ' * 12}fall. Why?", f"Tides {'rise and ' * 12}fall."
    found = html.convert(f"<p><b>{question}</b><p><b>{sentence}</b>").text
    assert found == f"# {question}\n\n{sentence}"


def test_bold_paragraphs_beside_headings_are_paragraphs() -> None:
    page = "<h2>Nets</h2><p><b>Mend them</b></p><h2>Sails</h2>"
    assert html.convert(page).text == "## Nets\n\nMend them\n\n## Sails"


def test_bars_below_the_only_heading_of_a_page_are_headings() -> None:
    bar = "<table bgcolor=gray><tr><td><b><font color=black>3 May</font></b></table><p>Low tide."
    assert html.convert(f"<h3>Log</h3>{bar}").text == "### Log\n\n#### 3 May\n\nLow tide."
    assert html.convert(f"{bar}<h3>Log</h3>").text == "# 3 May\n\nLow tide.\n\n### Log"


CONTENTS = """<h1>Tides</h1><h2>Contents</h2><ol><li><a href="#ebb">Ebb</a> <ul>
<li><a href='#low'>Low water</a></ul><li>2. <a href=#flood>Flood</a></ol><h2 id=ebb>Ebb</h2>Out."""


def test_a_table_of_contents_and_its_title_are_removed() -> None:
    content = html.convert(CONTENTS)
    assert content.text == "# Tides\n\n## Ebb\n\nOut."
    assert [(each.text, each.reason) for each in content.removed] == [
        ("## Contents Ebb Low water 2. Flood", "navigation")
    ]


def test_headings_of_a_table_of_contents_are_removed_with_it() -> None:
    links = "<ul><li><a href='#a'>Low</a><li><a href='#b'>High</a><li><a href='#c'>Slack</a></ul>"
    page = f"<h2>Tides</h2><h2>0. All</h2><h4>Ebb</h4>{links}<h4>Flood</h4>{links}<h2>Ebb</h2>Out."
    content = html.convert(page)
    assert content.text == "## Tides\n\n## Ebb\n\nOut."
    assert [(each.offset, each.text) for each in content.removed] == [
        (8, "## 0. All"),
        (8, "#### Ebb"),
        (8, "Low High Slack"),
        (8, "#### Flood"),
        (8, "Low High Slack"),
    ]
    assert "#### Ebb" in html.convert(page.replace("<h4>Flood", "Out.<h4>Flood")).text


@pytest.mark.parametrize(
    "part",
    [
        "<ul><li><a href='#a'>Ebb</a><li><a href='#b'>Flood</a></ul>",
        "<ul><li><a href='#a'>Ebb</a>: out<li><a href='#b'>Flood</a>: in<li><a href='#c'>X</a>",
        "<p><a href='#a'>1. Ebb</a></p><p><a href='#b'>2. Flood</a></p>",
    ],
    ids=["two", "described", "titles"],
)
def test_other_links_to_places_of_the_page_stay(part: str) -> None:
    content = html.convert(f"<h1>Tides</h1>{part}<p>All of them.</p>")
    assert "Flood" in content.text
    assert not content.removed


def test_links_add_no_spaces_to_code_cells_and_headings() -> None:
    link = "a<a href='b.html'>b</a>c"
    page = f"<h1>{link}</h1><p>{link}</p><pre>{link}</pre><table><tr><th>{link}<td>d</table>"
    assert html.convert(page).text == (
        "# abc\n\nabc\n\n```\nabc\n```\n\n| abc | d |\n| --- | --- |"
    )


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p><font size='+2'>Ebb</font></p>Low.", "# Ebb\n\nLow."),
        ("<h1>Tides</h1><p><b>Ebb<br>tide</b><br>Low.</p>", "# Tides\n\n## Ebb tide\n\nLow."),
        ("<h2>Tides</h2><p><b>Ebb</b><br>Low.</p>", "## Tides\n\n### Ebb\n\nLow."),
        ("<div class='page title'>Tides</div><h2>Ebb</h2>Low.", "# Tides\n\n## Ebb\n\nLow."),
        ("<h2>Tides</h2><p class='title'>Figure 1</p>Low.", "## Tides\n\nFigure 1\n\nLow."),
        ("<p><b><a href='b.html'>Next tide</a></b></p>Low.", "Next tide\n\nLow."),
        ("<ul><li><h2>Ebb</h2>Low.</li><li>High</li></ul>", "## Ebb\n\nLow.\n\n- High"),
    ],
)
def test_lines_in_bold_or_a_large_font_and_titles_are_headings(page: str, expected: str) -> None:
    assert html.convert(page).text == expected


def test_links_above_the_first_heading_are_navigation() -> None:
    content = html.convert("<p><a href='/'>Home</a> | <a href='/b'>Tides</a></p><h1>Ebb</h1>Low.")
    assert content.text == "# Ebb\n\nLow."
    assert [(each.text, each.reason) for each in content.removed] == [
        ("Home | Tides", "navigation")
    ]


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<code>ebb </code><em><code>FILE</code></em>", "`ebb FILE`"),
        ("<code>ebb<var><code>N</code></var></code> <code>x</code>", "`ebbN` `x`"),
        ("<hr><p>Ebb</p><hr><p>Flood</p><hr>", "Ebb\n\n---\n\nFlood"),
        ("<p>Ebb</p><hr><h2>Flood</h2><hr><hr>", "Ebb\n\n## Flood"),
        ("<p>Ebb</p><hr><ul><li>Flood<hr><li>Neap</ul>", "Ebb\n\n---\n\n- Flood\n- Neap"),
        ("<code>a<br>b</code> c", "`a\nb` c"),
        ("<table><tr><td>&nbsp;<td><pre>a\n b</pre></table>", "```\na\n b\n```"),
        ("<table><tr><td><p>Low<p>An<td><p>2.</table>High", "Low\n\nAn\n\n2.\n\nHigh"),
        ("<p>Low<div class=header><p>Next: <a href='#e' rel=next>Ebb</a></div>", "Low"),
        ("<table class=menu><tr><td><a href='#a'>Ebb</a><td>Out</table>Low", "Low"),
        ("2<sup>63</sup> x<sup>n</sup> <i>x</i><sup><i>n</i></sup>", "2^63 x^n x^n"),
        ("2<sup class='a'><small>1024</small></sup> 10<sup>&minus;0.5</sup>", "2^1024 10^−0.5"),
        (
            "1<sup>st</sup> M<sup>me</sup> CO<sub>2</sub> T<sub>E</sub>X x<sub>n</sub>",
            "1st Mme CO2 TEX x_n",
        ),
        ("Ebb<a href='#f'><sup>1</sup></a> tide", "Ebb[1] tide"),
        ("T<sub>max</sub> r<sub>n/2</sub> <sup>1</sup> Note", "T_max r_n/2 1 Note"),
        ("Ebb <img alt='ebb_1.gif'> <img alt='[Note]'> <img alt='low'>", "Ebb low"),
        ("<h1>Ebb</h1><table><tr><td><img alt='A low'></table>", "# Ebb\n\nA low"),
        ("Ebb<p><a href='#a'><img alt='Top'></a></p>", "Ebb"),
        ("<div class='note'><table><tr><td>Note<td>Low.</table></div>", "Note\n\nLow."),
        ("<table><tr><td><img alt='A'><td><a href='/'>B</a><tr><td></table><h1>Ebb</h1>", "# Ebb"),
    ],
)
def test_joined_code_and_what_has_no_words(page: str, expected: str) -> None:
    assert html.convert(page).text == expected


def test_the_number_of_a_note_is_no_part_of_a_word_or_number() -> None:
    text = (
        '<h1>Tide</h1><p>Since 1.0.2<sup><a href="#n5" id="c5" title="Low.">5</a></sup>, the '
        '<b>ebb</b><sup class="r"><a href="#n12">12</a></sup> and 2<sup>5</sup>.</p>'
    )
    assert load_bytes(text.encode(), "a.html").text.endswith("Since 1.0.2[5], the ebb[12] and 2^5.")


@pytest.mark.parametrize(
    "part",
    [
        "<p class=up><a href='#s'>haut</a></p>",
        "<div id=searchbox>Find <span>a page</span></div>",
        "<p>&times;</p>",
        "<span>Powered by <a href='https://ebb.example'>Ebb</a></span>",
        "<p><a href=a.html>News</a> - <a href=b.html>Maps</a> - <a href=c.html>Help</a></p>",
        """<!--Table of Child-Links--><b>Subsections</b><ul><li><a href=n2.html>Ebb</a></ul>
        <!--End of Table of Child-Links-->""",
    ],
)
def test_links_and_boxes_that_lead_elsewhere_are_navigation(part: str) -> None:
    page = f"<h1>Tides</h1><p>Twice a day.</p>{part}<p>The moon.</p>{part}<p>The sun.</p>{part}"
    content = html.convert(page)
    assert content.text == "# Tides\n\nTwice a day.\n\nThe moon.\n\nThe sun."
    assert {each.reason for each in content.removed} == {"navigation"}


@pytest.mark.parametrize(
    "part",
    [
        "<p><a href='#s'>haut</a></p>",
        "<a href=a.html>ebb</a>(1), <a href=b.html>flood</a>(1), <a href=c.html>spring</a>(8)",
        "<p><a href=a.html>Ebb</a><br><a href=b.html>Flood</a><br><a href=c.html>Slack</a></p>",
        "<dl><dt>?<dd>Shows help.</dl>",
    ],
)
def test_other_links_and_signs_stay(part: str) -> None:
    assert html.convert(f"<h1>Tides</h1><p>Twice a day.</p>{part}").removed == ()


def test_places_of_the_page_by_its_name_make_a_table_of_contents() -> None:
    entries = "".join(f"<li><a href=t.html#{each}>{each}</a>" for each in ("Ebb", "Low", "High"))
    sections = "".join(f"<h2><a name={each}>{each}</a></h2><p>x" for each in ("Ebb", "Low", "High"))
    page = f"<h1>Tides</h1><h2>Contents</h2><ul>{entries}</ul>{sections}"
    assert html.convert(page).text == "# Tides\n\n## Ebb\n\nx\n\n## Low\n\nx\n\n## High\n\nx"
    elsewhere = html.convert(page.replace("name=", "title=")).text
    assert "## Contents\n\n- Ebb\n- Low" in elsewhere


def test_summaries_of_interfaces_are_definitions() -> None:
    doxygen = """<table class="memberdecls"><tr><td colspan=2><h2>Functions</h2></td></tr>
    <tr><td class="memItemLeft">int </td><td class="memItemRight"><a href=x.html>ebb</a> (int)</td>
    </tr><tr><td class="mdescLeft">&#160;</td><td class="mdescRight">Runs out. <a href=x>More...</a>
    </td></tr><tr><td class="memSeparator" colspan=2></td></tr></table>"""
    javadoc = """<div class="summary-table"><div class="col-first even">int</div>
    <div class="col-second even">flood()</div><div class="col-last even"><div>Runs in.</div></div>
    </div>"""
    signature = """<table class="memname"><tr><td class="memname">int ebb</td><td>(</td>
    <td class="paramtype">int&#160;</td><td class="paramname"><em>x</em></td><td>)</td></table>"""
    assert html.convert(doxygen).text == "## Functions\n\nint ebb (int)\n\n: Runs out."
    assert html.convert(javadoc).text == "int flood()\n\n: Runs in."
    assert html.convert(signature).text.split() == ["int", "ebb", "(", "int", "x", ")"]


def test_a_title_in_a_row_of_its_own_and_a_last_section_of_links_stay() -> None:
    page = """<table><tr><td><h1>Tides</h1></td></tr></table><p>Twice a day.<hr><h2>See also</h2>
    <p><a href=e.html>ebb</a>(1)"""
    assert html.convert(page).text == "# Tides\n\nTwice a day.\n\n## See also\n\nebb(1)"


def test_an_item_alone_that_begins_with_blocks_is_no_item() -> None:
    page = "<ul><li><pre>ebb()</pre><p>Runs out.</ul><ul><li><p>a</ul>"
    assert html.convert(page).text == "```\nebb()\n```\n\nRuns out.\n\n- a"


def test_sections_of_a_chapter_are_below_it() -> None:
    def section(title: str, *parts: str) -> str:
        return f"<div><div class=titlepage><div><h2>{title}</h2></div></div>{''.join(parts)}</div>"

    contents = "<div class=toc><p>Contents</p><a href=#e>Ebb</a></div>"
    page = section("1. Tides", contents, section("Ebb", "<p>Out.</p><div><h2>Low</h2>x</div>"))
    text = "## 1. Tides\n\n### Ebb\n\nOut.\n\n#### Low\n\nx\n\n## 2. Moon\n\ny"
    assert html.convert(page + section("2. Moon", "y")).text == text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("<a href=n>Next</a> Back <a href=i>Index</a><hr><h1>a</h1>b", "# a\n\nb"),
        ("See <a href=n>Next</a> twice a day.<hr><h1>a</h1>b", "See Next twice a day.\n\n# a\n\nb"),
        ("<h1>a</h1>b<hr><address><a href=mailto:a@b>Ann</a></address>", "# a\n\nb\n\n---\n\nAnn"),
        ("<div id=banner><h1><a href=i>a</a></h1></div><h2>b</h2>c", "# a\n\n## b\n\nc"),
        (
            "<table><tr><td class=navbar><p>Help</p></td><td><h1>a</h1>b</td></tr></table>",
            "# a\n\nb",
        ),
    ],
    ids=["menu above a rule", "words above a rule", "author", "title in a banner", "bar in a cell"],
)
def test_what_leads_elsewhere_is_removed_but_titles_and_authors_stay(page: str, text: str) -> None:
    assert html.convert(page).text == text
