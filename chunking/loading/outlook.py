"""Messages of Outlook (MSG) to Markdown, read by python-oxmsg."""

from __future__ import annotations

from email.message import EmailMessage
from typing import TYPE_CHECKING, Final

from chunking.core.errors import LoadError
from chunking.loading import mail
from chunking.loading.formats import Content

if TYPE_CHECKING:
    from oxmsg import Message

_HTML: Final = 0x1013  # the property with the bytes of the body in HTML


def convert(data: bytes) -> Content:
    """Return the message as `mail.convert` does.

    Raises:
        LoadError: python-oxmsg is missing, or the message is damaged.
    """
    try:
        from oxmsg import Message
    except ImportError as error:
        raise LoadError(
            "messages of Outlook need python-oxmsg: pip install python-oxmsg"
        ) from error
    found = Message.load(data)
    message = EmailMessage()
    recipients = (f"{each.name} <{each.email_address}>" for each in found.recipients)
    fields = {
        "From": found.sender or "",
        "To": ", ".join(recipients),
        "Date": found.sent_date.isoformat(" ", "minutes") if found.sent_date else "",
        "Subject": found.subject,
    }
    for name, value in fields.items():
        if value:
            message.set_raw(name, " ".join(value.split()))  # parsing it takes quadratic time
    if found.body:
        message.set_content(found.body)
    elif (page := _page(found)) is not None:
        charset = {"charset": found.properties.body_encoding}
        message.set_content(page, "text", "html", params=charset)
    for each in found.attachments:
        name = " ".join((each.file_name or "attachment").split())
        message.add_attachment(b"", maintype="application", subtype="octet-stream", filename=name)
    return mail.content_of([message])


def _page(message: Message) -> bytes | None:
    """Return the body in HTML as it is stored, since its encoding may be wrong."""
    data: bytes | None = message.properties.binary_prop_value(_HTML)
    if data is None and message.html_body:
        return message.html_body.encode()
    return data
