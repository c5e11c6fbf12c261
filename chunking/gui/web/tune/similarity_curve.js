// The similarity over the document, with its boundaries and the threshold as a line that can be dragged.

import { clamp, countUpTo, extent, indexIn } from '../core/arrays.js';
import { pendingValue, send } from '../core/channel.js';
import { describeCanvas, exposeVersion, make } from '../core/dom.js';
import { countOf, settingText, whole } from '../core/format.js';
import { countReasons, glyphOf, makeGlyph, meaningOf, meaningsOf, nameOf } from '../core/reasons.js';
import { store } from '../core/store.js';
import { valueAt } from '../data/lane_curves.js';
import { OffsetChart } from '../chart/offset_chart.js';
import { onStep, padded } from '../chart/scales.js';
import { describeBoundary, describeCandidate } from './boundary_tip.js';
import {
  drawBaseline, drawMarks, drawOverlays, drawPlateaus, drawRug, drawRugGlyphs, drawSuppressed, makeBorderlineSign,
  makeOverlayEntries,
} from './curve_marks.js';
import { borderlineBoundaries, outcomesOf } from './outcomes.js';
import { drawBand, drawProbable, makeProbabilityEntry, probabilitiesOf } from './probabilities.js';

/** @import { Boundaries, Chunking, Outcomes, Probabilities, Signal } from '../core/unpack.js' */
/** @import { Range } from '../chart/scales.js' */

const AXIS = 17, STRIP = 7, RUG = 15, SPACE = 4; // pixels: heights of the rows below the curve
const MARGINS = { top: 24, right: 58, bottom: AXIS + STRIP + RUG + 3 * SPACE, left: 46 };
const NEAR_LINE = 6; // pixels from the threshold line at which it can be gripped
const NEAR_MARK = 7; // pixels from a boundary that is meant
const GRIP = { width: 50, height: 18 };

/** @typedef {Omit<import('../messages.d.ts').Overlay, 'signal'> & {signal: Signal}} Overlay  another signal */
/** @type {Overlay[]} */
const NO_OVERLAYS = [];
/** @type {Boundaries} */
const NO_BOUNDARIES = { offsets: new Int32Array(), reasons: [], labels: [], deciding: new Int32Array() };

/** The curve of Tune. */
export class SimilarityCurve extends OffsetChart {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'curve', { margins: MARGINS });
    this.drawn = /** @type {Chunking|undefined} */ (undefined);
    this.lastSignal = /** @type {Signal|undefined} */ (undefined);
    this.outcomes = /** @type {Outcomes|undefined} */ (undefined);
    this.probabilities = /** @type {Probabilities|undefined} */ (undefined);
    this.borderline = /** @type {Uint8Array|undefined} */ (undefined); // boundaries
    this.overlays = NO_OVERLAYS;
    this.cuts = NO_BOUNDARIES;
    this.reasons = /** @type {string[]} */ ([]); // in the order of their rows
    this.counts = /** @type {[string, number][]} */ ([]);
    this.scores = new Float32Array(); // at boundaries; NaN where one is at no gap of the signal
    this.dense = false; // whether boundaries are drawn as a rug
    this.legend = make('div', { class: 'legend' });
    this.field.append(this.legend);
    this.refresh();
  }

  // ---- data ----

  refresh() {
    const { chunking, signal, drawn } = this;
    if (!chunking) return;
    const outcomes = outcomesOf(chunking), overlays = this.overlaysOf(chunking.document), probabilities = probabilitiesOf(chunking);
    const same = chunking === drawn && signal === this.lastSignal && outcomes === this.outcomes
      && probabilities === this.probabilities;
    if (!this.differs('overlays', overlays.map((each) => each.label)) && same) return;
    this.showDocument(chunking.document, chunking.length);
    if (chunking.version !== drawn?.version || signal !== this.lastSignal) this.tip.hide();
    this.overlays = overlays;
    this.drawn = chunking;
    this.lastSignal = signal;
    this.outcomes = outcomes;
    this.probabilities = probabilities;
    this.cuts = chunking.cuts;
    this.borderline = borderlineBoundaries(chunking, outcomes);
    this.counts = countReasons(this.cuts.reasons);
    this.reasons = this.counts.map(([reason]) => reason);
    this.scores = Float32Array.from(this.cuts.deciding, (offset) => valueAt(signal, offset));
    if (!this.dragged) this.levels = this.levelsOf();
    this.fillLegend(chunking);
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

  /** @param {string} document  @returns {Overlay[]} */
  overlaysOf(document) {
    const { overlays, document: of } = store.details ?? {};
    if (!overlays?.length || of !== document) return NO_OVERLAYS;
    return overlays.flatMap((each) => {
      const signal = store.signals.get(each.signal ?? '');
      return signal ? [{ ...each, signal }] : [];
    });
  }

  levelsOf() {
    const { signal, threshold } = this;
    const more = this.overlays.filter(({ hangs }) => !hangs).map((each) => each.signal.scores);
    return padded(extent(signal?.scores ?? [], ...more, threshold === null ? [] : [threshold]) ?? [0, 1]);
  }

  // ---- the threshold ----

  /** The value of the slider, also while it is being set; null where there is none. @returns {number|null} */
  get threshold() {
    const { setting, threshold } = this.chunking ?? { setting: null, threshold: null };
    return (setting && pendingValue(setting.scope, setting.field)) ?? threshold ?? null;
  }

  /** Lowest and highest threshold and the step; null where it cannot be set. @returns {[number, number, number]|null} */
  get bounds() {
    return this.threshold === null || !this.chunking?.setting ? null : this.chunking.range;
  }

  /** @param {number} value */
  setThreshold(value) {
    const { bounds } = this, setting = this.chunking?.setting;
    if (!setting || !bounds) return;
    const next = onStep(value, bounds);
    if (next !== this.threshold) send('set', setting.scope, setting.field, next);
    this.redraw();
  }

  /** The height of the line; NaN without a threshold. */
  get lineY() {
    return clamp(this.y(this.threshold ?? NaN), this.top, this.bottom);
  }

  /** @param {number} x  @param {number} y */
  gripAt(x, y) {
    if (!this.drawn || !this.bounds || !this.signal || x < this.left) return undefined;
    return Math.abs(y - this.lineY) <= (x > this.right ? GRIP.height / 2 + 1 : NEAR_LINE) ? 'threshold' : undefined;
  }

  /** @param {any} _grip  @param {number} _x  @param {number} y */
  moveGrip(_grip, _x, y) { this.setThreshold(this.upward.value(y)); }

  releaseGrip() { this.levels = this.levelsOf(); }

  // ---- rows below the curve ----

  get stripTop() { return this.height - AXIS - STRIP; }

  get stripHeight() { return STRIP - 1; }

  get rugTop() { return this.stripTop - SPACE - RUG; }

  get rugHeight() { return RUG; }

  get row() { return RUG / Math.max(3, this.reasons.length); }

  /** @param {number} cut  a boundary */
  markY(cut) {
    return Number.isNaN(this.scores[cut]) ? this.rugTop + RUG / 2 : this.y(this.scores[cut]);
  }

  // ---- drawing ----

  paint() {
    if (!this.drawn) return;
    const [first, last] = this.inView(this.cuts.offsets);
    // Closer than five pixels, marks would hide one another and the curve.
    this.dense = (last - first) * 5 > this.right - this.left;
    this.paintSelected();
    this.line(this.left, this.stripTop - 2, this.right, this.stripTop - 2, this.colors.grid);
    this.paintOffsets(this.height - AXIS / 2 + 1);
    this.clipped(() => drawBaseline(this));
    const { signal, lineY } = this;
    if (signal) {
      this.axisY(this.upward, { clear: (y) => !(Math.abs(y - lineY) < 3) });
      this.write('similarity', 2, this.top - 14);
      drawPlateaus(this);
      this.clipped(() => { drawBand(this); drawOverlays(this); this.paintCurve(signal); drawProbable(this); });
      this.paintThreshold();
    }
    this.clipped(() => (this.dense ? drawRug : drawMarks)(this, first, last));
    if (this.dense) drawRugGlyphs(this);
    drawSuppressed(this);
  }

  paintSelected() {
    const selected = this.selectedChunk(), { offsets } = this.cuts, { accent, chosen } = this.colors;
    if (selected === null) return;
    const from = this.clampX(this.x(offsets[selected - 1] ?? 0));
    const to = this.clampX(this.x(offsets[selected] ?? this.length)), width = Math.max(2, to - from);
    if (to === from && (from === this.left || from === this.right)) return;
    this.fillRect(chosen, from, this.top - 2, width, this.stripTop - this.top);
    this.fillRect(accent, from, this.top - 4, width, 2);
  }

  // The gaps of a short curve are marked.
  /** @param {Signal} signal */
  paintCurve(signal) {
    const { line } = this.colors, [first, last] = this.inView(signal.gaps);
    this.paintSignal(signal, line, 0.35);
    if ((last - first) * 14 > this.right - this.left) return;
    for (let i = first; i < last; i++) {
      const score = signal.scores[i];
      if (!Number.isNaN(score)) this.fillRect(line, this.x(signal.gaps[i]) - 1.5, this.y(score) - 1.5, 3, 3);
    }
  }

  paintThreshold() {
    const { threshold, colors, lineY: y } = this;
    if (threshold === null) return;
    this.fillRect(colors.ground, this.left, y - 1.5, this.right - this.left, 4, 0.6); // a dense curve would swallow a thin line
    this.line(this.left, y, this.right, y, colors.accent, this.dragged ? [] : [5, 4]);
    if (this.bounds) this.paintGrip(y, settingText(threshold));
    else this.write(settingText(threshold), this.right + 7, y, { color: colors.accentText, weight: 600 });
  }

  /** @param {number} y  @param {string} text */
  paintGrip(y, text) {
    const { colors } = this, left = this.right + 5, half = GRIP.height / 2, right = left + GRIP.width;
    this.fillPolygon([[left - 5, y], [left, y - half], [right, y - half], [right, y + half], [left, y + half]], colors.accent);
    this.write(text, right - 5, y, { align: 'right', color: colors.ground, weight: 600 });
    this.ridges(left + 2, y);
  }

  // ---- legend and description ----

  /** @param {Chunking} chunking */
  fillLegend({ suppressed, suppressedBy, baseline }) {
    /** @type {(sign: Node, name: string, number: number, title: string) => Node} */
    const entry = (sign, name, number, title) => make('span', { class: 'entry', title }, sign, ` ${name} `,
      make('span', { class: 'number' }, whole.format(number)));
    const { counts, borderline } = this;
    const entries = counts.map(([reason, count]) => entry(makeGlyph(reason), nameOf(reason), count, meaningOf(reason)));
    if (suppressed.length) {
      const title = `The strip below the curve. ${meaningsOf(suppressedBy)}`;
      entries.push(entry(makeGlyph('min_tokens'), 'suppressed', suppressed.length, title));
    }
    if (baseline) entries.push(make('span', { class: 'entry', title: 'boundaries of the baseline' }, '┃ baseline'));
    // These come a moment later: after the others, which stay where they are.
    if (borderline?.includes(1)) {
      const sign = makeBorderlineSign(this.cuts.reasons[borderline.indexOf(1)]), count = borderline.reduce((sum, one) => sum + one, 0);
      entries.push(entry(sign, 'borderline', count, 'pale: gone after one or two steps of the slider'));
    }
    if (this.probabilities) entries.push(makeProbabilityEntry());
    this.legend.replaceChildren(...makeOverlayEntries(this.overlays), ...entries);
    this.legend.title = counts.map(([reason, count]) => `${glyphOf(reason)} ${nameOf(reason)} ${count}`).join(' · ');
  }

  describe() {
    const { bounds, signal, threshold } = this;
    const reasons = this.counts.map(([reason, count]) => `${whole.format(count)} ${nameOf(reason)}`).join(', ');
    const boundaries = countOf(this.cuts.offsets.length, 'boundary', 'boundaries');
    const curve = signal ? `Similarity at ${countOf(signal.gaps.length, 'gap')}.` : 'No similarity curve.';
    const keys = `Left and right: boundaries. ${bounds ? 'Up and down: threshold. ' : ''}Plus and minus: zoom.`;
    describeCanvas(this.canvas, `${curve} ${boundaries}${reasons ? `: ${reasons}` : ''}. ${keys}`,
      bounds && threshold !== null ? [bounds[0], bounds[1], threshold, `threshold ${settingText(threshold)}, ${boundaries}`] : null);
  }

  // ---- pointer and keys ----

  // A mark selects the chunk that starts there, any other place the chunk that holds it.
  /** @param {number} x  @param {number} y */
  click(x, y) {
    if (!this.drawn) return;
    const cut = this.boundaryAt(x, y);
    this.selectOffset(cut >= 0 ? this.cuts.offsets[cut] : Math.round(this.offsetAt(x)));
  }

  /** @param {number} x  @param {number} y */
  hover(x, y) {
    if (!this.drawn) return;
    const { cuts: { offsets }, drawn: { suppressed }, signal } = this, cut = this.boundaryAt(x, y);
    const isOutside = x < this.left - 6 || x > this.right + 6 || y < this.top - 6;
    if (isOutside || (cut < 0 && this.gripAt(x, y))) { this.tip.hide(); return; }
    if (cut >= 0) { this.tip.show(this.x(offsets[cut]), y, describeBoundary(this, cut)); return; }
    const inStrip = y >= this.stripTop - 2 && y <= this.stripTop + STRIP && suppressed.length;
    const list = inStrip ? suppressed : signal?.gaps ?? [], index = this.nearestIndex(list, x);
    const gap = index < 0 || !signal ? -1 : indexIn(signal.gaps, list[index]);
    if (gap < 0) this.tip.hide();
    else this.tip.show(this.x(list[index]), y, describeCandidate(this, gap));
  }

  /** Return the boundary at a place, by both axes since marks may stand above each other. @param {number} x  @param {number} y */
  boundaryAt(x, y) {
    const { offsets } = this.cuts;
    const [from, to] = [x - NEAR_MARK, x + NEAR_MARK].map((each) => countUpTo(offsets, this.offsetAt(each)));
    let best = -1, least = NEAR_MARK;
    for (let i = Math.max(0, from - 1); i < Math.min(offsets.length, to + 1); i++) {
      const across = Math.abs(this.x(offsets[i]) - x);
      const away = this.dense && y > this.rugTop - 3 ? across * 2 : Math.hypot(across, this.markY(i) - y);
      if (away < least) [best, least] = [i, away];
    }
    return best;
  }

  // The boundary at which the selected chunk starts.
  selectedOffset() {
    const selected = this.selectedChunk();
    return selected ? this.cuts.offsets[selected - 1] : this.tune.place;
  }

  /** @param {{key: string, shiftKey?: boolean}} event */
  key(event) {
    const up = { ArrowUp: 1, ArrowDown: -1 }[event.key], { bounds, threshold } = this;
    if (!up || !bounds || threshold === null) return super.key(event);
    this.setThreshold(threshold + up * bounds[2] * (event.shiftKey ? 10 : 1));
    return true;
  }

  /** Handle a key of the page; return whether it was used. @param {{key: string}} event */
  shortcut({ key }) {
    return '+-='.includes(key) && this.key({ key });
  }

  /** Select the next boundary or the previous one; the first in view without a selection. @param {1|-1} by */
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
 * @param {Range} range  the part of the document in view
 */
export function nextBoundary(offsets, selected, by, [from, to]) {
  if (!offsets.length) return -1;
  if (selected !== null) return clamp(selected - 1 + by, 0, offsets.length - 1);
  const first = by > 0 ? countUpTo(offsets, from - 1) : countUpTo(offsets, to) - 1;
  return clamp(first, 0, offsets.length - 1);
}
