"""Sizes counted with the tokenizer of the model, in the window."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import pytest

from chunking import chunk, get
from chunking.gui.jobs import Waiting
from chunking.gui.session import Session
from chunking.gui.settings import Settings
from chunking.gui.tune.chunks import Split, split
from chunking.loading.samples import sample

if TYPE_CHECKING:
    from chunking.strategies import Strategy

pytestmark = pytest.mark.usefixtures("small_model")


def shown(strategy: Strategy) -> Split | Waiting:
    """Return the split of a sample, or the job that failed."""
    session = Session()
    session.documents.choose("essay.md")
    session.apply("tune", strategy)
    found = split(session)
    for _ in range(500):
        if not isinstance(found, Waiting) or found.job.error is not None:
            break
        time.sleep(0.02)
        found = split(session)
    assert found is not None
    return found


def test_the_tokens_are_those_of_the_model() -> None:
    found = shown(get("semantic")(tokenizer="model", max_tokens=254, min_tokens=0))
    assert isinstance(found, Split)
    pieces = chunk(sample("essay.md"), get("sentence")(tokenizer="wordpiece", overlap_tokens=0))
    assert found.chunking.tokens.sum() == pieces.tokens.sum()


def test_a_model_without_a_known_tokenizer_is_reported_by_its_job() -> None:
    found = shown(get("semantic")(tokenizer="model", model="openai:unknown"))
    assert isinstance(found, Waiting)
    assert "the tokenizer of model 'openai:unknown' is unknown" in str(found.job.error)


def test_the_form_lists_the_tokenizers_and_a_chosen_one_of_its_own() -> None:
    def options(strategy: Strategy) -> list[str]:
        [field] = [f for f in Settings(strategy).form()["fields"] if f["name"] == "tokenizer"]
        return [each["value"] for each in field["options"]]

    named = ["estimate", "characters", "words", "model", "wordpiece", "cl100k", "o200k"]
    assert options(get("sentence")()) == named
    assert options(get("sentence")(tokenizer="owner/name")) == [*named, "owner/name"]
