// Unpacking of messages: columns of numbers from bytes, offsets from sizes.

/** @import * as M from '../messages.d.ts' */

/**
 * @typedef {object} Signal
 * @property {Int32Array} gaps  offsets at which the right side of each gap starts
 * @property {Int32Array} ends  offsets at which the left side of each gap ends
 * @property {Float32Array} scores  similarities, NaN where there is none
 */

/**
 * @typedef {object} Origin
 * @property {[number, string][]} places  offsets at which pages, chapters or cells begin, and their labels
 * @property {[number, string, string][]} removed  offset, text and reason of what was removed
 */

/**
 * @typedef {object} HeatMap
 * @property {number} count  cells on each side
 * @property {number} low  lowest similarity
 * @property {number} high
 * @property {Int32Array} edges  offsets at which the cells begin, and the end of the last one
 * @property {Uint8Array} shades  of each cell, row by row: 0 for the lowest similarity, 255 for the highest
 */

/**
 * @typedef {object} Outcomes  the result at every value of the main slider
 * @property {string} id
 * @property {number[]} values  ascending values of the slider, fewer than 256
 * @property {number[]} counts  number of chunks at each value
 * @property {number[]} medians  median tokens at each value
 * @property {number[]} largest  most tokens at each value
 * @property {[number, number][]} plateaus  ranges of indices of values with the same boundaries
 * @property {Int32Array} offsets  boundaries, ascending; one row a range in which the boundary is kept
 * @property {Uint8Array} first  index of the first value of each range
 * @property {Uint8Array} last  index of the last one
 */

/**
 * @typedef {object} Probabilities
 * @property {Int32Array} offsets  of the gaps with a probability of at least 1%, ascending
 * @property {Uint8Array} percents
 */

/**
 * @typedef {object} Chunks
 * @property {number} count
 * @property {Int32Array} starts
 * @property {Int32Array} ends
 * @property {ArrayLike<number>} overlaps  characters before each chunk that it repeats
 * @property {number[]} tokens
 * @property {string[]} reasons  why each chunk ends where it does
 * @property {string[]} labels  the same as a short label, such as "0.31 < 0.55"
 * @property {Map<number, string>} oversize  the reason of chunks above the maximum, such as "a table is kept whole"
 * @property {Map<number, Truncation>} unread  chunks that a model truncates
 */

/** @typedef {{at: number, left: number}} Truncation  where a model truncates a chunk, and the tokens it does not embed */

/**
 * @typedef {object} Boundaries  boundary i is the one before chunk i + 1
 * @property {Int32Array} offsets
 * @property {string[]} reasons
 * @property {string[]} labels
 * @property {Int32Array} deciding  offsets of the gaps whose similarity decided
 */

/** @typedef {M.TuneMessage & Chunks & {cuts: Boundaries, suppressed: Int32Array, suppressedBy: string[]}} Chunking */

/**
 * Unpack a column that was packed as different words and one code a row.
 *
 * @template T
 * @param {{words: T[], codes: number[]}} column
 */
const decodeColumn = ({ words, codes }) => codes.map((code) => words[code]);

/** Unpack the columns of chunks: distances and sizes become offsets. @param {M.ChunkColumns} packed  @returns {Chunks} */
export function unpackChunks(packed) {
  const count = packed.sizes.length;
  const starts = new Int32Array(count), ends = new Int32Array(count);
  for (let i = 0, at = 0; i < count; i++) {
    starts[i] = at + packed.leads[i];
    at = ends[i] = starts[i] + packed.sizes[i];
  }
  return {
    count, starts, ends, tokens: packed.tokens,
    overlaps: packed.overlaps || new Int32Array(count),
    reasons: decodeColumn(packed.reasons), labels: decodeColumn(packed.labels),
    oversize: new Map(Object.entries(packed.oversize).flatMap(([why, rows]) => rows.map((row) => [row, why]))),
    unread: new Map(packed.unread.map(([row, at, left]) => [row, { at, left }])),
  };
}

/**
 * Unpack a chunking: its header and the offsets of suppressed candidates.
 *
 * @param {M.TuneMessage} header
 * @param {Uint8Array} [payload]
 * @returns {Chunking}
 */
export function unpackChunking(header, payload = new Uint8Array()) {
  const chunks = unpackChunks(header.chunks), offsets = chunks.starts.subarray(1), deciding = offsets.slice();
  for (const [row, offset] of header.chunks.below) deciding[row] = offset;
  return {
    ...header, ...chunks,
    suppressed: new Int32Array(payload.slice().buffer), suppressedBy: decodeColumn(header.suppressed_by),
    cuts: { offsets, reasons: chunks.reasons.slice(0, -1), labels: chunks.labels, deciding },
  };
}

/** @returns {Signal} */
export function unpackSignal(/** @type {Uint8Array} */ bytes, /** @type {number} */ count) {
  const column = (/** @type {number} */ n) => bytes.slice(4 * n * count, 4 * (n + 1) * count).buffer;
  return { gaps: new Int32Array(column(0)), ends: new Int32Array(column(1)), scores: new Float32Array(column(2)) };
}

// A byte order mark is a character like any other: dropping it would shift every offset.
export const unpackDocument = (/** @type {Uint8Array} */ bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

/** @returns {HeatMap} */
export function unpackHeatMap(/** @type {M.HeatMessage} */ { count, low, high }, /** @type {Uint8Array} */ bytes) {
  const split = 4 * (count + 1);
  return { count, low, high, edges: new Int32Array(bytes.slice(0, split).buffer), shades: bytes.slice(split) };
}

/** @returns {Outcomes} */
export function unpackOutcomes(/** @type {M.OutcomesMessage} */ { id, columns }, /** @type {Uint8Array} */ bytes) {
  const { lives, ...others } = columns, { buffer } = bytes.slice();
  return {
    ...others, id,
    offsets: new Int32Array(buffer, 0, lives),
    first: new Uint8Array(buffer, 4 * lives, lives),
    last: new Uint8Array(buffer, 5 * lives, lives),
  };
}

/** @returns {Probabilities} */
export function unpackProbabilities(/** @type {M.ProbabilitiesMessage} */ { count }, /** @type {Uint8Array} */ bytes) {
  const split = 4 * count;
  return { offsets: new Int32Array(bytes.slice(0, split).buffer), percents: bytes.slice(split) };
}
