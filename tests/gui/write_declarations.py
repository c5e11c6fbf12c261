"""TypeScript declarations of the messages to the window and of its events.

Run it to write `chunking/gui/web/messages.d.ts` after a message or an action has changed.
"""

import inspect
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from types import NoneType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints, is_typeddict

import chunking.gui
from chunking.gui.pages.messages import WindowMessage
from chunking.gui.session.session import Session
from chunking.gui.shell import actions, events
from chunking.retrieval.ranking import Ranking

FILE = Path(chunking.gui.__file__).parent / "web" / "messages.d.ts"
COMMAND = "python tests/gui/write_declarations.py"

_HEADER = f"""\
// Messages to the window and its events, from the types and actions in Python.
//
// Written by `{COMMAND}`.
"""
# Names in the signatures of actions that only type checkers import.
_NAMES = {
    "Ranking": Ranking,
    "Sequence": Sequence,
    "Session": Session,
}
_PLAIN = {
    str: "string",
    bool: "boolean",
    int: "number",
    float: "number",
    NoneType: "null",
    object: "unknown",
}


def declarations() -> str:
    """Return the text of the file."""
    interfaces: dict[Any, str] = {}
    names = [_typed(each, interfaces) for each in get_args(WindowMessage)]
    titles = [each.__name__ for each in interfaces]
    assert len(titles) == len(set(titles)), "two messages have one name"
    rows = [_event(name, each) for name, each in {**events.ACTIONS, **actions.ACTIONS}.items()]
    return "\n".join(
        (
            _HEADER,
            *interfaces.values(),
            _union("WindowMessage", "Any message, by its `kind`.", names),
            _union("WindowEvent", "Any event: the name of an action, and its arguments.", rows),
        )
    )


def _union(name: str, comment: str, types: Sequence[str]) -> str:
    rows = "\n".join(f"  | {each}" for each in types)
    return f"/** {comment} */\nexport type {name} =\n{rows};\n"


def _event(name: str, action: Callable[..., object]) -> str:
    """Return the row that the page sends for an action: its name and the arguments."""
    hints = get_type_hints(action, localns=_NAMES)
    found = [f"action: {_literal(name)}"]
    for each in [*inspect.signature(action).parameters.values()][1:]:
        kind = _typed(hints[each.name], {})
        if each.kind is each.VAR_POSITIONAL:
            found.append(f"...{each.name}: {_listed(kind)}")
        else:
            optional = "" if each.default is each.empty else "?"
            found.append(f"{each.name}{optional}: {kind}")
    return f"[{', '.join(found)}]"


def _typed(hint: Any, interfaces: dict[Any, str]) -> str:
    """Return a type in TypeScript; the interfaces that it needs are added."""
    origin, arguments = get_origin(hint), get_args(hint)
    if hint in _PLAIN or isinstance(hint, TypeVar):
        return _PLAIN.get(hint) or str(hint.__name__)
    if origin is Literal:
        return " | ".join(map(_literal, arguments))
    inner = [_typed(each, interfaces) for each in arguments if each is not ...]
    plain = origin or hint
    if is_typeddict(plain):
        if plain not in interfaces:
            interfaces[plain] = _interface(plain, interfaces)
        return _generic(plain.__name__, inner)
    if hasattr(hint, "_fields"):
        named = get_type_hints(hint).items()
        return f"[{', '.join(f'{name}: {_typed(each, interfaces)}' for name, each in named)}]"
    return _composed(list if ... in arguments else plain, inner)


def _composed(plain: Any, inner: Sequence[str]) -> str:
    """Return a collection or a union of types in TypeScript."""
    if plain is dict:
        return _generic("Record", inner)
    if plain in {list, Sequence}:
        return _listed(inner[0])
    if plain is tuple:
        return f"[{', '.join(inner)}]"
    # Numbers of two types are one in TypeScript.
    return " | ".join(dict.fromkeys(inner))


def _interface(typed: Any, interfaces: dict[Any, str]) -> str:
    fields = [
        f"  {name}{'' if name in typed.__required_keys__ else '?'}: {_typed(hint, interfaces)};"
        for name, hint in get_type_hints(typed).items()
    ]
    title = _generic(
        typed.__name__, [each.__name__ for each in getattr(typed, "__parameters__", ())]
    )
    return "\n".join((_comment(typed), f"export interface {title} {{", *fields, "}", ""))


def _comment(typed: Any) -> str:
    """Return the docstring of a type as a comment."""
    lines = inspect.cleandoc(typed.__doc__).splitlines()
    if len(lines) == 1:
        return f"/** {lines[0]} */"
    return "\n".join(("/**", *(f" * {each}".rstrip() for each in lines), " */"))


def _generic(name: str, arguments: Sequence[str]) -> str:
    return f"{name}<{', '.join(arguments)}>" if arguments else name


def _listed(item: str) -> str:
    return f"({item})[]" if " | " in item and not item.startswith("[") else f"{item}[]"


def _literal(value: object) -> str:
    return f"'{value}'" if isinstance(value, str) else json.dumps(value)


if __name__ == "__main__":
    FILE.write_text(declarations(), "utf-8")
