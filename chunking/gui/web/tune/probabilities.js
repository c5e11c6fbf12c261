// The probability of a boundary at each gap, where the strategy knows it.

import { indexIn } from '../core/arrays.js';
import { store } from '../core/store.js';

/** @import { Probabilities } from '../core/unpack.js' */
/** @import { Manual } from './manual_boundaries.js' */

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
  return row < 0 ? 'probability below 0.01' : `probability ${(probabilities.percents[row] / 100).toFixed(2)}`;
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
