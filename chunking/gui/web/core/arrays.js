// Columns of numbers: searching them, the ticks of axes, and unpacking of messages.

/** Return the number of values at or below `value` in an ascending list. */
export function countUpTo(list, value) {
  let low = 0, high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] <= value) low = middle + 1; else high = middle;
  }
  return low;
}

/** Return the index of a value in an ascending list, or -1. */
export function indexIn(list, value) {
  const index = countUpTo(list, value) - 1;
  return index >= 0 && list[index] === value ? index : -1;
}

/** Return the nearest value between two bounds. */
export const clamp = (value, low, high) => Math.max(low, Math.min(high, value));

/** Return the lowest and the highest of some numbers without NaN, or null. */
export function extent(...lists) {
  let low = Infinity, high = -Infinity;
  for (const list of lists) {
    for (const value of list) {
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  return low <= high ? [low, high] : null;
}

/**
 * Return round numbers between two values, about `count` of them.
 *
 * @param {number} from
 * @param {number} to
 * @param {number} count
 * @param {boolean} [integer]  whole numbers only
 * @returns {number[]}
 */
export function ticks(from, to, count, integer = false) {
  const rough = Math.max((to - from) / Math.max(1, count), integer ? 1 : 0);
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * power);
  const step = steps.find((each) => each >= rough && (!integer || Number.isInteger(each)));
  const found = [];
  for (let n = Math.ceil(from / step); n * step <= to + step * 1e-9; n++) found.push(n * step);
  return found;
}

/** Return 1, 2 and 5 times the powers of ten between two values: the ticks of a logarithmic axis. */
export function factors(from, to) {
  const found = [];
  for (let power = 10 ** Math.floor(Math.log10(from)); power <= to; power *= 10) {
    found.push(...[1, 2, 5].map((factor) => factor * power).filter((each) => from <= each && each <= to));
  }
  return found;
}

/** Return a column that was packed as different words and one code a row. */
export const decoded = ({ words, codes }) => codes.map((code) => words[code]);

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
 * @property {Map<number, {at: number, left: number}>} unread  where a chunk exceeds the model limit, and by how many tokens
 */

/**
 * Unpack the columns of chunks: distances and sizes become offsets.
 *
 * @param {any} packed
 * @returns {Chunks}
 */
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
    reasons: decoded(packed.reasons), labels: decoded(packed.labels),
    oversize: new Map(Object.entries(packed.oversize).flatMap(([why, rows]) => rows.map((row) => [row, why]))),
    unread: new Map((packed.unread ?? []).map(([row, at, left]) => [row, { at, left }])),
  };
}

/**
 * Unpack a chunking: its header and the offsets of suppressed candidates.
 *
 * Boundary i, the one before chunk i + 1, is at `cuts.offsets[i]`.
 *
 * @param {any} header
 * @param {Uint8Array} [payload]
 */
export function unpackChunking(header, payload = new Uint8Array()) {
  const chunks = unpackChunks(header.chunks);
  return {
    ...header, ...chunks,
    suppressed: new Int32Array(payload.slice().buffer),
    cuts: { offsets: chunks.starts.subarray(1), reasons: chunks.reasons.slice(0, -1), labels: chunks.labels },
  };
}

/** Return the values of an ascending list that lie between two bounds, the upper one not included. */
export function between(list, from, to) {
  return list.slice(countUpTo(list, from - 1), countUpTo(list, to - 1));
}
