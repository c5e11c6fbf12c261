from chunking.core.document import Document
from chunking.engine import chunk
from chunking.strategies import get
from chunking.units.grammars import syntax_of
from chunking.units.indented_code import indented_code, indented_type


def starts(text: str, kind: str) -> list[list[str]]:
    """Return the first words of the statements of each depth."""
    _, points, _ = indented_code(text, f"text/x-{kind}")
    return [[text[at:].split(maxsplit=1)[0] for at in each.offsets.tolist()] for each in points]


def paths(text: str, media_type: str, words: tuple[str, ...]) -> list[str]:
    """Return the path at each word of a text."""
    outline = indented_code(text, media_type)[2]
    return [".".join(outline.path_at(text.index(word))) for word in words]


def test_depth_is_that_of_the_indentation_and_the_first_line_belongs_to_its_header() -> None:
    text = "tide <- function(x) {\n  a <- 1\n  b <- 2\n}\n\nebb <- 3\n"
    assert starts(text, "r") == [["tide", "ebb"], ["b"], ["a"]]


def test_lines_that_close_or_continue_a_statement_begin_none() -> None:
    text = "if a; then\n  b |\n    c\n  d\nelse\n  e\nfi\nf\n"
    assert starts(text, "sh") == [["if", "f"], ["d"], ["b", "e"]]


def test_statements_with_an_end_begin_only_after_one_or_below_a_blank_line() -> None:
    text = "static int\ntide(int a,\n     int b)\n{\n  return a;\n}\n\nint\nebb() {\n}\n"
    assert starts(text, "c++")[0] == ["static", "int"]


def test_comments_attributes_and_conditions_belong_to_what_is_below() -> None:
    text = (
        "int a;\n\n/* How\n   high. */\n\n#if HIGH\ntemplate <class T>\nvoid f(T t) {\n}\n#endif\n"
    )
    assert starts(text, "c++")[0] == ["int", "/*"]
    assert starts("val a = 1\n// Low.\n@Test\nfun f() {\n}\n", "kotlin") == [["val", "//"]]
    assert starts("val a = 1\n@Test fun f() {\n}\nval b = 2\n", "kotlin")[0][1:] == ["@Test", "val"]


def test_a_name_with_brackets_is_a_function_of_the_shell_and_a_call_elsewhere() -> None:
    assert paths("rise()\n{\n  high\n}\n", "text/x-sh", ("high",)) == ["rise"]
    assert paths("rise()\nhigh = 1\n", "text/x-lua", ("rise",)) == [""]


def test_a_label_at_the_margin_stays_in_its_function() -> None:
    text = (
        "int tide(int a) {\n  if (!a) goto ebb;\n  return 1;\n\nebb:\n  low(a);\n  return 0;\n}\n\n"
        "int flood(int a) {\n  return a;\n}\n"
    )
    assert starts(text, "c++")[0] == ["int", "int"]
    assert paths(text, "text/x-c++", ("low", "return a")) == ["tide", "flood"]


def test_what_is_quoted_between_dollars_belongs_to_its_function() -> None:
    text = "CREATE FUNCTION a() AS $$\n  SELECT 1;\n$$ LANGUAGE SQL;\nCREATE TABLE b (c int);\n"
    assert starts(text, "sql")[0] == ["CREATE", "CREATE"]


def test_members_and_functions_have_paths() -> None:
    text = "namespace Sea {\nclass SEA_API Tide {\npublic:\n  int rise() {\n    go();\n  }\n};\n}\n"
    assert paths(text, "text/x-c++", ("class", "public", "go")) == [
        "Tide", "Tide.rise", "Tide.rise"]  # fmt: skip
    code = "module Sea\n  class Tide\n    def rise?\n      @a = 1\n    end\n  end\nend\n"
    assert paths(code, "text/x-ruby", ("@a",)) == ["Sea.Tide.rise?"]
    assert paths("CREATE TABLE IF NOT EXISTS tides (\n  height int\n);\n", "text/x-sql",
                 ("height",)) == ["tides"]  # fmt: skip
    assert paths("local function rise(x)\n  return x\nend\n", "text/x-lua", ("x\n",)) == ["rise"]


def test_calls_of_perl_and_kinds_of_enumerations_are_no_names() -> None:
    assert paths("sub rise {\n  Sea::warn(\n    1);\n}\n", "text/x-perl", ("1",)) == ["rise"]
    assert paths("enum class Tide : char {\n  low\n};\n", "text/x-c++", ("low",)) == ["Tide"]


def test_a_variable_that_ends_a_function_of_ruby_stays_in_it() -> None:
    text = (
        "class Sea\n  def a\n    x = 1\n    @a\n  end\n\n  private\n\n  def b\n    2\n  end\nend\n"
    )
    assert starts(text, "ruby")[1] == ["def", "private"]
    assert paths(text, "text/x-ruby", ("@a", "2")) == ["Sea.a", "Sea.b"]


def test_a_comment_above_a_condition_at_the_margin_stays_with_it() -> None:
    text = "class Sea {\n  int a = 1;\n\n  /// Low.\n#if SEA\n  [Sea]\n#endif\n  int b = 2;\n}\n"
    assert starts(text, "csharp") == [["class"], [], ["int", "///"]]


def test_a_heading_of_a_manual_right_below_another_one_begins_with_it() -> None:
    text = "=head1 SEA\n\n=head2 Tides\n\nEbb.\n\n=head2 Moon\n\nFull.\n\n=cut\n\nsub b {\n}\n"
    assert starts(text, "perl")[0] == ["=head1", "=head2", "sub"]
    assert paths(text, "text/x-perl", ("Ebb", "Full", "}")) == ["SEA.Tides", "SEA.Moon", "b"]


def test_keys_and_tables_of_settings_have_paths() -> None:
    text = "jobs:\n  test:\n    steps:\n      - run: a\n"
    assert paths(text, "application/yaml", ("run",)) == ["jobs.test.steps"]
    assert paths("[tool.ruff]\nline = 1\n", "application/toml", ("line",)) == ["tool.ruff"]


def test_the_cases_of_a_function_of_haskell_stay_with_its_signature() -> None:
    text = "rise :: Int -> Int\nrise 0 = 1\nrise n = n\n\nebb :: Int\nebb = 2\n"
    assert starts(text, "haskell") == [["rise", "ebb"]]


def test_literal_texts_and_pages_of_a_manual_begin_no_statements_but_headings() -> None:
    assert starts("cat <<EOF\na\n\nb\nEOF\nc\n", "sh") == [["cat", "c"]]
    text = (
        "sub a {\n  1;\n}\n\n=head1 SEA\n\nThe sea.\n\n=head2 Tides\n\nEbb.\n\n=cut\n\nsub b {\n}\n"
    )
    assert starts(text, "perl")[0] == ["sub", "=head1", "=head2", "sub"]
    assert paths(text, "text/x-perl", ("Ebb",)) == ["SEA.Tides"]


def test_a_long_function_is_split_between_statements_and_short_ones_stay_whole() -> None:
    large = "".join(f"    $b{i} = {i};\n" for i in range(9))
    text = f"<?php\n\nfunction f() {{\n{large}}}\n\nfunction g() {{\n    return 1;\n}}\n"
    document = Document(text, media_type="text/x-php")
    found = chunk(document, get("code")(tokenizer="words", max_tokens=20, merge_below=3))
    assert [each.text.split()[0] for each in found] == ["<?php", "$b4", "function"]


def test_headers_of_cplusplus_and_scripts_are_read_by_their_indentation() -> None:
    header = Document("class A {\n  int a;\n};\n", "a.h", media_type="text/x-c")
    assert (syntax_of(header), indented_type(header)) == ("", "text/x-c")
    plain = Document("struct a {\n  int b;\n};\n", "a.h", media_type="text/x-c")
    assert syntax_of(plain) == "c"
    script = Document("#!/usr/bin/env ruby\nputs 1\n", "a", media_type="text/plain")
    assert indented_type(script) == "text/x-ruby"
    script = Document("# Tides -*- shell-script -*-\nebb", media_type="text/plain")
    assert indented_type(script) == "text/x-sh"
    assert indented_type(Document("Ebb.", media_type="text/plain")) == ""


def test_a_template_on_the_line_of_its_class_has_a_name() -> None:
    text = "template <typename T> class Tide {\n  T low;\n};\n\n"
    text += "template <typename T>\nint f(T t) {\n  t();\n}\n"
    assert paths(text, "text/x-c++", ("low", "t();")) == ["Tide", "f"]
    assert starts(text, "c++")[0] == ["template", "template"]


def test_a_tab_is_as_wide_as_eight_blanks() -> None:
    text = "f() {\n    while a\n    do\n        b\n\tc\n    done\n}\n"
    by_blanks = indented_code(text.replace("\t", " " * 8), "text/x-sh")[1]
    assert [len(level.offsets) for level in indented_code(text, "text/x-sh")[1]] == [
        len(level.offsets) for level in by_blanks
    ]
