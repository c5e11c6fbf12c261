// A signal of a document: the similarity, or another value, at each gap between two sentences.

import { indexIn } from '../core/arrays.js';

/**
 * Return the value of the gap at an offset, or NaN.
 *
 * @param {import('../core/unpack.js').Signal|undefined} signal
 * @param {number} offset
 */
export function valueAt(signal, offset) {
  const gap = signal ? indexIn(signal.gaps, offset) : -1;
  return signal && gap >= 0 ? signal.scores[gap] : NaN;
}
