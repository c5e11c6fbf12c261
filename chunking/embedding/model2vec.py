"""Static models of model2vec, which run without torch."""

from collections.abc import Sequence
from typing import Any

from chunking.core.errors import ModelError
from chunking.core.packages import is_installed
from chunking.embedding.model_object import TextModel
from chunking.embedding.sentence_transformers import SentenceTransformerEmbedder


class Model2VecEmbedder(SentenceTransformerEmbedder):
    """A static model by name or folder, without a token limit.

    Raises:
        ModelError: The package model2vec is not installed.
    """

    def __init__(self, name: str) -> None:
        if not is_installed("model2vec"):
            raise ModelError("a model of model2vec needs a package: pip install model2vec")
        super().__init__(name)
        self._name, self.id = name, f"model2vec:{name}"

    @property
    def max_pieces(self) -> None:
        """`None`: a static model reads texts of any length."""
        return

    def _load(self) -> TextModel:
        from model2vec import StaticModel

        folder = self.folder
        try:
            return _WholeTexts(StaticModel.from_pretrained(str(folder)))
        except Exception as error:  # the libraries below raise any kind
            raise ModelError(f"model {self.id!r} could not be loaded from {folder}") from error


class _WholeTexts:
    """A static model that does not truncate texts."""

    def __init__(self, model: Any) -> None:  # noqa: ANN401 - of another library
        self._model = model

    def encode(self, texts: Sequence[str]) -> object:
        """Return one vector per text."""
        return self._model.encode(list(texts), max_length=None)
