"""Email to Markdown: sender, recipients, date and subject, and the text of the body."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email import policy
from email.errors import HeaderParseError, MessageError
from email.header import decode_header, make_header
from email.headerregistry import HeaderRegistry
from email.parser import BytesParser
from typing import TYPE_CHECKING

from chunking.core.errors import LoadError
from chunking.loading import encoding, html, markdown
from chunking.loading.formats import Content

if TYPE_CHECKING:
    from email.message import EmailMessage, MIMEPart

MAX_PARTS = 10_000
_MAX_DEPTH = 20  # messages within messages
_MAX_LISTED = 20
# Characters of a header with a media type or a file name; parsing it takes quadratic time.
_LONGEST_HEADER = 2_000
_SHOWN = ("From", "To", "Cc", "Date", "Subject")
_HEADER = re.compile(rb"([A-Za-z][A-Za-z0-9-]*):|[ \t]")
_USUAL = frozenset({b"from", b"to", b"subject", b"date"})
_MARKS = frozenset({b"message-id", b"mime-version", b"received", b"return-path"})
_BOUNDARY = re.compile(rb"boundary=", re.IGNORECASE)
# The line above each message of a mailbox, and a line of a body that was not to be taken for one.
_ENVELOPE = re.compile(rb"^From \S.*\d{4}[^\n]*\n", re.MULTILINE)
_QUOTED_ENVELOPE = re.compile(rb"^>(>*From )", re.MULTILINE)
# Rows of signs between the parts of a letter, and titles below and above them, of three at least.
_ROW = r"(?P<sign>[-=*_~#+])(?P=sign){9,}"
_TITLE = r"(?:\* )?(?P<title>(?=[^\n]*[^\W\d_]{2})[^\n]{3,80}[^\n.,;:])"
_TITLES = (
    re.compile(rf"(?m)^{_ROW}\n+{_TITLE}(?=\n\n)"),
    re.compile(rf"(?m)(?:\A|(?<=\n\n)){_TITLE}\n{_ROW}$"),
)
_RULE = re.compile(r"([-=*_+])\1+")
# A patch: what it changes, its files, and lines that are added, removed, kept or about it, up to a
# signature.
_ABOUT = r"(?:diff -|index |Index: |===|(?:new|deleted|old)(?: file)? mode |(?:rename|similarity) )"
_PATCH = re.compile(
    rf"(?m)^(?:---\n(?: [^\n]+\n)+\n)?(?:{_ABOUT}[^\n]*\n){{0,9}}--- [^\n]+\n\+\+\+ [^\n]+\n"
    rf"(?:\n*(?!--$)(?:[-+@\\ ]|{_ABOUT})[^\n]*\n?)+"
)
_FEWEST_TITLES = 3

_PARSED = HeaderRegistry()
_POLICY = policy.default.clone(
    header_factory=lambda name, value: _PARSED(name, value[:_LONGEST_HEADER])
)


def is_email(data: bytes) -> bool:
    r"""Return whether the data begin with the headers of a message, as a mail program writes them.

    >>> is_email(b"Message-ID: <1@x>\nFrom: a@x\nTo: b@x\nSubject: Hi\n\nText")
    True
    """
    names: set[bytes] = set()
    for line in data[:20_000].splitlines():
        found = _HEADER.match(line)
        if not found:
            return not line.strip() and len(names & _USUAL) > 1 and bool(names & _MARKS)
        names.add((found[1] or b"").lower())
    return False


def has_headers(data: bytes) -> bool:
    """Return whether the data begin with any header of a message."""
    found = _HEADER.match(data.lstrip()[:1000])
    return bool(found and found[1])


def is_mailbox(data: bytes) -> bool:
    r"""Return whether the data are messages, each below a line of a mailbox.

    >>> is_mailbox(b"From ann@x Mon Jan  1 10:00:00 2024\nFrom: ann@x\n\nText")
    True
    """
    found = _ENVELOPE.match(data)
    return bool(found and has_headers(data[found.end() :]))


def convert(data: bytes) -> Content:
    """Return the message and the messages attached to it; notes name other attachments.

    The text body is preferred to that in HTML.

    Raises:
        LoadError: The message is damaged, or has too many parts.
    """
    return content_of([parse(data)])


def convert_mailbox(data: bytes) -> Content:
    """Return one message after another, each below its subject as a heading.

    Raises:
        LoadError: A message is damaged, or they have too many parts.
    """
    parts = _ENVELOPE.split(data)[1:]
    if len(parts) > MAX_PARTS:
        raise LoadError(f"the mailbox has more than {MAX_PARTS:,} messages")
    return content_of([parse(_QUOTED_ENVELOPE.sub(rb"\1", part)) for part in parts], level=1)


def parse(data: bytes) -> EmailMessage:
    """Return a message.

    Raises:
        LoadError: It is damaged, or has too many parts.
    """
    if len(_BOUNDARY.findall(data)) > MAX_PARTS:
        raise LoadError(f"the message has more than {MAX_PARTS:,} parts")
    try:
        return BytesParser(policy=_POLICY).parsebytes(data)
    except RecursionError as error:
        raise LoadError("the message is nested too deeply") from error
    except MessageError as error:
        raise LoadError("the message is damaged") from error


def content_of(messages: Sequence[EmailMessage], *, level: int = 0) -> Content:
    """Return the content of messages, with their subjects as headings of a level; 0: none."""
    writer = _Writer()
    for message in messages:
        writer.add(message, level)
    names = writer.attachments
    shown = ", ".join(names[:_MAX_LISTED]) + (", …" if len(names) > _MAX_LISTED else "")
    notes = (f"attachments are left out: {shown}",) if names else ()
    title = _header(messages[0], "Subject") if len(messages) == 1 else ""
    return Content("\n\n".join(writer.blocks), title=title, notes=(*writer.notes, *notes))


class _Writer:
    """Blocks of a message, names of its attachments, and notes on its decoding."""

    def __init__(self) -> None:
        self.blocks: list[str] = []
        self.attachments: list[str] = []
        self.notes: dict[str, None] = {}

    def add(self, message: MIMEPart, level: int) -> None:
        """Append a message, whose subject is a heading of a level; 0: none."""
        if level and (subject := _header(message, "Subject")):
            self.blocks.append(markdown.heading(level, subject))
        lines = [f"{name}: {value}" for name in _SHOWN if (value := _header(message, name))]
        self.blocks += ["\n".join(lines)] if lines else []
        body, attached = _parts(message)
        self.blocks += [text for part in body if (text := self._text(part, level))]
        for part in attached:
            if part.get_content_type() == "message/rfc822" and level < _MAX_DEPTH:
                for inner in part.iter_parts():
                    self.add(inner, level + 1)
            else:
                name = _clean(part.get_filename() or "") or part.get_content_type()
                self.attachments.append(name[:100])

    def _text(self, part: MIMEPart, level: int) -> str:
        payload = part.get_payload(decode=True)
        data = payload if isinstance(payload, bytes) else b""
        if not data:
            return ""
        declared = part.get_content_charset("")
        try:
            decoded = encoding.decode(data, declared=declared)
        except LoadError:
            self.attachments.append(f"{part.get_content_type()} (binary data)")
            return ""
        self.notes |= dict.fromkeys(decoded.notes)
        if part.get_content_subtype() == "html":
            return html.convert(decoded.text, marks=frozenset()).text
        lines = decoded.text.replace("\r\n", "\n").strip().split("\n")
        if part.get_param("format") == "flowed":
            lines = _reflowed(lines, "" if part.get_param("delsp") == "yes" else " ")
        return _body("\n".join(map(str.rstrip, lines)), max(2, level + 1))


def _reflowed(lines: list[str], space: str) -> list[str]:
    """Join the lines of a flowed body: one that ends with a space continues below (RFC 3676)."""
    found: list[str] = []
    goes_on, depth = False, 0
    for line in lines:
        text = line.lstrip(">")
        is_same = depth == (depth := len(line) - len(text))
        if goes_on and is_same:
            found[-1] += space + text.removeprefix(" ").rstrip()
        else:
            found.append(line.rstrip())
        goes_on = line.endswith(" ") and text.strip() != "--"
    return found


def _body(text: str, level: int) -> str:
    """Return plain text as Markdown; titles at rows are headings of a level, patches fences."""
    found = [each for pattern in _TITLES for each in pattern.finditer(text)]
    found = [*_PATCH.finditer(text), *(found if len(found) >= _FEWEST_TITLES else [])]
    parts, at = list[str](), 0
    for each in sorted(found, key=re.Match.start):
        if each.start() >= at:
            parts.append(_lines(text[at : each.start()]))
            is_patch = each.re is _PATCH
            parts.append(
                f"\n{markdown.fence(each[0], 'diff')}\n"
                if is_patch
                else markdown.heading(level, each["title"])
            )
            at = each.end()
    return "".join([*parts, _lines(text[at:])])


def _lines(text: str) -> str:
    """Return lines as Markdown; a row of signs underlines nothing, since a blank line is above."""
    return "\n".join(
        f"\n{line}" if _RULE.fullmatch(line) else markdown.paragraph(line)
        for line in text.split("\n")
    )


def _parts(message: MIMEPart) -> tuple[list[MIMEPart], list[MIMEPart]]:
    """Return the parts of the body and the attached ones, both in order."""
    body: list[MIMEPart] = []
    attached: list[MIMEPart] = []
    stack = [message]
    while stack:
        part = stack.pop()
        kind = part.get_content_type()
        if part.is_multipart() and kind != "message/rfc822":
            inner = list(part.iter_parts())
            if kind == "multipart/alternative":
                inner = _preferred(inner)
            stack += reversed(inner)
        elif part.get_content_maintype() == "text" and not part.is_attachment():
            body.append(part)
        else:
            attached.append(part)
    return body, attached


def _preferred(parts: list[MIMEPart]) -> list[MIMEPart]:
    """Return the version of a body to read: plain text, unless it is empty."""
    for part in parts:
        if part.get_content_type() == "text/plain" and part.get_payload(decode=True):
            return [part]
    return parts[-1:]


def _header(message: MIMEPart, name: str) -> str:
    """Return the values of a header as they are written, whole."""
    values = [value for key, value in message.raw_items() if key.lower() == name.lower()]
    return _clean(", ".join(_decoded(str(value)) for value in values))


def _decoded(value: str) -> str:
    try:
        # Bytes that are not ASCII are UTF-8 in messages of today.
        value = value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
        return str(make_header(decode_header(value)))
    except (HeaderParseError, LookupError, ValueError):  # a wrong encoding
        return value


def _clean(text: str) -> str:
    return " ".join(text.split())
