"""The address of a page: everything in the session that the page shows, as query parameters."""

from collections.abc import Mapping
from dataclasses import replace

from chunking.core.errors import SettingsError
from chunking.core.prepared import Constraints
from chunking.core.text.numbers import count_of
from chunking.embedding import TRUNCATE
from chunking.engine import recent_files
from chunking.engine.manual_boundaries import boundaries_before
from chunking.engine.spec import check_names, parse_query, to_query
from chunking.gui.core.cache import Key, cached
from chunking.gui.results import question_set
from chunking.gui.session.ask_state import CHUNKS, RANKINGS, QuestionsState
from chunking.gui.session.compare_state import FIGURE, LANES, SCALES
from chunking.gui.session.documents import OnDisk, is_sample
from chunking.gui.session.session import Awaited, Session, known_document
from chunking.gui.session.tune_state import OUTCOME, VIEWS
from chunking.retrieval.question_sets import one_line
from chunking.retrieval.questions import Question
from chunking.strategies import get

# Of the hash of a document that is no sample: a link holds no text.
_SHA256_DIGITS = 12
_SHA256_MOST = 64
_MOST_DIGITS = 12
_SELECTING = {"tune", "compare", "ask"}
_LANES = {"compare", "ask"}
# Characters of the name of a file.
_LONGEST_NAME = 120
# Manual boundaries of a link: their offsets take some thousand characters, which browsers allow.
_MOST_BOUNDARIES = 400


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
        found |= _boundaries(session)
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
    ask, only = session.ask, _only_question(session)
    text = ask.question
    if not text and only is not None and session.page == "ask":
        text = only.text
    if not text or session.page not in _SELECTING:
        return {}
    found = {"question": text}
    if ask.ranking != RANKINGS[0]:
        found["ranking"] = ask.ranking
    awaited = session.awaited if session.awaits_document else None
    passages = awaited.answer if awaited else ask.passages_of(session.document)
    if awaited.in_set if awaited else only is not None and only.text == text:
        found["in_set"] = "true"
        passages = passages or (() if only is None else only.evidence)
    if passages:
        found["answer"] = " ".join(f"{start}-{end}" for start, end in passages)
    return found


def _only_question(session: Session) -> Question | None:
    """Return the question that is the whole question set of the document on screen."""
    found = question_set.located(session)
    return found[0].question if len(found) == 1 else None


def questions_left_out(session: Session) -> int:
    """Return how many questions on the document on screen its link does not hold."""
    if session.awaits_document or session.page == "library":
        return 0
    return 0 if "in_set" in _question(session) else len(question_set.located(session))


def _evaluation(session: Session) -> dict[str, str]:
    """Return the view of the question set on Ask, and what is retrieved per question."""
    asking, usual = session.asking, QuestionsState()
    if asking.view == CHUNKS:
        return {}
    is_usual = (asking.unit, asking.limit) == (usual.unit, usual.limit)
    retrieved = {} if is_usual else {asking.unit: str(asking.limit)}
    long = {} if asking.long_texts == TRUNCATE else {"long_texts": asking.long_texts}
    return {"view": asking.view, **retrieved, **long}


def _boundaries(session: Session) -> dict[str, str]:
    """Return the manual boundaries of the document on screen, or of that of the link."""
    awaited = session.awaited if session.awaits_document else None
    own = awaited.boundaries if awaited else session.boundaries_of(session.document)
    sides = {"boundaries": own.required, "forbidden": own.forbidden}
    if sum(map(len, sides.values())) > _MOST_BOUNDARIES:
        return {}
    found = {name: " ".join(map(str, offsets)) for name, offsets in sides.items() if offsets}
    return found if session.apply_boundaries else {**found, "apply_boundaries": "false"}


def _read_boundaries(session: Session, rest: dict[str, str]) -> None:
    session.apply_boundaries = rest.pop("apply_boundaries", "") != "false"
    sides = [rest.pop(name, "").split() for name in ("boundaries", "forbidden")]
    if not any(sides):
        return
    if not all(map(_is_count, (*sides[0], *sides[1]))):
        session.notify("boundaries and forbidden must be offsets in the text.")
        return
    required, forbidden = ({int(each) for each in side} for side in sides)
    found = Constraints(tuple(sorted(required)), tuple(sorted(forbidden - required)))
    if session.awaited is not None:
        session.awaited = replace(session.awaited, boundaries=found)
    else:
        document = session.document
        session.set_boundaries(document.sha256, boundaries_before(found, len(document.text)))


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
    spans = tuple((int(a), int(b)) for a, b in passages) if usable else ()
    in_set, question = rest.pop("in_set", "") == "true", session.ask.question
    if session.awaited is not None:
        session.awaited = replace(session.awaited, question=question, answer=spans, in_set=in_set)
        return
    session.ask.select(session.document, *spans)
    answer = session.ask.passages_of(session.document)
    if in_set and question and answer:
        session.add_question(question, answer)


def _document(session: Session) -> dict[str, str]:
    """Return the document on screen, or that of the link until the user has chosen another one."""
    awaited = session.awaited
    if awaited is not None and session.awaits_document:
        about = {"name": awaited.name, "bytes": "" if awaited.size is None else str(awaited.size)}
        known = {name: value for name, value in about.items() if value}
        return {"document": awaited.digits, **known, **_at(session, awaited.place)}
    at = _at(session, session.documents.place)
    if is_sample(session.documents.chosen):
        return {"sample": session.documents.chosen, **at}
    document = session.document
    return {
        "document": document.sha256[:_SHA256_DIGITS],
        "name": document.source[:_LONGEST_NAME],
        "bytes": str(_size((document.sha256,), document.text)),
        **at,
    }


@cached(16)
def _size(_: Key, text: str) -> int:
    """Return the bytes of a text as UTF-8."""
    return len(text.encode("utf-8", "surrogatepass"))


def _at(session: Session, place: int | None) -> dict[str, str]:
    """Return the selected offset, on the pages that show one."""
    return {"at": str(place)} if place is not None and session.page in _SELECTING else {}


def _compare(session: Session) -> dict[str, str]:
    compare = session.compare
    found = {"lanes": str(compare.shown)}
    for letter in compare.letters:
        found |= _prefixed(letter, to_query(session.strategy(letter)))
    spec = _baseline(session)
    if spec:
        found["baseline"] = spec
    if compare.pair is not None:
        found["pair"] = "-".join(compare.pair)
    if not compare.equal_size:
        found["equal_size"] = "false"
    if compare.differences_only:
        found["show"] = "differences"
    if compare.scale:
        found["scale"] = compare.scale
    if compare.overlaid:
        found["curves"] = "overlaid"
    if compare.figure is not None:
        found["figure"] = str(compare.figure)
    if compare.columns is not None:
        found["layout"] = "columns" if compare.columns else "gutters"
    return found


def _baseline(session: Session) -> str:
    """Return the spec of the baseline of the document on screen, or of that of the link."""
    if session.awaited is not None and session.awaits_document:
        return session.awaited.baseline
    base = session.baseline or {}
    is_shown = base.get("document") == session.document.sha256
    return str(base.get("strategy", "")) if is_shown else ""


def _read_baseline(session: Session, spec: str) -> None:
    if session.awaited is not None:
        session.awaited = replace(session.awaited, baseline=spec)
    elif spec:
        session.baseline = {"document": session.document.sha256, "strategy": spec}


def read(session: Session, parameters: Mapping[str, str]) -> None:
    """Set a new session as a link describes it; what cannot be used is named in a notice."""
    rest = dict(parameters)
    sample = rest.pop("sample", None)
    if sample is not None:
        session.choose(sample)
        if session.documents.chosen != sample:
            session.notify(f"The link names the sample {sample[:60]!r}, which does not exist.")
    digits = rest.pop("document", None)
    place = _place(session, rest.pop("at", ""))
    name, size = one_line(rest.pop("name", "")), rest.pop("bytes", "")
    if digits is not None and not _show_known(session, digits):
        session.awaited = Awaited(
            digits[:_SHA256_MOST],
            name[:_LONGEST_NAME],
            int(size) if _is_count(size) else None,
            session.documents.chosen,
            place,
        )
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
        _read_boundaries(session, rest)
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
    _read_baseline(session, rest.pop("baseline", ""))
    pair = rest.pop("pair", "").split("-")
    compare.pair = (pair[0], pair[1]) if len(pair) == 2 else None
    compare.equal_size = rest.pop("equal_size", "") != "false"
    compare.differences_only = rest.pop("show", "") == "differences"
    compare.columns = {"columns": True, "gutters": False}.get(rest.pop("layout", ""))
    scale = rest.pop("scale", "")
    compare.scale = scale if scale in SCALES else ""
    if scale not in {"", *SCALES}:
        session.notify(f"scale must be {' or '.join(SCALES)}, got {scale[:20]!r}.")
    compare.overlaid = rest.pop("curves", "") == "overlaid"
    figure = rest.pop("figure", "")
    low, high = FIGURE
    if _is_count(figure) and low <= int(figure) <= high:
        compare.figure = int(figure)
    elif figure:
        session.notify(f"figure must be between {low} and {high} percent, got {figure[:20]!r}.")
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


def _show_known(session: Session, digits: str) -> bool:
    """Show the document whose SHA-256 starts with these digits; return whether it was found.

    It may be open in this tab or another one, be in Library, or have been opened before.
    """
    known = known_document(session, digits)
    if known is not None:
        session.show(known)
        return True
    recent = recent_files.find(digits)
    if recent is not None:
        path, document = recent
        session.open(document, OnDisk.of(path))
    return recent is not None
