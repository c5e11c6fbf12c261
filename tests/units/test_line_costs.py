"""Costs of boundaries between lines of code: literal lines in, the cheapest or dearest one out."""

import pytest

from chunking.units.line_costs import line_costs


def costs(text: str) -> dict[str, float]:
    """Return the cost of a boundary above each line but the first, by its content."""
    found = line_costs(text, 0, len(text))
    return {text[at : text.index("\n", at)].strip(): cost for at, cost in found}


def test_a_blank_line_above_the_least_indentation_is_cheapest() -> None:
    text = "a = 1\n\ndef f():\n    x = 2\n\n    return x\n\ndef g():\n    y = 3\n    return y\n"
    found = costs(text)
    assert found["def f():"] == found["def g():"] == 0
    assert 0 < found["return x"] < found["return y"] < found["x = 2"]


@pytest.mark.parametrize(
    ("above", "below"),
    [
        ("int tide()", "{"), ("if (ebb) {", "flow();"), ("f(a,", "b)"), ("a = [", "1]"),
        ("  ebb()", "else:"), ("}", "catch (e) {"), ("tide", ".rise()"), ("a = b", "+ c"),
        ("# The tide.", "x = 1"), ("@cached", "def f(): ..."), ("#[test]", "fn f() {}"),
        ("x = 1", "// @formatter:on"), ("a = b +", "c"), ("def tide", "  ebb"),
        ("f(a,  # it's low", "b)"), ("private", "def f"), ("Tides", "====="),
        ("The tide comes in twice a day, and then", "goes out."),
    ],
)  # fmt: skip
def test_a_line_stays_with_the_one_that_it_continues(above: str, below: str) -> None:
    assert (
        costs(f"x = 0\n{above}\n{below}\nx = 2\n")[below.strip()] > costs("a = 0\nx = 2\n")["x = 2"]
    )


def test_brackets_that_are_open_cost_for_each_but_those_in_strings_do_not() -> None:
    found = costs('f(\na\ng(\nb\nc\n)\n)\nd("((")\ne\nh\n')
    assert found["h"] == found["e"] < found["c"]
    assert costs("f((\na\nb\n")["b"] > costs("f(\na\nb\n")["b"]


def test_a_bracket_that_is_never_closed_matters_up_to_a_blank_line() -> None:
    assert costs("case (\na\n\nb\nc\n")["c"] == costs("case\na\n\nb\nc\n")["c"]


def test_a_string_of_several_lines_is_as_deep_as_the_line_that_it_begins_in() -> None:
    found = costs('if ebb:\n    print("""\nLow.\n\nHigh.\n""")\n\nx = 1\n')
    assert found["x = 1"] == 0 < found["High."] < found["Low."]


@pytest.mark.parametrize("mark", ["# ===", "/// #"])
def test_a_comment_is_split_above_its_headings_and_not_below(mark: str) -> None:
    sign = mark.split(maxsplit=1)[0]
    found = costs(f"{sign} Low.\n{sign}\n{mark} High tide\n{sign}\n{sign} Twice a day.\nx = 1\n")
    assert min(found, key=found.__getitem__) == f"{mark} High tide"
    assert found[f"{sign} Twice a day."] >= 3


def test_a_comment_is_split_at_its_paragraphs_and_not_at_tags() -> None:
    found = costs(
        "/**\n * Low tide.\n *\n * <p>\n * High tide:\n * <ul>\n * <li>a</li>\n * <li>b</li>\n"
        " * </ul>\n *\n * <h2>Ebb</h2>\n *\n * Flow.\n * Twice a day.\n */\nint x;\n"
    )
    assert min(found, key=found.__getitem__) == "* <p>"
    dear = ["* Low tide.", "* High tide:", "* <ul>", "* </ul>", "* Flow.", "*/", "int x;"]
    assert all(found[line] >= 3 for line in dear)
    assert found["* <h2>Ebb</h2>"] < found["* Twice a day."]


def test_a_page_of_a_manual_is_split_at_its_paragraphs_and_items() -> None:
    found = costs(
        "=head2 Sea\n\nThe sea is\nwide.\n\nIt is deep.\nIt has:\n\n=item Tides\n\nEbb.\n"
        "\n=back\n\n=cut\n\nsub b {\n}\n"
    )
    assert found["It is deep."] < found["It has:"] < found["wide."]
    assert all(found[line] >= 3 for line in ("=item Tides", "Ebb.", "=back", "=cut"))
    assert found["sub b {"] == 0


def test_a_session_is_split_before_a_prompt() -> None:
    found = costs(">>> a = [\n...     1,\n... ]\n>>> a\n[1]\n>>> b\n2\n3\n")
    assert found[">>> a"] == found[">>> b"] == 0
    assert found["[1]"] == found["2"] == found["3"] < found["... ]"]


def test_the_marks_of_a_quote_around_a_fence_are_no_prompts() -> None:
    found = costs("> ```c\n> int a;\n>\n> int f()\n> {\n> }\n> ```\n")
    assert found["> int f()"] == 0 < found["> {"]


def test_a_patch_is_split_above_its_hunks() -> None:
    lines = ("diff --git a/f b/f", "@@ -1 +1 @@", "-/* low", "+x = 1", "@@ -9 +9 @@", " y", "-z")
    text = "\n".join(lines)
    cheapest = min(line_costs(text, 0, len(text))[1:], key=lambda cost: cost[1])[0]
    assert text[cheapest:].startswith("@@ -9")
