"""Sizes counted with the tokenizer of the model, in the window."""

import pytest
from session_page import ended_or_failed

from chunking import chunk, get
from chunking.engine.run import Split
from chunking.gui.core.jobs import Waiting
from chunking.gui.results.chunks import split
from chunking.gui.session.messages import ChoiceControl
from chunking.gui.session.model_sizes import start_of
from chunking.gui.session.session import Session
from chunking.gui.session.settings import Settings
from chunking.loading.samples import sample
from chunking.strategies import Strategy

TOKENS = "tokenizer"

pytestmark = pytest.mark.usefixtures("small_model")


def shown(strategy: Strategy) -> Split | Waiting:
    """Return the split of a sample, or the job that failed."""
    session = Session()
    session.documents.choose("essay.md")
    session.apply("tune", strategy)
    return ended_or_failed(lambda: split(session))


def tokenizer_control(strategy: Strategy) -> ChoiceControl:
    [found] = [each for each in Settings(strategy).form()["fields"] if each["name"] == TOKENS]
    assert found["kind"] == "choice"
    return found


def test_the_tokens_are_those_of_the_model() -> None:
    found = shown(get("semantic")(tokenizer="model", max_tokens=250, min_tokens=0))
    assert isinstance(found, Split)
    pieces = chunk(sample("essay.md"), get("sentence")(tokenizer="wordpiece", overlap_tokens=0))
    assert found.chunking.tokens.sum() == pieces.tokens.sum()


def test_the_form_lists_the_tokenizers_and_a_chosen_one_of_its_own() -> None:
    def options(strategy: Strategy) -> list[str]:
        return [each["value"] for each in tokenizer_control(strategy)["options"]]

    named = ["estimate", "characters", "words", "model", "wordpiece", "cl100k", "o200k"]
    assert options(get("semantic")()) == named
    assert options(get("semantic")(tokenizer="owner/name")) == [*named, "owner/name"]
    assert options(get("sentence")()) == [each for each in named if each != "model"]


def test_the_form_tells_that_tokens_are_estimated_without_a_model() -> None:
    field = tokenizer_control(get("hierarchical")())
    titles = {each["value"]: each["title"] for each in field["options"]}
    assert (field["value"], titles["model"]) == ("model", "estimated tokens (no model)")


def test_a_strategy_chosen_for_the_first_time_has_the_selected_model() -> None:
    settings = Settings(get("semantic")(model="multilingual"))
    settings.choose("sentence")
    settings.choose("optimal")
    assert settings.strategy == start_of("optimal", "multilingual")
