// How the answer is found: the ranking, what it is computed from, the passage that answers, and the question set.

import { send } from '../core/channel.js';
import { button, make, setText } from '../core/dom.js';
import { store } from '../core/store.js';
import { addQuestion, canAdd, selectedSpan, selectionOn } from '../data/question_set.js';
import { Select } from '../controls/select.js';

/** @import { AnswerMessage } from '../messages.d.ts' */

const RANKINGS = [
  { value: 'cosine', title: 'Cosine', help: 'Similarity of the vectors of chunk and question' },
  { value: 'bm25', title: 'BM25', help: 'Words of the question; needs no model' },
  { value: 'fusion', title: 'Both', help: 'Reciprocal rank fusion of cosine and BM25' },
];

export class AnswerHeader {
  constructor() {
    this.ranking = new Select('Ranking', (name) => send('ask_ranking', /** @type {AnswerMessage['ranking']} */ (name)));
    this.basis = make('span', { class: 'basis', role: 'status' });
    this.place = make('span', { class: 'place' });
    // A click on the button would remove the selection.
    const onpointerdown = (/** @type {Event} */ event) => event.preventDefault();
    const useSelection = () => { if (store.answer) send('ask_passage', ...selectedSpan(store.answer)); };
    this.use = button('Take the selected text as the answer', 'Use selection', useSelection, { onpointerdown });
    this.best = button('Take the best sentences as the answer', 'Best sentences', () => send('ask_passage'));
    this.add = button('', '', addQuestion, { class: 'add', onpointerdown });
    this.message = make('p', { class: 'message', role: 'status' });
    this.root = make('div', { class: 'answer-head' }, this.ranking.root, this.basis,
      make('div', { class: 'passage' }, this.place, this.use, this.best, this.add), this.message);
  }

  /** @param {AnswerMessage} answer */
  update(answer) {
    this.ranking.update({ value: answer.ranking, options: RANKINGS });
    setText(this.basis, answer.basis ?? '');
    const { passages, selected, place, lanes, message } = answer;
    setText(this.place, passages.length ? `${selected ? 'Selected answer' : 'Answer'}: ${place}` : '');
    this.use.hidden = !lanes.length || !selectionOn(answer);
    this.best.hidden = !selected;
    this.showAdd(answer);
    setText(this.message, message);
    this.message.hidden = !message;
  }

  /** @param {AnswerMessage} answer */
  showAdd(answer) {
    const { known } = answer.set, can = canAdd(answer);
    const label = can ? 'Add the question with the selected answer to the question set (a)'
      : known ? 'The question set has this question' : 'Select the answer in the text, then add it';
    setText(this.add, can && known ? 'Add evidence' : known ? 'In questions ✓' : 'Add to questions');
    this.add.hidden = !answer.lanes.length;
    this.add.disabled = !can;
    this.add.title = label;
    this.add.setAttribute('aria-label', label);
  }
}
