// The columns of the table, and the order of its rows.

import { percent, rounded, settingText, whole } from '../core/format.js';

/** Name, heading, help and format of each column of numbers. */
export const COLUMNS = [
  ['chunks', 'Chunks', 'Number of chunks', whole.format],
  ['median', 'Median', 'Median tokens per chunk', (value) => whole.format(Math.round(value))],
  ['largest', 'Largest', 'Tokens of the largest chunk', whole.format],
  ['inside', 'Inside limits', 'Share of chunks between min tokens and max tokens', percent],
  ['over', 'Over model limit', 'Chunks that exceed the model limit; the rest of each is not embedded', whole.format],
  ['broken', 'Broken blocks', 'Code blocks, tables and list items with a boundary inside', whole.format],
  ['below', 'Gaps below', 'Share of gaps between sentences whose similarity is below the threshold', percent],
  ['own', 'Recommended', 'Threshold recommended for this document; marked where the present one does not fit', (value) => settingText(value)],
].map(([name, title, help, format]) => ({ name, title, help, format }));

/** Return a value of a row as text; empty while it is unknown. */
export const textOf = (row, { name, format }) => (typeof row[name] === 'number' ? format(row[name]) : '');

/**
 * Return the ids of rows in order; those without a value come last.
 *
 * @param {Array<Record<string, any>>} rows
 * @param {string|null} by  the name of a column; null for the order of the documents
 * @param {boolean} falling
 * @returns {string[]}
 */
export function sortedIds(rows, by, falling) {
  const ids = (list) => list.map(({ id }) => id);
  if (by === null) return ids(rows);
  const known = (row) => row[by] !== undefined && row[by] !== null, sign = falling ? -1 : 1;
  const compare = (a, b) => (typeof a[by] === 'number' ? a[by] - b[by] : a[by].localeCompare(b[by], undefined, { numeric: true }));
  const sorted = rows.filter(known).sort((a, b) => sign * compare(a, b));
  return [...ids(sorted), ...ids(rows.filter((row) => !known(row)))];
}

/** Return the id so many rows further in an order, or the first one. */
export function stepped(order, id, by) {
  const at = order.indexOf(id);
  return at < 0 ? order[0] : order[Math.max(0, Math.min(order.length - 1, at + by))];
}
