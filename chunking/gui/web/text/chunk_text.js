// The text of a chunk as an element, where what a model truncates is hatched; and its context: headings, table header.

import { firstIndex } from '../core/arrays.js';
import { make } from '../core/dom.js';
import { countOf, whole } from '../core/format.js';

/** @import { TuneMessage } from '../messages.d.ts' */
/** @import { Attributes } from '../core/dom.js' */
/** @import { Chunks, Origin } from '../core/unpack.js' */

/** @typedef {{at: number, attributes: Attributes}} Mark  drawn before a character of a text */
/** @typedef {{stop: number, left: number}} Excess  the length of a text within the model limit, and the tokens after it */

/** Return a text of the same length in which a lone CR is drawn as the line break that it is. @param {string} text */
export const withLineBreaks = (text) => (text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text);

/** Return the note at the place where a chunk exceeds the model limit. @param {number} left */
export const excessNote = (left) => `exceeds the model limit by ${countOf(left, 'token')}`;

/** Return the size of a chunk that exceeds the model limit. @type {(limit: number, left: number) => string} */
export const excessSize = (limit, left) =>
  `${whole.format(limit + left)} model tokens: exceeds the model limit of ${whole.format(limit)} by ${whole.format(left)}.`;

/**
 * Return where a chunk exceeds the model limit in a text that begins at `start`; undefined where it does not.
 *
 * @type {(chunks: Chunks, row: number, start: number) => Excess|undefined}
 */
export function excessOf({ unread }, row, start) {
  const beyond = unread.get(row);
  return beyond && { stop: Math.max(0, beyond.at - start), left: beyond.left };
}

/**
 * Return the marks of a part of the text: where pages begin, and what was removed.
 *
 * @param {Origin|undefined} origin
 * @param {number} start
 * @param {number} end  marks at the end belong to the next part, unless the text ends there
 * @param {boolean} [last]
 * @returns {Mark[]}  in order, with offsets in the part
 */
export function marksIn(origin, start, end, last = false) {
  if (!origin) return [];
  /** @type {<T extends [number, ...any]>(list: T[]) => T[]} */
  const within = (list) => {
    const from = firstIndex(list.length, (i) => list[i][0] >= start);
    return list.slice(from, firstIndex(list.length, (i) => list[i][0] > end || (list[i][0] === end && !last), from));
  };
  return [
    ...within(origin.removed).map(([offset, text, reason]) => (
      { at: offset - start, attributes: { class: 'removed', 'data-label': text, title: reason } })),
    ...within(origin.places).map(([offset, label]) => (
      { at: offset - start, attributes: { class: 'place', 'data-label': label } })),
  ].sort((a, b) => a.at - b.at);
}

/**
 * Return the labels of the parts of the file that a part of the text is from: the first, and the last if it differs.
 *
 * @type {(origin: Origin|undefined, start: number, end: number) => string}
 */
export function placesOf(origin, start, end) {
  const found = (origin?.places ?? []).filter(([offset], i, all) => offset < end && (all[i + 1]?.[0] ?? Infinity) > start);
  const labels = [found[0]?.[1], found.at(-1)?.[1]].filter(Boolean);
  return labels[0] === labels[1] ? labels[0] ?? '' : labels.join(' to ');
}

/**
 * Fill an element with text.
 *
 * Notes and marks are drawn by the style sheet and are no text: what is copied stays exact.
 *
 * @param {HTMLElement} core
 * @param {string} text
 * @param {Excess} [excess]
 * @param {Mark[]} [marks]
 */
export function fillChunkText(core, text, excess, marks = []) {
  const stop = excess?.stop ?? text.length;
  core.replaceChildren(...marked(text.slice(0, stop), marks.filter(({ at }) => at < stop || !excess), 0));
  if (!excess) return;
  const note = { class: 'truncated', 'data-note': excessNote(excess.left) };
  core.append(make('span', note, ...marked(text.slice(stop), marks.filter(({ at }) => at >= stop), stop)));
}

/** @param {string} text  @param {Mark[]} marks  @param {number} from  where the text begins */
function marked(text, marks, from) {
  const parts = [];
  let last = 0;
  for (const { at, attributes } of marks) {
    if (at - from > last) parts.push(text.slice(last, at - from));
    parts.push(make('span', attributes));
    last = Math.max(last, at - from);
  }
  if (last < text.length || !marks.length) parts.push(text.slice(last));
  return parts;
}

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
