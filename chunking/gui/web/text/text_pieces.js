// The blocks of the text: segments, or with folded text only what surrounds the differences.

const CONTEXT = 240; // characters on each side of a difference

/**
 * @typedef {object} Pieces
 * @property {number[]} starts
 * @property {number[]} ends
 * @property {number[]} segments  the segment of each piece
 * @property {boolean[]} heads  whether it begins its segment
 * @property {boolean[]} folded
 */

/** @import { Segments } from '../data/segments.js' */

/** Return every segment as one piece. @type {(segments: Segments) => Pieces} */
export function wholePieces({ starts, ends }) {
  const segments = starts.map((_, i) => i);
  return { starts, ends, segments, heads: segments.map(() => true), folded: segments.map(() => false) };
}

/**
 * Return the text around differences, and the rest as folds.
 *
 * @param {Segments} segments
 * @param {string} text
 * @param {Set<number>} differing  segments that begin with a difference
 * @param {Set<number>} unfolded  offsets at which unfolded text begins
 * @returns {Pieces}
 */
export function piecesAround({ starts, ends }, text, differing, unfolded) {
  const found = /** @type {Pieces} */ ({ starts: [], ends: [], segments: [], heads: [], folded: [] });
  /** @type {(start: number, end: number, segment: number, folded: boolean) => void} */
  const add = (start, end, segment, folded) => {
    if (end <= start) return;
    const last = found.starts.length - 1;
    if (folded && found.folded[last]) { found.ends[last] = end; return; }
    found.starts.push(start);
    found.ends.push(end);
    found.segments.push(segment);
    found.heads.push(start === starts[segment]);
    found.folded.push(folded);
  };
  starts.forEach((start, i) => {
    const end = ends[i], before = differing.has(i), after = differing.has(i + 1);
    const head = before ? Math.min(end, wordEnd(text, start + CONTEXT)) : start;
    const tail = after ? Math.max(head, wordStart(text, end - CONTEXT)) : end;
    // A fold must be worth its line.
    if ((before || after) && tail - head < CONTEXT) { add(start, end, i, false); return; }
    add(start, head, i, false);
    add(head, tail, i, true);
    add(tail, end, i, false);
  });
  found.folded = found.folded.map((folded, i) => folded && !unfolded.has(found.starts[i]));
  return found;
}

/** @type {(text: string, offset: number) => number} */
function wordEnd(text, offset) {
  let at = offset;
  while (at < text.length && /\S/.test(text[at])) at++;
  return at;
}

/** @type {(text: string, offset: number) => number} */
function wordStart(text, offset) {
  let at = Math.max(0, offset);
  while (at > 0 && /\S/.test(text[at - 1])) at--;
  return at;
}
