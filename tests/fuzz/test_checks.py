"""The checks of the fuzzer hold for hostile texts and for damaged files."""

import random

import pytest
from checks import MEDIA_TYPES, alignment, loading, units
from hostile import TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st
from seeds import seeds

from chunking.loading import load_bytes


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
def test_hostile_texts_pass_all_checks(text: str) -> None:
    data = text[:2000].encode("utf-8", "surrogatepass")
    for kind in range(len(MEDIA_TYPES)):
        units(bytes([kind, kind]) + data)
    for name in ("a.md", "a.txt", "a.html"):
        loading(name, data)
    alignment(b"\xff".join([data, data[3:40], data[5:9], b"@2,9", b"@1,4," + data[1:4]]))


BLANKS = ("\n", "\n\n", "\r\n", " ", "    ", "\t", "\xa0", "\u3000", "word", "A sentence. ")
# What opens, closes or divides blocks of each format, most of them without content.
MARKS = {
    "text/markdown": ("```", "~~~", "- ", "1. ", "> ", "|", "|-|", "# ", "===", "<!--", "-->"),
    "text/plain": ("===", "~~~", "- ", "1. ", "|", "+--+", "Anna: ", "A  B"),
    "text/x-python": ("def f():", "class A:", '"""', "#", "(", ")", "pass"),
    "text/x-rst": ("::", "..", ".. code::", ".. _a:", ">>> ", "===", "+--+", "- "),
    "text/x-org": (
        "#+begin_src", "#+end_src", "#+begin_example\n#+end_example\n", "#+title:", "* ", "|", "- ",
    ),
    "text/x-tex": (
        r"\begin{verbatim}", r"\end{verbatim}", r"\section{", "}", r"\label{a}", "%", "<<>>=", "@",
    ),
    "text/csv": (",", ";", '"', '""'),
    "text/tab-separated-values": ('"', '""'),
    "application/json": ("{", "}", "[", "]", ",", ":", '"a"', "1"),
    "application/x-ndjson": ("{}", "[]", "{", '"'),
    "text/asciidoc": ("= ", "----", "....", "|===", "[a]", ".a", "~~~", "[[a]]", "*", "_"),
    "text/x-textile": ("h1. ", "bc. ", "bc.. ", "p. ", "<pre>", "</pre>", "table. ", "|", '"a":b'),
    "text/x-typst": ("= ", "```", "````", "<a>", "*", "_", "- "),
    "text/x-wiki": ("=", "==", "{|", "|}", "|-", "<pre>", "</pre>", "<!--", "[[", "]]", "''"),
}  # fmt: skip


@pytest.mark.parametrize("kind", range(len(MEDIA_TYPES)), ids=MEDIA_TYPES)
@given(data=st.data())
@settings(max_examples=2 * settings().max_examples)
def test_blank_and_empty_blocks_pass_the_checks_of_units(kind: int, data: st.DataObject) -> None:
    pieces = st.sampled_from(BLANKS + MARKS[MEDIA_TYPES[kind]] * 2)
    text = "".join(data.draw(st.lists(pieces, max_size=12)))
    units(bytes([kind, data.draw(st.integers(0, 8))]) + text.encode())


# Half a minute for those that a process of their own converts; `make test-all` has them all.
EDITED = 60 if settings().max_examples > 25 else 2


@pytest.mark.parametrize(("name", "seed"), seeds().items(), ids=seeds())
def test_damaged_seeds_are_loaded_or_refused(name: str, seed: bytes) -> None:
    assert load_bytes(seed, name).text.strip() or name == "a.xml"
    rng = random.Random(3)  # noqa: S311  # reproducible, not secret
    for _ in range(EDITED):
        damaged = bytearray(seed)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(damaged))
            damaged[at : at + rng.randint(0, 3)] = rng.randbytes(rng.randint(0, 3))
        loading(name, bytes(damaged))
