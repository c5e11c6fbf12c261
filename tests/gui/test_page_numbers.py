"""Numbers that a page shows twice are equal, for several documents."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from session_page import SessionPage

from chunking.gui.session.session import Session
from chunking.loading.samples import sample

pytestmark = pytest.mark.model

DOCUMENTS = ("essay.md", "guide.md", "contract.md", "inventory.py", "single-topic.txt")
OFF, ON = False, True


def page_of(name: str, page: str = "tune") -> SessionPage:
    """Return a page on a sample, once nothing works for it any more."""
    session = Session(page=page)
    # Texts of no other test, some of which replace the model.
    known = sample(name)
    session.open(replace(known, text=f"{known.text}\n# The last line, with numbers.\n"))
    return SessionPage(session).finish()


def number(text: str, pattern: str) -> int | None:
    """Return the whole number that a group of a pattern matches in a text; None without one."""
    found = re.search(pattern, text)
    return None if found is None else int(found[1].replace(",", ""))


def rounded_median(tokens: Sequence[int]) -> int:
    """Return the median as the pages round it: a half is rounded up."""
    return int(np.median(tokens) + 0.5)


def check_tune(page: SessionPage) -> None:
    """Compare what Tune sends of the present settings."""
    sent, details = page.sent["tune"], page.sent["details"]
    chunks = sent["chunks"]
    tokens, boundaries = chunks["tokens"], len(chunks["sizes"]) - 1
    numbers = " ".join(text for text, *_ in sent["numbers"])
    assert number(numbers, r"([\d,]+) chunks?") == boundaries + 1
    assert number(numbers, r"median ([\d,]+)") == rounded_median(tokens)
    assert (number(numbers, r"([\d,]+) exceeds? the model limit") or 0) == len(chunks["unread"])
    oversize = sum(map(len, chunks["oversize"].values()))
    assert (number(numbers, r"([\d,]+) oversize") or 0) == oversize
    suppressed = len(page.payloads["tune"]) // 4
    text = details["verdict"]["text"]
    assert number(text, r"of ([\d,]+) boundaries") in {None, boundaries}
    assert number(text, r"all ([\d,]+) boundaries") in {None, boundaries}
    words = np.array(chunks["reasons"]["words"])
    by = dict(
        zip(*np.unique(words[chunks["reasons"]["codes"][:-1]], return_counts=True), strict=True)
    )
    assert number(text, r"forces ([\d,]+)") in {None, by.get("max_tokens", 0)}
    assert number(text, r"suppresses ([\d,]+)") in {None, suppressed}
    assert number(text, r"^([\d,]+) of [\d,]+ candidates") in {None, suppressed}
    why = [sent["suppressed_by"]["words"][code] for code in sent["suppressed_by"]["codes"]]
    assert len(why) == suppressed
    assert number(text, r"suppressed, ([\d,]+) by min tokens") in {None, why.count("min_tokens")}
    candidates = suppressed + by.get("similarity", 0)
    assert number(text, r"of ([\d,]+) candidates") in {None, candidates}
    outcomes = next((each for name, each in page.sent.items() if name.startswith("outcomes")), None)
    if outcomes is not None and sent["swept"] is not None:
        columns = outcomes["columns"]
        if sent["swept"]["value"] in columns["values"]:
            row = columns["values"].index(sent["swept"]["value"])
            assert columns["counts"][row] == boundaries + 1
            assert columns["medians"][row] == rounded_median(tokens)
            assert columns["largest"][row] == max(tokens)
    threshold = details["threshold"]
    if threshold is not None and threshold["value"] == sent["threshold"]:
        assert number(threshold["reason"], r"([\d,]+) chunks?") in {None, boundaries + 1}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_numbers_of_tune_agree(name: str) -> None:
    page = page_of(name)
    check_tune(page)
    page.do("use_recommended").finish()
    check_tune(page)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_numbers_of_compare_agree_with_the_chunks_and_with_tune(name: str) -> None:
    page = page_of(name, "compare").do("equal_size", OFF).finish()
    lanes = {each["letter"]: each for each in page.sent["compare"]["lanes"]}
    rows: dict[str, Any] = {each["title"]: each for each in page.sent["compare_details"]["metrics"]}
    for i, letter in enumerate(page.sent["compare_details"]["letters"]):
        chunks = page.columns(lanes[letter])
        count, tokens = len(chunks["sizes"]), chunks["tokens"]
        assert int(rows["Chunks"]["values"][i].replace(",", "")) == count
        assert rows["Median size"]["values"][i] == f"{rounded_median(tokens):,}"
        assert float(rows["Largest"]["values"][i].replace(",", "")) == max(tokens)
        over = len(chunks["unread"])
        assert f"{over:,} of {count:,}" in rows["Over the model limit"]["meaning"]
        page.do("copy", letter, "tune").finish()
    page.do("pair", "a", "b").finish()
    changes = page.sent["compare"]["changes"]
    kept = changes["kept"] + len(changes["moved"])
    for letter, others in (("a", "removed"), ("b", "added")):
        lane = next(each for each in page.sent["compare"]["lanes"] if each["letter"] == letter)
        assert kept + len(changes[others]) == len(page.columns(lane)["sizes"]) - 1


@pytest.mark.parametrize("name", DOCUMENTS)
def test_sweep_and_library_count_as_tune_does(name: str) -> None:
    page = page_of(name)
    chunks = page.sent["tune"]["chunks"]
    document, strategy = page.session.document, page.session.strategy("tune")
    page.session.page = "sweep"
    page.finish().do("sweep_metric", "chunks").finish()
    values = np.frombuffer(page.payloads["sweep"][: 4 * page.sent["sweep"]["cells"]], "<f4")
    shown = page.sent["sweep"]["map"]
    if shown["exact"]:
        assert values[shown["present"]] == len(chunks["sizes"])
    preview = page.do("sweep_cell", shown["present"]).finish().sent["sweep_cell"]["preview"]
    assert float(preview["value"].replace(",", "")) == len(preview["chunks"]["sizes"])
    assert preview["over"] == len(preview["chunks"]["unread"])
    page.session.page = "library"
    page.session.library.documents = (document,)
    page.session.apply("library", strategy)
    page.finish()
    [row] = page.sent["library"]["rows"]
    text = page.sent["library_text"]["chunks"]
    assert text["tokens"] == chunks["tokens"]
    assert (row["chunks"], row["over"]) == (len(text["sizes"]), len(text["unread"]))
    assert (row["median"], row["largest"]) == (rounded_median(text["tokens"]), max(text["tokens"]))


@pytest.mark.parametrize("name", DOCUMENTS)
def test_no_chunk_exceeds_the_limit_on_the_first_screen_unless_structure_forces_it(
    name: str,
) -> None:
    chunks = page_of(name).sent["tune"]["chunks"]
    forced = {row for rows in chunks["oversize"].values() for row in rows}
    assert {row for row, *_ in chunks["unread"]} <= forced
