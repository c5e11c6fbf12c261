// The best chunks of a lane as a list, with the best sentences marked, and the lists of all lanes side by side.

import { button, make } from '../core/dom.js';
import { countOf, whole } from '../core/format.js';
import { View } from '../core/view.js';
import { answerOn, laneAnswer } from '../data/answer.js';
import { LANES } from '../data/comparison.js';

/** @import { AnswerLane, AnswerMessage } from '../messages.d.ts' */
/** @import { Comparison, Lane } from '../data/comparison.js' */

const BEFORE = 70; // characters of the start of a chunk that are shown before a sentence further down

/**
 * Return parts of an excerpt: text, and whether it is one of the best sentences.
 *
 * @param {string} words
 * @param {number} start
 * @param {number} end
 * @param {number[][]} sentences  start and end of the best sentences, in order
 * @param {number} most  characters
 */
export function excerptOf(words, start, end, sentences, most) {
  const inside = sentences.filter(([from, to]) => to > start && from < end).map(([from, to]) => [Math.max(from, start), Math.min(to, end)]);
  const first = inside[0]?.[0] ?? start, found = /** @type {[string, boolean][]} */ ([]);
  let at = start;
  const add = (/** @type {number} */ to, /** @type {boolean} */ marked) => {
    const text = words.slice(at, to).replace(/\s+/g, ' ');
    if (text) found.push([text, marked]);
    at = Math.max(at, to);
  };
  if (first - start > most / 2) {
    add(start + BEFORE, false);
    found.push([' … ', false]);
    at = first;
  }
  const stop = Math.min(end, at + most);
  for (const [from, to] of inside) {
    if (from >= stop) break;
    add(from, false);
    add(Math.min(to, stop), true);
  }
  if (at < stop) add(stop, false);
  if (stop < end) found.push([' …', false]);
  return found;
}

/**
 * Make the list of the best chunks of a lane.
 *
 * @param {AnswerLane} lane
 * @param {string} words
 * @param {number[][]} sentences
 * @param {number} most  characters of the text of each
 * @param {(start: number) => void} go
 */
export function makeRankedChunks({ rows }, words, sentences, most, go) {
  if (!rows.length) return make('p', {}, 'No chunk contains a query word.');
  const span = (/** @type {string} */ name, /** @type {string} */ text) => make('span', { class: name }, text);
  return make('ol', { class: 'results' }, ...rows.map(([row, start, end, tokens, score], i) => {
    const parts = excerptOf(words, start, end, sentences, most).map(([text, marked]) => (marked ? make('mark', {}, text) : text));
    return make('li', { class: i ? '' : 'best' }, make(
      'button', { type: 'button', onclick: () => go(start) },
      make('span', { class: 'aside' }, 'Rank'), span('rank', String(i + 1)), make('span', { class: 'score', title: 'score' }, score), span('which', `#${whole.format(row + 1)}`),
      span('size', countOf(tokens, 'token')), make('span', { class: 'snippet', dir: 'auto' }, ...parts),
    ));
  }));
}

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
