"""Actions of Compare, besides those that all pages have."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

ACTIONS: dict[str, Callable[..., object]] = {}
"""The actions of Compare, by name."""
