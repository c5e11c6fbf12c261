// The question set as a table: a row a question, a column a lane, and above them the means and what they tell.

import { send } from '../core/channel.js';
import { button, exposeVersion, make, setText } from '../core/dom.js';
import { countOf } from '../core/format.js';
import { changed, store } from '../core/store.js';
import { View } from '../core/view.js';
import { answerOn, askAgain, openedResult } from '../data/answer.js';
import { LANES } from '../data/comparison.js';
import { Select } from '../controls/select.js';

/** @import { QuestionCell, QuestionLane, QuestionRow, QuestionsMessage } from '../messages.d.ts' */
/** @import { Comparison } from '../data/comparison.js' */

/** @type {Record<string, [glyph: string, meaning: string]>} */
const RESULTS = {
  whole: ['✓', 'whole: each span of the evidence is in one chunk'],
  split: ['✂', 'split: a boundary divides the evidence'],
  partial: ['◐', 'partly found: no boundary divides the evidence, but not all of it was retrieved'],
  missed: ['✗', 'missed: none of the evidence was retrieved'],
};
/** @type {Record<string, [down: number, right: number]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export class QuestionsTable extends View {
  /** @param {HTMLElement} root  @param {Comparison} comparison */
  constructor(root, comparison) {
    super(root, 'questions', ['questions', 'answer', LANES]);
    this.comparison = comparison;
    this.colors = /** @type {Map<string, number>} */ (new Map()); // of the lanes
    this.retrieve = new Select('Retrieved per question', (value) => {
      const [limit, unit] = value.split(' ');
      send('retrieve', /** @type {'tokens'|'chunks'} */ (unit), Number(limit));
    });
    this.size = new Select('Mean size of the chunks', (value) => send('equal_size', value === 'equal'));
    this.long = new Select('Chunks beyond the model limit', (value) => send('long_texts', /** @type {'truncate'|'average'} */ (value)));
    this.evaluate = button('Rank the chunks of each lane for each question', 'Evaluate', () => send('evaluate'), { class: 'primary' });
    this.verdict = make('p', { class: 'verdict-of-set', role: 'status', 'data-testid': 'set-verdict' });
    this.list = make('div', {
      class: 'listing', tabindex: '0', role: 'region', 'aria-label': 'Questions',
      onkeydown: (event) => { if (this.move(event)) event.preventDefault(); },
    });
    const retrieved = 'What is retrieved per question, in estimated tokens: the last chunk is cut off at the limit';
    const equal = 'Equal: the sizes of each lane are scaled, for the evaluation only, to the smallest mean size of the lanes';
    const long = 'Chunks beyond the model limit: their first tokens are embedded, as by sentence-transformers, or windows are averaged';
    root.replaceChildren(
      make('div', { class: 'bar' },
        make('label', { title: retrieved }, 'Retrieve ', this.retrieve.root), make('label', { title: equal }, 'Size ', this.size.root),
        make('label', { title: long }, 'Long chunks ', this.long.root),
        button('Draft synthetic questions from the headings', 'Draft', () => send('draft_questions')),
        button('Import or export questions', 'File…', () => send('dialog', 'questions')),
        make('div', { class: 'space' }), this.evaluate),
      this.verdict, this.list);
    this.refresh();
  }

  refresh() {
    const { comparison: { data, lanes } } = this, set = store.questions;
    if (!data || set?.document !== data.document) return;
    this.retrieve.update({ value: set.retrieve, options: set.limits.map(([value, title]) => ({ value, title })) });
    this.size.update({ value: set.equal ? 'equal' : 'own', options: [{ value: 'own', title: 'as set' }, { value: 'equal', title: 'equal' }] });
    this.long.update({
      value: set.long_texts, options: [{ value: 'truncate', title: 'truncated' }, { value: 'average', title: 'averaged' }],
    });
    this.evaluate.hidden = Boolean(set.summary.length);
    this.evaluate.disabled = !set.ready || set.working;
    setText(this.evaluate, set.working ? 'Evaluating…' : 'Evaluate');
    const sentences = [set.verdict && `Recall: ${set.verdict}`, set.size, set.note].filter(Boolean);
    setText(this.verdict, sentences.map((sentence) => `${sentence}.`).join(' '));
    this.verdict.hidden = !sentences.length;
    const answer = answerOn(data.document), opened = openedResult(answer);
    this.colors = new Map(lanes.map(({ letter, color }) => [letter, color]));
    if (!this.differs('set', [set, answer?.question, opened, [...this.colors]])) return;
    const { activeElement } = /** @type {Document} */ (this.root.getRootNode()), at = this.placeOf(activeElement);
    this.list.replaceChildren(set.rows.length ? this.table(set, answer?.question, opened?.letter) : this.empty());
    if (at) this.buttonAt(...at)?.focus({ preventScroll: true });
    exposeVersion(this.root, set.summary.length ? 'evaluated' : '');
  }

  empty() {
    const steps = 'Ask a question, select its answer in the text, and choose This answers it (a).';
    return make('div', { class: 'none' }, make('p', {}, 'No questions yet.'), make('p', {}, steps),
      make('p', {}, 'Or import a file, or draft synthetic questions from the headings.'));
  }

  /** @param {QuestionsMessage} set  @param {string} [question]  that is asked  @param {string} [opened]  the lane whose result is read */
  table({ rows, lanes, summary }, question, opened) {
    const head = make('tr', {}, make('th', { class: 'asked', scope: 'col' }, countOf(rows.length, 'question')),
      ...lanes.map(({ letter, name, title }) => (
        make('th', { scope: 'col', class: this.laneClass(letter), title }, make('b', {}, name), make('span', {}, title)))),
      make('th', { class: 'act' }, make('span', { class: 'aside' }, 'Delete')));
    const means = summary.map(({ title, help, values }) => make('tr', {}, make('th', { scope: 'row', title: help }, title),
      ...values.map(([value, interval]) => make('td', {}, value,
        ...interval ? [' ', make('small', { title: '95% interval' }, interval)] : [])), make('td')));
    return make('table', {}, make('thead', {}, head), make('tbody', { class: 'means' }, ...means),
      make('tbody', { class: 'rows' }, ...rows.map((row) => this.row(row, lanes, row.text === question, opened))));
  }

  /** @param {string} letter */
  laneClass(letter) { return `lane${this.colors.get(letter) ?? 0}`; }

  /** @param {QuestionRow} row  @param {QuestionLane[]} lanes  @param {boolean} current  @param {string} [opened] */
  row(row, lanes, current, opened) {
    const { text, synthetic, status, passages, cells } = row;
    const notes = [synthetic && 'synthetic', status, passages > 1 && countOf(passages, 'span')].filter(Boolean).join(' · ');
    const ask = () => this.read(row, null, null);
    const about = make('div', { class: 'about' },
      make('button', { type: 'button', title: 'Ask this question again', dir: 'auto', onclick: ask }, text),
      notes && make('small', { title: synthetic && `drafted from ${synthetic}` }, notes));
    return make('tr', { class: current ? 'current' : null }, make('td', { class: 'asked' }, about),
      ...cells.map((cell, i) => make('td', {}, cell ? this.cell(row, lanes[i], cell, current && opened === lanes[i].letter) : '–')),
      make('td', { class: 'act' }, button('Delete this question', '✕', () => send('delete_question', text))));
  }

  /** @param {QuestionRow} row  @param {QuestionLane} lane  @param {QuestionCell} cell  @param {boolean} opened */
  cell(row, lane, cell, opened) {
    const { result, recall, rank } = cell, [glyph, meaning] = RESULTS[result];
    const about = [
      `Lane ${lane.name}: ${meaning}`,
      recall && `recall ${recall}${rank ? `, first chunk with a part of it at rank ${rank}` : ''}`,
      recall && row.synthetic === 'headings' && 'ranked without the heading, which is the question itself',
    ].filter(Boolean).join('; ');
    return button(about, make('span', { class: 'sign' }, glyph), () => this.read(row, lane, cell), {
      class: `result ${result} ${this.laneClass(lane.letter)}`, 'aria-pressed': opened,
    }, recall && make('span', { class: 'recall' }, recall), recall && make('span', { class: 'rank' }, rank ? `#${rank}` : ''));
  }

  get rows() { return [...this.list.querySelectorAll(/** @type {'tr'} */ ('tbody.rows tr'))]; }

  /** Return row and column of the cell that holds an element, or undefined. @param {any} element  @returns {[number, number]|undefined} */
  placeOf(element) {
    const row = this.rows.indexOf(element?.closest?.('tr'));
    return row < 0 ? undefined : [row, element.closest('td').cellIndex];
  }

  /** @param {number} row  @param {number} column */
  buttonAt(row, column) { return this.rows[row]?.cells[column]?.querySelector('button'); }

  // Arrow keys move between the cells, from the table itself to the first one; Enter presses its button.
  /** @param {KeyboardEvent} event */
  move({ key, target, altKey, ctrlKey, metaKey, shiftKey }) {
    const step = STEPS[key];
    if (!step || altKey || ctrlKey || metaKey || shiftKey) return false;
    const at = this.placeOf(target), to = at ? this.buttonAt(at[0] + step[0], at[1] + step[1]) : this.buttonAt(0, 0);
    to?.focus();
    return Boolean(at || to);
  }

  // Ask the question, and go to where its answer is, or to what the lane splits or misses of it.
  /** @param {QuestionRow} row  @param {QuestionLane|null} lane  @param {QuestionCell|null} cell */
  read({ text }, lane, cell) {
    store.openedResult = lane && { question: text, letter: lane.letter };
    askAgain(text);
    if (cell) this.comparison.select(cell.at);
    changed('answer');
  }
}
