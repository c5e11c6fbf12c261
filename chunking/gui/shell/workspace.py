"""The session as a workspace file: saved, opened, and its missing documents located."""

from chunking.analysis.runs import Run
from chunking.core.document import Document
from chunking.core.text.numbers import count_of
from chunking.engine.manual_boundaries import BoundariesFile
from chunking.engine.serialization import to_dict
from chunking.engine.workspace import DocumentEntry, QuestionEntry, RunEntry, Workspace
from chunking.gui.session.compare_state import LANES
from chunking.gui.session.documents import is_sample, key_of
from chunking.gui.session.session import Session
from chunking.loading import load_bytes
from chunking.retrieval.questions import Question

# Characters of a text that a workspace file can hold: a title, say.
_LONGEST = 2000
# Missing documents that one line names.
_MOST_NAMED = 3


# ---- saving --------------------------------------------------------------------------------------


def build(session: Session) -> Workspace:
    """Return what a workspace file keeps of a session: everything but its documents."""
    shown = session.document
    documents = {**session.documents.by_hash(), shown.sha256: shown}
    entries = {sha256: _entry(session, each) for sha256, each in documents.items()}
    # Those that were not located stay in the file.
    entries |= {each.sha256: each for each in session.missing()}
    lanes = [
        letter
        for row, letter in enumerate(LANES)
        if row < session.compare.shown or letter in session.touched
    ]
    library = session.strategy("library") if "library" in session.touched else None
    return Workspace.model_validate(
        {
            "documents": list(entries.values()),
            "chosen": shown.sha256,
            "preset": session.settings["tune"].preset or None,
            "tune": to_dict(session.strategy("tune")),
            "lanes": {letter: to_dict(session.strategy(letter)) for letter in lanes},
            "side_by_side": session.compare.shown,
            "library": None if library is None else to_dict(library),
            "marks": [
                BoundariesFile(document=sha256, required=each.required, forbidden=each.forbidden)
                for sha256, each in session.boundaries.items()
            ],
            "apply_marks": session.apply_boundaries,
            "baseline": session.baseline,
            "questions": [_question(each) for each in session.questions],
            "runs": [_run(each) for each in session.runs],
        }
    )


def _question(question: Question) -> QuestionEntry:
    return QuestionEntry(
        question=question.text,
        document=question.document[:_LONGEST],
        evidence=question.evidence,
        quotes=question.quotes,
        synthetic=question.synthetic[:_LONGEST],
        masked=question.masked,
    )


def _run(run: Run) -> RunEntry:
    return RunEntry(
        number=run.number,
        document=run.document,
        strategy=to_dict(run.strategy),
        at=run.at,
        metrics=dict(run.metrics),
        sizes=run.sizes,
        note=run.note,
    )


def _entry(session: Session, document: Document) -> DocumentEntry:
    own = session.documents.is_own(document)
    left = session.left.get(key_of(document.source, document.sha256))
    return DocumentEntry(
        sha256=document.sha256,
        source=document.source[:_LONGEST],
        characters=len(document.text),
        sample=None if own else document.source,
        title=document.title[:_LONGEST],
        language=document.language,
        domain=document.domain[:_LONGEST],
        tune=None if left is None else to_dict(left.settings.strategy),
    )


# ---- opening -------------------------------------------------------------------------------------


def apply(session: Session, workspace: Workspace) -> None:
    """Set a session as a workspace file describes it; documents that are open stay open.

    The chosen document is shown if it is open; else another one of the workspace, until it is
    located.
    """
    session.workspace = workspace
    for scope, strategy in workspace.strategies().items():
        session.apply(scope, strategy)
    session.compare.shown = workspace.side_by_side
    session.apply_boundaries = workspace.apply_marks
    session.set_all_boundaries({each.document: each.constraints for each in workspace.marks})
    session.questions = tuple(
        Question(
            each.question, each.document, each.evidence, each.quotes, each.synthetic, each.masked
        )
        for each in workspace.questions
    )
    session.runs = tuple(
        Run(each.number, each.document, strategy, each.at, each.metrics, each.sizes, each.note)
        for each, strategy in zip(workspace.runs, workspace.tried(), strict=True)
    )
    baseline = workspace.baseline
    session.baseline = None if baseline is None else baseline.model_dump(exclude_defaults=True)
    keys = [_present(session, each) for each in workspace.documents]
    for entry, key in zip(workspace.documents, keys, strict=True):
        if key is not None:
            _describe(session, key, entry)
            _set_tune(session, key, entry)
    chosen = [
        key
        for entry, key in zip(workspace.documents, keys, strict=True)
        if entry.sha256 == workspace.chosen
    ]
    for key in (*chosen, *keys):
        if key is not None:
            session.choose(key)
            return


def _present(session: Session, entry: DocumentEntry) -> str | None:
    """Return the key under which a document of a workspace is open; None if it is not."""
    if entry.sample is not None:
        return entry.sample if is_sample(entry.sample) else None
    own = session.documents.own.items()
    return next((key for key, each in own if each.sha256 == entry.sha256), None)


def _set_tune(session: Session, key: str, entry: DocumentEntry) -> None:
    strategy = session.workspace.tune_of(entry) if session.workspace else None
    if strategy is not None:
        session.set_document(key, strategy)


def _describe(session: Session, key: str, entry: DocumentEntry) -> None:
    about = {"title": entry.title, "language": entry.language, "domain": entry.domain}
    session.documents.describe(key, **about)


def summary(session: Session) -> str:
    """Return one line on the opened workspace: what was opened, and what is missing."""
    workspace = session.workspace
    if workspace is None:
        return ""
    missing = session.missing()
    count = sum(len(each.required) + len(each.forbidden) for each in workspace.marks)
    opened = len(workspace.documents) - len(missing)
    parts = [
        "settings",
        count_of(opened, "document") if opened else "",
        count_of(count, "manual boundary", "manual boundaries") if count else "",
        count_of(len(workspace.questions), "question") if workspace.questions else "",
        count_of(len(workspace.runs), "run") if workspace.runs else "",
        "a baseline" if workspace.baseline is not None else "",
    ]
    line = f"Opened: {', '.join(filter(None, parts))}."
    if not missing:
        return line
    named = ", ".join(each.source for each in missing[:_MOST_NAMED])
    more = len(missing) - _MOST_NAMED
    return f"{line} Missing: {named}{f' and {more:,} more' if more > 0 else ''}."


# ---- locating documents --------------------------------------------------------------------------


def locate(session: Session, entry: DocumentEntry, content: bytes, name: str) -> bool:
    """Open the file of a missing document, if its text is the one that was saved.

    Its manual boundaries and the baseline, which are kept by its SHA-256, apply again.

    Raises:
        LoadError: The file cannot be read.
    """
    document = load_bytes(content, name)
    if document.sha256 != entry.sha256:
        return False
    session.open(document)
    _describe(session, session.documents.chosen, entry)
    _set_tune(session, session.documents.chosen, entry)
    return True


def locate_other(session: Session, entry: DocumentEntry, content: bytes, name: str) -> None:
    """Open another version of a missing document in its place.

    Manual boundaries of the saved version are kept, in case its file is opened later.

    Raises:
        LoadError: The file cannot be read.
    """
    session.open(load_bytes(content, name))
    _describe(session, session.documents.chosen, entry)
    _set_tune(session, session.documents.chosen, entry)
    if session.workspace is not None:
        others = [each for each in session.workspace.documents if each != entry]
        session.workspace = session.workspace.model_copy(update={"documents": tuple(others)})
