"""Consent to send text to the server of a model: for a session and a server."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chunking import engine
from chunking.gui.core.jobs import Kind
from chunking.gui.results import engine_calls
from chunking.gui.results.engine_calls import key_of
from chunking.gui.session.servers import server_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.core.document import Document
    from chunking.embedding.cost import EmbeddingCost
    from chunking.gui.core.jobs import Job
    from chunking.gui.session.session import Session
    from chunking.strategies import Strategy

_COUNTING = Kind("Counting tokens", stoppable=False)


def confirm(session: Session) -> None:
    """Let text be sent to the servers of the unconfirmed models, and use these."""
    for scope, strategy in session.unconfirmed.items():
        session.servers.add(str(server_of(strategy)))
        session.settings[scope].unconfirmed = None
        session.apply(scope, strategy)


def decline(session: Session) -> None:
    """Keep the previous models."""
    for settings in session.settings.values():
        settings.unconfirmed = None


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
