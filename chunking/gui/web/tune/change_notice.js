// Changed boundaries out of view: the nearest one is named at the edge of the pane.

import { make } from '../core/dom.js';
import { countOf } from '../core/format.js';

/** @import { Chunking } from '../core/unpack.js' */

const SERIES = 1500; // milliseconds: changes in quick succession, as of a drag, count together
const SHOWN_FOR = 6000; // milliseconds

/** Return the offsets that are in exactly one of two ascending lists. @param {ArrayLike<number>} before  @param {ArrayLike<number>} after */
export function changedOffsets(before, after) {
  const found = [];
  for (let i = 0, j = 0; i < before.length || j < after.length;) {
    if (before[i] === after[j]) [i, j] = [i + 1, j + 1];
    else if (j >= after.length || before[i] < after[j]) found.push(before[i++]);
    else found.push(after[j++]);
  }
  return found;
}

/**
 * Tell whether two chunkings are of one document that was read to its end before: then settings make them differ.
 *
 * @type {(before: Record<string, any>, now: Record<string, any>) => boolean}
 */
export const isSettingChange = (before, now) => before.document === now.document && !before.growing && !now.growing;

/**
 * Return the side of the view with the nearest changed boundary, if none is in view.
 *
 * @param {number[]} changes  ascending offsets
 * @param {[number, number]} view
 * @returns {{side: 'above'|'below', count: number, offset: number}|null}
 */
export function outOfView(changes, [from, to]) {
  const above = changes.filter((offset) => offset < from), below = changes.filter((offset) => offset >= to);
  if (!changes.length || above.length + below.length < changes.length) return null;
  const last = above[above.length - 1], [first] = below;
  if (!below.length || from - last < first - to) return { side: 'above', count: above.length, offset: last };
  return { side: 'below', count: below.length, offset: first };
}

/** The notice of a text view. */
export class ChangeNotice {
  /** @param {import('./text_view.js').TextView} view */
  constructor(view) {
    this.view = view;
    this.before = /** @type {Int32Array|undefined} */ (undefined); // boundaries before the series of changes
    this.changedAt = 0;
    this.offset = 0; // of the boundary that is named
    this.hiding = /** @type {number|undefined} */ (undefined); // a timer
    const show = () => {
      this.view.list.scrollTo(this.offset);
      this.hide();
    };
    this.button = make('button', { type: 'button', class: 'change-notice', hidden: '', role: 'status', onclick: show });
    view.whenDestroyed(() => clearTimeout(this.hiding));
  }

  /** Forget the boundaries of another document. */
  restart() {
    this.before = undefined;
    this.hide();
  }

  /** Compare a new chunking with that before the series of changes. @param {Chunking} previous  @param {Chunking} chunking */
  compare(previous, chunking) {
    if (!isSettingChange(previous, chunking)) { this.restart(); return; }
    const now = performance.now();
    if (!this.before || now - this.changedAt > SERIES) this.before = previous.cuts.offsets;
    this.changedAt = now;
    const found = outOfView(changedOffsets(this.before, chunking.cuts.offsets), this.view.list.visible());
    if (!found) { this.hide(); return; }
    this.offset = found.offset;
    const boundaries = countOf(found.count, 'boundary', 'boundaries');
    this.button.textContent = `${found.side === 'above' ? '▲' : '▼'} ${boundaries} changed ${found.side}`;
    this.button.classList.toggle('above', found.side === 'above');
    this.button.hidden = false;
    clearTimeout(this.hiding);
    this.hiding = setTimeout(() => this.hide(), SHOWN_FOR);
  }

  hide() {
    clearTimeout(this.hiding);
    this.button.hidden = true;
  }
}
