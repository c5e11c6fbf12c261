"""One script and one style sheet for the browser, made of the files in `web/`.

With one script instead of a hundred files, the browser opens the window in half the time. The
modules keep to the two forms of import and export that are read here.
"""

import atexit
import re
import shutil
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

_folders: list[Path] = []
_WEB: Final = Path(__file__).parents[1] / "web"
_IMPORT: Final = re.compile(r"^import \{([^}]*)\} from '([^']+)';\n", re.MULTILINE)
_EXPORT: Final = re.compile(
    r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE
)
_STYLE_IMPORT: Final = re.compile(r"^@import '([^']+)';\n", re.MULTILINE)


def in_new_folder(name: str) -> Path:
    """Write the files to a folder of this name in a new temporary one; return the temporary one.

    `remove_folders` deletes it, also when the interpreter shuts down.
    """
    root = Path(tempfile.mkdtemp(prefix="chunkscope-"))
    _folders.append(root)
    (root / name).mkdir()
    write(root / name)
    return root


@atexit.register
def remove_folders() -> None:
    """Delete the temporary folders."""
    while _folders:
        shutil.rmtree(_folders.pop(), ignore_errors=True)


def write(folder: Path) -> None:
    """Write `window.js`, `message.js` and `window.css` to a folder."""
    pages = sorted((_WEB / "pages").resolve().glob("*.js"))
    (folder / "window.js").write_text(script(_WEB / "window.js", pages), "utf-8")
    (folder / "message.js").write_text(script(_WEB / "message.js"), "utf-8")
    (folder / "window.css").write_text(style_sheet(_WEB / "window.css"), "utf-8")


def script(entry: Path, before: Iterable[Path] = ()) -> str:
    """Return a module after every module it imports, each of them as an object of its exports.

    Args:
        entry: The module.
        before: Modules that run before it and are not imported by it.

    Raises:
        ValueError: A module imports itself or a name that is not exported, or has an import or
            export in a form not known here.
    """
    modules = _Modules()
    for each in before:
        modules.read(each)
    code = modules.resolved(entry)
    return "".join((*modules.sections.values(), code))


class _Modules:
    """The modules read so far, in an order in which each comes after those it imports.

    `sections` has the code of each, `exports` the names it exports.
    """

    def __init__(self) -> None:
        self.sections: dict[Path, str] = {}
        self.exports: dict[Path, list[str]] = {}
        self._open: list[Path] = []

    def resolved(self, path: Path) -> str:
        """Return the code of a module with constants instead of imports."""
        return _IMPORT.sub(lambda match: self._constants(path, match), path.read_text("utf-8"))

    def _constants(self, importer: Path, match: re.Match[str]) -> str:
        path = (importer.parent / match[2]).resolve()
        self.read(path)
        names = [each.strip() for each in match[1].split(",") if each.strip()]
        for name in names:
            if name.partition(" as ")[0] not in self.exports[path]:
                raise ValueError(
                    f"{_name(importer)} imports {name}, which {_name(path)} does not export"
                )
        members = ", ".join(names).replace(" as ", ": ")
        return f"const {{ {members} }} = {_identifier(path)};\n"

    def read(self, path: Path) -> None:
        """Read a module and those it imports, unless they have been read."""
        if path in self.sections:
            return
        if path in self._open:
            raise ValueError(f"{_name(path)} imports itself")
        self._open.append(path)
        code = self.resolved(path)
        self._open.remove(path)
        self.exports[path] = _EXPORT.findall(code)
        code = _EXPORT.sub("", code)
        if re.search("^(import|export) ", code, re.MULTILINE):
            raise ValueError(f"{_name(path)} has an import or export in another form")
        exports = ", ".join(self.exports[path])
        self.sections[path] = (
            f"// {_name(path)}\nconst {_identifier(path)} = (() => {{\n"
            f"{code}\nreturn {{ {exports} }};\n}})();\n"
        )


def _name(path: Path) -> str:
    return path.relative_to(_WEB).as_posix()


def _identifier(path: Path) -> str:
    return "$" + re.sub(r"\W", "_", _name(path).removesuffix(".js"))


def style_sheet(entry: Path) -> str:
    """Return a style sheet with those it imports in their places."""
    return _STYLE_IMPORT.sub(
        lambda match: (entry.parent / match[1]).read_text("utf-8"), entry.read_text("utf-8")
    )
