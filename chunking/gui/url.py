"""The address of a page: everything in the session that the page shows, as query parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.gui.compare.state import LANES
from chunking.gui.documents import is_sample
from chunking.gui.session import OPEN, Awaited
from chunking.settings.query import parse_query, to_query
from chunking.text.numbers import count_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.gui.session import Session

# Of the hash of a document that is no sample: a link names no file and holds no text.
_SHA256_DIGITS = 12
_SHA256_MOST = 64
_MOST_DIGITS = 12

_NOT_OPEN = "The document of this link{size} is not open: open its file to see the same chunks."

VIEWS = ("text", "table", "outcome", "heat map")
"""What Tune shows below the curve, the default first."""


def write(session: Session) -> dict[str, str]:
    """Return the parameters that reproduce the page on screen."""
    found: dict[str, str] = {}
    if session.page != "library":
        found |= _document(session)
    if session.page == "tune":
        found |= to_query(session.strategy("tune"))
        if session.tune.view != VIEWS[0]:
            found["view"] = session.tune.view
    elif session.page == "compare":
        found |= _compare(session)
    elif session.page == "library":
        found |= to_query(session.strategy("library"))
    else:
        found |= to_query(session.strategy("sweep"))
        sweep = session.sweep
        for name, value in (
            ("rows", sweep.rows),
            ("columns", sweep.columns),
            ("metric", sweep.metric),
            ("within_limit", "true" if sweep.within_limit else ""),
        ):
            if value:
                found[name] = value
    return found


def _document(session: Session) -> dict[str, str]:
    """Return the document on screen, or that of the link until the user has chosen another one."""
    awaited, chosen = session.awaited, session.documents.chosen
    if awaited is not None and awaited.key == chosen:
        size = {"characters": awaited.characters} if awaited.characters else {}
        return {"document": awaited.digits, **size}
    if is_sample(chosen):
        return {"sample": chosen}
    document = session.document
    return {
        "document": document.sha256[:_SHA256_DIGITS],
        "characters": str(len(document.text)),
    }


def _compare(session: Session) -> dict[str, str]:
    compare = session.compare
    found = {"lanes": str(compare.shown)}
    for letter in compare.letters:
        found |= _prefixed(letter, to_query(session.strategy(letter)))
    base = session.baseline or {}
    if base.get("document") == session.document.sha256 and "strategy" in base:
        found["baseline"] = base["strategy"]
    if compare.pair is not None:
        found["pair"] = "-".join(compare.pair)
    if compare.differences_only:
        found["show"] = "differences"
    if compare.columns is not None:
        found["layout"] = "columns" if compare.columns else "gutters"
    return found


def read(session: Session, parameters: Mapping[str, str]) -> None:
    """Set a new session as a link describes it; what cannot be used is named in a notice."""
    rest = dict(parameters)
    sample = rest.pop("sample", None)
    if sample is not None and not session.documents.choose(sample):
        session.notify(f"The link names the sample {sample[:60]!r}, which does not exist.")
    digits = rest.pop("document", None)
    if digits is not None:
        characters = rest.pop("characters", "")
        if not _choose_own(session, digits):
            _await(session, digits, characters)
    if session.page == "tune":
        view = rest.pop("view", VIEWS[0])
        session.tune.view = view if view in VIEWS else VIEWS[0]
        _set(session, "tune", rest)
    elif session.page == "compare":
        _read_compare(session, rest)
    elif session.page == "library":
        _set(session, "library", rest)
    else:
        sweep = session.sweep
        sweep.rows, sweep.columns = rest.pop("rows", ""), rest.pop("columns", "")
        sweep.metric = rest.pop("metric", "")
        sweep.within_limit = rest.pop("within_limit", "") == "true"
        _set(session, "sweep", rest)


def _read_compare(session: Session, rest: dict[str, str]) -> None:
    compare = session.compare
    shown = rest.pop("lanes", str(compare.shown))
    if shown in {"2", "3", "4"}:
        compare.shown = int(shown)
    else:
        session.notify(f"lanes must be between 2 and 4, got {shown[:20]!r}.")
    if "baseline" in rest:
        document = session.document.sha256
        session.baseline = {"document": document, "strategy": rest.pop("baseline")}
    pair = rest.pop("pair", "").split("-")
    compare.pair = (pair[0], pair[1]) if len(pair) == 2 else None
    compare.differences_only = rest.pop("show", "") == "differences"
    compare.columns = {"columns": True, "gutters": False}.get(rest.pop("layout", ""))
    for letter in LANES:
        own = {
            name.removeprefix(f"{letter}."): rest.pop(name)
            for name in list(rest)
            if name.startswith(f"{letter}.")
        }
        _set(session, letter, own)
    if rest:
        count = count_of(len(rest), "unknown parameter")
        session.notify(f"The link has {count}: {', '.join(rest)[:80]}.")


def _set(session: Session, scope: str, parameters: dict[str, str]) -> None:
    if not parameters:
        return
    strategy, problems = parse_query(parameters, session.strategy(scope))
    for each in problems:
        session.notify(f"{each}.")
    # Settings of a link hold, also where they are the default: no recommendation replaces them.
    session.apply(scope, strategy)


def _prefixed(letter: str, parameters: Mapping[str, str]) -> dict[str, str]:
    return {f"{letter}.{name}": value for name, value in parameters.items()}


def _await(session: Session, digits: str, characters: str) -> None:
    """Keep the document of the link in the address, and say that it is not open."""
    known = characters.isdecimal() and len(characters) <= _MOST_DIGITS
    size = f" ({count_of(int(characters), 'character')})" if known else ""
    notice = session.notify(_NOT_OPEN.format(size=size), offer=OPEN)
    session.awaited = Awaited(
        digits[:_SHA256_MOST],
        str(int(characters)) if known else "",
        notice,
        session.documents.chosen,
    )


def _choose_own(session: Session, digits: str) -> bool:
    """Show the own document whose SHA-256 starts with these digits; return whether it is open."""
    own = session.documents.own.items()
    key = next((key for key, each in own if digits and each.sha256.startswith(digits)), None)
    return key is not None and session.documents.choose(key)
