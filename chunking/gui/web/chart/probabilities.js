// The probability of a boundary at each gap, where the strategy knows it.

import { indexIn } from '../core/arrays.js';
import { store } from '../core/store.js';

/**
 * @typedef {object} Probabilities
 * @property {Int32Array} offsets  of the gaps with a probability of at least 1 %, ascending
 * @property {Uint8Array} percents
 */

/** Return the details of Tune if they are about a chunking's document and strategy. */
export function detailsOf(chunking) {
  const { details } = store;
  return details?.document === chunking?.document && details?.strategy === chunking?.form.strategy ? details : undefined;
}

/** Return the probabilities of a chunking; undefined where there are none. @returns {Probabilities|undefined} */
export const probabilitiesOf = (chunking) => store.probabilities.get(detailsOf(chunking)?.probabilities);

/** Return the probability of a boundary at an offset, as a label; '' where probabilities are not known. */
export function probabilityText(probabilities, offset) {
  if (!probabilities) return '';
  const row = indexIn(probabilities.offsets, offset);
  return row < 0 ? 'probability below 0.01' : `probability ${(probabilities.percents[row] / 100).toFixed(2)}`;
}
