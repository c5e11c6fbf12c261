// The question set: adding the question with the passage that answers it, and reading a result in the text.

import { send } from '../core/channel.js';
import { codePoints } from '../core/code_points.js';
import { changed, store } from '../core/store.js';

/** The message that removes the selection. */
export const DESELECT = 'deselect';

/** Return the text selected in the document of an answer; null without a selection. */
export const selectionOn = (answer) => (store.selection?.document === answer.document ? store.selection : null);

/** Tell whether there is a passage to add to the set: selected text, or a selected answer that the set does not have. */
export const canAdd = (answer) => Boolean(selectionOn(answer)) || (answer.selected && !answer.set.added);

/** Add the question with the selected text, else with the selected answer, as its passage. */
export function addQuestion() {
  const { answer } = store;
  if (!answer?.question) return;
  const selection = selectionOn(answer);
  if (!selection) { send('add_question'); return; }
  const words = store.documents.get(selection.document);
  send('add_question', codePoints(words, selection.start), codePoints(words, selection.end));
  changed(DESELECT); // what was added is underlined, which the selection would hide
}

/**
 * Return the result of the lane that is read in the text, on Ask; null if none was chosen for the present question.
 *
 * @returns {{letter: string, at: number, missed: [number, number][]}|null}
 */
export function openedResult(answer) {
  const { reading, questions: set, frame } = store;
  if (!reading || reading.question !== answer?.question || frame.page !== 'ask' || set?.document !== answer.document) return null;
  const lane = set.lanes.findIndex(({ letter }) => letter === reading.letter);
  const cell = set.rows.find(({ text }) => text === reading.question)?.cells[lane];
  return cell ? { letter: reading.letter, at: cell.at, missed: cell.missed } : null;
}
