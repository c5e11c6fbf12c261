"""Check of messages against their types."""

from functools import cache
from types import UnionType
from typing import (
    Any,
    Literal,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from chunking.gui.pages.messages import WindowMessage

Parts: TypeAlias = list[tuple[str, Any, Any]]

MESSAGES: dict[str, Any] = {
    get_args(get_type_hints(each)["kind"])[0]: each for each in get_args(WindowMessage)
}
"""The type of the messages of each kind."""


def check_message(message: dict[str, Any]) -> None:
    """Fail where a message, as JSON has it, is not of the type of its kind."""
    problem = _problem(message, MESSAGES[message["kind"]], message["kind"])
    assert not problem, problem


@cache
def _fields(hint: Any) -> dict[str, Any]:
    """Return the types of the fields of a `TypedDict`, with the arguments of a generic one."""
    values = get_args(hint)
    return {
        name: each[values] if getattr(each, "__parameters__", ()) else each
        for name, each in get_type_hints(get_origin(hint) or hint).items()
    }


def _problem(value: Any, hint: Any, where: str) -> str:
    """Return where a value is not of a type, and what it is instead; empty if it is."""
    origin = get_origin(hint)
    if origin in {Union, UnionType}:
        problems = [_problem(value, each, where) for each in get_args(hint)]
        return "" if "" in problems else "; ".join(problems)
    if is_typeddict(origin or hint):
        parts = _parts_of_object(value, hint)
    elif origin in {list, tuple, dict} or hasattr(hint, "_fields"):
        parts = _parts(value, hint)
    else:
        parts = [] if _is_plain(value, hint) else None
    if parts is None:
        shown = f"an object of {sorted(value)}" if isinstance(value, dict) else f"{value!r:.200}"
        return f"{where} is {shown}, not {getattr(hint, '__name__', hint)}"
    found = (_problem(each, kind, f"{where}{place}") for place, each, kind in parts)
    return next(filter(None, found), "")


def _parts_of_object(value: Any, hint: Any) -> Parts | None:
    """Return place, value and type of each field; None if some are missing or unknown."""
    known, required = _fields(hint), (get_origin(hint) or hint).__required_keys__
    if not isinstance(value, dict) or not required <= set(value) <= set(known):
        return None
    return [(f".{name}", each, known[name]) for name, each in value.items()]


def _parts(value: Any, hint: Any) -> Parts | None:
    """Return place, value and type of each item; None if the value is no such collection."""
    kinds = get_args(hint) or tuple(get_type_hints(hint).values())
    if get_origin(hint) is dict:
        if not isinstance(value, dict):
            return None
        return [(f".{name}", each, kinds[1]) for name, each in value.items()]
    if not isinstance(value, list):
        return None
    if get_origin(hint) is list or kinds[1:] == (...,):
        kinds = kinds[:1] * len(value)
    if len(value) != len(kinds):
        return None
    return [(f"[{i}]", *each) for i, each in enumerate(zip(value, kinds, strict=True))]


def _is_plain(value: Any, hint: Any) -> bool:
    """Return whether a value is of a type without parts; in JSON, a truth value is no number."""
    if get_origin(hint) is Literal:
        return any(value == each and type(value) is type(each) for each in get_args(hint))
    if isinstance(value, bool):
        return hint is bool
    return isinstance(value, (int, float) if hint is float else hint)
