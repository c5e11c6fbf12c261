"""The Haystack adapter, against the real package."""

import os

import pytest
from repeated import STRATEGY, TEXT

from chunking import chunk
from chunking.core.errors import SettingsError

os.environ["HAYSTACK_TELEMETRY_ENABLED"] = "False"  # read at the import
if not os.environ.get("CI"):  # which installs it
    pytest.importorskip("haystack", reason="haystack-ai is not installed")

from haystack import Document, Pipeline

from chunking.adapters.haystack import ChunkscopeSplitter


def test_documents_have_the_texts_and_exact_offsets_of_the_engine() -> None:
    document = Document(content=TEXT, meta={"tags": ["x"]})
    found = ChunkscopeSplitter(STRATEGY, fields=["heading_path"]).run([document])["documents"]
    chunks = list(chunk(TEXT, STRATEGY))
    assert [each.content for each in found] == [each.text for each in chunks]
    assert [each.meta["split_idx_start"] for each in found] == [
        each.start - each.overlap for each in chunks
    ]
    assert [each.meta["split_id"] for each in found] == list(range(len(chunks)))
    assert {each.meta["source_id"] for each in found} == {document.id}
    assert found[-1].meta["heading_path"] == ["Two"]
    found[0].meta["tags"].append("y")
    assert document.meta["tags"] == ["x"]


def test_a_pipeline_is_stored_and_restored() -> None:
    pipeline = Pipeline()
    pipeline.add_component("splitter", ChunkscopeSplitter(STRATEGY, fields=["tokens"]))
    restored = Pipeline.loads(pipeline.dumps(), allowed_modules=["chunking.adapters.haystack"])
    inputs = {"splitter": {"documents": [Document(content=TEXT)]}}
    assert restored.run(inputs) == pipeline.run(inputs)


def test_a_document_without_text_is_an_error() -> None:
    with pytest.raises(SettingsError, match="documents must have text, got none"):
        ChunkscopeSplitter().run([Document(content=None)])
    with pytest.raises(SettingsError, match="documents must be a list of Haystack documents"):
        ChunkscopeSplitter().run(["text"])
