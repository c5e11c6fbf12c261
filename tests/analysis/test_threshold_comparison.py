"""Thresholds side by side: what is counted, and how it is shown."""

import json
from pathlib import Path

import numpy as np
import pytest
from command_line import run
from embedders import HashEmbedder

from chunking import Document, chunk, get
from chunking.analysis.metrics import METRICS
from chunking.analysis.metrics.sizes import median_size
from chunking.analysis.threshold_comparison import compare_thresholds, parse_thresholds
from chunking.analysis.thresholds import SELECTORS
from chunking.core.errors import SettingsError
from chunking.loading.samples import sample
from chunking.output.comparison import compare
from chunking.output.summaries.comparison import metric_rows
from chunking.output.summaries.threshold_comparison import to_dict, to_table


def test_thresholds_are_parsed_in_order_without_duplicates() -> None:
    assert parse_thresholds("0.35, .45,0.35,-1,") == [0.35, 0.45, -1]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "0.3;0.4",
            "thresholds must be numbers between -1 and 1, separated by commas; got '0.3;0.",
        ),
        ("0.3,2", "separated by commas; got '2'"),
        ("nan", "separated by commas; got 'nan'"),
        (" , ", "thresholds must have at least one number, as in 0.35,0.45; got ' , '"),
    ],
)
def test_an_invalid_threshold_raises(text: str, says: str) -> None:
    with pytest.raises(SettingsError, match=says.replace("(", r"\(")):
        parse_thresholds(text)


@pytest.mark.parametrize("signal", ["adjacent", "windowed"])
def test_each_row_has_the_chunks_of_semantic_at_its_threshold(signal: str) -> None:
    document = sample("essay.md")
    base = get("semantic")(min_tokens=50, max_tokens=400, signal=signal)
    found = compare_thresholds(document, [0.1, 0.4], base, embedder=HashEmbedder())
    for row, threshold in zip(found.rows, (0.1, 0.4), strict=True):
        made = chunk(document, base.with_(threshold=threshold), embedder=HashEmbedder())
        assert row.metrics["chunks"] == len(made)
        assert row.metrics["tokens_median"] == median_size(made.tokens)
        assert sum(row.reasons.values()) == len(made) - 1
        assert set(row.metrics) == {metric.name for metric in METRICS}
        assert 0 < row.metrics["cohesion"] < 1
    assert found.rows[0].below is not None
    assert found.rows[1].below is not None
    assert found.rows[0].below < found.rows[1].below


def test_a_row_has_the_share_of_gaps_below_its_threshold() -> None:
    from chunking.engine import prepare

    document = sample("essay.md")
    prepared = prepare(document, get("semantic")().material, embedder=HashEmbedder())
    assert prepared.signal is not None
    found = compare_thresholds(document, [0.25], embedder=HashEmbedder())
    assert found.rows[0].below == np.mean(prepared.signal.scores < 0.25)


def test_a_comparison_has_every_selector_and_the_optimum() -> None:
    found = compare_thresholds(sample("essay.md"), [0.3], embedder=HashEmbedder())
    assert [each.name for each in found.suggestions] == ["recommended", *SELECTORS]
    for each in found.suggestions:
        assert (each.row is None) == (each.selection.value is None)
        assert each.row is None or each.row.threshold == each.selection.value
    assert found.optimal.title == get("optimal").title
    assert found.limits == (42, 254)
    assert found.recommendation.reason


def test_the_optimum_has_the_same_limits() -> None:
    base = get("semantic")(min_tokens=20, max_tokens=150)
    found = compare_thresholds(sample("essay.md"), [0.3], base, embedder=HashEmbedder())
    assert found.optimal.metrics["tokens_max"] <= 150
    assert found.optimal.threshold is None


@pytest.mark.parametrize("text", ["", "One sentence.", "One. Two. Three. Four. " * 2])
def test_a_document_with_few_gaps_has_a_comparison(text: str) -> None:
    found = compare_thresholds(Document(text), [0.3], embedder=HashEmbedder())
    json.dumps(to_dict(found), allow_nan=False)
    assert ("one chunk" if text else "nothing to split") in to_table(found)


def test_the_table_is_aligned_with_equal_decimals() -> None:
    found = compare_thresholds(sample("essay.md"), [-1, 0.5], embedder=HashEmbedder())
    head, table, reasons, advice = to_table(found).strip().split("\n\n")
    assert head == "essay.md: 2,067 tokens in 89 sentences, chunks of 42 to 254 tokens"
    title, first, second = table.splitlines()[:3]
    assert title.split() == [
        "threshold", "below", "chunks", "median", "min", "max", "cohesion", "separation",
        "reasons",
    ]  # fmt: skip
    assert first.split()[0::2][:2] == ["threshold", "0%"]
    assert float(first.split()[1]) == -1
    decimals = {len(line.split()[1].partition(".")[2]) for line in table.splitlines()[1:3]}
    assert len(decimals) == 1
    assert decimals != {0}
    assert second.startswith("threshold ")
    column = title.index("below") + len("below")
    assert {line[column - 1] for line in table.splitlines()[1:3]} == {"%"}
    assert len(reasons.splitlines()) == len(found.suggestions)
    assert advice.startswith("Recommended strategy: ")


def test_json_has_the_same_values() -> None:
    found = compare_thresholds(sample("essay.md"), [0.2, 0.3], embedder=HashEmbedder())
    plain = json.loads(json.dumps(to_dict(found), allow_nan=False))
    assert [row["threshold"] for row in plain["thresholds"]] == [0.2, 0.3]
    assert plain["thresholds"][0]["metrics"]["chunks"] == found.rows[0].metrics["chunks"]
    assert plain["thresholds"][0]["metrics"]["truncated"] is None
    assert [each["name"] for each in plain["selectors"]] == ["recommended", *SELECTORS]
    assert plain["recommendation"]["settings"] == found.recommendation.settings
    assert {"source", "tokens", "sentences", "min_tokens", "max_tokens", "optimal"} <= set(plain)


@pytest.mark.model
def test_the_command_compares_thresholds_with_the_bundled_model() -> None:
    text = "The sea goes out. The sea comes in. Bread rises in the oven. Dough needs yeast. " * 12
    spec = "semantic:min_tokens=10,max_tokens=80,tokenizer=characters"
    flags = ["--thresholds", "0.2,0.6", "--strategy", spec]
    code, out, error = run("sweep", "-", *flags, "--json", stdin=text.encode())
    assert code == 0
    assert error == ("note: standard input is read as plain text; use --type to set the kind\n")
    found = json.loads(out)
    few, many = (row["metrics"]["chunks"] for row in found["thresholds"])
    assert 1 < few < many
    assert (found["source"], found["min_tokens"], found["max_tokens"]) == ("stdin.txt", 10, 80)
    code, out, _ = run("sweep", "-", *flags, stdin=text.encode())
    assert code == 0
    assert out.startswith("stdin.txt: ")
    assert "Topic changes: " in out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["low"], "thresholds must be numbers between -1 and 1"),
        (["0.3", "--strategy", "sentence"], "sentence has no setting 'threshold'"),
        (["0.3", "--encoding", "klingon"], "klingon"),
        (["0.3", "--strategy", "semantic:model=/no/such/model"], "/no/such/model"),
    ],
)
def test_invalid_input_is_one_sentence(tmp_path: Path, words: list[str], says: str) -> None:
    path = tmp_path / "page.md"
    path.write_text("A page. " * 100)
    code, out, error = run("sweep", str(path), "--thresholds", *words)
    assert (code, out) == (2, "")
    assert says in error
    assert error.count("\n") == 1


def test_a_missing_file_is_one_sentence(tmp_path: Path) -> None:
    code, out, error = run("sweep", "missing.md", "--thresholds", "0.3", cwd=tmp_path)
    assert (code, out) == (2, "")
    assert error.startswith("chunkscope: ")
    assert "missing.md" in error
    assert error.count("\n") == 1


def test_sizes_are_rounded_as_in_a_comparison() -> None:
    document = Document("A word is here. " * 14)
    base = get("semantic")(threshold=-1, min_tokens=0, max_tokens=10, overlap_tokens=0)
    found = compare_thresholds(document, [-1], base, embedder=HashEmbedder())
    compared = compare(document, [base], embedder=HashEmbedder())
    metrics = {row[0]: row[1] for row in metric_rows(compared)}
    row = to_table(found).split("\n\n")[1].splitlines()[1].split()
    assert row[3:7] == [
        metrics[title] for title in ("Chunks", "Median size", "Smallest", "Largest")
    ]
    assert row[4] == "9"
