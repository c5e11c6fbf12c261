// The question set: adding the question with the passage that answers it, and reading a result in the text.

import { send } from '../core/channel.js';
import { codePoints } from '../core/code_points.js';
import { changed, store } from '../core/store.js';

/** @import { AnswerMessage } from '../messages.d.ts' */

/** The message that removes the selection. */
export const DESELECT = 'deselect';

/** Return the text selected in the document of an answer; null without a selection. @param {{document: string}} answer */
const selectionOn = (answer) => (store.selection?.document === answer.document ? store.selection : null);

/**
 * Return the start and end of the selected text in code points; none without a selection.
 *
 * @type {(answer: {document: string}) => [start: number, end: number]|[]}
 */
function selectedSpan(answer) {
  const selection = selectionOn(answer), words = store.documents.get(answer.document);
  return selection && words !== undefined ? [codePoints(words, selection.start), codePoints(words, selection.end)] : [];
}

/** Tell whether there is a passage to add: selected text, or a selected answer that the set does not have. @param {AnswerMessage} answer */
export const canAdd = (answer) => Boolean(selectionOn(answer)) || (answer.selected && !answer.set.added);

/** Add the question with the selected text, else with the selected answer, as its passage. */
export function addQuestion() {
  const { answer } = store;
  if (!answer?.question) return;
  const span = selectedSpan(answer);
  send('add_question', ...span);
  if (span.length) changed(DESELECT); // what was added is underlined, which the selection would hide
}

/** @typedef {{letter: string, at: number, missed: number[][]}} Result  where to read it, and what the lane misses */

/**
 * Return the result of the lane that is read in the text, on Ask; null if none was chosen for the present question.
 *
 * @param {AnswerMessage|null} answer
 * @returns {Result|null}
 */
export function openedResult(answer) {
  const { openedResult: opened, questions: set, frame } = store;
  if (!opened || !set || opened.question !== answer?.question || frame?.page !== 'ask' || set.document !== answer.document) return null;
  const lane = set.lanes.findIndex(({ letter }) => letter === opened.letter);
  const cell = set.rows.find(({ text }) => text === opened.question)?.cells[lane];
  return cell ? { letter: opened.letter, at: cell.at, missed: cell.missed } : null;
}
