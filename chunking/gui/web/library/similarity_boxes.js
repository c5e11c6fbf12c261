// The similarities of each document as a box plot, and one threshold for all of them that can be dragged.

import { clamp, extent } from '../core/arrays.js';
import { pendingValue, send } from '../core/channel.js';
import { describeCanvas, exposeVersion, make } from '../core/dom.js';
import { rounded, settingText } from '../core/format.js';
import { store } from '../core/store.js';
import { Chart } from '../chart/chart.js';
import { linear, onStep, padded } from '../chart/scales.js';
import { select, selectedId } from './document_table.js';

/** @import { LibraryRow } from '../messages.d.ts' */

const MARGINS = { top: 26, right: 46, bottom: 22, left: 132 }; // right: half of the handle, and the button that saves
const NEAR_LINE = 6; // pixels from the line at which it can be gripped
const GRIP = { width: 48, height: 18 };
const TALLEST = 32; // pixels of a row
const READABLE = 12; // pixels of a row from which each has its name
const NAME = 20; // characters

/** @type {LibraryRow} */
const NO_ROW = { id: '', name: '', title: '' };

export class SimilarityBoxes extends Chart {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'boxes', { margins: MARGINS, kinds: ['library', 'library_boxes'], file: 'similarities' });
    this.rows = /** @type {Map<string, LibraryRow>} */ (new Map());
    this.boxes = /** @type {Record<string, number[]>} */ ({});
    this.order = /** @type {string[]} */ ([]);
    this.over = /** @type {string|null} */ (null); // the document under the pointer
    this.levels = /** @type {[number, number]} */ ([0, 1]);
    this.listen('library_order', (order) => { this.order = order; this.redraw(); });
    this.listen('library_selected', () => this.redraw());
    this.listen('pending', () => this.redraw());
    this.refresh();
  }

  refresh() {
    const { library, library_boxes: found } = store;
    if (!library || !found) return;
    this.rows = new Map(library.rows.map((row) => [row.id, row]));
    this.boxes = found.boxes;
    const count = Object.keys(this.boxes).length, { threshold } = library;
    if (!this.dragged) this.levels = this.levelsOf();
    this.showMessage(count ? '' : library.ready ? 'This strategy uses no similarities.' : 'Similarities follow once a document is embedded.');
    const label = `Similarities of ${count} documents. Left and right: threshold. Up and down: documents.`;
    describeCanvas(this.canvas, label, library.range && threshold !== null
      ? [library.range[0], library.range[1], threshold, `threshold ${settingText(threshold)}`] : null);
    this.redraw();
    exposeVersion(this.root, `${threshold} ${count}`);
  }

  levelsOf() {
    const own = [...this.rows.values()].map((row) => row.own).filter((value) => typeof value === 'number');
    return padded(extent(...Object.values(this.boxes), own, this.threshold === null ? [] : [this.threshold]) ?? [0, 1], 0.03);
  }

  get drawnOrder() { return (this.order.length ? this.order : [...this.rows.keys()]).filter((id) => this.boxes[id]); }

  // ---- the threshold: the value of the slider of the sidebar ----

  /** @returns {number|null} */
  get threshold() { return pendingValue('library', 'threshold') ?? store.library?.threshold ?? null; }

  /** @param {number} value */
  setThreshold(value) {
    const next = onStep(value, store.library?.range ?? [0, 1, 0.01]);
    if (next !== this.threshold) send('set', 'library', 'threshold', next);
    this.redraw();
  }

  /** @param {number} x  @param {number} y */
  gripAt(x, y) {
    if (this.threshold === null || !this.drawnOrder.length) return undefined;
    return Math.abs(x - this.lineX) <= (y < this.top ? GRIP.width / 2 : NEAR_LINE) ? 'threshold' : undefined;
  }

  /** @param {any} _grip  @param {number} x */
  moveGrip(_grip, x) { this.setThreshold(this.across.value(x)); }

  releaseGrip() { this.levels = this.levelsOf(); }

  // ---- scales ----

  get across() { return linear(this.levels, [this.left, this.right]); }

  get lineX() { return clamp(this.across.at(this.threshold ?? NaN), this.left, this.right); }

  get row() { return Math.min(TALLEST, (this.bottom - this.top) / Math.max(1, this.drawnOrder.length)); }

  /** @param {number} y */
  idAt(y) {
    return y < this.top ? null : this.drawnOrder[Math.floor((y - this.top) / this.row)] ?? null;
  }

  // ---- drawing ----

  paint() {
    const order = this.drawnOrder, selected = selectedId(), scale = this.across, bottom = this.top + order.length * this.row;
    if (!order.length) return;
    for (const tick of scale.ticks(6)) {
      const x = scale.at(tick);
      if (x < this.left || x > this.right) continue;
      this.line(x, this.top, x, bottom, this.colors.grid);
      this.write(rounded(tick, 1), x, bottom + 11, { align: 'center' });
    }
    this.write('similarity', this.left - 8, bottom + 11, { align: 'right' });
    const names = this.named(order, selected);
    order.forEach((id, i) => this.paintRow(id, this.top + (i + 0.5) * this.row, id === selected, names.has(id)));
    this.paintThreshold(bottom);
  }

  // Every name where rows are high enough, else those that fit between, and the two of interest.
  /** @param {string[]} order  @param {string|null} selected */
  named(order, selected) {
    const every = Math.ceil(READABLE / this.row), wanted = order.filter((id) => id === selected || id === this.over);
    if (every === 1) return new Set(order);
    const taken = wanted.map((id) => order.indexOf(id));
    const between = order.filter((_, i) => i % every === 0 && taken.every((at) => Math.abs(at - i) >= every));
    return new Set([...wanted, ...between]);
  }

  /** @param {string} id  @param {number} y  @param {boolean} selected  @param {boolean} named */
  paintRow(id, y, selected, named) {
    const { colors } = this, { at } = this.across, [low, first, median, third, high] = this.boxes[id];
    const { name, own, fits } = this.rows.get(id) ?? NO_ROW, half = clamp(this.row * 0.32, 1, 7);
    if (selected || id === this.over) this.fillRect(colors.chosen, 0, y - this.row / 2, this.width, this.row);
    const look = selected ? { color: colors.words, weight: 600 } : { color: colors.muted, weight: 400 };
    if (named && name) this.write(shortName(name), this.left - 8, y, { align: 'right', ...look });
    this.line(at(low), y, at(high), y, colors.line);
    this.fillRect(colors.faint, at(first), y - half, at(third) - at(first), 2 * half);
    this.fillRect(colors.words, at(median) - 1, y - half, 2, 2 * half);
    if (typeof own === 'number') this.paintOwn(at(own), y, fits !== false);
  }

  // Filled where the present threshold fits the document.
  /** @param {number} x  @param {number} y  @param {boolean} fits */
  paintOwn(x, y, fits) {
    const { context, colors } = this, size = clamp(this.row * 0.28, 2.5, 5);
    this.fillPolygon([[x, y - size], [x + size, y], [x, y + size], [x - size, y]], fits ? colors.accent : colors.ground);
    const problem = getComputedStyle(this.root).getPropertyValue('--problem').trim();
    [context.strokeStyle, context.lineWidth] = [fits ? colors.accent : problem, 1.5];
    context.stroke();
  }

  /** @param {number} bottom */
  paintThreshold(bottom) {
    const { colors: { accent, ground }, threshold, lineX: x } = this, top = this.top - 4;
    if (threshold === null) return;
    this.line(x, top, x, bottom, accent, this.dragged ? [] : [5, 4]);
    this.fillRect(accent, x - GRIP.width / 2, top - GRIP.height, GRIP.width, GRIP.height);
    this.write(settingText(threshold), x, top - GRIP.height / 2, { align: 'center', color: ground, weight: 600 });
  }

  // ---- pointer and keys ----

  /** @param {number} _x  @param {number} y */
  click(_x, y) {
    const id = this.idAt(y);
    if (id) select(id);
  }

  /** @param {number} x  @param {number} y */
  hover(x, y) {
    const id = this.gripAt(x, y) ? null : this.idAt(y);
    if (id !== this.over) { this.over = id; this.redraw(); }
    if (id) this.tip.show(x, y, this.lines(id)); else this.tip.hide();
  }

  /** @param {string} id */
  lines(id) {
    const { name, own, fits } = this.rows.get(id) ?? NO_ROW, misfit = fits === false ? ': the present threshold does not fit' : '';
    const [, first, median, third] = this.boxes[id].map((value) => rounded(value, 2));
    return [
      make('div', { class: 'reason', dir: 'auto' }, name),
      make('div', { class: 'figures' }, `median similarity ${median}, half of the gaps ${first} to ${third}`),
      ...typeof own === 'number' ? [make('div', {}, `◆ recommended ${settingText(own)}${misfit}`)] : [],
    ];
  }

  leave() {
    this.over = null;
    super.leave();
    this.redraw();
  }

  /** @param {KeyboardEvent} event */
  key({ key, shiftKey }) {
    const by = { ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[key], { range } = store.library ?? {};
    if (!by || this.threshold === null || !range) return false;
    this.setThreshold(this.threshold + by * range[2] * (shiftKey ? 10 : 1));
    return true;
  }
}

/** @param {string} name */
function shortName(name) {
  const letters = [...name.split('/').at(-1) ?? ''];
  return letters.length > NAME ? `${letters.slice(0, NAME - 1).join('')}…` : letters.join('');
}
