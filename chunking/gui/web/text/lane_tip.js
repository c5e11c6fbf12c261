// The lines of a tip about one place: which lanes have a boundary there, and why.

import { make } from '../core/dom.js';
import { countOf, rounded, settingText, whole } from '../core/format.js';
import { makeGlyph, nameOf } from '../core/reasons.js';
import { curvesOf, similarityText } from '../data/lane_curves.js';
import { gapsBelow, shareBelow } from '../data/quantiles.js';

/** Return why a lane has a boundary before one of its chunks, as a short label. */
export function reasonOf({ chunks }, chunk) {
  return { reason: chunks.reasons[chunk - 1], label: chunks.labels[chunk - 1] || nameOf(chunks.reasons[chunk - 1]) };
}

/** Make the letter of a lane in its color. */
export const letterOf = ({ color, name }) => make('b', { class: `letter lane${color}` }, name);

/** Return what the transfer of a threshold does, as a help text. */
export const transferHelp = (one, other) => `Set the threshold of ${other.name} so that its boundaries match those of ${one.name} best`;

/**
 * Describe the beginning of a segment.
 *
 * @param {import('../data/comparison.js').Comparison} comparison
 * @param {number} segment
 * @returns {HTMLElement[]}
 */
export function describeSegment(comparison, segment) {
  const { ready, segments, differences } = comparison;
  const mark = differences.marks.get(segment), offset = segments.starts[segment];
  return [
    ...mark ? [make('div', { class: 'figures' }, mark)] : [],
    ...describeGap(curvesOf(ready), offset),
    ...ready.map((lane, i) => describeLane(lane, segments.chunks[segment][i], segments.holders[segment][i])),
  ];
}

/** Describe the similarity of each curve at an offset, with the lanes that it splits where there are several curves. */
export function describeGap(curves, offset) {
  return curves.flatMap(({ signal, lanes }) => {
    const text = similarityText(signal, offset);
    if (!text) return [];
    const letters = curves.length > 1 ? lanes.flatMap((lane) => [letterOf(lane), ' ']) : [];
    return [make('div', { class: 'figures' }, ...letters, `similarity ${text}`)];
  });
}

/** Describe the threshold of a lane: its value, its quantile, and the gaps below it. */
export function describeThreshold(lane, signal, value) {
  const [below, all] = gapsBelow(signal, value);
  return [
    make('div', { class: 'reason' }, letterOf(lane), ` threshold ${settingText(value)}, quantile ${rounded(shareBelow(signal, value), 2)}`),
    make('div', { class: 'figures' }, `${whole.format(below)} of ${countOf(all, 'gap')} below`),
    ...lane.model ? [make('div', { class: 'figures', dir: 'auto' }, lane.model)] : [],
  ];
}

function describeLane(lane, chunk, holder) {
  const line = make('div', { class: 'reason' }, letterOf(lane), ' ');
  if (chunk > 0) {
    const { reason, label } = reasonOf(lane, chunk), { tokens, overlaps } = lane.chunks;
    const repeated = overlaps[chunk] ? `, overlap ${countOf(overlaps[chunk], 'character')}` : '';
    const sign = makeGlyph(reason, false);
    sign.classList.add(`lane${lane.color}`);
    line.append(sign, ` ${label}`, make('span', { class: 'figures' },
      ` · chunk ${whole.format(chunk + 1)}: ${countOf(tokens[chunk], 'token')}${repeated}`));
  } else {
    const inside = holder < 0 ? 'in no chunk' : `no boundary · chunk ${whole.format(holder + 1)}`;
    line.append(make('span', { class: 'none' }, chunk === 0 ? 'start' : inside));
  }
  return line;
}
