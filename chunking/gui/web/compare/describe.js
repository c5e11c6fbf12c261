// The lines of a tip about one place: which lanes have a boundary there, and why.

import { make } from '../core/dom.js';
import { countOf, rounded, whole } from '../core/format.js';
import { glyphOf, nameOf } from '../core/reasons.js';
import { store } from '../core/store.js';
import { similarityAt } from '../chart/describe.js';

/** Return why a lane has a boundary before one of its chunks, as a short label. */
export function reasonOf({ chunks }, chunk) {
  return { reason: chunks.reasons[chunk - 1], label: chunks.labels[chunk - 1] || nameOf(chunks.reasons[chunk - 1]) };
}

/** Make the letter of a lane in its color. */
export const letterOf = ({ color, name }) => make('b', { class: `letter lane${color}` }, name);

/**
 * Describe the beginning of a segment.
 *
 * @param {import('./comparison.js').Comparison} comparison
 * @param {number} segment
 * @returns {HTMLElement[]}
 */
export function describeSegment(comparison, segment) {
  const { ready, segments, differences } = comparison;
  const mark = differences.marks.get(segment), offset = segments.starts[segment];
  const signal = ready.map((lane) => store.signals.get(lane.signal)).find(Boolean);
  const score = similarityAt(signal, offset);
  const facts = [...mark ? [mark] : [], ...Number.isNaN(score) ? [] : [`similarity ${rounded(score, 2)}`]];
  return [
    ...facts.length ? [make('div', { class: 'figures' }, facts.join(' · '))] : [],
    ...ready.map((lane, i) => describeLane(lane, segments.chunks[segment][i], segments.holders[segment][i])),
  ];
}

function describeLane(lane, chunk, holder) {
  const line = make('div', { class: 'reason' }, letterOf(lane), ' ');
  if (chunk > 0) {
    const { reason, label } = reasonOf(lane, chunk), { tokens, overlaps } = lane.chunks;
    const repeated = overlaps[chunk] ? `, overlap ${countOf(overlaps[chunk], 'character')}` : '';
    const sign = make('span', { class: `glyph lane${lane.color}`, 'aria-hidden': 'true' }, glyphOf(reason));
    line.append(sign, ` ${label}`, make('span', { class: 'figures' },
      ` · chunk ${whole.format(chunk + 1)}: ${countOf(tokens[chunk], 'token')}${repeated}`));
  } else {
    const inside = holder < 0 ? 'in no chunk' : `no boundary · chunk ${whole.format(holder + 1)}`;
    line.append(make('span', { class: 'none' }, chunk === 0 ? 'start' : inside));
  }
  return line;
}
