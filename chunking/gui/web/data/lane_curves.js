// The similarity curves of lanes, and their thresholds.

import { pendingValue } from '../core/channel.js';
import { rounded } from '../core/format.js';
import { store } from '../core/store.js';
import { quantilesOf } from './quantiles.js';
import { similarityAt } from './signals.js';

/** @import { Signal } from '../core/unpack.js' */

/** Return the threshold of a lane, also while it is being set; null without one. */
export const thresholdOf = ({ letter, threshold }) => (threshold === null || threshold === undefined
  ? null : pendingValue(letter, 'threshold') ?? threshold);

/** Return the control of a lane's threshold; undefined where a rule computes it. */
export const thresholdControl = ({ form }) => form?.fields.find(({ name, kind }) => name === 'threshold' && kind === 'slider');

/**
 * Return each curve once, with its lanes.
 *
 * A curve has the color of the lane that it splits, or null where several do, or none.
 *
 * @returns {{signal: Signal, lanes: object[], color: number|null}[]}
 */
export function curvesOf(ready) {
  const found = new Map();
  for (const lane of ready) {
    const signal = store.signals.get(lane.signal);
    if (!signal) continue;
    if (!found.has(lane.signal)) found.set(lane.signal, { signal, lanes: [] });
    if (lane.model) found.get(lane.signal).lanes.push(lane);
  }
  return [...found.values()].map((curve) => ({
    ...curve, color: curve.lanes.length === 1 ? curve.lanes[0].color : null,
  }));
}

/** Return the similarity of a curve at an offset with its quantile: "0.83, quantile 0.12"; '' where there is none. */
export function similarityText(signal, offset) {
  const score = similarityAt(signal, offset);
  if (Number.isNaN(score)) return '';
  return `${rounded(score, 2)}, quantile ${rounded(similarityAt(quantilesOf(signal), offset), 2)}`;
}
