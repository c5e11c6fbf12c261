// The similarities of each document as a box plot, and one threshold for all of them that can be dragged.

import { clamp, extent } from '../core/arrays.js';
import { pendingValue, send } from '../core/channel.js';
import { exposeVersion, describeCanvas, make } from '../core/dom.js';
import { rounded, settingText } from '../core/format.js';
import { store } from '../core/store.js';
import { Chart } from '../chart/chart.js';
import { linear } from '../chart/scales.js';
import { select, selectedId } from './selected_document.js';

const MARGINS = { top: 26, right: 46, bottom: 22, left: 132 }; // right: half of the grip, and the button that saves
const HOLD = 6; // pixels from the line at which it can be gripped
const GRIP = { width: 48, height: 18 };
const TALLEST = 32; // pixels of a row
const READABLE = 12; // pixels of a row from which each has its name
const NAME = 20; // characters

export class BoxesView extends Chart {
  constructor(root) {
    super(root, 'boxes', { margins: MARGINS, kinds: ['library', 'library_boxes'], file: 'similarities' });
    this.order = [];
    this.over = null;
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
    const some = Object.keys(this.boxes).length;
    if (!this.dragged) this.levels = this.levelsOf();
    this.showMessage(some ? '' : library.ready ? 'This strategy uses no similarities.' : 'Similarities follow once a document is embedded.');
    this.describe();
    this.redraw();
    exposeVersion(this.root, `${library.threshold} ${some}`);
  }

  levelsOf() {
    const own = store.library.rows.map((row) => row.own).filter((value) => typeof value === 'number');
    const [low, high] = extent(...Object.values(this.boxes), own, this.threshold === null ? [] : [this.threshold]) ?? [0, 1];
    const air = Math.max(0.02, (high - low) * 0.03);
    return [low - air, high + air];
  }

  get drawnOrder() { return (this.order.length ? this.order : [...this.rows?.keys() ?? []]).filter((id) => this.boxes?.[id]); }

  // ---- the threshold: the value of the slider of the sidebar ----

  get threshold() { return pendingValue('library', 'threshold') ?? store.library?.threshold ?? null; }

  setThreshold(value) {
    const [low, high, step] = store.library.range;
    const next = clamp(Number((Math.round(value / step) * step).toFixed(4)), low, high);
    if (next !== this.threshold) send('set', 'library', 'threshold', next);
    this.redraw();
  }

  isOnLine(x, y) {
    if (this.threshold === null || !this.drawnOrder.length) return false;
    return Math.abs(x - this.lineX) <= (y < this.top ? GRIP.width / 2 : HOLD);
  }

  // ---- scales ----

  get across() { return linear(this.levels, [this.left, this.right]); }

  get lineX() { return clamp(this.across.at(this.threshold), this.left, this.right); }

  get row() { return Math.min(TALLEST, (this.bottom - this.top) / Math.max(1, this.drawnOrder.length)); }

  idAt(y) {
    const at = Math.floor((y - this.top) / this.row);
    return y < this.top ? null : this.drawnOrder[at] ?? null;
  }

  // ---- drawing ----

  paint() {
    const { colors } = this, order = this.drawnOrder, selected = selectedId();
    if (!order.length) return;
    const scale = this.across, bottom = this.top + order.length * this.row;
    for (const tick of scale.ticks(6)) {
      const x = scale.at(tick);
      if (x < this.left || x > this.right) continue;
      this.line(x, this.top, x, bottom, colors.grid);
      this.write(rounded(tick, 1), x, bottom + 11, { align: 'center' });
    }
    this.write('similarity', this.left - 8, bottom + 11, { align: 'right' });
    const names = this.named(order, selected);
    order.forEach((id, i) => this.paintRow(id, this.top + (i + 0.5) * this.row, id === selected, names.has(id)));
    if (this.threshold !== null) this.paintThreshold(bottom);
  }

  // Every name where rows are high enough, else those that fit between, and the two of interest.
  named(order, selected) {
    const every = Math.ceil(READABLE / this.row), wanted = [selected, this.over].filter((id) => order.includes(id));
    if (every === 1) return new Set(order);
    const taken = wanted.map((id) => order.indexOf(id));
    const between = order.filter((_, i) => i % every === 0 && taken.every((at) => Math.abs(at - i) >= every));
    return new Set([...wanted, ...between]);
  }

  paintRow(id, y, selected, named) {
    const { context, colors } = this, { at } = this.across, [low, first, median, third, high] = this.boxes[id];
    const { name, own, fits } = this.rows.get(id) ?? {}, half = clamp(this.row * 0.32, 1, 7);
    if (selected || id === this.over) {
      context.fillStyle = colors.chosen;
      context.fillRect(0, y - this.row / 2, this.width, this.row);
    }
    if (named && name) this.write(shortName(name), this.left - 8, y, { align: 'right', color: selected ? colors.words : colors.muted, weight: selected ? 600 : 400 });
    this.line(at(low), y, at(high), y, colors.line);
    context.fillStyle = colors.faint;
    context.fillRect(at(first), y - half, at(third) - at(first), 2 * half);
    context.fillStyle = colors.words;
    context.fillRect(at(median) - 1, y - half, 2, 2 * half);
    if (typeof own === 'number') this.paintOwn(at(own), y, fits);
  }

  // Filled where the present threshold fits the document.
  paintOwn(x, y, fits) {
    const { context, colors } = this, size = clamp(this.row * 0.28, 2.5, 5);
    context.beginPath();
    [[0, -size], [size, 0], [0, size], [-size, 0]].forEach(([dx, dy], i) => context[i ? 'lineTo' : 'moveTo'](x + dx, y + dy));
    context.closePath();
    context.fillStyle = fits === false ? colors.ground : colors.accent;
    context.fill();
    [context.strokeStyle, context.lineWidth] = [fits === false ? this.problem : colors.accent, 1.5];
    context.stroke();
  }

  get problem() { return getComputedStyle(this.root).getPropertyValue('--problem').trim(); }

  paintThreshold(bottom) {
    const { context, colors, threshold } = this, x = this.lineX, half = GRIP.width / 2;
    this.line(x, this.top - 4, x, bottom, colors.accent, { dash: this.dragged ? [] : [5, 4], width: 1 });
    context.fillStyle = colors.accent;
    context.fillRect(x - half, this.top - 4 - GRIP.height, GRIP.width, GRIP.height);
    this.write(settingText(threshold), x, this.top - 4 - GRIP.height / 2, { align: 'center', color: colors.ground, weight: 600 });
  }

  describe() {
    const { range, threshold } = store.library, count = Object.keys(this.boxes).length;
    const label = `Similarities of ${count} documents. Left and right: threshold. Up and down: documents.`;
    describeCanvas(this.canvas, label, range && threshold !== null ? [range[0], range[1], threshold, `threshold ${settingText(threshold)}`] : null);
  }

  // ---- pointer and keys ----

  press(x, y) { return this.isOnLine(x, y); }

  drag(x) {
    this.dragged = true;
    this.tip.hide();
    this.setThreshold(this.across.value(x));
  }

  drop() {
    const { dragged } = this;
    this.dragged = false;
    this.levels = this.levelsOf();
    this.redraw();
    return dragged;
  }

  click(x, y) {
    const id = this.idAt(y);
    if (id) select(id);
  }

  hover(x, y) {
    const onLine = this.isOnLine(x, y), id = onLine ? null : this.idAt(y);
    this.canvas.classList.toggle('grip', onLine);
    if (id !== this.over) { this.over = id; this.redraw(); }
    if (id) this.tip.show(x, y, this.lines(id)); else this.tip.hide();
  }

  lines(id) {
    const { name, own, fits } = this.rows.get(id), [, first, median, third] = this.boxes[id].map((value) => rounded(value, 2));
    return [
      make('div', { class: 'reason', dir: 'auto' }, name),
      make('div', { class: 'figures' }, `median similarity ${median}, half of the gaps ${first} to ${third}`),
      ...typeof own === 'number' ? [make('div', {}, `◆ recommended ${settingText(own)}${fits === false ? ': the present threshold does not fit' : ''}`)] : [],
    ];
  }

  leave() {
    this.over = null;
    super.leave();
    this.redraw();
  }

  key({ key, shiftKey }) {
    const by = { ArrowRight: 1, ArrowLeft: -1, PageUp: 10, PageDown: -10 }[key];
    if (!by || this.threshold === null || !store.library.range) return false;
    this.setThreshold(this.threshold + by * store.library.range[2] * (shiftKey ? 10 : 1));
    return true;
  }
}

function shortName(name) {
  const letters = [...name.split('/').at(-1)];
  return letters.length > NAME ? `${letters.slice(0, NAME - 1).join('')}…` : letters.join('');
}
