"""Shards processed by the workers of a Dask cluster."""

import os
import warnings
from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from typing import Any

from chunking.core.errors import ChunkingError
from chunking.embedding.bert import available_cores
from chunking.library.parallel_map import ITEMS_PER_WORKER, THREADS_VARIABLE
from chunking.library.shard import Shard, ShardResult, Work, process

CONNECT_SECONDS = 10


def run_on_cluster(work: Work, shards: Iterable[Shard], address: str) -> Generator[ShardResult]:
    """Yield the result of each shard, processed by the workers of a Dask scheduler.

    The workers need this program and the model, but neither the documents nor the store. A shard
    whose worker dies is processed by another.
    """
    try:
        from distributed import Client
    except ImportError:
        raise ChunkingError("a scheduler needs Dask: pip install distributed") from None
    try:
        client = Client(address, timeout=CONNECT_SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError):
        raise ChunkingError(
            f"the scheduler {address} cannot be reached: it must be the address of a running Dask "
            "scheduler, such as tcp://127.0.0.1:8786"
        ) from None
    with client, warnings.catch_warnings():
        # One document may have 50 MB.
        warnings.filterwarnings("ignore", message="Sending large graph")
        try:
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
            yield from _results(client, work, iter(shards))
        except TimeoutError:
            raise ChunkingError(f"the scheduler {address} has no workers") from None
        except ImportError as error:
            raise ChunkingError(
                f"the workers of {address} must have chunkscope installed: {error}"
            ) from None
        except _lost() as error:
            raise ChunkingError(
                f"the cluster {address} lost the work ({type(error).__name__}); what is stored "
                "remains; run the same command to continue"
            ) from None


def _lost() -> tuple[type[Exception], ...]:
    """Return the errors of a cluster that ends, and of a shard whose workers all die."""
    from concurrent.futures import CancelledError

    from distributed import KilledWorker
    from distributed.client import FutureCancelledError

    return OSError, CancelledError, FutureCancelledError, KilledWorker


def _results(client: Any, work: Work, source: Iterator[Shard]) -> Generator[ShardResult]:  # noqa: ANN401 - untyped
    from distributed import as_completed

    workers = client.scheduler_info(n_workers=-1)["workers"]
    slots = Counter[str]()
    for each in workers.values():
        slots[each["host"]] += each["nthreads"]
    sharing = max(slots.values(), default=1)
    running = as_completed(loop=client.loop)

    def submit() -> bool:
        shard = next(source, None)
        if shard is not None:
            running.add(client.submit(_process, work, shard, sharing, pure=False))
        return shard is not None

    for _ in range(ITEMS_PER_WORKER * max(1, slots.total())):
        if not submit():
            break
    for future in running:
        yield future.result()
        submit()


def _process(work: Work, shard: Shard, sharing: int) -> ShardResult:
    """Process a shard on a worker; its model has the cores of the machine over `sharing` tasks."""
    os.environ.setdefault(THREADS_VARIABLE, str(max(1, available_cores() // sharing)))
    return process(work, shard)
