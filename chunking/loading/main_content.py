"""The main content of a page: which elements are it, and which lead elsewhere."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, Literal, NamedTuple, TypeAlias

# What an element is: the main part, an article, a box next to the content, the title of a remark,
# which belongs to the content although its box may be named like one next to it, a link to the next
# or the previous page, code, or a part of a list of definitions. Links to other pages, jumps to
# places of the page or the book, and those back to its top have marks where they start and end.
Mark: TypeAlias = Literal[
    "main", "article", "navigation", "outside", "remark", "step", "code", "link", "jump", "back",
    "unlink", "term", "definition",
]  # fmt: skip
MARK = "data-mark"  # the attribute of a reduced page
MARKS_OF_BOOKS: frozenset[str] = frozenset({"main", "navigation", "link", "jump", "back", "unlink"})
MARKS_OF_PAGES: frozenset[str] = MARKS_OF_BOOKS | {"article", "outside", "remark", "step"}
REASONS = {"navigation": "navigation", "outside": "text outside the main content"}

_BY_TAG: dict[str, Mark] = {
    "article": "article",
    "dd": "definition",
    "dt": "term",
    "footer": "navigation",
    "main": "main",
    "nav": "navigation",
}
_BY_ROLE: dict[str, Mark] = {
    "alertdialog": "outside",
    "banner": "navigation",
    "complementary": "outside",
    "contentinfo": "navigation",
    "dialog": "outside",
    "doc-toc": "navigation",
    "main": "main",
    "navigation": "navigation",
    "search": "navigation",
}
# Names that documentation generators and wikis use.
_NAVIGATION = re.compile(
    r"""(?<!\S)(?:
      banner|breadcrumbs?|catlinks|childlinks|contentsub|docnav|edit-this-page|menu|mini-toc|mw-(?:jump-link|navigation|portlet)
      |(?:\w+-)?nav(?:bar|box|footer|header)|no-?print|pagination|prev-next|printfooter
      |search-?(?:box|form)|site-(?:footer|header)|sitesub|skip-(?:link|to-content)|sphinxsidebar|table-of-contents|titlearea|toc(?:frame)?
    )(?!\S)""",
    re.VERBOSE,
)
_BY_NAMES: Mapping[Mark, re.Pattern[str]] = {
    # In summaries of Doxygen, Javadoc and GTK-Doc: signatures, a cell for each part, and texts.
    "term": re.compile(
        r"(?<!\S)(?:col-(?!last)[\w-]+|memitem(?:left|right)|(?:datatype|define|enum|function"
        r"|property|signal|struct|typedef|variable)_(?:flags|keyword|name|type))(?!\S)"
    ),
    "definition": re.compile(r"(?<!\S)(?:col-last|mdescright)(?!\S)"),
    "navigation": _NAVIGATION,
    # Of docutils and DocBook.
    "remark": re.compile(r"(?<!\S)(?:(?:admonition|sidebar|topic)-title|titlepage)(?!\S)"),
    # Of Doxygen, SyntaxHighlighter, Crayon and GitHub, with an element for each line.
    "code": re.compile(
        r"(?<!\S)(?:fragment|syntaxhighlighter|crayon-(?:syntax|pre)|js-file-line-container)(?!\S)"
    ),
}
PARTS = frozenset({"term", "definition"})  # of a list of definitions
_SECTION = re.compile(r"(?<!\S)(?:section|sect\d|level\d)(?!\S)")
# Words in the names that news sites, blogs and shops give to boxes.
_ARTICLE = re.compile(r"(?<!\S)(?:article|entry|post|story)-(?:body|content|text)(?!\S)")
_OUTSIDE = re.compile(
    r"""(?<![^\s-])(?:
      ads?|advert(?:s|isement)?|outbrain|promos?|sponsored|taboola
      |comments|commentaires|comentarios|commenti|kommentare|comment-?(?:area|form|list|respond|section|thread)|disqus|replies
      |about-(?:the-)?author|author-(?:bio|box|info)|(?:article|page|post|story)-tools
      |editors-picks|more-(?:from|in|on|stories)|most-[a-z]+|popular|read-next|recommendations|recommended|related|trending
      |feedback|follow-us|newsletter|share|sharing|social|subscribe|subscription
      |consent|cookies?|gdpr|lightbox|modal|paywall|popup|sign-?(?:in|up)
      |footer|masthead|nav|navigation(?!-not)|sidebar|tool-?bar|widgets?
    )(?![^\s-])""",
    re.VERBOSE,
)
_WORD_START = re.compile(r"_+|(?<=[a-z])(?=[A-Z])")

# Of the text of a page; a smaller main part is no main part.
_MAIN_SHARE = 0.25
# Of the prose in a main part; a box with less is one of its sections.
_PROSE_SHARE = 0.7
# Of the text around an article that has no mark.
_LINKS_AROUND = 0.5
# Of the text of the main part; a box next to the content has at most as much: comments may be four
# times as long as an article.
_MOST = 0.8
# Of the text of a page; if less would stay, the names mislead, and all of it stays.
_LEAST = 0.05
# A paragraph of running text has more characters than a menu entry, an article more than a teaser.
_LONG_PARAGRAPH = 80
_LONG_ARTICLE = 1000
# A box with a link to the next page that has more characters is no navigation.
LONGEST_NAVIGATION = 300
_CODE_TAGS = frozenset({"pre", "samp", "th"})
_COLUMNS = frozenset({"div", "td"})
# What may be a table of contents: at least so many jumps, and four fifths of its text.
_LISTS = frozenset({"ol", "p", "table", "ul"})
_FEWEST_JUMPS = 3
_JUMPS = 0.8


def mark_of(tag: str, attributes: Mapping[str, str]) -> Mark | None:
    """Return what an element is by its tag, its role and the words in its class and id.

    >>> mark_of("div", {"class": "relatedArticles wide"})
    'outside'
    """
    mark = _BY_TAG.get(tag) or _BY_ROLE.get(attributes.get("role", "").lower())
    if mark or not attributes:
        return mark
    classes, name = attributes.get("class", ""), attributes.get("id", "").lower()
    names = f"{classes.lower()} {name}"
    mark = next((each for each, pattern in _BY_NAMES.items() if pattern.search(names)), None)
    if mark or tag == "td":
        is_box = tag in {"div", "table"}
        is_other = (
            mark not in PARTS | {"navigation"} if tag == "td" else mark == "code" and not is_box
        )
        return None if is_other else mark
    words = _WORD_START.sub("-", classes).lower()
    if attributes.get("itemprop") == "articleBody" or _ARTICLE.search(words):
        return "article"
    # The id of a section is made from its heading, and a long one may be the target of a link.
    if tag in {"aside", "div"} and name.count("-") < 2 and not _SECTION.search(words):
        words += " " + name
    return "outside" if tag != "p" and _OUTSIDE.search(words) else None


class _Amount(NamedTuple):
    """What of a page is in an element, or before a node."""

    size: int = 0  # characters
    titles: int = 0  # h1
    prose: int = 0  # characters of long paragraphs
    code: int = 0  # code, and headers of tables
    links: int = 0  # characters of links to other pages
    jumps: int = 0  # links to places of the page, and their characters
    jumping: int = 0

    @property
    def is_contents(self) -> bool:
        """Whether it is a table of contents."""
        return self.jumps >= _FEWEST_JUMPS and self.jumping >= _JUMPS * self.size

    def without(self, *others: _Amount) -> _Amount:
        """Return what is left when others are taken away."""
        return _Amount(*(own - sum(each) for own, *each in zip(self, *others, strict=True)))


@dataclass(slots=True)
class _Box:
    """An element that is marked, or that may have paragraphs: its nodes and what is in it."""

    id: int
    mark: str | None
    first: int = 0  # node, in document order
    last: int = 0
    amount: _Amount = field(default_factory=_Amount)
    has_remark: bool = False
    has_step: bool = False

    def holds(self, other: _Box) -> bool:
        """Return whether another box is in this one."""
        return self.first < other.first and other.last <= self.last


@dataclass(frozen=True, slots=True)
class MainContent:
    """Elements by their ids: the main part, and what is removed with the reason of each.

    Without a main part, the whole page is it. If it has no title, the last h1 before it is one.
    """

    main: int | None = None
    title: int | None = None
    removed: Mapping[int, str] = field(default_factory=dict)


def find(nodes: Iterable[tuple[Any, bool]], marks: frozenset[str]) -> MainContent:
    """Return what the main content of a page is.

    Args:
        nodes: The nodes of a reduced page as they open, and elements again as they close.
        marks: The marks that count.
    """
    reader = _Reader(marks)
    reader.read(nodes)
    page, *boxes = reader.boxes
    main = max((box for box in boxes if box.mark == "main"), key=_size, default=page)
    if main.amount.size < _MAIN_SHARE * page.amount.size:
        main = page
    if "article" in marks:
        removed = _removed(main, page, boxes)
        main = _body(main, boxes, removed) or main
    removed = _removed(main, page, boxes)
    left = main.amount.without(*(box.amount for box in removed if main.holds(box)))
    is_of_book = "article" not in marks and page.amount.is_contents
    if left.size < _LEAST * page.amount.size and not is_of_book:
        return MainContent()
    return MainContent(
        None if main is page else main.id,
        None if main.amount.titles else reader.title_before(main),
        {box.id: REASONS[box.mark or ""] for box in removed},
    )


def _size(box: _Box) -> int:
    return box.amount.size


@dataclass(slots=True)
class _Reader:
    """What has been read of a page, and the boxes in it that are open."""

    marks: frozenset[str]
    position: int = 0
    size: int = 0
    titles: list[tuple[int, int]] = field(default_factory=list)  # positions and ids
    prose: int = 0
    code: int = 0
    links: int = 0
    paragraph: int = 0  # the size before the open paragraph
    jumps: int = 0
    jumping: int = 0
    link: int = 0  # the size before the open link
    is_jump: bool = False
    verbatim: int = 0  # the id of the open code
    boxes: list[_Box] = field(default_factory=lambda: [_Box(0, None)])
    opened: list[_Box] = field(init=False)
    lists: list[_Box] = field(default_factory=list)  # that are open

    def __post_init__(self) -> None:
        self.opened = self.boxes[:]

    @property
    def amount(self) -> _Amount:
        return _Amount(
            self.size, len(self.titles), self.prose, self.code, self.links, self.jumps, self.jumping
        )

    def read(self, nodes: Iterable[tuple[Any, bool]]) -> None:
        """Read all nodes as boxes in document order, after one for the page."""
        for position, (node, opens) in enumerate(nodes, 1):
            self.position = position
            if node.is_text_node:
                self.size += len((node.text_content or "").strip())
            elif opens:
                self.open(node, node.tag)
            else:
                self.close(node, node.tag)
        self.boxes[0].last, self.boxes[0].amount = self.position, self.amount
        self.boxes.sort(key=lambda box: box.first)

    def title_before(self, main: _Box) -> int | None:
        """Return the id of the last h1 before a box; None if there is none."""
        before = [title for position, title in self.titles if position < main.first]
        return before[-1] if before else None

    def open(self, node: Any, name: str) -> None:  # noqa: ANN401  # nodes have no public type
        mark = node.attributes.get(MARK)
        if name == "h1":
            self.titles.append((self.position, node.mem_id))
        self.code += name in _CODE_TAGS or mark == "code"
        if name == "pre" or mark == "code":
            self.verbatim = self.verbatim or node.mem_id
        if name == "p":
            self.paragraph = self.size
        if name in _LISTS and node.css_first(f"td[{MARK}]") is None:
            self.lists.append(_Box(node.mem_id, "navigation", self.position, amount=self.amount))
        mark = mark if mark in self.marks else None
        if mark == "remark":
            for box in self.opened:
                box.has_remark = True
        elif mark in {"link", "jump", "back", "step"}:
            self.link, self.is_jump = self.size, mark in {"jump", "back"}
            self.jumps += self.is_jump
            self.opened[-1].has_step |= mark == "step" and not self.verbatim
        elif mark == "unlink":
            self.jumping += (self.size - self.link) * self.is_jump
            self.links += (self.size - self.link) * (not self.is_jump)
        elif mark or name in _COLUMNS:
            self.opened.append(_Box(node.mem_id, mark, self.position, amount=self.amount))
            self.boxes.append(self.opened[-1])

    def close(self, node: Any, name: str) -> None:  # noqa: ANN401
        box = self.opened[-1]
        self.verbatim = 0 if node.mem_id == self.verbatim else self.verbatim
        if name == "p" and (length := self.size - self.paragraph) >= _LONG_PARAGRAPH:
            self.prose += length
        if self.lists and node.mem_id == self.lists[-1].id:
            contents = self._closed(self.lists.pop())
            self.boxes += [contents] if contents.amount.is_contents else []
        if node.mem_id != box.id:
            return
        self._closed(self.opened.pop())
        if box.has_step and box.amount.size <= LONGEST_NAVIGATION:
            box.mark = box.mark or "navigation"

    def _closed(self, box: _Box) -> _Box:
        box.last, box.amount = self.position, self.amount.without(box.amount)
        return box


def _removed(main: _Box, page: _Box, boxes: Iterable[_Box]) -> list[_Box]:
    """Return the outermost boxes that are navigation or next to the content, but for the title."""

    def is_title(box: _Box) -> bool:
        return 0 < page.amount.titles == box.amount.titles

    def is_short(box: _Box) -> bool:
        return box.amount.size <= LONGEST_NAVIGATION

    return _outermost(
        box
        for box in boxes
        if not box.holds(main)
        and (
            (box.mark == "navigation" and not (is_title(box) and is_short(box)))
            or (
                box.mark == "outside"
                and not box.has_remark
                and box.amount.size <= _MOST * main.amount.size
                and not is_title(box)
            )
        )
    )


def _body(main: _Box, boxes: Sequence[_Box], removed: Sequence[_Box]) -> _Box | None:
    """Return the smallest box that has most of the prose of a main part, if there is one.

    A box around it is taken instead if 70% of what it adds is prose. Without a mark as an article,
    it must be framed by links.
    """

    def kept(box: _Box) -> _Amount:
        return box.amount.without(*(each.amount for each in removed if box.holds(each)))

    def is_removed(box: _Box) -> bool:
        last = removed[max(0, bisect_right(removed, box.first, key=attrgetter("first")) - 1)]
        return last is box or last.holds(box)

    left = kept(main)
    bodies = [
        box
        for box in boxes
        if main.holds(box)
        and not (removed and is_removed(box))
        and box.amount.prose >= max(1, _PROSE_SHARE * left.prose)
        and (box.mark == "article" or _is_framed(box, left.without(box.amount)))
    ]
    if not bodies:
        return None
    body = min(bodies, key=_size)
    larger = (box for box in boxes if main.holds(box) and box.holds(body))
    for around in (*sorted(larger, key=_size), main):
        added = kept(around).without(kept(body))
        if 10 * added.prose >= 7 * added.size:
            body = around
    return body


def _is_framed(box: _Box, around: _Amount) -> bool:
    """Return whether a box is long, and what is around it is mostly links, without code and tables.

    Code and tables around it are a sign of a manual, whose sections are all content.
    """
    is_long = box.amount.prose >= _LONG_ARTICLE and not around.code
    return is_long and around.links >= _LINKS_AROUND * around.size


def _outermost(boxes: Iterable[_Box]) -> list[_Box]:
    """Return the boxes that are in no other of them, of boxes in document order."""
    found: list[_Box] = []
    for box in boxes:
        if not found or not found[-1].holds(box):
            found.append(box)
    return found
