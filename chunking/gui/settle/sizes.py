"""Sizes that follow the selected model, as long as they are those for another one."""

from chunking.gui.core.jobs import Waiting
from chunking.gui.library import preparation
from chunking.gui.results import engine_calls
from chunking.gui.session.compare_state import display_name
from chunking.gui.session.model_sizes import read_limit, resized
from chunking.gui.session.session import UNDO, Session


def on_tune(session: Session) -> list[Waiting]:
    """Set the sizes of Tune for its model."""
    return _follow(session, "tune")


def in_lanes(session: Session) -> list[Waiting]:
    """Set the sizes of each lane for its model."""
    for letter in session.compare.letters:
        _follow(session, letter)
    return []


def in_library(session: Session) -> list[Waiting]:
    """Set the sizes of Library for its model."""
    strategy, model = session.strategy("library"), session.model("library")
    ready, _ = preparation.prepare(session.library.documents, strategy.material, model)
    if ready:
        read_limit(model)
    return _follow(session, "library")


def _follow(session: Session, scope: str) -> list[Waiting]:
    """Set the sizes for the model of a scope, once it has read a document; with a notice."""
    strategy, model = session.strategy(scope), session.model(scope)
    if engine_calls.model_tokens(session.document, model) is not None:
        read_limit(model)
    changed = resized(strategy, model)
    if changed == strategy:
        return []
    session.settings[scope].apply(changed)
    session.history.rebase(session.snapshot())
    if changed.limits != strategy.limits:
        where = "" if scope == "tune" else f"{display_name(scope)}: "
        text = f"{where}Max tokens set to {changed.limits[1]:,}, which fits {model}."
        session.notify(text, problem=False, offer=UNDO, here=True)
    return []
