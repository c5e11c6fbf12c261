"""Whether a text is a conversation: labels that are names, of people who speak in turns."""

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from chunking.core.arrays import Ints
from chunking.core.layout import Layout
from chunking.core.units import Units
from chunking.units.insertion import with_line_feeds
from chunking.units.speaker_labels import FORM_CODES, Labels, clock_at, speech_start
from chunking.units.turns import turn_labels

# In a conversation one turn in so many has a question. Speeches end as sentences, or have words.
# Of 56 manuals, changelogs, licenses, programs and pages in which two labels recur, none passes but
# lists of questions and answers.
_TURNS_PER_QUESTION = 25
_SENTENCES, _WORDS = 0.3, 4
# Half of the speeches have at most this share of digits and signs of code.
_MOST_TECHNICAL = 0.1
_STAMPED = 0.5
# At most this share of labels is words of the text, of which so many characters are searched.
_MOST_WORDS = 0.5
_WORD_SAMPLE = 100_000
_WORD = re.compile(r"\w++(?!:)")
_IDENTIFIER = re.compile(r"[^\W\d_]+\d\w*")
_QUESTION = re.compile(r"[?？؟\u037e](?=[\s\"'”’»)\]*_]|\Z)|か。")
_SENTENCE_END = re.compile(r"[.!?…。！？؟۔।][\W_]*\Z")
_TECHNICAL = re.compile(r"[\d{}=<>/\\|_#$%^&+~@\[\]]")


class Conversation(NamedTuple):
    """The turns of a conversation.

    `share` is that of the text, from 0 to 1. A chat has the clock or a date before names, or names
    in angle brackets.
    """

    turns: int
    speakers: int
    share: float
    is_chat: bool


def conversation(text: str, layout: Layout) -> Conversation | None:
    """Return the conversation that a text is; None if its labels are not those of speakers.

    Of each turn only the block is counted in which its speech begins, since the last turn extends
    to the end of the text; the messages of a chat extend to the next one. Lists of names and
    values, as of settings, functions or changes, are no conversation, although their lines are
    split as turns.
    """
    readable = with_line_feeds(text)
    labels, blocks = turn_labels(readable, layout), layout.blocks
    if len(labels) == 0:
        return None
    begins, ends = _speeches(readable, labels.starts, blocks)
    speeches = [readable[a:b] for a, b in zip(begins.tolist(), ends.tolist(), strict=True)]
    is_chat = _is_chat(readable, labels)
    if not _is_conversation(readable, labels, speeches, is_chat=is_chat):
        return None
    starts = labels.starts
    if is_chat:
        ends = np.append(starts[1:], ends[-1])
    share = min(1.0, float((ends - starts).sum() / (blocks.ends - blocks.starts).sum()))
    return Conversation(len(labels), len(np.unique(labels.speakers)), share, is_chat)


def turn_share(text: str, layout: Layout) -> float:
    """Return the share of a text that is turns of a conversation, from 0 to 1."""
    found = conversation(text, layout)
    return 0.0 if found is None else found.share


def _is_conversation(text: str, labels: Labels, speeches: Sequence[str], *, is_chat: bool) -> bool:
    """Return whether the labels are names, and their speeches have questions and words, not code.

    The messages of a chat need not, since their times show that they are messages.
    """
    if _are_tags(text, labels):
        return False
    if is_chat:
        return True
    if _word_share(text, labels) > _MOST_WORDS:
        return False
    questions = sum(_QUESTION.search(speech) is not None for speech in speeches)
    sentences = sum(_SENTENCE_END.search(speech) is not None for speech in speeches)
    words = np.median([len(speech.split()) for speech in speeches])
    technical = np.median([_technical_share(each) for each in speeches])
    return bool(
        questions * _TURNS_PER_QUESTION >= len(labels)
        and (sentences >= _SENTENCES * len(labels) or words >= _WORDS)
        and technical <= _MOST_TECHNICAL
    )


def _technical_share(speech: str) -> float:
    """Return the share of digits and signs of code in a speech without whitespace."""
    return len(_TECHNICAL.findall(speech)) / max(1, len("".join(speech.split())))


def _are_tags(text: str, labels: Labels) -> bool:
    """Whether names in angle brackets are those of elements, most with no text on their line."""
    angles = labels.where(labels.forms == FORM_CODES["angle"]).starts.data
    alone = sum("\n" in text[at : speech_start(text, at)] for at in angles)
    return 2 * alone > len(angles)


def _word_share(text: str, labels: Labels) -> float:
    """Return the share of labels that are words of the text, in lower case and without a colon.

    `Returns` and `Note` are, a name is not. Names in capitals are not looked at, since those of
    plays are often words (`KING`), nor are names that are always in lower case.
    """
    names = {name.casefold() for name in labels.spellings if name[:1].isupper()}
    names = {name for name in names if name.isalpha() and len(name) > 1}
    capitals = {name.casefold() for name in labels.spellings if name.isupper()}
    words = (names - capitals) & set(_WORD.findall(text[:_WORD_SAMPLE]))
    is_word = np.array([name.casefold() in words for name in labels.spellings])
    return float(is_word[labels.names].mean())


def _is_chat(text: str, labels: Labels) -> bool:
    """Whether most labels have names in angle brackets, or the clock before names."""
    in_angles = labels.forms == FORM_CODES["angle"]
    if np.mean(in_angles) >= _STAMPED:
        return True
    # Levels of a log and speakers of a hearing are words, identifiers of users are none.
    words = np.array(
        [name.isupper() and not _IDENTIFIER.fullmatch(name) for name in labels.spellings]
    )
    if words[labels.names].mean() >= _STAMPED:
        return False
    stamps = [clock_at(text, start) for start in labels.starts.data]
    found = [stamp for stamp in stamps if stamp]
    is_recording = bool(found) and found[0].is_recording
    return len(found) >= _STAMPED * len(labels) and not is_recording


def _speeches(text: str, starts: Ints, blocks: Units) -> tuple[Ints, Ints]:
    """Return where the speech of each turn begins, and where its block or the turn ends."""
    begins = np.fromiter((speech_start(text, at) for at in starts.data), np.int64, len(starts))
    rows = np.searchsorted(blocks.starts, begins, side="right") - 1
    return begins, np.minimum(blocks.ends[rows], np.append(starts[1:], len(text)))
