"""The LangChain adapter, against the real package."""

import os

import pytest
from repeated import STRATEGY, TEXT

from chunking import chunk
from chunking.core.errors import SettingsError

if not os.environ.get("CI"):  # which installs it
    pytest.importorskip("langchain_text_splitters", reason="its package is not installed")

from langchain_core.documents import BaseDocumentTransformer, Document
from langchain_text_splitters import TextSplitter

from chunking.adapters.langchain import ChunkscopeTextSplitter


def test_texts_are_those_of_the_engine() -> None:
    splitter = ChunkscopeTextSplitter(STRATEGY)
    assert isinstance(splitter, TextSplitter)
    assert isinstance(splitter, BaseDocumentTransformer)
    assert splitter.split_text(TEXT) == chunk(TEXT, STRATEGY).texts
    assert splitter.split_text("") == []


def test_start_indices_are_exact_where_passages_repeat() -> None:
    splitter = ChunkscopeTextSplitter(STRATEGY, add_start_index=True)
    (first, *_), documents = (splitter.create_documents([TEXT, TEXT]) for _ in range(2))
    expected = [each.start - each.overlap for each in chunk(TEXT, STRATEGY)]
    assert [each.metadata["start_index"] for each in documents] == [*expected, *expected]
    for each in documents:
        start = each.metadata["start_index"]
        assert TEXT[start : start + len(each.page_content)] == each.page_content
    assert first.metadata["start_index"] == 0


def test_documents_keep_their_metadata_and_get_the_fields() -> None:
    source = Document(page_content=TEXT, metadata={"source": "notes/a.md", "tags": ["x"]})
    splitter = ChunkscopeTextSplitter(STRATEGY, fields=["heading_path", "tokens"])
    for documents in (splitter.split_documents([source]), splitter.transform_documents([source])):
        assert [each.page_content for each in documents] == chunk(TEXT, STRATEGY).texts
        assert documents[0].metadata["heading_path"] == ["One"]
        assert documents[-1].metadata["heading_path"] == ["Two"]
        assert all(each.metadata["source"] == "notes/a.md" for each in documents)
        documents[0].metadata["tags"].append("y")
        assert source.metadata["tags"] == documents[1].metadata["tags"] == ["x"]
        assert "start_index" not in documents[0].metadata


def test_a_length_function_replaces_the_tokenizer() -> None:
    spec = "sentence:max_tokens=40,overlap_tokens=0"
    texts = ChunkscopeTextSplitter(spec, length_function=len).split_text(TEXT)
    assert max(map(len, texts)) <= 40
    assert len(texts) > len(ChunkscopeTextSplitter(spec).split_text(TEXT))


def test_invalid_arguments_are_errors() -> None:
    with pytest.raises(SettingsError, match="strategy must be one of"):
        ChunkscopeTextSplitter("nonsense")
    with pytest.raises(SettingsError, match="fields must be some of id, index"):
        ChunkscopeTextSplitter(fields=["text"])
