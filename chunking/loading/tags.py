"""An HTML page reduced to the few tags that shape a text, so that no page can choke the parser.

An HTML parser takes quadratic time for elements nested deeply, for tags with very many
attributes, and for bold and links left open, which it opens again in every later
paragraph: 200,000 open `<div>` cost it a minute and a half. What it is given here has
none of the three, and the reduction takes linear time.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field

from chunking.errors import LoadError

MAX_TAGS = 2_000_000
MAX_DEPTH = 100

# Dropped with all that is in them.
_DROPPED = "script|style|template|noscript|svg|iframe|noembed|noframes|xmp|textarea|select|canvas"
# Every `*+` and `++` takes what it can and never gives back: each tag is read once. A tag
# that the file's end cuts off ends there.
_ATTRIBUTES = r"""(?:[^>=]++|=\s*+(?:"[^"]*+"|'[^']*+')?+)*+"""
_TOKEN = re.compile(
    rf"""
      <!--(?:-?>|.*?(?:--!?>|\Z))
    | <!\[CDATA\[(?P<cdata>.*?)(?:\]\]>|\Z)
    | <(?P<dropped>{_DROPPED})(?=[\s/>]){_ATTRIBUTES}
      (?:(?<=/)>|(?:>|\Z).*?(?:</(?P=dropped)\s*>|\Z))
    | <title(?=[\s/>]){_ATTRIBUTES}
      (?:(?<=/)>|(?:>|\Z)(?P<title>.*?)(?:</title\s*>|\Z))
    | <(?P<close>/?)(?P<name>[a-z][^\s/>]*+)(?P<attributes>{_ATTRIBUTES})(?:>|\Z)
    | <(?:[!?]|/(?![a-z]))[^>]*+(?:>|\Z)
    | (?P<bare><)
    """,
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_ATTRIBUTE = re.compile(
    r"""([^\s"'<>/=]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""",
)
# What each tag is handed on as. Sections are boxes; a term or a definition is a paragraph.
# `code` becomes `samp`: left open it is not opened again in every paragraph after it.
_BOXES = (
    "address article aside center details dialog div fieldset figcaption figure "
    "footer form header hgroup main menu nav section summary"
)
_BLOCKS = (
    "h1 h2 h3 h4 h5 h6 p ul ol li table caption thead tbody tfoot tr td th pre blockquote br hr img"
)
_HANDED_ON = (
    dict.fromkeys(_BOXES.split(), "div")
    | {name: name for name in _BLOCKS.split()}
    | {"dt": "p", "dd": "p", "dir": "ul", "code": "samp"}
)
_NESTING = frozenset({"div", "ul", "ol", "table", "pre", "blockquote", "samp"})
_VOID = frozenset({"br", "hr", "img"})
_KEPT = {"img": ("alt",), "ol": ("start",), "pre": ("class",), "samp": ("class",)}


@dataclass(slots=True)
class Reduced:
    """The reduced page, and what its head said."""

    xhtml: bool = False
    page: str = ""
    title: str = ""
    language: str = ""
    open: list[str] = field(default_factory=list)

    def token(self, found: re.Match[str]) -> str:
        """What is handed on for one token of the page."""
        if found["name"]:
            return self._tag(found)
        if found["title"] is not None:
            self.title = self.title or html.unescape(found["title"])
            return ""
        if found["cdata"] is not None:
            return found["cdata"].replace("&", "&amp;").replace("<", "&lt;")
        return "&lt;" if found["bare"] else ""

    def _tag(self, found: re.Match[str]) -> str:
        original = found["name"].lower()
        if original == "html" and not self.language:
            attributes = _attributes(found["attributes"])
            self.language = attributes.get("lang") or attributes.get("xml:lang", "")
        name = _HANDED_ON.get(original)
        if name is None:
            return ""
        if found["close"]:
            # A paragraph that closes without having been opened would become an empty one.
            return "" if original in {"dt", "dd"} else self._close(name)
        if self.xhtml and found["attributes"].endswith("/") and name not in _VOID:
            return "<td></td>" if name in {"td", "th"} else ""  # an empty element
        if name in _NESTING:
            if len(self.open) >= MAX_DEPTH:
                return ""
            self.open.append(name)
        if name not in _KEPT:
            return f"<{name}>"
        attributes = _attributes(found["attributes"])
        kept = (
            f' {key}="{html.escape(html.unescape(attributes[key][:500]))}"'
            for key in _KEPT[name]
            if key in attributes
        )
        return f"<{name}{''.join(kept)}>"

    def _close(self, name: str) -> str:
        """The end tag; it ends elements here only where the parser is sure to do the same."""
        if name in _NESTING and name in self.open:
            last = len(self.open) - 1 - self.open[::-1].index(name)
            inside = self.open[last + 1 :]
            if not inside or (name != "samp" and (name == "table" or "table" not in inside)):
                del self.open[last:]
        return f"</{name}>"


def reduce(page: str, *, xhtml: bool = False) -> Reduced:
    """The page without scripts, comments and all tags and attributes that shape no text.

    In XHTML `<div/>` is empty; in HTML it is an open `<div>`. Raises `LoadError` for a
    page of more than two million tags.
    """
    if page.count("<") > MAX_TAGS:
        raise LoadError(f"the page has more than {MAX_TAGS:,} tags")
    reduced = Reduced(xhtml or page[:200].lstrip("\ufeff \t\r\n").startswith("<?xml"))
    reduced.page = _TOKEN.sub(reduced.token, page)
    return reduced


def _attributes(text: str) -> dict[str, str]:
    """The first values of the attributes in the first two thousand characters of a tag."""
    values: dict[str, str] = {}
    for key, double, single, bare in _ATTRIBUTE.findall(text[:2000]):
        values.setdefault(key.lower(), double or single or bare)
    return values
