"""Vectors of questions: some models expect a prompt before a question, and none before a text."""

from collections.abc import Sequence

from chunking.core.arrays import Vectors
from chunking.embedding.protocol import Embedder


def encode_questions(embedder: Embedder, questions: Sequence[str]) -> Vectors:
    """Return one vector per question, (n, d) float32 of norm 1, with the model's query prompt.

    Args:
        embedder: A model; its attribute `query_prompt`, if it has one, is put before each question.
        questions: n questions.

    Raises:
        ModelError: The model cannot be found or loaded.
    """
    prompt = str(getattr(embedder, "query_prompt", "") or "")
    return embedder.encode([prompt + question for question in questions])


def query_prompt(prompts: object, default: object = None) -> str:
    """Return the query prompt in the prompts of a sentence-transformers model, "" without one.

    Args:
        prompts: Its prompts by name.
        default: The name of the prompt that it puts before every text: then no other one is added.
    """
    prompt = prompts.get("query") if isinstance(prompts, dict) and not default else None
    return prompt if isinstance(prompt, str) else ""
