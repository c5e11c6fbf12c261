"""A small file of every format, where fuzzing of its reader begins."""

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parents[1] / "loading"))

import loadable
from loadable import docx, email, epub, odt, paragraph, pdf, pptx, rtf, utf16, workbook, xlsx

_TABLE = "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a|b</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
_STYLES = '<w:style w:styleId="h"><w:name w:val="heading 1"/></w:style>'
_PAGE = (
    "<!doctype html><title>T</title><h1>A</h1><p>One.<br>Two.</p><pre>a\n b</pre><ul><li>x<ol>"
    "<li>y</ol></ul><table><tr><th>a<td>b</table><blockquote>q</blockquote><script>s</script>"
)
_CHATS = """[
  {"name": "A", "messages": [{"from": "Ann", "date": "2024-03-05T09:12:00", "text": ["One.",
    {"text": "Two."}]}]},
  {"title": "B", "current_node": "b", "mapping": {"b": {"message": {"author": {"role": "user"},
    "create_time": 1.5, "content": {"parts": ["# Three. <@U1>"]}}}}}
]"""


def seeds() -> dict[str, bytes]:
    """Return files by their names."""
    heading = paragraph("A", '<w:pStyle w:val="h"/>')
    return {
        "a.md": b"# A\n\nOne. Two.\n",
        "a.txt": "Grüße".encode("latin-1"),
        "a.html": _PAGE.encode(),
        "a.xhtml": f"<html><body>{heading}</body></html>".encode(),
        "a.pdf": pdf("One.", "", "Two.", title="T"),
        "a.docx": docx(heading + paragraph("One.") + _TABLE, styles=_STYLES, core="<dc:title/>"),
        "a.epub": epub({"a.xhtml": "<h1>A</h1><p>One.</p>", "b%20c.xhtml": "<p>Two.</p>"}),
        "a.py": b"# -*- coding: latin-1 -*-\ndef f(): pass\n",
        "a.xml": b'<?xml version="1.0" encoding="utf-16"?><a/>',
        "a": "Text".encode("utf-16"),
        "a.odt": odt("<text:h>A</text:h><text:list><text:list-item><text:p>x</text:p>"
                     "</text:list-item></text:list>"),
        "a.ods": odt("<table:table table:name='A'><table:table-row><table:table-cell "
                     "office:value='1'/></table:table-row></table:table>", kind="spreadsheet"),
        "a.xlsx": xlsx('<row r="1"><c r="A1"><v>1</v></c></row>'),
        "a.rtf": rtf("One."),
        "a.eml": email("One."),
        "a.org": b"#+TITLE: A\n* One\n#+BEGIN_SRC c\nint a;\n#+END_SRC\n",
        "a.pptx": pptx([("A", ["One.", "Two."])]),
        "a.odp": odt("<draw:page draw:name='1'><text:p>One.</text:p></draw:page>",
                     kind="presentation"),
        "a.xls": workbook(),
        "a.fb2": b"<FictionBook><body><section><title><p>A</p></title><p>One.</p></section></body>"
                 b"</FictionBook>",
        "a.tei": b"<TEI><text><body><div><head>A</head><p>One.</p></div></body></text></TEI>",
        "a.dbk": b"<article><title>A</title><para>One.</para></article>",
        "a.nxml": b"<article><body><sec><title>A</title><p>One.</p></sec></body></article>",
        "a.ipynb": b'{"cells": [{"cell_type": "markdown", "source": ["# A"]}, {"cell_type": "code",'
                   b'"source": "1 + 1", "outputs": [{"text": "2"}]}], "nbformat": 4}',
        "a.vtt": b"WEBVTT\n\n00:00.000 --> 00:01.000\n<v Ann>One.\n",
        "a.mbox": 2 * (b"From a@x Mon Jan  1 10:00:00 2024\n" + email("One.")),
        "a.msg": loadable.outlook({"0037001F": utf16("A"), "10130102": _PAGE.encode()},
                                  recip={"3001001F": utf16("Ann")}),
        "a.json": _CHATS.encode(),
        "a.adoc": b"= A\n\n== *One*\n\n[source,c]\n----\nint a;\n----\n\n|===\n|a |b\n|===\n",
        "a.man": b'.TH A 1\n.SH "ONE"\nTwo.\n.nf\nint a;\n.fi\n.TS\na\tb\n.TE\n',
        "a.textile": b"h1. A\n\nbc.. int a;\n\np. One.\n\ntable(a).\n|a|b|\n",
        "a.typ": b"= A\n\n== _One_ <one>\n\n```c\nint a;\n```\n",
        "a.wiki": b"== A ==\n\n<pre>a</pre>\n\n{|\n|-\n| c\n|}\n\n=== [[D|One]] ===\n",
        "a.log": b"[3/5/24, 9:12:01 AM] Ann: One?\n[3/5/24, 9:13:02 AM] Bo: Two.\n" * 3,
    }  # fmt: skip
