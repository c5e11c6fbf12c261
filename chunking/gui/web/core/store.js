// What the page knows: the latest message of each kind, and data kept by id.

import { unpackChunking } from './arrays.js';

/**
 * @typedef {object} ReasonStyle
 * @property {string} color  a color as #RRGGBB
 * @property {string} glyph  one character
 * @property {string} title  its name in legends and tables
 * @property {string} description  its meaning in one line
 */

/**
 * @typedef {object} Signal
 * @property {Int32Array} gaps  offsets at which the right side of each gap starts
 * @property {Int32Array} ends  offsets at which the left side of each gap ends
 * @property {Float32Array} scores  similarities, NaN where there is none
 */

/**
 * @typedef {object} Origin
 * @property {[number, string][]} places  offsets at which pages, chapters or cells begin, and their labels
 * @property {[number, string, string][]} removed  offset, text and reason of what was removed
 */

const KEPT = { documents: 4, origins: 4, gaps: 4, heats: 4, signals: 12, outcomes: 8, probabilities: 8 };

export const store = {
  /** @type {Record<string, ReasonStyle>} */
  reasons: {},
  lanes: [],
  /** @type {Map<string, string>} */
  documents: new Map(),
  /** @type {Map<string, Origin>} */
  origins: new Map(),
  /** @type {Map<string, Signal>} */
  signals: new Map(),
  /** @type {Map<string, Int32Array>} */
  gaps: new Map(),
  heats: new Map(),
  outcomes: new Map(),
  probabilities: new Map(),
  frame: null, // what the bar shows, and the address
  status: null, // jobs and notices
  details: null, // of Tune: what takes longer than its boundaries
  tune: {
    chunking: undefined,
    place: null, // an offset in the selected chunk, which holds while boundaries move
    progress: null, // {id, share} of the outcomes that are being computed
    outcomesShown: false, // a view draws them
    search: undefined, // {words, document, offset} of the last search
    reading: undefined, // {document, place, anchor}: where the text was read last
    boundaryMode: undefined, // {document, offset, place}: where manual boundaries were edited last
  },
  answer: null, // to the question
  questions: null, // the question set
  recall: null, // by the question set at every threshold, on Tune
  reading: null, // {question, letter}: the result of a lane that is read in the text
  selection: null, // {document, start, end} of selected text
  compare: null,
  library: null,
  sweep: null,
};

const listeners = new Map();

/**
 * Call a listener with each change of a kind ('*' for all kinds, with the kind as second argument).
 *
 * @param {string} kind
 * @param {(detail: any, kind: string) => void} listener
 * @returns {() => void} ends it
 */
export function subscribe(kind, listener) {
  if (!listeners.has(kind)) listeners.set(kind, new Set());
  listeners.get(kind).add(listener);
  return () => listeners.get(kind).delete(listener);
}

/**
 * Call the listeners of a kind.
 *
 * @param {string} kind
 * @param {any} [detail]
 */
export function changed(kind, detail) {
  for (const listener of [...listeners.get(kind) ?? [], ...listeners.get('*') ?? []]) listener(detail, kind);
}

// Puts a value last and evicts those that were put longest ago.
function keep(name, id, value) {
  const shelf = store[name];
  shelf.delete(id);
  shelf.set(id, value);
  for (const old of shelf.keys()) {
    if (shelf.size <= KEPT[name]) break;
    shelf.delete(old);
  }
}

function unpackSignal(bytes, count) {
  const column = (Kind, n) => new Kind(bytes.slice(4 * n * count, 4 * (n + 1) * count).buffer);
  return { gaps: column(Int32Array, 0), ends: column(Int32Array, 1), scores: column(Float32Array, 2) };
}

// A byte order mark is a character like any other: dropping it would shift every offset.
const unpackDocument = (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);

function unpackHeat({ count, low, high }, bytes) {
  const split = 4 * (count + 1);
  return { count, low, high, edges: new Int32Array(bytes.slice(0, split).buffer), shades: bytes.slice(split) };
}

function unpackOutcomes({ id, columns }, bytes) {
  const { lives, ...others } = columns, own = bytes.slice();
  return {
    ...others, id,
    offsets: new Int32Array(own.buffer, 0, lives),
    first: new Uint8Array(own.buffer, 4 * lives, lives),
    last: new Uint8Array(own.buffer, 5 * lives, lives),
  };
}

function unpackProbabilities({ count }, bytes) {
  const split = 4 * count;
  return { offsets: new Int32Array(bytes.slice(0, split).buffer), percents: bytes.slice(split) };
}

// A message on a chunking without its columns.
function around({ chunks, headings, table_headers, ...others }) {
  return others;
}

const RECEIVE = {
  document: ({ id, places, removed }, payload) => {
    keep('origins', id, { places, removed });
    keep('documents', id, store.documents.get(id) ?? unpackDocument(payload));
  },
  signal: ({ id, count }, payload) => keep('signals', id, store.signals.get(id) ?? unpackSignal(payload, count)),
  gaps: ({ id }, payload) => keep('gaps', id, new Int32Array(payload.slice().buffer)),
  heat: (header, payload) => keep('heats', header.id, unpackHeat(header, payload)),
  outcomes: (header, payload) => {
    keep('outcomes', header.id, store.outcomes.get(header.id) ?? unpackOutcomes(header, payload));
  },
  probabilities: (header, payload) => keep('probabilities', header.id, unpackProbabilities(header, payload)),
  progress: ({ id, share }) => { store.tune.progress = { id, share }; },
  tune: (header, payload) => {
    const { tune } = store, before = tune.chunking;
    if (before?.document !== header.document) tune.place = header.place ?? null;
    // The same chunks with other settings around them: views that compare chunkings draw nothing.
    if (before?.version === header.version) Object.assign(before, around(header));
    else tune.chunking = unpackChunking(header, payload);
  },
};

/**
 * Unpack one message, keep it, and call the listeners of its kind.
 *
 * Pages without an entry in RECEIVE get the header as it came, with `payload` where there are bytes.
 *
 * @param {string} kind
 * @param {any} header
 * @param {Uint8Array} [payload]
 */
export function receive(kind, header, payload = new Uint8Array()) {
  if (RECEIVE[kind]) RECEIVE[kind](header, payload);
  else store[kind] = payload.length ? { ...header, payload } : header;
  changed(kind, header);
}
