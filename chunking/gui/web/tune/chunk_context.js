// The context of a chunk: its headings and the header of its table, which are not part of its text.

/** @import { TuneMessage } from '../messages.d.ts' */

/** @typedef {Partial<Pick<TuneMessage, 'headings'|'table_headers'>>} Contexts  of chunks */

const SEPARATOR = ' > '; // between the headings of a path

/** Return the headings above a chunk, outermost first. @type {(contexts: Contexts, row: number) => string[]} */
export function pathOf({ headings }, row) {
  return headings?.words[headings.codes[row]] ?? [];
}

/** Return the table header of a chunk that starts below one; else ''. @type {(contexts: Contexts, row: number) => string} */
export function tableHeaderOf({ table_headers: headers }, row) {
  return headers?.words[headers.codes[row]] ?? '';
}

/**
 * Return what may be embedded before the text of a chunk: its heading path, then its table header.
 *
 * @type {(contexts: Contexts, row: number) => string}
 */
export function contextOf(contexts, row) {
  const path = pathOf(contexts, row), header = tableHeaderOf(contexts, row);
  return (path.length ? `${path.join(SEPARATOR)}\n\n` : '') + (header ? `${header}\n` : '');
}
