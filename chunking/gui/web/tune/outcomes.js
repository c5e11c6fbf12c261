// Outcomes: the result at every value of the main slider, and the values at which each boundary is kept.

import { clamp, countUpTo, indexIn } from '../core/arrays.js';
import { send } from '../core/channel.js';
import { rounded } from '../core/format.js';
import { store, subscribe } from '../core/store.js';

/** @import { Swept } from '../messages.d.ts' */
/** @import { Chunking, Outcomes } from '../core/unpack.js' */

const REQUEST_AFTER = 600, REQUEST_MORE = 30; // milliseconds after a change, and after a part of the answer
const REQUEST_AGAIN = 3000; // milliseconds without an answer
const MOST_RANGES = 2; // that a line names besides the present one
const BORDERLINE = 2; // values of the slider from which on a boundary is not borderline

/** @typedef {[low: number, high: number]} Indices  of values */

// ---- values ------------------------------------------------------------------------------------

/**
 * Return the indices of the values at or next to a value, which need not be one of them.
 *
 * @type {(outcomes: Pick<Outcomes, 'values'>, value: number) => Indices}
 */
export function neighbors({ values }, value) {
  const low = clamp(countUpTo(values, value + 1e-9) - 1, 0, values.length - 1);
  const exact = Math.abs(values[low] - value) < 1e-6;
  return [low, exact ? low : Math.min(low + 1, values.length - 1)];
}

/** Return the index of the nearest value. @type {(outcomes: Pick<Outcomes, 'values'>, value: number) => number} */
export function nearest(outcomes, value) {
  const [low, high] = neighbors(outcomes, value), { values } = outcomes;
  return value - values[low] <= values[high] - value ? low : high;
}

/** Return the plateau that holds a value's index, or undefined. @param {Pick<Outcomes, 'plateaus'>} outcomes  @param {number} index */
export const plateauAt = ({ plateaus }, index) => plateaus.find(([first, last]) => first <= index && index <= last);

/**
 * Return the index of the value whose outcome is nearest to a target: of equally near ones the middle of the
 * first plateau, or without one the first.
 *
 * @param {Outcomes} outcomes
 * @param {'counts'|'medians'} column
 * @param {number} target
 */
export function nearestOutcome({ plateaus, ...outcomes }, column, target) {
  const away = outcomes[column].map((each) => Math.abs(each - target)), least = Math.min(...away);
  const found = plateaus.find(([first]) => away[first] === least);
  return found ? (found[0] + found[1]) >> 1 : away.indexOf(least);
}

// ---- boundaries --------------------------------------------------------------------------------

/** The rows of a boundary. @param {Outcomes} outcomes  @param {number} offset */
function* rowsOf({ offsets }, offset) {
  for (let row = countUpTo(offsets, offset - 1); offsets[row] === offset; row++) yield row;
}

/**
 * Return the row of a boundary that is kept at a value (its indices, see `neighbors`), or -1.
 *
 * @type {(outcomes: Outcomes, offset: number, at: Indices) => number}
 */
export function rowAt(outcomes, offset, [low, high]) {
  for (const row of rowsOf(outcomes, offset)) {
    if (outcomes.first[row] <= high && outcomes.last[row] >= low) return row;
  }
  return -1;
}

/** Tell whether one or two steps of the slider remove the boundary of a row. @type {(outcomes: Outcomes, row: number, at: Indices) => boolean} */
function isBorderline({ first, last, values }, row, [low, high]) {
  return (first[row] > 0 && low - first[row] < BORDERLINE)
    || (last[row] < values.length - 1 && last[row] - high < BORDERLINE);
}

const borderlineOf = /** @type {WeakMap<Chunking, {outcomes: Outcomes, rows: Uint8Array}>} */ (new WeakMap());

/**
 * Return for each boundary whether it is borderline; undefined where that is not known.
 *
 * @param {Chunking} chunking
 * @param {Outcomes|undefined} outcomes
 */
export function borderlineBoundaries(chunking, outcomes) {
  const { swept } = chunking;
  if (!outcomes || !swept?.steady) return undefined;
  const known = borderlineOf.get(chunking);
  if (known?.outcomes === outcomes) return known.rows;
  const at = neighbors(outcomes, swept.value);
  const rows = Uint8Array.from(chunking.cuts.offsets, (offset) => {
    const row = rowAt(outcomes, offset, at);
    return row >= 0 && isBorderline(outcomes, row, at) ? 1 : 0;
  });
  borderlineOf.set(chunking, { outcomes, rows });
  return rows;
}

// ---- the values at which a boundary is kept ------------------------------------------------------

/**
 * Return at which values of the slider there is a boundary, in one short line; '' if unknown.
 *
 * The ranges hold the values at which the gap happens to be a boundary, also where max tokens forces it.
 *
 * @param {{swept: Swept|null, suppressed?: ArrayLike<number>, suppressedBy?: string[]}} chunking
 * @param {Outcomes|undefined} outcomes
 * @param {number} offset
 * @param {number} [similarity]  of the gap; NaN where it has none
 * @returns {string}
 */
export function keptText({ swept, suppressed = [], suppressedBy = [] }, outcomes, offset, similarity = NaN) {
  if (!outcomes || !swept) return '';
  const rows = [...rowsOf(outcomes, offset)], words = wordsOf(swept, outcomes);
  const at = neighbors(outcomes, swept.value), now = rowAt(outcomes, offset, at);
  const compared = words.isThreshold && !Number.isNaN(similarity);
  // A threshold asks for a boundary only where it is above the similarity.
  const bySimilarity = (/** @type {number} */ row) => !compared || outcomes.values[outcomes.last[row]] > similarity;
  if (now >= 0) {
    const wanted = bySimilarity(now) || (compared && swept.value > similarity);
    const kept = wanted ? `kept at ${words.range(now, compared ? similarity : NaN, swept.value)}` : words.forced(now);
    return kept + words.others(rows, now);
  }
  const above = rows.filter(bySimilarity), row = rows.length ? closest(outcomes, above.length ? above : rows, at[0]) : -1;
  if (above.length) return `boundary at ${words.range(row, compared ? similarity : NaN)}${words.others(rows, row)}`;
  if (rows.length) return words.forced(row) + words.others(rows, row);
  const isShort = suppressedBy[indexIn(suppressed, offset)] === 'min_tokens';
  return isShort && compared && swept.keeps ? `${words.suppresses} at every threshold` : '';
}

/** Return the row whose range is closest to a value. @type {(outcomes: Outcomes, rows: number[], index: number) => number} */
function closest({ first, last }, rows, index) {
  const away = (/** @type {number} */ row) => Math.max(first[row] - index, index - last[row]);
  return rows.reduce((best, row) => (away(row) < away(best) ? row : best));
}

/** Return what a slider says of the range of a row. @param {Swept} swept  @param {Outcomes} outcomes */
function wordsOf(swept, { values, first, last }) {
  const isThreshold = swept.label.toLowerCase() === 'threshold';
  const name = isThreshold ? 'thresholds' : swept.label.toLowerCase();
  const every = isThreshold ? 'every threshold' : `every value of ${name}`;
  const written = (/** @type {number} */ value) => rounded(value, swept.decimals), end = values.length - 1;
  const suppresses = `${swept.keeps.toLowerCase()} suppresses it`;
  /** @type {(row: number, present: number) => string} */
  const valuesOf = (row, present) => {
    const low = written(Math.min(values[first[row]], present)), high = written(Math.max(values[last[row]], present));
    if (last[row] === end) return `≥ ${low}`;
    if (first[row] === 0) return `≤ ${high}`;
    return low === high ? low : `${low} to ${high}`;
  };
  /** @type {(row: number, present: number) => string} */
  const named = (row, present) => (first[row] === 0 && last[row] === end ? every : `${name} ${valuesOf(row, present)}`);
  // The present value may lie between two that were tried. A similarity asks for a boundary at all values above it.
  /** @type {(row: number, similarity: number, present?: number) => string} */
  const range = (row, similarity, present = values[first[row]]) => {
    const from = first[row], until = last[row], startsLater = from > 0 && values[from - 1] > similarity;
    const isBelow = Number(written(similarity)) < Math.min(values[from], present); // also as it is written
    if (until === end && isBelow && !startsLater) return `${name} > ${written(similarity)}`;
    const sides = similarity < values[end] ? [startsLater && 'below', until < end && 'above'].filter(Boolean).join(' and ') : '';
    return named(row, present) + (sides && swept.keeps ? `; ${sides}, ${suppresses}` : '');
  };
  const forced = (/** @type {number} */ row) => `only where max tokens forces it: ${named(row, values[first[row]])}`;
  /** @type {(rows: number[], row: number) => string} */
  const others = (rows, row) => {
    const found = rows.filter((each) => each !== row).map((each) => valuesOf(each, values[first[each]]));
    return found.length > MOST_RANGES ? `; also in ${found.length} other ranges` : found.length ? `; also ${found.join(', ')}` : '';
  };
  return { isThreshold, range, forced, others, suppresses };
}

// ---- of the present chunking ---------------------------------------------------------------------

/** Return the outcomes of the present settings, if they are known. @param {Chunking} [chunking] */
export const outcomesOf = (chunking) => (chunking?.swept ? store.outcomes.get(chunking.swept.id) : undefined);

let /** @type {number|undefined} */ waiting, requested = '';

/**
 * Request the outcomes of the present settings, part by part, once nothing changes any more: those that come
 * fast, and all of them while a view draws them.
 *
 * @param {number} [after]  milliseconds
 */
export function requestOutcomes(after = REQUEST_AFTER) {
  clearTimeout(waiting);
  const { chunking, outcomesShown } = store.tune, swept = chunking?.swept;
  if (!swept || outcomesOf(chunking) || (!swept.steady && !outcomesShown)) return;
  waiting = setTimeout(() => {
    requested = swept.id;
    send('outcomes');
    requestOutcomes(REQUEST_AGAIN);
  }, after);
}

subscribe('tune', () => requestOutcomes());
subscribe('progress', ({ id }) => requestOutcomes(id === requested ? REQUEST_MORE : REQUEST_AFTER));
