"""Removal from Markdown of what has no words: comments, linked images, tags of HTML, padding."""

import re
from collections.abc import Iterator
from itertools import chain

import numpy as np

from chunking.core.origin import Removed
from chunking.core.units import UnitKind, Units
from chunking.loading.markdown import CONTENTS_TITLE
from chunking.units.markdown import scan

_VERBATIM = [kind.code for kind in (UnitKind.CODE, UnitKind.FENCE, UnitKind.FRONT_MATTER)]
_REMOVED = ("lines", "block", "tags", "edge", "end_of_heading")  # groups of `_FOUND`
_REASONS = {"<!": "comment", "[!": "linked image", "![": "badge", "--": "padding"}
_REASONS |= {"](": "linked image"}  # around the title that it has
_TEXT, _LIST, _HEADING, _RULE, _TABLE = (
    kind.code
    for kind in (
        UnitKind.PARAGRAPH, UnitKind.LIST_ITEM, UnitKind.HEADING, UnitKind.RULE, UnitKind.TABLE
    )
)  # fmt: skip
# Definitions of links to what looks like an address: no reader sees them, and most links are in
# other chunks.
_DEFINITIONS = re.compile(
    r"""(?:[ ]{0,3}\[(?!\^)(?:[^\[\]\\\n]|\\.)++\]:[ \t]*+(?:\n[ \t]*+)?
    (?=\S*[/\#:]|\S*\.\w)(?:<[^<>\n]*+>|[^\s<]\S*+)
    (?:[ \t]*+(?:\n[ \t]*+)?(?<=\s)(?:"[^"\n]*+"|'[^'\n]*+'|\([^()\n]*+\)))?[ \t]*+(?:\n|\Z))+""",
    re.VERBOSE,
)
_ADDRESS = r"\((?:[^()\n]|\([^()\n]*+\))*+\)"
# A table of contents: a list, paragraph or element with at least three links to places of the file,
# which are half of its links; four fifths of its letters are in links. Its title, or a line that
# ends with a colon, may be above.
_LINK = re.compile(
    rf"<a\s[^<>]*+>(?P<html>[^<>]*+)</a\s*>|(?<!!)\[(?P<text>[^\[\]\n]++)\](?!\(\s){_ADDRESS}"
)
_JUMP = re.compile(r"\bhref=[\"']?\#|\]\(\#")
_NO_LETTERS = re.compile(r"<[^<>]*+>|[\W\d_]++")
_FEWEST_JUMPS, _LINKED, _FEWEST_LINKS = 3, 0.8, 2
_LONGEST_LABEL = 40
_AFTER_TITLE = re.compile(r"#*[ \t]*(?:\*generated with[^\n]*|\r?\n[=-]+)?", re.IGNORECASE)
# Dashes below the header of a table that only make the columns wide.
_DELIMITERS = re.compile(r"(?m)^[ \t>]*+\|?[-:| \t]*+$")
_PADDING = re.compile(r"(?<=---)--++")
_MAY_HAVE_TAGS = re.compile(r"<|&nbsp;|!\[|-{3}|\]:|\]\(#|\*[ ]?\*[ ]?\*|_[ ]?_[ ]?_|-[ ]-[ ]-")
_HTML = [UnitKind.HTML.code, UnitKind.TABLE.code, UnitKind.HEADING.code]
# Elements that format their text. Links stay, as their address is content, and so do exponents and
# indices, which would change numbers.
_NAMES = (
    "abbr|acronym|b|bdi|bdo|big|cite|data|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp"
    "|rp|rt|ruby|small|span|strike|strong|time|tt|u|var|wbr"
)
_END = r"(?=[\s/>])[^<>]*+>"
# It stops where another comment could begin, so that an open one is not read again and again.
_COMMENT = r"<!--(?:[^<-]++|-(?!->)|<(?!!--))*+-->"
_IMAGE = r"""<img\b(?:[^<>"']|"[^"<]*+"|'[^'<]*+')*+>"""
_TARGET = rf"(?:{_ADDRESS}|\[[^\[\]\n]*+\])"
# Badges, as a rule, and those that are no links.
_LINKED_IMAGE = rf"\[!\[[^\[\]\n]*+\]{_TARGET}\]{_TARGET}"
_BADGE = rf"!\[[^\[\]\n]*+\](?=\([^()\s]*(?:badge|shields\.io)){_ADDRESS}"
_LINK_WITHOUT_WORDS = (
    rf"<a(?:\s[^<>]*+)?>(?:[^<>\w]++|{_IMAGE}|</?(?:br|p|picture|source|sub){_END})*+</a>"
)
_PICTURE = rf"(?:{_LINK_WITHOUT_WORDS}|{_IMAGE}|{_LINKED_IMAGE}|{_BADGE})"
# A line break between two words parts them, and stays.
_BREAK = rf"(?:(?<=\s)<br{_END}|<br{_END}(?=\s|\Z))"
_ANCHOR = rf"<a(?![^<>]*\shref){_END}(?:</a>)?+"
_TAG = (
    rf"(?:{_COMMENT}|{_PICTURE}|{_BREAK}|</?(?:{_NAMES}){_END}|{_ANCHOR}"
    rf"|<h[1-6]{_END}(?:\s*+(?:{_PICTURE}|{_BREAK}))*+\s*+</h[1-6]\s*>"
    rf"|<table{_END}(?:\s*+(?:{_PICTURE}|{_COMMENT}|</?(?:tbody|thead|tr|t[dh]|p){_END}))*+\s*+"
    r"</table\s*>)"
)
# Tags that structure text, which stay without their attributes: of tables, but for cells that
# span others, and of headings that end before a blank line.
_KEPT = (
    r"<(?:table|thead|tbody|tfoot|tr|t[dh](?![^<>]*span)|(?P<heading>h[1-6]))(?=[\s>])"
    r"(?P<attributes>[^<>]*+)>"
    r"(?(heading)(?=(?:[^<\n]++|\n(?!\s*\n)|<(?!/?h[1-6]))*+</h[1-6]))"
)
_HREF = re.compile(r"""(?<=\s)href\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>]+)""", re.IGNORECASE)
# Elements around blocks, whose tags are removed where they stand alone, as around badges. Their
# line stays between the blocks, blank. Next to words, a space must part them from others.
_BLOCKS = rf"(?:center|details|div|hr|p|picture|section|source|summary){_END}"
_INDENTATION = re.compile(r"(?m)^[ \t]++(?=\S)")
_BLANK_LINES = re.compile(r"\n\s*\n")
_FOUND = re.compile(
    rf"""
      \\[\\`<]
    | (?<!`)(?P<ticks>`{{1,3}})(?!`)
      (?:[^`\n]++|(?!(?P=ticks)(?!`))`++|\n(?!\s*\n))++(?P=ticks)
    | ^\#{{1,6}}[ \t]++(?P<before>\[?!\[|<img\b[^<>]*?\balt=["'])(?=[^\[\]<>"'\n]*\w)
      [^\[\]<>"'\n]++(?P<after>\]{_TARGET}(?:\]{_TARGET})?|["'][^<>]*+>)[ \t]*+$
    | (?P<lines>^[ \t]*+(?:{_TAG}[ \t]*+)++(?:\n|\Z))
    | (?P<block>^[ \t]*+(?:(?:{_TAG}|</?{_BLOCKS}|&nbsp;)[ \t]*+)++$)
    | (?P<tags>{_TAG}(?:[ \t]*+{_TAG})*+)
    | (?P<edge>(?<!\S)<{_BLOCKS}|</{_BLOCKS}(?![^\s<]))
    | (?P<link><a(?=\s){_END})
    | (?P<end></a(?P<space>\s*+)>)
    | {_KEPT}
    | (?P<end_of_heading></?h[1-6]{_END})
    """,
    re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)


def without_tags(text: str) -> tuple[str, tuple[Removed, ...]]:
    r"""Return a Markdown text without comments, pictures, tags without words and others, and those.

    The others are definitions of links, tables of contents, and rules next to headings. Code stays,
    and so do links, what is escaped, and a line break between two words.

    >>> without_tags("1. <span class='term'>Fees</span> are due.")[0]
    '1. Fees are due.'
    """
    kept, removed, size, last = list[str](), list[Removed](), 0, 0
    for start, end, reason in sorted(_spans(text)) if _MAY_HAVE_TAGS.search(text) else ():
        found = text[max(start, last) : end]
        # A line break in a tag is removed together with the indentation below it, but for a space.
        if not found or (start < last and found.isspace()):
            continue
        part = text[last:start]
        size += len(part)
        kept.append(part)
        of_tag = _REASONS.get(found.lstrip()[:2], "HTML tag" if found.strip() else "indentation")
        removed.append(Removed(size, found, reason or of_tag, inline=True))
        last = end
    return "".join([*kept, text[last:]]), tuple(removed)


def _spans(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the spans of what is removed outside of code, which may overlap, and the reasons.

    Reasons of tags are empty.
    """
    blocks, _ = scan(text)
    yield from ((*span, "link definition") for span in _definitions(text, blocks))
    yield from ((*span, "navigation") for span in _contents(text, blocks))
    yield from ((*span, "rule") for span in _rules(blocks))
    spans = [_indentation(text, blocks), _padding(text, blocks)]
    start = 0
    for row in np.flatnonzero(np.isin(blocks.kinds, _VERBATIM)).tolist():
        spans.append(_tags(text, start, int(blocks.starts[row])))
        start = int(blocks.ends[row])
    spans.append(_tags(text, start, len(text)))
    yield from ((*span, "") for span in chain.from_iterable(spans))


def _definitions(text: str, blocks: Units) -> Iterator[tuple[int, int]]:
    """Yield the definitions of links at the start of paragraphs, unless they are all there is."""
    starts = blocks.starts[blocks.kinds == _TEXT].tolist()
    found = [each for start in starts if (each := _DEFINITIONS.match(text, start))]
    if sum(len(each[0]) for each in found) < len(text.rstrip()):
        yield from (each.span() for each in found)


def _contents(text: str, blocks: Units) -> Iterator[tuple[int, int]]:
    """Yield the tables of contents, with their titles if nothing else is in their sections."""
    starts, ends, kinds = (each.tolist() for each in (blocks.starts, blocks.ends, blocks.kinds))
    last, is_front = -1, True
    for first in np.flatnonzero(np.isin(blocks.kinds, [_LIST, _TEXT, *_HTML])).tolist():
        if first <= last:
            continue
        last = first
        while kinds[first] == _LIST and kinds[last + 1 : last + 2] == [_LIST]:
            last += 1
        part = text[starts[first] : ends[last]]
        if is_front and kinds[first] != _LIST and _is_menu(part):
            yield starts[first], ends[last]
        is_front &= kinds[first] == _HEADING or not _unlinked(part)
        if kinds[first] not in {_HEADING, _TABLE} and _is_contents(part):
            is_all = kinds[last + 1 : last + 2] in ([], [_HEADING], [_RULE])
            is_titled = (
                first > 0 and is_all and _is_title(text[starts[first - 1] : ends[first - 1]])
            )
            yield starts[first - is_titled], ends[last]


def _letters(part: str) -> int:
    return len(_NO_LETTERS.sub("", part))


def _is_menu(part: str) -> bool:
    """Return whether a paragraph or a heading at the start is links, as to other languages."""
    links = _linked(part)
    return len(links) >= _FEWEST_LINKS and all(map(_letters, links)) and not _unlinked(part)


def _linked(part: str) -> list[str]:
    return [found["html"] or found["text"] or "" for found in _LINK.finditer(part)]


def _unlinked(part: str) -> int:
    return _letters(_LINK.sub("", part))


def _is_contents(part: str) -> bool:
    jumps = len(_JUMP.findall(part))
    if jumps < _FEWEST_JUMPS:
        return False
    links = _linked(part)
    inside, around = _letters("".join(links)), _unlinked(part)
    return 2 * jumps >= len(links) and inside >= _LINKED * (inside + around)


def _is_title(above: str) -> bool:
    title = CONTENTS_TITLE.match(above)
    is_named = title is not None and _AFTER_TITLE.fullmatch(above, title.end()) is not None
    return is_named or (len(above) <= _LONGEST_LABEL and above.endswith(":"))


def _rules(blocks: Units) -> Iterator[tuple[int, int]]:
    """Yield the rules next to headings and at both ends."""
    kinds = np.concatenate([[_HEADING], blocks.kinds, [_HEADING]])
    is_next = (kinds[:-2] == _HEADING) | (kinds[2:] == _HEADING)
    for row in np.flatnonzero((blocks.kinds == _RULE) & is_next).tolist():
        yield int(blocks.starts[row]), int(blocks.ends[row])


def _padding(text: str, blocks: Units) -> Iterator[tuple[int, int]]:
    """Yield the dashes that make the columns of tables wide."""
    for row in np.flatnonzero(blocks.kinds == UnitKind.TABLE.code).tolist():
        line = _DELIMITERS.search(text, int(blocks.starts[row]), int(blocks.ends[row]))
        if line:
            yield from (found.span() for found in _PADDING.finditer(text, *line.span()))


def _indentation(text: str, blocks: Units) -> Iterator[tuple[int, int]]:
    """Yield the indentation in HTML at the margin, which would be code without the tag above."""
    end = 0  # of HTML at the margin, as far as found
    for row in np.flatnonzero(np.isin(blocks.kinds, _HTML)).tolist():
        start = int(blocks.starts[row])
        goes_on = not text[end:start].strip()
        if start >= end and text[start] == "<" and (goes_on or text[start - 1] == "\n"):
            begin = end if goes_on else start
            blank = _BLANK_LINES.search(text, int(blocks.ends[row]))
            end = blank.end() if blank else len(text)
            if "<pre" not in text[begin:end]:
                yield from (found.span() for found in _INDENTATION.finditer(text, begin, end))


def _tags(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the spans of comments, tags and attributes."""
    in_link = in_heading = False
    for found in _FOUND.finditer(text, start, end):
        if found["link"]:
            in_link = True
            yield from _around_address(found)
        elif found["end"]:
            yield found.span("space" if in_link else 0)
            in_link = False
        elif found["attributes"] is not None:
            in_heading = in_heading or bool(found["heading"])
            yield found.span("attributes")
        elif found["end_of_heading"] and in_heading:
            in_heading = False
        elif found["before"]:
            yield found.span("before")
            yield found.span("after")
        elif any(found[name] for name in _REMOVED):
            yield found.span()


def _around_address(link: re.Match[str]) -> Iterator[tuple[int, int]]:
    """Yield the spans before and after the address in a start tag, but for one space."""
    address = _HREF.search(link.string, link.start(), link.end())
    if address:
        yield link.start() + len("<a"), address.start() - 1
        yield address.end(), link.end() - 1
