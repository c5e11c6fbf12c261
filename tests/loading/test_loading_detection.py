import json

import pytest
from hostile import SCALE
from hypothesis import given, settings
from hypothesis import strategies as st
from loadable import docx, epub, paragraph, pdf

from chunking.loading.detection import kind_of
from chunking.loading.samples import SAMPLES, sample

PYTHON = '"""Tides.\n\nTwice a day.\n"""\n\n# A comment\nimport os\n\n\ndef f():\n    return os\n'
C = "#include <stdio.h>\n\nint main(void) {\n    return 0;\n}\n"
CUES = "1\n00:00:01,000 --> 00:00:02,000\nYes.\n"


@pytest.mark.parametrize(
    ("text", "suffix", "evidence"),
    [
        # Code, with comments that could be headings.
        (PYTHON, ".py", "code in line 7"),
        ("#!/usr/bin/env python3\nx", ".py", "its first line"),
        ("#!/bin/sh\n# Heading\n\nx", ".sh", "its first line"),
        (C, ".c", "code in line 1"),
        (C + "std::string s;\n", ".cpp", "code in line 1"),
        ("package main\n\nfunc main() {\n\tx()\n}\n", ".go", "code in line 1"),
        ("use std::io;\n\nfn main() {\n    x();\n}\n", ".rs", "code in line 1"),
        ("import java.util.List;\n\npublic class A {\n}\n", ".java", "code in line 1"),
        ("const a = 1;\n\nfunction b() {\n  a;\n}\n", ".js", "code in line 1"),
        ("const a: number = 1;\nexport const b = 2;\nconst c = 3;", ".ts", "code in line 1"),
        ("SELECT a\nFROM b\nWHERE c;\n", ".sql", "code in line 1"),
        ("<?php echo 1;", ".php", "its first line"),
        ("% x\n\\documentclass{article}\n", ".tex", "its first line"),
        # Data.
        ('{"a": 1}', ".json", ""),
        ('{"a": 1}\n{"a": 2}\n', ".jsonl", "a value in each line"),
        ("a,b\n1,2\n3,4\n", ".csv", "2 fields in each row"),
        ('a;b\n1;"2\n3"\n3;4\n', ".csv", "2 fields in each row"),
        ("a\tb\tc\n1\t2\t3\n1\t2\t3", ".tsv", "3 fields in each row"),
        ('<?xml version="1.0"?><a/>', ".xml", "its first line"),
        # Markup and other formats.
        ("<!doctype html><p>x", ".html", ""),
        ('{"nbformat": 4, "cells": []}', ".ipynb", ""),
        (CUES, ".srt", ""),
        ("WEBVTT\n", ".vtt", ""),
        ("[Script Info]\nTitle: Tides\n", ".ass", ""),
        ("# Tides\n\nTwice a day.", ".md", "a heading in line 1"),
        ("Twice a day.\n\n## Tides\n\nLow.", ".md", "a heading in line 3"),
        ("Run:\n\n```\nimport a\nimport b\n```\n", ".md", "a fence in line 3"),
        ("- See [it](https://a.example).\n", ".md", "a link in line 1"),
        ("| a | b |\n|---|---|\n| c | d |\n", ".md", "a table in line 2"),
        ("---\ntitle: x\n---\n\nText.\n", ".md", "its front matter"),
        ("Tides\n=====\n\n.. note::\n\n   Twice.\n", ".rst", "a directive"),
        # Everything else.
        ("", ".txt", ""),
        ("Tides\n=====\n\nTwice a **day**.", ".txt", ""),
        ("Twice a day, the tide comes in.\nIt goes out, too.\nThat is all, then.", ".txt", ""),
        ("From here on, import duties apply.\n\nFrom there on, none.", ".txt", ""),
        ("- one\n- two\n\n1. three\n", ".txt", ""),
        ("# the port\nport = 80\n\n# the host\nhost = a\n", ".txt", ""),
        ("name: a\n# comment\nvalue: b\n", ".txt", ""),
        ("#1 of 3\n#hashtag\n2 * 3 ** 4 and a|b\n", ".txt", ""),
        ("{not json}\n[neither]\n", ".txt", ""),
        ("12:00:01 INFO started\n12:00:02 INFO stopped\n", ".txt", ""),
        ("ANNA: Well.\nBEN: Well, well.\n", ".txt", ""),
    ],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_content_shows_the_kind(text: str, suffix: str, evidence: str, newline: str) -> None:
    assert kind_of(text.replace("\n", newline).encode()) == (suffix, evidence)


@pytest.mark.parametrize(
    ("data", "suffix"),
    [
        (pdf("Hello"), ".pdf"),
        (docx(paragraph("x")), ".docx"),
        (epub({"a": "x"}), ".epub"),
        (b"\x89PNG\r\n\x1a\n", ".txt"),
        ("\ufeff# Größe\n".encode("utf-16"), ".md"),
    ],
)
def test_the_bytes_show_the_kind(data: bytes, suffix: str) -> None:
    assert kind_of(data).suffix == suffix


def test_a_record_cut_by_the_sample_is_not_read() -> None:
    text = "\n".join(json.dumps({"a": "x" * 90_000}) for _ in range(5))
    assert kind_of(text.encode()).suffix == ".jsonl"
    rows = "\n".join("a,b" + "x" * 90_000 for _ in range(5))
    assert kind_of(rows.encode()).suffix == ".txt"


@pytest.mark.parametrize("name", [each.name for each in SAMPLES])
def test_the_samples_are_recognized(name: str) -> None:
    assert name.endswith(kind_of(sample(name).text.encode()).suffix)


@pytest.mark.parametrize(
    "piece",
    ["[", '{"a":', "[[", "(" * 99, '"', "import a\n", "# ", "**a ", "[a](", "|-", "a,", "```\n",
     "a" * 99, " ", "---\n", "\\", "class A", "def a(", "const a = "],
)  # fmt: skip
def test_hostile_texts_have_a_kind(piece: str) -> None:
    assert kind_of((piece * (1_000_000 // SCALE // len(piece))).encode()).suffix.startswith(".")


@settings(max_examples=2 * settings().max_examples)
@given(st.binary(max_size=400) | st.text(max_size=200).map(lambda text: text.encode("utf-16")))
def test_any_bytes_have_a_kind(data: bytes) -> None:
    assert kind_of(data).suffix.startswith(".")
