// The quantile scale: a similarity as its rank among the gaps of the document (chunking/signals/quantiles.py).

import { clamp, countUpTo, firstIndex } from '../core/arrays.js';

/** @import { Signal } from '../core/unpack.js' */

const BEYOND = 0.001; // of the lowest or the highest similarity

/** @typedef {{sorted: Float32Array, quantiles: Signal}} Ranks  what is known of a signal: its sorted scores, and its quantiles */
const known = /** @type {WeakMap<Signal, Ranks>} */ (new WeakMap());

/** Return the number of values below `value` in an ascending list. @type {(list: Float32Array, value: number) => number} */
const countBelow = (list, value) => firstIndex(list.length, (i) => list[i] >= value);

/** @param {Signal} signal */
function ranksOf(signal) {
  let found = known.get(signal);
  if (!found) {
    const sorted = signal.scores.filter((score) => !Number.isNaN(score)).sort();
    const share = (/** @type {number} */ score) => (countBelow(sorted, score) + countUpTo(sorted, score)) / (2 * sorted.length);
    const scores = signal.scores.map((score) => (Number.isNaN(score) ? NaN : share(score)));
    found = { sorted, quantiles: { ...signal, scores } };
    known.set(signal, found);
  }
  return found;
}

/** Return the same gaps with quantiles as scores. @param {Signal} signal */
export const quantilesOf = (signal) => ranksOf(signal).quantiles;

/** Return the number of gaps below a threshold, and of all gaps. @type {(signal: Signal, threshold: number) => [number, number]} */
export function gapsBelow(signal, threshold) {
  const { sorted } = ranksOf(signal);
  // Scores have single precision: 0.7 is not below 0.7.
  return [countBelow(sorted, Math.fround(threshold)), sorted.length];
}

/**
 * Return the share of gaps below a threshold: above the quantiles of exactly these gaps.
 *
 * @type {(signal: Signal, threshold: number) => number}
 */
export function shareBelow(signal, threshold) {
  const [below, all] = gapsBelow(signal, threshold);
  return all ? below / all : NaN;
}

/**
 * Return the threshold below which a share of the gaps lies: between the similarities of two gaps, or just beyond.
 *
 * @type {(signal: Signal, share: number) => number}
 */
export function thresholdAt(signal, share) {
  const { sorted } = ranksOf(signal), below = Math.round(clamp(share, 0, 1) * sorted.length);
  const lower = sorted[below - 1] ?? sorted[0] - 2 * BEYOND, upper = sorted[below] ?? lower + 2 * BEYOND;
  return (lower + upper) / 2;
}
