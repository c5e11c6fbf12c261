// Manual boundaries: their state and the actions at a gap.

import { indexIn } from '../core/arrays.js';
import { send } from '../core/channel.js';
import { codePoints } from '../core/code_points.js';
import { button } from '../core/dom.js';

/**
 * @typedef {'required'|'forbidden'|''} Kind  of a manual boundary; '' for none
 */

/** Return the manual boundaries of a chunking as sets of offsets. */
export function manualOf(chunking) {
  const { required = [], forbidden = [] } = chunking?.marks ?? {};
  return { required: new Set(required), forbidden: new Set(forbidden) };
}

/** Return the kind of the manual boundary at an offset. @returns {Kind} */
export function kindAt(manual, offset) {
  if (manual.required.has(offset)) return 'required';
  return manual.forbidden.has(offset) ? 'forbidden' : '';
}

/** Tell whether an offset is a boundary. */
export const isBoundary = (chunking, offset) => indexIn(chunking.cuts.offsets, offset) >= 0;

/**
 * Return the actions at a gap: what they are called, what they do, and the kind that they set.
 *
 * @param {Kind} kind  of the manual boundary there
 * @param {boolean} boundary  whether it is a boundary now
 * @returns {{face: string, label: string, kind: Kind, key: string}[]}
 */
export function actionsAt(kind, boundary) {
  const found = [];
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

/** Set the manual boundary at an offset of a view's document. @param {Kind} kind */
export function setBoundary({ chunking, words }, offset, kind) {
  send('boundary', chunking.document, codePoints(words, offset), kind);
}

/** Make the buttons of the actions at an offset; `act` is called with the kind. */
export function actionButtons(kind, boundary, act) {
  return actionsAt(kind, boundary).map((action) => {
    const made = button(`${action.label} (${action.key})`, action.face, () => act(action.kind));
    made.className = action.kind || 'clear';
    return made;
  });
}
