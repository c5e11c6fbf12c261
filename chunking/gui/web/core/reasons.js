// Names, glyphs and meanings of reasons.

import { make } from './dom.js';
import { whole } from './format.js';
import { store } from './store.js';

const UNKNOWN = { color: '#8A5A00', glyph: '◇', title: '', description: '' };

/**
 * Return the style of a reason; one that is not known has its own name.
 *
 * @param {string} reason
 * @returns {import('./store.js').ReasonStyle}
 */
export const styleOf = (reason) => store.reasons[reason] ?? { ...UNKNOWN, title: reason, description: reason };

/** Return the name of a reason in legends and tables. @param {string} reason */
export const nameOf = (reason) => styleOf(reason).title;

/** Return the glyph of a reason. @param {string} reason */
export const glyphOf = (reason) => styleOf(reason).glyph;

/** Return the meaning of a reason in one line. @param {string} reason */
export const meaningOf = (reason) => styleOf(reason).description;

/** Return what the given reasons mean, with the number of each. @param {string[]} reasons */
export const meaningsOf = (reasons) => countReasons(reasons)
  .map(([reason, count]) => `${whole.format(count)}: ${meaningOf(reason)}`).join('; ');

/**
 * Make an element with the glyph of a reason, in the color of the reason or in that of the text around it.
 *
 * @param {string} [reason]  none for an empty element
 * @param {boolean} [colored]
 */
export function makeGlyph(reason = '', colored = Boolean(reason)) {
  const element = make('span', { class: 'glyph', 'aria-hidden': 'true' }, reason && glyphOf(reason));
  if (colored) element.style.color = `var(--ink-${reason})`;
  return element;
}

/**
 * Return the number of boundaries of each reason, in the same order everywhere, so that a legend does not jump.
 *
 * @param {string[]} reasons
 */
export function countReasons(reasons) {
  const counts = new Map([...Object.keys(store.reasons), ...reasons].map((reason) => [reason, 0]));
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return [...counts].filter(([, count]) => count);
}
