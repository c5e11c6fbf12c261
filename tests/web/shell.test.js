import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pageOf } from '../../chunking/gui/web/shell/app.js';
import { cornerFor } from '../../chunking/gui/web/shell/demo.js';

test('every page but Library waits for the document of the link', () => {
  assert.equal(pageOf({ page: 'tune', awaited: null }), 'tune');
  assert.equal(pageOf({ page: 'tune', awaited: { name: 'notes.md' } }), 'awaited');
  assert.equal(pageOf({ page: 'library', awaited: { name: 'notes.md' } }), 'library');
});

test('the card of the demonstration takes the corner that hides least', () => {
  const card = { width: 300, height: 200 }, screen = { width: 1280, height: 800 };
  const left = { left: 0, top: 90, right: 640, bottom: 800 }, bottom = { left: 0, top: 400, right: 1280, bottom: 800 };
  assert.deepEqual(cornerFor(left, card, screen), { left: 964, top: 584, right: 1264, bottom: 784 });
  assert.equal(cornerFor(bottom, card, screen).top, 52);
});
