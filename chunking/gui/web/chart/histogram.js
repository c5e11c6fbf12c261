// Small histograms of chunk sizes, as SVG.

import { setAttribute } from '../core/dom.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * Return how many values are in each of equal bins from 0 to `high`.
 *
 * @param {ArrayLike<number>} values
 * @param {number} high
 * @param {number} bins
 * @returns {number[]}
 */
export function binned(values, high, bins) {
  const counts = new Array(bins).fill(0);
  for (let i = 0; i < values.length; i++) counts[Math.min(bins - 1, Math.floor((values[i] / Math.max(1, high)) * bins))]++;
  return counts;
}

/** Return the outline of bars as the path of an SVG: one unit wide each. @type {(counts: number[], height: number) => string} */
export function barsPath(counts, height) {
  const most = Math.max(1, ...counts);
  return counts.map((count, i) => {
    const high = count ? Math.max(height * 0.08, (count / most) * height) : 0;
    return count ? `M${i} ${height}v${-rounded(high)}h0.8v${rounded(high)}z` : '';
  }).join('');
}

const rounded = (/** @type {number} */ value) => Number(value.toFixed(2));

/** A histogram that is updated in place. */
export class Histogram {
  /** @param {number} bins  @param {number} height */
  constructor(bins, height) {
    this.height = height;
    this.path = document.createElementNS(SVG, 'path');
    this.root = document.createElementNS(SVG, 'svg');
    const about = { viewBox: `0 0 ${bins} ${height}`, preserveAspectRatio: 'none', class: 'size-bars', 'aria-hidden': 'true' };
    for (const [name, value] of Object.entries(about)) this.root.setAttribute(name, value);
    this.root.append(this.path);
  }

  /** @param {number[]} counts */
  show(counts) {
    setAttribute(this.path, 'd', barsPath(counts, this.height));
  }
}
