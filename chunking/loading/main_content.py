"""The main content of a page: which elements are it, and which lead elsewhere."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# What an element is: the main part, an article, a box beside the content, or the title of a remark,
# which belongs to the content although its box may be named like one beside it.
Mark: TypeAlias = Literal["main", "article", "navigation", "outside", "remark"]
MARK = "data-mark"  # the attribute of a reduced page

MARKS_OF_BOOKS: frozenset[str] = frozenset({"main", "navigation"})
MARKS_OF_PAGES: frozenset[str] = MARKS_OF_BOOKS | {"article", "outside", "remark"}

_BY_TAG: dict[str, Mark] = {
    "main": "main",
    "article": "article",
    "nav": "navigation",
    "footer": "navigation",
}
_BY_ROLE: dict[str, Mark] = {
    "main": "main",
    "alertdialog": "outside",
    "complementary": "outside",
    "dialog": "outside",
} | dict.fromkeys(("banner", "contentinfo", "doc-toc", "navigation", "search"), "navigation")
# Names that documentation generators and wikis use.
_NAVIGATION = frozenset(
    """banner breadcrumb breadcrumbs catlinks docnav edit-this-page mw-jump-link mw-navigation navbar
    navbox pagination prev-next printfooter site-footer site-header skip-link skip-to-content
    sphinxsidebar table-of-contents toc""".split()
)
_REMARKS = frozenset({"admonition-title", "sidebar-title", "topic-title"})  # of docutils
_SECTIONS = re.compile(r"(?<!\S)(?:section|sect\d|level\d)(?!\S)")
# Words in the names that news sites, blogs and shops give to boxes.
_ARTICLE = re.compile(r"(?<!\S)(?:article|entry|post|story)-(?:body|content|text)(?!\S)")
_OUTSIDE = re.compile(
    r"""(?<![^\s-])(?:
      ads?|advert(?:s|isement)?|outbrain|promos?|sponsored|taboola
      |comments|comment-?(?:area|form|list|respond|section|thread)|disqus|replies
      |editors-picks|most-[a-z]+|popular|read-next|recommendations|recommended|related|trending
      |feedback|follow-us|newsletter|share|sharing|social|subscribe|subscription
      |consent|cookies?|gdpr|lightbox|modal|paywall|popup|sign-?(?:in|up)
      |footer|masthead|nav|navigation|sidebar|tool-?bar|widgets?
    )(?![^\s-])""",
    re.VERBOSE,
)
_WORD_START = re.compile(r"_+|(?<=[a-z])(?=[A-Z])")

# Of the text of a page; a smaller main part is no main part.
_MAIN_SHARE = 0.25
# Of what the boxes beside it leave of the main part; a smaller article is a part of the content.
_ARTICLE_SHARE = 0.5
# Of the text of all articles; below, the page is a list of them. And of the main part; a box beside
# the content has at most as much: comments may be four times as long as an article.
_MOST = 0.8
# Of the text of a page; if less would stay, the names mislead, and all of it stays.
_LEAST = 0.05
REASONS = {"navigation": "navigation", "outside": "text outside the main content"}


def mark_of(tag: str, attributes: Mapping[str, str]) -> Mark | None:
    """Return what an element is by its tag, its role and the words in its class and id.

    >>> mark_of("div", {"class": "relatedArticles wide"})
    'outside'
    """
    mark = _BY_TAG.get(tag) or _BY_ROLE.get(attributes.get("role", "").lower())
    if mark or not attributes:
        return mark
    classes, name = attributes.get("class", ""), attributes.get("id", "")
    names = {*classes.lower().split(), name.lower()}
    if not _NAVIGATION.isdisjoint(names):
        return "navigation"
    if not _REMARKS.isdisjoint(names):
        return "remark"
    words = _WORD_START.sub("-", classes).lower()
    if attributes.get("itemprop") == "articleBody" or _ARTICLE.search(words):
        return "article"
    # The id of a section is made from its heading, and a longer one anywhere is the goal of a link.
    if tag in {"aside", "div"} and name.count("-") < 2 and not _SECTIONS.search(words):
        words += " " + name.lower()
    return "outside" if tag != "p" and _OUTSIDE.search(words) else None


@dataclass(slots=True)
class _Box:
    """A marked element: its nodes and its text."""

    id: int
    mark: str
    first: int = 0  # node, in document order
    last: int = 0
    size: int = 0  # characters
    titles: int = 0  # h1
    has_remark: bool = False

    def holds(self, other: _Box) -> bool:
        """Return whether another box is in this one."""
        return self.first < other.first and other.last <= self.last


@dataclass(frozen=True, slots=True)
class MainContent:
    """Elements by their ids: the main part, and what is removed with the reason of each.

    Without a main part, the whole page is it. If it has no title, the only h1 before it is one.
    """

    main: int | None = None
    has_title: bool = True
    removed: Mapping[int, str] = field(default_factory=dict)


def find(nodes: Iterable[tuple[Any, bool]], marks: frozenset[str]) -> MainContent:
    """Return what the main content of a page is.

    Args:
        nodes: The nodes of a reduced page as they open, and elements again as they close.
        marks: The marks that count.
    """
    page, *boxes = _boxes(nodes, marks)
    main = max((box for box in boxes if box.mark == "main"), key=_size, default=page)
    if main.size < _MAIN_SHARE * page.size:
        main = page
    main = _article(main, boxes) or main
    removed = _removed(main, boxes)
    left = main.size - sum(box.size for box in removed if main.holds(box))
    if left < _LEAST * page.size:
        return MainContent()
    return MainContent(
        None if main is page else main.id,
        main.titles > 0 or page.titles != 1,
        {box.id: REASONS[box.mark] for box in removed},
    )


def _size(box: _Box) -> int:
    return box.size


def _boxes(nodes: Iterable[tuple[Any, bool]], marks: frozenset[str]) -> list[_Box]:
    """Return the marked elements in document order, after one for the page."""
    size = titles = position = 0
    page = _Box(0, "")
    boxes, opened = [page], [page]
    for position, (node, opens) in enumerate(nodes, 1):
        if node.is_text_node:
            size += len((node.text_content or "").strip())
        elif opens:
            titles += node.tag == "h1"
            mark = node.attributes.get(MARK)
            if mark == "remark":
                for box in opened:
                    box.has_remark = True
            elif mark in marks:
                opened.append(_Box(node.mem_id, mark, position, size=-size, titles=-titles))
                boxes.append(opened[-1])
        elif node.mem_id == opened[-1].id:
            box = opened.pop()
            box.last, box.size, box.titles = position, box.size + size, box.titles + titles
    page.last, page.size, page.titles = position, size, titles
    return boxes


def _article(main: _Box, boxes: Iterable[_Box]) -> _Box | None:
    """Return the article that is most of a main part, if there is one."""
    removed = {box.id for box in _removed(main, boxes)}
    outer = _outermost(
        box for box in boxes if main.holds(box) and (box.mark == "article" or box.id in removed)
    )
    articles = [box for box in outer if box.mark == "article"]
    longest = max(articles, key=_size, default=None)
    if longest is None or longest.size < _MOST * sum(map(_size, articles)):
        return None
    left = main.size - sum(box.size for box in outer if box.id in removed)
    return longest if longest.size >= _ARTICLE_SHARE * left else None


def _removed(main: _Box, boxes: Iterable[_Box]) -> list[_Box]:
    """Return the outermost boxes that are navigation or beside the content."""
    return _outermost(
        box
        for box in boxes
        if not box.holds(main)
        and (
            box.mark == "navigation"
            or (
                box.mark == "outside"
                and not box.has_remark
                and box.size <= _MOST * main.size
                and not 0 < main.titles == box.titles
            )
        )
    )


def _outermost(boxes: Iterable[_Box]) -> list[_Box]:
    """Return the boxes that are in no other of them, of boxes in document order."""
    found: list[_Box] = []
    for box in boxes:
        if not found or not found[-1].holds(box):
            found.append(box)
    return found
