"""A BERT sentence encoder that runs without torch: tokenizer, graph, threads."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.embedding.bfloat16 import BfloatSession
from chunking.embedding.graph import BertShape, bert_graph
from chunking.embedding.precision import EXACT, FAST
from chunking.embedding.slices import by_pieces
from chunking.embedding.weights import mapped_weights, release

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from chunking.types import Ints, Vectors

# Each thread has the memory of its batch; a slice of texts is about this many batches.
MOST_THREADS = 16
# Batches. OpenVINO puts some weights in order at the first texts, and looks words up in the rest:
# each look maps 64 kB of the file, until all 46 MB of words are held.
RELEASED_EVERY = 8


class BertEncoder:
    """The BERT model of a folder, with the mean over the word pieces of a text.

    Of each text the first `max_pieces` pieces are read, with those that mark start and end. Batches
    run side by side, each on one core, and hold texts of one length: nothing waits within a
    batch for a core that others use, and the same text has the same vector to the last bit,
    whatever else is in the batch and however many cores there are.

    Raises `ModelError` where the folder holds no such model, `ImportError` where the runtime
    is missing, and what the runtime raises where it refuses the graph.
    """

    def __init__(self, folder: Path, max_pieces: int, precision: str = EXACT) -> None:
        from tokenizers import Tokenizer

        self.max_seq_length = max_pieces
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        # The file brings a padding and a truncation that are not the model's.
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        self._weights = mapped_weights(folder / "model.safetensors")
        graph = bert_graph(BertShape.of(config), self._weights)
        self._workers = min(MOST_THREADS, available_cores())
        self._session = (
            BfloatSession(*graph, self._workers) if precision == FAST else Session(*graph)
        )
        release(self._weights)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One vector a text, (n, hidden_size) float32 of any norm, in the order of the texts."""
        encodings = self.tokenizer.encode_batch_fast(list(texts))
        ids = [self._read(encoding.ids) for encoding in encodings]
        del encodings  # several times as large as the numbers in them
        batches = by_pieces([len(text) for text in ids])
        with ThreadPoolExecutor(max(min(len(batches), self._workers), 1)) as threads:
            answers = threads.map(lambda batch: self._pooled([ids[i] for i in batch]), batches)
            found = []
            for number, answer in enumerate(answers):
                found.append(answer)
                if number % RELEASED_EVERY == 0:
                    release(self._weights)
        rows = np.concatenate(found)
        release(self._weights)
        vectors = np.empty_like(rows)
        vectors[np.concatenate(batches)] = rows
        return vectors

    def _pooled(self, texts: list[list[int]]) -> Vectors:
        return self._session.pooled(np.array(texts, dtype=np.int64))

    def _read(self, ids: list[int]) -> list[int]:
        """As many pieces as it reads; the last one marks the end."""
        most = self.max_seq_length
        return ids if len(ids) <= most else [*ids[: most - 1], ids[-1]]


class Session:
    """A graph in ONNX Runtime, in float32, with the arrays it is given; threads may share it.

    The runtime's telemetry is off: it would report each start and write an identifier.
    """

    def __init__(self, model: bytes, given: dict[str, Vectors]) -> None:
        import onnxruntime

        # The package has switched the reports off already, by the environment; this is for
        # Windows and for programs that had imported the runtime before.
        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # A plan of the memory for each shape of batch: 20 MB more for the many there are, and
        # measured no faster.
        options.enable_mem_pattern = False
        # The runtime sees the memory of these and does not own it: they live as long as it does.
        self._given = {
            name: onnxruntime.OrtValue.ortvalue_from_numpy(value) for name, value in given.items()
        }
        options.add_external_initializers(list(self._given), list(self._given.values()))
        self._session: Any = onnxruntime.InferenceSession(
            model, options, providers=["CPUExecutionProvider"]
        )

    def pooled(self, ids: Ints) -> Vectors:
        """The mean over each row's pieces, (n, hidden_size), of (n, t) ids."""
        (pooled,) = self._session.run(["pooled"], {"ids": ids})
        return np.asarray(pooled, dtype=np.float32)


def available_cores() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
