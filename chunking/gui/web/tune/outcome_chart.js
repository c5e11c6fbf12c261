// The outcome at every value of the main slider: number of chunks, median and largest size, or the recall by the
// question set in place of the largest size. A click or a drag sets the value, and a target number of chunks or
// tokens finds the nearest one.

import { clamp, extent, medianOf } from '../core/arrays.js';
import { pendingValue, send } from '../core/channel.js';
import { describeCanvas, exposeVersion, hasFocus, make, setText } from '../core/dom.js';
import { countOf, inThousands, rounded, settingText, whole } from '../core/format.js';
import { integerInput } from '../controls/number_input.js';
import { Chart, DRAGGED } from '../chart/chart.js';
import { linear, suited } from '../chart/scales.js';
import { nearest, nearestOutcome, outcomesOf, plateauAt, requestOutcomes } from './outcomes.js';
import { paintRecall, RecallLine, recallOf, recallText } from './recall.js';

/** @import { RecallColumns, Swept } from '../messages.d.ts' */
/** @import { Chunking, Outcomes } from '../core/unpack.js' */
/** @import { Press } from '../chart/chart.js' */
/** @import { Range } from '../chart/scales.js' */

/** @typedef {'counts'|'medians'|'largest'} Column */
/** @typedef {{column: Column|'recall', title: string, height?: number}} Row  of the chart; `height` in rows */

/** @type {Row[]} */
const ROWS = [
  { column: 'counts', title: 'chunks' }, { column: 'medians', title: 'tokens, median' }, { column: 'largest', title: 'tokens, largest' },
];
/** @type {Row[]} */
const RECALL_ROWS = [{ column: 'recall', title: 'recall', height: 2 }, ROWS[0], ROWS[1]];
const TITLE = 18; // pixels above a row for its name, which no line crosses
const MARGINS = { top: 18, right: 14, bottom: 36, left: 46 };
/** @type {Outcomes} */
const NO_OUTCOMES = {
  id: '', values: [], counts: [], medians: [], largest: [], plateaus: [],
  offsets: new Int32Array(), first: new Uint8Array(), last: new Uint8Array(),
};

/** The chart of outcomes. */
export class OutcomeChart extends Chart {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'outcome', { margins: MARGINS, size: 12 });
    this.outcomes = NO_OUTCOMES;
    this.swept = /** @type {Swept} */ ({}); // the main slider
    this.recall = /** @type {RecallColumns|null|undefined} */ (null);
    this.pointed = /** @type {number|undefined} */ (undefined); // the index of the value under the pointer
    this.shown = { value: 0, counts: 0, medians: 0, largest: 0 };
    const [counts, medians] = this.targets = [
      this.makeTarget('Target number of chunks', 'counts'), this.makeTarget('Target median tokens', 'medians'),
    ];
    this.answer = make('span', { class: 'answer', role: 'status' });
    this.result = make('div', { class: 'result', role: 'status' });
    this.recallLine = new RecallLine();
    const head = make('div', { class: 'head' }, counts, 'chunks', medians, 'median tokens', this.answer, this.recallLine.button);
    this.root.prepend(head, this.recallLine.root, this.result);
    this.listen('recall', () => this.refresh());
    this.listen('pending', () => this.redraw());
    this.tune.outcomesShown = true;
    requestOutcomes(30);
    this.whenDestroyed(() => { this.tune.outcomesShown = false; });
    this.refresh();
  }

  /** @param {string} label  @param {'counts'|'medians'} column */
  makeTarget(label, column) {
    return integerInput(label, (target) => this.setTarget(column, target), (why) => this.refuse(why));
  }

  get isKnown() { return this.outcomes !== NO_OUTCOMES; }

  refresh() {
    const { chunking } = this;
    if (!chunking) return;
    const before = this.outcomes;
    this.outcomes = outcomesOf(chunking) ?? NO_OUTCOMES;
    if (chunking.swept) this.swept = chunking.swept;
    this.recallLine.update(chunking);
    this.recall = recallOf(chunking)?.columns;
    this.showMessage(this.isKnown ? '' : this.missing(chunking));
    this.canvas.classList.toggle('away', !this.isKnown);
    for (const input of this.targets) input.disabled = !this.isKnown;
    if (before !== this.outcomes) this.pointed = undefined;
    if (this.isKnown) this.redraw(); else setText(this.result, '');
    exposeVersion(this.root, chunking.version);
  }

  /** @param {Chunking} chunking */
  missing({ growing, swept }) {
    const { progress } = this.tune;
    if (growing) return 'Available once the whole text is embedded.';
    if (!swept) return 'This strategy has no main slider.';
    const share = progress?.id === swept.id ? progress?.share ?? 0 : 0;
    return `Computing every ${swept.label.toLowerCase()} … ${Math.round(100 * share)}%`;
  }

  // ---- values ----

  /** @returns {number} */
  get value() { return pendingValue('tune', this.swept.field) ?? this.swept.value; }

  /** The index of the value nearest to the present one. */
  get here() { return nearest(this.outcomes, this.value); }

  /** @param {number} index */
  set(index) {
    send('set', 'tune', this.swept.field, this.outcomes.values[index]);
    this.redraw();
  }

  /** The outcome at a value's index, or that of the present chunking. @param {number} [index] */
  at(index) {
    if (index !== undefined) {
      const { values, counts, medians, largest } = this.outcomes;
      return { value: values[index], counts: counts[index], medians: medians[index], largest: largest[index] };
    }
    const { count = 0, tokens = [] } = this.chunking ?? {};
    return { value: this.swept.value, counts: count, medians: medianOf(tokens), largest: extent(tokens)?.[1] ?? 0 };
  }

  // Set the value whose outcome is nearest to a target, and tell where that is something else.
  /** @param {'counts'|'medians'} column  @param {number} target */
  setTarget(column, target) {
    const { outcomes } = this;
    if (!this.isKnown) return;
    const index = nearestOutcome(outcomes, column, target);
    const found = outcomes[column][index], all = outcomes[column];
    const most = target > Math.max(...all) ? 'the maximum' : target < Math.min(...all) ? 'the minimum' : 'the nearest';
    setText(this.answer, found === Math.round(target) ? '' : `${whole.format(found)} is ${most}`);
    this.set(index);
  }

  // Show the present outcome in the fields of targets.
  /** @param {(input: HTMLInputElement) => boolean} isIncluded */
  showTargets(isIncluded) {
    const { counts, medians } = this.at();
    this.targets.forEach((input, i) => { if (isIncluded(input)) input.value = String(i ? medians : counts); });
  }

  /** @param {string} why  what was typed is no target */
  refuse(why) {
    setText(this.answer, why && `${why}.`);
    this.showTargets(() => true);
  }

  describe() {
    const { swept, outcomes } = this, { values } = outcomes, { value, counts, medians, largest } = this.shown;
    const index = nearest(outcomes, value), plateau = plateauAt(outcomes, index);
    const range = plateau?.map((end) => rounded(values[end], swept.decimals)).join(' to ');
    const text = `${swept.label} ${settingText(value, swept.decimals)}: ${countOf(counts, 'chunk')}, `
      + `median ${countOf(medians, 'token')}, largest ${whole.format(largest)}`
      + `${plateau ? ` · no change from ${range}` : ''}`;
    setText(this.result, text);
    const recall = this.recall ? `, ${recallText(this.recall, value, swept.decimals)}` : '';
    const slider = /** @type {[number, number, number, string]} */ ([values[0], values[values.length - 1], value, `${text}${recall}`]);
    describeCanvas(this.canvas, `Outcome by ${swept.label.toLowerCase()}`, slider);
    this.showTargets((input) => !hasFocus(input));
  }

  // ---- pointer and keys ----

  /** @param {number} x */
  hover(x) { this.pointAt(this.isKnown ? nearest(this.outcomes, this.across.value(x)) : undefined); }

  leave() { this.pointAt(undefined); }

  /** @param {number|undefined} index  of a value */
  pointAt(index) {
    if (index === this.pointed) return;
    this.pointed = index;
    this.redraw();
  }

  /** @param {number} x */
  click(x) {
    if (this.isKnown) this.setAt(x);
  }

  takesDrag() { return this.isKnown; }

  /** @param {number} x  @param {number} _y  @param {Press} press */
  drag(x, _y, press) {
    if (!press.moved && Math.abs(x - press.x) < DRAGGED) return;
    press.moved = true;
    this.hover(x);
    this.setAt(x);
  }

  /** @param {number} _x  @param {number} _y  @param {Press} press */
  drop(_x, _y, { moved }) { return Boolean(moved); }

  /** @param {number} x */
  setAt(x) {
    const index = nearest(this.outcomes, this.across.value(this.clampX(x)));
    if (index !== this.here) this.set(index);
  }

  /** @param {KeyboardEvent} event */
  key({ key }) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[key];
    if (!by || !this.isKnown) return false;
    this.set(clamp(this.here + by, 0, this.outcomes.values.length - 1));
    return true;
  }

  // ---- drawing ----

  get across() {
    const { values } = this.outcomes;
    return suited([values[0], values[values.length - 1]], [this.left, this.right]);
  }

  /** The rows with their top and bottom pixels; the recall, if it is known, is the first and the highest. */
  get rows() {
    const rows = this.recall ? RECALL_ROWS : ROWS;
    const unit = (this.bottom - this.top) / rows.reduce((sum, { height = 1 }) => sum + height, 0);
    let bottom = this.top;
    return rows.map(({ height = 1, ...row }) => {
      const top = bottom;
      bottom += height * unit;
      return { ...row, span: /** @type {Range} */ ([top + TITLE, bottom - 8]) };
    });
  }

  paint() {
    if (!this.outcomes.values.length) return;
    const pending = pendingValue('tune', this.swept.field) === undefined ? undefined : this.here;
    this.shown = this.at(this.pointed ?? pending);
    this.describe();
    this.paintPlateaus();
    for (const { column, title, span } of this.rows) {
      if (column !== 'recall') this.paintRow(column, title, span);
      else if (this.recall) paintRecall(this, this.recall, this.shown.value, this.swept.decimals, span);
    }
    this.axisX(this.across, { y: this.bottom + 13, room: 80, format: (tick) => rounded(tick, this.swept.decimals) });
    this.write(this.swept.label, (this.left + this.right) / 2, this.bottom + 28, { align: 'center' });
    if (this.outcomes.plateaus.length) this.write('▂ no change', this.left, this.bottom + 28);
    this.paintValue();
  }

  paintPlateaus() {
    const { outcomes, colors: { accent, faint, line } } = this, here = plateauAt(outcomes, this.here);
    for (const plateau of outcomes.plateaus) {
      const [from, to] = plateau.map((index) => this.across.at(outcomes.values[index])), isHere = plateau === here;
      this.fillRect(isHere ? accent : faint, from, this.top, to - from, this.bottom - this.top, isHere ? 0.2 : 0.6);
      this.fillRect(isHere ? accent : line, from, this.bottom, to - from, 3);
    }
  }

  /** @param {Column} name  @param {string} title  @param {Range} span */
  paintRow(name, title, [top, bottom]) {
    const { colors, outcomes, shown, across } = this, column = outcomes[name];
    const most = Math.ceil(Math.max(1, shown[name], ...column)), y = linear([0, most], [bottom, top]);
    this.axisY(y, { top, bottom, room: 34, integer: true, format: inThousands });
    const label = `${title}: ${whole.format(Math.round(shown[name]))}`;
    this.write(label, this.left, top - 10, { color: colors.words, weight: 600 });
    this.polyline(column.map((value, i) => [across.at(outcomes.values[i]), y.at(value)]), colors.inks.similarity || colors.line);
    this.dot(across.at(shown.value), y.at(shown[name]));
  }

  paintValue() {
    const { across, colors, value, pointed, outcomes } = this;
    const x = across.at(value), there = across.at(outcomes.values[pointed ?? 0]);
    for (const { span: [top, bottom] } of this.rows) {
      if (pointed !== undefined) this.line(there, top, there, bottom, colors.muted);
      this.line(x, top, x, bottom, colors.accent, [5, 4]);
    }
    const text = settingText(value, this.swept.decimals), half = text.length * 3.5;
    const middle = clamp(x, this.left + half, this.right - half);
    this.write(text, middle, this.top - 9, { align: 'center', color: colors.accentText, weight: 600 });
  }
}
