"""Many sessions, one cycle after the other: memory, threads and open files stay what they were."""

from __future__ import annotations

import os
import random
import re
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest
from browser import Window, visiting
from running import Server, serving

from chunking.gui.core.cache import GRACE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [
    pytest.mark.nightly,
    pytest.mark.browser,
    pytest.mark.model,
    pytest.mark.timeout(3600),
    pytest.mark.skipif(not Path("/proc/self/fd").exists(), reason="reads Linux's /proc"),
]

# Bytes of the documents: 50 kB to 5 MB, each 1.67 times the one before.
SIZES = [round(50_000 * 100 ** (i / 9)) for i in range(10)]
# Longer ones are split by strategies without a model, and not embedded for a recommendation either,
# which would take minutes.
EMBEDDED = 150_000
WARM_UP = 2
WORDS = ("tide", "pilot", "harbour", "ship", "noon", "quay", "rope", "bell", "captain", "wind")
PRESS = """async key => {
  const text = document.querySelector('.view.text') ?? [...document.querySelectorAll('*')]
    .map(each => each.shadowRoot?.querySelector('.view.text')).find(Boolean);
  const before = text.dataset.version, begun = performance.now();
  __chunkscope.send('set', 'tune', 'max_tokens', key);
  while (text.dataset.version === before && performance.now() - begun < 20000)
    await new Promise(resolve => setTimeout(resolve, 5));
  return performance.now() - begun;
}"""


class Usage(NamedTuple):
    """What the server uses: MB of memory, threads, and open files."""

    memory: float
    threads: int
    files: int


def usage(server: Server) -> Usage:
    """Return what the processes of a server use."""
    memory, threads, files = 0, 0, 0
    for pid in server.processes():
        status = Path(f"/proc/{pid}/status").read_text()
        memory += int(re.search(r"VmRSS:\s+(\d+)", status)[1])  # type: ignore[index]
        threads += int(re.search(r"Threads:\s+(\d+)", status)[1])  # type: ignore[index]
        files += len([*Path(f"/proc/{pid}/fd").iterdir()])
    return Usage(memory * 1024 / 1e6, threads, files)


def document(seed: str, size: int) -> bytes:
    """Return sections of sentences that no other seed has."""
    chance = random.Random(seed)  # noqa: S311 - no secret
    parts, length = list[str](), 0
    while length < size:
        sentences = [" ".join(chance.choices(WORDS, k=9)).capitalize() for _ in range(40)]
        parts.append(f"## Part {seed} {len(parts)}\n\n{'. '.join(sentences)}.\n")
        length += len(parts[-1])
    return "\n".join(parts).encode()


def visit(window: Window, name: str, size: int) -> float:
    """Open, tune, compare and close a document; return the milliseconds of a change."""
    if size < EMBEDDED:
        window.tune("strategy=semantic")
    else:
        window.open("/compare?lanes=2&a.strategy=fixed&b.strategy=structure").go_to("Tune")
        window.choose("Strategy", "paragraph")
    window.upload(f"{name}.md", document(name, size))
    if size >= EMBEDDED:
        window.page.get_by_role("button", name="Stop").click()
    window.settle()
    window.choose("Strategy", "paragraph")
    window.settle()
    # Each section is a paragraph of about 500 tokens.
    took = min(window.page.evaluate(PRESS, tokens) for tokens in (300, 400, 350))
    window.go_to("Compare")
    window.settle()
    window.go_to("Tune")
    window.page.evaluate("() => __chunkscope.send('close', __chunkscope.store.frame.chosen)")
    window.when("store.frame.own.length === 0")
    window.settle()
    return float(took)


def sync(window: Window, folder: Path, name: str) -> None:
    """Store a folder of documents."""
    notes = folder / name
    notes.mkdir()
    for i in range(5):
        (notes / f"{i}.md").write_bytes(document(f"{name}.{i}", 20_000))
    window.open("/library?strategy=structure")
    field = window.page.get_by_label("Folder on this machine")
    field.fill(str(notes))
    field.press("Enter")
    window.when("store.library?.rows.length === 5")
    window.page.get_by_role("button", name="Sync to a store").click()
    dialog = window.page.get_by_role("dialog")
    store = dialog.get_by_label("Store", exact=True)
    store.fill(str(folder / f"{name}.store"))
    store.press("Enter")
    dialog.get_by_role("button", name="Dry run").click()
    dialog.get_by_role("button", name="Start").click()
    dialog.get_by_text("Store in sync").wait_for()


def cycle(browser: Browser, server: Server, folder: Path, number: int) -> list[float]:
    """Use ten sessions that are open at the same time; return the milliseconds of changes."""
    with ExitStack() as stack:
        windows = [stack.enter_context(visiting(browser, server)) for _ in SIZES]
        took = [
            visit(window, f"{number}-{i}", size)
            for i, (window, size) in enumerate(zip(windows, SIZES, strict=True))
        ]
        sync(windows[0], folder, f"notes{number}")
    return took


def test_sessions_leave_nothing_behind(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The server keeps a session without its page for an hour, in case it connects again.
    monkeypatch.setenv("STREAMLIT_SERVER_DISCONNECTED_SESSION_TTL", "1")
    end = time.monotonic() + float(os.environ.get("CHUNKSCOPE_SOAK_SECONDS", "1200"))
    found: list[Usage] = []
    with serving(tmp_path) as server:
        while time.monotonic() < end or len(found) <= WARM_UP:
            took = cycle(browser, server, tmp_path, len(found))
            time.sleep(GRACE + 10)  # until the results of closed pages are evicted
            found.append(usage(server))
            median = sorted(took)[len(took) // 2]
            print(f"{len(found)}: {found[-1]}, a change takes {median:.0f} ms")  # noqa: T201
    first, later = found[WARM_UP - 1], found[WARM_UP:]
    for each in later:
        assert each.memory < first.memory * 1.1, found
        # Threads of pools come and go; a session that left one would leave ten a round.
        assert each.threads < first.threads + len(SIZES) // 2, found
        assert each.files <= first.files, found
