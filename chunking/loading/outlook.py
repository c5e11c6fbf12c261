"""Messages of Outlook (MSG) to Markdown, read by python-oxmsg."""

from email.message import EmailMessage

from chunking.core.errors import LoadError
from chunking.loading import mail
from chunking.loading.formats import Content


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
            message.add_header(name, " ".join(value.split()))
    if found.body:
        message.set_content(found.body)
    elif found.html_body:
        message.set_content(found.html_body, subtype="html")
    for each in found.attachments:
        name = " ".join((each.file_name or "attachment").split())
        message.add_attachment(b"", maintype="application", subtype="octet-stream", filename=name)
    return mail.content_of([message])
