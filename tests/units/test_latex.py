"""Headings and literal environments of LaTeX."""

import pytest

from chunking.core.units import UnitKind
from chunking.units.latex import latex


def paths(text: str) -> list[str]:
    return [" > ".join(path) for path in latex(text)[1].paths]


def test_levels_are_those_of_the_commands() -> None:
    text = r"""
\part{I}
\chapter*{One}
Text.
\section[Short]{The \emph{long {nested}} title}\label{sec:one}
\subsection{Over
  two lines}
\subsubsection {Deep}
\paragraph{Run in} goes on.
\section{A 100\% title \label{sec:a}}
"""
    one = r"I > One > The long nested title"
    assert paths(text) == [
        "I",
        "I > One",
        one,
        f"{one} > Over two lines",
        f"{one} > Over two lines > Deep",
        f"{one} > Over two lines > Deep > Run in",
        "I > One > A 100% title",
    ]


def test_a_heading_is_a_block_of_its_own() -> None:
    text = "Text.\n  \\section{One}\n\\label{one}\nMore.\n\\paragraph{Two} goes on."
    blocks = latex(text)[0]
    spans = zip(blocks.starts.tolist(), blocks.ends.tolist(), strict=True)
    assert [text[a:b] for a, b in spans] == [
        "Text.",
        "  \\section{One}\n\\label{one}",
        "More.",
        "\\paragraph{Two}",
        "goes on.",
    ]
    headings = blocks.kinds == UnitKind.HEADING.code
    assert headings.tolist() == [False, True, False, True, False]


@pytest.mark.parametrize(
    "text",
    [
        "% \\section{Comment}",
        "\\begin{verbatim}\n\\section{Literal}\n\\end{verbatim}",
        "\\begin{lstlisting}[language=TeX]\n\\section{Literal}\n\\end{lstlisting}",
        "\\begin{verbatim}\n\\section{Unclosed}",
        "\\newcommand{\\foo}{\\section{Definition}}",
        "\\section{Unclosed",
        "\\section{Across\n\na blank line}",
        "\\sectionmark{One}",
        "\\section{}",
        "\\\\section{One}",
        "",
    ],
)
def test_texts_without_headings(text: str) -> None:
    assert paths(text) == []


def test_an_escaped_percent_sign_is_no_comment() -> None:
    assert paths("100\\%\n\\section{One} % comment\n\\section{Two}") == ["One", "Two"]


@pytest.mark.parametrize(
    "literal",
    [
        "\\begin{verbatim}\nx = 1\n\ny = 2\n\\end{verbatim}",
        "\\begin{lstlisting}[language=C]\nint x;\n\n% no comment\n\\end{lstlisting}",
    ],
)
def test_a_literal_environment_is_a_fence(literal: str) -> None:
    text = f"Some text.\n\n{literal}\n\nMore text."
    blocks = latex(text)[0]
    spans = [text[a:b] for a, b in zip(blocks.starts.tolist(), blocks.ends.tolist(), strict=True)]
    assert spans == ["Some text.", literal, "More text."]
    assert blocks.kinds.tolist()[1] == UnitKind.FENCE.code
    assert blocks.atomic.tolist() == [False, True, False]


def test_the_title_in_the_preamble_encloses_the_sections() -> None:
    title = "\\title{Tides\\\\of \\LaTeX}\n"
    text = f"\\documentclass{{article}}\n{title}\\begin{{document}}\n\\section{{Ebb}}\n"
    assert paths(text) == ["Tides of LaTeX", "Tides of LaTeX > Ebb"]


def test_a_short_figure_is_one_block_and_a_long_one_is_not() -> None:
    figure = "\\begin{figure}\n\nA\n\n\\caption{One}\n\\end{figure}"
    assert len(latex(f"Text.\n\n{figure}\n\nText.")[0]) == 3
    long = figure.replace("A", "Text. " * 200)
    assert len(latex(f"Text.\n\n{long}\n\nText.")[0]) == 5


def test_items_but_the_first_begin_blocks() -> None:
    text = "Tides:\n\\begin{itemize}\n\\item Ebb\n  goes.\n\\item Flood\n\\end{itemize}\nBoth."
    blocks = latex(text)[0]
    assert [text[a:b] for a, b in zip(blocks.starts, blocks.ends, strict=True)] == [
        "Tides:\n\\begin{itemize}\n\\item Ebb\n  goes.",
        "\\item Flood\n\\end{itemize}\nBoth.",
    ]


@pytest.mark.parametrize("name", ["scode", "code", "listing", "tabular", "longtable"])
def test_environments_of_code_and_tables_are_whole(name: str) -> None:
    block = f"\\begin{{{name}}}\nport & ebb\n\nLowry & low\n\\end{{{name}}}"
    blocks = latex(f"Text.\n\n{block}\n\nText.")[0]
    assert blocks.atomic.tolist() == [False, True, False]
