import assert from 'node:assert/strict';
import { test } from 'node:test';

import { COLUMNS, sortedIds, stepped, textOf } from '../../chunking/gui/web/library/document_columns.js';

const ROWS = [
  { id: 'a', name: 'chapter 10.md', chunks: 3, own: null },
  { id: 'b', name: 'chapter 2.md', chunks: 12, own: 0.3 },
  { id: 'c', name: 'appendix.md' },
];
const column = (name) => COLUMNS.find((each) => each.name === name);

test('rows are sorted by any column, those without a value last', () => {
  assert.deepEqual(sortedIds(ROWS, null, false), ['a', 'b', 'c']);
  assert.deepEqual(sortedIds(ROWS, 'name', false), ['c', 'b', 'a']);
  assert.deepEqual(sortedIds(ROWS, 'chunks', false), ['a', 'b', 'c']);
  assert.deepEqual(sortedIds(ROWS, 'chunks', true), ['b', 'a', 'c']);
  assert.deepEqual(sortedIds(ROWS, 'own', true), ['b', 'a', 'c']);
});

test('keys step through the rows as they are sorted', () => {
  const order = ['b', 'a', 'c'];
  assert.equal(stepped(order, 'b', 1), 'a');
  assert.equal(stepped(order, 'c', 1), 'c');
  assert.equal(stepped(order, 'b', -10), 'b');
  assert.equal(stepped(order, 'gone', 1), 'b');
  assert.equal(stepped([], 'b', 1), undefined);
});

test('values have their format, unknown ones are empty', () => {
  assert.equal(textOf({ chunks: 1234 }, column('chunks')), '1,234');
  assert.equal(textOf({ inside: 0.876 }, column('inside')), '88%');
  assert.equal(textOf({ own: 0.1724 }, column('own')), '0.172');
  assert.equal(textOf({ own: null }, column('own')), '');
  assert.equal(textOf({}, column('median')), '');
});
