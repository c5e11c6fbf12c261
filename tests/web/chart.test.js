import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nextBoundary } from '../../chunking/gui/web/tune/similarity_curve.js';
import { envelope, isLong, within, zoomed } from '../../chunking/gui/web/chart/offset_chart.js';
import {
  neighbors, borderlineBoundaries, keptText, nearest, nearestOutcome, plateauAt, rowAt,
} from '../../chunking/gui/web/tune/outcomes.js';
import { recallText } from '../../chunking/gui/web/tune/recall.js';
import { probabilitiesOf, probabilityText, uncertainGaps } from '../../chunking/gui/web/tune/probabilities.js';
import { linear, onStep, padded, suited } from '../../chunking/gui/web/chart/scales.js';
import { shadeOf } from '../../chunking/gui/web/chart/color_scale.js';
import { addShape } from '../../chunking/gui/web/chart/glyph_shapes.js';
import { receive } from '../../chunking/gui/web/core/store.js';

const VALUES = Array.from({ length: 101 }, (_, i) => i / 100);
const SWEPT = { label: 'Threshold', field: 'threshold', decimals: 2, steady: true, keeps: '' };
const swept = (value, more = {}) => ({ swept: { ...SWEPT, value, ...more } });
const ranges = (...rows) => ({
  values: VALUES, plateaus: [], offsets: Int32Array.from(rows, ([offset]) => offset),
  first: Uint8Array.from(rows, ([, first]) => first), last: Uint8Array.from(rows, ([, , last]) => last),
});

test('a boundary is kept at a range of thresholds', () => {
  const outcomes = ranges([10, 56, 100], [20, 0, 100], [30, 30, 70], [40, 0, 70]);
  const life = (offset, similarity) => keptText(swept(0.6), outcomes, offset, similarity);
  assert.equal(life(10, 0.55), 'kept at thresholds > 0.55');
  assert.equal(life(20, 0.1), 'kept at every threshold');
  assert.equal(life(30, 0.29), 'kept at thresholds 0.30 to 0.70');
  assert.equal(life(40, 0.1), 'kept at thresholds ≤ 0.70');
});

test('a similarity that rounds to the threshold is not said to be the limit', () => {
  assert.equal(keptText(swept(0.2), ranges([10, 20, 100]), 10, 0.198), 'kept at thresholds ≥ 0.20');
});

test('a candidate becomes a boundary above its similarity', () => {
  const life = (row, similarity) => keptText(swept(0.5), ranges(row), 10, similarity);
  assert.equal(life([10, 63, 100], 0.62), 'boundary at thresholds > 0.62');
  assert.equal(life([10, 70, 100], 0.62), 'boundary at thresholds ≥ 0.70');
  assert.equal(life([10, 63, 80], 0.62), 'boundary at thresholds 0.63 to 0.80');
});

test('a range below the similarity is forced by max tokens', () => {
  for (const value of [0.5, 0.05]) {
    const life = keptText(swept(value), ranges([10, 0, 7]), 10, 0.62);
    assert.equal(life, 'only where max tokens forces it: thresholds ≤ 0.07');
  }
  assert.equal(keptText(swept(0.5), ranges([10, 3, 3]), 10, 0.62), 'only where max tokens forces it: thresholds 0.03');
  // The range above the similarity counts, also where the one below is nearer.
  assert.equal(keptText(swept(0.1), ranges([10, 0, 7], [10, 63, 100]), 10, 0.62), 'boundary at thresholds > 0.62; also ≤ 0.07');
});

test('the other ranges of a boundary are named too', () => {
  const rows = [[10, 3, 3], [10, 5, 7], [10, 43, 100]];
  const life = (value, from = 0) => keptText(swept(value), ranges(...rows.slice(from)), 10, 0.42);
  assert.equal(life(0.5), 'kept at thresholds > 0.42; also 0.03, 0.05 to 0.07');
  assert.equal(life(0.06, 1), 'only where max tokens forces it: thresholds 0.05 to 0.07; also ≥ 0.43');
  rows.unshift([10, 0, 1]);
  assert.equal(life(0.5), 'kept at thresholds > 0.42; also in 3 other ranges');
});

test('a boundary that min tokens suppresses at thresholds above its similarity', () => {
  const life = (value, row, similarity) => keptText(swept(value, { keeps: 'Min tokens' }), ranges(row), 10, similarity);
  assert.equal(life(0.5, [10, 33, 100], 0.29), 'kept at thresholds ≥ 0.33; below, min tokens suppresses it');
  assert.equal(life(0.3, [10, 33, 100], 0.29), 'boundary at thresholds ≥ 0.33; below, min tokens suppresses it');
  assert.equal(life(0.5, [10, 30, 60], 0.29), 'kept at thresholds 0.30 to 0.60; above, min tokens suppresses it');
  assert.equal(life(0.5, [10, 33, 60], 0.29), 'kept at thresholds 0.33 to 0.60; below and above, min tokens suppresses it');
  assert.equal(life(0.5, [10, 30, 100], 0.29), 'kept at thresholds > 0.29');
});

test('a candidate without a range', () => {
  const by = (...reasons) => ({ ...swept(0.5, { keeps: 'Min tokens' }), suppressed: [10].slice(0, reasons.length), suppressedBy: reasons });
  assert.equal(keptText(by('min_tokens'), ranges(), 10, 0.62), 'min tokens suppresses it at every threshold');
  for (const other of [by('atomic'), by('forbidden'), by()]) assert.equal(keptText(other, ranges(), 10, 0.62), '');
  assert.equal(keptText(swept(0.5), ranges(), 10, 0.62), '');
  assert.equal(keptText(swept(0.5), undefined, 10, 0.62), '');
});

test('other settings have ranges without a similarity', () => {
  const max = { label: 'Max tokens', field: 'max_tokens', value: 60, decimals: 0, steady: false, keeps: '' };
  const outcomes = { ...ranges([10, 50, 100]), values: VALUES.map((value) => 100 * value) };
  assert.equal(keptText({ swept: max }, outcomes, 10, 0.9), 'kept at max tokens ≥ 50');
  assert.equal(keptText({ swept: { ...max, value: 20 } }, outcomes, 10, 0.9), 'boundary at max tokens ≥ 50');
});

test('values between those that were tried', () => {
  assert.deepEqual(neighbors({ values: VALUES }, 0.5), [50, 50]);
  assert.deepEqual(neighbors({ values: VALUES }, 0.505), [50, 51]);
  assert.equal(nearest({ values: VALUES }, 0.507), 51);
  assert.equal(rowAt(ranges([10, 0, 50]), 10, [50, 51]), 0);
  assert.equal(rowAt(ranges([10, 0, 49]), 10, [50, 51]), -1);
});

test('borderline boundaries', () => {
  const outcomes = ranges([10, 49, 100], [20, 10, 90]);
  const chunking = { ...swept(0.5), cuts: { offsets: [10, 20, 30] } };
  assert.deepEqual([...borderlineBoundaries(chunking, outcomes)], [1, 0, 0]);
  assert.equal(borderlineBoundaries(chunking, undefined), undefined);
});

test('the value with the outcome nearest to a target', () => {
  const outcomes = { values: [1, 2, 3, 4, 5], counts: [9, 6, 6, 6, 2], plateaus: [[1, 3]] };
  assert.equal(nearestOutcome(outcomes, 'counts', 6), 2);
  assert.equal(nearestOutcome(outcomes, 'counts', 100), 0);
  assert.deepEqual(plateauAt(outcomes, 2), [1, 3]);
});

test('a target between two outcomes has one answer', () => {
  const outcomes = { values: [1, 2, 3], counts: [96, 94, 90], plateaus: [] };
  const answers = [0, 1, 2].map((here) => nearestOutcome(outcomes, 'counts', 95, here));
  assert.deepEqual(answers, [0, 0, 0]);
});

test('a recall names the threshold it was measured at', () => {
  const columns = { thresholds: [0.38, 0.384, 0.39], recall: [0.61, 0.632, 0.7], low: [0.5, 0.5, 0.5], high: [0.8, 0.8, 0.8] };
  assert.equal(recallText(columns, 0.384, 2), 'recall at 0.384: 63% (50–80%)');
  assert.equal(recallText(columns, 0.4, 2), 'recall at 0.39: 70% (50–80%)');
});

test('scales lead back from pixels to values', () => {
  const scale = linear([10, 20], [100, 200]);
  assert.equal(scale.at(15), 150);
  assert.equal(scale.value(150), 15);
  assert.equal(scale.value(900), 20);
  assert.equal(linear([0, 1], [100, 0]).value(25), 0.75);
  const wide = suited([1, 100], [0, 100]);
  assert.equal(Math.round(wide.at(10)), 50);
  assert.equal(Math.round(wide.value(50)), 10);
});

test('a value lies on the steps of its slider, and a range gets some room', () => {
  assert.deepEqual([0.123, 0.126, -1, 2].map((value) => onStep(value, [0, 1, 0.01])), [0.12, 0.13, 0, 1]);
  assert.deepEqual(padded([0, 10]), [-0.5, 10.5]);
  assert.deepEqual(padded([0.5, 0.5]), [0.48, 0.52]);
});

test('a long curve becomes an envelope', () => {
  const signal = { gaps: Int32Array.from([0, 1, 2, 3, 10]), scores: Float32Array.from([0.5, 0.25, 1, NaN, 0.75]) };
  const found = envelope(signal, [0, 5], (offset) => offset, 4);
  assert.deepEqual(found, [{ x: 2, low: 0.25, high: 1, median: 0.5 }, { x: 10, low: 0.75, high: 0.75, median: 0.75 }]);
  assert.ok(isLong(2001, 1000) && !isLong(2000, 1000));
});

test('zooming keeps the anchor in place, or brings it to the middle', () => {
  assert.deepEqual(zoomed([0, 1000], 0.5, 250, 1000, 100), [125, 625]);
  assert.deepEqual(zoomed([0, 200], 0.5, 600, 1000, 100), [550, 650]);
  assert.deepEqual(zoomed([0, 1000], 2, 500, 1000, 100), [0, 1000]);
  assert.deepEqual(zoomed([400, 500], 0.1, 450, 1000, 100), [400, 500]);
  assert.deepEqual(within([-50, 50], 1000), [0, 100]);
  assert.deepEqual(within([950, 1050], 1000), [900, 1000]);
});

test('keys go from the selected boundary to the next one', () => {
  const offsets = [10, 20, 30, 40];
  assert.equal(nextBoundary(offsets, 1, 1, [0, 50]), 1); // chunk 1 starts at boundary 0
  assert.equal(nextBoundary(offsets, 2, 1, [0, 50]), 2);
  assert.equal(nextBoundary(offsets, 4, 1, [0, 50]), 3);
  assert.equal(nextBoundary(offsets, 0, 1, [0, 50]), 0);
  assert.equal(nextBoundary(offsets, 0, -1, [0, 50]), 0);
  assert.equal(nextBoundary(offsets, null, 1, [15, 35]), 1);
  assert.equal(nextBoundary(offsets, null, -1, [15, 35]), 2);
  assert.equal(nextBoundary([], null, 1, [0, 50]), -1);
});

test('colors and shapes', () => {
  assert.equal(shadeOf(0, [0, 1]), 'rgb(68,1,84)');
  assert.equal(shadeOf(0, [0, 1], true), 'rgb(253,231,37)');
  const calls = [];
  const path = new Proxy({}, { get: (_, name) => (...at) => calls.push([name, ...at]) });
  addShape(path, '■', 10, 10, 2);
  addShape(path, '?', 0, 0, 1);
  assert.deepEqual(calls.map(([name]) => name), ['moveTo', 'lineTo', 'lineTo', 'lineTo', 'closePath', 'moveTo', 'arc']);
});

test('a gap has its probability, and below 1 % no exact one', () => {
  const probabilities = { offsets: Int32Array.of(10, 30), percents: Uint8Array.of(7, 100) };
  assert.equal(probabilityText(probabilities, 10), 'probability 0.07');
  assert.equal(probabilityText(probabilities, 30), 'probability 1.00');
  assert.equal(probabilityText(probabilities, 20), 'probability < 0.01');
  assert.equal(probabilityText(undefined, 10), '');
});

test('probabilities are those of the document and the strategy on screen', () => {
  const chunking = { document: 'text', form: { strategy: 'optimal' } };
  receive(['probabilities', { id: 'some', count: 2 }, Uint8Array.of(10, 0, 0, 0, 44, 1, 0, 0, 5, 43)]);
  receive(['details', { document: 'text', strategy: 'optimal', probabilities: 'some' }]);
  assert.deepEqual(probabilitiesOf(chunking), { offsets: Int32Array.of(10, 300), percents: Uint8Array.of(5, 43) });
  assert.equal(probabilitiesOf({ ...chunking, form: { strategy: 'semantic' } }), undefined);
  assert.equal(probabilitiesOf({ ...chunking, document: 'another' }), undefined);
});

test('the most uncertain gaps that are undecided come first', () => {
  const probabilities = {
    offsets: Int32Array.of(10, 20, 30, 40, 50, 60), percents: Uint8Array.of(5, 80, 47, 52, 4, 96),
  };
  const manual = (required, forbidden) => ({ required: new Set(required), forbidden: new Set(forbidden) });
  assert.deepEqual(uncertainGaps(probabilities, manual([], [])), [40, 30, 20, 10]);
  assert.deepEqual(uncertainGaps(probabilities, manual([40], [20])), [30, 10]);
  assert.deepEqual(uncertainGaps(undefined, manual([], [])), []);
});
