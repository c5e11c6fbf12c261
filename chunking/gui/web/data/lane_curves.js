// The curves of lanes: what decides their boundaries, else the similarities of the document; and their thresholds.

import { clamp, countUpTo, firstIndex, indexIn } from '../core/arrays.js';
import { pendingValue } from '../core/channel.js';
import { rounded } from '../core/format.js';
import { store } from '../core/store.js';

/** @import { Signal } from '../core/unpack.js' */
/** @import { Lane, ReadyLane } from './comparison.js' */

/** @typedef {ReadyLane['measure']} Measure */
/** @typedef {{signal: Signal, measure: Measure, model: string, lanes: ReadyLane[]}} Curve  of one or several lanes */

/** Return the curve of a lane; undefined before it is known. @param {{signal: string|null}} lane */
export const signalOf = ({ signal }) => store.signals.get(signal ?? '');

/** Return the values that the threshold of a lane lies among; undefined while they grow. @param {Lane} lane */
export const scoresOf = (lane) => (lane.ready && !lane.message ? signalOf(lane)?.scores : undefined);

/**
 * Return the threshold of a lane, also while it is being set; null without one, or where it is off.
 *
 * @type {(lane: {letter: string, threshold?: number|null}) => number|null}
 */
export function thresholdOf({ letter, threshold }) {
  if (threshold === null || threshold === undefined) return null;
  const value = pendingValue(letter, 'threshold') ?? threshold;
  return value > -1 ? value : null;
}

/** Return the control of a lane's threshold; undefined where a rule computes it. @param {ReadyLane} lane */
export const thresholdControl = ({ form }) =>
  form?.fields.filter((field) => field.kind === 'slider').find(({ name }) => name === 'threshold');

/** Return each curve once, with its lanes. @param {ReadyLane[]} ready  @returns {Curve[]} */
export function curvesOf(ready) {
  return [...new Set(ready.map((lane) => lane.signal))].flatMap((id) => {
    const lanes = ready.filter((lane) => lane.signal === id), signal = signalOf({ signal: id });
    return signal ? [{ signal, measure: lanes[0].measure, model: lanes[0].model, lanes }] : [];
  });
}

/**
 * Return the height of a curve at an offset, between two gaps on the line that joins them; NaN beyond its ends.
 *
 * @param {Signal} signal
 * @param {number} offset
 */
export function heightAt({ gaps, scores }, offset) {
  const after = countUpTo(gaps, offset), before = after - 1;
  if (before < 0) return NaN;
  if (gaps[before] === offset) return scores[before];
  if (after === gaps.length) return NaN;
  const share = (offset - gaps[before]) / (gaps[after] - gaps[before]);
  return scores[before] + share * (scores[after] - scores[before]);
}

/**
 * Return the value of a lane's curve at an offset: "similarity 0.83", with its quantile on that scale; "inside a
 * sentence" between two gaps, and '' where there is none.
 *
 * @param {{measure: Measure}} lane
 * @param {Signal|undefined} signal
 * @param {number} offset
 * @param {boolean} withQuantile
 */
export function valueText({ measure }, signal, offset, withQuantile) {
  if (!signal) return '';
  const value = valueAt(signal, offset);
  if (Number.isNaN(value)) return Number.isNaN(heightAt(signal, offset)) ? '' : 'inside a sentence';
  const text = `${measure} ${rounded(value, 2)}`;
  return withQuantile ? `${text}, quantile ${rounded(valueAt(quantilesOf(signal), offset), 2)}` : text;
}

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
