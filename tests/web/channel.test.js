import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { connect, send, take } from '../../chunking/gui/web/core/channel.js';
import { store, subscribe } from '../../chunking/gui/web/core/store.js';

/** Return messages of Python: of each the lengths of its header and payload, the header. */
function packed(...headers) {
  return Uint8Array.from(headers.flatMap((header) => {
    const head = new TextEncoder().encode(JSON.stringify(header)), lengths = new Uint8Array(8);
    new DataView(lengths.buffer).setUint32(0, head.length, true);
    return [...lengths, ...head];
  }));
}

/** Take messages, and wait until the page has been told. */
async function takeNow(...headers) {
  take(packed(...headers));
  await Promise.resolve();
}

test('messages of one task are kept before any is told, and one with the number of the last is skipped', async () => {
  const told = [];
  const note = (_, kind) => told.push([kind, store.runs?.value, store.recall?.value]);
  const ends = ['runs', 'recall'].map((kind) => subscribe(kind, note));
  take(packed({ kind: 'runs', number: '1.a', value: 1 }, { kind: 'recall', number: '1.b', value: 2 }));
  await takeNow({ kind: 'runs', number: '1.a', value: 1 });
  assert.deepEqual(told, [['runs', 1, 2]], 'a listener of several kinds is called once');
  await takeNow({ kind: 'runs', number: '1.a', value: 1 });
  assert.equal(told.length, 1);
  await takeNow({ kind: 'runs', number: '3.a', value: 1 });
  assert.equal(told.length, 2, 'the same content after another is told again');
  for (const end of ends) end();
});

test('nothing is sent while a dialog opens and while it is open: it would be drawn again, and lose a file', async () => {
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
  await takeNow(frame);
  send('dialog', 'open');
  assert.deepEqual(delivered, [['dialog']]);
  send('tick');
  pass(1000);
  assert.equal(delivered.length, 1, 'not while Python opens it');
  // The first message of a run; the frame is the last one.
  await takeNow({ kind: 'handled', events: last });
  send('tick');
  pass(1000);
  assert.equal(delivered.length, 1, 'not before the page knows that it is open');
  await takeNow({ ...frame, dialog: true });
  pass(60_000);
  assert.equal(delivered.length, 1, 'not while it is open');
  await takeNow({ ...frame, dialog: false });
  pass(100);
  assert.deepEqual(delivered.slice(1), [['tick']]);
  mock.reset();
  mock.timers.reset();
});
