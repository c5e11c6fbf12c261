"""Headings and blocks of Org."""

from __future__ import annotations

import pytest

from chunking.core.document import Document
from chunking.core.units import UnitKind
from chunking.units.layout import layout
from chunking.units.org import org
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


def paths(text: str) -> list[str]:
    return [" > ".join(path) for path in org(text)[1].paths]


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
    assert not org(text)[0].atomic.any()


@pytest.mark.parametrize("before", ["", "A list:\n\n"])
def test_an_indented_block_without_content_is_a_fence_and_nothing_else(before: str) -> None:
    text = f"{before}   #+begin_example\n   #+end_example"
    blocks = org(text)[0]
    assert blocks.starts.tolist()[-1] == len(before) + 3
    assert len(blocks) == 1 + bool(before)
    assert len(sentences(text, blocks)) == len(blocks)


def test_blocks_that_nothing_closes_take_linear_time() -> None:
    text = "#+begin_src\ntext\n" * 50_000
    assert not org(text)[0].atomic.any()
