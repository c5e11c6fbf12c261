// The curves of the lanes on the scale of the figure: similarities, or quantiles of the document's gaps.

import { extent } from '../core/arrays.js';
import { pendingValue } from '../core/channel.js';
import { rounded } from '../core/format.js';
import { store } from '../core/store.js';
import { quantilesOf, shareBelow, thresholdAt } from './quantiles.js';
import { similarityAt } from './signals.js';

const TENTH_OF_PERCENT = 3; // decimals of a threshold that is set by its quantile

export const SCALES = ['similarity', 'quantile'];

/** The threshold of a lane, also while it is being set; null without one. */
export const thresholdOf = ({ letter, threshold }) => (threshold === null || threshold === undefined
  ? null : pendingValue(letter, 'threshold') ?? threshold);

/** Return the control of a lane's threshold; undefined where a rule computes it. */
export const controlOf = ({ form }) => form?.fields.find(({ name, kind }) => name === 'threshold' && kind === 'slider');

/**
 * Return each curve once, with its lanes.
 *
 * A curve has the color of the lane that it splits, or null where several do, or none.
 *
 * @returns {{signal: import('../core/unpack.js').Signal, lanes: object[], color: number|null}[]}
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

export class CurveScale {
  /** @param {string} name  of `SCALES` */
  constructor(name) {
    this.name = name;
    this.isQuantile = name === 'quantile';
  }

  /** Return a signal with its scores on this scale. */
  of(signal) { return this.isQuantile ? quantilesOf(signal) : signal; }

  /** Return the place of a similarity threshold on this scale. */
  place(signal, threshold) { return this.isQuantile ? shareBelow(signal, threshold) : threshold; }

  /** Return the similarity threshold at a place, as the control of a lane takes it. */
  threshold(signal, place, { low, high, step }) {
    const value = this.isQuantile ? Number(thresholdAt(signal, place).toFixed(TENTH_OF_PERCENT))
      : Number((Math.round(place / step) * step).toFixed(4));
    return Math.max(low, Math.min(high, value));
  }

  /** Return the lowest and highest place drawn. */
  levels(curves, places) {
    if (this.isQuantile) return [-0.02, 1.02];
    const [low, high] = extent(...curves.map(({ signal }) => signal.scores), places) ?? [0, 1];
    const air = Math.max(0.02, (high - low) * 0.05);
    return [low - air, high + air];
  }
}

/** Return the similarity of a curve at an offset with its quantile: "0.83, quantile 0.12"; '' where there is none. */
export function similarityText(signal, offset) {
  const score = similarityAt(signal, offset);
  if (Number.isNaN(score)) return '';
  return `${rounded(score, 2)}, quantile ${rounded(similarityAt(quantilesOf(signal), offset), 2)}`;
}
