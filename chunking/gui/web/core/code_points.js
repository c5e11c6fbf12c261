// Offsets as Python counts them.

import { countUpTo } from './arrays.js';

const known = { text: '', pairs: new Int32Array() }; // offsets of surrogate pairs

/**
 * Return an offset in code points: a surrogate pair, two units here, is one character in Python.
 *
 * @param {string} text
 * @param {number} offset
 * @returns {number}
 */
export function codePoints(text, offset) {
  if (known.text !== text) {
    known.text = text;
    known.pairs = Int32Array.from(text.matchAll(/[\ud800-\udbff]/g), (match) => match.index);
  }
  return offset - (known.pairs.length ? countUpTo(known.pairs, offset - 1) : 0);
}
