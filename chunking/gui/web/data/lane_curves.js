// The curves of lanes: what decides their boundaries, else the similarities of the document; and their thresholds.

import { countUpTo } from '../core/arrays.js';
import { pendingValue } from '../core/channel.js';
import { rounded } from '../core/format.js';
import { store } from '../core/store.js';
import { quantilesOf } from './quantiles.js';
import { valueAt } from './signals.js';

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
