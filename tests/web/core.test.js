import assert from 'node:assert/strict';
import { test } from 'node:test';

import { between, clamp, countUpTo, extent, firstIndex, indexIn, lastIndexUpTo } from '../../chunking/gui/web/core/arrays.js';
import { marginTo, countOf, settingText, inThousands, rounded, shortened } from '../../chunking/gui/web/core/format.js';
import { countReasons, meaningsOf, nameOf } from '../../chunking/gui/web/core/reasons.js';
import { evictChunks, changed, receive, store, subscribe } from '../../chunking/gui/web/core/store.js';
import { unpackChunking } from '../../chunking/gui/web/core/unpack.js';
import { factors, ticks } from '../../chunking/gui/web/chart/scales.js';
import { codePoints } from '../../chunking/gui/web/core/code_points.js';
import { readable } from '../../chunking/gui/web/core/theme.js';

const bytes = (...columns) => Uint8Array.from(columns.flatMap((column) => [...new Uint8Array(column.buffer)]));
const coded = (values) => {
  const words = [...new Set(values)];
  return { words, codes: values.map((each) => words.indexOf(each)) };
};

const header = (version, document = 'doc') => ({
  document, version, place: 4, threshold: 0.5,
  chunks: {
    leads: [0, 0, 1], sizes: [4, 5, 3], overlaps: 0, tokens: [1, 2, 3],
    reasons: coded(['similarity', 'max_tokens', 'tail']),
    labels: coded(['0.31 < 0.55', 'Max tokens 8', '']), oversize: { 'a table is kept whole': [1, 2] }, unread: [[2, 11, 7]], below: [[0, 6]],
  },
  suppressed_by: coded(['min_tokens', 'atomic']),
});

test('searching ascending lists', () => {
  const list = [2, 4, 4, 9];
  assert.deepEqual([1, 2, 4, 8, 10].map((value) => countUpTo(list, value)), [0, 1, 3, 3, 4]);
  assert.deepEqual([2, 4, 5].map((value) => indexIn(list, value)), [0, 2, -1]);
  assert.deepEqual([1, 2, 5, 10].map((value) => lastIndexUpTo(list, value)), [0, 0, 2, 3]);
  assert.deepEqual([3, 4, 9, 10].map((value) => firstIndex(list.length, (i) => list[i] >= value)), [1, 1, 3, 4]);
  assert.equal(firstIndex(list.length, () => true, 2), 2);
  assert.deepEqual(between([1, 4, 6, 9], 4, 9), [4, 6]);
  assert.equal(clamp(12, 0, 10), 10);
  assert.deepEqual(extent([3, NaN, 1], [], [7]), [1, 7]);
  assert.equal(extent([], [NaN]), null);
});

test('ticks are round and within the axis', () => {
  assert.deepEqual(ticks(0, 1, 4).map((each) => rounded(each, 2)), ['0.00', '0.25', '0.50', '0.75', '1.00']);
  // One tick alone names no scale.
  assert.deepEqual(ticks(-0.18, 0.95, 2).map((each) => rounded(each, 1)), ['0.0', '0.5']);
  assert.deepEqual(ticks(0, 3, 10, true), [0, 1, 2, 3]);
  assert.deepEqual(ticks(1, 1, 5), []);
  assert.deepEqual(factors(20, 1000), [20, 50, 100, 200, 500, 1000]);
});

test('what is suppressed has its true reasons, with their counts', () => {
  const style = (description) => ({ color: '', glyph: '', title: '', description });
  store.reasons = { min_tokens: style('a chunk would be too small'), atomic: style('inside a block') };
  assert.equal(meaningsOf(['atomic', 'min_tokens', 'atomic']), '1: a chunk would be too small; 2: inside a block');
});

test('unpacking a chunking', () => {
  const chunking = unpackChunking(header('v'), bytes(Int32Array.from([2, 11])));
  assert.deepEqual([...chunking.starts], [0, 4, 10]);
  assert.deepEqual([...chunking.ends], [4, 9, 13]);
  assert.deepEqual([...chunking.cuts.offsets], [4, 10]);
  assert.deepEqual(chunking.cuts.reasons, ['similarity', 'max_tokens']);
  assert.deepEqual([...chunking.suppressed], [2, 11]);
  assert.deepEqual(chunking.suppressedBy, ['min_tokens', 'atomic']);
  assert.deepEqual([...chunking.cuts.deciding], [6, 10]);
  assert.deepEqual(chunking.unread.get(2), { at: 11, left: 7 });
  assert.equal(chunking.oversize.get(2), 'a table is kept whole');
  assert.ok(!chunking.oversize.has(0));
});

test('numbers', () => {
  assert.equal(countOf(1, 'chunk'), '1 chunk');
  assert.equal(countOf(1234, 'boundary', 'boundaries'), '1,234 boundaries');
  assert.equal(rounded(-0.001, 2), '0.00');
  assert.deepEqual([settingText(0.5), settingText(0.625), settingText(3, 0)], ['0.50', '0.625', '3']);
  assert.deepEqual([settingText(0.15505), settingText(0.1638), settingText(0.3999)], ['0.155', '0.164', '0.40']);
  assert.deepEqual(['950', '1.25k', '12.5k', '1.2M'], [950, 1250, 12_500, 1_200_000].map(inThousands));
});

test('a similarity and the threshold have as many decimals as it takes to tell them apart', () => {
  assert.deepEqual(marginTo(0.31, 0.55), { similarity: '0.31', limit: '0.55', margin: '0.24', side: 'below' });
  assert.deepEqual(marginTo(0.5512, 0.55), { similarity: '0.551', limit: '0.550', margin: '0.001', side: 'above' });
});

test('excerpts do not split characters', () => {
  assert.equal(shortened('  one\n two ', false), 'one two');
  assert.equal(shortened('👩‍👩‍👧'.repeat(3), false, 2), '👩‍👩‍👧👩‍👩‍👧 …');
  assert.equal(shortened('abcdef', true, 3), '… def');
});

test('reasons keep their order and have a name', () => {
  store.reasons = {
    similarity: { title: 'similarity', color: '#0072B2' }, max_tokens: { title: 'forced', color: '#D55E00' },
  };
  assert.deepEqual(countReasons(['other', 'max_tokens', 'similarity', 'other']), [['similarity', 1], ['max_tokens', 1], ['other', 2]]);
  assert.equal(nameOf('max_tokens'), 'forced');
  assert.equal(nameOf('other'), 'other');
  assert.equal(readable('#000000', false), 'rgb(0,0,0)');
  assert.notEqual(readable('#000000', true), 'rgb(0,0,0)');
});

test('listeners are called until they end', () => {
  const calls = [];
  const end = subscribe('kind', (detail) => calls.push(detail));
  const endAll = subscribe('*', (_, kind) => calls.push(kind));
  changed('kind', 1);
  end();
  changed('kind', 2);
  endAll();
  changed('kind', 3);
  assert.deepEqual(calls, [1, 'kind', 'kind']);
});

test('receiving data keeps it by id and evicts the oldest', () => {
  const columns32 = [Int32Array.from([3, 9]), Int32Array.from([2, 8]), Float32Array.from([0.5, NaN])];
  receive(['signal', { id: 's', count: 2 }, bytes(...columns32)]);
  const { gaps, ends, scores } = store.signals.get('s');
  assert.deepEqual([[...gaps], [...ends], [...scores]], [[3, 9], [2, 8], [0.5, NaN]]);
  for (const id of 'abcde') receive(['document', { id }, new TextEncoder().encode(`\ufeff${id}`)]);
  assert.deepEqual([...store.documents.keys()], [...'bcde']);
  assert.equal(store.documents.get('b'), '\ufeffb');
  const columns = { values: [0, 1], counts: [1, 2], medians: [3, 4], largest: [5, 6], plateaus: [], lives: 1 };
  receive(['outcomes', { id: 'o', columns }, bytes(Int32Array.from([7]), Uint8Array.from([1]), Uint8Array.from([1]))]);
  assert.deepEqual([...store.outcomes.get('o').offsets, ...store.outcomes.get('o').last], [7, 1]);
  receive(['heat', { id: 'h', count: 1, low: 0, high: 1 }, bytes(Int32Array.from([0, 9]), Uint8Array.from([255]))]);
  assert.deepEqual([...store.heats.get('h').edges, ...store.heats.get('h').shades], [0, 9, 255]);
});

test('the selection stays while boundaries move, and follows another document', () => {
  receive(['tune', header('1')]);
  assert.equal(store.tune.place, 4);
  store.tune.place = 11;
  receive(['tune', header('2')]);
  assert.equal(store.tune.place, 11);
  receive(['tune', header('3', 'other')]);
  assert.equal(store.tune.place, 4);
  receive(['compare', { id: 1, lanes: [] }]);
  assert.deepEqual(store.compare, { id: 1, lanes: [] });
});

test('curves of lanes stay while other curves come', () => {
  const curve = (id) => receive(['signal', { id, count: 0 }]);
  curve('of a lane');
  for (let i = 0; i < 30; i++) {
    curve(`passing ${i}`);
    receive(['compare', { lanes: [{ signal: 'of a lane' }, { signal: null }] }]);
  }
  assert.ok(store.signals.has('of a lane'));
  assert.ok(!store.signals.has('passing 0'));
});

test('chunks of lanes stay until Python is told which are gone', () => {
  const columns = { sizes: [3], leads: [0], overlaps: 0, tokens: [1], reasons: { words: ['tail'], codes: [0] }, labels: { words: [], codes: [] }, oversize: {}, unread: [] };
  for (let i = 0; i < 30; i++) receive(['chunks', { id: `step ${i}`, columns }]);
  receive(['compare', { lanes: [{ signal: null, chunks: 'step 0' }] }]);
  assert.equal(store.chunks.size, 30);
  assert.equal(store.chunks.get('step 7').ends[0], 3);
  evictChunks();
  assert.deepEqual([store.chunks.size, store.chunks.has('step 0'), store.chunks.has('step 18')], [12, true, false]);
});

test('offsets in code points', () => {
  assert.deepEqual([0, 1, 3, 4].map((offset) => codePoints('a😀b', offset)), [0, 1, 2, 3]);
  assert.equal(codePoints('ab', 2), 2);
});
