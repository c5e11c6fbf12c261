"""The address of a page: everything in the session that the page shows, as query parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking.core.errors import SettingsError
from chunking.core.text.numbers import count_of
from chunking.embedding import TRUNCATE
from chunking.engine.query import parse_query, to_query
from chunking.engine.spec import check_names
from chunking.gui.session.ask_state import RANKINGS
from chunking.gui.session.compare_state import LANES, SCALES
from chunking.gui.session.documents import is_sample
from chunking.gui.session.questions_state import CHUNKS, QuestionsState
from chunking.gui.session.session import Awaited
from chunking.gui.session.tune_state import OUTCOME, VIEWS
from chunking.strategies import get

if TYPE_CHECKING:
    from collections.abc import Mapping

    from chunking.gui.session.session import Session

# Of the hash of a document that is no sample: a link names no file and holds no text.
_SHA256_DIGITS = 12
_SHA256_MOST = 64
_MOST_DIGITS = 12
_SELECTING = {"tune", "compare", "ask"}
_LANES = {"compare", "ask"}

_NOT_OPEN = "The document of this link{size} is not open: open its file to see the same chunks."


def write(session: Session) -> dict[str, str]:
    """Return the parameters that reproduce the page on screen."""
    found: dict[str, str] = {}
    if session.page != "library":
        found |= _document(session)
    if session.page == "tune":
        found |= to_query(session.strategy("tune"))
        if session.tune.view != VIEWS[0]:
            found["view"] = session.tune.view
        if session.tune.recall and session.tune.view == OUTCOME:
            found["recall"] = "true"
    elif session.page in _LANES:
        found |= _compare(session)
        if session.page == "ask":
            found |= _evaluation(session)
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
    return found | _question(session)


def _question(session: Session) -> dict[str, str]:
    """Return the question, on the pages that show its answer."""
    ask = session.ask
    if not ask.question or session.page not in _SELECTING:
        return {}
    found = {"question": ask.question}
    if ask.ranking != RANKINGS[0]:
        found["ranking"] = ask.ranking
    passages = ask.passages_of(session.document)
    if passages:
        found["answer"] = " ".join(f"{start}-{end}" for start, end in passages)
    return found


def _evaluation(session: Session) -> dict[str, str]:
    """Return the view of the question set on Ask, and what is retrieved per question."""
    asking, usual = session.asking, QuestionsState()
    if asking.view == CHUNKS:
        return {}
    is_usual = (asking.unit, asking.limit) == (usual.unit, usual.limit)
    retrieved = {} if is_usual else {asking.unit: str(asking.limit)}
    long = {} if asking.long_texts == TRUNCATE else {"long_texts": asking.long_texts}
    return {"view": asking.view, **retrieved, **long}


def _read_evaluation(session: Session, rest: dict[str, str]) -> None:
    session.asking.show(rest.pop("view", CHUNKS))
    is_average = rest.pop("long_texts", "") == "average"
    session.asking.long_texts = "average" if is_average else TRUNCATE
    for unit in ("tokens", "chunks"):
        limit = rest.pop(unit, "")
        if limit and not (_is_count(limit) and session.asking.retrieve(unit, int(limit))):
            session.notify(f"{unit} must be a number of at least 1, got {limit[:20]!r}.")


def _read_question(session: Session, rest: dict[str, str]) -> None:
    session.ask.ask(rest.pop("question", ""))
    session.ask.rank_by(rest.pop("ranking", RANKINGS[0]))
    passages = [each.split("-") for each in rest.pop("answer", "").split()]
    usable = all(len(each) == 2 and all(map(_is_count, each)) for each in passages)
    if usable and session.awaited is None:
        session.ask.select(session.document, *((int(a), int(b)) for a, b in passages))


def _document(session: Session) -> dict[str, str]:
    """Return the document on screen, or that of the link until the user has chosen another one."""
    awaited = session.awaited
    if awaited is not None and session.awaits_document:
        size = {"characters": awaited.characters} if awaited.characters else {}
        return {"document": awaited.digits, **size, **_at(session, awaited.place)}
    at = _at(session, session.documents.place)
    if is_sample(session.documents.chosen):
        return {"sample": session.documents.chosen, **at}
    document = session.document
    return {
        "document": document.sha256[:_SHA256_DIGITS],
        "characters": str(len(document.text)),
        **at,
    }


def _at(session: Session, place: int | None) -> dict[str, str]:
    """Return the selected offset, on the pages that show one."""
    return {"at": str(place)} if place is not None and session.page in _SELECTING else {}


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
    if not compare.equal_size:
        found["equal_size"] = "false"
    if compare.differences_only:
        found["show"] = "differences"
    if compare.scale:
        found["scale"] = compare.scale
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
    place = _place(session, rest.pop("at", ""))
    if digits is not None:
        characters = rest.pop("characters", "")
        if not _choose_own(session, digits):
            _await(session, digits, characters, place)
    if place is not None and session.awaited is None:
        session.documents.place = min(place, len(session.document.text))
    if session.page in _SELECTING:
        _read_question(session, rest)
    if session.page == "ask":
        _read_evaluation(session, rest)
    if session.page == "tune":
        view = rest.pop("view", VIEWS[0])
        session.tune.view = view if view in VIEWS else VIEWS[0]
        session.tune.recall = rest.pop("recall", "") == "true"
        _set(session, "tune", rest)
    elif session.page in _LANES:
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
    compare.equal_size = rest.pop("equal_size", "") != "false"
    compare.differences_only = rest.pop("show", "") == "differences"
    compare.columns = {"columns": True, "gutters": False}.get(rest.pop("layout", ""))
    scale = rest.pop("scale", "")
    compare.scale = scale if scale in SCALES else ""
    if scale not in {"", *SCALES}:
        session.notify(f"scale must be {' or '.join(SCALES)}, got {scale[:20]!r}.")
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
    strategy, problems = parse_query(parameters, get(session.strategy(scope).name)())
    for each in problems:
        session.notify(f"{each}.")
    if len(problems) == len(parameters):
        return
    try:
        check_names(strategy)
    except SettingsError as error:
        session.notify(f"The link is not used: {error}.")
        return
    # Settings of a link hold, also where they are the default: no recommendation replaces them.
    session.apply(scope, strategy)


def _prefixed(letter: str, parameters: Mapping[str, str]) -> dict[str, str]:
    return {f"{letter}.{name}": value for name, value in parameters.items()}


def _place(session: Session, text: str) -> int | None:
    """Return the selected offset of a link; None without a usable one."""
    if _is_count(text):
        return int(text)
    if text:
        session.notify(f"at must be an offset in the text, got {text[:20]!r}.")
    return None


def _is_count(text: str) -> bool:
    return text.isdecimal() and len(text) <= _MOST_DIGITS


def _await(session: Session, digits: str, characters: str, place: int | None) -> None:
    """Keep the document of the link in the address, and say that it is not open."""
    known = _is_count(characters)
    size = f" ({count_of(int(characters), 'character')})" if known else ""
    session.awaited = Awaited(
        digits[:_SHA256_MOST],
        str(int(characters)) if known else "",
        _NOT_OPEN.format(size=size),
        session.documents.chosen,
        place,
    )


def _choose_own(session: Session, digits: str) -> bool:
    """Show the own document whose SHA-256 starts with these digits; return whether it is open."""
    own = session.documents.own.items()
    key = next((key for key, each in own if digits and each.sha256.startswith(digits)), None)
    return key is not None and session.documents.choose(key)
