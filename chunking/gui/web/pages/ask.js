// Ask: the question, the text with the gutters of the lanes, and the best chunks of each lane side by side.

import { AnswerColumns } from '../ask/columns.js';
import { answerOn } from '../ask/answer.js';
import { QuestionField } from '../ask/field.js';
import { AnswerHead } from '../ask/head.js';
import { Comparison } from '../compare/comparison.js';
import { dyeLanes } from '../compare/dye.js';
import { LaneText } from '../compare/text.js';
import { send } from '../core/bus.js';
import { make } from '../core/dom.js';
import { store, subscribe } from '../core/store.js';

export class AskPage {
  constructor(root) {
    this.root = root;
    this.comparison = new Comparison();
    dyeLanes(root);
    this.ends = [
      subscribe('theme', () => dyeLanes(root)),
      ...['compare', 'document'].map((kind) => subscribe(kind, () => this.comparison.refresh())),
      ...['answer', 'selection'].map((kind) => subscribe(kind, () => this.refresh())),
    ];
    this.comparison.refresh();
    const line = root.appendChild(make('section', { class: 'line' }));
    this.field = new QuestionField(line.appendChild(make('div', {})));
    this.head = new AnswerHead();
    line.append(this.head.root);
    this.text = new LaneText(root.appendChild(make('section', { class: 'below' })), this.comparison);
    this.columns = new AnswerColumns(root.appendChild(make('section', { class: 'columns', 'aria-label': 'Best chunks' })), this.comparison);
    this.refresh();
    if (!store.answer?.question) this.field.focus();
  }

  refresh() {
    const answer = answerOn(this.comparison.data?.document ?? store.answer?.document);
    this.head.root.classList.toggle('away', !answer);
    if (answer) this.head.update(answer);
  }

  /** The keys of the page; whether this was one. */
  pressed({ key }) {
    if (!this.comparison.segments || !['j', 'k'].includes(key)) return false;
    this.comparison.stepBoundary(key === 'j' ? 1 : -1);
    return true;
  }

  actions() {
    const { data } = this.comparison;
    return data && !data.most ? [{ title: 'Add a lane', run: () => send('add_lane') }] : [];
  }

  // The larger text has moved.
  present() { this.text.bringAnswer(true); }

  focusQuestion() { this.field.focus(); }

  destroy() {
    for (const end of this.ends) end();
    for (const view of [this.field, this.text, this.columns]) view.destroy();
    this.root.replaceChildren();
  }
}
