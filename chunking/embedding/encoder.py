"""A BERT sentence encoder that runs without torch: tokenizer, graph, threads."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import numpy as np

from chunking.embedding.graph import BertShape, bert_graph
from chunking.embedding.slices import by_pieces
from chunking.embedding.weights import mapped_weights

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tokenizers import Encoding

    from chunking.types import Ints, Vectors

# Each thread has the memory of its batch; a slice of texts is about this many batches.
MOST_THREADS = 16


class BertEncoder:
    """The BERT model of a folder, in float32, with the mean over the word pieces of a text.

    Of each text the first `max_pieces` pieces are read, with those that mark start and end. Batches
    run side by side, each on one core: nothing waits within a batch for a core that others
    use, and no sum depends on how many cores there are.

    Raises `ModelError` where the folder holds no such model, `ImportError` where the runtime
    is missing, and what the runtime raises where it refuses the graph.
    """

    def __init__(self, folder: Path, max_pieces: int) -> None:
        from tokenizers import Tokenizer

        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        # The file brings a padding and a truncation that are not the model's.
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_pieces)
        config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
        weights = mapped_weights(folder / "model.safetensors")
        self._session = Session(*bert_graph(BertShape.of(config), weights))

    def encode(self, texts: Sequence[str]) -> Vectors:
        """One vector a text, (n, hidden_size) float32 of any norm, in the order of the texts."""
        encodings = self._tokenizer.encode_batch_fast(list(texts))
        batches = by_pieces([len(encoding) for encoding in encodings])
        workers = min(len(batches), MOST_THREADS, available_cores())
        with ThreadPoolExecutor(max(workers, 1)) as threads:
            answers = threads.map(
                lambda batch: self._session.pooled(*_padded([encodings[i] for i in batch])), batches
            )
            rows = np.concatenate(list(answers))
        vectors = np.empty_like(rows)
        vectors[np.concatenate(batches)] = rows
        return vectors


class Session:
    """A graph in ONNX Runtime, with the arrays it is given; threads may share it.

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
        # The runtime sees the memory of these and does not own it: they live as long as it does.
        self._given = {
            name: onnxruntime.OrtValue.ortvalue_from_numpy(value) for name, value in given.items()
        }
        options.add_external_initializers(list(self._given), list(self._given.values()))
        self._session: Any = onnxruntime.InferenceSession(
            model, options, providers=["CPUExecutionProvider"]
        )

    def pooled(self, ids: Ints, mask: Ints) -> Vectors:
        """The mean over each row's pieces, (n, hidden_size), of (n, t) ids and their mask."""
        (pooled,) = self._session.run(["pooled"], {"ids": ids, "mask": mask})
        return np.asarray(pooled, dtype=np.float32)


def available_cores() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _padded(encodings: list[Encoding]) -> tuple[Ints, Ints]:
    """Ids and mask, (n, t) each, where t is the longest; what is masked has id 0."""
    counts = np.array([len(encoding) for encoding in encodings])
    mask = (np.arange(counts.max()) < counts[:, None]).astype(np.int64)
    ids = np.zeros_like(mask)
    ids[mask == 1] = np.concatenate([encoding.ids for encoding in encodings])
    return ids, mask
