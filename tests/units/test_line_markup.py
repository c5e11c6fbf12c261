"""Headings, literal blocks and tables of formats with marks at the start of lines."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from chunking.core.document import Document
from chunking.core.text import media_types
from chunking.core.text.media_types import WRITTEN
from chunking.core.units import UnitKind
from chunking.units.layout import layout
from chunking.units.line_markup import line_markup, title_of
from chunking.units.sentences import sentences

PAGE = """#+TITLE: The sea
#+AUTHOR: Anna

* Tides
Twice a day.
** TODO The moon  :sky:
   #+BEGIN_SRC python
   def f():

       return "* none"
* none either
   #+END_SRC
After it.
* The [[https://example.org][sun]]
"""


ORG = "text/x-org"
PAGES = {
    "text/asciidoc": """= The sea
:toc:

== Tides[[tides]]

Twice a day.

[source,python]
.A table of *tides*
----
== none
----

|===
| a | b

| c | d
|===

The *moon*
~~~~~~~~~~

After it.
-----
""",
    "text/x-wiki": """{| class="wikitable"
|-
| a == b

| c
|}
= The sea =
== [[Tide|Tides]] == <!-- twice -->
Twice a day. a == b
<syntaxhighlight lang="python">
== none ==

</syntaxhighlight>
=== The '''moon''' ===
After it.
""",
    "text/x-pod": """=head1 The sea

=head2 L<Tides|tides>

Twice a day.

=begin html

=head3 none

=end html

=begin text

  a table

=end text

=head3 The C<<moon>>

After it.
""",
    "text/x-texinfo": """\\input texinfo
@settitle The sea

@node Tides
@chapter @emph{Tides}

Twice a day.

@example
@chapter none
@end example

@multitable {a} {b}
@item a @tab b
@end multitable

@node The moon
@section The moon

After it.
""",
    "text/x-textile": """h1. The sea

h2(#tides). "Tides":tides.html

Twice a day.

bc. h2. none
more

table(wide).
| a | b |

h3. The moon

After it.
""",
    "text/x-typst": """= The sea
== _Tides_ <tides>
Twice a day. a = b
```python
== none

```
=== The moon
After it.
""",
}


def paths(text: str, media_type: str = ORG) -> list[str]:
    return [" > ".join(path) for path in line_markup(text, media_type)[1].paths]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("media_type", PAGES)
def test_every_format_has_headings_below_one_another(media_type: str, newline: str) -> None:
    assert paths(PAGES[media_type].replace("\n", newline), media_type) == [
        "The sea",
        "The sea > Tides",
        "The sea > Tides > The moon",
    ]


@pytest.mark.parametrize("media_type", PAGES)
def test_literal_blocks_and_tables_are_kept_whole(media_type: str) -> None:
    text = PAGES[media_type]
    found = layout(Document(text, media_type=media_type))
    spans = zip(found.protected_starts.tolist(), found.protected_ends.tolist(), strict=True)
    kept = [text[start:end] for start, end in spans]
    assert sum("none" in each for each in kept) == 1
    assert len(kept) == (1 if media_type == "text/x-typst" else 2)
    assert not any("Twice" in each or "After it." in each for each in kept)


def test_anchors_and_attributes_above_a_heading_of_asciidoc_belong_to_it() -> None:
    text = "= Sea\n\nIt is wide.\n\n[[tides]]\n[role=x]\n== The tides\n\nThey come twice.\n"
    outline = layout(Document(text, media_type=media_types.ASCIIDOC)).outline
    assert outline.path_at(len(text) - 3) == ("Sea", "The tides")
    assert outline.starts.tolist() == [0, text.index("[[tides]]")]


def test_indented_paragraphs_of_pod_are_literal() -> None:
    text = "=head1 Sea\n\n  depth:\n   - 4\n\nIt is so.\n\n=begin text\n\n  a\n\n=end text\n"
    found = layout(Document(text, media_type="text/x-pod"))
    spans = zip(found.protected_starts.tolist(), found.protected_ends.tolist(), strict=True)
    assert [text[a:b].split(maxsplit=1)[0] for a, b in spans] == ["depth:", "=begin"]


@pytest.mark.parametrize("media_type", [*PAGES, ORG])
def test_marks_that_nothing_closes_take_linear_time(media_type: str) -> None:
    for mark in ("----\n", "{|\n", "<pre>\n", ".nf\n", "bc. ", "```\n", "a\n-\n", "[a]\n"):
        blocks, _ = line_markup(mark * 30_000, media_type)
        assert len(blocks)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_levels_are_the_stars_below_the_title(newline: str) -> None:
    assert paths(PAGE.replace("\n", newline)) == [
        "The sea",
        "The sea > Tides",
        "The sea > Tides > The moon",
        "The sea > The sun",
    ]


def test_a_source_block_is_kept_whole() -> None:
    found = layout(Document(PAGE, media_type="text/x-org"))
    spans = zip(found.protected_starts.tolist(), found.protected_ends.tolist(), strict=True)
    start, end = PAGE.index("#+BEGIN_SRC"), PAGE.index("#+END_SRC") + len("#+END_SRC")
    assert list(spans) == [(start, end)]
    blocks = found.blocks
    assert "After it." in {
        PAGE[a:b] for a, b in zip(blocks.starts.tolist(), blocks.ends.tolist(), strict=True)
    }
    assert list(blocks.kinds).count(UnitKind.HEADING.code) == 4


@pytest.mark.parametrize("text", ["*bold* text", "  * item", "*", "* ", "#+BEGIN_SRC\n\ntext"])
def test_other_lines_are_no_headings(text: str) -> None:
    assert paths(text) == []
    assert not line_markup(text, ORG)[0].atomic.any()


@pytest.mark.parametrize("before", ["", "A list:\n\n"])
def test_an_indented_block_without_content_is_a_fence_and_nothing_else(before: str) -> None:
    text = f"{before}   #+begin_example\n   #+end_example"
    blocks = line_markup(text, ORG)[0]
    assert blocks.starts.tolist()[-1] == len(before) + 3
    assert len(blocks) == 1 + bool(before)
    assert len(sentences(text, blocks)) == len(blocks)


def test_blocks_that_nothing_closes_take_linear_time() -> None:
    text = "#+begin_src\ntext\n" * 50_000
    assert not line_markup(text, ORG)[0].atomic.any()


# What begins, ends or interrupts a block in one of the formats.
PIECES = [
    *(
        "\n",
        "\n\n",
        "\r\n",
        "  \n",
        "\t",
        " ",
        "\x0b\n",
        "\u3000\n",
        "word",
        "a b\n",
        "- a\n",
        "1. a\n",
    ),
    *(
        "= A\n",
        "== A ==\n",
        "* A\n",
        "# A\n",
        "A\n=\n",
        "A\n--\n",
        ".SH\n",
        ".SH A\n",
        ".PP\n",
        ".nf\n",
    ),
    *(
        ".fi\n",
        "h1. A\n",
        "bc. ",
        "bc.. ",
        "```\n",
        "----\n",
        "....\n",
        "|===\n",
        "{|\n",
        "|}\n",
        "<pre>",
    ),
    *(
        "</pre>",
        "#+begin_src\n",
        "#+end_src\n",
        "#+title: A\n",
        "::\n",
        "\\section{A}\n",
        "| a |\n",
        ">>> a\n",
    ),
    *("\\begin{verbatim}", "\\end{verbatim}", "> a\n", "1.1 A\n", "ACT\n", "A: b\n", "+---+\n"),
]


@pytest.mark.parametrize("tag", ["pre", "nowiki"])
def test_lines_like_headings_in_text_without_markup_are_none(tag: str) -> None:
    text = f"== Tides ==\n<{tag}>\n== ebb ==\n</{tag}>\n== Gauges ==\n"
    outline = layout(Document(text, media_type="text/x-wiki")).outline
    assert list(outline.paths) == [("Tides",), ("Gauges",)]


@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_no_text_of_any_format_fails_and_units_stay_apart(text: str) -> None:
    for media_type in sorted(WRITTEN):
        found = layout(Document(text, media_type=media_type))
        for units in (found.blocks, sentences(text, found.blocks)):
            assert np.all(units.starts < units.ends)
            assert np.all(units.ends[:-1] <= units.starts[1:])
            assert not len(units) or units.ends[-1] <= len(text)
        covered = np.zeros(len(text) + 1, np.int64)
        np.add.at(covered, found.blocks.starts, 1)
        np.add.at(covered, found.blocks.ends, -1)
        outside = np.flatnonzero(np.cumsum(covered)[:-1] == 0)
        assert not "".join(text[i] for i in outside.tolist()).strip()


N = 100_000
# Lines on which a quadratic search would take minutes, and the title or the number of blocks.
LONG_TITLES = {
    "signs": (media_types.ASCIIDOC, "= " + "#" * N, "#" * N),
    "letters and signs": (media_types.ASCIIDOC, "= a" + "*" * N, "a"),
    "closing signs": (media_types.ASCIIDOC, "== a " + "= " * N + "==", "a " + "= " * (N - 1) + "="),
    "anchors": (media_types.ASCIIDOC, "= " + "[[" * N + "a", "[[" * N + "a"),
    "closing marks": (media_types.MEDIAWIKI, "= a" + "=" * N + "b", "a" + "=" * N + "b"),
    "blanks before closing marks": (media_types.MEDIAWIKI, "= a" + " " * N + "b =", "a b"),
    "blanks before tags": (media_types.ORG, "* a" + " " * N + "b", "a b"),
    "underscores": (media_types.TYPST, "= a" + "_" * N + "b", "a" + "_" * N + "b"),
}


@pytest.mark.parametrize(("kind", "source", "title"), LONG_TITLES.values(), ids=LONG_TITLES)
def test_titles_of_many_signs_are_read(kind: str, source: str, title: str) -> None:
    assert title_of(source, kind) == title


@pytest.mark.parametrize(
    ("kind", "sign"),
    [(media_types.ASCIIDOC, "-"), (media_types.ASCIIDOC, "="), (media_types.TYPST, "`")],
)
def test_rows_of_signs_ever_shorter_close_nothing(kind: str, sign: str) -> None:
    start = "|" if sign == "=" else ""
    text = "\n".join(start + sign * count for count in range(1500, 3, -1))
    assert UnitKind.FENCE.code not in line_markup(text, kind)[0].kinds
    assert UnitKind.TABLE.code not in line_markup(text, kind)[0].kinds
