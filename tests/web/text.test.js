import assert from 'node:assert/strict';
import { test } from 'node:test';

import { blocksOf } from '../../chunking/gui/web/tune/text_blocks.js';
import { changedOffsets, isSettingChange, outOfView } from '../../chunking/gui/web/tune/change_notice.js';
import { excessNote, excessSize, marksIn, placesOf, withLineBreaks } from '../../chunking/gui/web/text/chunk_text.js';
import { contextOf, pathOf, tableHeaderOf } from '../../chunking/gui/web/text/chunk_text.js';
import { patternOf } from '../../chunking/gui/web/text/text_search.js';
import { nearestGap } from '../../chunking/gui/web/text/character_positions.js';
import { actionsAt, isBoundary, kindAt, manualOf } from '../../chunking/gui/web/tune/manual_boundaries.js';
import { markStyle } from '../../chunking/gui/web/tune/similarity_marks.js';

test('changed boundaries are those in one of two lists', () => {
  assert.deepEqual(changedOffsets([1, 5, 9], [1, 6, 9, 12]), [5, 6, 12]);
  assert.deepEqual(changedOffsets([], [3]), [3]);
  assert.deepEqual(changedOffsets([3], [3]), []);
  assert.deepEqual(changedOffsets([3], []), [3]);
});

test('the nearest change out of view is named, unless one is in view', () => {
  assert.deepEqual(outOfView([5, 90, 95], [20, 40]), { side: 'above', count: 1, offset: 5 });
  assert.deepEqual(outOfView([45, 90], [20, 40]), { side: 'below', count: 2, offset: 45 });
  assert.equal(outOfView([5, 30, 90], [20, 40]), null);
  assert.equal(outOfView([], [20, 40]), null);
});

test('boundaries that appear while a document is read are no change', () => {
  const part = { document: 'a', growing: true }, whole = { document: 'a', growing: false };
  assert.ok(isSettingChange(whole, { ...whole }));
  assert.ok(!isSettingChange(part, whole));
  assert.ok(!isSettingChange(whole, part));
  assert.ok(!isSettingChange({ ...whole, document: 'b' }, whole));
});

test('text that is not embedded yet becomes blocks that stay', () => {
  const words = 'A sentence of some words. '.repeat(400), { length } = words;
  const part = (end) => {
    const [starts, ends] = [Int32Array.from([0, end]), Int32Array.from([end, length])];
    return blocksOf({ count: 2, starts, ends, growing: true }, words);
  };
  const [early, late] = [part(100), part(4500)];
  assert.equal(early.rest, 1);
  assert.ok(early.count > 3);
  assert.equal(early.ends.at(-1), length);
  for (let i = 1; i < early.count; i++) assert.equal(early.starts[i], early.ends[i - 1]);
  assert.deepEqual(late.starts.slice(-2), early.starts.slice(-2));
  const done = { count: 1, starts: [0], ends: [length], growing: false };
  assert.deepEqual(blocksOf(done, words), { count: 1, starts: [0], ends: [length], rest: 1 });
});

test('the context of a chunk is its heading path and its table header', () => {
  const chunking = {
    headings: { words: [['A', 'B'], []], codes: [0, 0, 1] },
    table_headers: { words: ['', 'name,size'], codes: [0, 1, 1] },
  };
  assert.deepEqual([0, 1, 2, 3].map((row) => contextOf(chunking, row)), [
    'A > B\n\n', 'A > B\n\nname,size\n', 'name,size\n', '',
  ]);
  assert.equal(contextOf({ headings: null, table_headers: null }, 0), '');
  assert.deepEqual(pathOf(chunking, 3), []);
  assert.equal(tableHeaderOf(chunking, 1), 'name,size');
});

test('words are found across line breaks, and taken literally', () => {
  assert.ok(patternOf('max  tokens').test('MAX\ntokens'));
  assert.ok(patternOf('a.b(').test('a.b('));
  assert.ok(!patternOf('a.b').test('axb'));
});

test('the gap nearest to a point, in reading order', () => {
  // Three gaps on two lines of 20 pixels.
  const rects = [[10, 0], [80, 0], [40, 20]].map(([left, top]) => ({ left, top, bottom: top + 20 }));
  const near = (x, y) => nearestGap(0, 3, (i) => rects[i], x, y);
  assert.equal(near(5, 10), 0);
  assert.equal(near(50, 10), 1);
  assert.equal(near(5, 30), 2);
  assert.equal(near(90, 30), 3);
});

test('a lone CR is drawn as a line break of the same length', () => {
  assert.equal(withLineBreaks('a\rb\r\nc'), 'a\nb\r\nc');
  assert.equal(excessNote(331), 'exceeds the model limit by 331 tokens');
  assert.equal(excessNote(1), 'exceeds the model limit by 1 token');
  assert.equal(excessSize(254, 319), '573 model tokens: exceeds the model limit of 254 by 319.');
});

test('signs are higher and stronger where the sides differ more', () => {
  const [same, other] = [markStyle(0.9, [0.1, 0.9]), markStyle(0.1, [0.1, 0.9])];
  assert.ok(other.height > same.height && other.opacity > same.opacity);
  assert.ok(markStyle(0.5, [0.5, 0.5]).height > 0);
});

test('manual boundaries and their actions', () => {
  const chunking = { marks: { required: [5], forbidden: [9] }, cuts: { offsets: [5, 12] } };
  const manual = manualOf(chunking);
  assert.deepEqual([5, 9, 12].map((offset) => kindAt(manual, offset)), ['required', 'forbidden', '']);
  assert.deepEqual([5, 9].map((offset) => isBoundary(chunking, offset)), [true, false]);
  const faces = (kind, boundary) => actionsAt(kind, boundary).map(({ face, kind: next }) => `${face} ${next}`.trim());
  assert.deepEqual(faces('', true), ['✚ Lock required', '✕ Forbid forbidden']);
  assert.deepEqual(faces('', false), ['✚ Add required', '✕ Forbid forbidden']);
  assert.deepEqual(faces('required', true), ['✕ Forbid forbidden', 'Clear']);
  assert.deepEqual(manualOf(null), { required: new Set(), forbidden: new Set() });
});

const ORIGIN = {
  places: [[0, 'p. 1'], [50, 'p. 2'], [90, 'p. 3']],
  removed: [[10, '-', 'hyphen'], [50, 'Chapter 1', 'running header'], [120, '7', 'page number']],
};

test('marks of a stretch of text are those within it, and those at its end where the text ends', () => {
  const marks = (start, end, last) => marksIn(ORIGIN, start, end, last)
    .map(({ at, attributes }) => [at, attributes['data-label']]);
  assert.deepEqual(marks(0, 50), [[0, 'p. 1'], [10, '-']]);
  assert.deepEqual(marks(40, 95), [[10, 'Chapter 1'], [10, 'p. 2'], [50, 'p. 3']]);
  assert.deepEqual(marks(100, 120), []);
  assert.deepEqual(marks(100, 120, true), [[20, '7']]);
  assert.deepEqual(marksIn(undefined, 0, 100), []);
});

test('a stretch of text names the first and the last page that it is from', () => {
  assert.equal(placesOf(ORIGIN, 0, 50), 'p. 1');
  assert.equal(placesOf(ORIGIN, 49, 51), 'p. 1 to p. 2');
  assert.equal(placesOf(ORIGIN, 10, 200), 'p. 1 to p. 3');
  assert.equal(placesOf({ places: [], removed: [] }, 0, 9), '');
  assert.equal(placesOf(undefined, 0, 9), '');
});
