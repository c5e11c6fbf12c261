// The probability of a boundary at each gap, where the strategy knows it: labels, a band under the curve, faint marks.

import { indexIn } from '../core/arrays.js';
import { make } from '../core/dom.js';
import { glyphOf } from '../core/reasons.js';
import { store } from '../core/store.js';
import { valueAt } from '../data/lane_curves.js';
import { addShape } from '../chart/glyph_shapes.js';
import { newPath } from '../chart/svg_context.js';

/** @import { Probabilities } from '../core/unpack.js' */
/** @import { Manual } from './manual_boundaries.js' */
/** @import { SimilarityCurve } from './similarity_curve.js' */

/** @typedef {{document: string, form: {strategy: string}}} About  what a chunking is about */

/** Return the details of Tune if they are about a chunking's document and strategy. @param {About} [chunking] */
function detailsOf(chunking) {
  const { details } = store;
  return details && details.document === chunking?.document && details.strategy === chunking.form.strategy ? details : undefined;
}

/** Return the probabilities of a chunking; undefined where there are none. @param {About} [chunking] */
export const probabilitiesOf = (chunking) => store.probabilities.get(detailsOf(chunking)?.probabilities ?? '');

/**
 * Return the probability of a boundary at an offset, as a label; '' where probabilities are not known.
 *
 * @type {(probabilities: Probabilities|undefined, offset: number) => string}
 */
export function probabilityText(probabilities, offset) {
  if (!probabilities) return '';
  const row = indexIn(probabilities.offsets, offset);
  const percent = row < 0 ? 0 : probabilities.percents[row];
  return percent ? `probability ${(percent / 100).toFixed(2)}` : 'probability < 0.01';
}

const LEAST_UNCERTAIN = 5; // percent from either end, below which a label would tell little

/**
 * Return the gaps whose labels would tell most, the best first: those that are undecided and most uncertain.
 *
 * The label of a gap is known once the segmentation is, so what it tells about the segmentation is its own entropy,
 * which is highest at a probability of one half.
 *
 * @param {Probabilities|undefined} probabilities
 * @param {Manual} manual
 * @returns {number[]} offsets
 */
export function uncertainGaps(probabilities, manual) {
  if (!probabilities) return [];
  const { offsets, percents } = probabilities, certainty = (/** @type {number} */ row) => Math.abs(percents[row] - 50);
  return [...offsets.keys()]
    .filter((row) => certainty(row) <= 50 - LEAST_UNCERTAIN)
    .filter((row) => !manual.required.has(offsets[row]) && !manual.forbidden.has(offsets[row]))
    .sort((one, other) => certainty(one) - certainty(other))
    .map((row) => offsets[row]);
}

const BAND = 0.6; // share of the plot that a probability of 1 takes
const LEAST_MARK = 5; // percent from which on a gap has a faint mark
const ROOM = 5; // pixels that a mark needs
const FAINTEST = 0.4; // opacity at a probability of 0

/** @param {number} percent */
const opacityOf = (percent) => FAINTEST + (1 - FAINTEST) * (percent / 100);

/** @param {SimilarityCurve} chart */
const inkOf = (chart) => chart.colors.inks.optimum || chart.colors.muted;

/** Draw a bar at each gap, the higher the more probable; those of boundaries are opaque. @param {SimilarityCurve} chart */
export function drawBand(chart) {
  const { probabilities, bottom } = chart;
  if (!probabilities) return;
  const { offsets, percents } = probabilities, [first, last] = chart.inView(offsets);
  const columns = new Map(); // the most probable gap of each column of pixels
  for (let i = first; i < last; i++) {
    const x = Math.round(chart.x(offsets[i])), before = columns.get(x);
    if (before === undefined || percents[i] > percents[before]) columns.set(x, i);
  }
  const full = BAND * (bottom - chart.top), width = columns.size * 4 > chart.right - chart.left ? 1 : 3;
  for (const [x, i] of columns) {
    const height = Math.max(1, (full * percents[i]) / 100), isCut = indexIn(chart.cuts.offsets, offsets[i]) >= 0;
    chart.fillRect(inkOf(chart), x - width / 2, bottom - height, width, height, isCut ? 1 : opacityOf(percents[i]));
  }
}

/** Draw a faint mark at each probable gap that is no boundary, while there is room for them. @param {SimilarityCurve} chart */
export function drawProbable(chart) {
  const { probabilities, context, signal } = chart;
  if (!probabilities || !signal || chart.dense) return;
  const { offsets, percents } = probabilities, [first, last] = chart.inView(offsets), found = [];
  for (let i = first; i < last; i++) {
    if (percents[i] >= LEAST_MARK && indexIn(chart.cuts.offsets, offsets[i]) < 0) found.push(i);
  }
  if (found.length * ROOM > chart.right - chart.left) return;
  context.fillStyle = inkOf(chart);
  for (const i of found) {
    const score = valueAt(signal, offsets[i]);
    if (Number.isNaN(score)) continue;
    const path = newPath(context);
    addShape(path, glyphOf('optimum'), chart.x(offsets[i]), chart.y(score), 2.3 + 2 * (percents[i] / 100));
    context.globalAlpha = opacityOf(percents[i]);
    context.fill(path);
  }
  context.globalAlpha = 1;
}

/** Make the legend entry of the band. */
export function makeProbabilityEntry() {
  const sign = make('span', { class: 'glyph', 'aria-hidden': 'true' }, '▂▅');
  sign.style.color = 'var(--ink-optimum)';
  const title = 'Bars and faint marks: probability of a boundary at each gap, without size limits';
  return make('span', { class: 'entry', title }, sign, ' probability');
}
