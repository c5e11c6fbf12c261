"""Email and RTF files."""

from __future__ import annotations

from email.message import EmailMessage

import pytest
from loadable import email

from chunking.loading import load_bytes
from chunking.loading.mail import is_email


def message(subject: str) -> EmailMessage:
    """Return a message with a subject, sender and date."""
    built = EmailMessage()
    built["Subject"], built["From"], built["To"] = subject, "Ann <a@x.org>", "Bo <b@x.org>"
    built["Date"] = "Mon, 01 Jan 2024 10:00:00 +0000"
    return built


def test_subject_sender_and_body_are_read() -> None:
    built = message("Größe der Wellen")
    built.set_content("Grüße:\n# 1\n\n> quoted\n", cte="quoted-printable", charset="iso-8859-1")
    document = load_bytes(built.as_bytes(), "a.eml")
    assert document.title == "Größe der Wellen"
    assert document.text == (
        "# Größe der Wellen\n\nFrom: Ann <a@x.org>\nTo: Bo <b@x.org>\n"
        "Date: Mon, 01 Jan 2024 10:00:00 +0000\n\nGrüße:\n\\# 1\n\n> quoted"
    )


def test_a_body_in_html_is_read_if_there_is_no_text() -> None:
    built = message("A")
    built.set_content("<h2>One</h2><p>été</p>", subtype="html", cte="base64")
    assert load_bytes(built.as_bytes(), "a.eml").text.endswith("\n\n## One\n\nété")
    built = message("A")
    built.set_content("Plain.")
    built.add_alternative("<p>Rich.</p>", subtype="html")
    assert load_bytes(built.as_bytes(), "a.eml").text.endswith("\n\nPlain.")


def test_attached_messages_are_read_and_other_attachments_noted() -> None:
    inner = message("Inner")
    inner.set_content("Deep.")
    built = message("Outer")
    built.set_content("See below.")
    built.add_attachment(inner)
    built.add_attachment(b"\x89PNG", maintype="image", subtype="png", filename="wave.png")
    document = load_bytes(built.as_bytes(), "a.eml")
    assert "See below.\n\n## Inner\n\nFrom: Ann" in document.text
    assert document.text.endswith("Deep.")
    assert document.notes == ("attachments are left out: wave.png",)


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (email("x"), True),
        (b"From: me\nTo: you\nSubject: x\n\nNo mail program wrote it.", False),
        (b"Message-ID: <1>\nFrom: a\nTo: b", False),
        (b"title: x\n\nText", False),
    ],
)
def test_headers_of_mail_programs_show_an_email(data: bytes, *, found: bool) -> None:
    assert is_email(data) == found
