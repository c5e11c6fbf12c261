// The outcome at every value of the main slider: number of chunks, median and largest size, or the recall by the
// question set in place of the largest size. A click or a drag sets the value, and a target number of chunks or tokens finds the nearest one.

import { clamp } from '../core/arrays.js';
import { pendingValue, send } from '../core/channel.js';
import { describeCanvas, exposeVersion, isolateKeys, make, setText } from '../core/dom.js';
import { countOf, inThousands, rounded, settingText, whole } from '../core/format.js';
import { Chart, DRAGGED } from '../chart/chart.js';
import { linear, suited } from '../chart/scales.js';
import { nearest, nearestOutcome, outcomesOf, plateauAt, requestOutcomes } from './outcomes.js';
import { detailsOf } from './probabilities.js';
import { paintRecall, RecallLine, recallOf, recallText } from './recall.js';

const ROWS = [['counts', 'chunks'], ['medians', 'tokens, median'], ['largest', 'tokens, largest']];
const RECALL = ['recall', 'recall'], RECALL_HEIGHT = 2; // rows
const TITLE = 18; // pixels above a row for its name, which no line crosses
const PLAUSIBLE = 0.22; // opacity of the band, which plateaus show through
const MARGINS = { top: 18, right: 14, bottom: 36, left: 46 };

/** The chart of outcomes. */
export class OutcomeChart extends Chart {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'outcome', { margins: MARGINS, size: 12 });
    this.targets = ['counts', 'medians'].map((column) => {
      const label = column === 'counts' ? 'Target number of chunks' : 'Target median tokens';
      const input = make('input', { type: 'number', min: '1', step: '1', 'aria-label': label, title: label });
      input.onchange = () => this.aim(column, Number(input.value));
      isolateKeys(input);
      return input;
    });
    this.answer = make('span', { class: 'answer', role: 'status' });
    this.result = make('div', { class: 'result', role: 'status' });
    this.recallLine = new RecallLine();
    const [counts, medians] = this.targets;
    const head = make('div', { class: 'head' }, counts, 'chunks', medians, 'median tokens', this.answer, this.recallLine.button);
    this.root.prepend(head, this.recallLine.root, this.result);
    this.listen('recall', () => this.refresh());
    this.listen('pending', () => this.redraw());
    this.tune.outcomesShown = true;
    requestOutcomes(30);
    this.ending.signal.addEventListener('abort', () => { this.tune.outcomesShown = false; });
    this.refresh();
  }

  refresh() {
    const { chunking } = this;
    if (!chunking) return;
    const before = this.outcomes;
    this.outcomes = outcomesOf(chunking);
    this.swept = chunking.swept;
    this.plausible = detailsOf(chunking)?.plausible;
    this.recallLine.update(chunking);
    this.recall = recallOf(chunking)?.columns;
    this.showMessage(this.outcomes ? '' : this.missing());
    this.canvas.classList.toggle('away', !this.outcomes);
    for (const input of this.targets) input.disabled = !this.outcomes;
    if (before !== this.outcomes) this.pointed = undefined;
    if (this.outcomes) this.redraw(); else setText(this.result, '');
    exposeVersion(this.root, chunking.version);
  }

  missing() {
    const { growing, swept } = this.chunking, { progress } = this.tune;
    if (growing) return 'Available once the whole text is embedded.';
    if (!swept) return 'This strategy has no main slider.';
    const share = progress?.id === swept.id ? progress.share : 0;
    return `Computing every ${swept.label.toLowerCase()} … ${Math.round(100 * share)} %`;
  }

  // ---- values ----

  get value() { return pendingValue('tune', this.swept.field) ?? this.swept.value; }

  /** The index of the value nearest to the present one. */
  get here() { return nearest(this.outcomes, this.value); }

  set(index) {
    send('set', 'tune', this.swept.field, this.outcomes.values[index]);
    this.redraw();
  }

  /** The outcome at a value's index, or that of the present chunking. */
  at(index) {
    if (index !== undefined) {
      const { values, counts, medians, largest } = this.outcomes;
      return { value: values[index], counts: counts[index], medians: medians[index], largest: largest[index] };
    }
    const { count, tokens } = this.chunking, sorted = Int32Array.from(tokens).sort();
    const median = count ? (sorted[(count - 1) >> 1] + sorted[count >> 1]) / 2 : 0;
    return { value: this.swept.value, counts: count, medians: median, largest: sorted[count - 1] ?? 0 };
  }

  // Set the value whose outcome is nearest to a target, and tell where that is something else.
  aim(column, target) {
    const { outcomes } = this;
    if (!(target > 0) || !outcomes) return;
    const index = nearestOutcome(outcomes, column, target, this.here);
    const found = Math.round(outcomes[column][index]), all = outcomes[column];
    const most = target > Math.max(...all) ? 'the maximum' : target < Math.min(...all) ? 'the minimum' : 'the nearest';
    setText(this.answer, found === Math.round(target) ? '' : `${whole.format(found)} is ${most}`);
    this.set(index);
  }

  tell() {
    const { swept, outcomes } = this, { value, counts, medians, largest } = this.shown;
    const plateau = plateauAt(outcomes, nearest(outcomes, value));
    const range = plateau?.map((index) => rounded(outcomes.values[index], swept.decimals)).join(' to ');
    const text = `${swept.label} ${settingText(value, swept.decimals)}: ${countOf(counts, 'chunk')}, `
      + `median ${countOf(Math.round(medians), 'token')}, largest ${whole.format(largest)}`
      + `${plateau ? ` · no change from ${range}` : ''}`;
    setText(this.result, text);
    const { values } = outcomes;
    const recall = this.recall ? `, recall ${recallText(this.recall, nearest(outcomes, value))}` : '';
    const plausible = this.plausible ? `, ${this.plausible.text}` : '';
    describeCanvas(this.canvas, `Outcome by ${swept.label.toLowerCase()}${plausible}`, [values[0], values.at(-1), value, `${text}${recall}`]);
    const now = this.at();
    this.targets.forEach((input, i) => {
      if (!input.matches(':focus')) input.value = Math.round(i ? now.medians : now.counts);
    });
  }

  // ---- pointer and keys ----

  hover(x) {
    const there = this.outcomes && x !== undefined ? nearest(this.outcomes, this.across.value(x)) : undefined;
    if (there === this.pointed) return;
    this.pointed = there;
    this.redraw();
  }

  leave() { this.hover(); }

  click(x) {
    if (this.outcomes) this.setAt(x);
  }

  takesDrag() { return Boolean(this.outcomes); }

  drag(x, y, press) {
    if (!press.moved && Math.abs(x - press.x) < DRAGGED) return;
    press.moved = true;
    this.hover(x);
    this.setAt(x);
  }

  drop(x, y, { moved }) { return Boolean(moved); }

  setAt(x) {
    const index = nearest(this.outcomes, this.across.value(this.clampX(x)));
    if (index !== this.here) this.set(index);
  }

  key({ key }) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[key];
    if (!by || !this.outcomes) return false;
    this.set(clamp(this.here + by, 0, this.outcomes.values.length - 1));
    return true;
  }

  // ---- drawing ----

  get across() {
    const { values } = this.outcomes;
    return suited([values[0], values.at(-1)], [this.left, this.right]);
  }

  /** The rows with their top and bottom pixels; the recall, if it is known, is the first and the highest. */
  get rows() {
    const shown = this.recall ? [RECALL, ...ROWS.slice(0, 2)] : ROWS;
    const heights = shown.map((row) => (row === RECALL ? RECALL_HEIGHT : 1));
    const unit = (this.bottom - this.top) / heights.reduce((sum, each) => sum + each);
    let top = this.top;
    return shown.map((row, i) => {
      const from = top;
      top += heights[i] * unit;
      return [row, [from + TITLE, top - 8]];
    });
  }

  paint() {
    if (!this.outcomes?.values.length) return;
    const pending = pendingValue('tune', this.swept.field) === undefined ? undefined : this.here;
    this.shown = this.at(this.pointed ?? pending);
    this.tell();
    this.paintPlateaus();
    for (const [row, span] of this.rows) {
      if (row === RECALL) paintRecall(this, this.recall, nearest(this.outcomes, this.shown.value), span);
      else this.paintRow(...row, ...span);
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

  paintRow(name, title, top, bottom) {
    const { colors, outcomes, shown, across } = this, column = outcomes[name];
    const most = Math.ceil(Math.max(1, shown[name], ...column)), y = linear([0, most], [bottom, top]);
    if (name === 'counts' && this.plausible) this.paintPlausible(y, most, [bottom, top]);
    this.axisY(y, { top, bottom, room: 34, integer: true, format: inThousands });
    const label = `${title}: ${whole.format(Math.round(shown[name]))}`;
    this.write(label, this.left, top - 10, { color: colors.words, weight: 600 });
    this.polyline(column.map((value, i) => [across.at(outcomes.values[i]), y.at(value)]), colors.inks.similarity || colors.line);
    this.dot(across.at(shown.value), y.at(shown[name]));
  }

  // The plausible numbers of chunks, as far as the row shows them.
  paintPlausible(y, most, [bottom, top]) {
    const { colors, plausible: { low, high, text }, left, right } = this;
    this.write(text, right, top - 10, { align: 'right' });
    if (low > most) return;
    const [lower, upper] = [low - 0.5, high + 0.5].map((count) => clamp(y.at(count), top, bottom));
    this.fillRect(colors.inks.optimum || colors.muted, left, upper, right - left, lower - upper, PLAUSIBLE);
  }

  paintValue() {
    const { across, colors, value, pointed, outcomes } = this;
    const x = across.at(value), there = across.at(outcomes.values[pointed ?? 0]);
    for (const [, [top, bottom]] of this.rows) {
      if (pointed !== undefined) this.line(there, top, there, bottom, colors.muted);
      this.line(x, top, x, bottom, colors.accent, [5, 4]);
    }
    const text = settingText(value, this.swept.decimals), half = text.length * 3.5;
    const middle = clamp(x, this.left + half, this.right - half);
    this.write(text, middle, this.top - 9, { align: 'center', color: colors.accentText, weight: 600 });
  }
}
