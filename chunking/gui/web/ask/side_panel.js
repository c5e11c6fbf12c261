// The side panel of a page: what it shows without a question, and the answer to one.

import { make } from '../core/dom.js';
import { store, subscribe } from '../core/store.js';
import { Tabs } from '../controls/tabs.js';
import { AnswerPanel } from './answer_panel.js';

/** @import { PanelPage } from './answer_panel.js' */

/** @template {{destroy: () => void}} Panel */
export class SidePanel {
  /**
   * @param {HTMLElement} root
   * @param {string} title  of the panel without a question
   * @param {(root: HTMLElement) => Panel} makePanel
   * @param {() => PanelPage} page
   * @param {string[]} kinds  changes of the lanes
   */
  constructor(root, title, makePanel, page, kinds) {
    this.root = root;
    this.question = '';
    this.chosen = 'answer';
    root.classList.add('side');
    this.tabs = new Tabs('Side panel', ['answer', 'other'], (name) => { this.chosen = name; this.refresh(); }, { class: 'segments tabs' });
    this.tabs.setTitles({ answer: 'Answer', other: title });
    this.answerRoot = make('div');
    this.otherRoot = make('div');
    root.replaceChildren(this.tabs.root, this.answerRoot, this.otherRoot);
    this.answer = new AnswerPanel(this.answerRoot, page, kinds);
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
    this.tabs.root.hidden = !question;
    this.answerRoot.hidden = !answers;
    this.otherRoot.hidden = answers;
    this.tabs.select(answers ? 'answer' : 'other');
    this.root.closest('.page')?.classList.toggle('answering', Boolean(question));
  }

  destroy() {
    this.end();
    this.answer.destroy();
    this.other.destroy();
    this.root.replaceChildren();
  }
}
