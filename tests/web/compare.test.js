import assert from 'node:assert/strict';
import { test } from 'node:test';

import { amongAll, betweenTwo, densest, nextStop, pairsOf } from '../../chunking/gui/web/data/differences.js';
import { bestOf, bestWords, scaledWords } from '../../chunking/gui/web/compare/lane_rows.js';
import { medianOf } from '../../chunking/gui/web/core/arrays.js';
import { piecesAround, wholePieces } from '../../chunking/gui/web/text/text_pieces.js';
import { segmentsOf } from '../../chunking/gui/web/data/segments.js';
import { asCsv, asTsv } from '../../chunking/gui/web/compare/metrics_panel.js';
import { heightAt, valueText } from '../../chunking/gui/web/data/lane_curves.js';
import { CurveScale } from '../../chunking/gui/web/compare/curve_scale.js';
import { isSideBySide } from '../../chunking/gui/web/text/lane_text.js';
import { lastIndexUpTo } from '../../chunking/gui/web/core/arrays.js';

const lane = (...spans) => ({ count: spans.length, starts: spans.map(([start]) => start), ends: spans.map(([, end]) => end) });

const TEXT = 'One two.\n\nThree four.\n\nFive six.';
const [SECOND, THIRD] = [TEXT.indexOf('Three'), TEXT.indexOf('Five')];

test('a text is split at the boundaries of all lanes', () => {
  const found = segmentsOf(TEXT, [lane([0, SECOND], [SECOND, TEXT.length]), lane([0, SECOND], [SECOND, THIRD], [THIRD, TEXT.length])]);
  assert.deepEqual(found.starts, [0, SECOND, THIRD]);
  assert.deepEqual(found.ends.map((end, i) => TEXT.slice(found.starts[i], end)), ['One two.', 'Three four.', 'Five six.']);
  assert.deepEqual(found.chunks, [[0, 0], [1, 1], [-1, 2]]);
  assert.deepEqual(found.holders, [[0, 0], [1, 1], [1, 2]]);
  assert.deepEqual([found.inner, found.differing], [[1, 2], [2]]);
  assert.equal(lastIndexUpTo(found.starts, SECOND + 3), 1);
});

test('boundaries with only blank space between them are one', () => {
  const found = segmentsOf(TEXT, [lane([0, 8], [SECOND, TEXT.length]), lane([0, 9], [9, TEXT.length])]);
  assert.deepEqual(found.chunks, [[0, 0], [1, 1]]);
  assert.deepEqual(found.differing, []);
});

test('text in no chunk of a lane has no holder', () => {
  const found = segmentsOf(TEXT, [lane([SECOND, THIRD]), lane([0, TEXT.length])]);
  assert.deepEqual(found.holders.map(([first]) => first), [-1, 0]);
  assert.deepEqual(segmentsOf('', []).starts, [0]);
});

const SEGMENTS = segmentsOf(TEXT, [lane([0, SECOND], [SECOND, TEXT.length]), lane([0, THIRD], [THIRD, TEXT.length])]);

test('differences are stops, and a moved boundary is one stop at two places', () => {
  assert.deepEqual(amongAll(SEGMENTS).stops, [[1], [2]]);
  const moved = betweenTwo(SEGMENTS, { moved: [[0, 0, 3]], removed: [], added: [] }, [0, 1]);
  assert.deepEqual(moved.stops, [[1, 2]]);
  assert.equal(moved.marks.get(2), 'moved by 3 tokens');
  const both = betweenTwo(SEGMENTS, { moved: [], removed: [0], added: [0] }, [0, 1]);
  assert.deepEqual([both.stops, both.marks.get(1), both.marks.get(2)], [[[1], [2]], 'removed', 'added']);
});

test('the way through the differences begins where the reader is, and goes round', () => {
  const stops = [[1], [2], [3]], starts = [0, 10, 20, 30];
  assert.equal(nextStop(stops, starts, 12, 1), 1);
  assert.equal(nextStop(stops, starts, 12, -1), 0);
  assert.equal(nextStop(stops, starts, 30, 1), 0);
  assert.equal(nextStop(stops, starts, 5, -1), 2);
  assert.equal(nextStop([], starts, 5, 1), -1);
});

test('the densest stop has the most differences around it', () => {
  const starts = [0, 1000, 5000, 5010, 5020, 9000];
  assert.deepEqual(densest([[1], [2], [3], [4], [5]], starts, 10_000), { stop: 1, count: 3, from: 5000, until: 5020 });
  assert.deepEqual(densest([], starts, 10_000), { stop: -1, count: 0, from: 0, until: 0 });
});

test('text without differences is folded, and all text is in a piece', () => {
  const text = 'word '.repeat(400), starts = [0, 500, 1000, 1500], ends = [500, 1000, 1500, 2000];
  const found = piecesAround({ starts, ends }, text, new Set([3]), new Set());
  assert.deepEqual(found.folded, [true, false, false, true]);
  assert.deepEqual(found.heads[2], true);
  assert.equal(found.starts[2], 1500);
  assert.ok(found.starts.every((start, i) => i === 0 || start === found.ends[i - 1]));
  const open = piecesAround({ starts, ends }, text, new Set([3]), new Set([0]));
  assert.equal(open.folded[0], false);
  assert.deepEqual(wholePieces({ starts, ends }).segments, [0, 1, 2, 3]);
});

test('each pair of lanes is listed once, a chosen one in its order', () => {
  assert.deepEqual(pairsOf(['a', 'b', 'c']), [['a', 'b'], ['a', 'c'], ['b', 'c']]);
  assert.deepEqual(pairsOf(['a', 'b', 'c'], ['c', 'b']), [['a', 'b'], ['a', 'c'], ['c', 'b']]);
});

test('metrics at which lanes are best and tied are counted apart', () => {
  const row = (title, ...best) => ({ title, best });
  const found = bestOf({ letters: ['a', 'b'], metrics: [row('one', 1), row('two', 0, 1), row('three', 0, 1), row('four')] });
  assert.deepEqual(found.get('a'), { best: [], tied: ['two', 'three'], leads: false });
  assert.deepEqual(found.get('b'), { best: ['one'], tied: ['two', 'three'], leads: true });
  assert.equal(bestWords(found.get('b'), ' of 3 metrics'), 'best in 1 of 3 metrics, tied in 2');
  assert.equal(bestWords(found.get('a'), ' of 3 metrics'), 'tied in 2 of 3 metrics');
});

test('two lanes are columns unless there were more', () => {
  const two = { data: { columns: null }, lanes: [1, 2], mostLanes: 2 };
  assert.equal(isSideBySide(two, 1400), true);
  assert.equal(isSideBySide(two, 800), false);
  assert.equal(isSideBySide({ ...two, mostLanes: 3 }, 1400), false);
  assert.equal(isSideBySide({ ...two, data: { columns: true }, mostLanes: 3 }, 800), true);
});

test('a median is rounded up', () => {
  assert.deepEqual([[], [3], [1, 4], [3, 1, 9]].map(medianOf), [0, 3, 3, 3]);
});

test('metrics are copied with tabs and saved with quotes', () => {
  const rows = [{ title: 'Cohesion', values: ['0.1', '0.2'], better: 'higher' }];
  assert.equal(asTsv(['A · x', 'B'], rows), 'Metric\tA · x\tB\tBetter\r\nCohesion\t0.1\t0.2\thigher');
  assert.equal(asCsv(['A, "x"', 'B'], rows), '\ufeffMetric,"A, ""x""",B,Better\r\nCohesion,0.1,0.2,higher\r\n');
});

const curve = (gaps, scores) => ({ gaps: Int32Array.from(gaps), ends: Int32Array.from(gaps), scores: Float32Array.from(scores) });

test('between two gaps a curve has the height of its line', () => {
  const signal = curve([10, 20, 40], [0.5, 0.25, 0.75]);
  assert.deepEqual([10, 15, 20, 30, 40].map((offset) => heightAt(signal, offset)), [0.5, 0.375, 0.25, 0.5, 0.75]);
  assert.deepEqual([9, 41].map((offset) => heightAt(signal, offset)), [NaN, NaN]);
  assert.ok(Number.isNaN(heightAt(curve([], []), 0)));
});

test('the value of a lane is named by its measure, or lies inside a sentence', () => {
  const signal = curve([10, 20], [0.5, 0.25]), text = (measure, offset, more = false) => valueText({ measure }, signal, offset, more);
  assert.equal(text('probability', 10), 'probability 0.50');
  assert.equal(text('distance', 20, true), 'distance 0.25, quantile 0.25');
  assert.equal(text('similarity', 15), 'inside a sentence');
  assert.equal(text('similarity', 30), '');
  assert.equal(valueText({ measure: 'similarity' }, undefined, 10, false), '');
});

test('similarity and cohesion have one axis, probability and distance another', () => {
  const curves = [
    { measure: 'similarity', signal: curve([1, 2], [0.2, 0.4]) }, { measure: 'cohesion', signal: curve([1], [0.6]) },
    { measure: 'distance', signal: curve([1], [0.9]) },
  ];
  const { similarity, cohesion, probability, distance } = new CurveScale('similarity').levels(curves, [{ measure: 'similarity', place: 0.1 }]);
  assert.equal(similarity, cohesion);
  assert.equal(probability, distance);
  assert.ok(similarity[0] < 0.1 && similarity[0] > 0 && similarity[1] > 0.6 && similarity[1] < 0.7);
  assert.ok(distance[0] < 0 && distance[1] > 0.9);
  const quantiles = new CurveScale('quantile').levels(curves, []);
  assert.deepEqual(quantiles.similarity, quantiles.distance);
});

test('the settings that equal size scales are named for each lane', () => {
  const details = { letters: ['a', 'base'], scaled: ['Max tokens 30 (scaled from 128)', ''] };
  assert.equal(scaledWords(details, 'a'), 'Metrics at equal size: Max tokens 30 (scaled from 128)');
  for (const letter of ['base', 'b']) assert.equal(scaledWords(details, letter), '');
});
