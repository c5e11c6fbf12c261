// The scale of the curves in the figure: their values, or quantiles of the document's gaps.

import { clamp, extent } from '../core/arrays.js';
import { quantilesOf, shareBelow, thresholdAt } from '../data/lane_curves.js';
import { onStep, padded } from '../chart/scales.js';

/** @import { Signal } from '../core/unpack.js' */
/** @import { Measure } from '../data/lane_curves.js' */
/** @import { Range } from '../chart/scales.js' */

const WHOLE = /** @type {Range} */ ([-0.02, 1.02]); // levels of quantiles
const LEAST_PROBABILITIES = [0, 0.5]; // that the axis covers: small ones look small
const DECIMALS = 3; // of a threshold that is set by its quantile: tenths of a percent

export const SCALES = /** @type {const} */ (['similarity', 'quantile']);

export class CurveScale {
  /** @param {string} name  of `SCALES` */
  constructor(name) {
    this.isQuantile = name === 'quantile';
  }

  /** Return a signal with its scores on this scale. @param {Signal} signal */
  of(signal) { return this.isQuantile ? quantilesOf(signal) : signal; }

  /** Return the place of a similarity threshold on this scale. @param {Signal} signal  @param {number} threshold */
  place(signal, threshold) { return this.isQuantile ? shareBelow(signal, threshold) : threshold; }

  /**
   * Return the similarity threshold at a place, as the control of a lane takes it.
   *
   * @param {Signal} signal
   * @param {number} place
   * @param {{low: number, high: number, step: number}} control
   */
  threshold(signal, place, { low, high, step }) {
    if (!this.isQuantile) return onStep(place, [low, high, step]);
    return clamp(Number(thresholdAt(signal, place).toFixed(DECIMALS)), low, high);
  }

  /**
   * Return the lowest and highest place drawn of each measure. Similarity and cohesion have one axis, probability and
   * distance another.
   *
   * @param {{signal: Signal, measure: Measure}[]} curves
   * @param {{measure: Measure, place: number}[]} thresholds
   * @returns {Record<Measure, Range>}
   */
  levels(curves, thresholds) {
    const of = (/** @type {Measure[]} */ measures) => {
      if (this.isQuantile) return WHOLE;
      const scores = curves.filter(({ measure }) => measures.includes(measure)).map(({ signal }) => signal.scores);
      const places = thresholds.filter(({ measure }) => measures.includes(measure)).map(({ place }) => place);
      return padded(extent(...scores, places, scores.length && measures.includes('probability') ? LEAST_PROBABILITIES : []) ?? [0, 1]);
    };
    const [similarity, probability] = [of(['similarity', 'cohesion']), of(['probability', 'distance'])];
    return { similarity, cohesion: similarity, probability, distance: probability };
  }
}
