// The metrics as a table for other programs.

/** @typedef {{title: string, values: string[], better: string}} MetricRow */

/** @param {string} text */
const plain = (text) => text.replace(/\s+/g, ' ');
/** @param {string} text */
const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @type {(names: string[], rows: MetricRow[], between: string, written: (text: string) => string) => string} */
const lines = (names, rows, between, written) => [
  ['Metric', ...names, 'Better'], ...rows.map((row) => [row.title, ...row.values, row.better]),
].map((cells) => cells.map(written).join(between)).join('\r\n');

/** Return the metrics separated by tabs, to paste into a spreadsheet. @param {string[]} names  @param {MetricRow[]} rows */
export const asTsv = (names, rows) => lines(names, rows, '\t', plain);

// A spreadsheet knows the encoding by the mark at the beginning.
/** Return the metrics as CSV. @param {string[]} names  @param {MetricRow[]} rows */
export const asCsv = (names, rows) => `\ufeff${lines(names, rows, ',', quoted)}\r\n`;
