// The text of a chunk as an element: what a model truncates is hatched.

import { make } from '../core/dom.js';
import { countOf, whole } from '../core/format.js';

/** Return a text of the same length in which a lone CR is drawn as the line break that it is. */
export const shown = (text) => (text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text);

/** Return the note at the place where a model truncates. */
export const truncatedNote = (left) => `truncated here: ${countOf(left, 'word piece is', 'word pieces are')} not embedded`;

/**
 * Return what a model embeds of a chunk that exceeds its limit, in word pieces.
 *
 * @param {number} limit  word pieces that the model embeds
 * @param {number} left  word pieces after them
 */
export const truncatedSize = (limit, left) =>
  `${countOf(limit + left, 'word piece')}; the model reads ${whole.format(limit)}, ${countOf(left, 'is', 'are')} not embedded.`;

/**
 * Fill an element with text.
 *
 * @param {HTMLElement} core
 * @param {string} text
 * @param {{stop: number, left: number}} [beyond]  the length that a model embeds, and the word pieces after it
 */
export function fillCore(core, text, beyond) {
  if (!beyond) { core.replaceChildren(text); return; }
  // The note is drawn by the style sheet and is no text: what is copied stays exact.
  const note = { class: 'truncated', 'data-note': truncatedNote(beyond.left) };
  core.replaceChildren(text.slice(0, beyond.stop), make('span', note, text.slice(beyond.stop)));
}
