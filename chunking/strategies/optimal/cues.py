"""Boundary cues of single units: questions, unfinished sentences, code, turns, list items."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from chunking.core.arrays import Bools, Floats, Ints
    from chunking.strategies.optimal.word_columns import Occurrences

_QUESTION_MARK = re.compile("[?\uff1f\u061f]")
_UNFINISHED = re.compile("[:,;\uff1a\uff0c\uff1b\u3001\u060c\u061b][\\s*_\"'\u201d\u2019)]*$")
_FENCE = re.compile("^\\s*(?:```|~~~)")
_MARKUP = re.compile("^\\s*[`~|<]")
_ENDS_WITH_QUESTION = re.compile("[?\uff1f\u061f][\\s\"'\u201d\u2019)]*$")

# Bonus of a boundary before a question in a text of questions, in units of the scatter of one
# unit; half of it where this share of the units are questions.
_QUESTION_BONUS = 0.6
_QUESTION_SHARE = 0.1

# Cost of a boundary after an unfinished unit, and after code.
_UNFINISHED_COST = 0.6
_CODE_COST = 0.3

# Bonus of a boundary before a turn e times as long as the mean, if this share of units are turns.
_LONG_TURN_BONUS = 0.2
_TURN_SHARE = 0.9

# Bonus of a boundary before a list item in a text of list items only. A formula opens at least
# this many units and this share of all, and occurs mostly at the start of units.
_ITEM_BONUS = 2.0
_MIN_ITEMS = 3
_MIN_ITEM_SHARE = 0.04
_MIN_OPENING_SHARE = 0.5


def boundary_bonuses(
    texts: Sequence[str], word_counts: Ints, speakers: Occurrences, items: Bools
) -> tuple[Floats, Floats]:
    """Return the bonus of a boundary before and after each unit, both (n,); negative for a cost.

    A question may open a topic, and its answer belongs to it. A colon, semicolon or comma is
    continued, and code is explained by what follows. A list item is a topic, the more so the more
    of the text is a list.
    """
    questions, ends = _matches(_QUESTION_MARK, texts), _matches(_ENDS_WITH_QUESTION, texts)
    share = float(np.mean(questions)) if len(questions) else 0.0
    question_bonus = _QUESTION_BONUS * share / (share + _QUESTION_SHARE)
    before, after = question_bonus * questions, -question_bonus * ends
    after -= _UNFINISHED_COST * _matches(_UNFINISHED, texts) + _CODE_COST * _matches(_FENCE, texts)
    if items.any():
        before += _ITEM_BONUS * np.mean(items) * items
    if len(texts) and len(speakers.units) >= _TURN_SHARE * len(texts):
        log_length = np.log(np.maximum(word_counts, 1))
        before += _LONG_TURN_BONUS * (log_length - log_length.mean())
    return before, after


def list_items(texts: Sequence[str], words: Occurrences, speakers: Occurrences) -> Bools:
    """Return which units open with a recurring formula, like articles of a law, (n,).

    A formula is a pair of words ("No one", "Jeder hat") that occurs more often at the start of
    units than inside. Turns and markup, which open similarly anyway, and repeated units, such as
    a refrain, are excluded.
    """
    ids, units = words.ids, words.units
    pairs = np.full(len(ids), -1)
    within = np.flatnonzero(units[1:] == units[:-1])
    pairs[within] = ids[within] * words.distinct + ids[within + 1]
    pair_ids, occurrences = np.unique(pairs, return_inverse=True, return_counts=True)[1:]
    excluded = _matches(_MARKUP, texts) > 0
    excluded[speakers.units] = True
    excluded[_repeated(texts)] = True
    first = np.flatnonzero(np.diff(units, prepend=-1))
    first = first[(pairs[first] >= 0) & ~excluded[units[first]]]
    openings = np.bincount(pair_ids[first], minlength=len(occurrences))
    formula = openings >= max(_MIN_ITEMS, _MIN_ITEM_SHARE * len(texts))
    formula &= openings > _MIN_OPENING_SHARE * occurrences
    items = np.zeros(len(texts), np.bool_)
    items[units[first[formula[pair_ids[first]]]]] = True
    return items


def _repeated(texts: Sequence[str]) -> list[int]:
    """Return the indices of texts that occurred before."""
    first = {text: i for i, text in reversed(list(enumerate(texts)))}
    return [i for i, text in enumerate(texts) if first[text] != i]


def _matches(pattern: re.Pattern[str], texts: Sequence[str]) -> Floats:
    return np.array([bool(pattern.search(text)) for text in texts], dtype=np.float64)
