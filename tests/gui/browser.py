"""A visitor who looks at the window through Chromium."""

from __future__ import annotations

import re
import shutil
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from playwright.sync_api import TimeoutError as PlaywrightTimeout
from playwright.sync_api import expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from playwright.sync_api import Browser, BrowserContext, Locator
    from running import Server

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
)  # fmt: skip

# Milliseconds. A machine that tests on all its cores loads the model at its leisure.
PATIENCE = 30_000
# Loading the model and embedding a document.
MODEL_PATIENCE = 120_000

# Streamlit looks for its server below the page's own address first, and the browser reports that.
_PROBE = re.compile(r"/\w+/_stcore/(health|host-config)$")

expect.set_options(timeout=PATIENCE)


def chromium() -> str | None:
    """The browser's program, or None where there is none."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        found = shutil.which(name)
        if found:
            return found
    return None


class Window:
    """One visitor's page, what they do in it, and all that went wrong in it."""

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.server = server
        self.faults: list[str] = []
        self.frames: list[bytes] = []
        context.on("console", self._said)
        context.on("weberror", lambda error: self.faults.append(f"page error: {error.error}"))
        context.on("request", lambda request: self._asked(request.url))
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("websocket", self._connected)

    def _said(self, message: Any) -> None:
        place = message.location["url"]
        if message.type == "error" and not _PROBE.search(place):
            self.faults.append(f"console: {message.text} {place}")

    def _asked(self, url: str) -> None:
        address = urlsplit(url.removeprefix("blob:"))
        if (
            address.scheme not in {"data", "about"}
            and address.netloc != urlsplit(self.server.url)[1]
        ):
            self.faults.append(f"a request left: {url}")

    def _connected(self, socket: Any) -> None:
        self._asked(socket.url.replace("ws://", "http://", 1))
        socket.on("framereceived", self._received)

    def _received(self, frame: str | bytes) -> None:
        self.frames.append(frame if isinstance(frame, bytes) else frame.encode())

    # ---- going somewhere ----

    def open(self, path: str = "/") -> Window:
        """Open an address of the server."""
        self.page.goto(f"{self.server.url}{path}")
        return self

    def tune(self, query: str = "") -> Window:
        """Open Tune and wait until the text is drawn."""
        self.open(f"/?{query}")
        self.text.locator(".chunk").first.wait_for()
        return self

    def repainted(self) -> list[str]:
        """The fragment of each element that came since `frames` was cleared; "" is the page."""
        messages = map(ForwardMsg.FromString, self.frames)
        return [each.delta.fragment_id for each in messages if each.WhichOneof("type") == "delta"]

    def gathers_statistics(self) -> set[bool]:
        """What the server said of telemetry, each time a run began."""
        messages = map(ForwardMsg.FromString, self.frames)
        begun = [each.new_session for each in messages if each.WhichOneof("type") == "new_session"]
        return {each.config.gather_usage_stats for each in begun}

    # ---- the parts of the page ----

    @property
    def sidebar(self) -> Locator:
        """The controls."""
        return self.page.get_by_test_id("stSidebar")

    @property
    def named(self) -> Locator:
        """What is said of the document below its title on Tune."""
        return self.page.locator(".chunkscope.heading .about")

    @property
    def readout(self) -> Locator:
        """The figures."""
        return self.page.get_by_test_id("readout")

    @property
    def text(self) -> Locator:
        """The view of the text."""
        return self.page.locator(".chunkscope.text")

    @property
    def curve(self) -> Locator:
        """The canvas of the curve; its label says in words what is drawn."""
        return self.page.locator(".chunkscope.curve canvas")

    @property
    def lanes(self) -> Locator:
        """The view of the comparison."""
        return self.page.locator(".chunkscope.compare")

    @property
    def about(self) -> Locator:
        """The view of the chunk that is looked at."""
        return self.page.locator(".chunkscope.detail")

    @property
    def detail(self) -> Locator:
        """The figures of the chunk that is looked at."""
        # While the page is drawn anew, the one from before may still stand there.
        return self.page.get_by_test_id("detail").last

    # ---- what a visitor does ----

    def choose(self, label: str, option: str, within: Locator | None = None) -> None:
        """Pick an option of a list."""
        scope = within or self.page.locator("body")
        scope.get_by_test_id("stSelectbox").filter(has_text=label).locator("input").first.click()
        self.page.get_by_role("option", name=option, exact=True).click()

    def slider(self, label: str) -> Locator:
        """The handle of a slider, which takes the arrow keys."""
        return self.page.get_by_test_id("stSlider").filter(has_text=label).get_by_role("slider")

    def press(self, label: str, key: str, times: int = 1) -> None:
        """Move a slider by keys."""
        handle = self.slider(label)
        handle.focus()
        for _ in range(times):
            handle.press(key)

    def look_at(self, row: int) -> None:
        """Click a chunk; again where what stands above was laid out just then, and moved it."""
        number = self.text.locator(".chunk.chosen .number")
        for patience in (3_000, 3_000, PATIENCE):
            self.text.locator(".core").nth(row).click(position={"x": 8, "y": 8})
            with suppress(PlaywrightTimeout):
                number.filter(has_text=re.compile(rf"^{row + 1}$")).wait_for(timeout=patience)
                return
        expect(number).to_have_text(str(row + 1))

    def upload(
        self, name: str, content: bytes, until: Locator | None = None, *, taken: bool = True
    ) -> None:
        """Open a file of one's own; wait for what the page then shows: its name if not said.

        The menu closes where the file is taken, and stays for another where it is not.
        """
        # As a person would, who sees that the page is still being drawn.
        self.page.locator("[data-test-script-state=notRunning]").wait_for()
        self.sidebar.get_by_role("button", name="Open a document").click()
        chosen = self.page.get_by_test_id("stFileUploader").locator("input[type=file]")
        kind = "application/octet-stream"
        shown = (until or self.named.filter(has_text=f"{name} · ")).first
        # Where a run begins in the moment in which a file is chosen, the framework drops its own
        # answer about where to send it.
        for patience in (PATIENCE / 2, PATIENCE):
            chosen.set_input_files({"name": name, "mimeType": kind, "buffer": content})
            with suppress(PlaywrightTimeout):
                shown.wait_for(timeout=patience)
                break
        expect(shown).to_be_visible()
        if not taken:
            self.page.keyboard.press("Escape")
        expect(self.page.get_by_test_id("stFileUploader")).to_have_count(0)

    def download(self, label: str) -> tuple[str, bytes]:
        """The name and the content of a file of the menu "Export"."""
        button = self.page.get_by_role("button", name=label)
        if not button.is_visible():
            self.page.get_by_role("button", name="Export").click()
        with self.page.expect_download() as waiting:
            button.click()
        return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()

    # ---- what a visitor sees ----

    def blocks(self) -> list[str]:
        """The text of each block on the screen, as it is and without marks."""
        found: list[str] = self.text.locator(".chunk .core").evaluate_all(
            """cores => cores.map(core =>
                 [...core.childNodes, ...(core.querySelector('.unread')?.childNodes ?? [])]
                 .filter(node => node.nodeType === Node.TEXT_NODE)
                 .map(node => node.data).join(''))"""
        )
        return found

    def reasons(self) -> list[str]:
        """Why each block ends, in words."""
        return self.text.locator(".chunk .cut:not([hidden]) .why").all_text_contents()

    def note_labels(self) -> None:
        """From the next page on, note each label of a canvas: what was drawn, however shortly."""
        self.page.add_init_script(
            """(() => {
                 const set = Element.prototype.setAttribute;
                 window.__labels = [];
                 Element.prototype.setAttribute = function (name, value) {
                   if (this.tagName === 'CANVAS' && name === 'aria-label')
                     window.__labels.push(value);
                   return set.call(this, name, value);
                 };
               })()"""
        )

    def labels(self) -> list[str]:
        """The labels since this was asked last, in their order."""
        found: list[str] = self.page.evaluate(
            "() => { const found = window.__labels; window.__labels = []; return found; }"
        )
        return found

    def chosen(self) -> str:
        """The number of the block that is highlighted."""
        return self.text.locator(".chunk.chosen .number").inner_text()

    def curve_says(self, part: str, patience: int = PATIENCE) -> None:
        """Wait until the curve's label holds this."""
        expect(self.page.locator(f'.chunkscope.curve canvas[aria-label*="{part}"]')).to_have_count(
            1, timeout=patience
        )

    def highlighted(self) -> tuple[float, float]:
        """From where to where the curve is highlighted, as shares of the document."""
        found: Sequence[float] = self.curve.evaluate(
            """canvas => {
                 const brush = canvas.getContext('2d'), scale = canvas.width / canvas.clientWidth;
                 const row = brush.getImageData(0, Math.round(3 * scale), canvas.width, 1).data;
                 const filled = [];
                 for (let x = 0; x < canvas.width; x++)
                   if (row[4 * x + 3] > 200) filled.push(x / scale);
                 if (!filled.length) return [];
                 const width = canvas.clientWidth - 92;
                 return [filled[0], filled.at(-1) + 1].map(x => (x - 46) / width);
               }"""
        )
        return (found[0], found[1]) if found else (0.0, 0.0)

    def sound(self) -> None:
        """Nothing went wrong in it."""
        assert not self.faults, self.faults


@contextmanager
def visiting(browser: Browser, server: Server, **options: Any) -> Iterator[Window]:
    """A visitor of their own, who must find nothing wrong; `options` are Playwright's."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
    try:
        window = Window(context, server)
        yield window
        window.sound()
    finally:
        context.close()
