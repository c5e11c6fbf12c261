// The quantile scale: a similarity as its rank among the gaps of the document (chunking/signals/quantiles.py).

import { clamp, countUpTo } from '../core/arrays.js';

const BEYOND = 0.001; // of the lowest or the highest similarity

const ranked = new WeakMap(); // what is known of each signal: its sorted scores, and its quantiles

// Return the number of values below `value` in an ascending list.
function countBelow(list, value) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] < value) low = middle + 1; else high = middle;
  }
  return low;
}

function ranks(signal) {
  let found = ranked.get(signal);
  if (!found) {
    const sorted = signal.scores.filter((score) => !Number.isNaN(score)).sort();
    const share = (score) => (countBelow(sorted, score) + countUpTo(sorted, score)) / (2 * sorted.length);
    found = { sorted, quantiles: signal.scores.map((score) => (Number.isNaN(score) ? NaN : share(score))) };
    ranked.set(signal, found);
  }
  return found;
}

/**
 * Return the same gaps with quantiles as scores.
 *
 * @param {import('../core/unpack.js').Signal} signal
 * @returns {import('../core/unpack.js').Signal}
 */
export function quantilesOf(signal) {
  const found = ranks(signal);
  return found.signal ??= { ...signal, scores: found.quantiles };
}

/** Return the number of gaps below a threshold, and of all gaps. */
export function gapsBelow(signal, threshold) {
  const { sorted } = ranks(signal);
  // Scores have single precision: 0.7 is not below 0.7.
  return [countBelow(sorted, Math.fround(threshold)), sorted.length];
}

/** Return the share of gaps below a threshold: above the quantiles of exactly these gaps. */
export function shareBelow(signal, threshold) {
  const [below, all] = gapsBelow(signal, threshold);
  return all ? below / all : NaN;
}

/** Return the threshold below which a share of the gaps lies: between the similarities of two gaps, or just beyond. */
export function thresholdAt(signal, share) {
  const { sorted } = ranks(signal), below = Math.round(clamp(share, 0, 1) * sorted.length);
  const lower = sorted[below - 1] ?? sorted[0] - 2 * BEYOND, upper = sorted[below] ?? lower + 2 * BEYOND;
  return (lower + upper) / 2;
}
