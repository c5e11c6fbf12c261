// The gap between two sentences that a point on the screen means.

import { firstIndex } from '../core/arrays.js';
import { rectAt, rectBefore } from '../text/character_positions.js';

const OTHER_LINE = 10_000; // farther than any place on the same line

/**
 * Return the gap nearest to a point, or undefined where none is near.
 *
 * @param {Element} core  the text
 * @param {number} start  offset of its first character
 * @param {ArrayLike<number>} gaps  ascending offsets
 * @param {[number, number]} part  the first gap in the text and the one after the last
 * @param {[number, number]} point  in the window
 * @param {number} within  pixels on the gap's line
 * @returns {number|undefined}
 */
export function gapAt(core, start, gaps, [first, last], [x, y], within) {
  const near = nearestGap(first, last, (i) => rectAt(core, gaps[i] - start), x, y);
  let best, least = within;
  for (let i = Math.max(first, near - 1); i < Math.min(last, near + 1); i++) {
    const above = rectBefore(core, gaps[i] - start), below = rectAt(core, gaps[i] - start);
    // Between two paragraphs there is nothing else that could be meant.
    if (above && below && y > above.bottom && y < below.top) return gaps[i];
    for (const [rect, edge] of [[below, below?.left], [above, above?.right]]) {
      if (!(rect instanceof DOMRect) || typeof edge !== 'number') continue;
      const away = Math.abs(x - edge) + OTHER_LINE * linesOff(rect, y);
      if (away <= least) [best, least] = [gaps[i], away];
    }
  }
  return best;
}

/**
 * Return the first of the indices whose rectangle comes after a point in reading order.
 *
 * @param {number} first
 * @param {number} last
 * @param {(i: number) => {left: number, top: number, bottom: number}|undefined} rectOf
 * @param {number} x
 * @param {number} y
 */
export function nearestGap(first, last, rectOf, x, y) {
  return firstIndex(last, (i) => {
    const rect = rectOf(i);
    return !rect || (rect.bottom > y && (rect.top > y || rect.left > x));
  }, first);
}

/** @param {DOMRect} rect  @param {number} y */
function linesOff(rect, y) {
  return Math.max(0, Math.ceil((rect.top - 2 - y) / rect.height), Math.ceil((y - rect.bottom - 2) / rect.height));
}
