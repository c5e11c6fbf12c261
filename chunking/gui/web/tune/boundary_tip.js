// The lines of a tip about a boundary or a candidate.

import { indexIn } from '../core/arrays.js';
import { make } from '../core/dom.js';
import { countOf, marginTo, rounded, shortened, whole } from '../core/format.js';
import { makeGlyph, meaningOf, nameOf } from '../core/reasons.js';
import { similarityAt } from '../data/signals.js';
import { keptText, outcomesOf } from './outcomes.js';
import { probabilitiesOf, probabilityText } from './probabilities.js';

const figures = (text) => make('div', { class: 'figures' }, text);

/**
 * Describe boundary number `cut` of a view's chunking.
 *
 * @param {import('../core/view.js').View} view
 * @param {number} cut
 * @returns {HTMLElement[]}
 */
export function describeBoundary(view, cut) {
  const { chunking, signal } = view, { cuts, tokens } = chunking;
  const offset = cuts.offsets[cut], reason = cuts.reasons[cut], label = cuts.labels[cut];
  const size = (chunk) => `chunk ${whole.format(chunk + 1)}: ${countOf(tokens[chunk], 'token')}`;
  const why = label && label !== nameOf(reason) ? `${nameOf(reason)}: ${label}` : meaningOf(reason);
  return [
    make('div', { class: 'reason' }, makeGlyph(reason), ` ${why}`),
    ...reason === 'similarity' ? [] : similarityLine(chunking, similarityAt(signal, offset)),
    ...keptLine(chunking, signal, offset),
    figures(`${size(cut)} · ${size(cut + 1)}`),
    ...sentences(view, offset),
  ];
}

/** Describe the candidate boundary at gap number `gap` of the signal. */
export function describeCandidate(view, gap) {
  const { chunking, signal } = view, offset = signal.gaps[gap];
  const cut = indexIn(chunking.cuts.offsets, offset);
  if (cut >= 0) return describeBoundary(view, cut);
  const isSuppressed = indexIn(chunking.suppressed, offset) >= 0;
  const number = `${whole.format(gap + 1)} of ${whole.format(signal.gaps.length)}`;
  const title = `${isSuppressed ? 'suppressed ' : ''}candidate ${number}`;
  return [
    make('div', { class: 'reason' }, ...isSuppressed ? [makeGlyph('min_tokens'), ' '] : [], title),
    ...similarityLine(chunking, signal.scores[gap]),
    ...probabilityLine(chunking, offset),
    ...keptLine(chunking, signal, offset),
    ...sentences(view, offset),
  ];
}

function similarityLine({ threshold }, score) {
  if (Number.isNaN(score)) return [];
  if (typeof threshold !== 'number') return [figures(`similarity ${rounded(score, 2)}`)];
  const { similarity, limit, margin, side } = marginTo(score, threshold);
  return [figures(`similarity ${similarity}, ${margin} ${side} the threshold ${limit}`)];
}

function probabilityLine(chunking, offset) {
  const text = probabilityText(probabilitiesOf(chunking), offset);
  return text ? [figures(text)] : [];
}

function keptLine(chunking, signal, offset) {
  const life = keptText(chunking, outcomesOf(chunking), offset, similarityAt(signal, offset));
  return life ? [figures(life)] : [];
}

// The sentences on both sides.
function sentences({ words, signal, chunking }, offset) {
  if (words === undefined) return [];
  const gap = signal ? indexIn(signal.gaps, offset) : -1;
  const end = gap < 0 ? offset : signal.ends[gap];
  const from = gap < 0 ? Math.max(0, end - 160) : signal.gaps[gap - 1] ?? 0;
  const to = gap < 0 ? offset + 160 : signal.ends[gap + 1] ?? chunking.length;
  const line = (text) => make('div', { class: 'sentence', dir: 'auto' }, text);
  return [line(shortened(words.slice(from, end), true)), line(shortened(words.slice(offset, to), false))];
}
