"""Results computed from documents: cached while a session has them open, then evicted."""

import ctypes
import gc
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, Generic, ParamSpec, Protocol, TypeVar, cast
from weakref import WeakSet

T = TypeVar("T")
P = ParamSpec("P")
Key = tuple[object, ...]

# Seconds until the results of a closed tab are evicted: a reloaded page is a new session.
GRACE = 60.0
# Seconds until free memory is returned: by then the window no longer shows the document.
_RELEASE_AFTER = 3.0
# Parameters of `mallopt`, from malloc.h: at most two arenas (M_ARENA_MAX), arrays of 4 MiB or more
# outside of them (M_MMAP_THRESHOLD), at most 1 MiB free at the end of one (M_TRIM_THRESHOLD).
_LIMITS = ((-8, 2), (-3, 2**22), (-1, 2**20))


class Cache(Protocol):
    """A cache of results that are computed from documents."""

    def evict_document(self, sha256: str) -> None:
        """Evict all results of a document."""


_caches: WeakSet[Any] = WeakSet()


def register(cache: Cache) -> None:
    """Evict from this cache, for as long as it exists, what no session has open."""
    _caches.add(cache)


@dataclass(slots=True)
class _Slot(Generic[T]):
    """One cached value, computed by one thread while the others wait."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    values: list[T] = field(default_factory=list)


class Results(Generic[T]):
    """A bounded cache by key, evicting the least recently used value.

    A key holds everything its value depends on, the SHA-256 of its document first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._slots: OrderedDict[Key, _Slot[T]] = OrderedDict()
        self._lock = threading.Lock()
        register(self)

    def __len__(self) -> int:
        return len(self._slots)

    def get(self, key: Key, compute: Callable[[], T]) -> T:
        """Return the value of a key, computing it once, however many threads ask."""
        with self._lock:
            slot = self._slots.setdefault(key, _Slot())
            self._slots.move_to_end(key)
            while len(self._slots) > self._most:
                self._slots.popitem(last=False)
        with slot.lock:
            if not slot.values:
                slot.values.append(compute())
            return slot.values[0]

    def evict_document(self, sha256: str) -> None:
        """Evict all values of a document."""
        with self._lock:
            for key in [each for each in self._slots if each[0] == sha256]:
                del self._slots[key]


def _first(key: Key, *_: object) -> Key:
    return key


def cached(
    most: int, key: Callable[..., Key] = _first
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Cache up to `most` results of a function by a key of `Results`.

    The key is made from its arguments; without `key` it is the first of them.
    """

    def decorate(compute: Callable[P, T]) -> Callable[P, T]:
        results: Results[T] = Results(most)

        @wraps(compute)
        def lookup(*args: P.args, **kwargs: P.kwargs) -> T:
            return results.get(key(*args, **kwargs), lambda: compute(*args, **kwargs))

        # The weak set of caches must not be the only reference.
        cast("Any", lookup).results = results
        return lookup

    return decorate


# ---- open documents ------------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Tab:
    """A browser tab and the SHA-256 of the documents open in it."""

    documents: frozenset[str] = frozenset()


_tabs: set[Tab] = set()
_tabs_lock = threading.Lock()


def keep(tab: Tab, documents: Iterable[str]) -> None:
    """Set the documents a tab has open, and evict those that no tab has open any more."""
    now, before = frozenset(documents), tab.documents
    with _tabs_lock:
        _tabs.add(tab)
        tab.documents = now
    if before - now:
        evict(before - now)


def close(tab: Tab) -> None:
    """Forget a closed tab; its documents are evicted after `GRACE` seconds."""
    with _tabs_lock:
        _tabs.discard(tab)
    if tab.documents:
        _later(GRACE, evict, tab.documents)


def evict(documents: Iterable[str]) -> None:
    """Evict the results of those documents that no tab has open."""
    with _tabs_lock:
        kept = frozenset().union(*(each.documents for each in _tabs))
    closed = frozenset(documents) - kept
    for sha256 in closed:
        for cache in list(_caches):
            cache.evict_document(sha256)
    if closed:
        release_memory_later()


def release_memory_later() -> None:
    """Return free memory to the system soon."""
    _later(_RELEASE_AFTER, release_memory)


def release_memory() -> None:
    """Return free memory to the system, which the C library otherwise keeps."""
    gc.collect()
    _call_allocator("malloc_trim", 0)


def limit_free_memory() -> None:
    """Have glibc keep less free memory: `release_memory` reaches only a part of it.

    It has an arena for each of many threads, and at the end of each it keeps up to 64 MiB once a
    large array was freed.
    """
    for parameter, value in _LIMITS:
        _call_allocator("mallopt", parameter, value)


def _call_allocator(function: str, *values: int) -> None:
    """Call a function of the C library if it has it."""
    if sys.platform == "linux":
        found = getattr(ctypes.CDLL(None), function, None)
        if found is not None:
            found(*values)


def _later(seconds: float, act: Callable[..., object], *args: object) -> None:
    timer = threading.Timer(seconds, act, args)
    timer.daemon = True
    timer.start()
