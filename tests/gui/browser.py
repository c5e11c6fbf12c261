"""Page object for the window in Chromium."""

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

# Milliseconds; generous, for tests on all cores of a small machine.
PATIENCE = 30_000
# Milliseconds, loading the model and embedding a document included.
MODEL_PATIENCE = 120_000

# Streamlit probes for its server below the page's path first, which the browser reports.
_PROBE = re.compile(r"/\w+/_stcore/(health|host-config)$")

expect.set_options(timeout=PATIENCE)


def chromium() -> str | None:
    """Return the path of Chromium or Chrome, or None."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        found = shutil.which(name)
        if found:
            return found
    return None


class Window:
    """One page: its elements, user actions, and the errors it reported."""

    def __init__(self, context: BrowserContext, server: Server) -> None:
        self.server = server
        self.faults: list[str] = []
        self.frames: list[bytes] = []
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.faults.append(f"page error: {error.error}"))
        context.on("request", lambda request: self._on_request(request.url))
        self.page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
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
        """Open a path of the server."""
        self.page.goto(f"{self.server.url}{path}")
        return self

    def tune(self, query: str = "") -> Window:
        """Open Tune and wait for the text."""
        self.open(f"/?{query}")
        self.text.locator(".chunk").first.wait_for()
        return self

    def repainted(self) -> list[str]:
        """Return the fragment of each element since `frames` was cleared; "" is the page."""
        messages = map(ForwardMsg.FromString, self.frames)
        return [each.delta.fragment_id for each in messages if each.WhichOneof("type") == "delta"]

    def gathers_statistics(self) -> set[bool]:
        """Return the telemetry setting that the server sent with each run."""
        messages = map(ForwardMsg.FromString, self.frames)
        begun = [each.new_session for each in messages if each.WhichOneof("type") == "new_session"]
        return {each.config.gather_usage_stats for each in begun}

    # ---- elements ----

    @property
    def sidebar(self) -> Locator:
        """Sidebar with the controls."""
        return self.page.get_by_test_id("stSidebar")

    @property
    def named(self) -> Locator:
        """Line about the document below its title on Tune."""
        return self.page.locator(".chunkscope.heading .about")

    @property
    def readout(self) -> Locator:
        """Readout of the chunking."""
        return self.page.get_by_test_id("readout")

    @property
    def text(self) -> Locator:
        """Text view."""
        return self.page.locator(".chunkscope.text")

    @property
    def curve(self) -> Locator:
        """Canvas of the similarity curve; its label describes it in words."""
        return self.page.locator(".chunkscope.curve canvas")

    @property
    def lanes(self) -> Locator:
        """Comparison view."""
        return self.page.locator(".chunkscope.compare")

    @property
    def about(self) -> Locator:
        """View of the selected chunk."""
        return self.page.locator(".chunkscope.detail")

    @property
    def detail(self) -> Locator:
        """Figures of the selected chunk."""
        # During a rerun, the previous element may still be there.
        return self.page.get_by_test_id("detail").last

    # ---- actions ----

    def choose(self, label: str, option: str, within: Locator | None = None) -> None:
        """Select an option of a select box."""
        scope = within or self.page.locator("body")
        scope.get_by_test_id("stSelectbox").filter(has_text=label).locator("input").first.click()
        self.page.get_by_role("option", name=option, exact=True).click()

    def slider(self, label: str) -> Locator:
        """Return the handle of a slider, which takes arrow keys."""
        return self.page.get_by_test_id("stSlider").filter(has_text=label).get_by_role("slider")

    def press(self, label: str, key: str, times: int = 1) -> None:
        """Move a slider by key presses."""
        handle = self.slider(label)
        handle.focus()
        for _ in range(times):
            handle.press(key)

    def look_at(self, row: int) -> None:
        """Click a chunk, again if the layout above it moved it in the meantime."""
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
        """Upload a file and wait for `until`, or for its name on the page.

        The menu closes if the file is accepted (`taken`).
        """
        # Wait for the end of the run, as a user would.
        self.page.locator("[data-test-script-state=notRunning]").wait_for()
        self.sidebar.get_by_role("button", name="Open a document").click()
        chosen = self.page.get_by_test_id("stFileUploader").locator("input[type=file]")
        kind = "application/octet-stream"
        shown = (until or self.named.filter(has_text=f"{name} · ")).first
        # If a run begins while a file is chosen, Streamlit drops the upload.
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
        """Return the name and the content of a download of the Export menu."""
        button = self.page.get_by_role("button", name=label)
        if not button.is_visible():
            self.page.get_by_role("button", name="Export").click()
        with self.page.expect_download() as waiting:
            button.click()
        return waiting.value.suggested_filename, Path(waiting.value.path()).read_bytes()

    # ---- content ----

    def blocks(self) -> list[str]:
        """Return the text of each chunk on the screen, without decorations."""
        found: list[str] = self.text.locator(".chunk .core").evaluate_all(
            """cores => cores.map(core =>
                 [...core.childNodes, ...(core.querySelector('.unread')?.childNodes ?? [])]
                 .filter(node => node.nodeType === Node.TEXT_NODE)
                 .map(node => node.data).join(''))"""
        )
        return found

    def reasons(self) -> list[str]:
        """Return the reason shown at each boundary."""
        return self.text.locator(".chunk .cut:not([hidden]) .why").all_text_contents()

    def note_labels(self) -> None:
        """Record every label of a canvas from the next page on, however short-lived."""
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
        """Return the labels recorded since the last call, in order."""
        found: list[str] = self.page.evaluate(
            "() => { const found = window.__labels; window.__labels = []; return found; }"
        )
        return found

    def chosen(self) -> str:
        """Return the number of the selected chunk."""
        return self.text.locator(".chunk.chosen .number").inner_text()

    def curve_says(self, part: str, patience: int = PATIENCE) -> None:
        """Wait until the label of the curve contains a text."""
        expect(self.page.locator(f'.chunkscope.curve canvas[aria-label*="{part}"]')).to_have_count(
            1, timeout=patience
        )

    def highlighted(self) -> tuple[float, float]:
        """Return the highlighted range of the curve, as fractions of the document."""
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
        """Check that the page reported no error."""
        assert not self.faults, self.faults


@contextmanager
def visiting(browser: Browser, server: Server, **options: Any) -> Iterator[Window]:
    """Open a page in its own context, which must not report an error.

    `options` are those of Playwright's `new_context`.
    """
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, **options})
    try:
        window = Window(context, server)
        yield window
        window.sound()
    finally:
        context.close()
