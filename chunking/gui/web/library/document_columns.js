// The columns of the table, and the order of its rows.

import { clamp } from '../core/arrays.js';
import { percent, rounded, settingText, whole } from '../core/format.js';

/** @import { LibraryRow } from '../messages.d.ts' */

/** @typedef {{name: keyof LibraryRow, title: string, help: string, format: (value: number) => string}} Column  of numbers */

/** @type {Column[]} */
export const COLUMNS = [
  { name: 'chunks', title: 'Chunks', help: 'Number of chunks', format: whole.format },
  { name: 'median', title: 'Median', help: 'Median tokens per chunk', format: whole.format },
  { name: 'largest', title: 'Largest', help: 'Tokens of the largest chunk', format: whole.format },
  { name: 'inside', title: 'Inside limits', help: 'Share of chunks between min tokens and max tokens', format: percent },
  { name: 'over', title: 'Over the model limit', help: 'Chunks that exceed the model limit', format: whole.format },
  { name: 'broken', title: 'Broken blocks', help: 'Code blocks, tables and list items with a boundary inside', format: whole.format },
  {
    name: 'below', title: 'Below threshold', format: percent,
    help: 'Share of the gaps whose similarity is below the threshold',
  },
  {
    name: 'own', title: 'Recommended', format: (value) => settingText(value),
    help: 'Threshold recommended for this document; marked where the present one does not fit',
  },
];

/** Return a value of a row as text; empty while it is unknown. @param {Partial<LibraryRow>} row  @param {Column} column */
export function textOf(row, { name, format }) {
  const value = row[name];
  return typeof value === 'number' ? format(value) : '';
}

/**
 * Return the ids of rows in order; those without a value come last.
 *
 * @param {Record<string, any>[]} rows
 * @param {keyof LibraryRow|null} by  the name of a column; null for the order of the documents
 * @param {boolean} falling
 * @returns {string[]}
 */
export function sortedIds(rows, by, falling) {
  const idOf = (/** @type {Record<string, any>} */ { id }) => id;
  if (by === null) return rows.map(idOf);
  const isKnown = (/** @type {Record<string, any>} */ row) => row[by] !== undefined && row[by] !== null;
  /** @type {(a: Record<string, any>, b: Record<string, any>) => number} */
  const compare = (a, b) => (typeof a[by] === 'number' ? a[by] - b[by] : a[by].localeCompare(b[by], undefined, { numeric: true }));
  const sorted = rows.filter(isKnown).sort((a, b) => (falling ? -1 : 1) * compare(a, b));
  return [...sorted, ...rows.filter((row) => !isKnown(row))].map(idOf);
}

/** Return the id so many rows further in an order, or the first one. @param {string[]} order  @param {string|null} id  @param {number} by */
export function stepped(order, id, by) {
  const at = id === null ? -1 : order.indexOf(id);
  return at < 0 ? order[0] : order[clamp(at + by, 0, order.length - 1)];
}
