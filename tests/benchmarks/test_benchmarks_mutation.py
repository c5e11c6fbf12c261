"""The mutants of the mutation benchmark, the tests that they are given, and its table."""

from pathlib import Path

from benchmarks import mutation_browser, mutation_python
from benchmarks.mutation import Mutant, is_valid, sample
from benchmarks.mutation_change import Change
from benchmarks.mutation_related import related

PYTHON = '''\
"""A docstring."""
if TYPE_CHECKING:
    import later

def first(text: str = "ä", size: int = 3) -> list[int]:
    """Another one."""
    if not text or size < 2:
        raise ValueError(f"{size + 1}")
    note(text, size)
    return size * 2
'''
PYTHON_CHANGED = {
    "size: int = 4",
    "if (not (not text or size < 2)):",
    "if (not text and size < 2):",
    "if (text) or size < 2:",
    "if not text or (size <= 2):",
    "if not text or size < 3:",
    "pass",
    "(note(size, text))",
    "return None",
    "return (size / 2)",
    "return size * 3",
}
BROWSER = """\
import { a } from './a.js';
// 1 < 2
export function last(list, at = 3) {
  if (!list.length && at < 'x < 1'.length) return at + 1;
  list.push(true);
}
"""
BROWSER_CHANGED = {
    "last(list, at = 4)",
    "if (list.length &&",
    "!list.length || at",
    "at <= 'x",
    "return at - 1;",
    "return at + 2;",
    "return;",
    "list.push(false);",
    "  ;",
}


def applied(source: str, found: list[Change]) -> list[str]:
    """Return the changed texts, which all differ from the source."""
    texts = [each.apply(source) for each in found]
    assert source not in texts
    assert len(set(texts)) == len(texts)
    return texts


def test_python_is_changed_outside_of_annotations_docstrings_and_messages() -> None:
    texts = applied(PYTHON, mutation_python.changes(PYTHON))
    assert len(texts) == len(PYTHON_CHANGED) + 1  # two statements are dropped
    for part in PYTHON_CHANGED:
        assert any(part in text for text in texts), part
    for text in texts:
        compile(text, "module", "exec")
        assert "def first(text: str" in text
        assert "import later" in text


def test_browser_modules_are_changed_outside_of_comments_strings_and_imports() -> None:
    texts = applied(BROWSER, mutation_browser.changes(BROWSER))
    assert len(texts) == len(BROWSER_CHANGED)
    for part in BROWSER_CHANGED:
        assert any(part in text for text in texts), part


def test_a_sample_is_reproducible_and_valid() -> None:
    path = Path("benchmarks/table.py")
    source = path.read_text("utf-8")
    every = [Mutant(path, each) for each in mutation_python.changes(source)]
    every.append(Mutant(path, Change(0, 3, "def", "no Python")))
    assert [is_valid(each) for each in every] == [True] * (len(every) - 1) + [False]
    chosen = sample(every, 5, seed=1)
    assert chosen == sample(every, 5, seed=1) != sample(every, 5, seed=2)
    assert len(sample(every, len(every), seed=1)) == len(every) - 1


def test_tests_are_related_by_name_and_by_imports_nearest_first(tmp_path: Path) -> None:
    files = {
        "chunking/__init__.py": "",
        "chunking/a.py": "",
        "chunking/b.py": "def f():\n    from chunking import a",
        "tests/helper.py": "import chunking.b",
        "tests/test_a.py": "import chunking.a",
        "tests/test_other.py": "from chunking import a",
        "tests/test_far.py": "import helper",
        "tests/test_unrelated.py": "import chunking",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    assert related(tmp_path, Path("chunking/a.py")) == [
        (0, Path("tests/test_a.py")),
        (1, Path("tests/test_other.py")),
        (3, Path("tests/test_far.py")),
    ]
