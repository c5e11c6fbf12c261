// The similarity curves of lanes, and their thresholds.

import { pendingValue } from '../core/channel.js';
import { rounded } from '../core/format.js';
import { store } from '../core/store.js';
import { quantilesOf } from './quantiles.js';
import { similarityAt } from './signals.js';

/** @import { Signal } from '../core/unpack.js' */
/** @import { ReadyLane } from './comparison.js' */

/** @typedef {{signal: Signal, lanes: ReadyLane[], color: number|null}} Curve  in the color of the lane that it splits, if it is one */

/**
 * Return the threshold of a lane, also while it is being set; null without one.
 *
 * @type {(lane: {letter: string, threshold?: number|null}) => number|null}
 */
export const thresholdOf = ({ letter, threshold }) => (threshold === null || threshold === undefined
  ? null : pendingValue(letter, 'threshold') ?? threshold);

/** Return the control of a lane's threshold; undefined where a rule computes it. @param {ReadyLane} lane */
export const thresholdControl = ({ form }) =>
  form?.fields.filter((field) => field.kind === 'slider').find(({ name }) => name === 'threshold');

/** Return each curve once, with its lanes. @param {ReadyLane[]} ready  @returns {Curve[]} */
export function curvesOf(ready) {
  return [...new Set(ready.map((lane) => lane.signal))].flatMap((id) => {
    const signal = store.signals.get(id ?? ''), lanes = ready.filter((lane) => lane.signal === id && lane.model);
    return signal ? [{ signal, lanes, color: lanes.length === 1 ? lanes[0].color : null }] : [];
  });
}

/**
 * Return the similarity of a curve at an offset with its quantile: "0.83, quantile 0.12"; '' where there is none.
 *
 * @type {(signal: Signal, offset: number) => string}
 */
export function similarityText(signal, offset) {
  const score = similarityAt(signal, offset);
  if (Number.isNaN(score)) return '';
  return `${rounded(score, 2)}, quantile ${rounded(similarityAt(quantilesOf(signal), offset), 2)}`;
}
