"""BERT sentence encoder without torch: tokenizer, ONNX graph, threads."""

import math
import mmap
import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from chunking.core.arrays import Ints, Vectors
from chunking.core.errors import ModelError
from chunking.core.text.tokenizer_files import tokenizer_of
from chunking.embedding.bfloat16 import BfloatSession
from chunking.embedding.long_texts import equal_length_batches

# Written by tests/embedding/bert_graph.py. They hold no weights: one refers to the arrays as
# external initializers, which ONNX Runtime can rearrange, the other takes them as inputs.
GRAPH = Path(__file__).parent / "bert.onnx"
GRAPH_WITH_INPUTS = Path(__file__).parent / "bert_with_inputs.onnx"
# Each thread holds the memory of its batch.
MAX_THREADS = 16
# Batches after which mapped weights are released. OpenVINO reads the word embeddings from the
# file, and each lookup maps 64 kB of it, up to 46 MB.
RELEASE_INTERVAL = 8
# Bytes per number of the types in a BERT's weights.
_ITEM_SIZES = {"F32": 4, "I64": 8}


class BertEncoder:
    """The bundled BERT model; the vector of a text is the mean over its tokens.

    Of each text the first `max_pieces` tokens are read, special tokens included. Batches run
    concurrently, each on one core, and hold texts of one length. A text's vector is therefore
    identical to the last bit, whatever else is in the batch and however many cores there are.

    Args:
        folder: The model, with `tokenizer.json` and `model.safetensors`.

    Raises:
        ModelError: The weights cannot be read.
        ImportError: The runtime is not installed. The runtime raises other errors for a bad graph.
    """

    def __init__(self, folder: Path, max_pieces: int, *, bf16: bool = False) -> None:
        self.max_seq_length = max_pieces
        self.tokenizer = tokenizer_of((folder / "tokenizer.json").read_text(encoding="utf-8"))
        self._weights = map_weights(folder / "model.safetensors")
        self._workers = min(MAX_THREADS, available_cores())
        arrays = graph_arrays(self._weights)
        self._session = (
            BfloatSession(GRAPH_WITH_INPUTS.read_bytes(), arrays, self._workers)
            if bf16
            else OnnxSession(GRAPH.read_bytes(), arrays)
        )
        release(self._weights)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return one vector per text, (n, hidden_size) float32 of any norm."""
        encodings = self.tokenizer.encode_batch_fast(list(texts))
        ids = [self._truncate(encoding.ids) for encoding in encodings]
        del encodings  # several times the size of the ids
        batches = equal_length_batches([len(text) for text in ids])
        with ThreadPoolExecutor(max(min(len(batches), self._workers), 1)) as threads:
            answers = threads.map(lambda batch: self._pooled([ids[i] for i in batch]), batches)
            found = []
            for number, answer in enumerate(answers):
                found.append(answer)
                if number % RELEASE_INTERVAL == 0:
                    release(self._weights)
        rows = np.concatenate(found)
        release(self._weights)
        vectors = np.empty_like(rows)
        vectors[np.concatenate(batches)] = rows
        return vectors

    def _pooled(self, texts: list[list[int]]) -> Vectors:
        return self._session.pooled(np.array(texts, dtype=np.int64))

    def _truncate(self, ids: list[int]) -> list[int]:
        """Keep the first tokens up to the limit, and the last one, which marks the end."""
        limit = self.max_seq_length
        return ids if len(ids) <= limit else [*ids[: limit - 1], ids[-1]]


class OnnxSession:
    """An ONNX graph in ONNX Runtime, in float32; thread-safe.

    Args:
        model: The serialized graph.
        arrays: Its external initializers by name; they are not copied.
    """

    def __init__(self, model: bytes, arrays: dict[str, Vectors]) -> None:
        import onnxruntime

        # The environment variable set by the package turns telemetry off, except on Windows and in
        # programs that imported the runtime before.
        onnxruntime.disable_telemetry_events()
        options = onnxruntime.SessionOptions()
        options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        # A memory plan per batch shape takes another 20 MB and, measured, is no faster.
        options.enable_mem_pattern = False
        # The runtime refers to the memory of these, so they must live as long as the session.
        self._values = {
            name: onnxruntime.OrtValue.ortvalue_from_numpy(value) for name, value in arrays.items()
        }
        options.add_external_initializers(list(self._values), list(self._values.values()))
        self._session: Any = onnxruntime.InferenceSession(
            model, options, providers=["CPUExecutionProvider"]
        )

    def pooled(self, ids: Ints) -> Vectors:
        """Return the mean over each row's tokens, (n, hidden_size), for (n, t) ids."""
        (pooled,) = self._session.run(["pooled"], {"ids": ids})
        return np.asarray(pooled, dtype=np.float32)


def graph_arrays(weights: dict[str, Vectors]) -> dict[str, Vectors]:
    """Return the arrays of the graph by name, made of a BERT model's weights.

    `positions` is the sum of the position embeddings and the embedding of the only token type.
    """
    arrays = {name: array for name, array in weights.items() if not name.startswith("pooler.")}
    positions = arrays.pop("embeddings.position_embeddings.weight")
    token_types = arrays.pop("embeddings.token_type_embeddings.weight")
    return {**arrays, "positions": positions + token_types[0]}


def map_weights(path: Path) -> dict[str, Vectors]:
    """Return the float32 arrays of a safetensors file as read-only views of the mapped file.

    The library would copy them; mapped, processes share their memory, and it can be released.
    """
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="np") as file:
            slices = {name: file.get_slice(name) for name in file.offset_keys()}
    except (OSError, SafetensorError) as error:
        raise ModelError(f"{path} cannot be read as safetensors: {error}") from error
    # By the format, the arrays follow each other without gaps up to the end of the file.
    sizes = {
        name: math.prod(each.get_shape()) * _ITEM_SIZES[each.get_dtype()]
        for name, each in slices.items()
    }
    content = np.memmap(path, dtype=np.uint8, mode="c")
    start = len(content) - sum(sizes.values())
    found: dict[str, Vectors] = {}
    for name, each in slices.items():
        end = start + sizes[name]
        if each.get_dtype() == "F32":
            found[name] = content[start:end].view("<f4").reshape(each.get_shape())
            found[name].flags.writeable = False
        start = end
    return found


def release(weights: dict[str, Vectors]) -> None:
    """Release the memory of mapped weights; later accesses read the file again.

    The runtimes keep rearranged copies of the large arrays and rarely read the originals again.
    """
    for value in weights.values():
        mapped = getattr(value, "_mmap", None)
        if mapped is not None and hasattr(mmap, "MADV_DONTNEED"):
            mapped.madvise(mmap.MADV_DONTNEED)
            return  # all arrays are of one file


def available_cores() -> int:
    """Return the number of cores that this process may use, at most `OMP_NUM_THREADS`."""
    has_affinity = hasattr(os, "sched_getaffinity")
    cores = len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
    limit = os.environ.get("OMP_NUM_THREADS", "")
    return min(cores, int(limit)) if limit.isdecimal() and int(limit) else cores
