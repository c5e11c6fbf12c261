"""An empty Streamlit app, whose times the benchmarks of the window are compared with.

It is one component with one character, which a key changes.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from chunking.gui.shell.server import free_port

if TYPE_CHECKING:
    from playwright.sync_api import Page

STARTS = 3
STEPS = 16

APP = '''
import streamlit as st

JS = """
export default function ({ data, parentElement, setStateValue }) {
  const root = parentElement.querySelector('#root');
  root.textContent = data.shown;
  root.onkeydown = () => setStateValue('shown', data.shown === 'a' ? 'b' : 'a');
}
"""
st.set_page_config(layout="wide")
component = st.components.v2.component("one", html="<div id='root' tabindex='0'></div>", js=JS)
shown = (st.session_state.get("one") or {}).get("shown") or "a"
component(data={"shown": shown}, key="one", on_shown_change=lambda: None)
'''

_ROOT = """[...document.querySelectorAll('*')].map(each => each.shadowRoot)
  .filter(Boolean).map(each => each.querySelector('#root')).find(Boolean)"""
SHOWN = f"() => ({_ROOT})?.textContent"
# Milliseconds from a key to the frame in which the component shows another character.
STEP = f"""async steps => {{
  const took = [];
  for (let i = 0; i < steps; i++) {{
    const root = {_ROOT}, before = root.textContent, begun = performance.now();
    root.dispatchEvent(new KeyboardEvent('keydown', {{key: 'ArrowRight'}}));
    while (root.textContent === before && performance.now() - begun < 5000)
      await new Promise(resolve => setTimeout(resolve, 1));
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)));
    took.push(performance.now() - begun);
    await new Promise(resolve => setTimeout(resolve, 400));
  }}
  return took;
}}"""


class Empty(NamedTuple):
    """Medians of the empty app: seconds of its start, and milliseconds from a key to paint."""

    start: float
    key: float

    def columns(self, milliseconds: float) -> dict[str, float]:
        """Return the columns next to a time from a key to paint."""
        return {"empty app, ms": self.key, "ratio": milliseconds / self.key}


def measure(new_page: Callable[[], Page], folder: Path) -> Empty:
    """Time the empty app with the settings of the program's server.

    Args:
        new_page: Returns a page with its own storage.
        folder: A folder for the app.
    """
    (folder / ".streamlit").mkdir(parents=True)
    settings = Path(__file__).parents[1] / ".streamlit" / "config.toml"
    shutil.copy(settings, folder / ".streamlit" / "config.toml")
    (folder / "empty.py").write_text(APP, "utf-8")
    starts, keys = [], []
    for _ in range(STARTS):
        page = new_page()
        with _running(folder) as (url, began):
            page.goto(url, wait_until="commit")
            page.wait_for_function(SHOWN, polling=20)
            starts.append(time.perf_counter() - began)
            page.wait_for_timeout(1000)
            keys += page.evaluate(STEP, STEPS)
            page.context.close()
    return Empty(statistics.median(starts), statistics.median(keys))


@contextmanager
def _running(folder: Path) -> Iterator[tuple[str, float]]:
    """Run the app; yields its address and when it was started."""
    port = free_port()
    url, began = f"http://127.0.0.1:{port}", time.perf_counter()
    words = ["streamlit", "run", "empty.py", "--server.port", str(port), "--server.headless=true"]
    process = subprocess.Popen(
        [sys.executable, "-m", *words],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while not _answers(url):
            if process.poll() is not None:
                raise SystemExit("the empty app ended before it answered")
            time.sleep(0.01)
        yield url, began
    finally:
        process.terminate()
        process.wait()


def _answers(url: str) -> bool:
    try:
        urllib.request.urlopen(f"{url}/_stcore/health", timeout=5).close()  # noqa: S310 - loopback
    except (urllib.error.URLError, OSError):
        return False
    return True
