// Recall by the question set at every threshold: its line above the chart of outcomes, and its row in the chart.

import { send } from '../core/channel.js';
import { button, make, setText } from '../core/dom.js';
import { percent, settingText } from '../core/format.js';
import { store } from '../core/store.js';
import { linear } from '../chart/scales.js';
import { nearest } from './outcomes.js';

/** @import { RecallColumns } from '../messages.d.ts' */
/** @import { Chunking } from '../core/unpack.js' */

const BAND = 0.2; // opacity of the confidence band, which plateaus show through
const TIED = 3; // pixels of the strip below the line
/** @type {Record<string, [label: string, face: string, act: () => void]>} */
const OFFERS = {
  questions: ['Open the question set of this document', 'Questions…', () => { send('ask_view', 'questions'); send('page', 'ask'); }],
  measure: ['Measure the recall at every threshold', 'Measure', () => send('measure_recall')],
};

/** Return the message on the recall of a chunking; undefined where it has no threshold. @param {Chunking} [chunking] */
export function recallOf(chunking) {
  const found = store.recall;
  return found && found.id === chunking?.swept?.id ? found : undefined;
}

/** The button that shows the recall, and the line with its verdict. */
export class RecallLine {
  constructor() {
    this.offered = '';
    this.button = button('Show the recall by the question set at every threshold', 'Recall', () => {
      send('recall', this.button.getAttribute('aria-pressed') !== 'true');
    });
    this.note = make('span');
    this.place = make('span', { class: 'offer' });
    this.root = make('div', { class: 'recall', role: 'status', 'data-testid': 'recall' }, this.note, this.place);
  }

  /** @param {Chunking} chunking */
  update(chunking) {
    const { on = false, note = '', verdict = '', offer = '' } = recallOf(chunking) ?? {};
    this.button.hidden = chunking.swept?.field !== 'threshold';
    this.button.setAttribute('aria-pressed', String(on));
    this.root.hidden = !on;
    setText(this.note, verdict ? `Recall: ${verdict}. ${note}.` : note);
    this.note.title = this.note.textContent;
    if (offer === this.offered) return;
    this.offered = offer;
    this.place.replaceChildren(...offer ? [button(...OFFERS[offer])] : []);
  }
}

/** Return the index of the threshold nearest to a value. @param {RecallColumns} columns  @param {number} value */
const indexOf = ({ thresholds }, value) => nearest({ values: thresholds }, value);

/**
 * Return the recall with its interval as text, and the threshold that it was measured at.
 *
 * @type {(columns: RecallColumns, value: number, decimals: number) => string}
 */
export function recallText(columns, value, decimals) {
  const { thresholds, recall, low, high } = columns, index = indexOf(columns, value);
  const interval = `${Math.round(100 * low[index])}–${percent(high[index])}`;
  return `recall at ${settingText(thresholds[index], decimals)}: ${percent(recall[index])} (${interval})`;
}

/**
 * Draw the recall with its band, and below it where it is indistinguishable from the best one.
 *
 * @param {import('./outcome_chart.js').OutcomeChart} chart
 * @param {RecallColumns} columns
 * @param {number} value  whose recall is labeled
 * @param {number} decimals  of thresholds
 * @param {[number, number]} span  top and bottom pixels
 */
export function paintRecall(chart, columns, value, decimals, [top, bottom]) {
  const { context, colors, across, left, right } = chart, { thresholds, recall, low, high, tied } = columns;
  const y = linear([0, 1], [bottom, top]), xs = thresholds.map((value) => across.at(value));
  const color = colors.inks.optimum || colors.accent;
  const line = (/** @type {number[]} */ values) => xs.map((x, i) => /** @type {[number, number]} */ ([x, y.at(values[i])]));
  chart.axisY(y, { top, bottom, room: 34, format: percent });
  chart.write(`${recallText(columns, value, decimals)}, 95% interval`, left, top - 10, { color: colors.words, weight: 600 });
  chart.write('▁ indistinguishable from the best', right, top - 10, { align: 'right', color: colors.words });
  context.globalAlpha = BAND;
  chart.fillPolygon([...line(high), ...line(low).reverse()], color);
  context.globalAlpha = 1;
  chart.polyline(line(recall), color);
  xs.forEach((x, i) => {
    const [from, to] = [i - 1, i + 1].map((other) => Math.round((x + (xs[other] ?? x)) / 2)); // whole pixels leave no seams
    if (tied[i]) chart.fillRect(color, from, bottom - TIED, to - from, TIED);
  });
  const index = indexOf(columns, value);
  chart.dot(xs[index], y.at(recall[index]));
}
