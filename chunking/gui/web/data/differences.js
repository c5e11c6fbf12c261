// Where lanes differ: the stops on the way through the differences, and what became of each boundary.

import { countOf } from '../core/format.js';

/** @import { Segments } from './segments.js' */

/**
 * @typedef {object} Differences
 * @property {number[][]} stops  the segments of each difference: a moved boundary has two
 * @property {Map<number, string>} marks  what became of the boundary before a segment, in words
 * @property {Set<number>} segments  all segments of the stops
 */

/** @type {(stops: number[][], marks?: Map<number, string>) => Differences} */
const makeDifferences = (stops, marks = new Map()) => ({ stops, marks, segments: new Set(stops.flat()) });

/** Return the places where not all lanes have a boundary. @param {Segments} segments */
export const amongAll = (segments) => makeDifferences(segments.differing.map((i) => [i]));

/**
 * Return the differences between two lanes.
 *
 * @param {Segments} segments
 * @param {{moved: number[][], removed: number[], added: number[]}} changes  indices of boundaries
 * @param {[number, number]} pair  the columns of the two lanes
 */
export function betweenTwo(segments, changes, pair) {
  const [left, right] = pair.map((column) => new Map(segments.chunks.map((chunks, i) => [chunks[column], i])));
  const stops = /** @type {number[][]} */ ([]), marks = new Map();
  const add = (/** @type {(number|undefined)[]} */ segmentsThere, /** @type {string} */ words) => {
    const places = segmentsThere.filter((place) => place !== undefined);
    if (places.length < segmentsThere.length) return; // imported chunks may begin at one place twice
    stops.push(places.sort((a, b) => a - b));
    for (const place of places) marks.set(place, words);
  };
  for (const boundary of changes.removed) add([left.get(boundary + 1)], 'removed');
  for (const boundary of changes.added) add([right.get(boundary + 1)], 'added');
  for (const [from, to, tokens] of changes.moved) {
    add([left.get(from + 1), right.get(to + 1)], `moved by ${countOf(tokens, 'token')}`);
  }
  return makeDifferences(stops.sort((a, b) => a[0] - b[0]), marks);
}

/**
 * Return the part of an eighth of the text with the most differences, and the stop in its middle.
 *
 * @param {number[][]} stops
 * @param {ArrayLike<number>} starts  offsets of segments
 * @param {number} length  of the text
 * @returns {{stop: number, count: number, from: number, until: number}}  `stop` is -1 without any; the
 *   offsets of the first and the last difference of the part
 */
export function densest(stops, starts, length) {
  const reach = Math.round(length / 16), at = stops.map(([first]) => starts[first]);
  let best = { stop: -1, count: 0, from: 0, until: 0 };
  for (let i = 0, from = 0, to = 0; i < at.length; i++) {
    while (at[from] < at[i] - reach) from++;
    while (to < at.length && at[to] <= at[i] + reach) to++;
    if (to - from > best.count) best = { stop: i, count: to - from, from: at[from], until: at[to - 1] };
  }
  return best;
}

/** Return each pair of letters once; the chosen pair in its own order. @param {string[]} letters  @param {string[]|null} [chosen] */
export function pairsOf(letters, chosen) {
  return letters.flatMap((one, i) => letters.slice(i + 1).map((other) => (
    chosen?.[0] === other && chosen[1] === one ? [other, one] : [one, other])));
}

/**
 * Return the stop before or after an offset, from the last to the first and back; -1 without any.
 *
 * @param {number[][]} stops
 * @param {ArrayLike<number>} starts  offsets of segments
 * @param {number} offset
 * @param {1|-1} by
 */
export function nextStop(stops, starts, offset, by) {
  if (!stops.length) return -1;
  const at = stops.map(([first]) => starts[first]);
  if (by > 0) return Math.max(0, at.findIndex((start) => start > offset));
  const before = at.findLastIndex((start) => start < offset);
  return before < 0 ? stops.length - 1 : before;
}
