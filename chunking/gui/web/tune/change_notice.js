// Changed boundaries out of view: the nearest one is named at the edge of the pane.

import { make } from '../core/dom.js';
import { countOf } from '../core/format.js';

const SERIES = 1500; // milliseconds: changes in quick succession, as of a drag, count together
const SHOWN = 6000;

/** Return the offsets that are in exactly one of two ascending lists. */
export function changedOffsets(before, after) {
  const found = [];
  for (let i = 0, j = 0; i < before.length || j < after.length;) {
    if (before[i] === after[j]) [i, j] = [i + 1, j + 1];
    else if (j >= after.length || before[i] < after[j]) found.push(before[i++]);
    else found.push(after[j++]);
  }
  return found;
}

/** Tell whether two chunkings are of one document that was read to its end before: then settings make them differ. */
export const isSettingChange = (before, now) => before.document === now.document && !before.growing && !now.growing;

/**
 * Return the side of the view with the nearest changed boundary, if none is in view.
 *
 * @param {ArrayLike<number>} changes  ascending offsets
 * @param {[number, number]} view
 * @returns {{side: 'above'|'below', count: number, offset: number}|null}
 */
export function outOfView(changes, [from, to]) {
  const above = changes.filter((offset) => offset < from), below = changes.filter((offset) => offset >= to);
  if (!changes.length || above.length + below.length < changes.length) return null;
  const isAbove = below.length === 0 || (above.length > 0 && from - above.at(-1) < below[0] - to);
  if (isAbove) return { side: 'above', count: above.length, offset: above.at(-1) };
  return { side: 'below', count: below.length, offset: below[0] };
}

/** The notice of a text view. */
export class ChangeNotice {
  /** @param {import('./text_view.js').TextView} view */
  constructor(view) {
    this.view = view;
    this.button = make('button', { type: 'button', class: 'change-notice', hidden: '', role: 'status' });
    this.button.onclick = () => {
      this.view.list.scrollTo(this.offset);
      this.hide();
    };
    view.ending.signal.addEventListener('abort', () => clearTimeout(this.hiding));
  }

  /** Forget the boundaries of another document. */
  restart() {
    this.before = undefined;
    this.hide();
  }

  /** Compare a new chunking with that before the series of changes. */
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
    this.hiding = setTimeout(() => this.hide(), SHOWN);
  }

  hide() {
    clearTimeout(this.hiding);
    this.button.hidden = true;
  }
}
