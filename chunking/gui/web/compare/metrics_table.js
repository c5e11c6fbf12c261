// The metrics as a table for other programs.

/** @import { MetricRow } from '../messages.d.ts' */

/** @typedef {Pick<MetricRow, 'title'|'values'> & {better: string}} Row */

/** @param {string} text */
const plain = (text) => text.replace(/\s+/g, ' ');
/** @param {string} text */
const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @type {(names: string[], rows: Row[], between: string, written: (text: string) => string) => string} */
const lines = (names, rows, between, written) => [
  ['Metric', ...names, 'Better'], ...rows.map((row) => [row.title, ...row.values, row.better]),
].map((cells) => cells.map(written).join(between)).join('\r\n');

/** Return the metrics separated by tabs, to paste into a spreadsheet. @param {string[]} names  @param {Row[]} rows */
export const asTsv = (names, rows) => lines(names, rows, '\t', plain);

// A spreadsheet knows the encoding by the mark at the beginning.
/** Return the metrics as CSV. @param {string[]} names  @param {Row[]} rows */
export const asCsv = (names, rows) => `\ufeff${lines(names, rows, ',', quoted)}\r\n`;
