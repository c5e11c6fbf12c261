// The figure of Compare: the similarity curves of the lanes, and a row of boundaries for each lane.

import { clamp, countUpTo } from '../core/arrays.js';
import { send } from '../core/channel.js';
import { button, describeCanvas, make } from '../core/dom.js';
import { countOf, inThousands, settingText } from '../core/format.js';
import { glyphOf } from '../core/reasons.js';
import { store } from '../core/store.js';
import { LANES, PLACE } from '../data/comparison.js';
import { controlOf, CurveScale, curvesOf, SCALES, thresholdOf } from '../data/lane_curves.js';
import { Chart, DRAGGED } from '../chart/chart.js';
import { envelope, isLong, within, zoomed } from '../chart/envelope.js';
import { addShape, isOutline } from '../chart/glyph_shapes.js';
import { linear } from '../chart/scales.js';
import { newPath } from '../chart/svg_context.js';
import { describeGap, describeSegment, describeThreshold, letterOf } from '../text/lane_tip.js';

const AXIS = 18, ROW = 13, LINE = 16; // pixels
const LABELS = 30; // pixels from the top, which the tools take
const CLOSEST = 400; // characters
const ROOMY = 14; // pixels a boundary, from which its reason is drawn
const NEAR = 9; // pixels from a boundary that is meant
const SHARED = 0.38; // opacity of boundaries that all compared lanes have
const TOP = 24; // pixels, which the choice of the scale takes
const HOLD = 6; // pixels from a threshold at which it can be gripped
const RIGHT = 40, LETTER = 5.8; // pixels: the least margin, and a letter of a threshold's label
const GRIP = { height: 15, before: 14, after: 4 }; // pixels: of a label by which a threshold is dragged, around its text
const SCALE_HELP = {
  similarity: 'Similarities as each model computes them',
  quantile: 'Share of the gaps with a lower similarity: the same scale for every model',
};

export class LaneFigure extends Chart {
  /**
   * @param {HTMLElement} root
   * @param {import('../data/comparison.js').Comparison} comparison
   */
  constructor(root, comparison) {
    const margins = { top: TOP, right: RIGHT, bottom: 0, left: 46 };
    super(root, 'lanefigure', { margins, file: 'comparison', kinds: [LANES, 'signal'], hair: true });
    this.comparison = comparison;
    this.band = make('div', { class: 'band', hidden: '' });
    this.seen = make('div', { class: 'seen', title: 'Text in view' });
    this.scales = SCALES.map((name) => button(SCALE_HELP[name], name, () => send('scale', name)));
    this.scaleChoice = make('div', { class: 'segments scales', role: 'group', 'aria-label': 'Scale' }, ...this.scales);
    this.models = make('div', { class: 'models' });
    this.field.append(this.band, this.seen, make('div', { class: 'head' }, this.scaleChoice, this.models));
    this.reset = button('Whole document (Esc)', '⤢', () => this.zoom(null));
    this.tools.prepend(button('Zoom in (+)', '+', () => this.zoomBy(0.6)),
      button('Zoom out (−)', '−', () => this.zoomBy(1.6)), this.reset);
    this.canvas.ondblclick = () => this.zoom(null);
    this.listen(PLACE, () => this.redraw());
    this.listen('pending', () => this.redraw());
    this.refresh();
  }

  refresh() {
    const { data, ready } = this.comparison;
    if (!data) return;
    if (data.document !== this.document) [this.document, this.range] = [data.document, [0, data.length]];
    this.margins.bottom = AXIS + ROW * ready.length + 4;
    this.scale = new CurveScale(data.scale);
    this.curves = curvesOf(ready);
    this.fillModels();
    this.scaleChoice.hidden = !this.curves.length;
    for (const each of this.scales) each.setAttribute('aria-pressed', String(each.textContent === data.scale));
    this.margins.right = Math.max(RIGHT, ...this.thresholds().map(({ text }) => GRIP.before + GRIP.after + 6 + LETTER * text.length));
    if (!this.dragged) this.levels = this.scale.levels(this.curves, this.thresholds().map(({ place }) => place));
    const missing = ready.length ? 'curve follows' : 'lanes follow';
    this.showMessage(this.curves.length ? '' : `The ${missing} once the text is embedded.`);
    const { stops } = this.comparison.differences;
    const lanes = `Boundaries of ${countOf(ready.length, 'lane')}. ${countOf(stops.length, 'difference')}. `;
    describeCanvas(this.canvas, `${lanes}Left and right: boundaries. Plus and minus: zoom.`);
    this.redraw();
  }

  // Which model computed which curve, where there are several models.
  fillModels() {
    const models = new Map();
    for (const { lanes } of this.curves) for (const lane of lanes) models.set(lane.model, [...models.get(lane.model) ?? [], lane]);
    const entries = [...models].map(([model, lanes]) => make('span', { dir: 'auto' }, ...lanes.flatMap((lane) => [letterOf(lane), ' ']), model));
    this.models.replaceChildren(...models.size > 1 ? entries : []);
  }

  /** The thresholds on the scale, the highest first: the lane, its value, its place and its label. */
  thresholds() {
    const found = this.comparison.ready.flatMap((lane) => {
      const value = thresholdOf(lane), signal = store.signals.get(lane.signal);
      if (value === null || !signal) return [];
      return [{ lane, signal, value, place: this.scale.place(signal, value), text: `${lane.name} ${settingText(value)}` }];
    });
    return found.sort((a, b) => b.place - a.place);
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
    if (!data || !this.scale) return;
    this.paintDensest();
    this.paintPlace();
    this.axisX(this.across, { y: this.height - AXIS / 2 + 1, format: inThousands, room: 110, label: 'chars' });
    if (this.curves.length) {
      this.axisY(this.upward, { room: this.scale.isQuantile ? 20 : 26 });
      this.clipped(() => this.curves.forEach((curve) => this.paintCurve(curve)));
      this.paintThresholds();
    }
    ready.forEach((lane, column) => this.paintRow(lane, column));
    const [from, to] = this.range;
    this.reset.classList.toggle('away', from === 0 && to === data.length);
    this.showSeen();
  }

  // The stretch where the lanes differ most.
  paintDensest() {
    const { context, comparison: { densest: { count, from, until } } } = this;
    if (count < 2) return;
    const [left, right] = [this.x(from) - 4, this.x(until) + 4].map((x) => this.clampX(x));
    context.fillStyle = this.colors.words;
    context.globalAlpha = 0.06;
    context.fillRect(left, 2, right - left, this.height - AXIS - 2);
    context.globalAlpha = 1;
  }

  // The segments of the current difference, or the selected place.
  paintPlace() {
    const { comparison: { place, segments, differences, current } } = this, { context, colors } = this;
    if (place === null) return;
    const offsets = current >= 0 ? differences.stops[current].map((i) => segments.starts[i]) : [place];
    const [left, right] = [Math.min(...offsets), Math.max(...offsets)].map((offset) => this.x(offset));
    if (right < this.left || left > this.right) return;
    const from = Math.max(this.left, left - 3), until = this.height - AXIS;
    context.fillStyle = colors.words;
    context.globalAlpha = 0.1;
    context.fillRect(from, 2, Math.min(this.right, right + 3) - from, until - 2);
    context.globalAlpha = 1;
    for (const offset of offsets) this.line(this.x(offset), 2, this.x(offset), until, colors.words);
  }

  paintCurve({ signal: similarities, color }) {
    const signal = this.scale.of(similarities);
    const { context } = this, { gaps, scores } = signal, [first, last] = this.visible(gaps);
    const { at } = this.upward, ink = color === null ? this.colors.line : this.inkOf(color);
    const long = isLong(last - first, this.right - this.left);
    const points = long ? envelope(signal, [first, last], (offset) => this.x(offset))
      : Array.from(gaps.subarray(first, last), (gap, i) => ({ x: this.x(gap), median: scores[first + i] }));
    if (long) {
      context.beginPath();
      for (const { x, low, high } of points) context.rect(x - 1, at(high), 2, Math.max(1, at(low) - at(high)));
      [context.fillStyle, context.globalAlpha] = [ink, 0.3];
      context.fill();
      context.globalAlpha = 1;
    }
    context.beginPath();
    let broken = true;
    for (const { x, median } of points) {
      if (!Number.isNaN(median)) context[broken ? 'moveTo' : 'lineTo'](x, at(median));
      broken = Number.isNaN(median);
    }
    [context.strokeStyle, context.lineWidth, context.lineJoin] = [ink, 1.2, 'bevel'];
    context.stroke();
  }

  // Their values stand below the tools and below one another, the highest first.
  paintThresholds() {
    let room = LABELS;
    this.lines = this.thresholds().map(({ lane, signal, value, place, text }) => {
      const y = clamp(this.upward.at(place), this.top, this.bottom), ink = this.inkOf(lane.color);
      this.line(this.left, y, this.right, y, ink, { dash: this.dragged && this.gripped?.lane.letter === lane.letter ? [] : [5, 4] });
      const label = Math.max(room, y);
      const control = controlOf(lane);
      if (control) this.paintGrip(text, label, ink);
      else this.write(text, this.right + GRIP.before, label, { color: ink, weight: 600 });
      room = label + LINE;
      return { lane, signal, value, y, label, control };
    });
  }

  paintGrip(text, y, ink) {
    const { context, colors } = this, left = this.right + 3, top = y - GRIP.height / 2;
    context.fillStyle = ink;
    context.fillRect(left, top, this.width - 3 - left, GRIP.height);
    this.write(text, this.right + GRIP.before, y, { color: colors.ground, weight: 600 });
    context.fillStyle = colors.ground;
    for (const dy of [-3, 0, 3]) context.fillRect(left + 3, y + dy - 0.5, 5, 1);
  }

  /** Return the threshold at a place: by its line, right of the plot by its label; undefined for none. */
  lineAt(x, y) {
    if (x < this.left || !this.curves?.length) return undefined;
    const away = ({ y: line, label }) => Math.abs(y - (x > this.right ? label : line));
    const near = (this.lines ?? []).filter((each) => away(each) <= HOLD);
    return near.sort((a, b) => away(a) - away(b))[0];
  }

  paintRow(lane, column) {
    const { context, comparison: { segments } } = this, ink = this.inkOf(lane.color), top = this.rowTop(column);
    this.line(this.left, top + ROW - 1, this.right, top + ROW - 1, this.colors.grid);
    this.write(lane.name, this.left - 8, top + ROW / 2, { align: 'right', color: ink, weight: 700 });
    const [first, last] = this.visible(segments.starts);
    const own = segments.inner.filter((i) => i >= first && i <= last && segments.chunks[i][column] > 0);
    const roomy = own.length * ROOMY < this.right - this.left;
    this.clipped(() => {
      for (const i of own) {
        const x = this.x(segments.starts[i]);
        context.globalAlpha = this.comparison.isShared(i) ? SHARED : 1;
        context.fillStyle = context.strokeStyle = ink;
        if (roomy) this.paintReason(lane.chunks.reasons[segments.chunks[i][column] - 1], x, top + ROW / 2 - 0.5);
        else context.fillRect(Math.round(x) - 0.75, top + 1, 1.5, ROW - 3);
      }
    });
    context.globalAlpha = 1;
  }

  paintReason(reason, x, y) {
    const path = newPath(this.context), glyph = glyphOf(reason);
    addShape(path, glyph, x, y, 4.2);
    this.context.lineWidth = 1.4;
    if (isOutline(glyph)) this.context.stroke(path); else this.context.fill(path);
  }

  /** Show which part of the document the text view shows. */
  showSeen() {
    const { seen } = this.comparison;
    this.seen.hidden = !seen || !this.width;
    if (this.seen.hidden) return;
    const [left, right] = seen.map((offset) => this.clampX(this.x(offset)));
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

  hover(x, y) {
    if (!this.comparison.data) return;
    const segment = this.boundaryAt(x, y), line = y < this.bottom ? this.lineAt(x, y) : undefined;
    this.canvas.classList.toggle('grip', Boolean(line?.control));
    this.canvas.classList.toggle('clickable', segment >= 0);
    if (line) this.tip.show(x, y, describeThreshold(line.lane, line.signal, line.value));
    else if (segment >= 0) this.tip.show(this.x(this.comparison.segments.starts[segment]), y, describeSegment(this.comparison, segment));
    else this.hoverCurves(x, y);
  }

  // The nearest gap of the curves.
  hoverCurves(x, y) {
    const { gaps } = this.curves[0]?.signal ?? {}, isInside = x >= this.left && x <= this.right && y >= this.top && y <= this.bottom;
    const after = gaps?.length && isInside ? countUpTo(gaps, this.across.value(x)) : -1;
    if (after < 0) { this.tip.hide(); return; }
    const near = [gaps[after - 1], gaps[after]].filter((gap) => gap !== undefined);
    const offset = near.sort((a, b) => Math.abs(this.x(a) - x) - Math.abs(this.x(b) - x))[0];
    this.tip.show(this.x(offset), y, describeGap(this.curves, offset));
  }

  press(x, y) {
    if (!this.comparison.data) return false;
    this.gripped = y < this.bottom ? this.lineAt(x, y) : undefined;
    if (!this.gripped?.control) this.gripped = undefined;
    return true;
  }

  drag(x, y, from) {
    this.tip.hide();
    if (this.gripped) {
      this.dragThreshold(y, from);
      return;
    }
    const [low, high] = [from.x, x].map((each) => this.clampX(each)).sort((a, b) => a - b);
    this.band.hidden = high - low < DRAGGED;
    this.band.style.left = `${low}px`;
    this.band.style.width = `${high - low}px`;
  }

  dragThreshold(y, from) {
    if (!this.dragged && Math.abs(y - from.y) < 3) return;
    this.dragged = true;
    const { lane, signal, control } = this.gripped;
    const value = this.scale.threshold(signal, this.upward.value(y), control);
    if (value !== thresholdOf(lane)) send('set', lane.letter, 'threshold', value);
    this.redraw();
  }

  drop(x, y, from) {
    const { dragged } = this;
    this.band.hidden = true;
    this.dragged = false;
    this.gripped = undefined;
    if (dragged) {
      this.refresh();
      return true;
    }
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
