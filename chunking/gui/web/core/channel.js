// The channel to Python: messages in, events out.
//
// Events are numbered and sent again until Python says that it has handled them: of several states set in
// a row the framework delivers only the last, so each holds all events that are not handled yet.

import { changed, evictChunks, receive, store, subscribe } from './store.js';

const MOST_AT_ONCE = 2; // events under way while answers are fast
const FAST_ANSWER = 120; // milliseconds of an answer, up to which the next event need not wait for it
const SEND_INTERVAL = 30; // milliseconds between two events
const RESEND_AFTER = 2500; // milliseconds after which unanswered events are sent again
const TICK_INTERVAL = 350; // milliseconds between two questions for the progress of jobs
const REPORT_AFTER = 250; // milliseconds without new data, after which Python is told what the page has
const WATCH_INTERVAL = 2500; // milliseconds between two questions whether a file has changed
const LEAVE_WITHIN = 2000; // milliseconds that events wait for another page, or for an open dialog, at most
const CHANGES_PAGE = ['page', 'library_show', 'compare_runs'];
// Events of one kind replace each other while they wait.
const REPLACED = ['select', 'ask_exact', 'hold', 'tick', 'outcomes', 'signals', 'view', 'sweep_cell', 'library_select'];
const SESSION = 'chunkscope.session';

/** @import { WindowEvent } from '../messages.d.ts' */

/** @typedef {[number, ...WindowEvent]} Event  with its number */

/** @type {((name: string, value: any) => void)|undefined} */
let setState;
let number = Date.now();
let /** @type {Event[]} */ unhandled = []; // sent or not
let sent = 0; // number of the last event that was sent
let sentAt = 0;
let answeredIn = 0;
let /** @type {number|undefined} */ flushTimer;
let /** @type {number|undefined} */ resendTimer;
let connected = false;
// Another page was asked for; an event sent now would bring this one back.
let /** @type {{page: string, until: number, number: number}|null} */ leaving = null;
// A dialog was asked for and is not known to be open.
let /** @type {{number: number, until: number}|null} */ opening = null;

/**
 * Connect with Python; a reloaded page asks to continue its session.
 *
 * @param {(name: string, value: any) => void} setStateValue
 * @param {string} session
 */
export function connect(setStateValue, session) {
  setState = setStateValue;
  if (!connected) {
    connected = true;
    const before = sessionStorage.getItem(SESSION);
    const [navigation] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'));
    if (before && before !== session && navigation?.type !== 'navigate') setState('before', before);
  }
  sessionStorage.setItem(SESSION, session);
}

// What was received and not told yet, and the number of the last message of each kind.
let /** @type {[kind: string, header: any, payload: Uint8Array][]} */ received = [];
const last = /** @type {Map<string, string>} */ (new Map());

/**
 * Unpack messages from Python: of each the lengths of its header and its payload, the header as JSON, the payload.
 *
 * Those of one task are told together, so that each view is drawn once.
 *
 * @param {ArrayLike<number>} messages
 */
export function take(messages) {
  const bytes = new Uint8Array(messages), lengths = new DataView(bytes.buffer);
  for (let at = 0; at < bytes.length;) {
    const head = at + 8, body = head + lengths.getUint32(at, true);
    at = body + lengths.getUint32(at + 4, true);
    const { kind, number: named, ...header } = JSON.parse(new TextDecoder().decode(bytes.subarray(head, body)));
    if (named && last.get(kind) === named) continue; // sent along with others, or mounted again
    last.set(kind, named);
    if (!received.length) queueMicrotask(tell);
    received.push([kind, header, bytes.slice(body, at)]);
  }
}

function tell() {
  const messages = received;
  received = [];
  const handled = messages.flatMap(([kind, header]) => (kind === 'handled' ? dropHandled(header.events) : []));
  // Before the pending values are told to be gone: those that were there before would be shown in between.
  receive(...messages.filter(([kind]) => kind !== 'handled'));
  if (handled.length) tellHandled(handled);
}

// ---- data that the page has --------------------------------------------------------------------

const CACHED = /** @type {const} */ ({
  documents: 'document', chunks: 'chunks', signals: 'signal', gaps: 'gaps', heats: 'heat', outcomes: 'outcomes', probabilities: 'probabilities',
});
const KINDS = new Set(/** @type {string[]} */ (Object.values(CACHED)));
let reported = '';
let /** @type {number|undefined} */ reportTimer;

function reportCached() {
  evictChunks();
  const caches = /** @type {[keyof typeof CACHED, string][]} */ (Object.entries(CACHED));
  const ids = caches.flatMap(([cache, kind]) => [...store[cache].keys()].map((id) => `${kind}:${id}`)).sort();
  if (ids.join() === reported) return;
  reported = ids.join();
  send('hold', ids);
}

// An event restarts the run that sends the data, and so delays the rest of it.
subscribe('*', (_, kind) => {
  if (!KINDS.has(kind)) return;
  clearTimeout(reportTimer);
  reportTimer = setTimeout(reportCached, REPORT_AFTER);
});

// ---- events ------------------------------------------------------------------------------------

// Events with the same topic replace each other while they wait; null for none.
function topicOf(/** @type {string} */ action, /** @type {any[]} */ args) {
  if (action === 'set') return `set ${args[0]} ${args[1]}`;
  return REPLACED.includes(action) ? action : null;
}

/** Send an event to Python. @param {WindowEvent} event */
export function send(...event) {
  const [action, ...args] = event;
  number = Math.max(number + 1, Date.now());
  const topic = topicOf(action, args);
  unhandled = unhandled.filter(([each, name, ...given]) => each <= sent || topic === null || topicOf(name, given) !== topic);
  unhandled.push([number, ...event]);
  if (CHANGES_PAGE.includes(action)) leaving = { page: store.frame?.page ?? '', until: performance.now() + LEAVE_WITHIN, number };
  if (action === 'dialog') opening = args.length ? { number, until: Infinity } : null;
  if (action === 'set') changed('pending', { scope: args[0], field: args[1] });
  flush();
}

const underWay = () => unhandled.filter(([each]) => each <= sent).length;

function flush() {
  clearTimeout(flushTimer);
  const last = unhandled.at(-1)?.[0];
  if (!setState || last === undefined || last <= sent) return;
  // Each run draws an open dialog again, and a file that is being uploaded would be lost.
  const asked = unhandled.some(([each, action]) => each > sent && action === 'dialog');
  if (store.frame?.dialog && !asked) return;
  const left = leaving && sent >= leaving.number ? leaving.until : 0;
  const opened = opening && !asked ? opening.until : 0;
  if (opened === Infinity) return;
  const wait = Math.max(sentAt + SEND_INTERVAL, left, opened) - performance.now();
  const busy = underWay() >= (answeredIn < FAST_ANSWER ? MOST_AT_ONCE : 1);
  if (wait > 0) flushTimer = setTimeout(flush, wait);
  else if (!busy) deliver();
}

function deliver() {
  sent = unhandled.at(-1)?.[0] ?? sent;
  sentAt = performance.now();
  setState?.('events', unhandled);
  clearTimeout(resendTimer);
  resendTimer = setTimeout(() => { if (underWay()) deliver(); }, RESEND_AFTER);
}

function dropHandled(/** @type {number} */ upTo) {
  if (!unhandled.length || upTo < unhandled[0][0]) return [];
  if (opening && upTo >= opening.number) opening.until = performance.now() + LEAVE_WITHIN;
  if (upTo >= sent) answeredIn = performance.now() - sentAt;
  const handled = unhandled.filter(([each]) => each <= upTo);
  unhandled = unhandled.filter(([each]) => each > upTo);
  if (!unhandled.length) clearTimeout(resendTimer);
  return handled;
}

function tellHandled(/** @type {Event[]} */ handled) {
  for (const [, action, scope, field] of handled) if (action === 'set') changed('pending', { scope, field });
  if (handled.some(([, action]) => action === 'tick')) keepTicking();
  flush();
}

/**
 * Return the value that was set here and not handled yet; undefined if there is none.
 *
 * @param {string} scope
 * @param {string} field
 * @returns {any}
 */
export function pendingValue(scope, field) {
  return unhandled.findLast(([, action, ...args]) => action === 'set' && args[0] === scope && args[1] === field)?.[4];
}

/** Return whether an action was sent and is not handled yet: what it has changed here stands. @param {string} action */
export const isPending = (action) => unhandled.some(([, name]) => name === action);

// ---- progress of jobs --------------------------------------------------------------------------

let /** @type {number|undefined} */ tickTimer;

// After each status, and after each answer: a status that has not changed is not sent again.
function keepTicking() {
  clearTimeout(tickTimer);
  if (!store.status) return;
  const running = store.status.jobs.some((job) => !job.error);
  if (running) tickTimer = setTimeout(() => send('tick'), TICK_INTERVAL);
  else if (store.frame?.watched) tickTimer = setTimeout(() => send('tick'), WATCH_INTERVAL);
}

subscribe('frame', () => {
  if (leaving && store.frame?.page !== leaving.page) leaving = null;
  if (store.frame?.dialog) opening = null;
  flush();
});
subscribe('status', keepTicking);
