// What charts over the document share: one axis in offsets, of which a part is in view, and signals drawn along it.

import { countUpTo } from '../core/arrays.js';
import { button, make } from '../core/dom.js';
import { inThousands } from '../core/format.js';
import { ascending, Chart, DRAGGED } from './chart.js';
import { linear } from './scales.js';

/** @import { Signal } from '../core/unpack.js' */
/** @import { Press } from './chart.js' */
/** @import { Range } from './scales.js' */

const CLOSEST = 400; // characters in view at least: a few sentences
const CLOSER = 0.6, FARTHER = 1.6; // factors of the buttons and keys
const WHEEL_CLOSER = 0.8, WHEEL_FARTHER = 1.25;
const ANSWERED_IN = 150; // milliseconds in which boundaries come; after that, a threshold is drawn without them
const COLUMN = 2; // pixels of a column of a long signal

/** @typedef {{x: number, low: number, high: number, median: number}} Point  of a signal, or of several gaps in one column */

/**
 * Base class of charts over the document.
 *
 * With `zooms`, a drag, the wheel, the keys + and −, and buttons choose the part in view. A subclass calls
 * `showDocument` with each document, and overrides `step(by)`, which selects the next place by arrow keys,
 * `selectedOffset()` and `clickOffset(offset, x, y)`.
 */
export class OffsetChart extends Chart {
  /**
   * @param {HTMLElement} root
   * @param {string} name
   * @param {ConstructorParameters<typeof Chart>[2]} options
   * @param {boolean} [zooms]
   */
  constructor(root, name, options, zooms = true) {
    super(root, name, { hair: zooms, ...options });
    this.zooms = zooms;
    this.document = '';
    this.length = 0;
    this.range = /** @type {Range} */ ([0, 0]); // the part in view
    this.levels = /** @type {Range} */ ([0, 1]); // of a signal at the bottom and the top
    this.columns = /** @type {WeakMap<Signal, {key: string, points: Point[]}>} */ (new WeakMap()); // of long signals
    this.following = 0; // the timer of the threshold
    this.band = make('div', { class: 'band', hidden: '' });
    this.reset = button('Whole document (Esc)', '⤢', () => this.zoom(null));
    if (!zooms) return;
    this.listen('pending', () => this.followThreshold());
    this.field.append(this.band);
    this.tools.prepend(button('Zoom in (+)', '+', () => this.zoomBy(CLOSER)),
      button('Zoom out (−)', '−', () => this.zoomBy(FARTHER)), this.reset);
    this.canvas.ondblclick = () => this.zoom(null);
    this.canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  /** Show a document, the whole of it where it is another one or has grown. @param {string} document  @param {number} length */
  showDocument(document, length) {
    if (document === this.document && length === this.length) return;
    Object.assign(this, { document, length, range: [0, length] });
  }

  showSelection() { this.redraw(); }

  // ---- scales ----

  get across() { return linear(this.range, [this.left, this.right]); }

  get upward() { return linear(this.levels, [this.bottom, this.top]); }

  /** @param {number} offset */
  x(offset) {
    const [from, to] = this.range;
    return this.left + ((offset - from) / Math.max(1, to - from)) * (this.right - this.left);
  }

  /** @param {number} value  of a signal */
  y(value) {
    const [low, high] = this.levels;
    return this.bottom - ((value - low) / (high - low)) * (this.bottom - this.top);
  }

  /** @param {number} x */
  offsetAt(x) { return this.across.value(x); }

  /** Return the part of an ascending list that is in view, and one more on each side. @type {(offsets: ArrayLike<number>) => Range} */
  inView(offsets) {
    const [from, to] = this.range;
    return [Math.max(0, countUpTo(offsets, from) - 1), Math.min(offsets.length, countUpTo(offsets, to) + 1)];
  }

  /** Return the index of the nearest offset to a pixel, or -1. @param {ArrayLike<number>} offsets  @param {number} x */
  nearestIndex(offsets, x) {
    const after = countUpTo(offsets, this.offsetAt(x));
    if (after === 0 || after === offsets.length) return Math.min(after, offsets.length - 1);
    return x - this.x(offsets[after - 1]) <= this.x(offsets[after]) - x ? after - 1 : after;
  }

  // ---- drawing ----

  // At once while it is dragged here, else together with its boundaries if these come soon.
  followThreshold() {
    if (this.dragged) this.redraw(); else this.following ||= setTimeout(() => this.redraw(), ANSWERED_IN);
  }

  draw() {
    clearTimeout(this.following);
    this.following = 0;
    super.draw();
  }

  /** Draw the axis of offsets around a height. @param {number} y */
  paintOffsets(y) {
    this.axisX(this.across, { y, format: inThousands, room: 110, label: 'chars' });
    const [from, to] = this.range;
    this.reset.classList.toggle('away', from === 0 && to === this.length);
  }

  /** Tell whether a signal has more gaps in view than can be drawn one by one. @param {Signal} signal */
  isLong({ gaps }) {
    const [first, last] = this.inView(gaps);
    return isLong(last - first, this.right - this.left);
  }

  /** Return the points of a signal in view; those of a long one are computed once. @param {Signal} signal  @returns {Point[]} */
  pointsOf(signal) {
    const { gaps, scores } = signal, [first, last] = this.inView(gaps);
    if (!this.isLong(signal)) {
      return Array.from(gaps.subarray(first, last), (gap, i) => {
        const score = scores[first + i];
        return { x: this.x(gap), low: score, high: score, median: score };
      });
    }
    const key = [first, last, ...this.range, this.left, this.right].join(), known = this.columns.get(signal);
    if (known?.key === key) return known.points;
    const points = envelope(signal, [first, last], (offset) => this.x(offset), COLUMN);
    this.columns.set(signal, { key, points });
    return points;
  }

  /** Begin a path along a signal. @param {Signal} signal  @param {(value: number) => number} [height] */
  traceSignal(signal, height = (value) => this.y(value)) {
    const { context } = this;
    context.beginPath();
    let broken = true;
    for (const { x, median } of this.pointsOf(signal)) {
      if (!Number.isNaN(median)) context[broken ? 'moveTo' : 'lineTo'](x, height(median));
      broken = Number.isNaN(median);
    }
    context.lineJoin = 'bevel';
  }

  /**
   * Draw a signal, a long one in front of its extent.
   *
   * @param {Signal} signal
   * @param {string} color
   * @param {number} opacity  of the extent
   * @param {(value: number) => number} [height]
   */
  paintSignal(signal, color, opacity, height = (value) => this.y(value)) {
    const { context } = this;
    if (this.isLong(signal)) {
      this.fillRects(color, this.pointsOf(signal).map(
        ({ x, low, high }) => [x - COLUMN / 2, height(high), COLUMN, Math.max(1, height(low) - height(high))]), opacity);
    }
    this.traceSignal(signal, height);
    [context.strokeStyle, context.lineWidth] = [color, 1]; // wider lines take ten times as long
    context.stroke();
  }

  // ---- pointer ----

  takesDrag() { return this.zooms && this.length > 0; }

  /** @param {number} x  @param {number} _y  @param {Press} press */
  drag(x, _y, press) {
    const [low, high] = ascending(this.clampX(press.x), this.clampX(x));
    this.band.hidden = high - low < DRAGGED;
    this.band.style.left = `${low}px`;
    this.band.style.width = `${high - low}px`;
  }

  /** @param {number} x  @param {number} _y  @param {Press} press */
  drop(x, _y, press) {
    this.band.hidden = true;
    if (!(Math.abs(x - press.x) >= DRAGGED)) return false;
    this.zoom(ascending(this.offsetAt(press.x), this.offsetAt(x)));
    return true;
  }

  /** @param {WheelEvent} event */
  wheel(event) {
    const [from, to] = this.range, sideways = event.shiftKey ? event.deltaY : event.deltaX;
    event.preventDefault();
    if (!this.length) return;
    if (Math.abs(sideways) > Math.abs(event.deltaY) || event.shiftKey) {
      const by = (sideways / (this.right - this.left)) * (to - from);
      this.zoom([from + by, to + by]);
    } else if (event.deltaY) this.zoomBy(event.deltaY < 0 ? WHEEL_CLOSER : WHEEL_FARTHER, this.offsetAt(event.offsetX));
  }

  // ---- zoom and keys ----

  /** Show a part of the document; null shows all. @param {Range|null} range */
  zoom(range) {
    const [from, to] = range ?? [0, this.length], least = Math.min(this.length, CLOSEST);
    const middle = (from + to) / 2, half = Math.max(to - from, least) / 2;
    this.showRange(within([middle - half, middle + half], this.length));
  }

  /** Zoom around the selected place, the pointer, or the middle. @param {number} factor  @param {number} [around] */
  zoomBy(factor, around = this.selectedOffset() ?? this.pointedOffset()) {
    this.showRange(zoomed(this.range, factor, around, this.length, CLOSEST));
  }

  /** @param {Range} range */
  showRange(range) {
    this.range = range;
    this.tip.hide();
    this.redraw();
  }

  /** Return the selected place, or null. @returns {number|null} */
  selectedOffset() { return null; }

  pointedOffset() {
    const [from, to] = this.range;
    return this.pointer ? this.offsetAt(this.pointer[0]) : (from + to) / 2;
  }

  /** Select the next place or the previous one. @param {1|-1} _by */
  step(_by) {}

  /** @param {{key: string, shiftKey?: boolean}} event */
  key({ key }) {
    if (!this.length) return false;
    if (key === 'ArrowRight') this.step(1);
    else if (key === 'ArrowLeft') this.step(-1);
    else if (!this.zooms) return false;
    else if (key === '+' || key === '=') this.zoomBy(CLOSER);
    else if (key === '-') this.zoomBy(FARTHER);
    else if (key === 'Escape') this.zoom(null);
    else return false;
    return true;
  }
}

// ---- long signals --------------------------------------------------------------------------------

/**
 * Reduce a part of a signal to one point a column of pixels: the lowest, highest and median score.
 *
 * @param {{gaps: Int32Array, scores: Float32Array}} signal
 * @param {Range} part  the first gap and the one after the last
 * @param {(offset: number) => number} x
 * @param {number} width  of a column in pixels
 */
export function envelope({ gaps, scores }, [first, last], x, width) {
  const found = [];
  for (let from = first; from < last;) {
    const column = Math.floor(x(gaps[from]) / width);
    let to = from + 1;
    while (to < last && Math.floor(x(gaps[to]) / width) === column) to++;
    const sorted = scores.slice(from, to).filter((score) => !Number.isNaN(score)).sort();
    if (sorted.length) {
      found.push({
        x: (column + 0.5) * width, low: sorted[0], high: sorted[sorted.length - 1], median: sorted[sorted.length >> 1],
      });
    }
    from = to;
  }
  return found;
}

/** Tell whether so many points are drawn as an envelope. @param {number} points  @param {number} pixels */
export const isLong = (points, pixels) => points > 2 * pixels;

// ---- ranges --------------------------------------------------------------------------------------

/**
 * Return the range of a zoom by a factor around an anchor, which stays at its place if it can be seen and
 * else comes to the middle.
 *
 * @param {Range} range
 * @param {number} factor
 * @param {number} anchor
 * @param {number} length  of the document
 * @param {number} least  smallest range
 */
export function zoomed([from, to], factor, anchor, length, least) {
  const share = from <= anchor && anchor <= to ? (anchor - from) / (to - from) : 0.5;
  const size = Math.min(length, Math.max(Math.min(least, length), (to - from) * factor));
  return within([anchor - share * size, anchor + (1 - share) * size], length);
}

/** Return a range moved into the document. @type {(range: Range, length: number) => Range} */
export function within([from, to], length) {
  const size = Math.min(length, to - from), start = Math.max(0, Math.min(from, length - size));
  return [start, start + size];
}
