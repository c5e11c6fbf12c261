// One text split at the boundaries of all lanes: a segment lies between two boundaries of any lane.

import { countUpTo } from '../core/arrays.js';

/** @import { Chunks } from '../core/unpack.js' */

/**
 * @typedef {object} Segments
 * @property {number[]} starts
 * @property {number[]} places  of each start, the first character that is no blank space
 * @property {number[]} ends  without the blank space before the next boundary
 * @property {number[][]} chunks  of each segment, the chunk of each lane that starts there, or -1
 * @property {number[][]} holders  of each segment, the chunk of each lane that holds it, or -1
 * @property {number[]} inner  segments that begin with a boundary: all but the start of the text
 * @property {number[]} differing  those of them where not all lanes have one
 */

// Two boundaries with only blank space between them are the same boundary, whichever side of the blank
// lines a strategy starts its chunk.
/** @type {(text: string, offset: number) => number} */
function textFrom(text, offset) {
  const letter = /\S/g;
  letter.lastIndex = offset;
  return letter.exec(text)?.index ?? text.length;
}

const placesOf = /** @type {WeakMap<Chunks, number[]>} */ (new WeakMap()); // of lanes that have not changed

/** Return the place of the start of each chunk. @type {(text: string, lane: Chunks) => number[]} */
function placesIn(text, lane) {
  const found = placesOf.get(lane) ?? Array.from(lane.starts, (start) => textFrom(text, start));
  placesOf.set(lane, found);
  return found;
}

/** @param {string} text  @param {Chunks[]} lanes */
function edgesOf(text, lanes) {
  const found = /** @type {Map<number, {place: number, start: number, chunks: number[]}>} */ (new Map());
  lanes.forEach((lane, column) => {
    const places = placesIn(text, lane);
    for (let chunk = 0; chunk < lane.count; chunk++) {
      const start = lane.starts[chunk], place = places[chunk];
      let edge = found.get(place);
      if (!edge) found.set(place, edge = { place, start, chunks: lanes.map(() => -1) });
      edge.start = Math.min(edge.start, start);
      edge.chunks[column] = chunk;
    }
  });
  if (!found.size) return [{ place: 0, start: 0, chunks: lanes.map(() => -1) }];
  return [...found.values()].sort((a, b) => a.place - b.place);
}

// A lane may end before the text does, or leave a part out: that is in no chunk of it.
/** @type {(lane: Chunks, place: number) => number} */
function holderOf(lane, place) {
  const chunk = countUpTo(lane.starts, place) - 1;
  return chunk >= 0 && place < lane.ends[chunk] ? chunk : -1;
}

/** Split a text at the boundaries of all lanes. @type {(text: string, lanes: Chunks[]) => Segments} */
export function segmentsOf(text, lanes) {
  const edges = edgesOf(text, lanes);
  const starts = edges.map((edge, i) => (i ? edge.start : 0)), places = edges.map(({ place }) => place);
  const ends = starts.map((start, i) => {
    let end = i + 1 < starts.length ? starts[i + 1] : text.length;
    while (end > start && /\s/.test(text[end - 1])) end--;
    return end;
  });
  const chunks = edges.map((edge) => edge.chunks);
  const holders = places.map((place) => lanes.map((lane) => holderOf(lane, place)));
  const inner = starts.map((_, i) => i).filter((i) => chunks[i].some((chunk) => chunk > 0));
  const differing = inner.filter((i) => chunks[i].some((chunk) => chunk < 0));
  return { starts, places, ends, chunks, holders, inner, differing };
}
