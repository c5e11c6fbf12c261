import assert from 'node:assert/strict';
import { test } from 'node:test';

import { barsPath, binned } from '../../chunking/gui/web/chart/histogram.js';
import {
  axisWords, cellsOf, cropText, isCropped, isShown, labeled, levelsOf, metricText, nearest, neighbor,
  partOf, unpackMap,
} from '../../chunking/gui/web/sweep/map_cells.js';
import { chunksWithin } from '../../chunking/gui/web/text/excerpt.js';

const THRESHOLD = { field: 'threshold', label: 'Threshold', values: [0.1, 0.2, 0.3] };
const SIZE = { field: 'max_tokens', label: 'Max tokens', values: [500, 1000, 1500, 2000] };

const EXACT = { uncertain: 0, unit: '', decimals: 3 };

// 3 rows by 4 columns, unless other axes are named.
function message({ values, results, within, axes = [THRESHOLD, SIZE], crop = [0, 3, 0, 4], withinLimit = false, metric = EXACT }) {
  const bytes = [new Float32Array(values), new Int32Array(results), new Uint8Array(within ?? values.map(() => 1))];
  const payload = Buffer.concat(bytes.map((each) => Buffer.from(each.buffer)));
  return { map: { axes, crop, metric }, payload: new Uint8Array(payload), within_limit: withinLimit };
}

const VALUES = [1, 1, 2, 2, 3, 3, NaN, 4, 5, 5, 5, 5];
const RESULTS = [0, 0, 1, 1, 2, 2, -1, 3, 4, 4, 4, 4];

test('a map is unpacked into rows and columns', () => {
  const map = unpackMap(message({ values: VALUES, results: RESULTS }));
  assert.deepEqual([map.rows, map.columns], [3, 4]);
  assert.deepEqual([...map.results], RESULTS);
  assert.deepEqual(levelsOf(map), [1, 5]);
  assert.equal(unpackMap({ map: null }), null);
});

test('a sweep of one setting is one row of cells', () => {
  const map = unpackMap(message({ values: [1, 2, 3, 4], results: [0, 1, 2, 3], axes: [SIZE], crop: [0, 1, 0, 4] }));
  assert.deepEqual([map.rows, map.columns, map.axes[0].label], [1, 4, '']);
});

test('cells above the model limit count only while the switch is off', () => {
  const within = VALUES.map((value) => (value === 5 ? 0 : 1));
  const [all, limited] = [false, true].map((withinLimit) => unpackMap(message({ values: VALUES, results: RESULTS, within, withinLimit })));
  assert.deepEqual([isShown(all, 8), isShown(limited, 8), isShown(all, 6)], [true, false, false]);
  assert.deepEqual([levelsOf(all), levelsOf(limited)], [[1, 5], [1, 4]]);
});

test('the color scale spans at least what is uncertain, and what the numbers on screen tell apart', () => {
  const close = VALUES.map((value) => 0.5 + value / 1000);
  const levels = (metric) => levelsOf(unpackMap(message({ values: close, results: RESULTS, metric })));
  const width = (metric) => { const [low, high] = levels(metric); return Number((high - low).toFixed(4)); };
  assert.equal(width(EXACT), 0.004);
  assert.equal(width({ ...EXACT, uncertain: 0.2 }), 0.2);
  assert.equal(width({ ...EXACT, uncertain: 0.001 }), 0.004);
  assert.equal(width({ ...EXACT, decimals: 1 }), 0.1);
  assert.equal(width({ ...EXACT, decimals: 0, unit: 'share' }), 0.01);
  const [low, high] = levels({ ...EXACT, uncertain: 0.2 });
  assert.ok(Math.abs((low + high) / 2 - 0.503) < 1e-6);
});

test('the crop is drawn and named, unless all is shown', () => {
  const map = unpackMap(message({ values: VALUES, results: RESULTS, crop: [1, 3, 0, 3] }));
  assert.ok(isCropped(map));
  assert.equal(cropText(map), 'threshold 0.2 to 0.3, max tokens 500 to 1,500');
  assert.deepEqual(cellsOf(map, partOf(map, false)), [4, 5, 6, 8, 9, 10]);
  assert.equal(cellsOf(map, partOf(map, true)).length, 12);
  assert.equal(nearest(map, partOf(map, false), 3), 6);
  assert.ok(!isCropped(unpackMap(message({ values: VALUES, results: RESULTS }))));
});

test('arrow keys move to the next cell, with Shift to other chunks', () => {
  const map = unpackMap(message({ values: VALUES, results: RESULTS })), part = partOf(map, true);
  assert.equal(neighbor(map, part, 0, [0, 1]), 1);
  assert.equal(neighbor(map, part, 0, [0, 1], true), 2);
  assert.equal(neighbor(map, part, 0, [1, 0]), 4);
  assert.equal(neighbor(map, part, 0, [-1, 0]), 0);
  assert.equal(neighbor(map, part, 8, [0, 1], true), 11); // the end of the row
});

test('labels of an axis are round and do not touch', () => {
  const values = Array.from({ length: 51 }, (_, i) => Number((i * 0.02).toFixed(2)));
  assert.equal(labeled(values, 30, 22).length, 51);
  assert.deepEqual(labeled(values, 5, 22).slice(0, 3).map((i) => values[i]), [0, 0.1, 0.2]);
  const between = [...values.slice(0, 6), 0.113, ...values.slice(6)]; // the value of Tune among round ones
  assert.ok(labeled(between, 10, 22).every((i) => between[i] !== 0.113));
  const sizes = [50, 60, 70, 80, 90, 94]; // the last one is the model limit
  assert.deepEqual(labeled(sizes, 40, 33), [0, 1, 2, 3, 4, 5]);
  assert.deepEqual(labeled(sizes, 20, 33), [1, 3, 5]);
  assert.deepEqual(labeled(['a', 'b', 'c', 'd'], 10, 20), [0, 2]);
});

test('values have the same decimals, and shares are in percent', () => {
  assert.deepEqual(axisWords({ values: [0.1, 0.125] }), ['0.100', '0.125']);
  assert.deepEqual(axisWords({ values: [0.1, 0.15505] }), ['0.100', '0.155']);
  assert.deepEqual(axisWords({ values: [500, 1500] }), ['500', '1,500']);
  assert.deepEqual(axisWords({ values: ['semantic'] }), ['semantic']);
  assert.equal(metricText(0.257, { unit: 'share', decimals: 0 }), '26%');
  assert.equal(metricText(NaN, { unit: '', decimals: 2 }), '–');
  assert.equal(metricText(1234, { unit: 'chunks', decimals: 0 }), '1,234');
});

test('sizes are counted in bins, and a single chunk is still a visible bar', () => {
  assert.deepEqual(binned([0, 9, 10, 99, 100], 100, 10), [2, 1, 0, 0, 0, 0, 0, 0, 0, 2]);
  assert.equal(barsPath([0, 10, 1], 20), 'M1 20v-20h0.8v20zM2 20v-2h0.8v2z');
  assert.equal(barsPath([0, 0], 20), '');
});

test('a preview holds whole chunks, at least one', () => {
  assert.equal(chunksWithin(Int32Array.of(10, 20, 30), 25), 2);
  assert.equal(chunksWithin(Int32Array.of(100), 25), 1);
  assert.equal(chunksWithin(Int32Array.of(), 25), 0);
});
