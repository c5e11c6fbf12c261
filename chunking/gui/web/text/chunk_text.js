// The text of a chunk as an element: what a model truncates is hatched.

import { make } from '../core/dom.js';
import { countOf, whole } from '../core/format.js';

/** Return a text of the same length in which a lone CR is drawn as the line break that it is. */
export const withLineBreaks = (text) => (text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text);

/** Return the note at the place where a model truncates. */
export const truncatedNote = (left) => `truncated here: ${countOf(left, 'token is', 'tokens are')} not embedded`;

/**
 * Return what a model embeds of a chunk that exceeds its limit, in its tokens.
 *
 * @param {number} limit  tokens that the model embeds
 * @param {number} left  tokens after them
 */
export const truncatedSize = (limit, left) =>
  `${whole.format(limit + left)} model tokens: ${countOf(left, 'exceeds', 'exceed')} the limit of ${whole.format(limit)} and ${left === 1 ? 'is' : 'are'} not embedded.`;

/**
 * Return the marks of a stretch of text: where pages begin, and what was removed.
 *
 * @param {import('../core/unpack.js').Origin|undefined} origin
 * @param {number} start
 * @param {number} end  marks at the end belong to the next stretch, unless the text ends there
 * @param {boolean} [last]
 * @returns {{at: number, attributes: object}[]}  in order, with offsets in the stretch
 */
export function marksIn(origin, start, end, last = false) {
  if (!origin) return [];
  const within = (list) => {
    let low = 0, high = list.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle][0] < start) low = middle + 1; else high = middle;
    }
    const found = [];
    for (; low < list.length && (list[low][0] < end || (last && list[low][0] === end)); low++) found.push(list[low]);
    return found;
  };
  return [
    ...within(origin.removed).map(([offset, text, reason]) => (
      { at: offset - start, attributes: { class: 'removed', 'data-label': text, title: reason } })),
    ...within(origin.places).map(([offset, label]) => (
      { at: offset - start, attributes: { class: 'place', 'data-label': label } })),
  ].sort((a, b) => a.at - b.at);
}

/**
 * Return the labels of the parts of the file that a stretch of text is from: the first, and the last if it differs.
 *
 * @param {import('../core/unpack.js').Origin|undefined} origin
 * @param {number} start
 * @param {number} end
 * @returns {string}
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
 * @param {{stop: number, left: number}} [beyond]  the length that a model embeds, and the tokens after it
 * @param {{at: number, attributes: object}[]} [marks]
 */
export function fillChunkText(core, text, beyond, marks = []) {
  const stop = beyond?.stop ?? text.length;
  core.replaceChildren(...marked(text.slice(0, stop), marks.filter(({ at }) => at < stop || !beyond), 0));
  if (!beyond) return;
  const note = { class: 'truncated', 'data-note': truncatedNote(beyond.left) };
  core.append(make('span', note, ...marked(text.slice(stop), marks.filter(({ at }) => at >= stop), stop)));
}

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
