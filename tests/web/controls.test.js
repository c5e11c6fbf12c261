import assert from 'node:assert/strict';
import { test } from 'node:test';

import { matching } from '../../chunking/gui/web/controls/palette.js';
import { parseNumber, refusal } from '../../chunking/gui/web/controls/number_input.js';
import { fittedRange, onGrid, spanOf, stepOf } from '../../chunking/gui/web/controls/slider.js';

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

test('the track of a threshold covers the similarities of the text, and the value', () => {
  const grid = { low: 0, high: 1, step: 0.01 };
  assert.deepEqual(fittedRange([0.123, NaN, 0.456], grid), [0.11, 0.47]);
  assert.deepEqual(fittedRange([-0.2, 0.995], grid), [0, 1]);
  for (const few of [undefined, [], [0.5, 0.51]]) assert.equal(fittedRange(few, grid), null);
  assert.deepEqual(spanOf(grid, [0.11, 0.47], 0.3), [0.11, 0.47]);
  assert.deepEqual(spanOf(grid, [0.11, 0.47], 0.6), [0.11, 0.6]);
  assert.deepEqual(spanOf(grid, null, -1), [-1, 1]);
});

test('the palette finds titles with every word, those that begin with the first one before the others', () => {
  const actions = ['Go to Tune', 'Undo', 'Tune threshold', 'Tokenizer'].map((title) => ({ title }));
  const found = (query) => matching(actions, query).map(({ title }) => title);
  assert.deepEqual(found('TUNE'), ['Tune threshold', 'Go to Tune']);
  assert.deepEqual(found('t tune go'), ['Go to Tune']);
  assert.deepEqual(found('zoom'), []);
  assert.deepEqual(found(''), ['Go to Tune', 'Undo', 'Tune threshold', 'Tokenizer']);
});

test('typed numbers', () => {
  const read = (text, isInteger = false) => {
    const { value, problem } = parseNumber(text, isInteger);
    return value ?? problem;
  };
  const numbers = {
    '9,5': 9.5, '0,3': 0.3, '-0,25': -0.25, ',5': 0.5, '1,5': 1.5, '0,300': 0.3, '12,3456': 12.3456, ' 0.3 ': 0.3, '−2': -2,
    '1.200': 1.2, '.5': 0.5, '3.': 3, '1e-3': 0.001, '1 200': 1200, '1\u202f200,5': 1200.5, '1’200': 1200,
    '1,200.5': 1200.5, '1.200,5': 1200.5, '1,200,000': 1200000, '1.200.000': 1200000, '1,200,000.25': 1200000.25,
  };
  for (const [text, value] of Object.entries(numbers)) assert.equal(read(text), value, text);
  const integers = { '1,200': 1200, '1.200': 1200, '1 200': 1200, '12,345,678': 12345678, '9,5': 9.5, '1,0': 1, '0,300': 0.3, '40': 40 };
  for (const [text, value] of Object.entries(integers)) assert.equal(read(text, true), value, text);
  for (const text of ['abc', '', '1,2,3', '1,20,000', '1.2.3', '1,2.5', '1 2', '0x10', 'Infinity', '1e999', '5 %', '--1', ',']) {
    assert.equal(read(text), 'a number', text);
  }
  assert.equal(read('1,200'), 'either 1.200 or 1200');
  assert.equal(refusal('Amount', read('abc'), ' abc'), 'Amount must be a number, got "abc"');
});
