// What the views of Compare share: the lanes, the segments of the text, the differences, the selected place.

import { lastIndexUpTo } from '../core/arrays.js';
import { send } from '../core/channel.js';
import { codePoints } from '../core/code_points.js';
import { changed, store } from '../core/store.js';
import { amongAll, betweenTwo, densest, nextStop } from './differences.js';
import { segmentsOf } from './segments.js';

/** @import * as M from '../messages.d.ts' */
/** @import { Chunks } from '../core/unpack.js' */
/** @import { Differences } from './differences.js' */
/** @import { Segments } from './segments.js' */

/** The message that tells the views of Compare of new lanes, and that of another selected place. */
export const LANES = 'comparison';
export const PLACE = 'comparison place';

/** @typedef {Omit<M.ReadyLane, 'chunks'> & {chunks: Chunks}} ReadyLane */
/** @typedef {(M.WaitingLane & {chunks: null})|ReadyLane} Lane */

/** @type {Differences} */
const NO_DIFFERENCES = { stops: [], marks: new Map(), segments: new Set() };

export class Comparison {
  constructor() {
    this.data = /** @type {M.CompareMessage|undefined} */ (undefined); // the last message
    this.words = '';
    this.lanes = /** @type {Lane[]} */ ([]);
    this.ready = /** @type {ReadyLane[]} */ ([]);
    this.segments = /** @type {Segments} */ (segmentsOf('', []));
    this.differences = NO_DIFFERENCES;
    this.densest = densest([], [], 0);
    this.shared = /** @type {boolean[]} */ ([]); // whether all compared lanes have the boundary of each segment
    this.pair = /** @type {[number, number]|null} */ (null); // columns of the compared lanes
    this.awaits = false; // whether chunks are missing
    this.place = /** @type {number|null} */ (null);
    this.current = -1; // the difference at the place
    this.seen = /** @type {[number, number]|undefined} */ (undefined); // the part of the text in view
    this.mostLanes = 0; // shown at once since the page opened
    this.split = /** @type {(string|Chunks)[]} */ ([]); // what the segments are made of
  }

  /** Take the last message of Python. */
  refresh() {
    const data = store.compare, words = store.documents.get(data?.document ?? '');
    if (!data || words === undefined) return;
    // The chunks of lanes may come a moment later.
    this.awaits = data.lanes.some((lane) => lane.ready && !store.chunks.has(lane.chunks));
    if (this.awaits) return;
    if (data.document !== this.data?.document) this.place = data.place;
    Object.assign(this, { data, words });
    this.lanes = data.lanes.map((lane) => (lane.ready
      ? { ...lane, chunks: /** @type {Chunks} */ (store.chunks.get(lane.chunks)) } : { ...lane, chunks: null }));
    this.mostLanes = Math.max(this.mostLanes, this.lanes.length);
    this.ready = this.lanes.filter((lane) => lane.ready);
    const columns = this.ready.map((lane) => lane.chunks), parts = [words, ...columns];
    if (parts.length !== this.split.length || parts.some((each, i) => each !== this.split[i])) {
      this.segments = segmentsOf(words, columns);
      this.split = parts;
    }
    this.findDifferences();
    changed(LANES);
  }

  findDifferences() {
    const { changes = null, length = 0 } = this.data ?? {};
    const column = (/** @type {string} */ letter) => this.ready.findIndex((lane) => lane.letter === letter);
    this.pair = changes && /** @type {[number, number]} */ ([column(changes.before), column(changes.after)]);
    this.differences = changes && this.pair ? betweenTwo(this.segments, changes, this.pair) : amongAll(this.segments);
    this.densest = densest(this.differences.stops, this.segments.starts, length);
    const columns = this.pair ?? this.ready.map((_, i) => i);
    this.shared = this.segments.chunks.map((chunks) => columns.every((each) => chunks[each] >= 0));
    this.findCurrent();
  }

  findCurrent() {
    const { place, segments, differences: { stops } } = this;
    const at = place === null ? -1 : lastIndexUpTo(segments.starts, place);
    this.current = at >= 0 ? stops.findIndex((stop) => stop.includes(at)) : -1;
  }

  /** Tell whether a segment begins with a boundary that all compared lanes have. @param {number} segment */
  isShared(segment) { return this.shared[segment]; }

  /** Select a place on the page and in Python. @param {number} offset  @param {string} [from]  the view */
  select(offset, from = '') {
    this.place = offset;
    this.findCurrent();
    if (store.tune.chunking?.document === this.data?.document) store.tune.place = offset;
    changed(PLACE, { from });
    send('select', codePoints(this.words, offset));
  }

  /** Go to a difference. @param {number} stop */
  go(stop) {
    const { stops } = this.differences;
    if (stops[stop]) this.select(this.segments.starts[stops[stop][0]]);
  }

  /** Go to the middle of the shaded part, where the lanes differ most. */
  goToDensest() {
    this.go(this.densest.stop);
  }

  /** Go to the next difference or the previous one. @param {1|-1} by */
  step(by) {
    const { differences: { stops }, segments: { starts }, current } = this;
    if (current >= 0) this.go((current + by + stops.length) % stops.length);
    else this.go(nextStop(stops, starts, this.place ?? this.seen?.[0] ?? 0, by));
  }

  /** Select the next boundary of any lane or the previous one. @param {1|-1} by */
  stepBoundary(by) {
    const { segments: { starts, inner }, place } = this;
    const at = nextStop(inner.map((i) => [i]), starts, place ?? this.seen?.[0] ?? 0, by);
    if (at >= 0) this.select(starts[inner[at]]);
  }
}
