"""Chats that Telegram, Slack, Discord, ChatGPT and Claude export, to turns of speakers.

The forms are those of the programs' own exports, of Discord that of DiscordChatExporter: all in
JSON, and the pages of Telegram.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from chunking.core.errors import LoadError
from chunking.loading import markdown, notebook
from chunking.loading.formats import Content

# A message that is text has one of each: who wrote it, when, and what. One of a model may have
# no time.
_SENDERS = ("user_profile", "author", "from", "sender", "user", "username", "role")
_TIMES = ("date", "ts", "timestamp", "create_time", "created_at")
_TEXTS = ("text", "content", "value")
_NAMES = ("real_name", "display_name", "nickname", "name", "role")
_MODELS = frozenset({"assistant", "user", "system", "human", "gpt"})
_LISTS = ("messages", "chat_messages", "conversations")
# Lists of chats in an export of several, of Telegram below "chats".
_CHATS = ("list", "conversations")
_MARKS = tuple(f'"{name}"' for name in (*_LISTS, "mapping", "ts"))
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_MENTION = re.compile(r"<@(\w{1,30})(?:\|([^<>]{1,80}))?>")


# What a page of Telegram has of a message, each in a box: its time, its sender, its text.
_OF_PAGE = re.compile(
    r'<div class="(?:pull_right date details"\s+title="(?P<time>[^"]{5,40})"|(?P<sender>from_name)"'
    r'|(?P<text>text)"|(?P<title>text bold)")[^>]{0,200}>'
)
_BOX_END = "</div>"


class _Chat(NamedTuple):
    title: str
    messages: list[dict[str, Any]]


def is_chat_export(text: str) -> bool:
    """Return whether a text is the JSON of exported chats."""
    if text[:1000].lstrip("\ufeff \t\r\n")[:1] not in {"{", "["}:
        return False
    if not any(mark in text for mark in _MARKS):
        return False
    try:
        return any(True for _ in _chats(notebook.parse(text)))
    except LoadError:
        return False


def convert(text: str) -> Content:
    """Return the messages as `[2024-03-05 09:12] Name: text`, each chat below its title.

    Times are those of the export, in UTC where it counts seconds. A note counts messages without
    text, such as calls and pictures.
    """
    blocks: list[str] = []
    silent = 0
    titles: list[str] = []
    for chat in _chats(notebook.parse(text)):
        names = _names(chat.messages)
        turns = [turn for message in chat.messages if (turn := _turn(message, names))]
        silent += len(chat.messages) - len(turns)
        if chat.title and turns:
            titles.append(chat.title)
            blocks.append(markdown.heading(1, chat.title))
        blocks += turns
    notes = (f"messages without text are left out: {silent:,}",) if silent else ()
    title = titles[0] if len(titles) == 1 else ""
    return Content("\n\n".join(blocks), title=title, notes=notes)


def plain_page(page: str) -> str:
    """Return a page with the messages of an export of Telegram alone; any other page unchanged."""
    if not all(f'class="{name}"' in page for name in ("from_name", "text")):
        return page
    parts: list[str] = []
    time = sender = ""
    for box in _OF_PAGE.finditer(page):
        if box["time"]:
            time = ":".join(box["time"].split(" UTC")[0].split(":")[:2])
            continue
        end = page.find(_BOX_END, box.end())
        if end < 0:
            break
        content = page[box.end() : end].strip()
        if box["title"]:
            parts.append(f"<h1>{content}</h1>")
        elif box["sender"]:
            sender = content
        elif time and sender:
            parts.append(f"<p>[{time}] {sender}: {content}</p>")
    return "".join(parts) if time else page


# ---- chats ---------------------------------------------------------------------------------------


def _chats(value: object) -> Iterator[_Chat]:
    """Yield the chats of an export: an object, a list of them, or a list of messages."""
    stack = [value]
    while stack:
        each = stack.pop()
        if isinstance(each, list) and _are_messages(each):
            yield _Chat("", each)
        elif isinstance(each, list):
            stack += [inner for inner in reversed(each) if isinstance(inner, dict)]
        elif isinstance(each, dict):
            messages = _messages(each)
            if messages:
                yield _Chat(_title(each), messages)
                continue
            inside = each.get("chats", each)
            lists = [inside.get(name) for name in _CHATS] if isinstance(inside, dict) else []
            stack += [inner for inner in reversed(lists) if isinstance(inner, list)]


def _messages(chat: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the messages of an object; none if it is no chat."""
    found = next((chat[name] for name in _LISTS if name in chat), None)
    if isinstance(chat.get("mapping"), dict) and not isinstance(found, list):
        found = _branch(chat["mapping"], chat.get("current_node"))
    return found if isinstance(found, list) and _are_messages(found) else []


def _title(chat: dict[str, Any]) -> str:
    channel = chat.get("channel")
    of_channel = channel.get("name") if isinstance(channel, dict) else None
    found = (chat.get("title"), chat.get("name"), of_channel)
    return next((" ".join(each.split()) for each in found if isinstance(each, str) and each), "")


def _branch(nodes: dict[str, Any], last: object) -> list[dict[str, Any]]:
    """Return the messages from the root to the last one; of edited ones the version shown."""
    messages: list[dict[str, Any]] = []
    for _ in nodes:
        node = nodes.get(last) if isinstance(last, str) else None
        if not isinstance(node, dict):
            break
        if isinstance(node.get("message"), dict):
            messages.append(node["message"])
        last = node.get("parent")
    return messages[::-1]


def _are_messages(values: Sequence[object]) -> bool:
    """Whether values are messages: objects, most with a sender, a time and a text."""
    objects = [each for each in values if isinstance(each, dict)]
    complete = [each for each in objects if _is_message(each)]
    return len(objects) == len(values) and 2 * len(complete) > len(values)


def _is_message(value: dict[str, Any]) -> bool:
    """Whether an object has a sender and the fields of a time and a text, which may be empty."""
    has_text, has_time = (any(name in value for name in names) for names in (_TEXTS, _TIMES))
    sender = _first(value, _SENDERS)
    by_model = isinstance(sender, str) and sender in _MODELS
    return has_text and sender is not None and (has_time or by_model)


# ---- messages ------------------------------------------------------------------------------------


def _turn(message: dict[str, Any], names: dict[str, str]) -> str:
    """Return a message with its time and sender; "" if it has no text or none to be read."""
    text = _MENTION.sub(
        lambda found: f"@{found[2] or names.get(found[1], found[1])}",
        _text(_first(message, _TEXTS)).strip(),
    )
    sender = _sender(message)
    if not text or not sender or sender == "system":
        return ""
    time = _time(_first(message, _TIMES))
    return f"{f'[{time}] ' if time else ''}{sender}: {_without_headings(text)}"


def _sender(message: dict[str, Any]) -> str:
    found = _first(message, _SENDERS)
    if isinstance(found, dict):
        found = _first(found, _NAMES)
    return " ".join(found.replace(":", " ").split()) if isinstance(found, str) else ""


def _names(messages: Sequence[dict[str, Any]]) -> dict[str, str]:
    """Return the names of senders by their identifiers."""
    senders = ((each.get("user"), _sender(each)) for each in messages)
    return {user: name for user, name in senders if isinstance(user, str)}


def _text(value: object) -> str:
    """Return a text, or the texts of the parts of a message."""
    texts, stack = list[str](), [value]
    while stack:
        each = stack.pop()
        if isinstance(each, str):
            texts.append(each)
        elif isinstance(each, list):
            stack += reversed(each)
        elif isinstance(each, dict):
            stack.append(each["parts"] if "parts" in each else each.get("text"))
    return "".join(texts)


def _time(value: object) -> str:
    """Return a time to the minute, from seconds since 1970 or as written; "" if it is neither."""
    try:
        if isinstance(value, str) and not value.replace(".", "").isdecimal():
            return datetime.fromisoformat(value).strftime("%Y-%m-%d %H:%M")
        if isinstance(value, str | int | float):
            return datetime.fromtimestamp(float(value), UTC).strftime("%Y-%m-%d %H:%M")
    except (ValueError, OverflowError, OSError):
        pass
    return ""


def _first(values: dict[str, Any], names: Sequence[str]) -> Any:  # noqa: ANN401 - any JSON value
    """Return the first value that is there and not empty; None if there is none."""
    return next((values[name] for name in names if values.get(name)), None)


def _without_headings(text: str) -> str:
    """Return Markdown whose headings are escaped outside of fences, since they would end a turn."""
    lines: list[str] = []
    opened = ""
    for line in text.replace("\r\n", "\n").split("\n"):
        fence = _FENCE.match(line)
        if opened:
            opened = "" if fence and fence[1].startswith(opened) else opened
            lines.append(line)
        else:
            opened = fence[1] if fence else ""
            lines.append(line if fence else markdown.paragraph(line))
    return "\n".join([*lines, opened] if opened else lines)
