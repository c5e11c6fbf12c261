// The figure of Compare: the similarity curves of the lanes, and a row of boundaries for each lane.

import { clamp } from '../core/arrays.js';
import { send } from '../core/channel.js';
import { button, describeCanvas, make } from '../core/dom.js';
import { countOf, settingText } from '../core/format.js';
import { glyphOf } from '../core/reasons.js';
import { store } from '../core/store.js';
import { LANES, PLACE } from '../data/comparison.js';
import { curvesOf, thresholdControl, thresholdOf } from '../data/lane_curves.js';
import { addShape, isOutline } from '../chart/glyph_shapes.js';
import { OffsetChart } from '../chart/offset_chart.js';
import { newPath } from '../chart/svg_context.js';
import { describeGap, describeSegment, describeThreshold, makeLetter } from '../text/lane_tip.js';
import { CurveScale, SCALES } from './curve_scale.js';

/** @import { SliderControl } from '../messages.d.ts' */
/** @import { Signal } from '../core/unpack.js' */
/** @import { Comparison, ReadyLane } from '../data/comparison.js' */
/** @import { Curve } from '../data/lane_curves.js' */

const AXIS = 18, ROW = 13, LINE = 16; // pixels
const LABELS = 30; // pixels from the top, which the tools take
const ROOMY = 14; // pixels a boundary, from which its reason is drawn
const NEAR_MARK = 9; // pixels from a boundary that is meant
const SHARED = 0.38; // opacity of boundaries that all compared lanes have
const TOP = 24; // pixels, which the choice of the scale takes
const NEAR_LINE = 6; // pixels from a threshold at which it can be gripped
const RIGHT = 40, LETTER = 5.8; // pixels: the least margin, and a letter of a threshold's label
const GRIP = { height: 15, before: 14, after: 4 }; // pixels: of a label by which a threshold is dragged, around its text
const SCALE_HELP = {
  similarity: 'Similarities as each model computes them',
  quantile: 'Share of the gaps with a lower similarity: the same scale for every model',
};

/** @typedef {{lane: ReadyLane, signal: Signal, value: number, y: number, label: number, control?: SliderControl}} Line  of a threshold, as drawn */

export class LaneFigure extends OffsetChart {
  /** @param {HTMLElement} root  @param {Comparison} comparison */
  constructor(root, comparison) {
    const margins = { top: TOP, right: RIGHT, bottom: 0, left: 46 };
    super(root, 'lanefigure', { margins, file: 'comparison', kinds: [LANES, 'signal'] });
    this.comparison = comparison;
    this.scale = new CurveScale(SCALES[0]);
    this.curves = /** @type {Curve[]} */ ([]);
    this.lines = /** @type {Line[]} */ ([]);
    this.seen = make('div', { class: 'seen', title: 'Text in view' });
    this.scales = SCALES.map((name) => button(SCALE_HELP[name], name, () => send('scale', name)));
    this.scaleChoice = make('div', { class: 'segments scales', role: 'group', 'aria-label': 'Scale' }, ...this.scales);
    this.models = make('div', { class: 'models' });
    this.field.append(this.seen, make('div', { class: 'head' }, this.scaleChoice, this.models));
    this.listen(PLACE, () => this.redraw());
    this.refresh();
  }

  refresh() {
    const { data, ready } = this.comparison;
    if (!data) return;
    this.showDocument(data.document, data.length);
    this.margins.bottom = AXIS + ROW * ready.length + 4;
    this.scale = new CurveScale(data.scale);
    this.curves = curvesOf(ready);
    this.fillModels();
    this.scaleChoice.hidden = !this.curves.length;
    for (const each of this.scales) each.setAttribute('aria-pressed', String(each.textContent === data.scale));
    const thresholds = this.thresholds();
    this.margins.right = Math.max(RIGHT, ...thresholds.map(({ text }) => GRIP.before + GRIP.after + 6 + LETTER * text.length));
    if (!this.dragged) this.levels = this.scale.levels(this.curves, thresholds.map(({ place }) => place));
    const missing = ready.length ? 'curve follows' : 'lanes follow';
    this.showMessage(this.curves.length ? '' : `The ${missing} once the text is embedded.`);
    const { stops } = this.comparison.differences;
    const lanes = `Boundaries of ${countOf(ready.length, 'lane')}. ${countOf(stops.length, 'difference')}. `;
    describeCanvas(this.canvas, `${lanes}Left and right: boundaries. Plus and minus: zoom.`);
    this.redraw();
  }

  // Which model computed which curve, where there are several models.
  fillModels() {
    const all = this.curves.flatMap(({ lanes }) => lanes), models = [...new Set(all.map(({ model }) => model))];
    const entries = models.map((model) => make('span', { dir: 'auto' },
      ...all.filter((lane) => lane.model === model).flatMap((lane) => [makeLetter(lane), ' ']), model));
    this.models.replaceChildren(...models.length > 1 ? entries : []);
  }

  /** The thresholds on the scale, the highest first: the lane, its value, its place and its label. */
  thresholds() {
    const found = this.comparison.ready.flatMap((lane) => {
      const value = thresholdOf(lane), signal = store.signals.get(lane.signal ?? '');
      if (value === null || !signal) return [];
      return [{ lane, signal, value, place: this.scale.place(signal, value), text: `${lane.name} ${settingText(value)}` }];
    });
    return found.sort((a, b) => b.place - a.place);
  }

  /** @param {number} color */
  inkOf(color) { return getComputedStyle(this.root).getPropertyValue(`--lane-${color}`).trim() || this.colors.line; }

  // ---- drawing ----

  paint() {
    const { comparison: { data, ready } } = this;
    if (!data) return;
    this.paintDensest();
    this.paintPlace();
    this.paintOffsets(this.height - AXIS / 2 + 1);
    if (this.curves.length) {
      this.axisY(this.upward, { room: this.scale.isQuantile ? 20 : 26 });
      this.clipped(() => {
        for (const { signal, color } of this.curves) {
          this.paintSignal(this.scale.of(signal), color === null ? this.colors.line : this.inkOf(color), 0.3);
        }
      });
      this.paintThresholds();
    }
    ready.forEach((lane, column) => this.paintRow(lane, column));
    this.showSeen();
  }

  // The part where the lanes differ most.
  paintDensest() {
    const { count, from, until } = this.comparison.densest;
    if (count < 2) return;
    const [left, right] = [this.x(from) - 4, this.x(until) + 4].map((x) => this.clampX(x));
    this.fillRect(this.colors.words, left, 2, right - left, this.height - AXIS - 2, 0.06);
  }

  // The segments of the current difference, or the selected place.
  paintPlace() {
    const { place, segments, differences, current } = this.comparison, { words } = this.colors;
    if (place === null) return;
    const offsets = current >= 0 ? differences.stops[current].map((i) => segments.starts[i]) : [place];
    const [left, right] = [Math.min(...offsets), Math.max(...offsets)].map((offset) => this.x(offset));
    if (right < this.left || left > this.right) return;
    const from = Math.max(this.left, left - 3), until = this.height - AXIS;
    this.fillRect(words, from, 2, Math.min(this.right, right + 3) - from, until - 2, 0.1);
    for (const offset of offsets) this.line(this.x(offset), 2, this.x(offset), until, words);
  }

  // Their values stand below the tools and below one another, the highest first.
  paintThresholds() {
    let room = LABELS;
    const gripped = this.dragged ? this.press?.grip.lane.letter : null;
    this.lines = this.thresholds().map(({ lane, signal, value, place, text }) => {
      const y = clamp(this.upward.at(place), this.top, this.bottom), ink = this.inkOf(lane.color);
      this.line(this.left, y, this.right, y, ink, gripped === lane.letter ? [] : [5, 4]);
      const label = Math.max(room, y), control = thresholdControl(lane);
      if (control) this.paintGrip(text, label, ink);
      else this.write(text, this.right + GRIP.before, label, { color: ink, weight: 600 });
      room = label + LINE;
      return { lane, signal, value, y, label, control };
    });
  }

  /** @param {string} text  @param {number} y  @param {string} ink */
  paintGrip(text, y, ink) {
    const left = this.right + 3;
    this.fillRect(ink, left, y - GRIP.height / 2, this.width - 3 - left, GRIP.height);
    this.write(text, this.right + GRIP.before, y, { color: this.colors.ground, weight: 600 });
    this.ridges(left + 3, y);
  }

  /** @param {ReadyLane} lane  @param {number} column */
  paintRow(lane, column) {
    const { context, comparison: { segments } } = this, ink = this.inkOf(lane.color), top = this.bottom + 3 + ROW * column;
    this.line(this.left, top + ROW - 1, this.right, top + ROW - 1, this.colors.grid);
    this.write(lane.name, this.left - 8, top + ROW / 2, { align: 'right', color: ink, weight: 700 });
    const [first, last] = this.inView(segments.starts);
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

  /** @param {string} reason  @param {number} x  @param {number} y */
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
    if (!seen || this.seen.hidden) return;
    const [left, right] = seen.map((offset) => this.clampX(this.x(offset)));
    this.seen.style.left = `${left}px`;
    this.seen.style.width = `${Math.max(3, right - left)}px`;
  }

  // ---- pointer and keys ----

  /** Return the boundary that a place means; in the row of a lane, one of that lane. @param {number} x  @param {number} y */
  boundaryAt(x, y) {
    const { comparison: { segments } } = this, column = Math.floor((y - this.bottom - 3) / ROW);
    let best = -1, least = NEAR_MARK;
    for (const i of segments.inner) {
      if (column >= 0 && column < this.comparison.ready.length && segments.chunks[i][column] <= 0) continue;
      const away = Math.abs(this.x(segments.starts[i]) - x);
      if (away < least) [best, least] = [i, away];
    }
    return best;
  }

  /** Return the threshold at a place: by its line, right of the plot by its label. @param {number} x  @param {number} y */
  lineAt(x, y) {
    if (x < this.left || y >= this.bottom || !this.curves.length) return undefined;
    const away = (/** @type {Line} */ { y: line, label }) => Math.abs(y - (x > this.right ? label : line));
    const near = this.lines.filter((each) => away(each) <= NEAR_LINE);
    return near.sort((a, b) => away(a) - away(b))[0];
  }

  /** @param {number} x  @param {number} y */
  gripAt(x, y) {
    const line = this.lineAt(x, y);
    return line?.control && line;
  }

  /** @param {Line} line  @param {number} _x  @param {number} y */
  moveGrip({ lane, signal, control }, _x, y) {
    if (!control) return;
    const value = this.scale.threshold(signal, this.upward.value(y), control);
    if (value !== thresholdOf(lane)) send('set', lane.letter, 'threshold', value);
  }

  releaseGrip() { this.refresh(); }

  /** @param {number} x  @param {number} y */
  hover(x, y) {
    if (!this.comparison.data) return;
    const segment = this.boundaryAt(x, y), line = this.lineAt(x, y);
    this.canvas.classList.toggle('clickable', segment >= 0);
    if (line) this.tip.show(x, y, describeThreshold(line.lane, line.signal, line.value));
    else if (segment >= 0) this.tip.show(this.x(this.comparison.segments.starts[segment]), y, describeSegment(this.comparison, segment));
    else this.hoverCurves(x, y);
  }

  // The nearest gap of the curves.
  /** @param {number} x  @param {number} y */
  hoverCurves(x, y) {
    const { gaps } = this.curves[0]?.signal ?? {};
    const isInside = x >= this.left && x <= this.right && y >= this.top && y <= this.bottom;
    if (!gaps?.length || !isInside) { this.tip.hide(); return; }
    const offset = gaps[this.nearestIndex(gaps, x)];
    this.tip.show(this.x(offset), y, describeGap(this.curves, offset));
  }

  /** @param {number} x  @param {number} y */
  click(x, y) {
    const { comparison } = this, segment = this.boundaryAt(x, y);
    comparison.select(segment < 0 ? Math.round(this.offsetAt(x)) : comparison.segments.starts[segment], this.name);
  }

  selectedOffset() { return this.comparison.place; }

  /** @param {1|-1} by */
  step(by) { this.comparison.stepBoundary(by); }
}
