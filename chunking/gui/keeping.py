"""What is worked out of documents is kept while a visitor has them open, and let go after that."""

from __future__ import annotations

import ctypes
import gc
import sys
import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, cast
from weakref import WeakSet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

T = TypeVar("T")
P = ParamSpec("P")
Key = tuple[object, ...]

# Seconds for which all is kept after a visitor has left: who loads the page again is a new one.
GRACE = 60.0
# Seconds after which memory is given back: by then the page is drawn without the document.
_DRAWN = 3.0


class Keeper(Protocol):
    """Something that keeps what is made of documents."""

    def forget_document(self, sha256: str) -> None:
        """Drop all that is made of a document."""


_keepers: WeakSet[Any] = WeakSet()


def register(keeper: Keeper) -> None:
    """Have a keeper drop what nobody has open any more, for as long as it lives."""
    _keepers.add(keeper)


@dataclass(slots=True)
class _Place(Generic[T]):
    """Where a value is made, by one thread while the others wait."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    made: list[T] = field(default_factory=list)


class Kept(Generic[T]):
    """At most so many values by their keys; the one not used for longest goes first.

    A key names all that its value depends on, the SHA-256 of its document first.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._places: OrderedDict[Key, _Place[T]] = OrderedDict()
        self._lock = threading.Lock()
        register(self)

    def __len__(self) -> int:
        return len(self._places)

    def get(self, key: Key, make: Callable[[], T]) -> T:
        """The value of a key, made if it is not there; once, however many ask."""
        with self._lock:
            place = self._places.setdefault(key, _Place())
            self._places.move_to_end(key)
            while len(self._places) > self._most:
                self._places.popitem(last=False)
        with place.lock:
            if not place.made:
                place.made.append(make())
            return place.made[0]

    def forget_document(self, sha256: str) -> None:
        """Drop all values of a document."""
        with self._lock:
            for key in [each for each in self._places if each[0] == sha256]:
                del self._places[key]


def kept(
    most: int,
) -> Callable[[Callable[Concatenate[Key, P], T]], Callable[Concatenate[Key, P], T]]:
    """Keep so many results of a function by its first argument, which is a key of `Kept`."""

    def decorate(make: Callable[Concatenate[Key, P], T]) -> Callable[Concatenate[Key, P], T]:
        values: Kept[T] = Kept(most)

        @wraps(make)
        def given(key: Key, /, *args: P.args, **kwargs: P.kwargs) -> T:
            return values.get(key, lambda: make(key, *args, **kwargs))

        # The function holds its values: who keeps the one keeps the other.
        cast("Any", given).values = values
        return given

    return decorate


# ---- who has what open ---------------------------------------------------------------------------


@dataclass(slots=True, eq=False)
class Visitor:
    """One tab of the browser: the documents that are open in it, by their SHA-256.

    `on_leaving` drops what the visit itself holds of them.
    """

    holds: frozenset[str] = frozenset()
    on_leaving: Callable[[], object] = lambda: None


_visitors: set[Visitor] = set()
_holding = threading.Lock()


def hold(visitor: Visitor, documents: Iterable[str]) -> None:
    """A visitor has these documents open and no others; what nobody has open is let go."""
    now = frozenset(documents)
    before = visitor.holds
    with _holding:
        _visitors.add(visitor)
        visitor.holds = now
    if before - now:
        let_go(before - now)


def leave(visitor: Visitor) -> None:
    """A visitor is gone; what they had open is let go after a while."""
    visitor.on_leaving()
    with _holding:
        _visitors.discard(visitor)
    if visitor.holds:
        _later(GRACE, let_go, visitor.holds)


def let_go(documents: Iterable[str]) -> None:
    """Drop all that is made of those of the documents that nobody has open."""
    with _holding:
        held = frozenset().union(*(each.holds for each in _visitors))
    gone = frozenset(documents) - held
    for sha256 in gone:
        for keeper in list(_keepers):
            keeper.forget_document(sha256)
    if gone:
        _later(_DRAWN, give_back)


def give_back() -> None:
    """Hand memory that is free to the system, which the C library otherwise keeps."""
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)


def _later(seconds: float, act: Callable[..., object], *args: object) -> None:
    timer = threading.Timer(seconds, act, args)
    timer.daemon = True
    timer.start()
