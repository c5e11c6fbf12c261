// The lines of a tip about one place: the value of each lane, and which lanes have a boundary there, and why.

import { indexIn, lastIndexUpTo } from '../core/arrays.js';
import { make } from '../core/dom.js';
import { countOf, rounded, settingText, shortened, whole } from '../core/format.js';
import { makeGlyph, nameOf } from '../core/reasons.js';
import { gapsBelow, shareBelow, signalOf, valueText } from '../data/lane_curves.js';

/** @import { Signal } from '../core/unpack.js' */
/** @import { Comparison, ReadyLane } from '../data/comparison.js' */

/** Return why a lane has a boundary before one of its chunks, as a short label. @param {ReadyLane} lane  @param {number} chunk */
export function reasonOf({ chunks: { reasons, labels } }, chunk) {
  return { reason: reasons[chunk - 1], label: labels[chunk - 1] || nameOf(reasons[chunk - 1]) };
}

/** Return a label without its detail, which the tip has: "paragraph" of "paragraph, Max tokens 512". @param {string} label */
export const shortLabel = (label) => label.split(', ', 1)[0];

/** Make the letter of a lane in its color. @param {{color: number, name: string}} lane */
export const makeLetter = ({ color, name }) => make('b', { class: `letter lane${color}` }, name);

/** @param {string} name  @param {...(Node|string)} parts */
const line = (name, ...parts) => make('div', { class: name }, ...parts);

/**
 * Describe a place: what became of its boundary, and for each lane the value of its curve, and its boundary or its chunk.
 *
 * @param {Comparison} comparison
 * @param {number} offset  the start of a segment, or in it
 * @param {boolean} [withQuantile]
 */
export function describePlace({ ready, segments, differences }, offset, withQuantile = false) {
  const segment = lastIndexUpTo(segments.starts, offset), isStart = segments.starts[segment] === offset;
  const mark = isStart && differences.marks.get(segment);
  const rows = ready.flatMap((lane, i) => {
    const signal = signalOf(lane), isGap = !isStart || (signal && indexIn(signal.gaps, offset) >= 0);
    return [
      make('span', {}, makeLetter(lane), ` ${lane.strategy}`),
      make('span', { class: 'figures' }, valueText(lane, signal, isGap ? offset : segments.places[segment], withQuantile)),
      describeLane(lane, isStart ? segments.chunks[segment][i] : -1, segments.holders[segment][i]),
    ];
  });
  return [...mark ? [line('figures', mark)] : [], make('div', { class: 'lanevalues' }, ...rows)];
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
  const [count, side] = lane.measure === 'distance' ? [all - below, 'above'] : [below, 'below'];
  return [
    line('reason', makeLetter(lane), ` threshold ${settingText(value)}, quantile ${quantile}`),
    line('figures', `${whole.format(count)} of ${countOf(all, 'gap')} ${side}`),
    ...lane.model ? [make('div', { class: 'figures', dir: 'auto' }, lane.model)] : [],
  ];
}

/** @param {ReadyLane} lane  @param {number} chunk  that starts there, or -1  @param {number} holder  the chunk there, or -1 */
function describeLane(lane, chunk, holder) {
  if (chunk <= 0) {
    const inside = holder < 0 ? 'in no chunk' : `no boundary · chunk ${whole.format(holder + 1)}`;
    return make('span', { class: 'none' }, chunk === 0 ? 'start' : inside);
  }
  const { reason, label } = reasonOf(lane, chunk), { tokens, overlaps } = lane.chunks;
  const repeated = overlaps[chunk] ? `, overlap ${countOf(overlaps[chunk], 'character')}` : '';
  const sign = makeGlyph(reason, false);
  sign.classList.add(`lane${lane.color}`);
  return make('span', {}, sign, ` ${label}`, make('span', { class: 'figures' },
    ` · chunk ${whole.format(chunk + 1)}: ${countOf(tokens[chunk], 'token')}${repeated}`));
}

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
