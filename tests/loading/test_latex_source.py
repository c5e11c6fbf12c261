import pytest

from chunking.core.origin import Removed
from chunking.loading.latex_source import without_unprinted

PREAMBLE = "% Tides.\n\\def\\a{b}\n\\documentclass{article}\n\\usepackage{babel}\n"


def test_the_preamble_is_removed_but_for_the_title() -> None:
    title = "\\title[Tides]{The {\\em long} tides}\n\\author{A. Lis}\n"
    text = f"{PREAMBLE}{title}\\newcommand{{\\tide}}{{ebb}}\n\\begin{{document}}\nEbb.\n"
    assert without_unprinted(text) == (
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
    assert without_unprinted(text) == (text, ())


def test_comments_are_removed_but_not_from_literal_text_or_packages() -> None:
    begin = f"{PREAMBLE}\\begin{{document}}\n"
    literal = "\\begin{verbatim}\n% high\n\\end{verbatim}\n"
    text = f"{begin}Ebb. % low\n% Flood.\n  % High.\n{literal}"
    found, removed = without_unprinted(text)
    assert found == f"Ebb. % low\n{literal}"
    assert [each.text for each in removed] == [begin, "% Flood.\n  % High.\n"]
    assert without_unprinted("% A package.\n\\def\\a{}\n")[0].startswith("%")
