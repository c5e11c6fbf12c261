"""The browser modules: their unit tests, which check the imports too, and the style sheets."""

import re
import subprocess
from importlib.resources import files
from pathlib import Path

import playwright
import pytest

WEB = Path(str(files("chunking.gui").joinpath("web")))
TESTS = sorted(Path(__file__).parent.glob("*.test.js"))
NODE = Path(playwright.__file__).parent / "driver" / "node"

_STYLE = re.compile(r"@import '(.+?)';")


@pytest.mark.parametrize("test", TESTS, ids=lambda path: path.stem)
def test_the_unit_tests_of_the_browser_modules_pass(test: Path) -> None:
    done = subprocess.run(
        [str(NODE), "--test", str(test)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def _modules() -> list[Path]:
    return sorted(WEB.rglob("*.js"))


_PARSE = """const vm = require('vm'), fs = require('fs');
for (const file of process.argv.slice(1)) {
  try { new vm.SourceTextModule(fs.readFileSync(file, 'utf8')); }
  catch (error) { console.log(`${file}: ${error}`); }
}"""


def test_every_module_is_valid() -> None:
    command = [str(NODE), "--experimental-vm-modules", "--no-warnings", "-e", _PARSE]
    done = subprocess.run(
        [*command, *map(str, _modules())], capture_output=True, text=True, check=True
    )
    assert done.stdout == ""


def test_every_style_sheet_is_imported() -> None:
    text = (WEB / "window.css").read_text("utf-8")
    named = {(WEB / name).resolve() for name in _STYLE.findall(text)}
    assert named == {path.resolve() for path in (WEB / "css").glob("*.css")}


def test_no_module_writes_html() -> None:
    for module in _modules():
        text = module.read_text("utf-8")
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write", text), (
            module.name
        )
