// The similarity over the document, with its boundaries and the threshold as a line that can be dragged.

import { clamp, countUpTo, extent, indexIn } from '../core/arrays.js';
import { pendingValue, send } from '../core/channel.js';
import { exposeVersion, button, describeCanvas, make } from '../core/dom.js';
import { countOf, inThousands, settingText, whole } from '../core/format.js';
import { countReasons, glyphOf, makeGlyph, meaningOf, nameOf } from '../core/reasons.js';
import { store } from '../core/store.js';
import { Chart, DRAGGED } from '../chart/chart.js';
import { envelope, isLong, within, zoomed } from '../chart/envelope.js';
import { linear } from '../chart/scales.js';
import { describeBoundary, describeCandidate } from './boundary_tip.js';
import {
  drawBaseline, drawMarks, drawOverlays, drawPlateaus, drawRug, drawRugGlyphs, drawSuppressed, fragileSign,
  nearestOffset, overlayEntries,
} from './curve_marks.js';
import { fragileBoundaries, outcomesOf } from './outcomes.js';
import { probabilitiesOf } from './probabilities.js';
import { drawBand, drawProbable, probabilityEntry } from './probability_marks.js';

const AXIS = 17, STRIP = 7, RUG = 15, SPACE = 4; // pixels: heights of the lanes below the curve
const MARGINS = { top: 24, right: 58, bottom: AXIS + STRIP + RUG + 3 * SPACE, left: 46 };
const HOLD = 6; // pixels from the threshold line at which it can be gripped
const GRIP = { width: 50, height: 18 };
const CLOSEST = 400; // characters: a few sentences
const NO_OVERLAYS = [];

/** The curve of Tune. */
export class CurveView extends Chart {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'curve', { margins: MARGINS, hair: true });
    this.reduced = new WeakMap(); // long signals by columns of pixels
    this.legend = make('div', { class: 'legend' });
    this.band = make('div', { class: 'band', hidden: '' });
    this.field.append(this.legend, this.band);
    this.reset = button('Whole document (Esc)', '⤢', () => this.zoom(null));
    this.tools.prepend(button('Zoom in (+)', '+', () => this.zoomBy(0.6)),
      button('Zoom out (−)', '−', () => this.zoomBy(1.6)), this.reset);
    this.canvas.ondblclick = () => this.zoom(null);
    this.canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
    this.listen('pending', () => this.redraw());
    this.refresh();
  }

  // ---- data ----

  refresh() {
    const { chunking, signal, drawn } = this;
    if (!chunking) return;
    const outcomes = outcomesOf(chunking), overlays = this.overlaysOf(chunking), probabilities = probabilitiesOf(chunking);
    const look = overlays.map((each) => each.label).join();
    const same = chunking === drawn && signal === this.lastSignal && outcomes === this.outcomes
      && probabilities === this.probabilities;
    if (same && look === this.look) return;
    if (chunking.document !== drawn?.document || chunking.length !== drawn.length) this.range = [0, chunking.length];
    if (chunking.version !== drawn?.version || signal !== this.lastSignal) this.tip.hide();
    Object.assign(this, { drawn: chunking, lastSignal: signal, outcomes, overlays, look, probabilities });
    this.cuts = chunking.cuts;
    this.fragile = fragileBoundaries(chunking, outcomes);
    this.counts = countReasons(this.cuts.reasons);
    this.reasons = this.counts.map(([reason]) => reason);
    this.scores = this.scoresAtBoundaries();
    if (!this.dragged || !this.levels) this.levels = this.levelsOf();
    this.fillLegend();
    this.showMessage(signal ? '' : chunking.message ?? '');
    this.describe();
    this.redraw();
    exposeVersion(this.root, chunking.version);
  }

  // A signal that grows comes a moment after its boundaries: until then the shorter one stays.
  get signal() {
    const { chunking } = this;
    if (!chunking || chunking.signal === null) return undefined;
    const before = this.drawn?.document === chunking.document ? this.lastSignal : undefined;
    return store.signals.get(chunking.signal) ?? before;
  }

  overlaysOf({ document }) {
    const { overlays, document: of } = store.details ?? {};
    if (!overlays?.length || of !== document) return NO_OVERLAYS;
    return overlays.map((each) => ({ ...each, signal: store.signals.get(each.signal) })).filter(({ signal }) => signal);
  }

  // NaN where a boundary is at no gap of the signal.
  scoresAtBoundaries() {
    const { signal } = this;
    return Float32Array.from(this.cuts.offsets, (offset) => {
      const gap = signal ? indexIn(signal.gaps, offset) : -1;
      return gap < 0 ? NaN : signal.scores[gap];
    });
  }

  levelsOf() {
    const { signal, threshold } = this;
    const more = this.overlays.filter(({ hangs }) => !hangs).map((each) => each.signal.scores);
    const [low, high] = extent(signal?.scores ?? [], ...more, threshold === null ? [] : [threshold]) ?? [0, 1];
    const air = Math.max(0.02, (high - low) * 0.05);
    return [low - air, high + air];
  }

  // ---- the threshold ----

  /** The value of the slider, also while it is being set; null where there is none. */
  get threshold() {
    const { setting, threshold } = this.chunking;
    return (setting && pendingValue(setting.scope, setting.field)) ?? threshold ?? null;
  }

  /** Lowest and highest threshold and the step; null where it cannot be set. */
  get bounds() {
    return this.threshold === null || !this.chunking.setting ? null : this.chunking.range;
  }

  setThreshold(value) {
    const [low, high, step] = this.bounds, { scope, field } = this.chunking.setting;
    const next = clamp(Number((Math.round(value / step) * step).toFixed(4)), low, high);
    if (next !== this.threshold) send('set', scope, field, next);
    this.redraw();
  }

  get lineY() {
    return clamp(this.y(this.threshold), this.top, this.bottom);
  }

  isOnLine(x, y) {
    if (!this.chunking || !this.bounds || !this.signal || x < this.left) return false;
    return Math.abs(y - this.lineY) <= (x > this.right ? GRIP.height / 2 + 1 : HOLD);
  }

  // ---- scales ----

  get stripTop() { return this.height - AXIS - STRIP; }

  get stripHeight() { return STRIP - 1; }

  get rugTop() { return this.stripTop - SPACE - RUG; }

  get rugHeight() { return RUG; }

  get row() { return RUG / Math.max(3, this.reasons.length); }

  get across() { return linear(this.range, [this.left, this.right]); }

  get upward() { return linear(this.levels, [this.bottom, this.top]); }

  x(offset) {
    const [from, to] = this.range;
    return this.left + ((offset - from) / Math.max(1, to - from)) * (this.right - this.left);
  }

  y(score) {
    const [low, high] = this.levels;
    return this.bottom - ((score - low) / (high - low)) * (this.bottom - this.top);
  }

  offsetAt(x) { return this.across.value(x); }

  /** Return the part of an ascending list that can be seen, and one more on each side. */
  seen(offsets) {
    const [from, to] = this.range;
    return [Math.max(0, countUpTo(offsets, from) - 1), Math.min(offsets.length, countUpTo(offsets, to) + 1)];
  }

  markY(cut) {
    return Number.isNaN(this.scores[cut]) ? this.rugTop + RUG / 2 : this.y(this.scores[cut]);
  }

  // ---- drawing ----

  paint() {
    if (!this.drawn) return;
    const [first, last] = this.seen(this.cuts.offsets);
    // Closer than five pixels, marks would hide one another and the curve.
    this.dense = (last - first) * 5 > this.right - this.left;
    this.paintSelected();
    this.line(this.left, this.stripTop - 2, this.right, this.stripTop - 2, this.colors.grid);
    this.axisX(this.across, { y: this.height - AXIS / 2 + 1, format: inThousands, room: 110, label: 'chars' });
    this.clipped(() => drawBaseline(this));
    if (this.signal) {
      const at = this.threshold === null ? NaN : this.lineY;
      this.axisY(this.upward, { clear: (y) => !(Math.abs(y - at) < 3) });
      this.write('similarity', 2, this.top - 14);
      drawPlateaus(this);
      this.clipped(() => { drawBand(this); drawOverlays(this); this.paintCurve(); drawProbable(this); });
      this.paintThreshold();
    }
    this.clipped(() => (this.dense ? drawRug : drawMarks)(this, first, last));
    if (this.dense) drawRugGlyphs(this);
    drawSuppressed(this);
    const [from, to] = this.range;
    this.reset.classList.toggle('away', from === 0 && to === this.drawn.length);
  }

  paintSelected() {
    const selected = this.selectedChunk(), { offsets } = this.cuts, { context } = this;
    if (selected === null) return;
    const from = this.clampX(this.x(offsets[selected - 1] ?? 0));
    const to = this.clampX(this.x(offsets[selected] ?? this.drawn.length)), width = Math.max(2, to - from);
    if (to === from && (from === this.left || from === this.right)) return;
    context.fillStyle = this.colors.chosen;
    context.fillRect(from, this.top - 2, width, this.stripTop - this.top);
    context.fillStyle = this.colors.accent;
    context.fillRect(from, this.top - 4, width, 2);
  }

  /** Begin a path along a signal. */
  trace(signal, height = (score) => this.y(score)) {
    const { context } = this, [first, last] = this.seen(signal.gaps);
    const part = isLong(last - first, this.right - this.left)
      ? this.columns(signal, first, last)
      : Array.from({ length: last - first }, (_, i) => (
        { x: this.x(signal.gaps[first + i]), median: signal.scores[first + i] }
      ));
    context.beginPath();
    let broken = true;
    for (const { x, median } of part) {
      if (Number.isNaN(median)) { broken = true; continue; }
      context[broken ? 'moveTo' : 'lineTo'](x, height(median));
      broken = false;
    }
    context.lineJoin = 'bevel';
  }

  // A long signal by columns of pixels, computed once for the part in view.
  columns(signal, first, last) {
    const key = [first, last, ...this.range, this.left, this.right].join();
    const known = this.reduced.get(signal);
    if (known?.key === key) return known.columns;
    const columns = envelope(signal, [first, last], (offset) => this.x(offset));
    this.reduced.set(signal, { key, columns });
    return columns;
  }

  paintCurve() {
    const { context, signal, colors } = this, [first, last] = this.seen(signal.gaps);
    const long = isLong(last - first, this.right - this.left);
    if (long) {
      context.beginPath();
      for (const { x, low, high } of this.columns(signal, first, last)) {
        context.rect(x - 1, this.y(high), 2, Math.max(1, this.y(low) - this.y(high)));
      }
      [context.fillStyle, context.globalAlpha] = [colors.line, 0.35];
      context.fill();
      context.globalAlpha = 1;
    }
    this.trace(signal);
    [context.strokeStyle, context.lineWidth] = [colors.line, 1.2];
    context.stroke();
    if (long || (last - first) * 14 > this.right - this.left) return;
    context.fillStyle = colors.line;
    for (let i = first; i < last; i++) {
      const score = signal.scores[i];
      if (!Number.isNaN(score)) context.fillRect(this.x(signal.gaps[i]) - 1.5, this.y(score) - 1.5, 3, 3);
    }
  }

  paintThreshold() {
    const { threshold, context, colors } = this;
    if (threshold === null) return;
    const y = this.lineY;
    context.fillStyle = colors.ground; // a dense curve would swallow a thin line
    context.globalAlpha = 0.6;
    context.fillRect(this.left, y - 1.5, this.right - this.left, 4);
    context.globalAlpha = 1;
    this.line(this.left, y, this.right, y, colors.accent, { dash: this.dragged ? [] : [5, 4] });
    if (this.bounds) this.paintGrip(y);
    else this.write(settingText(threshold), this.right + 7, y, { color: colors.accentText, weight: 600 });
  }

  paintGrip(y) {
    const { context, colors, threshold } = this, left = this.right + 5, half = GRIP.height / 2;
    const right = left + GRIP.width;
    const path = [[left - 5, y], [left, y - half], [right, y - half], [right, y + half], [left, y + half]];
    context.beginPath();
    path.forEach(([px, py], i) => context[i ? 'lineTo' : 'moveTo'](px, py));
    context.closePath();
    context.fillStyle = colors.accent;
    context.fill();
    this.write(settingText(threshold), left + GRIP.width - 5, y, { align: 'right', color: colors.ground, weight: 600 });
    context.fillStyle = colors.ground;
    for (const dy of [-3, 0, 3]) context.fillRect(left + 2, y + dy - 0.5, 5, 1);
  }

  // ---- legend and description ----

  fillLegend() {
    const entry = (sign, name, number, title) => make('span', { class: 'entry', title }, sign, ` ${name} `,
      make('span', { class: 'number' }, whole.format(number)));
    const { counts } = this;
    const entries = counts.map(([reason, count]) => entry(makeGlyph(reason), nameOf(reason), count, meaningOf(reason)));
    const { suppressed, baseline } = this.drawn;
    if (suppressed.length) {
      const title = `${meaningOf('min_tokens')}: the strip below the curve`;
      entries.push(entry(makeGlyph('min_tokens'), 'suppressed', suppressed.length, title));
    }
    if (baseline) entries.push(make('span', { class: 'entry', title: 'boundaries of the baseline' }, '┃ baseline'));
    // These come a moment later: after the others, which stay where they are.
    const fragile = this.fragile?.reduce((sum, one) => sum + one, 0);
    if (fragile) {
      const sign = fragileSign(this.cuts.reasons[this.fragile.indexOf(1)]);
      entries.push(entry(sign, 'fragile', fragile, 'pale: gone after one or two steps of the slider'));
    }
    if (this.probabilities) entries.push(probabilityEntry());
    this.legend.replaceChildren(...overlayEntries(this.overlays), ...entries);
    this.legend.title = counts.map(([reason, count]) => `${glyphOf(reason)} ${nameOf(reason)} ${count}`).join(' · ');
  }

  describe() {
    const { bounds, signal } = this;
    const reasons = this.counts.map(([reason, count]) => `${whole.format(count)} ${nameOf(reason)}`).join(', ');
    const boundaries = countOf(this.cuts.offsets.length, 'boundary', 'boundaries');
    const curve = signal ? `Similarity at ${countOf(signal.gaps.length, 'gap')}.` : 'No similarity curve.';
    const keys = `Left and right: boundaries. ${bounds ? 'Up and down: threshold. ' : ''}Plus and minus: zoom.`;
    const value = bounds && `threshold ${settingText(this.threshold)}, ${boundaries}`;
    describeCanvas(this.canvas, `${curve} ${boundaries}${reasons ? `: ${reasons}` : ''}. ${keys}`,
      bounds && [bounds[0], bounds[1], this.threshold, value]);
  }

  showSelection() {
    this.redraw();
  }

  // ---- pointer ----

  press(x, y) {
    if (!this.drawn) return false;
    this.gripped = this.isOnLine(x, y);
    return true;
  }

  drag(x, y, from) {
    this.tip.hide();
    if (this.gripped) {
      if (!this.dragged && Math.abs(y - from.y) < 3) return;
      this.dragged = true;
      this.setThreshold(this.upward.value(y));
      return;
    }
    const [low, high] = [from.x, x].map((each) => this.clampX(each)).sort((a, b) => a - b);
    this.band.hidden = high - low < DRAGGED;
    this.band.style.left = `${low}px`;
    this.band.style.width = `${high - low}px`;
  }

  drop(x, y, from) {
    const { dragged } = this;
    this.band.hidden = true;
    this.dragged = this.gripped = false;
    if (dragged) {
      this.levels = this.levelsOf();
      this.redraw();
      return true;
    }
    if (!(Math.abs(x - from.x) >= DRAGGED)) return false;
    this.zoom([from.x, x].map((each) => this.offsetAt(each)).sort((a, b) => a - b));
    return true;
  }

  // A mark selects the chunk that starts there, any other place the chunk that holds it.
  click(x, y) {
    const cut = this.boundaryAt(x, y);
    this.selectOffset(cut >= 0 ? this.cuts.offsets[cut] : Math.round(this.offsetAt(x)));
  }

  hover(x, y) {
    if (!this.drawn) return;
    const onLine = this.isOnLine(x, y);
    this.canvas.classList.toggle('grip', onLine);
    const { offsets } = this.cuts, { suppressed } = this.drawn, { signal } = this;
    const cut = this.boundaryAt(x, y), isOutside = x < this.left - 6 || x > this.right + 6 || y < this.top - 6;
    if (isOutside || (onLine && cut < 0)) { this.tip.hide(); return; }
    if (cut >= 0) { this.tip.show(this.x(offsets[cut]), y, describeBoundary(this, cut)); return; }
    const inStrip = y >= this.stripTop - 2 && y <= this.stripTop + STRIP && suppressed.length;
    const list = inStrip ? suppressed : signal?.gaps ?? [], { index } = nearestOffset(this, list, x);
    const gap = index < 0 || !signal ? -1 : indexIn(signal.gaps, list[index]);
    if (gap < 0) this.tip.hide();
    else this.tip.show(this.x(list[index]), y, describeCandidate(this, gap));
  }

  // By both axes, since marks may stand above each other.
  boundaryAt(x, y) {
    const { offsets } = this.cuts;
    const [from, to] = [x - 7, x + 7].map((each) => countUpTo(offsets, this.offsetAt(each)));
    let best = -1, distance = 7;
    for (let i = Math.max(0, from - 1); i < Math.min(offsets.length, to + 1); i++) {
      const across = Math.abs(this.x(offsets[i]) - x);
      const away = this.dense && y > this.rugTop - 3 ? across * 2 : Math.hypot(across, this.markY(i) - y);
      if (away < distance) [best, distance] = [i, away];
    }
    return best;
  }

  wheel(event) {
    if (!this.drawn) return;
    const [from, to] = this.range, sideways = event.shiftKey ? event.deltaY : event.deltaX;
    if (event.ctrlKey) this.zoomBy(event.deltaY < 0 ? 0.8 : 1.25, this.offsetAt(event.offsetX));
    else if (sideways && to - from < this.drawn.length) {
      const by = (sideways / (this.right - this.left)) * (to - from);
      this.zoom([from + by, to + by]);
    } else return;
    event.preventDefault();
  }

  // ---- zoom and keys ----

  /** Show a range of the document; null shows all. */
  zoom(range) {
    if (!this.drawn) return;
    const { length } = this.drawn, [from, to] = range ?? [0, length], least = Math.min(length, CLOSEST);
    const middle = (from + to) / 2, half = Math.max(to - from, least) / 2;
    this.range = within([middle - half, middle + half], length);
    this.tip.hide();
    this.redraw();
  }

  /** Zoom around the selected boundary, the pointer, or the middle. */
  zoomBy(factor, anchor = this.anchor()) {
    if (!this.drawn) return;
    this.range = zoomed(this.range, factor, anchor, this.drawn.length, CLOSEST);
    this.tip.hide();
    this.redraw();
  }

  anchor() {
    const selected = this.selectedChunk();
    if (selected !== null) return selected ? this.cuts.offsets[selected - 1] : this.tune.place;
    return this.pointer ? this.offsetAt(this.pointer[0]) : (this.range[0] + this.range[1]) / 2;
  }

  key({ key, shiftKey }) {
    if (!this.drawn) return false;
    const along = { ArrowRight: 1, ArrowLeft: -1 }[key], up = { ArrowUp: 1, ArrowDown: -1 }[key];
    if (along) this.step(along);
    else if (up && this.bounds) this.setThreshold(this.threshold + up * this.bounds[2] * (shiftKey ? 10 : 1));
    else if (key === '+' || key === '=') this.zoomBy(0.6);
    else if (key === '-') this.zoomBy(1.6);
    else if (key === 'Escape') this.zoom(null);
    else return false;
    return true;
  }

  /** Handle a key of the page; return whether it was used. */
  shortcut({ key }) {
    return '+-='.includes(key) && this.key({ key });
  }

  /** Select the next boundary or the previous one; the first in view without a selection. */
  step(by) {
    const { offsets } = this.cuts;
    const cut = nextBoundary(offsets, this.selectedChunk(), by, this.range);
    if (cut < 0) return;
    const [from, to] = this.range, offset = offsets[cut];
    if (offset < from || offset > to) this.zoom([offset - (to - from) / 2, offset + (to - from) / 2]);
    this.selectOffset(offset);
    this.tip.show(this.x(offset), this.markY(cut), describeBoundary(this, cut));
  }
}

/**
 * Return the number of the boundary to select next, or -1.
 *
 * @param {ArrayLike<number>} offsets  of the boundaries
 * @param {number|null} selected  the selected chunk, which starts at boundary `selected - 1`
 * @param {1|-1} by
 * @param {[number, number]} range  the part of the document in view
 */
export function nextBoundary(offsets, selected, by, [from, to]) {
  if (!offsets.length) return -1;
  if (selected !== null) return clamp(selected - 1 + by, 0, offsets.length - 1);
  const first = by > 0 ? countUpTo(offsets, from - 1) : countUpTo(offsets, to) - 1;
  return clamp(first, 0, offsets.length - 1);
}
