// The channel to Python: messages in, events out.
//
// Events are numbered and sent again until Python says that it has handled them: of several states set in
// a row the framework delivers only the last, so each holds all events that are still open.

import { changed, receive, store, subscribe } from './store.js';

const AT_ONCE = 2; // events under way while answers are fast
const FAST = 120; // milliseconds of an answer, up to which the next event need not wait for it
const EVERY = 30; // milliseconds between two events
const AGAIN = 2500; // milliseconds after which unanswered events are sent again
const TICK = 350; // milliseconds between two questions for the progress of jobs
const HOLD = 250; // milliseconds without new data, after which Python is told what the page holds
const WATCH = 2500; // milliseconds between two questions whether a file has changed
const LEAVING = 2000; // milliseconds that events wait for another page at most
const CHANGES_PAGE = ['page', 'library_show'];
const SESSION = 'chunkscope.session';

let setState;
let number = Date.now();
let open = []; // [number, action, ...args], sent or not, not handled yet
let sent = 0; // number of the last event that was sent
let sentAt = 0;
let answeredIn = 0;
let timer;
let again;
let connected = false;
let leaving = null; // {page, until, number}: another page was asked for; an event sent now would bring this one back

/** Connect with Python; a reloaded page asks to continue its session. */
export function connect(setStateValue, session) {
  setState = setStateValue;
  if (!connected) {
    connected = true;
    const before = sessionStorage.getItem(SESSION);
    const { type } = performance.getEntriesByType('navigation')[0] ?? {};
    if (before && before !== session && type !== 'navigate') setState('before', before);
  }
  sessionStorage.setItem(SESSION, session);
}

/** Unpack a message from Python: the length of its header, the header as JSON, the payload. */
export function take(message) {
  const bytes = new Uint8Array(message);
  const end = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const { kind, handled, number: _, ...header } = JSON.parse(new TextDecoder().decode(bytes.subarray(4, end)));
  receive(kind, header, bytes.slice(end));
  if (handled !== undefined) answered(handled);
}

// ---- data that the page holds ------------------------------------------------------------------

const HELD = { documents: 'document', signals: 'signal', gaps: 'gaps', heats: 'heat', outcomes: 'outcomes', probabilities: 'probabilities' };
let held = '';
let telling;

function tellHeld() {
  const ids = Object.entries(HELD).flatMap(([shelf, kind]) => [...store[shelf].keys()].map((id) => `${kind}:${id}`));
  const now = ids.sort().join();
  if (now === held) return;
  held = now;
  send('hold', ids);
}

// An event restarts the run that sends the data, and so delays the rest of it.
subscribe('*', (_, kind) => {
  if (!Object.values(HELD).includes(kind)) return;
  clearTimeout(telling);
  telling = setTimeout(tellHeld, HOLD);
});

// ---- events ------------------------------------------------------------------------------------

// Events of one kind replace each other while they wait.
function topic(action, args) {
  if (action === 'set') return `set ${args[0]} ${args[1]}`;
  return ['select', 'ask_exact', 'hold', 'tick', 'outcomes', 'signals', 'view', 'sweep_cell', 'library_select'].includes(action) ? action : null;
}

/**
 * Send an event to Python.
 *
 * @param {string} action
 * @param {...any} args  values for JSON
 * @returns {number} its number, for `isHandled`
 */
export function send(action, ...args) {
  number = Math.max(number + 1, Date.now());
  const own = topic(action, args);
  open = open.filter((event) => event[0] <= sent || own === null || topic(event[1], event.slice(2)) !== own);
  open.push([number, action, ...args]);
  if (CHANGES_PAGE.includes(action)) leaving = { page: store.frame?.page, until: performance.now() + LEAVING, number };
  if (action === 'set') changed('pending', { scope: args[0], field: args[1] });
  flush();
  return number;
}

const underWay = () => open.filter((event) => event[0] <= sent).length;

function flush() {
  clearTimeout(timer);
  const last = open.at(-1)?.[0];
  if (!setState || last === undefined || last <= sent) return;
  // Each run draws an open dialog again, and a file that is being uploaded would be lost.
  if (store.frame?.dialog && !open.some(([, action]) => action === 'dialog')) return;
  const left = leaving && sent >= leaving.number ? leaving.until : 0;
  const wait = Math.max(sentAt + EVERY, left) - performance.now();
  const busy = underWay() >= (answeredIn < FAST ? AT_ONCE : 1);
  if (wait > 0) timer = setTimeout(flush, wait);
  else if (!busy) deliver();
}

function deliver() {
  sent = open.at(-1)[0];
  sentAt = performance.now();
  setState('events', open);
  clearTimeout(again);
  again = setTimeout(() => { if (open.length) deliver(); }, AGAIN);
}

function answered(upTo) {
  if (!open.length || upTo < open[0][0]) return;
  if (upTo >= sent) answeredIn = performance.now() - sentAt;
  const done = open.filter((event) => event[0] <= upTo);
  open = open.filter((event) => event[0] > upTo);
  if (!open.length) clearTimeout(again);
  for (const [, action, scope, field] of done) if (action === 'set') changed('pending', { scope, field });
  if (done.some(([, action]) => action === 'tick')) keepTicking();
  flush();
}

/** Tell whether Python has handled an event and answered. */
export const isHandled = (event) => !open.some(([each]) => each === event);

/** Return the value that was set here and not handled yet; undefined if there is none. */
export function pendingValue(scope, field) {
  const event = open.findLast(([, action, ...args]) => action === 'set' && args[0] === scope && args[1] === field);
  return event?.[4];
}

// ---- progress of jobs --------------------------------------------------------------------------

let ticking;

// After each status, and after each answer: a status that has not changed is not sent again.
function keepTicking() {
  clearTimeout(ticking);
  if (!store.status) return;
  const running = store.status.jobs.some((job) => !job.error);
  if (running) ticking = setTimeout(() => send('tick'), TICK);
  else if (store.frame?.watched) ticking = setTimeout(() => send('tick'), WATCH);
}

subscribe('frame', () => {
  if (leaving && store.frame.page !== leaving.page) leaving = null;
  flush();
});
subscribe('status', keepTicking);
