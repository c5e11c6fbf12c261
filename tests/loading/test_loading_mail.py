"""Email and RTF files."""

from email.message import EmailMessage

import pytest
from loadable import email, outlook, utf16

from chunking.analysis.recommend.document_kind.kind import identify
from chunking.core.errors import LoadError
from chunking.loading import load_bytes
from chunking.loading.containers import OLE
from chunking.loading.mail import is_email
from chunking.units.layout import layout


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
        "From: Ann <a@x.org>\nTo: Bo <b@x.org>\nDate: Mon, 01 Jan 2024 10:00:00 +0000\n"
        "Subject: Größe der Wellen\n\nGrüße:\n\\# 1\n\n> quoted"
    )


def test_titles_at_rows_of_signs_are_headings() -> None:
    row = "-" * 40
    body = (
        f"Dear all.\n{row}\n\n* Low tide\n\nAt six.\n\n{row}\nPiers\n\nOne fell.\n\nOars\n{row}\n"
    )
    built = message("A")
    built.set_content(f"{body}None.\n\n{row}\nBo wrote this,\nand Ann.")
    loaded = load_bytes(built.as_bytes(), "a.eml")
    assert loaded.text.endswith(
        "Dear all.\n## Low tide\n\nAt six.\n\n## Piers\n\nOne fell.\n\n## Oars\nNone.\n\n"
        f"\n{row}\nBo wrote this,\nand Ann."
    )
    built.set_content(f"Dear all.\n{row}\nBo wrote this.")
    assert load_bytes(built.as_bytes(), "a.eml").text.endswith(f"\n\n{row}\nBo wrote this.")


def test_a_patch_is_a_fence_and_signs_around_it_underline_nothing() -> None:
    patch = (
        "diff --git a/tide.py b/tide.py\nold mode 100644\nnew mode 100755\nindex 1..2\n"
        "--- a/tide.py\n+++ b/tide.py\n@@ -1,4 +1,4 @@\n"
        " def ebb():\n\n-\n-    return 1\n+    # of the day\n+    return 2\n"
    )
    built = message("A")
    built.set_content(f"It turns.\n---\n tide.py | 2 +-\n\n{patch}--\n2.40\n\nPiers\n~~~~~\n")
    assert load_bytes(built.as_bytes(), "a.eml").text.endswith(
        f"\n\nIt turns.\n\n```diff\n---\n tide.py | 2 +-\n\n{patch}```"
        "\n\n--\n2.40\n\nPiers\n\\~~~~~"
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
    assert "See below.\n\n# Inner\n\nFrom: Ann" in document.text
    assert document.text.endswith("Deep.")
    assert document.notes == ("attachments are left out: wave.png",)


def test_a_mailbox_has_one_section_for_each_message() -> None:
    messages = [message("Low tide"), message("High tide")]
    for number, each in enumerate(messages):
        each.set_content(f"The text.\n\n>From the {number} harbor.\n")
    line = b"From a@x.org Mon Jan  1 10:00:00 2024\n"
    data = b"".join(line + each.as_bytes() + b"\n" for each in messages)
    document = load_bytes(data, "a.mbox")
    assert layout(document).outline.paths == (("Low tide",), ("High tide",))
    assert "Subject: High tide\n\nThe text.\n\nFrom the 1 harbor." in document.text
    assert identify(document, layout(document)).name == "email"
    assert load_bytes(data, "").text == document.text


def test_a_message_of_outlook_is_read_as_an_email() -> None:
    pytest.importorskip("oxmsg")
    data = outlook(
        {"0037001F": utf16("Low\ntide"), "0C1A001F": utf16("Ann"), "0C1F001F": utf16("a@x.org"),
         "1000001F": utf16("The text.")},
        recip={"3001001F": utf16("Bo"), "39FE001F": utf16("b@x.org")},
        attach={"3707001F": utf16("wave\n.png")},
    )  # fmt: skip
    document = load_bytes(data, "a.msg")
    assert document.text == (
        'From: "Ann" <a@x.org>\nTo: Bo <b@x.org>\nSubject: Low tide\n\nThe text.'
    )
    assert document.title == "Low tide"
    assert document.notes == ("attachments are left out: wave .png",)


def test_a_page_in_a_message_of_outlook_is_read_in_its_real_encoding() -> None:
    pytest.importorskip("oxmsg")
    page = "<p>Ebbe für alle, Flut für viele.".encode()
    document = load_bytes(outlook({"10130102": page}), "a.msg")  # declared is ISO 8859-15
    assert document.text == "Ebbe für alle, Flut für viele."


def test_a_damaged_message_of_outlook_gets_one_sentence() -> None:
    name = "__properties_version1.0\0".encode("utf-16-le")
    with pytest.raises(LoadError, match=r"a\.msg: damaged, or not the kind of file"):
        load_bytes(OLE + name, "a.msg")


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


@pytest.mark.parametrize(("parameter", "joint"), [("", " "), ("; delsp=yes", "")])
def test_lines_of_a_flowed_body_are_joined(parameter: str, joint: str) -> None:
    body = "The tide \nfell. \n> It \n> rose \n>> Why? \nEnd\n-- \nAnn"
    head = f"Subject: Low\nContent-Type: text/plain; format=flowed{parameter}\n\n"
    text = load_bytes(f"From: a@x\n{head}{body}".encode(), "a.eml").text
    quotes = f"> It{joint}rose\n>> Why?"
    assert text.partition("\n\n")[2] == f"The tide{joint}fell.\n{quotes}\nEnd\n\n--\nAnn"
