// The figure of Compare: the similarity curves of the lanes, and a row of boundaries for each lane.

import { clamp, countUpTo, extent } from '../core/arrays.js';
import { button, describeCanvas, make } from '../core/dom.js';
import { countOf, settingText, inThousands } from '../core/format.js';
import { glyphOf } from '../core/reasons.js';
import { store } from '../core/store.js';
import { newPath } from '../chart/brush.js';
import { Chart, DRAGGED } from '../chart/chart.js';
import { envelope, isLong, within, zoomed } from '../chart/envelope.js';
import { linear } from '../chart/scales.js';
import { addShape, isOutline } from '../chart/shapes.js';
import { LANES, PLACE } from './comparison.js';
import { describeSegment } from './describe.js';

const AXIS = 18, ROW = 13, LINE = 12; // pixels
const LABELS = 30; // pixels from the top, which the tools take
const CLOSEST = 400; // characters
const ROOMY = 14; // pixels a boundary, from which its reason is drawn
const NEAR = 9; // pixels from a boundary that is meant
const SHARED = 0.38; // opacity of boundaries that all compared lanes have
const RIGHT = 40, LETTER = 6.5; // pixels: the least margin, and a letter of a threshold's label

const thresholdText = ({ name, threshold }) => `${name} ${settingText(threshold)}`;

export class LaneFigure extends Chart {
  /**
   * @param {HTMLElement} root
   * @param {import('./comparison.js').Comparison} comparison
   */
  constructor(root, comparison) {
    const margins = { top: 10, right: RIGHT, bottom: 0, left: 46 };
    super(root, 'lanefigure', { margins, file: 'comparison', kinds: [LANES, 'signal'], hair: true });
    this.comparison = comparison;
    this.band = make('div', { class: 'band', hidden: '' });
    this.seen = make('div', { class: 'seen', title: 'Text in view' });
    this.field.append(this.band, this.seen);
    this.reset = button('Whole document (Esc)', '⤢', () => this.zoom(null));
    this.tools.prepend(button('Zoom in (+)', '+', () => this.zoomBy(0.6)),
      button('Zoom out (−)', '−', () => this.zoomBy(1.6)), this.reset);
    this.canvas.ondblclick = () => this.zoom(null);
    this.listen(PLACE, () => this.redraw());
    this.refresh();
  }

  refresh() {
    const { data, ready } = this.comparison;
    if (!data) return;
    if (data.document !== this.document) [this.document, this.range] = [data.document, [0, data.length]];
    this.margins.bottom = AXIS + ROW * ready.length + 4;
    const thresholds = ready.filter(({ threshold }) => typeof threshold === 'number').map(thresholdText);
    this.margins.right = Math.max(RIGHT, ...thresholds.map((text) => 8 + LETTER * text.length));
    this.curves = this.curvesOf(ready);
    this.levels = this.levelsOf();
    const missing = ready.length ? 'curve follows' : 'lanes follow';
    this.say(this.curves.length ? '' : `The ${missing} once the text is embedded.`);
    const { stops } = this.comparison.differences;
    const lanes = `Boundaries of ${countOf(ready.length, 'lane')}. ${countOf(stops.length, 'difference')}. `;
    describeCanvas(this.canvas, `${lanes}Left and right: boundaries. Plus and minus: zoom.`);
    this.redraw();
  }

  // Each signal once, in the color of its lane, or gray where lanes share it.
  curvesOf(ready) {
    const found = new Map();
    for (const lane of ready) {
      const signal = store.signals.get(lane.signal);
      if (!signal) continue;
      const known = found.get(lane.signal);
      found.set(lane.signal, { signal, color: known && known.color !== lane.color ? null : lane.color });
    }
    return [...found.values()];
  }

  levelsOf() {
    const thresholds = this.comparison.ready.map(({ threshold }) => threshold ?? NaN);
    const [low, high] = extent(...this.curves.map(({ signal }) => signal.scores), thresholds) ?? [0, 1];
    const air = Math.max(0.02, (high - low) * 0.05);
    return [low - air, high + air];
  }

  // ---- scales ----

  get across() { return linear(this.range, [this.left, this.right]); }

  get upward() { return linear(this.levels, [this.bottom, this.top]); }

  x(offset) {
    const [from, to] = this.range;
    return this.left + ((offset - from) / Math.max(1, to - from)) * (this.right - this.left);
  }

  rowTop(column) { return this.bottom + 3 + ROW * column; }

  inkOf(color) { return getComputedStyle(this.root).getPropertyValue(`--lane-${color}`).trim() || this.colors.line; }

  visible(offsets) {
    const [from, to] = this.range;
    return [Math.max(0, countUpTo(offsets, from) - 1), Math.min(offsets.length, countUpTo(offsets, to) + 1)];
  }

  // ---- drawing ----

  paint() {
    const { comparison: { data, ready } } = this;
    if (!data) return;
    this.paintDensest();
    this.paintPlace();
    this.axisX(this.across, { y: this.height - AXIS / 2 + 1, format: inThousands, room: 110, label: 'chars' });
    if (this.curves.length) {
      this.axisY(this.upward, { room: 26 });
      this.clipped(() => this.curves.forEach((curve) => this.paintCurve(curve)));
      this.paintThresholds(ready.filter(({ threshold }) => typeof threshold === 'number'));
    }
    ready.forEach((lane, column) => this.paintRow(lane, column));
    const [from, to] = this.range;
    this.reset.classList.toggle('away', from === 0 && to === data.length);
    this.showSeen();
  }

  // The stretch where the lanes differ most.
  paintDensest() {
    const { brush, comparison: { densest: { count, from, until } } } = this;
    if (count < 2) return;
    const [left, right] = [this.x(from) - 4, this.x(until) + 4].map((x) => this.inside(x));
    brush.fillStyle = this.colors.words;
    brush.globalAlpha = 0.06;
    brush.fillRect(left, 2, right - left, this.height - AXIS - 2);
    brush.globalAlpha = 1;
  }

  // The segments of the current difference, or the selected place.
  paintPlace() {
    const { comparison: { place, segments, differences, current } } = this, { brush, colors } = this;
    if (place === null) return;
    const offsets = current >= 0 ? differences.stops[current].map((i) => segments.starts[i]) : [place];
    const [left, right] = [Math.min(...offsets), Math.max(...offsets)].map((offset) => this.x(offset));
    if (right < this.left || left > this.right) return;
    const from = Math.max(this.left, left - 3), until = this.height - AXIS;
    brush.fillStyle = colors.words;
    brush.globalAlpha = 0.1;
    brush.fillRect(from, 2, Math.min(this.right, right + 3) - from, until - 2);
    brush.globalAlpha = 1;
    for (const offset of offsets) this.line(this.x(offset), 2, this.x(offset), until, colors.words);
  }

  paintCurve({ signal, color }) {
    const { brush } = this, { gaps, scores } = signal, [first, last] = this.visible(gaps);
    const { at } = this.upward, ink = color === null ? this.colors.line : this.inkOf(color);
    const long = isLong(last - first, this.right - this.left);
    const points = long ? envelope(signal, [first, last], (offset) => this.x(offset))
      : Array.from(gaps.subarray(first, last), (gap, i) => ({ x: this.x(gap), median: scores[first + i] }));
    if (long) {
      brush.beginPath();
      for (const { x, low, high } of points) brush.rect(x - 1, at(high), 2, Math.max(1, at(low) - at(high)));
      [brush.fillStyle, brush.globalAlpha] = [ink, 0.3];
      brush.fill();
      brush.globalAlpha = 1;
    }
    brush.beginPath();
    let broken = true;
    for (const { x, median } of points) {
      if (!Number.isNaN(median)) brush[broken ? 'moveTo' : 'lineTo'](x, at(median));
      broken = Number.isNaN(median);
    }
    [brush.strokeStyle, brush.lineWidth, brush.lineJoin] = [ink, 1.2, 'bevel'];
    brush.stroke();
  }

  // Their values stand below the tools and below one another, the highest first.
  paintThresholds(lanes) {
    let room = LABELS;
    for (const { threshold, color, name } of [...lanes].sort((a, b) => b.threshold - a.threshold)) {
      const y = clamp(this.upward.at(threshold), this.top, this.bottom), ink = this.inkOf(color);
      this.line(this.left, y, this.right, y, ink, { dash: [5, 4] });
      const label = Math.max(room, y);
      this.write(thresholdText({ name, threshold }), this.right + 3, label, { color: ink, weight: 600 });
      room = label + LINE;
    }
  }

  paintRow(lane, column) {
    const { brush, comparison: { segments } } = this, ink = this.inkOf(lane.color), top = this.rowTop(column);
    this.line(this.left, top + ROW - 1, this.right, top + ROW - 1, this.colors.grid);
    this.write(lane.name, this.left - 8, top + ROW / 2, { align: 'right', color: ink, weight: 700 });
    const [first, last] = this.visible(segments.starts);
    const own = segments.inner.filter((i) => i >= first && i <= last && segments.chunks[i][column] > 0);
    const roomy = own.length * ROOMY < this.right - this.left;
    this.clipped(() => {
      for (const i of own) {
        const x = this.x(segments.starts[i]);
        brush.globalAlpha = this.comparison.isShared(i) ? SHARED : 1;
        brush.fillStyle = brush.strokeStyle = ink;
        if (roomy) this.paintReason(lane.chunks.reasons[segments.chunks[i][column] - 1], x, top + ROW / 2 - 0.5);
        else brush.fillRect(Math.round(x) - 0.75, top + 1, 1.5, ROW - 3);
      }
    });
    brush.globalAlpha = 1;
  }

  paintReason(reason, x, y) {
    const path = newPath(this.brush), glyph = glyphOf(reason);
    addShape(path, glyph, x, y, 4.2);
    this.brush.lineWidth = 1.4;
    if (isOutline(glyph)) this.brush.stroke(path); else this.brush.fill(path);
  }

  /** Show which part of the document the text view shows. */
  showSeen() {
    const { seen } = this.comparison;
    this.seen.hidden = !seen || !this.width;
    if (this.seen.hidden) return;
    const [left, right] = seen.map((offset) => this.inside(this.x(offset)));
    this.seen.style.left = `${left}px`;
    this.seen.style.width = `${Math.max(3, right - left)}px`;
  }

  // ---- pointer and keys ----

  /** Return the boundary that a place means, nearest first; with an own row, of that lane. */
  boundaryAt(x, y) {
    const { comparison: { segments } } = this, column = Math.floor((y - this.bottom - 3) / ROW);
    let best = -1, least = NEAR;
    for (const i of segments.inner) {
      if (column >= 0 && column < this.comparison.ready.length && segments.chunks[i][column] <= 0) continue;
      const away = Math.abs(this.x(segments.starts[i]) - x);
      if (away < least) [best, least] = [i, away];
    }
    return best;
  }

  point(x, y) {
    if (!this.comparison.data) return;
    const segment = this.boundaryAt(x, y);
    this.canvas.classList.toggle('clickable', segment >= 0);
    if (segment < 0) this.tip.hide();
    else this.tip.show(this.x(this.comparison.segments.starts[segment]), y, describeSegment(this.comparison, segment));
  }

  press() { return Boolean(this.comparison.data); }

  drag(x, y, from) {
    this.tip.hide();
    const [low, high] = [from.x, x].map((each) => this.inside(each)).sort((a, b) => a - b);
    this.band.hidden = high - low < DRAGGED;
    this.band.style.left = `${low}px`;
    this.band.style.width = `${high - low}px`;
  }

  drop(x, y, from) {
    this.band.hidden = true;
    if (!(Math.abs(x - from.x) >= DRAGGED)) return false;
    this.zoom([from.x, x].map((each) => this.across.value(each)).sort((a, b) => a - b));
    return true;
  }

  click(x, y) {
    const { comparison } = this, segment = this.boundaryAt(x, y);
    comparison.select(segment < 0 ? Math.round(this.across.value(x)) : comparison.segments.starts[segment], this.name);
  }

  key({ key }) {
    const along = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (along) this.comparison.stepBoundary(along);
    else if (key === '+' || key === '=') this.zoomBy(0.6);
    else if (key === '-') this.zoomBy(1.6);
    else if (key === 'Escape') this.zoom(null);
    else return false;
    return true;
  }

  zoom(range) {
    const { data } = this.comparison;
    if (!data) return;
    const [from, to] = range ?? [0, data.length], middle = (from + to) / 2;
    const half = Math.max(to - from, Math.min(data.length, CLOSEST)) / 2;
    this.range = within([middle - half, middle + half], data.length);
    this.redraw();
  }

  zoomBy(factor) {
    const { data, place } = this.comparison;
    if (!data) return;
    this.range = zoomed(this.range, factor, place ?? (this.range[0] + this.range[1]) / 2, data.length, CLOSEST);
    this.redraw();
  }
}
