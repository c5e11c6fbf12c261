"""How a session ranks chunks for the questions of its set, and how much of them it retrieves."""

from chunking.core.errors import ModelError
from chunking.gui.results.engine_calls import is_remote
from chunking.gui.session.session import Session
from chunking.retrieval.evaluation import TOKENS, Retrieval


def retrieval_of(session: Session, model: str) -> Retrieval:
    """Return how chunks are ranked by a model, and how much of them is retrieved."""
    asking = session.asking
    return Retrieval(
        asking.limit if asking.unit == "tokens" else TOKENS,
        asking.limit if asking.unit == "chunks" else None,
        ranking=session.ask.ranking,
        model=model,
        long_texts=asking.long_texts,
    )


def sends(retrieval: Retrieval) -> bool:
    """Return whether ranking sends text to a server."""
    try:
        return retrieval.ranking != "words" and is_remote(retrieval.model)
    except ModelError:
        return False  # the job that ranks names the error
