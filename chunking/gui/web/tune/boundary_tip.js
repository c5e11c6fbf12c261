// The lines of a tip about a boundary or a candidate.

import { indexIn } from '../core/arrays.js';
import { make } from '../core/dom.js';
import { countOf, marginTo, rounded, whole } from '../core/format.js';
import { makeGlyph, meaningOf, nameOf } from '../core/reasons.js';
import { valueAt } from '../data/lane_curves.js';
import { sentenceLines } from '../text/lane_tip.js';
import { keptText, outcomesOf } from './outcomes.js';
import { probabilitiesOf, probabilityText } from './probabilities.js';

/** @import { Chunking, Signal } from '../core/unpack.js' */

/** @typedef {{chunking?: Chunking, signal?: Signal, words?: string}} Described  such as a view */

/** @param {string} text */
const figures = (text) => make('div', { class: 'figures' }, text);

/** Describe a boundary by its number. @param {Described} view  @param {number} cut */
export function describeBoundary(view, cut) {
  const { chunking, signal } = view;
  if (!chunking) return [];
  const { cuts, tokens } = chunking, offset = cuts.offsets[cut], reason = cuts.reasons[cut], label = cuts.labels[cut];
  const size = (/** @type {number} */ chunk) => `chunk ${whole.format(chunk + 1)}: ${countOf(tokens[chunk], 'token')}`;
  const value = valueAt(signal, cuts.deciding[cut]);
  const why = label && label !== nameOf(reason) ? `${nameOf(reason)}: ${label}` : meaningOf(reason);
  return [
    make('div', { class: 'reason' }, makeGlyph(reason), ` ${why}`),
    ...reason === 'similarity' ? [] : similarityLine(chunking, value),
    ...keptLine(chunking, offset, value),
    figures(`${size(cut)} · ${size(cut + 1)}`),
    ...view.words === undefined ? [] : sentenceLines(view.words, signal, offset),
  ];
}

/** Describe the candidate boundary at gap number `gap` of the signal. @param {Described} view  @param {number} gap */
export function describeCandidate(view, gap) {
  const { chunking, signal } = view;
  if (!chunking || !signal) return [];
  const offset = signal.gaps[gap], cut = indexIn(chunking.cuts.offsets, offset);
  if (cut >= 0) return describeBoundary(view, cut);
  const suppressed = indexIn(chunking.suppressed, offset), isSuppressed = suppressed >= 0;
  const isMoved = indexIn(chunking.cuts.deciding, offset) >= 0;
  const number = `${whole.format(gap + 1)} of ${whole.format(signal.gaps.length)}`;
  const title = `${isSuppressed ? 'suppressed ' : ''}candidate ${number}`;
  const probability = probabilityText(probabilitiesOf(chunking), offset);
  return [
    make('div', { class: 'reason' }, ...isSuppressed ? [makeGlyph('min_tokens'), ' '] : [], title),
    ...isSuppressed ? [figures(meaningOf(chunking.suppressedBy[suppressed]))] : [],
    ...similarityLine(chunking, signal.scores[gap]),
    ...probability ? [figures(probability)] : [],
    ...isMoved ? [figures(meaningOf('below_heading'))] : keptLine(chunking, offset, signal.scores[gap]),
    ...view.words === undefined ? [] : sentenceLines(view.words, signal, offset),
  ];
}

/** @param {Chunking} chunking  @param {number} score */
function similarityLine({ threshold }, score) {
  if (Number.isNaN(score)) return [];
  if (typeof threshold !== 'number') return [figures(`similarity ${rounded(score, 2)}`)];
  const { similarity, limit, margin, side } = marginTo(score, threshold);
  return [figures(`similarity ${similarity}, ${margin} ${side} the threshold ${limit}`)];
}

/** @param {Chunking} chunking  @param {number} offset  @param {number} similarity */
function keptLine(chunking, offset, similarity) {
  const text = keptText(chunking, outcomesOf(chunking), offset, similarity);
  return text ? [figures(text)] : [];
}
