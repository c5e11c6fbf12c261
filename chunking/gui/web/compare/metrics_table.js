// The metrics as a table for other programs.

const plain = (text) => text.replace(/\s+/g, ' ');
const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

const lines = (names, rows, between, written) => [
  ['Metric', ...names, 'Better'], ...rows.map((row) => [row.title, ...row.values, row.better]),
].map((cells) => cells.map(written).join(between)).join('\r\n');

/** Return the metrics as values separated by tabs, to paste into a spreadsheet. */
export const asTsv = (names, rows) => lines(names, rows, '\t', plain);

/** Return the metrics as CSV; a spreadsheet knows the encoding by the mark at the beginning. */
export const asCsv = (names, rows) => `\ufeff${lines(names, rows, ',', quoted)}\r\n`;
