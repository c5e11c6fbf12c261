// The sentences on both sides of a place, as lines of a tip.

import { indexIn } from '../core/arrays.js';
import { make } from '../core/dom.js';
import { shortened } from '../core/format.js';

const AROUND = 160; // characters on each side of a place that is no gap

/**
 * @param {string} words  the text
 * @param {import('../core/unpack.js').Signal|undefined} signal  whose gaps lie between sentences
 * @param {number} offset
 */
export function sentenceLines(words, signal, offset) {
  const gap = signal ? indexIn(signal.gaps, offset) : -1;
  const [from, end, to] = signal && gap >= 0
    ? [signal.gaps[gap - 1] ?? 0, signal.ends[gap], signal.ends[gap + 1] ?? words.length]
    : [Math.max(0, offset - AROUND), offset, offset + AROUND];
  return [shortened(words.slice(from, end), true), shortened(words.slice(offset, to), false)]
    .map((text) => make('div', { class: 'sentence', dir: 'auto' }, text));
}
