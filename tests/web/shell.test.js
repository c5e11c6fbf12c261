import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pageOf } from '../../chunking/gui/web/shell/app.js';

test('every page but Library waits for the document of the link', () => {
  assert.equal(pageOf({ page: 'tune', awaited: '' }), 'tune');
  assert.equal(pageOf({ page: 'tune', awaited: 'notes.md' }), 'awaited');
  assert.equal(pageOf({ page: 'library', awaited: 'notes.md' }), 'library');
});
