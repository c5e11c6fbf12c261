// Manual boundaries: their state and the actions at a gap.

import { indexIn } from '../core/arrays.js';
import { send } from '../core/channel.js';
import { codePoints } from '../core/code_points.js';
import { button } from '../core/dom.js';

/** @import { Chunking } from '../core/unpack.js' */

/** @typedef {'required'|'forbidden'|''} Kind  of a manual boundary; '' for none */
/** @typedef {{required: Set<number>, forbidden: Set<number>}} Manual  offsets of manual boundaries */

/** Return the manual boundaries of a chunking. @param {Pick<Chunking, 'marks'>|null} [chunking]  @returns {Manual} */
export function manualOf(chunking) {
  const { required = [], forbidden = [] } = chunking?.marks ?? {};
  return { required: new Set(required), forbidden: new Set(forbidden) };
}

/** Return the kind of the manual boundary at an offset. @type {(manual: Manual, offset: number) => Kind} */
export function kindAt(manual, offset) {
  if (manual.required.has(offset)) return 'required';
  return manual.forbidden.has(offset) ? 'forbidden' : '';
}

/** Tell whether an offset is a boundary. @type {(chunking: {cuts: {offsets: ArrayLike<number>}}, offset: number) => boolean} */
export const isBoundary = (chunking, offset) => indexIn(chunking.cuts.offsets, offset) >= 0;

/**
 * Return the actions at a gap: what they are called, what they do, and the kind that they set.
 *
 * @param {Kind} kind  of the manual boundary there
 * @param {boolean} boundary  whether it is a boundary now
 */
export function actionsAt(kind, boundary) {
  const found = /** @type {{face: string, label: string, kind: Kind, key: string}[]} */ ([]);
  if (kind !== 'required') {
    found.push(boundary
      ? { face: '✚ Lock', label: 'Keep this boundary with every setting', kind: 'required', key: 'Enter' }
      : { face: '✚ Add', label: 'Add a boundary', kind: 'required', key: 'Enter' });
  }
  if (kind !== 'forbidden') {
    const label = boundary ? 'Remove this boundary' : 'Never split here';
    found.push({ face: '✕ Forbid', label, kind: 'forbidden', key: 'Delete' });
  }
  if (kind) found.push({ face: 'Clear', label: 'Clear the manual boundary', kind: '', key: 'Backspace' });
  return found;
}

/**
 * Set the manual boundary at an offset of a view's document.
 *
 * @type {(view: import('../core/view.js').View, offset: number, kind: Kind) => void}
 */
export function setBoundary({ chunking, words }, offset, kind) {
  if (chunking && words !== undefined) send('boundary', chunking.document, codePoints(words, offset), kind);
}

/** Make the buttons of the actions at an offset. @type {(kind: Kind, boundary: boolean, act: (kind: Kind) => void) => Node[]} */
export const makeActionButtons = (kind, boundary, act) => actionsAt(kind, boundary).map((action) =>
  button(`${action.label} (${action.key})`, action.face, () => act(action.kind), { class: action.kind || 'clear' }));
