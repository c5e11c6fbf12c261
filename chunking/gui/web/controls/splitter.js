// The edge between two parts of a page, which is dragged or moved by arrow keys.

import { clamp } from '../core/arrays.js';
import { isolateKeys, make, setAttribute, whenResized } from '../core/dom.js';

const STEP = 2, LARGE_STEP = 10; // percent

export class Splitter {
  /**
   * @param {HTMLElement} page  of whose height the part takes a share, as the style `--NAME`
   * @param {{name: string, label: string, part: HTMLElement, range: [number, number], changed: (percent: number|null) => void,
   *   signal: AbortSignal}} options
   *   `part`: what lies above the edge; `changed` is called with its height in percent of the page, and with null for
   *   that of the style sheet
   */
  constructor(page, { name, label, part, range, changed, signal }) {
    this.page = page;
    this.name = name;
    this.part = part;
    this.range = range;
    this.changed = changed;
    this.isDragged = false;
    this.root = make('div', {
      class: 'splitter', role: 'separator', tabindex: '0', 'aria-orientation': 'horizontal', 'aria-label': label,
      'aria-valuemin': range[0], 'aria-valuemax': range[1], title: `${label}: drag, or arrow keys. Double-click to reset.`,
      onpointerdown: (event) => this.press(event), onpointermove: (event) => this.move(event), onpointerup: () => this.release(),
      onpointercancel: () => this.release(), ondblclick: () => this.reset(), onkeydown: (event) => this.handleKey(event),
    });
    isolateKeys(this.root);
    // The height is known then: asking for it at every step of a slider would lay out the page once more.
    whenResized(part, () => setAttribute(this.root, 'aria-valuenow', this.percent), signal);
  }

  /** The height of the part in percent. */
  get percent() { return Math.round((100 * this.part.clientHeight) / Math.max(1, this.page.clientHeight)); }

  /** @param {number|null} percent */
  update(percent) {
    if (this.isDragged) return;
    if (percent === null) this.page.style.removeProperty(`--${this.name}`);
    else this.page.style.setProperty(`--${this.name}`, `${percent}%`);
  }

  /** @param {number} percent */
  set(percent) {
    const value = clamp(Math.round(percent), ...this.range);
    this.page.style.setProperty(`--${this.name}`, `${value}%`);
    setAttribute(this.root, 'aria-valuenow', value);
    return value;
  }

  reset() {
    this.update(null);
    this.changed(null);
  }

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0) return;
    this.isDragged = true;
    this.root.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  move({ clientY }) {
    if (!this.isDragged) return;
    const { top } = this.part.getBoundingClientRect();
    this.set((100 * (clientY - top)) / Math.max(1, this.page.clientHeight));
  }

  release() {
    if (!this.isDragged) return;
    this.isDragged = false;
    this.changed(this.percent);
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const [low, high] = this.range, { percent } = this;
    const targets = /** @type {Record<string, number>} */ ({
      ArrowUp: percent - STEP, ArrowDown: percent + STEP, PageUp: percent - LARGE_STEP, PageDown: percent + LARGE_STEP, Home: low, End: high,
    });
    if (event.key === 'Enter') this.reset();
    else if (event.key in targets) this.changed(this.set(targets[event.key]));
    else return;
    event.preventDefault();
  }
}
