import assert from 'node:assert/strict';
import { test } from 'node:test';

import { store } from '../../chunking/gui/web/core/store.js';
import { askAgain, shouldScrollTo } from '../../chunking/gui/web/data/answer.js';
import { excerptOf } from '../../chunking/gui/web/ask/ranked_chunks.js';

const TEXT = `One is short.\nTwo follows. ${'Filler. '.repeat(40)}Late sentence here. End.`;
const LATE = TEXT.indexOf('Late'), AFTER = TEXT.indexOf(' End');

test('an excerpt is the start of a chunk with its best sentences marked', () => {
  assert.deepEqual(excerptOf(TEXT, 0, 26, [[14, 26]], 100), [['One is short. ', false], ['Two follows.', true]]);
  assert.deepEqual(excerptOf(TEXT, 0, 60, [], 20), [['One is short. Two fo', false], [' …', false]]);
});

test('a sentence further down is shown after the start', () => {
  const parts = excerptOf(TEXT, 0, TEXT.length, [[LATE, AFTER]], 120);
  assert.ok(parts[0][0].startsWith('One is short.'));
  assert.deepEqual(parts[1], [' … ', false]);
  assert.deepEqual(parts[2], ['Late sentence here.', true]);
});

test('sentences outside of the chunk are not marked, and crossing ones in part', () => {
  assert.deepEqual(excerptOf(TEXT, 14, 26, [[0, 13], [100, 200]], 50), [['Two follows.', false]]);
  assert.deepEqual(excerptOf(TEXT, 14, 26, [[0, 17]], 50), [['Two', true], [' follows.', false]]);
});

test('a long sentence is cut off', () => {
  assert.deepEqual(excerptOf(TEXT, 0, 60, [[0, 60]], 10), [['One is sho', true], [' …', false]]);
});

test('a link with a place and an answer opens at the place, later answers are scrolled to', () => {
  store.frame = { page: 'tune' };
  store.tune.place = 485;
  const answer = (question) => ({ document: 'd', question, ranking: 'words', selected: false, lanes: [{}] });
  assert.equal(shouldScrollTo(answer('Why?')), false);
  assert.equal(shouldScrollTo(answer('Who?')), true);
  assert.equal(shouldScrollTo(answer('Who?')), false);
  askAgain('Why?');
  assert.equal(shouldScrollTo(answer('Why?')), true);
});
