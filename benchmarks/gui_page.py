"""The page of the window as the benchmarks drive it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from benchmarks.gui_program import Program

DRAG_MS = 4000
PATIENCE = 600_000  # milliseconds: 10 MB are embedded meanwhile
SETTINGS = "strategy=semantic&threshold=0.3&min_tokens=200"

ROOT = """const root = [...document.querySelectorAll('*')].map(each => each.shadowRoot)
  .filter(Boolean).map(each => each.querySelector('.chunkscope')).find(Boolean);
const track = root.querySelector(`${controls} [role=slider][aria-label="${label}"]`);
const text = root.querySelector(view);
const press = key => track.dispatchEvent(
  new KeyboardEvent('keydown', {key, bubbles: true, composed: true}));"""

# Whether all boundaries and the bar are shown. A locator would look only every half second.
COMPLETE = """() => [...document.querySelectorAll('*')].some(each => {
  const root = each.shadowRoot?.querySelector('.chunkscope');
  return root?.querySelector('.view.text .chunk') && root.querySelector('.view.topbar')
    && root.querySelector('[data-testid=numbers]')?.textContent.includes('median');
})"""

# Whether no job works.
IDLE = "() => window.__chunkscope?.store?.status?.jobs.length === 0"

# Milliseconds from a key on the slider to the frame in which the text shows other boundaries.
STEP = f"""async ([controls, label, view, steps]) => {{
  {ROOT}
  const took = [];
  for (let i = 0; i < steps; i++) {{
    const before = text.dataset.version, begun = performance.now();
    press(i % 2 ? 'ArrowLeft' : 'ArrowRight');
    while (text.dataset.version === before && performance.now() - begun < 5000)
      await new Promise(resolve => setTimeout(resolve, 1));
    await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 0)));
    took.push(performance.now() - begun);
    await new Promise(resolve => setTimeout(resolve, 400));
  }}
  return took;
}}"""

# How often a second the text shows other boundaries while the slider moves with every frame.
DRAG = f"""async ([controls, label, view, milliseconds]) => {{
  {ROOT}
  let updates = 0;
  const watch = new MutationObserver(() => {{ updates++; }});
  watch.observe(text, {{attributes: true, attributeFilter: ['data-version']}});
  const begun = performance.now();
  for (let i = 0; performance.now() - begun < milliseconds; i++) {{
    press(Math.floor(i / 12) % 2 ? 'ArrowLeft' : 'ArrowRight');
    await new Promise(resolve => setTimeout(resolve, 16));
  }}
  watch.disconnect();
  return 1000 * updates / (performance.now() - begun);
}}"""


def new_page(browser: Browser) -> Page:
    """Return a page with its own storage."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.set_default_timeout(PATIENCE)
    return page


def open_split(page: Page, program: Program, query: str = "") -> float:
    """Open Tune; return the seconds since the program's start until all boundaries are shown."""
    page.goto(f"{program.url}/?key={program.key}&{query}", wait_until="commit")
    page.wait_for_function(COMPLETE, polling=20)
    return time.perf_counter() - program.started
