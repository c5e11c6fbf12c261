// The cells of a map: unpacking, the part on screen, neighbors, and labels of axes.

import { clamp } from '../core/arrays.js';
import { countOf, MAX_DECIMALS, rounded, whole } from '../core/format.js';

const CONTRADICTING = -1; // in place of a result

/**
 * @typedef {object} SweepMap
 * @property {number} rows
 * @property {number} columns
 * @property {[Axis, Axis]} axes  of rows and columns; a sweep of one setting has one row without a label
 * @property {Float32Array} values  the metric of each cell, NaN where there is none
 * @property {Int32Array} results  equal for cells with identical chunks
 * @property {Uint8Array} within  1 where no chunk exceeds the model limit
 */

/** @typedef {{field: string, label: string, values: Array<number|string>}} Axis */

/** @typedef {{row: number, rowEnd: number, column: number, columnEnd: number}} Part */

/**
 * Unpack the map of a message; null while there is none.
 *
 * @returns {SweepMap|null}
 */
export function unpackMap({ map, payload, within_limit: withinLimit }) {
  if (!map) return null;
  const axes = map.axes.length === 1 ? [{ field: '', label: '', values: [''] }, map.axes[0]] : map.axes;
  const [rows, columns] = axes.map(({ values }) => values.length), count = rows * columns;
  const bytes = payload.slice();
  return {
    ...map, axes, rows, columns, withinLimit,
    values: new Float32Array(bytes.buffer, 0, count),
    results: new Int32Array(bytes.buffer, 4 * count, count),
    within: new Uint8Array(bytes.buffer, 8 * count, count),
  };
}

/** Return the part of a map that is drawn: where it varies, or the whole map. */
export function partOf({ crop, rows, columns }, uncropped) {
  const [row, rowEnd, column, columnEnd] = uncropped ? [0, rows, 0, columns] : crop;
  return { row, rowEnd, column, columnEnd };
}

/** Tell whether the crop leaves anything out. */
export const isCropped = ({ crop: [row, rowEnd, column, columnEnd], rows, columns }) =>
  row > 0 || column > 0 || rowEnd < rows || columnEnd < columns;

/** Return what the map is cropped to: "threshold 0.10 to 0.62, max tokens 200 to 2,500". */
export function cropText({ axes, crop, rows, columns }) {
  const ends = [[crop[0], crop[1], rows], [crop[2], crop[3], columns]];
  return axes.flatMap((axis, i) => {
    const [first, end, count] = ends[i], words = axisWords(axis);
    return first === 0 && end === count ? [] : [`${axis.label.toLowerCase()} ${words[first]} to ${words[end - 1]}`];
  }).join(', ');
}

/** Tell whether a cell is drawn in its color: it has a value, and is within the limit if only those are shown. */
export const isShown = (map, cell) =>
  !Number.isNaN(map.values[cell]) && map.results[cell] >= 0 && (!map.withinLimit || map.within[cell] === 1);

/** Tell whether the settings of a cell contradict each other. */
export const isContradicting = (map, cell) => map.results[cell] === CONTRADICTING;

/** Return the cells of a part. */
export function cellsOf({ columns }, { row, rowEnd, column, columnEnd }) {
  const found = [];
  for (let r = row; r < rowEnd; r++) for (let c = column; c < columnEnd; c++) found.push(r * columns + c);
  return found;
}

/** Return the lowest and highest value of the cells that are shown, or null. */
export function levelsOf(map) {
  let low = Infinity, high = -Infinity;
  for (let cell = 0; cell < map.values.length; cell++) {
    if (!isShown(map, cell)) continue;
    low = Math.min(low, map.values[cell]);
    high = Math.max(high, map.values[cell]);
  }
  return low <= high ? [low, high] : null;
}

/**
 * Return the cell that an arrow key leads to, within a part of the map.
 *
 * @param {SweepMap} map
 * @param {Part} part
 * @param {number} cell
 * @param {[number, number]} by  rows up and columns to the right
 * @param {boolean} [far]  to the next cell with other chunks
 */
export function neighbor(map, part, cell, [up, right], far = false) {
  const inside = nearest(map, part, cell);
  let [row, column] = [Math.floor(inside / map.columns), inside % map.columns];
  for (;;) {
    const nextRow = clamp(row + up, part.row, part.rowEnd - 1);
    const nextColumn = clamp(column + right, part.column, part.columnEnd - 1);
    if (nextRow === row && nextColumn === column) return row * map.columns + column;
    [row, column] = [nextRow, nextColumn];
    const there = row * map.columns + column;
    if (!far || map.results[there] !== map.results[inside]) return there;
  }
}

/** Return the cell of a part that is nearest to a cell of the whole map. */
export function nearest({ columns }, { row, rowEnd, column, columnEnd }, cell) {
  return clamp(Math.floor(cell / columns), row, rowEnd - 1) * columns + clamp(cell % columns, column, columnEnd - 1);
}

/** Return the values of an axis as text, numbers with the same decimals. */
export function axisWords({ values }) {
  if (!values.every((value) => typeof value === 'number')) return values.map(String);
  const decimals = Math.min(MAX_DECIMALS, Math.max(...values.map((value) => (String(value).split('.')[1] ?? '').length)));
  return values.map((value) => (decimals ? rounded(value, decimals) : whole.format(value)));
}

const EVERY = [1, 2, 5, 10, 20, 25, 50, 100];

/**
 * Return which values of an axis get a label, so that labels are round and do not touch.
 *
 * @param {Array<number|string>} values
 * @param {number} size  pixels of one cell
 * @param {number} least  pixels that a label needs
 * @returns {number[]} indices
 */
export function labelled(values, size, least) {
  const all = values.map((_, i) => i), every = (n) => all.filter((i) => i % n === 0);
  if (!values.every((value) => typeof value === 'number')) return every(Math.max(1, Math.ceil(least / size)));
  const steps = values.slice(1).map((value, i) => value - values[i]).sort((a, b) => a - b);
  const unit = steps[steps.length >> 1] || 1;
  for (const n of EVERY) {
    const found = all.filter((i) => isMultiple(values[i], unit * n));
    if (found.length && found.every((at, i) => i === 0 || (at - found[i - 1]) * size >= least)) return found;
  }
  return [0];
}

function isMultiple(value, step) {
  const ratio = value / step;
  return Math.abs(ratio - Math.round(ratio)) < 1e-6;
}

/** Return a value of the metric as text. */
export function metricText(value, { unit, decimals }) {
  if (Number.isNaN(value)) return '–';
  if (unit === 'share') return `${rounded(value * 100, decimals)}%`;
  return decimals ? rounded(value, decimals) : whole.format(value);
}

const shareOf = ({ over, chunks }) => `${whole.format(over)} of ${countOf(chunks, 'chunk')}`;
const exceed = (cell) => `${shareOf(cell)} ${cell.over === 1 ? 'exceeds' : 'exceed'}`;

/** Return the cell to offer: the best, or, if none is within the limit, the one with the lowest share above it. */
export function offeredCell({ best, least_over: least }, withinLimit) {
  return best ?? (withinLimit ? least : null);
}

/** Return the label of the button that applies the offered cell. */
export function offerText(map, withinLimit) {
  const offered = offeredCell(map, withinLimit);
  return !offered || map.best ? 'Use best' : 'Use lowest share';
}

/**
 * Return which cell is the best, or why there is none.
 *
 * @param {any} map  of the message
 * @param {boolean} withinLimit  only cells without a chunk over the model limit count
 */
export function bestText({ best, metric, least_over: least }, withinLimit) {
  if (best) return [`Best ${best.value}: ${best.settings}`, best.ties, best.over && `${exceed(best)} the model limit`].filter(Boolean).join('; ');
  if (withinLimit && least) {
    return `No cell is within the model limit; lowest share at ${least.settings}: ${exceed(least)} it`;
  }
  return metric.better === 'neither' ? 'No better direction' : 'All cells are equal';
}
