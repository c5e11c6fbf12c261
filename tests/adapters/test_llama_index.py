"""The LlamaIndex adapter, against the real package."""

import json
import os

import pytest
from repeated import STRATEGY, TEXT

from chunking import chunk, get

if not os.environ.get("CI"):  # which installs it
    pytest.importorskip("llama_index.core", reason="llama-index-core is not installed")

from llama_index.core.ingestion import IngestionPipeline
from llama_index.core.schema import Document, NodeRelationship

from chunking.adapters.llama_index import ChunkscopeNodeParser


def test_nodes_have_the_texts_and_exact_offsets_of_the_engine() -> None:
    nodes = ChunkscopeNodeParser(STRATEGY).get_nodes_from_documents([Document(text=TEXT)])
    chunks = list(chunk(TEXT, STRATEGY))
    assert [node.text for node in nodes] == [each.text for each in chunks]
    assert [(node.start_char_idx, node.end_char_idx) for node in nodes] == [
        (each.start - each.overlap, each.end) for each in chunks
    ]


def test_nodes_are_related_within_their_document_only() -> None:
    documents = [Document(text=TEXT, id_="a"), Document(text=TEXT, id_="b")]
    nodes = ChunkscopeNodeParser(STRATEGY).get_nodes_from_documents(documents)
    half = len(nodes) // 2
    for i, node in enumerate(nodes):
        first, last = i % half == 0, i % half == half - 1
        assert node.source_node.node_id == ("a" if i < half else "b")
        before, after = node.prev_node, node.next_node
        assert (before is None) if first else before.node_id == nodes[i - 1].node_id
        assert (after is None) if last else after.node_id == nodes[i + 1].node_id
    plain = ChunkscopeNodeParser(STRATEGY, include_prev_next_rel=False)
    assert NodeRelationship.NEXT not in plain(documents)[0].relationships


def test_metadata_is_inherited_and_has_the_fields() -> None:
    document = Document(text=TEXT, metadata={"file_path": "notes/a.md"})
    first, *_, last = ChunkscopeNodeParser(STRATEGY, fields=["heading_path"])([document])
    assert first.metadata == {"file_path": "notes/a.md", "heading_path": ["One"]}
    assert last.metadata["heading_path"] == ["Two"]


def test_it_is_stored_and_restored() -> None:
    parser = ChunkscopeNodeParser(STRATEGY, fields=["id"])
    stored = parser.to_dict()
    del stored["id_func"]  # the framework does not restore functions
    restored = ChunkscopeNodeParser.from_dict(json.loads(json.dumps(stored)))
    documents = [Document(text=TEXT)]
    assert [n.text for n in restored(documents)] == [n.text for n in parser(documents)]
    assert restored.fields == ["id"]


def test_it_runs_in_a_pipeline() -> None:
    pipeline = IngestionPipeline(transformations=[ChunkscopeNodeParser("structure")])
    nodes = pipeline.run(documents=[Document(text=TEXT)])
    assert [node.text for node in nodes] == chunk(TEXT, get("structure")()).texts
