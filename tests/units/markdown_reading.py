"""Generated Markdown texts, and their blocks in readable form."""

from hypothesis import settings
from hypothesis import strategies as st

from chunking.core.units import UNIT_KINDS
from chunking.units.markdown import scan

more_examples = settings(max_examples=4 * settings().max_examples)

MARKS = (
    *("- ", "-", "* ", "*", "+ ", "1. ", "2) ", "10. ", "> ", ">", "#", "## ", "# t #", "_ _ _"),
    *("```", "~~~", "````", "~~~~~", "``` a", "```a`b", "---", "***", "- - -", "===", "=", "--"),
    *("  ", "   ", "    ", "\t", "x", "foo bar", "*a*", "a | b", "--|--", ":-|-:", "| a | b |"),
    *("|---|---|", "a|", "\\|", "<div>", "</div>", "<!--", "-->", "<?x", "?>", "<!A", "<![CDATA["),
    *("]]>", "<script>", "</script>", "<pre", "<b>", "</b>", "<a x='y'>", "<a x=y>z", "[a]: b"),
    *("[a]", "'t'", "1990 was", "&", ":", "-x", "~x", "#x", "`q`", "", "", ""),
)
ODD = ("\r", "\r\n", "\v", "\f", "\xa0", "\u2028", "\x85", "\0", "\ud800", "é", "+++", "...")
lines_of_marks = st.lists(
    st.lists(st.sampled_from(MARKS), max_size=4).map("".join), min_size=1, max_size=9
).map("\n".join)
any_text = st.one_of(
    st.text(max_size=40),
    st.lists(st.sampled_from((*MARKS, *ODD, *["\n"] * 20)), max_size=40).map("".join),
)
SHORT_LINES = (
    *("# h", "## h ##", "#", "#x", "- a", "* a", "1. a", "12) b", "-", "  - b", "- a\f", "  a"),
    *("> a", ">a", "> - a", "| a |", "|---|", "a | b", "---", "===", "```", "~~~", "    a", "a  "),
    *("", "", ""),
)
short_lines = st.lists(st.sampled_from(SHORT_LINES), max_size=9).map("\n".join)


def blocks(text: str) -> list[tuple[str, int, int, bool]]:
    """Return kind, first and last line (from 1) and whether it is atomic, for each block."""
    units, _ = scan(text)
    rows = zip(units.starts, units.ends, units.kinds, units.atomic, strict=True)
    return [
        (str(UNIT_KINDS[kind]), text.count("\n", 0, a) + 1, text.count("\n", 0, b) + 1, bool(whole))
        for a, b, kind, whole in rows
    ]


def spans(text: str) -> list[tuple[int, int]]:
    units, _ = scan(text)
    return list(zip(units.starts.tolist(), units.ends.tolist(), strict=True))


def paths(text: str) -> list[tuple[int, tuple[str, ...]]]:
    _, outline = scan(text)
    return list(zip(outline.starts.tolist(), outline.paths, strict=True))
