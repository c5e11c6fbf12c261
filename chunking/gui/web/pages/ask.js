// Ask: the question, the text with the gutters of the lanes, and next to it the best chunks of each lane, or the
// question set.

import { send } from '../core/channel.js';
import { make } from '../core/dom.js';
import { whole } from '../core/format.js';
import { store } from '../core/store.js';
import { answerOn } from '../data/answer.js';
import { Comparison } from '../data/comparison.js';
import { Tabs } from '../controls/tabs.js';
import { LaneText } from '../text/lane_text.js';
import { AnswerColumns } from '../ask/ranked_chunks.js';
import { AnswerHeader } from '../ask/answer_panel.js';
import { QuestionField } from '../ask/question_field.js';
import { QuestionsTable } from '../questions/questions_table.js';
import { Page, definePage } from './page.js';

class AskPage extends Page {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    const comparison = this.comparison = new Comparison();
    this.listen(['compare', 'document'], () => comparison.refresh());
    this.listen(['chunks'], () => { if (comparison.awaits) comparison.refresh(); });
    this.listen(['answer', 'selection', 'questions'], () => this.refresh());
    comparison.refresh();
    const line = this.section('line');
    this.field = this.add(new QuestionField(line.appendChild(make('div'))));
    this.head = new AnswerHeader();
    line.append(this.head.root);
    this.text = this.add(new LaneText(this.section('below'), comparison));
    line.append(this.text.search.element);
    this.tabs = new Tabs('Next to the text', ['chunks', 'questions'], (name) => send('ask_view', name), { class: 'segments tabs' });
    this.chunks = make('div', { class: 'columns', 'aria-label': 'Best chunks' });
    this.questions = make('div');
    this.section('right').append(this.tabs.root, this.chunks, this.questions);
    this.add(new AnswerColumns(this.chunks, comparison));
    this.add(new QuestionsTable(this.questions, comparison));
    this.refresh();
    if (!store.answer?.question) this.field.focus();
  }

  refresh() {
    const answer = answerOn(this.comparison.data?.document ?? store.answer?.document);
    this.head.root.classList.toggle('away', !answer);
    if (answer) this.head.update(answer);
    if (store.answer?.set) this.showView(store.answer.set);
  }

  /** @param {{view: string, count: number}} set  the view next to the text, and the number of questions */
  showView({ view, count }) {
    this.tabs.setTitles({ chunks: 'Best chunks', questions: count ? `Questions ${whole.format(count)}` : 'Questions' });
    this.tabs.select(view);
    this.chunks.hidden = view !== 'chunks';
    this.questions.hidden = view !== 'questions';
    // The text has the lanes as set: the ranks of their chunks are not those of lanes at equal size.
    this.root.classList.toggle('scaled', view === 'questions' && Boolean(store.questions?.equal && store.questions.summary.length));
  }

  /** @param {KeyboardEvent} event */
  handleKey({ key }) {
    if (!this.comparison.data || !['j', 'k', '/'].includes(key)) return false;
    if (key === '/') this.text.search.focus();
    else this.comparison.stepBoundary(key === 'j' ? 1 : -1);
    return true;
  }

  actions() {
    const { data } = this.comparison;
    return data && !data.most ? [{ title: 'Add a lane', run: () => send('add_lane') }] : [];
  }

  // The larger text has moved.
  present() { this.text.scrollToAnswer(true); }

  focusQuestion() {
    this.field.focus();
    return true;
  }
}

definePage('ask', AskPage);
