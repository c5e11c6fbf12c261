"""Consent to send text to the server of a model, and to download a model or a tokenizer.

That for a server holds for a session, that for a download for the process.
"""

from collections.abc import Sequence

from chunking import engine
from chunking.core.document import Document
from chunking.core.text import hub
from chunking.core.text.tokenizer_files import FILE as TOKENIZER_FILE
from chunking.embedding.cost import EmbeddingCost
from chunking.gui.core.jobs import JOBS, Job, Kind
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
from chunking.gui.session.servers import downloads_of, server_of
from chunking.gui.session.session import Session
from chunking.strategies import Strategy

_LOOKING_UP = Kind("Looking up a download", stoppable=False)
_COUNTING = Kind("Counting tokens", stoppable=False)


def confirm(session: Session) -> None:
    """Let text be sent to the servers of the unconfirmed models, and use these."""
    for strategy in session.unconfirmed.values():
        session.servers.add(str(server_of(strategy)))
    _apply(session)


def confirm_downloads(session: Session) -> None:
    """Let the unconfirmed models and tokenizers be downloaded, and use them."""
    for name in downloads(session):
        hub.allow(name)
    _apply(session)


def _apply(session: Session) -> None:
    for scope, strategy in session.unconfirmed.items():
        session.settings[scope].unconfirmed = None
        session.apply(scope, strategy)


def decline(session: Session) -> None:
    """Keep the previous models."""
    for settings in session.settings.values():
        settings.unconfirmed = None


def dialog(session: Session) -> str:
    """Return the name of the dialog that asks for consent: "download" first; "" without one."""
    if not session.unconfirmed:
        return ""
    return "download" if downloads(session) else "consent"


def downloads(session: Session) -> dict[str, str]:
    """Return the setting, "model" or "tokenizer", of each name that would be downloaded."""
    return {
        name: setting
        for strategy in session.unconfirmed.values()
        for setting, name in downloads_of(strategy).items()
    }


def look_up(name: str, setting: str) -> None:
    """Start to ask the hub for the size of a download."""

    def work(_: Job) -> int:
        from chunking.embedding import download_size

        if setting == "model":
            return download_size(name)
        return hub.download_size([name], [TOKENIZER_FILE])

    JOBS.forget(_size_key(name))
    engine_calls.background(_size_key(name), work, _LOOKING_UP)


def size(name: str) -> Job | None:
    """Return the job that asks for the size of a download; None before the user has wanted it."""
    return JOBS.find(_size_key(name))


def _size_key(name: str) -> tuple[str, str]:
    return ("download size", name)


def sentences(session: Session) -> list[str] | None:
    """Return a sentence for each unconfirmed model: what is sent where; None while it is counted.

    Counting finds the sentences of the documents, but sends nothing.
    """
    found: dict[str, str] = {}
    for scope, strategy in session.unconfirmed.items():
        own = session.library.documents if scope == "library" else [session.document]
        key = ("cost", strategy.material, *(part for each in own for part in key_of(each)))

        def work(
            _: Job, own: Sequence[Document] = tuple(own), strategy: Strategy = strategy
        ) -> str:
            return _sentence(own, strategy)

        waiting = engine_calls.background(key, work, _COUNTING)
        if not waiting.job.finished.is_set():
            return None
        # A model that cannot count its tokens reports why when it is used.
        uncounted = f"{strategy.material.model} sends text to {server_of(strategy)}."
        found[str(strategy.material.model)] = waiting.job.result or uncounted
    return list(found.values())


def _sentence(documents: Sequence[Document], strategy: Strategy) -> str:
    """Return what is sent if some documents are embedded for a strategy."""
    costs = [engine.cost_of(each, strategy.material) for each in documents]
    sent = [each for each in costs if each is not None]
    if sent:
        return f"{_total(sent)}."
    where = f"{strategy.material.model} sends text to {server_of(strategy)}"
    if not documents:
        return f"{where}: of each document that you open."
    done = "this document is" if len(documents) == 1 else "these documents are"
    return f"{where}: of other documents, as {done} embedded already."


def _total(costs: Sequence[EmbeddingCost]) -> str:
    from chunking.embedding.cost import EmbeddingCost

    first = costs[0]
    texts, tokens = (sum(getattr(each, name) for each in costs) for name in ("texts", "tokens"))
    return EmbeddingCost(first.model, first.host, texts, tokens, first.is_estimate).note
