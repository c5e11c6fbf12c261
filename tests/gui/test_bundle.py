"""The script and the style sheet made of the files in `web/`."""

import re
from pathlib import Path

import pytest

import chunking.gui
from chunking.gui.shell import bundle

WEB = Path(chunking.gui.__file__).parent / "web"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(bundle, "_WEB", tmp_path)
    return tmp_path


def test_a_module_comes_once_and_before_those_that_import_it(folder: Path) -> None:
    (folder / "core").mkdir()
    (folder / "core" / "a.js").write_text("export const one = 1;\nexport class Two {}\n")
    (folder / "b.js").write_text(
        "import { one } from './core/a.js';\nexport async function three() { return one; }\n"
    )
    (folder / "window.js").write_text(
        "import { three } from './b.js';\n"
        "import {\n  one as first,\n  Two,\n} from './core/a.js';\n"
        "export default function () { return [first, Two, three]; }\n"
    )
    assert bundle.script(folder / "window.js") == (
        "// core/a.js\nconst $core_a = (() => {\nconst one = 1;\nclass Two {}\n\n"
        "return { one, Two };\n})();\n"
        "// b.js\nconst $b = (() => {\nconst { one } = $core_a;\n"
        "async function three() { return one; }\n\nreturn { three };\n})();\n"
        "const { three } = $b;\nconst { one: first, Two } = $core_a;\n"
        "export default function () { return [first, Two, three]; }\n"
    )


@pytest.mark.parametrize(
    "line",
    [
        "export default 1;",
        "export { a };",
        "import a from './b.js';",
        "import * as b from './b.js';",
    ],
)
def test_other_forms_of_import_and_export_are_refused(folder: Path, line: str) -> None:
    (folder / "a.js").write_text(f"{line}\n")
    (folder / "window.js").write_text("import { a } from './a.js';\n")
    with pytest.raises(ValueError, match=r"a\.js has an import or export in another form"):
        bundle.script(folder / "window.js")


def test_modules_that_import_each_other_are_refused(folder: Path) -> None:
    (folder / "a.js").write_text("import { b } from './b.js';\nexport const a = 1;\n")
    (folder / "b.js").write_text("import { a } from './a.js';\nexport const b = 1;\n")
    with pytest.raises(ValueError, match=r"b\.js imports itself"):
        bundle.script(folder / "a.js")


def test_a_name_that_is_not_exported_is_refused(folder: Path) -> None:
    (folder / "a.js").write_text("export const a = 1, b = 2;\n")
    (folder / "window.js").write_text("import { a, b } from './a.js';\n")
    with pytest.raises(ValueError, match=r"window\.js imports b, which a\.js does not export"):
        bundle.script(folder / "window.js")


def test_temporary_folders_are_removed() -> None:
    root = bundle.in_new_folder("web")
    assert {each.name for each in (root / "web").iterdir()} == {
        "window.js", "message.js", "window.css",
    }  # fmt: skip
    bundle.remove_folders()
    assert not root.exists()


def test_every_module_and_style_sheet_of_the_window_is_in_it(tmp_path: Path) -> None:
    bundle.write(tmp_path)
    script = (tmp_path / "window.js").read_text("utf-8")
    modules = {path.relative_to(WEB).as_posix() for path in WEB.rglob("*/*.js")}
    assert set(re.findall(r"^// (\w+/\w+\.js)$", script, re.MULTILINE)) == modules
    styles = (tmp_path / "window.css").read_text("utf-8")
    assert "@import" not in styles
    for path in WEB.glob("css/*.css"):
        assert path.read_text("utf-8") in styles
