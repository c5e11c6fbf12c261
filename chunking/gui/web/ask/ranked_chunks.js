// The best chunks of a lane as a list: rank, score, number, tokens, and their text with the best sentences marked.

import { make } from '../core/dom.js';
import { countOf, whole } from '../core/format.js';

const BEFORE = 70; // characters of the start of a chunk that are shown before a sentence further down

/**
 * Return parts of an excerpt: text, and whether it is one of the best sentences.
 *
 * @param {string} words
 * @param {number} start
 * @param {number} end
 * @param {number[][]} sentences  start and end of the best sentences, in order
 * @param {number} most  characters
 * @returns {[string, boolean][]}
 */
export function excerptOf(words, start, end, sentences, most) {
  const inside = sentences.filter(([from, to]) => to > start && from < end).map(([from, to]) => [Math.max(from, start), Math.min(to, end)]);
  const first = inside[0]?.[0] ?? start, found = [];
  let at = start;
  const add = (to, marked) => {
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
 * @param {import('../data/answer.js').LaneAnswer} lane
 * @param {string} words
 * @param {number[][]} sentences
 * @param {number} most  characters of the text of each
 * @param {(start: number) => void} go
 */
export function makeResults(lane, words, sentences, most, go) {
  const list = make('ol', { class: 'results' });
  list.append(...lane.rows.map(([row, start, end, tokens, score], i) => {
    const face = make('button', { type: 'button', 'aria-label': `Rank ${i + 1}: chunk ${row + 1}` },
      make('span', { class: 'rank' }, String(i + 1)), make('span', { class: 'score', title: 'score' }, score),
      make('span', { class: 'which' }, `#${whole.format(row + 1)}`), make('span', { class: 'size' }, countOf(tokens, 'token')),
      make('span', { class: 'snippet', dir: 'auto' }, ...excerptOf(words, start, end, sentences, most)
        .map(([text, marked]) => (marked ? make('mark', {}, text) : text))));
    face.onclick = () => go(start);
    return make('li', { class: i ? '' : 'best' }, face);
  }));
  return list;
}
