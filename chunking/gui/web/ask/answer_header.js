// How the answer is found: the ranking, what it is computed from, and the passage that answers.

import { send } from '../core/channel.js';
import { button, make, setLabel, setText } from '../core/dom.js';
import { addQuestion, canAdd } from '../data/question_set.js';
import { Select } from '../controls/select.js';

/** @import { AnswerMessage } from '../messages.d.ts' */

const RANKINGS = [
  { value: 'cosine', title: 'Cosine', help: 'Similarity of the vectors of chunk and question' },
  { value: 'words', title: 'Words', help: 'Words of the question (BM25); needs no model' },
  { value: 'fusion', title: 'Both', help: 'Reciprocal rank fusion of cosine and BM25' },
];

export class AnswerHeader {
  constructor() {
    this.ranking = new Select('Ranking', (name) => send('ask_ranking', /** @type {AnswerMessage['ranking']} */ (name)));
    this.basis = make('span', { class: 'basis', role: 'status' });
    this.place = make('span', { class: 'place' });
    // A click on the button would remove the selection.
    const onpointerdown = (/** @type {Event} */ event) => event.preventDefault();
    this.add = button('', '', addQuestion, { class: 'add primary', onpointerdown });
    this.message = make('p', { class: 'message', role: 'status' });
    this.root = make('div', { class: 'answer-head' }, this.ranking.root, this.basis,
      make('div', { class: 'passage' }, this.place, this.add), this.message);
  }

  /** @param {AnswerMessage} answer */
  update(answer) {
    this.ranking.update({ value: answer.ranking, options: RANKINGS });
    setText(this.basis, answer.basis ?? '');
    const { place, message } = answer;
    setText(this.place, place ?? '');
    this.showAdd(answer);
    setText(this.message, message);
    this.message.hidden = !message;
  }

  /** @param {AnswerMessage} answer */
  showAdd(answer) {
    const { known } = answer.set, can = canAdd(answer);
    const label = can ? 'Mark the selected text as the answer, in the question set (a)'
      : known ? 'The question set has this question' : 'Select the answer in the text, then mark it (a)';
    setText(this.add, known && !can ? 'In questions ✓' : 'This answers it');
    this.add.hidden = !answer.lanes.length;
    this.add.disabled = !can;
    setLabel(this.add, label);
  }
}
