// Ask: the question, the text with the gutters of the lanes, and next to it the best chunks of each lane, or the
// question set.

import { send } from '../core/channel.js';
import { make, setText } from '../core/dom.js';
import { whole } from '../core/format.js';
import { store, subscribe } from '../core/store.js';
import { answerOn } from '../data/answer.js';
import { Comparison } from '../data/comparison.js';
import { LaneText } from '../text/lane_text.js';
import { AnswerColumns } from '../ask/answer_columns.js';
import { AnswerHead } from '../ask/answer_header.js';
import { QuestionField } from '../ask/question_field.js';
import { QuestionsTable } from '../questions/questions_table.js';

export class AskPage {
  constructor(root) {
    this.root = root;
    this.comparison = new Comparison();
    this.ends = [
      ...['compare', 'document'].map((kind) => subscribe(kind, () => this.comparison.refresh())),
      ...['answer', 'selection'].map((kind) => subscribe(kind, () => this.refresh())),
    ];
    this.comparison.refresh();
    const line = root.appendChild(make('section', { class: 'line' }));
    this.field = new QuestionField(line.appendChild(make('div', {})));
    this.head = new AnswerHead();
    line.append(this.head.root);
    this.text = new LaneText(root.appendChild(make('section', { class: 'below' })), this.comparison);
    this.makeRight(root.appendChild(make('section', { class: 'right' })));
    this.refresh();
    if (!store.answer?.question) this.field.focus();
  }

  makeRight(right) {
    this.tabs = make('div', { class: 'segments tabs', role: 'tablist', 'aria-label': 'Next to the text' }, ...['chunks', 'questions'].map((name) => {
      const tab = make('button', { type: 'button', role: 'tab' });
      tab.dataset.tab = name;
      tab.onclick = () => send('ask_view', name);
      return tab;
    }));
    this.chunks = make('div', { class: 'columns', 'aria-label': 'Best chunks' });
    this.set = make('div', {});
    right.replaceChildren(this.tabs, this.chunks, this.set);
    this.columns = new AnswerColumns(this.chunks, this.comparison);
    this.questions = new QuestionsTable(this.set, this.comparison);
  }

  showView({ view, count }) {
    const titles = { chunks: 'Best chunks', questions: count ? `Questions ${whole.format(count)}` : 'Questions' };
    for (const tab of this.tabs.children) {
      setText(tab, titles[tab.dataset.tab]);
      tab.setAttribute('aria-selected', tab.dataset.tab === view);
    }
    this.chunks.hidden = view !== 'chunks';
    this.set.hidden = view !== 'questions';
  }

  refresh() {
    const answer = answerOn(this.comparison.data?.document ?? store.answer?.document);
    this.head.root.classList.toggle('away', !answer);
    if (answer) this.head.update(answer);
    if (store.answer?.set) this.showView(store.answer.set);
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
  present() { this.text.scrollToAnswer(true); }

  focusQuestion() { this.field.focus(); }

  destroy() {
    for (const end of this.ends) end();
    for (const view of [this.field, this.text, this.columns, this.questions]) view.destroy();
    this.root.replaceChildren();
  }
}
