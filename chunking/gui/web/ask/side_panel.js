// The side panel of a page: what it shows without a question, and the answer to one.

import { make } from '../core/dom.js';
import { store, subscribe } from '../core/store.js';
import { AnswerPanel } from './answer_panel.js';

export class SidePanel {
  /**
   * @param {HTMLElement} root
   * @param {string} title  of the panel without a question
   * @param {(root: HTMLElement) => {destroy: () => void}} makePanel
   * @param {ConstructorParameters<typeof AnswerPanel>[1]} about
   * @param {string[]} kinds
   */
  constructor(root, title, makePanel, about, kinds) {
    this.root = root;
    root.classList.add('side');
    this.tabs = make('div', { class: 'segments tabs', role: 'tablist', 'aria-label': 'Side panel' }, ...[['answer', 'Answer'], ['other', title]].map(([name, label]) => {
      const tab = make('button', { type: 'button', role: 'tab' }, label);
      tab.dataset.tab = name;
      tab.onclick = () => { this.chosen = name; this.refresh(); };
      return tab;
    }));
    this.answerRoot = make('div', {});
    this.otherRoot = make('div', {});
    root.replaceChildren(this.tabs, this.answerRoot, this.otherRoot);
    this.answer = new AnswerPanel(this.answerRoot, about, kinds);
    this.other = makePanel(this.otherRoot);
    this.end = subscribe('answer', () => this.refresh());
    this.refresh();
  }

  refresh() {
    const question = store.answer?.question ?? '';
    if (question !== this.question) {
      this.question = question;
      this.chosen = 'answer';
    }
    const answers = Boolean(question) && this.chosen === 'answer';
    this.tabs.hidden = !question;
    this.answerRoot.hidden = !answers;
    this.otherRoot.hidden = answers;
    for (const tab of this.tabs.children) tab.setAttribute('aria-selected', (tab.dataset.tab === 'answer') === answers);
    this.root.closest('.page')?.classList.toggle('answering', Boolean(question));
  }

  destroy() {
    this.end();
    this.answer.destroy();
    this.other.destroy();
    this.root.replaceChildren();
  }
}
