import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { connect, send, take } from '../../chunking/gui/web/core/channel.js';

/** Return a message of Python: the length of its header, the header. */
function packed(header) {
  const head = new TextEncoder().encode(JSON.stringify(header));
  const message = new Uint8Array(4 + head.length);
  new DataView(message.buffer).setUint32(0, head.length, true);
  message.set(head, 4);
  return message;
}

test('nothing is sent while a dialog opens and while it is open: it would be drawn again, and lose a file', () => {
  globalThis.sessionStorage = { getItem: () => null, setItem: () => {} };
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  mock.method(performance, 'now', () => now);
  const pass = (milliseconds) => {
    now += milliseconds;
    mock.timers.tick(milliseconds);
  };
  pass(1000);
  const frame = { kind: 'frame', page: 'tune', documents: [], own: [], address: {}, dialog: false, watched: false };
  const delivered = [];
  let last = 0;
  connect((_, events) => {
    delivered.push(events.map(([, action]) => action));
    last = events.at(-1)[0];
  }, 'session');
  take(packed(frame));
  send('dialog', 'open');
  assert.deepEqual(delivered, [['dialog']]);
  send('tick');
  pass(1000);
  assert.equal(delivered.length, 1, 'not while Python opens it');
  // The first message of a run; the frame is the last one.
  take(packed({ kind: 'handled', events: last }));
  send('tick');
  pass(1000);
  assert.equal(delivered.length, 1, 'not before the page knows that it is open');
  take(packed({ ...frame, dialog: true }));
  pass(60_000);
  assert.equal(delivered.length, 1, 'not while it is open');
  take(packed({ ...frame, dialog: false }));
  pass(100);
  assert.deepEqual(delivered.slice(1), [['tick']]);
  mock.reset();
  mock.timers.reset();
});
