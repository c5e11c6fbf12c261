// The scale of the curves in the figure: similarities, or quantiles of the document's gaps.

import { clamp, extent } from '../core/arrays.js';
import { quantilesOf, shareBelow, thresholdAt } from '../data/quantiles.js';
import { onStep, padded } from '../chart/scales.js';

/** @import { Signal } from '../core/unpack.js' */
/** @import { Range } from '../chart/scales.js' */

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

  /** Return the lowest and highest place drawn. @param {{signal: Signal}[]} curves  @param {number[]} places  @returns {Range} */
  levels(curves, places) {
    if (this.isQuantile) return [-0.02, 1.02];
    return padded(extent(...curves.map(({ signal }) => signal.scores), places) ?? [0, 1]);
  }
}
