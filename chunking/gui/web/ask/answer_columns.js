// The answers of all lanes side by side: how each holds the passage, and its best chunks.

import { button, make } from '../core/dom.js';
import { View } from '../core/view.js';
import { answerOn, laneAnswer } from '../data/answer.js';
import { LANES } from '../data/comparison.js';
import { makeRankedChunks } from './ranked_chunks.js';

/** @import { AnswerLane, AnswerMessage } from '../messages.d.ts' */
/** @import { Comparison, Lane } from '../data/comparison.js' */

const MOST = 420; // characters of the text of a chunk

export class AnswerColumns extends View {
  /** @param {HTMLElement} root  @param {Comparison} comparison */
  constructor(root, comparison) {
    super(root, 'answers', ['answer', LANES]);
    this.comparison = comparison;
    this.refresh();
  }

  refresh() {
    const { lanes, data } = this.comparison;
    if (!data) return;
    const answer = answerOn(data.document);
    if (!this.differs('answer', [answer, lanes.map(({ letter, title, message }) => [letter, title, message]), data.document])) return;
    this.root.style.setProperty('--lanes', String(Math.max(1, lanes.length)));
    this.root.replaceChildren(...lanes.map((lane) => this.column(lane, answer, laneAnswer(answer, lane.letter))));
  }

  /** @param {Lane} lane  @param {AnswerMessage|null} answer  @param {AnswerLane} [found]  of the lane */
  column(lane, answer, found) {
    const go = (/** @type {number} */ offset) => this.comparison.select(offset), placement = found?.placement;
    return make('section', { class: `column lane${lane.color}`, 'aria-label': `Lane ${lane.name}` },
      make('div', { class: 'name', title: lane.title },
        make('b', { class: 'letter' }, lane.name), ' ', make('span', {}, lane.title || lane.message)),
      placement && button('Show the answer', make('span', { class: 'how' }, placement.text),
        () => go(placement.at ?? answer?.passages[0][0] ?? 0), { class: `verdict ${placement.whole ? 'whole' : placement.at === null ? 'beyond' : 'split'}` }),
      found && answer && makeRankedChunks(found, this.comparison.words, answer.sentences, MOST, go));
  }
}
