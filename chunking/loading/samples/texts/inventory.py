"""A small reservation engine for things that can be lent out.

The module keeps count of a stock of interchangeable items (forty folding
chairs, six projectors, one marquee) and answers a single question reliably:
may this many of them be promised to somebody for this stretch of days?

Three ideas carry the design:

* A *span* is a half-open range of dates. The day on which a thing comes back
  is a day on which it can go out again, so spans that touch do not overlap.
* A *hold* is a promise of some quantity over a span. Holds start out as
  tentative, expire unless they are confirmed, and are never edited: a change
  is a release followed by a new hold.
* The *ledger* is the only object that mutates. Everything it hands out is
  frozen, so callers may keep what they receive without copying it.

Example
-------
>>> from datetime import date
>>> ledger = Ledger()
>>> ledger.add_item(Item("chair", "Folding chair", stock=40))
>>> span = Span(date(2024, 6, 1), date(2024, 6, 3))
>>> hold = ledger.reserve("chair", 25, span, holder="Allotment society")
>>> ledger.available("chair", span)
15
"""

from __future__ import annotations

import functools
import itertools
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta, timezone
from enum import Enum
from typing import Concatenate, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

#: How long a tentative hold survives before it is swept away.
DEFAULT_GRACE = timedelta(hours=48)


class InventoryError(Exception):
    """Base class, so that callers can catch everything from this module."""


class UnknownItem(InventoryError):
    """Raised when a code does not name any item in the ledger."""


class NotEnough(InventoryError):
    """Raised when a request exceeds what is free.

    The exception carries the shortfall for each day, because the person at
    the desk will immediately be asked which days are the problem.
    """

    def __init__(self, code: str, wanted: int, shortfall: dict[date, int]) -> None:
        self.code = code
        self.wanted = wanted
        self.shortfall = shortfall
        worst = max(shortfall.values())
        days = ", ".join(day.isoformat() for day in sorted(shortfall))
        super().__init__(f"{wanted} x {code}: up to {worst} too many on {days}")


class Status(Enum):
    TENTATIVE = "tentative"
    CONFIRMED = "confirmed"
    RELEASED = "released"

    @property
    def counts(self) -> bool:
        """Whether a hold in this state takes up stock."""
        return self is not Status.RELEASED


@dataclass(frozen=True, order=True, slots=True)
class Span:
    """A half-open range of days: ``start`` is included and ``end`` is not."""

    start: date
    end: date

    def __post_init__(self) -> None:
        if self.end <= self.start:
            raise ValueError(f"a span must last at least a day: {self.start} to {self.end}")

    def overlaps(self, other: Span) -> bool:
        return self.start < other.end and other.start < self.end

    def days(self) -> Iterator[date]:
        day = self.start
        while day < self.end:
            yield day
            day += timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Item:
    """A kind of thing, of which ``stock`` interchangeable pieces exist.

    ``turnaround`` is the number of days for which a piece is out of use after
    its return, for cleaning or repair. A marquee that comes home wet needs
    two; a folding chair needs none.
    """

    code: str
    title: str
    stock: int
    turnaround: int = 0

    def __post_init__(self) -> None:
        if self.stock < 0 or self.turnaround < 0:
            raise ValueError("stock and turnaround cannot be negative")

    def occupied(self, span: Span) -> Span:
        """The span widened by the days the piece needs to recover."""
        return Span(span.start, span.end + timedelta(days=self.turnaround))


@dataclass(frozen=True, slots=True)
class Hold:
    number: int
    code: str
    quantity: int
    span: Span
    holder: str
    made_at: datetime
    status: Status = Status.TENTATIVE


def locked(
    method: Callable[Concatenate[Ledger, P], R],
) -> Callable[Concatenate[Ledger, P], R]:
    """Run a method of :class:`Ledger` under the ledger's lock.

    The lock is re-entrant, so decorated methods may call one another. The
    decorator exists to keep the locking visible at the top of each method
    instead of adding a level of indentation to its body.
    """

    @functools.wraps(method)
    def wrapper(self: Ledger, *args: P.args, **kwargs: P.kwargs) -> R:
        with self._lock:
            return method(self, *args, **kwargs)

    return wrapper


def utc_now() -> datetime:
    return datetime.now(timezone.utc)


@dataclass
class Ledger:
    """All items and all holds, with the rules that connect them.

    Pass ``clock`` to control the passage of time in tests. Nothing else in
    the module looks at the system clock.
    """

    grace: timedelta = DEFAULT_GRACE
    clock: Callable[[], datetime] = utc_now
    _items: dict[str, Item] = field(default_factory=dict, repr=False)
    _holds: dict[int, Hold] = field(default_factory=dict, repr=False)
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1), repr=False)
    _lock: threading.RLock = field(default_factory=threading.RLock, repr=False)

    # -- stock ---------------------------------------------------------------

    @locked
    def add_item(self, item: Item) -> None:
        """Register a new kind of item; its code must not be in use."""
        if item.code in self._items:
            raise InventoryError(f"{item.code!r} is already registered")
        self._items[item.code] = item

    def item(self, code: str) -> Item:
        try:
            return self._items[code]
        except KeyError:
            raise UnknownItem(code) from None

    # -- questions -----------------------------------------------------------

    @locked
    def load(self, code: str, span: Span) -> dict[date, int]:
        """How many pieces are spoken for on each day of ``span``.

        Days on which nothing is out are present with a count of zero, so the
        result can be drawn as a bar chart without filling in gaps.
        """
        item = self.item(code)
        counts = dict.fromkeys(span.days(), 0)
        for hold in self._live(code):
            occupied = item.occupied(hold.span)
            if not occupied.overlaps(span):
                continue
            for day in occupied.days():
                if day in counts:
                    counts[day] += hold.quantity
        return counts

    @locked
    def available(self, code: str, span: Span) -> int:
        """The largest quantity that could be reserved for the whole span.

        The requested pieces will themselves need turning round afterwards, so
        the days following the span are examined as well.
        """
        item = self.item(code)
        busiest = max(self.load(code, item.occupied(span)).values())
        return max(0, item.stock - busiest)

    @locked
    def first_gap(self, code: str, quantity: int, days: int, after: date, horizon: int = 365) -> Span | None:
        """Find the earliest span of ``days`` days on which ``quantity`` is free.

        The search walks forward one day at a time. That looks wasteful, yet a
        year of a busy ledger takes a few milliseconds, and the plain loop has
        survived three attempts to replace it by something clever.
        """

        def candidates() -> Iterator[Span]:
            for offset in range(horizon):
                start = after + timedelta(days=offset)
                yield Span(start, start + timedelta(days=days))

        def fits(span: Span) -> bool:
            return self.available(code, span) >= quantity

        return next(filter(fits, candidates()), None)

    # -- changes -------------------------------------------------------------

    @locked
    def reserve(self, code: str, quantity: int, span: Span, *, holder: str) -> Hold:
        """Place a tentative hold, or explain why it cannot be placed.

        Parameters
        ----------
        code:
            The code of a registered item.
        quantity:
            How many pieces are wanted; at least one.
        span:
            The days on which they are wanted. Turnaround is added by the
            ledger and should not be included by the caller.
        holder:
            The person or body to whom the promise is made.

        Raises
        ------
        UnknownItem
            If the code is not registered.
        NotEnough
            If any day of the span, or of the turnaround after it, lacks stock.
            Nothing is recorded in that case.
        """
        if quantity < 1:
            raise ValueError("quantity must be at least one")
        self.sweep()
        item = self.item(code)

        load = self.load(code, item.occupied(span))
        shortfall = {
            day: taken + quantity - item.stock
            for day, taken in load.items()
            if taken + quantity > item.stock
        }
        if shortfall:
            raise NotEnough(code, quantity, shortfall)

        hold = Hold(next(self._numbers), code, quantity, span, holder, self.clock())
        self._holds[hold.number] = hold
        return hold

    @locked
    def reserve_all(self, wanted: Iterable[tuple[str, int]], span: Span, *, holder: str) -> list[Hold]:
        """Reserve several items together: either all of them or none.

        A wedding wants the marquee and the chairs; the chairs alone are of no
        use to it. If any line fails, the lines before it are released and the
        original exception is raised to the caller.
        """
        placed: list[Hold] = []
        try:
            for code, quantity in wanted:
                placed.append(self.reserve(code, quantity, span, holder=holder))
        except Exception:
            for hold in reversed(placed):
                self.release(hold.number)
            raise
        return placed

    @locked
    def confirm(self, number: int) -> Hold:
        """Turn a tentative hold into a firm one."""
        self.sweep()
        return self._move(number, {Status.TENTATIVE}, Status.CONFIRMED)

    @locked
    def release(self, number: int) -> Hold:
        """Give the pieces back to the pool. Releasing twice is an error."""
        return self._move(number, {Status.TENTATIVE, Status.CONFIRMED}, Status.RELEASED)

    @locked
    def sweep(self) -> list[Hold]:
        """Release every tentative hold whose time of grace has run out."""
        deadline = self.clock() - self.grace
        stale = [
            hold.number
            for hold in self._holds.values()
            if hold.status is Status.TENTATIVE and hold.made_at <= deadline
        ]
        return [self.release(number) for number in stale]

    # -- internals -----------------------------------------------------------

    def _live(self, code: str) -> Iterator[Hold]:
        return (h for h in self._holds.values() if h.code == code and h.status.counts)

    def _move(self, number: int, allowed: set[Status], target: Status) -> Hold:
        # Every change of state passes through here, which makes this the one
        # place to put a breakpoint when a hold has mysteriously vanished.
        try:
            hold = self._holds[number]
        except KeyError:
            raise InventoryError(f"there is no hold number {number}") from None
        if hold.status not in allowed:
            raise InventoryError(f"hold {number} is {hold.status.value}, cannot become {target.value}")
        changed = replace(hold, status=target)
        self._holds[number] = changed
        return changed


def picking_list(holds: Iterable[Hold], day: date) -> str:
    """Format what has to leave the store on ``day``, grouped by holder."""

    def leaves_today(hold: Hold) -> bool:
        return hold.span.start == day and hold.status is Status.CONFIRMED

    def by_holder(hold: Hold) -> str:
        return hold.holder.casefold()

    lines: list[str] = []
    leaving = sorted(filter(leaves_today, holds), key=by_holder)
    for _, group in itertools.groupby(leaving, key=by_holder):
        batch = list(group)
        lines.append(batch[0].holder)
        lines.extend(f"  {hold.quantity:>3} x {hold.code}" for hold in batch)
    return "\n".join(lines) or "Nothing leaves today."


if __name__ == "__main__":
    import doctest

    doctest.testmod()
