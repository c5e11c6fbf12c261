// The cells of a map: unpacking, the part on screen, neighbors, and labels of axes.

import { clamp, extent } from '../core/arrays.js';
import { MAX_DECIMALS, rounded, whole } from '../core/format.js';

const CONTRADICTING = -1; // in place of a result

/** @import * as M from '../messages.d.ts' */

/** @typedef {{row: number, rowEnd: number, column: number, columnEnd: number}} Part  of a map */
/** @typedef {Omit<M.SweepMap, 'axes'> & Cells & Size & {axes: [M.SweepAxis, M.SweepAxis]}} SweepMap  one row without a label for one setting */
/** @typedef {{rows: number, columns: number}} Size */

/**
 * @typedef {object} Cells
 * @property {Float32Array} values  the metric of each cell, NaN where there is none
 * @property {Int32Array} results  equal for cells with identical chunks
 * @property {Uint8Array} within  1 where no chunk exceeds the model limit
 * @property {boolean} withinLimit  whether only such cells are shown
 */

/** Unpack the map of a message; null while there is none. @param {M.SweepMessage & {payload?: Uint8Array}} message  @returns {SweepMap|null} */
export function unpackMap({ map, payload, within_limit: withinLimit }) {
  if (!map || !payload) return null;
  const [down, across = down] = map.axes, none = { field: '', label: '', values: [''] };
  const axes = /** @type {[M.SweepAxis, M.SweepAxis]} */ (map.axes.length === 1 ? [none, across] : [down, across]);
  const [rows, columns] = axes.map(({ values }) => values.length), count = rows * columns;
  const { buffer } = payload.slice();
  return {
    ...map, axes, rows, columns, withinLimit,
    values: new Float32Array(buffer, 0, count),
    results: new Int32Array(buffer, 4 * count, count),
    within: new Uint8Array(buffer, 8 * count, count),
  };
}

/** @typedef {Size & Pick<M.SweepMap, 'crop'>} Cropped */

/** Return the part of a map that is drawn: where it varies, or the whole map. @type {(map: Cropped, uncropped: boolean) => Part} */
export function partOf({ crop, rows, columns }, uncropped) {
  const [row, rowEnd, column, columnEnd] = uncropped ? [0, rows, 0, columns] : crop;
  return { row, rowEnd, column, columnEnd };
}

/** Tell whether the crop leaves anything out. @param {Cropped} map */
export const isCropped = ({ crop: [row, rowEnd, column, columnEnd], rows, columns }) =>
  row > 0 || column > 0 || rowEnd < rows || columnEnd < columns;

/** Return what the map is cropped to: "threshold 0.10 to 0.62, max tokens 200 to 2,500". @param {Cropped & {axes: M.SweepAxis[]}} map */
export function cropText({ axes, crop, rows, columns }) {
  const ends = [[crop[0], crop[1], rows], [crop[2], crop[3], columns]];
  return axes.flatMap((axis, i) => {
    const [first, end, count] = ends[i], words = axisWords(axis);
    return first === 0 && end === count ? [] : [`${axis.label.toLowerCase()} ${words[first]} to ${words[end - 1]}`];
  }).join(', ');
}

/**
 * Tell whether a cell is drawn in its color: it has a value, and is within the limit if only those are shown.
 *
 * @type {(map: Cells, cell: number) => boolean}
 */
export const isShown = (map, cell) =>
  !Number.isNaN(map.values[cell]) && map.results[cell] >= 0 && (!map.withinLimit || map.within[cell] === 1);

/** Tell whether the settings of a cell contradict each other. @type {(map: Cells, cell: number) => boolean} */
export const isContradicting = (map, cell) => map.results[cell] === CONTRADICTING;

/** Return the cells of a part. @param {{columns: number}} map  @param {Part} part */
export function cellsOf({ columns }, { row, rowEnd, column, columnEnd }) {
  const found = [];
  for (let r = row; r < rowEnd; r++) for (let c = column; c < columnEnd; c++) found.push(r * columns + c);
  return found;
}

/** Return the lowest and highest value of the cells that are shown, or null. @param {Cells} map */
const valuesOf = (map) => extent(map.values.filter((_, cell) => isShown(map, cell)));

/**
 * Return the ends of the color scale, or null: the lowest and highest value that are shown, and at least as far apart
 * as the best value is uncertain and as the numbers on screen differ, so that noise does not take the whole scale.
 *
 * @param {Cells & {metric: Pick<M.SweepMetric, 'uncertain'|'unit'|'decimals'>}} map
 * @returns {[number, number]|null}
 */
export function levelsOf(map) {
  const found = valuesOf(map), { uncertain, unit, decimals } = map.metric;
  if (!found) return null;
  const [low, high] = found, least = Math.max(uncertain, 10 ** -decimals / (unit === 'share' ? 100 : 1));
  const wider = Math.max(0, least - (high - low)) / 2;
  return [low - wider, high + wider];
}

/**
 * Return the cell that an arrow key leads to, within a part of the map.
 *
 * @param {{columns: number, results: ArrayLike<number>}} map
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

/** Return the cell of a part that is nearest to a cell. @type {(map: {columns: number}, part: Part, cell: number) => number} */
export function nearest({ columns }, { row, rowEnd, column, columnEnd }, cell) {
  return clamp(Math.floor(cell / columns), row, rowEnd - 1) * columns + clamp(cell % columns, column, columnEnd - 1);
}

/** Tell whether values are numbers. @type {(values: (number|string)[]) => values is number[]} */
const areNumbers = (values) => values.every((value) => typeof value === 'number');

/** Return the values of an axis as text, numbers with the same decimals. @param {{values: (number|string)[]}} axis */
export function axisWords({ values }) {
  if (!areNumbers(values)) return values.map(String);
  const decimals = Math.min(MAX_DECIMALS, Math.max(...values.map((value) => (String(value).split('.')[1] ?? '').length)));
  return values.map((value) => (decimals ? rounded(value, decimals) : whole.format(value)));
}

const EVERY = [1, 2, 5, 10, 20, 25, 50, 100];

/**
 * Return which values of an axis get a label, so that labels are round and do not touch.
 *
 * @param {(number|string)[]} values
 * @param {number} size  pixels of one cell
 * @param {number} least  pixels that a label needs
 * @returns {number[]} indices
 */
export function labeled(values, size, least) {
  const all = [...values.keys()], every = Math.max(1, Math.ceil(least / size));
  if (!areNumbers(values)) return all.filter((i) => i % every === 0);
  const steps = values.slice(1).map((value, i) => value - values[i]).sort((a, b) => a - b);
  const unit = steps[steps.length >> 1] || 1;
  // The end of an axis is named too where it is not round, in place of what is too near to it.
  const last = values.length - 1, end = isMultiple(values[last], unit) ? [] : [last];
  for (const n of EVERY) {
    const found = all.filter((i) => isMultiple(values[i], unit * n));
    if (found.length && found.every((at, i) => i === 0 || (at - found[i - 1]) * size >= least)) {
      return [...found.filter((at) => !end.length || (last - at) * size >= least), ...end];
    }
  }
  return [0];
}

/** @param {number} value  @param {number} step */
function isMultiple(value, step) {
  const ratio = value / step;
  return Math.abs(ratio - Math.round(ratio)) < 1e-6;
}

/** Return a value of the metric as text. @type {(value: number, metric: Pick<M.SweepMetric, 'unit'|'decimals'>) => string} */
export function metricText(value, { unit, decimals }) {
  if (Number.isNaN(value)) return '–';
  if (unit === 'share') return `${rounded(value * 100, decimals)}%`;
  return decimals ? rounded(value, decimals) : whole.format(value);
}
