import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pageOf } from '../../chunking/gui/web/shell/app.js';

test('every page but Library waits for the document of the link', () => {
  assert.equal(pageOf({ page: 'tune', awaited: null }), 'tune');
  assert.equal(pageOf({ page: 'tune', awaited: { name: 'notes.md' } }), 'awaited');
  assert.equal(pageOf({ page: 'library', awaited: { name: 'notes.md' } }), 'library');
});
