// The lines of a tip about one place: which lanes have a boundary there, and why.

import { make } from '../core/dom.js';
import { countOf, rounded, settingText, whole } from '../core/format.js';
import { makeGlyph, nameOf } from '../core/reasons.js';
import { curvesOf, similarityText } from '../data/lane_curves.js';
import { gapsBelow, shareBelow } from '../data/quantiles.js';

/** @import { Signal } from '../core/unpack.js' */
/** @import { Comparison, ReadyLane } from '../data/comparison.js' */
/** @import { Curve } from '../data/lane_curves.js' */

/** Return why a lane has a boundary before one of its chunks, as a short label. @param {ReadyLane} lane  @param {number} chunk */
export function reasonOf({ chunks: { reasons, labels } }, chunk) {
  return { reason: reasons[chunk - 1], label: labels[chunk - 1] || nameOf(reasons[chunk - 1]) };
}

/** Make the letter of a lane in its color. @param {{color: number, name: string}} lane */
export const makeLetter = ({ color, name }) => make('b', { class: `letter lane${color}` }, name);

/** @param {string} name  @param {...(Node|string)} parts */
const line = (name, ...parts) => make('div', { class: name }, ...parts);

/** Describe the beginning of a segment. @param {Comparison} comparison  @param {number} segment */
export function describeSegment({ ready, segments, differences }, segment) {
  const mark = differences.marks.get(segment), offset = segments.starts[segment];
  return [
    ...mark ? [line('figures', mark)] : [],
    ...describeGap(curvesOf(ready), offset),
    ...ready.map((lane, i) => describeLane(lane, segments.chunks[segment][i], segments.holders[segment][i])),
  ];
}

// With the lanes that each curve splits, where there are several curves.
/** Describe the similarity of each curve at an offset. @param {Curve[]} curves  @param {number} offset */
export function describeGap(curves, offset) {
  return curves.flatMap(({ signal, lanes }) => {
    const text = similarityText(signal, offset);
    if (!text) return [];
    const letters = curves.length > 1 ? lanes.flatMap((lane) => [makeLetter(lane), ' ']) : [];
    return [line('figures', ...letters, `similarity ${text}`)];
  });
}

/**
 * Describe the threshold of a lane: its value, its quantile, and the gaps below it.
 *
 * @param {ReadyLane} lane
 * @param {Signal} signal
 * @param {number} value
 */
export function describeThreshold(lane, signal, value) {
  const [below, all] = gapsBelow(signal, value), quantile = rounded(shareBelow(signal, value), 2);
  return [
    line('reason', makeLetter(lane), ` threshold ${settingText(value)}, quantile ${quantile}`),
    line('figures', `${whole.format(below)} of ${countOf(all, 'gap')} below`),
    ...lane.model ? [make('div', { class: 'figures', dir: 'auto' }, lane.model)] : [],
  ];
}

/** @param {ReadyLane} lane  @param {number} chunk  that starts there, or -1  @param {number} holder  the chunk there, or -1 */
function describeLane(lane, chunk, holder) {
  const letter = makeLetter(lane);
  if (chunk <= 0) {
    const inside = holder < 0 ? 'in no chunk' : `no boundary · chunk ${whole.format(holder + 1)}`;
    return line('reason', letter, ' ', make('span', { class: 'none' }, chunk === 0 ? 'start' : inside));
  }
  const { reason, label } = reasonOf(lane, chunk), { tokens, overlaps } = lane.chunks;
  const repeated = overlaps[chunk] ? `, overlap ${countOf(overlaps[chunk], 'character')}` : '';
  const sign = makeGlyph(reason, false);
  sign.classList.add(`lane${lane.color}`);
  return line('reason', letter, ' ', sign, ` ${label}`, make('span', { class: 'figures' },
    ` · chunk ${whole.format(chunk + 1)}: ${countOf(tokens[chunk], 'token')}${repeated}`));
}
