// The figure of Compare: the curve of each lane with its boundaries, a row a lane or all over one another.

import { clamp, indexIn } from '../core/arrays.js';
import { send } from '../core/channel.js';
import { button, describeCanvas, make } from '../core/dom.js';
import { countOf, rounded, settingText } from '../core/format.js';
import { glyphOf } from '../core/reasons.js';
import { LANES, PLACE } from '../data/comparison.js';
import { curvesOf, heightAt, signalOf, thresholdControl, thresholdOf } from '../data/lane_curves.js';
import { addShape, isOutline } from '../chart/glyph_shapes.js';
import { decimalsOf } from '../chart/chart.js';
import { OffsetChart } from '../chart/offset_chart.js';
import { linear } from '../chart/scales.js';
import { newPath } from '../chart/svg_context.js';
import { describePlace, describeThreshold, sentenceLines } from '../text/lane_tip.js';
import { CurveScale, SCALES } from './curve_scale.js';

/** @import { SliderControl } from '../messages.d.ts' */
/** @import { Signal } from '../core/unpack.js' */
/** @import { Comparison, ReadyLane } from '../data/comparison.js' */
/** @import { Curve, Measure } from '../data/lane_curves.js' */
/** @import { Range, Scale } from '../chart/scales.js' */

const TOP = 24; // pixels, which the tools and the legend take
const AXIS = 18, TICKS = 46, RIGHT_TICKS = 30; // pixels of the labels of axes
const NAMES = 92; // pixels left of a row, for its lane
const INSIDE = 4; // pixels above and below the axis of a plot
const BETWEEN = 6; // pixels between two rows
const TICK_ROW = 13; // pixels of the boundaries of a lane below overlaid curves
const TWO_LINES = 24; // pixels of a row, from which its curve is named below its lane
const LINE = 16; // pixels between two labels
const ROOMY = 12; // pixels a boundary, from which its reason is drawn
const NEAR_MARK = 9; // pixels from a boundary that is meant
const NEAR_LINE = 6; // pixels from a threshold at which it can be gripped
const SHARED = 0.38; // opacity of boundaries that all compared lanes have
const RIGHT = 40, LETTER = 5.8; // pixels: the least margin, and a letter of a threshold's label
const GRIP = { height: 15, before: 14, after: 4 }; // pixels: of a label by which a threshold is dragged, around its text
const RADIUS = 4.2; // pixels of the mark of a reason
const SCALE_HELP = {
  similarity: 'The values of each curve',
  quantile: 'Share of the gaps with a lower value: one scale for every curve',
};
const LAYOUTS = { rows: 'A row for each lane', overlaid: 'All curves over one another' };

/** @typedef {{lanes: ReadyLane[], top: number, bottom: number}} Panel  a plot of one lane, or of all of them */
/** @typedef {{lane: ReadyLane, signal: Signal, value: number, place: number, text: string}} Threshold */
/** @typedef {Threshold & {y: number, label: number, upward: Scale, control?: SliderControl}} Line  of a threshold, as drawn */

/** Return whether a measure has the axis of similarities. @param {Measure} measure */
const isSimilar = (measure) => measure === 'similarity' || measure === 'cohesion';

export class LaneFigure extends OffsetChart {
  /** @param {HTMLElement} root  @param {Comparison} comparison */
  constructor(root, comparison) {
    const margins = { top: TOP, right: RIGHT, bottom: AXIS, left: TICKS };
    super(root, 'lanefigure', { margins, file: 'comparison', kinds: [LANES, 'signal'] });
    this.comparison = comparison;
    this.scale = new CurveScale(SCALES[0]);
    this.curves = /** @type {Curve[]} */ ([]);
    this.ranges = this.scale.levels([], []);
    this.lines = /** @type {Line[]} */ ([]);
    this.room = RIGHT; // pixels right of the plot, for the values of thresholds
    this.seen = make('div', { class: 'seen', title: 'Text in view' });
    this.layouts = Object.entries(LAYOUTS).map(([name, help]) => button(help, name, () => send('overlaid', name === 'overlaid')));
    this.scales = SCALES.map((name) => button(SCALE_HELP[name], name, () => send('scale', name)));
    this.scaleChoice = make('div', { class: 'segments', role: 'group', 'aria-label': 'Scale' }, ...this.scales);
    this.tools.prepend(make('div', { class: 'segments', role: 'group', 'aria-label': 'Curves' }, ...this.layouts), this.scaleChoice);
    this.field.append(this.seen);
    this.listen(PLACE, () => this.redraw());
    this.refresh();
  }

  refresh() {
    const { data, ready } = this.comparison;
    if (!data) return;
    this.showDocument(data.document, data.length);
    this.scale = new CurveScale(data.scale);
    this.curves = curvesOf(ready);
    this.scaleChoice.hidden = !this.curves.length;
    press(this.scales, data.scale);
    press(this.layouts, data.overlaid ? 'overlaid' : 'rows');
    const thresholds = this.thresholds();
    if (!this.dragged) {
      this.ranges = this.scale.levels(this.curves, thresholds.map(({ lane: { measure }, place }) => ({ measure, place })));
    }
    // Never less than before: the plot keeps its width while a threshold moves.
    this.room = Math.max(this.room, ...thresholds.map(({ text }) => GRIP.before + GRIP.after + 6 + LETTER * text.length));
    Object.assign(this.margins, {
      left: data.overlaid ? TICKS : NAMES + TICKS,
      right: this.room + (this.hasTwoAxes ? RIGHT_TICKS : 0),
      bottom: AXIS + (data.overlaid ? TICK_ROW * ready.length + 4 : 0),
    });
    const missing = ready.length ? 'curves follow' : 'lanes follow';
    this.showMessage(this.curves.length ? '' : `The ${missing} once the text is embedded.`);
    this.describe();
    this.redraw();
  }

  describe() {
    const { ready, differences: { stops } } = this.comparison;
    const lanes = ready.map((lane) => `${lane.name} ${lane.strategy}, ${signalOf(lane) ? this.nameOf(lane) : 'no curve yet'}`);
    describeCanvas(this.canvas, `Curves of ${lanes.join('; ')}. ${countOf(stops.length, 'difference')}. `
      + 'Left and right: boundaries. Plus and minus: zoom.');
  }

  /** Return what a curve is: its measure, and its model where there are several. @param {{measure: Measure, model: string}} curve */
  nameOf({ measure, model }) {
    const models = new Set(this.curves.map((curve) => curve.model));
    return models.size > 1 ? `${measure}, ${model}` : measure;
  }

  /** The thresholds on the scale, the highest first: the lane, its value, its place and its label. @returns {Threshold[]} */
  thresholds() {
    const found = this.comparison.ready.flatMap((lane) => {
      const value = thresholdOf(lane), signal = signalOf(lane);
      if (value === null || !signal) return [];
      return [{ lane, signal, value, place: this.scale.place(signal, value), text: `${lane.name} ${settingText(value)}` }];
    });
    return found.sort((a, b) => b.place - a.place);
  }

  /** @param {number} color */
  inkOf(color) { return getComputedStyle(this.root).getPropertyValue(`--lane-${color}`).trim() || this.colors.line; }

  // ---- panels ----

  get isOverlaid() { return Boolean(this.comparison.data?.overlaid); }

  // Overlaid similarities have the axis at the left, and probabilities then the one at the right.
  get hasTwoAxes() {
    return this.isOverlaid && !this.scale.isQuantile && new Set(this.curves.map(({ measure }) => isSimilar(measure))).size > 1;
  }

  /** @returns {Panel[]} */
  get panels() {
    const { top, bottom, comparison: { ready } } = this;
    if (this.isOverlaid) return [{ lanes: ready, top, bottom }];
    const height = (bottom - top) / Math.max(1, ready.length);
    return ready.map((lane, i) => ({ lanes: [lane], top: top + i * height + (i ? BETWEEN : 0), bottom: top + (i + 1) * height }));
  }

  /** @param {{measure: Measure}} curve  @param {Panel} panel */
  upwardOf({ measure }, { top, bottom }) { return linear(this.ranges[measure], [bottom - INSIDE, top + INSIDE]); }

  /** Return the column of the lane whose boundaries are drawn at a height, or -1. @param {number} y */
  columnAt(y) {
    const { comparison: { ready }, bottom } = this;
    if (this.isOverlaid) {
      const row = Math.floor((y - bottom - 3) / TICK_ROW);
      return row < ready.length ? row : -1;
    }
    return this.panels.findIndex((panel) => y >= panel.top - BETWEEN && y <= panel.bottom);
  }

  // ---- drawing ----

  paint() {
    const { comparison: { data, ready } } = this;
    if (!data) return;
    this.paintDensest();
    this.paintPlace();
    this.paintOffsets(this.height - AXIS / 2 + 1);
    for (const panel of this.panels) this.paintPanel(panel);
    if (this.isOverlaid) {
      this.paintLegend();
      ready.forEach((lane, column) => this.paintTicks(lane, column));
    }
    this.paintThresholds();
    this.showSeen();
  }

  // The part where the lanes differ most.
  paintDensest() {
    const { count, from, until } = this.comparison.densest;
    if (count < 2) return;
    const [left, right] = [this.x(from) - 4, this.x(until) + 4].map((x) => this.clampX(x));
    this.fillRect(this.colors.words, left, TOP, right - left, this.height - AXIS - TOP, 0.06);
  }

  // The segments of the current difference, or the selected place.
  paintPlace() {
    const { place, segments, differences, current } = this.comparison, { words } = this.colors;
    if (place === null) return;
    const offsets = current >= 0 ? differences.stops[current].map((i) => segments.starts[i]) : [place];
    const [left, right] = [Math.min(...offsets), Math.max(...offsets)].map((offset) => this.x(offset));
    if (right < this.left || left > this.right) return;
    const from = Math.max(this.left, left - 3), until = this.height - AXIS;
    this.fillRect(words, from, TOP, Math.min(this.right, right + 3) - from, until - TOP, 0.1);
    for (const offset of offsets) this.line(this.x(offset), TOP, this.x(offset), until, words);
  }

  /** @param {Panel} panel */
  paintPanel(panel) {
    const { lanes, top, bottom } = panel, curves = curvesOf(lanes);
    if (!this.isOverlaid) this.paintName(lanes[0], panel);
    const left = curves.find(({ measure }) => isSimilar(measure)) ?? curves[0];
    if (left) this.axisY(this.upwardOf(left, panel), { top, bottom, room: 24 });
    const right = this.hasTwoAxes && curves.find(({ measure }) => !isSimilar(measure));
    if (right) this.paintRightAxis(this.upwardOf(right, panel));
    const marks = /** @type {Map<string, number>} */ (new Map()); // boundaries, by curve and segment
    this.clipped(() => {
      if (!this.isOverlaid) this.paintLines(lanes[0], panel);
      for (const curve of curves) {
        const ink = curve.lanes.length === 1 ? this.inkOf(curve.lanes[0].color) : this.colors.line, upward = this.upwardOf(curve, panel);
        this.paintSignal(this.scale.of(curve.signal), ink, 0.3, (value) => upward.at(value));
      }
      for (const lane of lanes) this.paintMarks(lane, panel, marks);
    });
  }

  /** Write the lane of a row, what its curve is, and the line below it. @param {ReadyLane} lane  @param {Panel} panel */
  paintName(lane, { top, bottom }) {
    const ink = this.inkOf(lane.color), room = NAMES - 8, after = 8 + this.widthOf(`${lane.name} `, 700);
    const y = top + Math.min(8, (bottom - top) / 2);
    this.write(lane.name, 8, y, { color: ink, weight: 700 });
    this.write(this.fitted(lane.strategy, room - after + 8), after, y, { color: this.colors.words });
    const curve = signalOf(lane) ? this.nameOf(lane) : '';
    if (bottom - top >= TWO_LINES) this.write(this.fitted(curve.split(', ').at(-1) ?? '', room), 8, y + 13);
    this.line(0, bottom, this.right, bottom, this.colors.faint);
  }

  /** @param {Scale} upward */
  paintRightAxis(upward) {
    const found = upward.ticks(Math.max(2, Math.floor((this.bottom - this.top) / 24))), decimals = decimalsOf(found);
    for (const tick of found) this.write(rounded(tick, decimals), this.right + 6, upward.at(tick));
  }

  // Each curve with the lanes that are drawn on it.
  paintLegend() {
    const end = this.width - this.tools.offsetWidth - 8, y = TOP / 2;
    let x = 8;
    const word = (/** @type {string} */ text, /** @type {{color?: string, weight?: number}} */ look) => {
      const width = this.widthOf(text, look.weight);
      if (x + width <= end) this.write(text, x, y, look);
      x += width;
    };
    for (const curve of this.curves) {
      const color = curve.lanes.length === 1 ? this.inkOf(curve.lanes[0].color) : this.colors.line;
      if (x + 20 <= end) this.fillRect(color, x, y - 1, 16, 2);
      x += 21;
      word(this.nameOf(curve) + (this.hasTwoAxes && !isSimilar(curve.measure) ? ' (right): ' : ': '), {});
      for (const lane of curve.lanes) {
        word(`${lane.name} `, { color: this.inkOf(lane.color), weight: 700 });
        word(`${lane.strategy}   `, { color: this.colors.words });
      }
      x += 8;
    }
  }

  /** The boundaries of a lane in view, as segments, and whether there is room for their reasons. @param {ReadyLane} lane */
  boundariesOf(lane) {
    const { segments, ready } = this.comparison, column = ready.indexOf(lane), [first, last] = this.inView(segments.starts);
    const own = segments.inner.filter((i) => i >= first && i <= last && segments.chunks[i][column] > 0);
    return { own, column, roomy: own.length * ROOMY < this.right - this.left };
  }

  /** Draw the boundaries of a row from top to bottom; many of them as ticks. @param {ReadyLane} lane  @param {Panel} panel */
  paintLines(lane, { top, bottom }) {
    const { own, roomy } = this.boundariesOf(lane), { segments } = this.comparison, ink = this.inkOf(lane.color);
    if (!roomy) { this.paintDense(own, ink, [bottom - 6, 6]); return; }
    for (const i of own) {
      const opacity = this.comparison.isShared(i) ? SHARED : 1, x = Math.round(this.x(segments.starts[i])) - 0.5;
      this.fillRect(ink, x, top, 1, bottom - top, 0.5 * opacity);
    }
  }

  /**
   * Draw many boundaries: one tick a pixel, which is firm where any of them is not shared.
   *
   * @param {number[]} own  segments
   * @param {string} ink
   * @param {[top: number, height: number]} place
   */
  paintDense(own, ink, [top, height]) {
    const { segments } = this.comparison, ticks = /** @type {Map<number, boolean>} */ (new Map()); // whether all are shared
    for (const i of own) {
      const x = Math.round(this.x(segments.starts[i]));
      ticks.set(x, (ticks.get(x) ?? true) && this.comparison.isShared(i));
    }
    for (const opacity of [SHARED, 1]) {
      const found = [...ticks].filter(([, shared]) => shared === (opacity === SHARED));
      this.fillRects(ink, found.map(([x]) => [x, top, 1, height]), opacity);
    }
  }

  /**
   * Draw the reasons of boundaries on the curve, above one another where lanes share curve and boundary.
   *
   * @param {ReadyLane} lane
   * @param {Panel} panel
   * @param {Map<string, number>} marks
   */
  paintMarks(lane, panel, marks) {
    const { own, column, roomy } = this.boundariesOf(lane), { segments } = this.comparison, { context } = this;
    const known = signalOf(lane), signal = known && this.scale.of(known), upward = this.upwardOf(lane, panel);
    if (!roomy) return;
    for (const i of own) {
      const height = signal ? heightAt(signal, this.offsetOn(signal, i)) : NaN;
      const key = `${lane.signal} ${i}`, count = marks.get(key) ?? 0;
      if (this.isOverlaid && Number.isNaN(height)) continue;
      marks.set(key, count + 1);
      const place = Number.isNaN(height) ? (panel.top + panel.bottom) / 2 : upward.at(height);
      const x = this.x(segments.starts[i]), y = Math.max(panel.top, place - 2 * RADIUS * count);
      const path = newPath(context);
      addShape(path, '●', x, y, RADIUS + 1);
      context.fillStyle = this.colors.ground;
      context.fill(path);
      this.paintReason(lane, i, column, x, y);
    }
  }

  /** Return the offset of a segment on a curve: blank space before it may belong to its chunk. @param {Signal} signal  @param {number} i */
  offsetOn({ gaps }, i) {
    const { starts, places } = this.comparison.segments;
    return indexIn(gaps, starts[i]) >= 0 ? starts[i] : places[i];
  }

  /** Draw the boundaries of a lane in a row below overlaid curves. @param {ReadyLane} lane  @param {number} column */
  paintTicks(lane, column) {
    const ink = this.inkOf(lane.color), top = this.bottom + 3 + TICK_ROW * column, { own, roomy } = this.boundariesOf(lane);
    this.line(this.left, top + TICK_ROW - 1, this.right, top + TICK_ROW - 1, this.colors.grid);
    this.write(lane.name, this.left - 8, top + TICK_ROW / 2, { align: 'right', color: ink, weight: 700 });
    this.clipped(() => {
      if (!roomy) { this.paintDense(own, ink, [top + 1, TICK_ROW - 3]); return; }
      for (const i of own) this.paintReason(lane, i, column, this.x(this.comparison.segments.starts[i]), top + TICK_ROW / 2 - 0.5);
    });
  }

  /** @param {ReadyLane} lane  @param {number} i  @param {number} column  @param {number} x  @param {number} y */
  paintReason(lane, i, column, x, y) {
    const { context, comparison: { segments } } = this, path = newPath(context);
    const glyph = glyphOf(lane.chunks.reasons[segments.chunks[i][column] - 1]);
    addShape(path, glyph, x, y, RADIUS);
    context.globalAlpha = this.comparison.isShared(i) ? SHARED : 1;
    context.fillStyle = context.strokeStyle = this.inkOf(lane.color);
    context.lineWidth = 1.4;
    if (isOutline(glyph)) context.stroke(path); else context.fill(path);
    context.globalAlpha = 1;
  }

  // The value of a threshold stands at its line; of overlaid ones below one another, the highest first.
  paintThresholds() {
    const { panels } = this, gripped = this.dragged ? this.press?.grip.lane.letter : null;
    let room = TOP;
    this.lines = this.thresholds().map((threshold) => {
      const { lane, place, text } = threshold, ink = this.inkOf(lane.color);
      const panel = panels.find(({ lanes }) => lanes.includes(lane)) ?? panels[0], upward = this.upwardOf(lane, panel);
      const y = clamp(upward.at(place), panel.top, panel.bottom);
      this.line(this.left, y, this.right, y, ink, gripped === lane.letter ? [] : [5, 4]);
      const label = this.isOverlaid ? Math.max(room, y) : clamp(y, panel.top + GRIP.height / 2, panel.bottom - GRIP.height / 2);
      const control = lane.measure === 'similarity' ? thresholdControl(lane) : undefined;
      if (control) this.paintGrip(text, label, ink);
      else this.write(text, this.gripLeft + GRIP.before, label, { color: ink, weight: 600 });
      room = label + LINE;
      return { ...threshold, y, label, upward, control };
    });
  }

  /** The left edge of the values of thresholds. */
  get gripLeft() { return this.right + (this.hasTwoAxes ? RIGHT_TICKS : 0); }

  /** @param {string} text  @param {number} y  @param {string} ink */
  paintGrip(text, y, ink) {
    const left = this.gripLeft + 3;
    this.fillRect(ink, left, y - GRIP.height / 2, this.width - 3 - left, GRIP.height);
    this.write(text, this.gripLeft + GRIP.before, y, { color: this.colors.ground, weight: 600 });
    this.ridges(left + 3, y);
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
    const { comparison: { segments } } = this, column = this.columnAt(y);
    let best = -1, least = NEAR_MARK;
    for (const i of segments.inner) {
      if (column >= 0 && segments.chunks[i][column] <= 0) continue;
      const away = Math.abs(this.x(segments.starts[i]) - x);
      if (away < least) [best, least] = [i, away];
    }
    return best;
  }

  /** Return the threshold at a place: by its line, right of the plot by its label. @param {number} x  @param {number} y */
  lineAt(x, y) {
    if (x < this.left) return undefined;
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
  moveGrip({ lane, signal, upward, control }, _x, y) {
    if (!control) return;
    const value = this.scale.threshold(signal, upward.value(y), control);
    if (value !== thresholdOf(lane)) send('set', lane.letter, 'threshold', value);
  }

  releaseGrip() { this.refresh(); }

  /** @param {number} x  @param {number} y */
  hover(x, y) {
    if (!this.comparison.data) return;
    const segment = this.boundaryAt(x, y), line = this.lineAt(x, y);
    this.canvas.classList.toggle('clickable', segment >= 0);
    const threshold = line ? describeThreshold(line.lane, line.signal, line.value) : [];
    if (line && x > this.right) this.tip.show(x, y, threshold);
    else this.describeAt(x, y, segment, threshold);
  }

  /**
   * Describe a boundary, else the nearest gap of the curve: the value of each lane, and the sentences around it.
   *
   * @param {number} x
   * @param {number} y
   * @param {number} segment  that begins with the boundary, or -1
   * @param {HTMLElement[]} first  lines before
   */
  describeAt(x, y, segment, first) {
    const { comparison } = this, { ready, segments, words } = comparison;
    const lane = ready[this.columnAt(y)], signal = (lane && signalOf(lane)) ?? this.curves[0]?.signal;
    const isInside = x >= this.left && x <= this.right && y >= this.top;
    if (segment < 0 && !(isInside && signal?.gaps.length)) { this.tip.hide(); return; }
    const offset = segment >= 0 ? segments.starts[segment] : signal?.gaps[this.nearestIndex(signal.gaps, x)] ?? 0;
    const place = segment >= 0 && signal ? this.offsetOn(signal, segment) : offset;
    const values = describePlace(comparison, offset, this.scale.isQuantile);
    this.tip.show(this.x(offset), y, [...first, ...values, ...sentenceLines(words, signal, place)]);
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

/** Show which of some buttons is chosen, by its text. @param {HTMLElement[]} buttons  @param {string} chosen */
function press(buttons, chosen) {
  for (const each of buttons) each.setAttribute('aria-pressed', String(each.textContent === chosen));
}
