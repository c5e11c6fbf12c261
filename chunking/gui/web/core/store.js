// What the page knows: the latest message of each kind, and data kept by id.

import {
  unpackChunking, unpackChunks, unpackDocument, unpackHeatMap, unpackOutcomes, unpackProbabilities, unpackSignal,
} from './unpack.js';

/** @import * as M from '../messages.d.ts' */
/** @import { Chunking, Chunks, HeatMap, Origin, Outcomes, Probabilities, Signal } from './unpack.js' */

/**
 * @typedef {object} ReasonStyle
 * @property {string} color  a color as #RRGGBB
 * @property {string} glyph  one character
 * @property {string} title  its name in legends and tables
 * @property {string} description  its meaning in one line
 */

/** The state of Tune that outlives its views. */
const tune = {
  chunking: /** @type {Chunking|undefined} */ (undefined),
  // An offset in the selected chunk, which holds while boundaries move.
  place: /** @type {number|null} */ (null),
  // Of the outcomes that are being computed.
  progress: /** @type {{id: string, share: number}|null} */ (null),
  outcomesShown: false, // a view draws them
  search: /** @type {{words: string, document: string, offset?: number}|undefined} */ (undefined), // the last one
  // Where the text was read last, and where manual boundaries were edited last.
  reading: /** @type {{document: string, place: number|null, anchor: any}|undefined} */ (undefined),
  boundaryMode: /** @type {{document: string, place: number|null, offset: number}|undefined} */ (undefined),
};

export const store = {
  reasons: /** @type {Record<string, ReasonStyle>} */ ({}),
  lanes: /** @type {string[]} */ ([]), // colors
  documents: /** @type {Map<string, string>} */ (new Map()),
  origins: /** @type {Map<string, Origin>} */ (new Map()),
  chunks: /** @type {Map<string, Chunks>} */ (new Map()), // of lanes
  signals: /** @type {Map<string, Signal>} */ (new Map()),
  gaps: /** @type {Map<string, Int32Array>} */ (new Map()),
  heats: /** @type {Map<string, HeatMap>} */ (new Map()),
  outcomes: /** @type {Map<string, Outcomes>} */ (new Map()),
  probabilities: /** @type {Map<string, Probabilities>} */ (new Map()),
  tune,
  // The result of a lane that is read in the text, and selected text.
  openedResult: /** @type {{question: string, letter: string}|null} */ (null),
  selection: /** @type {{document: string, start: number, end: number}|null} */ (null),
  // Typed text, which outlives the page: a question that is not asked yet, whether it is being typed, and a folder.
  typed: { question: /** @type {string|null} */ (null), typing: false, folder: '' },
  // Messages as they came.
  frame: /** @type {M.FrameMessage|null} */ (null), // what the bar shows, and the address
  status: /** @type {M.StatusMessage|null} */ (null), // jobs and notices
  details: /** @type {M.DetailsMessage|null} */ (null), // of Tune: what takes longer than its boundaries
  answer: /** @type {M.AnswerMessage|null} */ (null), // to the question
  questions: /** @type {M.QuestionsMessage|null} */ (null), // the question set
  recall: /** @type {M.RecallMessage|null} */ (null), // by the question set at every threshold, on Tune
  runs: /** @type {M.RunsMessage|null} */ (null), // settings tried on the document
  compare: /** @type {M.CompareMessage|null} */ (null),
  compare_details: /** @type {M.CompareDetailsMessage|null} */ (null),
  library: /** @type {M.LibraryMessage|null} */ (null),
  library_boxes: /** @type {M.LibraryBoxesMessage|null} */ (null),
  library_text: /** @type {M.LibraryTextMessage|null} */ (null),
  sweep: /** @type {(M.SweepMessage & {payload?: Uint8Array})|null} */ (null),
  sweep_cell: /** @type {M.SweepCellMessage|null} */ (null),
};

/** @typedef {(detail: any, kind: string) => void} Listener */

const listeners = /** @type {Map<string, Set<Listener>>} */ (new Map());

/**
 * Call a listener with each change of a kind ('*' for all kinds, with the kind as second argument).
 *
 * @param {string} kind
 * @param {Listener} listener
 * @returns {() => void} ends it
 */
export function subscribe(kind, listener) {
  const own = listeners.get(kind) ?? new Set();
  listeners.set(kind, own.add(listener));
  return () => own.delete(listener);
}

const listenersOf = (/** @type {string} */ kind) => [...listeners.get(kind) ?? [], ...listeners.get('*') ?? []];

/** Call the listeners of a kind. @param {string} kind  @param {any} [detail] */
export function changed(kind, detail) {
  for (const listener of listenersOf(kind)) listener(detail, kind);
}

/**
 * Put a value last and evict those that were put longest ago.
 *
 * @template T
 * @param {Map<string, T>} values
 * @param {string} id
 * @param {T} value
 * @param {number} most
 */
function cache(values, id, value, most) {
  values.delete(id);
  values.set(id, value);
  evict(values, most);
}

/** @param {Map<string, any>} values  @param {number} most */
function evict(values, most) {
  for (const old of values.keys()) {
    if (values.size <= most) break;
    values.delete(old);
  }
}

const MOST_SIGNALS = 12, MOST_CHUNKS = 12;

/** Evict the chunks of lanes that were used longest ago: only when Python is told, which sends no others until then. */
export const evictChunks = () => evict(store.chunks, MOST_CHUNKS);

// A message on a chunking without its columns.
function withoutColumns(/** @type {M.TuneMessage} */ { chunks, headings, table_headers, ...others }) {
  return others;
}

/** @type {Record<string, (header: any, payload: Uint8Array) => void>} */
const RECEIVE = {
  document: ({ id, places, removed }, payload) => {
    cache(store.origins, id, { places, removed }, 4);
    cache(store.documents, id, store.documents.get(id) ?? unpackDocument(payload), 4);
  },
  // A lane whose curve changes with every step of a slider evicts none that is shown.
  compare: (header) => {
    store.compare = header;
    for (const { signal, chunks } of header.lanes) {
      const known = store.signals.get(signal), columns = store.chunks.get(chunks);
      if (known) cache(store.signals, signal, known, MOST_SIGNALS);
      if (columns) cache(store.chunks, chunks, columns, Infinity);
    }
  },
  chunks: ({ id, columns }) => cache(store.chunks, id, store.chunks.get(id) ?? unpackChunks(columns), Infinity),
  signal: ({ id, count }, payload) => cache(store.signals, id, store.signals.get(id) ?? unpackSignal(payload, count), MOST_SIGNALS),
  gaps: ({ id }, payload) => cache(store.gaps, id, new Int32Array(payload.slice().buffer), 4),
  heat: (header, payload) => cache(store.heats, header.id, unpackHeatMap(header, payload), 4),
  outcomes: (header, payload) => {
    cache(store.outcomes, header.id, store.outcomes.get(header.id) ?? unpackOutcomes(header, payload), 8);
  },
  probabilities: (header, payload) => cache(store.probabilities, header.id, unpackProbabilities(header, payload), 8),
  progress: ({ id, share }) => { tune.progress = { id, share }; },
  tune: (header, payload) => {
    const before = tune.chunking;
    if (before?.document !== header.document) tune.place = header.place ?? null;
    // The same chunks with other settings around them: views that compare chunkings draw nothing.
    if (before?.version === header.version) Object.assign(before ?? {}, withoutColumns(header));
    else tune.chunking = unpackChunking(header, payload);
  },
};

/**
 * Unpack messages, keep them, and call the listeners of their kinds: one of several kinds once.
 *
 * Messages without an entry in RECEIVE are kept as they came, with `payload` where there are bytes.
 *
 * @param {...[kind: string, header: any, payload?: Uint8Array]} messages
 */
export function receive(...messages) {
  for (const [kind, header, payload = new Uint8Array()] of messages) {
    if (RECEIVE[kind]) RECEIVE[kind](header, payload);
    else Object.assign(store, { [kind]: payload.length ? { ...header, payload } : header });
  }
  const called = /** @type {Set<Listener>} */ (new Set());
  for (const [kind, header] of messages) {
    for (const listener of listenersOf(kind)) if (!called.has(listener)) listener(header, kind);
    for (const listener of listeners.get(kind) ?? []) called.add(listener);
  }
}
