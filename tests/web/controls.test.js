import assert from 'node:assert/strict';
import { test } from 'node:test';

import { matching } from '../../chunking/gui/web/controls/palette.js';
import { onGrid, stepOf } from '../../chunking/gui/web/controls/slider.js';

const SHARE = { low: 0.1, high: 0.9, step: 0.05, whole: false };

test('a value of a slider lies on its grid and within its range', () => {
  assert.deepEqual([0.27, 0.28, 0.05, 2].map((value) => onGrid(value, SHARE)), [0.25, 0.3, 0.1, 0.9]);
});

test('keys move a slider by a step, with Shift by a fine one, with Page Up and Down by ten', () => {
  assert.equal(stepOf('ArrowRight', SHARE, false), 0.05);
  assert.equal(stepOf('ArrowDown', SHARE, false), -0.05);
  assert.equal(stepOf('ArrowUp', SHARE, true), 0.005);
  assert.equal(stepOf('ArrowUp', { step: 20, whole: true }, true), 1);
  assert.equal(stepOf('PageDown', SHARE, false), -0.5);
  assert.equal(stepOf('a', SHARE, false), undefined);
});

test('the palette finds titles with every word, those that begin with the first one before the others', () => {
  const actions = ['Go to Tune', 'Undo', 'Tune threshold', 'Tokenizer'].map((title) => ({ title }));
  const found = (query) => matching(actions, query).map(({ title }) => title);
  assert.deepEqual(found('TUNE'), ['Tune threshold', 'Go to Tune']);
  assert.deepEqual(found('t tune go'), ['Go to Tune']);
  assert.deepEqual(found('zoom'), []);
  assert.deepEqual(found(''), ['Go to Tune', 'Undo', 'Tune threshold', 'Tokenizer']);
});
