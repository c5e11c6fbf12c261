// The answer of Python to the question, and the question set, to which the question is added with its passage.

import { send } from '../core/channel.js';
import { codePoints } from '../core/code_points.js';
import { changed, store, subscribe } from '../core/store.js';

/** @import { AnswerLane, AnswerMessage } from '../messages.d.ts' */

const WITHOUT_ANSWER = ['library', 'sweep']; // pages from which a question opens Ask
const IDLE = 600; // milliseconds without another answer, after which the best chunks are embedded

/** Return the answer on a document, or null without a question. @param {string|undefined} document */
export function answerOn(document) {
  const { answer } = store;
  return answer?.question && answer.document === document ? answer : null;
}

/** Return the answer of a lane, if it has one. @param {AnswerMessage|null} answer  @param {string} letter  "tune" on Tune */
export const laneAnswer = (answer, letter) => answer?.lanes.find((lane) => lane.letter === letter);

/** Return the rank of each listed chunk of a lane by its start. @type {(answer: AnswerMessage|null, letter: string) => Map<number, number>} */
export function ranksOf(answer, letter) {
  return new Map(laneAnswer(answer, letter)?.rows.map(([, start], i) => [start, i + 1]));
}

/**
 * Return the offset to read first: that of a result, the passage, or the best chunk of any lane; null without one.
 *
 * @param {AnswerMessage} answer
 * @returns {number|null}
 */
export function answerOffset(answer) {
  const { passages, lanes } = answer;
  const best = lanes.find(({ rows }) => rows.length);
  return openedResult(answer)?.at ?? passages[0]?.[0] ?? best?.rows[0][1] ?? null;
}

// The answer that each page scrolled to last; it does so once, and not while boundaries move.
const lastScrolled = /** @type {Map<string, string>} */ (new Map());
let isFirst = true; // nothing was asked yet: an answer is that of the link

/**
 * Return whether this page has not yet scrolled to the answer, which it now does; that of a link with a place never.
 *
 * @param {AnswerMessage|null} answer
 */
export function shouldScrollTo(answer) {
  if (!answer?.lanes.length) return false;
  const name = JSON.stringify([answer.document, answer.question, answer.ranking, answer.selected]);
  const page = store.frame?.page ?? '';
  if (name === lastScrolled.get(page)) return false;
  lastScrolled.set(page, name);
  const isLinked = isFirst && store.tune.place !== null;
  isFirst = false;
  return !isLinked;
}

/** Ask a question; without words, remove the answer. @param {string} question */
export function ask(question) {
  lastScrolled.clear();
  isFirst = false;
  send('ask', question);
  if (!question.trim()) {
    store.answer = null;
    changed('answer');
  } else if (WITHOUT_ANSWER.includes(store.frame?.page ?? '')) send('page', 'ask');
}

/** Ask a question of the set. @param {string} question */
export function askAgain(question) {
  isFirst = false;
  send('show_question', question);
}

/** Request exact ranking after IDLE ms without a new answer. @param {AbortSignal} signal */
export function improveWhenIdle(signal) {
  let /** @type {number|undefined} */ timer;
  const end = subscribe('answer', () => {
    clearTimeout(timer);
    const { version, improves, question } = store.answer ?? {};
    if (!question || !improves || version === undefined) return;
    timer = setTimeout(() => { if (store.answer?.version === version) send('ask_exact', version); }, IDLE);
  });
  signal.addEventListener('abort', () => { clearTimeout(timer); end(); });
}

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
