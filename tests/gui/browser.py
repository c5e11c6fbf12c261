"""Page object for the window in Chromium."""

from __future__ import annotations

import re
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import parse_qs, urlsplit

from playwright.sync_api import expect
from running import Server
from waiting import TIME_LIMIT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Locator, ViewportSize

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

VIEWPORT: ViewportSize = {"width": 1280, "height": 800}

# Pixels around the plot of the curve: left, right, top, bottom.
CURVE_MARGINS = (46, 58, 24, 51)

# Streamlit probes for its server below the page's path first, which the browser reports.
_PROBE = re.compile(r"/\w+/_stcore/(health|host-config)$")

expect.set_options(timeout=TIME_LIMIT * 1000)


def chromium() -> str | None:
    """Return the path of Chromium or Chrome, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        found = shutil.which(name)
        if found:
            return found
    return None


class Box(NamedTuple):
    """A rectangle on the screen, in CSS pixels."""

    left: float
    top: float
    width: float
    height: float


class Window:
    """One page: its elements, user actions, and the errors it reported."""

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.server = server
        self.faults: list[str] = []
        self.frames: list[bytes] = []
        self.page = context.new_page()
        self.page.set_default_timeout(TIME_LIMIT * 1000)
        self.page.on("console", self._on_console)
        self.page.on("pageerror", lambda error: self.faults.append(f"page error: {error}"))
        self.page.on("request", lambda request: self._on_request(request.url))
        self.page.on("websocket", self._on_websocket)

    def _on_console(self, message: Any) -> None:
        place = message.location["url"]
        if message.type == "error" and not _PROBE.search(place):
            self.faults.append(f"console: {message.text} {place}")

    def _on_request(self, url: str) -> None:
        address = urlsplit(url.removeprefix("blob:"))
        if (
            address.scheme not in {"data", "about"}
            and address.netloc != urlsplit(self.server.url)[1]
        ):
            self.faults.append(f"a request left: {url}")

    def _on_websocket(self, socket: Any) -> None:
        self._on_request(socket.url.replace("ws://", "http://", 1))
        socket.on("framereceived", self._on_frame)

    def _on_frame(self, frame: str | bytes) -> None:
        self.frames.append(frame if isinstance(frame, bytes) else frame.encode())

    # ---- navigation ----

    def open(self, path: str = "/") -> Window:
        """Open a path of the server, and wait until the window knows its page."""
        self.page.goto(f"{self.server.url}{path}")
        self.page.locator(".chunkscope[data-page]").wait_for()
        return self

    def tune(self, query: str = "") -> Window:
        """Open Tune and wait for the text."""
        self.open(f"/?{query}" if query else "/")
        self.text.locator(".chunk").first.wait_for()
        return self

    def go_to(self, name: str) -> Window:
        """Change to another page by its tab."""
        self.page.get_by_role("button", name=name, exact=True).click()
        self.page.locator(f".chunkscope[data-page={name.lower()}]").wait_for()
        return self

    def choose_document(self, title: str) -> None:
        """Show a document of the list in the bar."""
        self.page.get_by_label("Document", exact=True).select_option(label=title)

    @property
    def address(self) -> dict[str, str]:
        """The parameters of the address, first values only."""
        return {name: values[0] for name, values in parse_qs(urlsplit(self.page.url).query).items()}

    # ---- elements ----

    @property
    def numbers(self) -> Locator:
        """The numbers of the status line."""
        return self.page.get_by_test_id("numbers")

    @property
    def verdict(self) -> Locator:
        """What determines the boundaries, in the status line."""
        return self.page.get_by_test_id("verdict")

    @property
    def text(self) -> Locator:
        """The text of Tune."""
        return self.page.locator(".view.text")

    @property
    def curve(self) -> Locator:
        """The canvas of the similarity curve; its label describes it in words."""
        return self.page.locator(".view.curve canvas").first

    @property
    def inspector(self) -> Locator:
        """The panel about the selected chunk."""
        return self.page.locator(".view.inspector")

    def control(self, label: str, within: Locator | None = None) -> Locator:
        """Return the row of a setting."""
        scope = within or self.page.locator(".view.sidebar")
        return scope.locator(".control").filter(
            has=self.page.locator(".label", has_text=re.compile(rf"^{re.escape(label)}$"))
        )

    def track(self, label: str, within: Locator | None = None) -> Locator:
        """Return the handle of a slider, which takes arrow keys."""
        return self.control(label, within).get_by_role("slider")

    def value(self, label: str, within: Locator | None = None) -> str:
        """Return the value that a slider shows."""
        return self.control(label, within).locator("input").input_value()

    # ---- actions ----

    def choose(self, label: str, option: str, within: Locator | None = None) -> None:
        """Select an option of a setting."""
        self.control(label, within).locator("select").select_option(option)

    def select_model(self, name: str) -> None:
        """Type the name of a model."""
        self.control("Model").locator("select").select_option(label="Other…")
        field = self.control("Model").locator("input")
        field.fill(name)
        field.press("Enter")

    def press(self, label: str, key: str, times: int = 1) -> None:
        """Move a slider by key presses."""
        handle = self.track(label)
        handle.focus()
        for _ in range(times):
            handle.press(key)

    def type_value(self, label: str, value: str) -> None:
        """Type the value of a slider."""
        field = self.control(label).locator("input")
        field.fill(value)
        field.press("Enter")

    def drag(self, target: Locator, to: tuple[float, float], steps: int = 20) -> None:
        """Drag from the middle of an element to a place on the page."""
        box = target.bounding_box()
        assert box is not None
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.mouse.down()
        self.page.mouse.move(*to, steps=steps)
        self.page.mouse.up()

    def upload(self, name: str, content: bytes) -> None:
        """Open a file, and wait until it is the document on screen."""
        self.page.get_by_role("button", name="Open a document").click()
        chosen = self.page.get_by_test_id("stFileUploader").locator("input[type=file]")
        kind = "application/octet-stream"
        chosen.set_input_files({"name": name, "mimeType": kind, "buffer": content})
        shown = self.page.get_by_label("Document", exact=True).locator("option:checked")
        expect(shown).to_have_text(name)
        expect(self.page.get_by_test_id("stFileUploader")).to_have_count(0)

    def download(self, label: str) -> tuple[str, bytes]:
        """Return the name and the content of a download of the export dialog."""
        button = self.page.get_by_role("button", name=label)
        if not button.is_visible():
            self.page.get_by_role("button", name="Export chunks, settings or code").click()
        with self.page.expect_download() as waiting:
            button.click()
        return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()

    def select_chunk(self, number: int) -> None:
        """Select a chunk by its number field, and wait until it is selected."""
        field = self.text.get_by_label("Go to chunk")
        field.fill(str(number))
        field.press("Enter")
        expect(self.text.locator(".chunk.chosen .number")).to_have_text(str(number))

    def view(self, title: str) -> Locator:
        """Show another view below the curve, and return it."""
        self.page.get_by_role("tab", name=title, exact=True).click()
        found = self.page.locator(f".view.{title.split(maxsplit=1)[0].lower()}")
        found.wait_for()
        return found

    # ---- content ----

    def store(self, expression: str) -> Any:
        """Return what the page knows: an expression of JavaScript about `store`."""
        return self.page.evaluate(
            """expression => new Function('store', `return ${expression}`)(__chunkscope.store)""",
            expression,
        )

    def when(self, expression: str) -> None:
        """Wait until an expression about `store` is true."""
        self.page.wait_for_function(
            f"(({{ store }}) => !!({expression}))(__chunkscope)", polling=50
        )

    def settle(self) -> None:
        """Wait until no job and no script runs, and what they sent has been painted."""
        self.when("store.status && !store.status.jobs.some(job => !job.error)")
        self.page.locator("[data-test-script-state=notRunning]").wait_for()
        self.page.evaluate(
            """() => document.fonts.ready.then(() => new Promise(
                 done => requestAnimationFrame(() => requestAnimationFrame(done))))"""
        )

    def on_curve(self, offset: float, similarity: float | None = None) -> tuple[float, float]:
        """Return where an offset and a similarity are on the curve, in pixels of its canvas.

        The curve must show the whole document; without a similarity, a place above all marks.
        """
        box = self.curve.bounding_box()
        assert box is not None
        length, low, high = self.store(
            """(() => {
                 const { chunking } = store.tune, signal = store.signals.get(chunking.signal);
                 const scores = [...signal.scores].filter(each => !Number.isNaN(each));
                 if (chunking.threshold !== null) scores.push(chunking.threshold);
                 return [chunking.length, Math.min(...scores), Math.max(...scores)];
               })()"""
        )
        left, right, top, bottom = CURVE_MARGINS
        x = left + offset / length * (box["width"] - left - right)
        if similarity is None:
            return x, top + 2
        air = max(0.02, (high - low) * 0.05)
        share = (similarity - low + air) / (high - low + 2 * air)
        return x, box["height"] - bottom - share * (box["height"] - top - bottom)

    def reasons(self) -> list[str]:
        """Return the reasons of the boundaries, as the page knows them."""
        found: list[str] = self.store("[...store.tune.chunking.cuts.reasons]")
        return found

    def blocks(self) -> list[str]:
        """Return the text of each chunk in the page, without decorations."""
        found: list[str] = self.text.locator(".chunk .core").evaluate_all(
            """cores => cores.map(core =>
                 [...core.childNodes, ...(core.querySelector('.truncated')?.childNodes ?? [])]
                 .filter(node => node.nodeType === Node.TEXT_NODE)
                 .map(node => node.data).join(''))"""
        )
        return found

    def shows(self, cores: list[str]) -> None:
        """Wait until the chunks in the page have exactly these texts."""
        until = time.monotonic() + TIME_LIMIT
        while self.blocks() != cores and time.monotonic() < until:
            self.page.wait_for_timeout(50)
        assert self.blocks() == cores

    def chunk_count(self) -> int:
        """Return the number of chunks in the status line."""
        return int(self.numbers.inner_text().split()[0].replace(",", ""))

    def selected(self) -> str:
        """Return the number of the selected chunk."""
        return self.text.locator(".chunk.chosen .number").inner_text()

    def curve_says(self, part: str) -> None:
        """Wait until the label or the value of the curve, in words, contains a text."""
        words = f'[aria-label*="{part}"], [aria-valuetext*="{part}"]'
        expect(self.page.locator(f".view.curve canvas:is({words})")).to_have_count(1)

    # ---- layout ----

    def box(self, selector: str) -> Box:
        """Return the visible box of an element, cut at the edges of the screen."""
        found: Sequence[float] = self.page.locator(selector).first.evaluate(
            """element => {
                 const box = element.getBoundingClientRect();
                 const [left, top] = [Math.max(0, box.left), Math.max(0, box.top)];
                 const right = Math.min(innerWidth, box.right);
                 const bottom = Math.min(innerHeight, box.bottom);
                 return [left, top, Math.max(0, right - left), Math.max(0, bottom - top)];
               }"""
        )
        return Box(*found)

    def share(self, selector: str) -> float:
        """Return the share of the screen that an element covers."""
        box = self.box(selector)
        width, height = self.page.evaluate("() => [innerWidth, innerHeight]")
        return box.width * box.height / float(width * height)

    def places(self) -> list[list[float]]:
        """Return where the views, the settings and what is in the bar are: left, top and width."""
        found: list[list[float]] = self.page.evaluate(
            """() => {
                 const root = [...document.querySelectorAll('*')].map(each => each.shadowRoot)
                   .map(each => each?.querySelector('.chunkscope')).find(Boolean);
                 const parts = '.topbar > :not(.job, progress), nav button, .control, .page > *';
                 return [...root.querySelectorAll(parts)].map(each => each.getBoundingClientRect())
                   .map(({x, y, width}) => [x, y, width]);
               }"""
        )
        return found

    def sound(self) -> None:
        """Check that the page reported no error."""
        assert not self.faults, self.faults


@contextmanager
def visiting(browser: Browser, server: Server, **options: Any) -> Iterator[Window]:
    """Open a page in its own context, which must not report an error.

    `options` are those of Playwright's `new_context`.
    """
    context = browser.new_context(**{"viewport": VIEWPORT, **options})
    try:
        with in_new_tab(context, server) as window:
            yield window
    finally:
        context.close()


@contextmanager
def in_new_tab(context: BrowserContext, server: Server) -> Iterator[Window]:
    """Open a page in a new tab, which must not report an error; close all new tabs afterwards."""
    before = list(context.pages)
    context.add_cookies([{"name": server.cookie["name"], "value": server.key, "url": server.url}])
    window = Window(context, server)
    try:
        yield window
        window.sound()
    finally:
        for page in context.pages:
            if page not in before:
                page.close()
