import pytest

from chunking.core.origin import Removed
from chunking.core.text.media_types import ASCIIDOC, LATEX, ORG, RESTRUCTUREDTEXT, TEXINFO
from chunking.loading.unprinted_markup import without_unprinted

PREAMBLE = "% Tides.\n\\def\\a{b}\n\\documentclass{article}\n\\usepackage{babel}\n"


def test_the_preamble_is_removed_but_for_the_title() -> None:
    title = "\\title[Tides]{The {\\em long} tides}\n\\author{A. Lis}\n"
    text = f"{PREAMBLE}{title}\\newcommand{{\\tide}}{{ebb}}\n\\begin{{document}}\nEbb.\n"
    assert without_unprinted(text, LATEX) == (
        f"{title}Ebb.\n",
        (
            Removed(0, PREAMBLE, "preamble", inline=True),
            Removed(
                len(title),
                "\\newcommand{\\tide}{ebb}\n\\begin{document}\n",
                "preamble",
                inline=True,
            ),
        ),
    )


@pytest.mark.parametrize("text", ["", "Ebb.\n", PREAMBLE, "\\section{Tides}\n\\begin{document}\n"])
def test_other_text_stays(text: str) -> None:
    assert without_unprinted(text, LATEX) == (text, ())


def test_comments_are_removed_but_not_from_literal_text_or_packages() -> None:
    begin = f"{PREAMBLE}\\begin{{document}}\n"
    literal = "\\begin{verbatim}\n% high\n\\end{verbatim}\n"
    comment = "\\begin{comment}\nNo.\n\\end{comment}\n"
    text = f"{begin}Ebb. % low\n% Flood.\n  % High.\n{literal}{comment}"
    found, removed = without_unprinted(text, LATEX)
    assert found == f"Ebb. % low\n{literal}"
    assert [each.text for each in removed] == [begin, "% Flood.\n  % High.\n", comment]
    assert without_unprinted("% A package.\n\\def\\a{}\n", LATEX)[0].startswith("%")
    chapter = "\\chapter{Tides}\nEbb.\n"
    assert without_unprinted(f"% !TEX root = harbor.tex\n\n{chapter}", LATEX)[0] == chapter


def test_texinfo_has_no_comments_menus_nodes_or_index() -> None:
    text = (
        "\\input texinfo @c -*-texinfo-*-\n@settitle Tides\n\n@c Ebb.\n"
        "@menu\n* Flood::\n@end menu\n\n"
        "@node Flood\n@chapter Flood\n@cindex flood\n@vindex high\nIt comes @code{twice}.\n\n"
        "@ignore\nLow.\n@end ignore\n\n@noindent\nAnd goes.\n"
    )
    found, removed = without_unprinted(text, TEXINFO)
    assert found == ("@settitle Tides\n\n@chapter Flood\nIt comes @code{twice}.\n\nAnd goes.\n")
    assert [each.reason for each in removed] == [
        "preamble", "comment", "menu", "node", "index line", "index line", "comment", "command",
    ]  # fmt: skip
    assert restored(found, removed) == text


def test_org_has_no_comments_drawers_or_settings_but_code_does() -> None:
    code = "#+begin_src sh\n# Low.\n:PROPERTIES:\n#+end_src\n"
    text = (
        "# -*- mode: org -*-\n#+TITLE: Tides\n#+LATEX_CLASS: article\n\n* Ebb\n  :PROPERTIES:\n"
        f"  :CUSTOM_ID: ebb\n  :END:\n\n#+CAPTION: High.\n{code}\n"
        "#+begin_comment\nNo.\n#+end_comment\n"
    )
    found, removed = without_unprinted(text, ORG)
    assert found == f"#+TITLE: Tides\n\n* Ebb\n\n#+CAPTION: High.\n{code}\n"
    assert [each.reason for each in removed] == ["comment", "setting", "drawer", "comment"]
    assert restored(found, removed) == text


@pytest.mark.parametrize("text", ["@menu\n* Ebb::\n", "@verbatim\n* Ebb::\n@codeset\n"])
def test_what_is_not_closed_stays(text: str) -> None:
    assert without_unprinted(text, TEXINFO) == (text, ())


def restored(text: str, removed: tuple[Removed, ...]) -> str:
    """Return a text with what was removed."""
    for each in reversed(removed):
        text = text[: each.offset] + each.text + text[each.offset :]
    return text


def test_asciidoc_has_no_comments_settings_or_conditions_but_code_does() -> None:
    code = "----\n// Low.\n:a: b\n----\n"
    text = (
        "= Tides\n:toc: left\n:uri-sea: https://a.example \\\n  /sea\n:!status:\n\n// Ebb.\n"
        f"ifdef::env[]\nFlood:: :high: water\nendif::[]\nifdef::env[It is low.]\n\n{code}"
        "////\nNo.\n////\nHigh.\n"
    )
    found, removed = without_unprinted(text, ASCIIDOC)
    assert found == f"= Tides\n\nFlood:: :high: water\nifdef::env[It is low.]\n\n{code}High.\n"
    assert [each.reason for each in removed] == [
        "setting", "setting", "setting", "comment", "setting", "setting", "comment",
    ]  # fmt: skip
    assert restored(found, removed) == text


def test_restructuredtext_has_no_comments_labels_targets_or_settings() -> None:
    kept = (
        "Tides\n=====\n\n.. note:: Low.\n\n   Ebb.\n\n.. [1] High.\n\n::\n\n  .. a comment\n"
        "\n.. code-block:: rst\n\n   .. _ebb:\n\nSee Flood_.\n"
    )
    text = (
        f".. highlight:: c\n.. _tides:\n\n{kept}\n.. Written by hand.\n   Twice.\n\n   Thrice.\n\n"
        ".. |moon| image:: a.png\n   :alt: Moon\n\n.. toctree::\n   :hidden:\n\n   ebb\n\n"
        ".. _Flood: https://a.example/\n   flood\n.. __: https://b.example\n..\n"
    )
    found, removed = without_unprinted(text, RESTRUCTUREDTEXT)
    assert found == f"{kept}\n"
    assert [each.reason for each in removed] == [
        *("setting", "label", "comment", "substitution", "menu", "link target", "link target"),
        "comment",
    ]
    assert restored(found, removed) == text


def test_long_rows_around_literal_text_of_asciidoc_have_four_signs() -> None:
    row = "." * 80
    text, removed = without_unprinted(f"= Tides\n\n{row}\nebb\n{row}\n", ASCIIDOC)
    assert text == "= Tides\n\n....\nebb\n....\n"
    assert [each.text for each in removed] == [row[4:], row[4:]]
    nested = f"{row}\n....\nebb\n....\n{row}\n"
    assert without_unprinted(nested, ASCIIDOC) == (nested, ())


def test_classes_and_linked_pictures_of_restructuredtext_are_removed() -> None:
    badge = (
        ".. image:: https://ci.example/tide.svg\n   :alt: build\n   :target: https://ci.example\n"
    )
    picture = ".. image:: pier.png\n   :alt: The pier\n\n"
    text = f"Tides\n=====\n\n{badge}\n.. class:: diag\n\nEbb.\n\n{picture}Flood.\n"
    kept, removed = without_unprinted(text, RESTRUCTUREDTEXT)
    assert kept == f"Tides\n=====\n\nEbb.\n\n{picture}Flood.\n"
    assert [each.reason for each in removed] == ["badge", "setting"]
