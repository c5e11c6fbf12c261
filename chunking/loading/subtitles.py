"""Subtitles (SubRip, WebVTT, SubStation Alpha, TTML) to plain text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from itertools import pairwise

from chunking.core.origin import Locations
from chunking.core.text.numbers import count_of
from chunking.loading.formats import Content

# Seconds without a subtitle that end a paragraph, and those that end one within a sentence.
_PAUSE = 3.0
_LONG_PAUSE = 10.0

_TIME = r"(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[,.](\d{1,3})"
_TIMES = re.compile(rf"[ \t]*{_TIME}[ \t]*-->[ \t]*{_TIME}(?!\d)")
_ANY_TIMES = re.compile(rf"(?:^|[\r\n]){_TIMES.pattern}")
_SRT = re.compile(rf"\ufeff?\s{{0,100}}+(?:\d{{1,9}}[ \t]*(?:\r\n?|\n))?{_TIMES.pattern}")
_VTT = re.compile(r"\ufeff?WEBVTT(?![^\s])")
_ASS = re.compile(r"\ufeff?\s{0,100}+\[Script Info\]", re.IGNORECASE)
_TTML = re.compile(
    r"\ufeff?\s{0,100}+(?:<[?!][^>]{0,2000}>\s{0,100}+){0,10}+<(?:\w{1,20}:)?tt(?=\s)([^>]{0,3000})>"
)
# A paragraph of TTML; its times are its own, or those of a part of it.
_TIMED = re.compile(r"<(?:\w{1,20}:)?p(?=\s)((?:(?!</(?:\w{1,20}:)?p\s*>).)*+)", re.DOTALL)
_TTML_TIME = r"""=["'](?:(\d{1,4}):(\d{1,2}):)?(\d{1,12}(?:\.\d{1,9})?)(?::\d+)?(ms|[hmst])?"""
_SECONDS_OF = {"ms": 0.001, "h": 3600.0, "m": 60.0}
_TICKS = re.compile(r"""\btickRate=["'](\d{1,12})""")
_ELEMENT = re.compile(r"<[^<>]*>")
_DRAWING = re.compile(r"\{[^{}]*\\p[1-9]")
_BREAK = re.compile(r"\\[Nnh]")
_LINE_END = re.compile(r"\r\n?|\n")
_HEADER_LANGUAGE = re.compile(r"Language:[ \t]*([\w-]{1,35})[ \t]*")
_COMMENT = re.compile(r"(?:NOTE|STYLE|REGION)(?:[ \t]|$)")
_VOICE = re.compile(r"<v(?:\.[^\s<>]{1,100})?[ \t]+([^<>]{1,200})>|</v>")
_TIME_TAG = re.compile(r"<(?:\d{1,4}:)?\d{1,2}:\d{1,2}[.,]\d{1,3}>")
_TAG = re.compile(
    r"</?(?:b|c|font|i|lang|rt|ruby|s|u|v)(?:[.\s][^<>]*)?>|\{\\[^{}]*\}", re.IGNORECASE
)
_SENTENCE_END = re.compile("[.!?…。！？][\"'”’»)\\]]*$")
# A line of another speaker: a dash, two angle brackets, or a name and a colon.
_NAME = r"[^\W\d_a-z][\w.'’-]{0,30}+"
_CHANGE = re.compile(rf"[-–—‐] ?[^\W_]|>>|{_NAME}(?: {_NAME}){{0,2}}:(?=\s|$)")


def is_subtitles(text: str) -> bool:
    """Return whether a text begins as WebVTT or SubRip."""
    start = text[:500]
    patterns = _VTT, _SRT, _ASS
    return any(pattern.match(start) for pattern in patterns) or bool(_TTML.match(text))


def has_subtitles(text: str) -> bool:
    """Return whether a text begins as one of the formats, or a line has times of SubRip."""
    return is_subtitles(text) or bool(_ANY_TIMES.search(text))


def convert(text: str) -> Content:
    """Return the text of subtitles, without times, numbers, comments, styles and tags.

    A subtitle is a line or more. A blank line follows a pause of several seconds and precedes
    another speaker, whose WebVTT name is written as `Anna: …`.
    """
    lines = _LINE_END.split(text)
    if _ASS.match(text):
        lines = _as_subrip(lines)
    elif root := _TTML.match(text):
        lines = _of_ttml(text, root[1])
    is_vtt = bool(_VTT.match(text))
    is_rolling = bool(_TIME_TAG.search(text)) or _repeats_lines(lines)
    writer = _Writer(is_vtt=is_vtt, is_rolling=is_rolling)
    language = ""
    skips = is_vtt
    after_blank = True
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        stripped = line.strip("\ufeff \t")
        if not stripped:
            skips, after_blank = False, True
            continue
        if times := _TIMES.match(line):
            skips = False
            writer.open(_seconds(times.groups()[:4]), _seconds(times.groups()[4:]))
        elif skips:
            declared = _HEADER_LANGUAGE.fullmatch(stripped) if not writer.count else None
            language = declared[1] if declared else language
        elif is_vtt and after_blank and _COMMENT.match(stripped) and not _TIMES.match(below):
            skips = True
        elif not ((after_blank or stripped.isdecimal()) and _TIMES.match(below)):
            writer.add(stripped)
        after_blank = False
    return Content(
        "".join(writer.out),
        "text/plain",
        language=language,
        notes=(f"the times of {count_of(writer.count, 'subtitle')} are left out",),
        locations=Locations("times", writer.starts, writer.times) if writer.times else None,
    )


def _as_subrip(lines: Sequence[str]) -> list[str]:
    """Return the dialogue of SubStation Alpha in the order of its times, as lines of SubRip."""
    columns: list[str] = []
    found: list[tuple[str, str]] = []
    for line in lines:
        kind, _, values = line.partition(":")
        if kind.strip() == "Format":  # the last is that of the dialogue
            columns = [name.strip() for name in values.split(",")]
        elif kind.strip() == "Dialogue" and "Text" in columns:
            row = dict(zip(columns, values.split(",", len(columns) - 1), strict=False))
            times = f"{row.get('Start', '').strip()} --> {row.get('End', '').strip()}"
            text = row.get("Text", "")
            if not _DRAWING.search(text):
                name = row.get("Name", row.get("Actor", "")).strip()
                voice = f"<v {name}>" if name else ""
                found.append((times, voice + _BREAK.sub("\n", text)))
    parts = [f"{times}\n{text}\n" for times, text in sorted(found, key=lambda each: each[0])]
    return "\n".join(parts).split("\n")


def _of_ttml(text: str, root: str) -> list[str]:
    """Return the paragraphs of TTML that have times, as lines of SubRip."""
    ticks = _TICKS.search(root)
    tick = 1 / max(1, int(ticks[1])) if ticks else 1.0
    lines = [""]
    for paragraph in _TIMED.finditer(text):
        times = [re.search(rf"\b{name}{_TTML_TIME}", paragraph[1]) for name in ("begin", "end")]
        begin, end = (_ttml_seconds(found.groups(), tick) if found else 0.0 for found in times)
        if times[0]:
            clock = (f"{_clock(at)}.{int(at * 1000) % 1000:03}" for at in (begin, max(begin, end)))
            body = " ".join(paragraph[1].partition(">")[2].split())
            words = unescape(_ELEMENT.sub("", re.sub(r"<(?:\w{1,20}:)?br\b", "\n<", body)))
            lines += [" --> ".join(clock), *words.split("\n"), ""]
    return lines


def _ttml_seconds(parts: Sequence[str | None], tick: float) -> float:
    hours, minutes, number, unit = parts
    factor = tick if unit == "t" else _SECONDS_OF.get(unit or "s", 1.0)
    return 3600 * int(hours or 0) + 60 * int(minutes or 0) + factor * float(number or 0)


def _repeats_lines(lines: Sequence[str]) -> bool:
    """Return whether most subtitles begin with the line that the one before ends with, or more."""
    subtitles: list[list[str]] = []
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if _TIMES.match(line):
            subtitles.append([])
        elif subtitles and line.strip() and not _TIMES.match(below):
            subtitles[-1].append(line.strip())
    shown = [each for each in subtitles if each]
    repeated = sum(f"{after[0]} ".startswith(f"{before[-1]} ") for before, after in pairwise(shown))
    return repeated > 1 and 2 * repeated >= len(shown) - 1


def _seconds(parts: tuple[str | None, ...]) -> float:
    hours, minutes, seconds, fraction = (part or "0" for part in parts)
    return int(hours) * 3600 + int(minutes) * 60 + float(f"{int(seconds)}.{fraction}")


def _clock(seconds: float) -> str:
    """Return a time as hours, minutes and seconds.

    >>> _clock(3725.4)
    '01:02:05'
    """
    minutes, second = divmod(int(seconds), 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{second:02}"


@dataclass(slots=True)
class _Writer:
    """Writer of subtitles, which receives their times and lines in order.

    In rolling subtitles, each repeats the line above the new one, or what grows word by word.
    """

    is_vtt: bool
    is_rolling: bool
    out: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    times: list[int | str] = field(default_factory=list)
    count: int = 0
    _speaker: str = ""
    _written_speaker: str = ""
    _last: str = ""
    _size: int = 0
    _start: float = 0.0
    _end: float = 0.0
    _pause: float = 0.0

    def open(self, start: float, end: float) -> None:
        """Begin a subtitle, at these seconds."""
        self.count += 1
        self._start = start
        self._pause = max(self._pause, start - self._end)
        self._end = max(self._end, end)
        self._speaker = ""

    def add(self, line: str) -> None:
        """Append a line of the subtitle."""
        at = 0
        for voice in _VOICE.finditer(line):
            self._add_text(line[at : voice.start()])
            self._speaker = self._plain(voice[1] or "")
            at = voice.end()
        self._add_text(line[at:])

    def _plain(self, text: str) -> str:
        text = _TAG.sub("", _TIME_TAG.sub("", text))
        return " ".join((unescape(text) if self.is_vtt else text).split())

    def _add_text(self, text: str) -> None:
        text = self._plain(text)
        if not text or (self.is_rolling and text == self._last):
            return
        if self.is_rolling and self._last and text.startswith(f"{self._last} "):
            added = text.removeprefix(self._last)
            self.out[-1] += added
            self._size += len(added)
            self._last = text
            return
        if not self.out:
            gap = ""
        elif self._begins_paragraph(text):
            gap = "\n\n"
        else:
            gap = "\n"
        line = f"{self._speaker}: {text}" if self._speaker and gap != "\n" else text
        time = _clock(self._start)
        if not self.times or self.times[-1] != time:
            self.starts.append(self._size + len(gap))
            self.times.append(time)
        self.out.append(gap + line)
        self._size += len(gap) + len(line)
        self._last, self._written_speaker, self._pause = text, self._speaker, 0.0

    def _begins_paragraph(self, text: str) -> bool:
        if self._speaker != self._written_speaker or _CHANGE.match(text):
            return True
        continues = text[0].islower() and not _SENTENCE_END.search(self._last[-10:])
        return self._pause >= (_LONG_PAUSE if continues else _PAUSE)
