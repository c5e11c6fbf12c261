// The answers of all lanes side by side: how each holds the passage, and its best chunks.

import { button, make } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { answerOn, laneAnswer } from '../data/answer.js';
import { LANES } from '../data/comparison.js';
import { makeResults } from './ranked_chunks.js';

const MOST = 420; // characters of the text of a chunk

export class AnswerColumns extends View {
  /**
   * @param {HTMLElement} root
   * @param {import('../data/comparison.js').Comparison} comparison
   */
  constructor(root, comparison) {
    super(root, 'answers', ['answer', LANES]);
    this.comparison = comparison;
    this.refresh();
  }

  refresh() {
    const { lanes, data, words } = this.comparison;
    if (!data) return;
    const answer = answerOn(data.document);
    const now = JSON.stringify([answer, lanes.map(({ letter, title, message }) => [letter, title, message]), data.document]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.root.style.setProperty('--lanes', Math.max(1, lanes.length));
    this.root.replaceChildren(...lanes.map((lane) => this.column(lane, laneAnswer(answer, lane.letter), words)));
  }

  column(lane, found, words) {
    const go = (offset) => this.comparison.select(offset);
    const name = make('div', { class: 'name', title: lane.title }, make('b', { class: 'letter' }, lane.name), ' ', make('span', {}, lane.title || lane.message));
    const parts = [name];
    if (found?.placement) {
      const { text, whole, at } = found.placement;
      const verdict = button('Show the answer', make('span', { class: 'how' }, text), () => go(at ?? store.answer.passages[0][0]));
      verdict.className = `verdict ${whole ? 'whole' : 'split'}`;
      parts.push(verdict);
    }
    if (found) parts.push(found.rows.length ? makeResults(found, words, store.answer.sentences, MOST, go) : make('p', {}, 'No chunk contains a query word.'));
    return make('section', { class: `column lane${lane.color}`, 'aria-label': `Lane ${lane.name}` }, ...parts);
  }
}
