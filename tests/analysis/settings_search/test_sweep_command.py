import itertools
import json
from pathlib import Path

import pytest
from command_line import run

from chunking.analysis.settings_search.axes import Grid, parse_axis
from chunking.engine.spec import parse_spec

ROOT = Path(__file__).parents[3]


def said(folder: Path, *words: str) -> tuple[int, str, str]:
    """What the command says of a page: its exit code, standard output and standard error."""
    page = folder / "page.md"
    page.write_text("# One\n\n" + "A sentence of some length stands here. " * 40)
    return run("sweep", str(page), *words)


def test_two_settings_print_a_map(tmp_path: Path) -> None:
    code, out, error = said(
        tmp_path,
        "--strategy", "sentence:overlap_tokens=0", "--over", "max_tokens=96,1000,2000",
        "--over", "resync_interval=0,8192",
    )  # fmt: skip
    assert (code, error) == (0, "")
    assert "Chunks: The number of chunks.\n6 cells, 4 distinct" in out
    assert "max_tokens \\ resync_interval  0  8192\n" in out
    assert "                      1000  1     2\n" in out


def test_json_has_all_cells(tmp_path: Path) -> None:
    code, out, _ = said(
        tmp_path,
        "--strategy", "paragraph", "--over", "max_tokens=200,400", "--json",
    )  # fmt: skip
    found = json.loads(out)
    assert code == 0
    assert found["axes"] == {"max_tokens": [200, 400]}
    assert [cell["max_tokens"] for cell in found["cells"]] == [200, 400]
    assert found["cells"][1]["metrics"]["chunks"] == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--over", "max_tokens=1:2:0"], "a range must be low:high:step"),
        (["--over", "max_tokens=100", "--metric", "beauty"], "metric must be one of chunks, "),
        (
            ["--over", "beauty=1"],
            "'beauty' cannot be swept with paragraph; allowed are strategy, max_tokens",
        ),
    ],
)
def test_invalid_axes_and_measures_are_one_sentence(
    tmp_path: Path, words: list[str], expected: str
) -> None:
    code, out, error = said(tmp_path, "--strategy", "paragraph", *words)
    assert (code, out) == (2, "")
    assert expected in error


def test_the_best_region_is_within_the_model_limit(tmp_path: Path) -> None:
    code, out, _ = said(
        tmp_path, "--metric", "redundancy",
        "--strategy", "fixed:overlap_tokens=10", "--over", "max_tokens=100,200,4000",
    )  # fmt: skip
    assert code == 0
    assert out.splitlines()[-1].startswith("Best region 1.0")
    assert " within the model limit: " in out.splitlines()[-1]
    assert ": max tokens 200" in out.splitlines()[-1]


EXAMPLES = [
    line.split()[3:]  # without the program, the command and the file
    for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md"))
    for line in path.read_text(encoding="utf-8").splitlines()
    if line.startswith("chunkscope sweep ") and "--over" in line
]


@pytest.mark.parametrize("words", EXAMPLES, ids=" ".join)
def test_no_cell_of_an_example_in_the_docs_is_degenerate(words: list[str]) -> None:
    values = dict(itertools.pairwise(words))
    over = [after for word, after in itertools.pairwise(words) if word == "--over"]
    grid = Grid(parse_spec(values.get("--strategy", "semantic")), tuple(map(parse_axis, over)))
    for cell in range(len(grid)):
        strategy = grid.strategy(cell)
        assert strategy is not None
        assert strategy.limits[0] < strategy.limits[1]
