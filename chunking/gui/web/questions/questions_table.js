// The question set as a table: a row a question, a column a lane, and above them the means and what they tell.

import { send } from '../core/channel.js';
import { button, exposeVersion, make, setText } from '../core/dom.js';
import { countOf } from '../core/format.js';
import { changed, store } from '../core/store.js';
import { View } from '../core/view.js';
import { answerOn } from '../data/answer.js';
import { LANES } from '../data/comparison.js';
import { openedResult } from '../data/question_set.js';
import { Menu } from '../controls/menu.js';
import { Select } from '../controls/select.js';

const RESULTS = {
  whole: ['✓', 'whole: each span of the evidence is in one chunk'],
  split: ['✂', 'split: a boundary divides the evidence'],
  partial: ['◐', 'partly found: no boundary divides the evidence, but not all of it was retrieved'],
  missed: ['✗', 'missed: none of the evidence was retrieved'],
};
const DRAFTED = { headings: 'heading', sentences: 'sentence' };

export class QuestionsTable extends View {
  /**
   * @param {HTMLElement} root
   * @param {import('../data/comparison.js').Comparison} comparison
   */
  constructor(root, comparison) {
    super(root, 'questions', ['questions', 'answer', LANES]);
    this.comparison = comparison;
    this.retrieve = new Select('Retrieved per question', (value) => {
      const [limit, unit] = value.split(' ');
      send('retrieve', unit, Number(limit));
    });
    this.size = new Select('Mean size of the chunks', (value) => send('equal_size', value === 'equal'));
    this.draft = new Menu('Draft synthetic questions from the document', 'Draft ▾', () => [
      ['From headings', () => send('draft_questions', 'headings')],
      ['From sentences', () => send('draft_questions', 'sentences')],
    ]);
    this.evaluate = button('Rank the chunks of each lane for each question', 'Evaluate', () => send('evaluate'));
    this.evaluate.className = 'primary';
    this.verdict = make('p', { class: 'verdict-of-set', role: 'status', 'data-testid': 'set-verdict' });
    this.list = make('div', { class: 'listing', tabindex: '0', role: 'region', 'aria-label': 'Questions' });
    this.list.onkeydown = (event) => { if (this.move(event)) event.preventDefault(); };
    root.replaceChildren(
      make('div', { class: 'bar' },
        make('label', { title: 'What is retrieved per question: the last chunk is cut off at the limit' }, 'Retrieve ', this.retrieve.root),
        make('label', { title: 'Equal: the sizes of each lane are scaled, for the evaluation only, to the mean size of all lanes' }, 'Size ', this.size.root),
        this.draft.root, button('Import or export questions', 'File…', () => send('dialog', 'questions')),
        make('div', { class: 'space' }), this.evaluate),
      this.verdict, this.list);
    this.refresh();
  }

  refresh() {
    const { data } = this.comparison, set = store.questions;
    if (!data || set?.document !== data.document) return;
    this.retrieve.update({ value: set.retrieve, options: set.limits.map(([value, title]) => ({ value, title })) });
    this.size.update({ value: set.equal ? 'equal' : 'own', options: [{ value: 'own', title: 'as set' }, { value: 'equal', title: 'equal' }] });
    this.evaluate.hidden = Boolean(set.summary.length);
    this.evaluate.disabled = !set.ready || set.working;
    setText(this.evaluate, set.working ? 'Evaluating…' : 'Evaluate');
    setText(this.verdict, [set.verdict && `Recall: ${set.verdict}.`, set.size && `${set.size}.`, set.note && `${set.note}.`].filter(Boolean).join(' '));
    this.verdict.hidden = !this.verdict.textContent;
    const answer = answerOn(data.document), reading = openedResult(answer);
    const colors = this.comparison.lanes.map(({ letter, color }) => [letter, color]);
    const now = JSON.stringify([set, answer?.question, reading, colors]);
    if (now === this.drawn) return;
    this.drawn = now;
    this.colors = new Map(colors);
    const focused = this.root.getRootNode().activeElement, at = this.placeOf(focused);
    this.list.replaceChildren(set.rows.length ? this.table(set, answer, reading) : this.empty());
    if (at) this.buttonAt(...at)?.focus({ preventScroll: true });
    exposeVersion(this.root, set.summary.length ? 'evaluated' : '');
  }

  empty() {
    const steps = 'Ask a question, select its answer in the text, and choose Add to questions (a).';
    return make('div', { class: 'none' }, make('p', {}, 'No questions yet.'), make('p', {}, steps),
      make('p', {}, 'Or import a file, or draft synthetic questions from the headings.'));
  }

  table({ rows, lanes, summary }, answer, reading) {
    const head = make('tr', {}, make('th', { class: 'asked', scope: 'col' }, countOf(rows.length, 'question')),
      ...lanes.map(({ letter, name, title }) => make('th', { scope: 'col', class: this.laneClass(letter), title }, make('b', {}, name), make('span', {}, title))),
      make('th', { class: 'act' }, make('span', { class: 'aside' }, 'Delete')));
    const means = summary.map(({ title, help, values }) => make('tr', {}, make('th', { scope: 'row', title: help }, title),
      ...values.map(([value, interval]) => make('td', {}, value, ...interval ? [' ', make('small', { title: '95 % interval' }, interval)] : [])), make('td', {})));
    return make('table', {}, make('thead', {}, head), make('tbody', { class: 'means' }, ...means),
      make('tbody', { class: 'rows' }, ...rows.map((row) => this.row(row, lanes, row.text === answer?.question, reading))));
  }

  laneClass(letter) { return `lane${this.colors.get(letter) ?? 0}`; }

  row(row, lanes, current, reading) {
    const { text, synthetic, status, passages, cells } = row;
    const notes = [synthetic && 'synthetic', status, passages > 1 && countOf(passages, 'span')].filter(Boolean).join(' · ');
    const face = make('button', { type: 'button', title: 'Ask this question again', dir: 'auto' }, text);
    face.onclick = () => this.read(row, null, null);
    const about = make('div', { class: 'about' }, face, ...notes ? [make('small', { title: `drafted from ${synthetic}` }, notes)] : []);
    const name = make('td', { class: 'asked' }, about);
    const remove = button('Delete this question', '✕', () => send('delete_question', text));
    return make('tr', current ? { class: 'current' } : {}, name,
      ...cells.map((cell, i) => make('td', {}, ...cell ? [this.cell(row, lanes[i], cell, current && reading?.letter === lanes[i].letter)] : ['–'])),
      make('td', { class: 'act' }, remove));
  }

  cell(row, lane, cell, chosen) {
    const { result, recall, rank } = cell, [glyph, means] = RESULTS[result];
    const numbers = recall ? [make('span', { class: 'recall' }, recall), make('span', { class: 'rank' }, rank ? `#${rank}` : '')] : [];
    const about = [`Lane ${lane.name}: ${means}`, ...recall ? [`recall ${recall}${rank ? `, first chunk with a part of it at rank ${rank}` : ''}`] : [],
      ...recall && DRAFTED[row.synthetic] ? [`ranked without the ${DRAFTED[row.synthetic]}, which is the question itself`] : []].join('; ');
    const face = make('button', { type: 'button', class: `result ${result} ${this.laneClass(lane.letter)}`, 'aria-label': about, title: about, 'aria-pressed': chosen },
      make('span', { class: 'sign' }, glyph), ...numbers);
    face.onclick = () => this.read(row, lane, cell);
    return face;
  }

  get rows() { return [...this.list.querySelectorAll('tbody.rows tr')]; }

  // Row and column of the cell that holds an element, or undefined.
  placeOf(element) {
    const row = this.rows.indexOf(element?.closest?.('tr'));
    return row < 0 ? undefined : [row, element.closest('td').cellIndex];
  }

  buttonAt(row, column) { return this.rows[row]?.cells[column]?.querySelector('button'); }

  // Arrow keys move between the cells, from the table itself to the first one; Enter presses its button.
  move({ key, target, altKey, ctrlKey, metaKey, shiftKey }) {
    const [down, right] = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key] ?? [];
    if (down === undefined || altKey || ctrlKey || metaKey || shiftKey) return false;
    const at = this.placeOf(target), to = at ? this.buttonAt(at[0] + down, at[1] + right) : this.buttonAt(0, 0);
    to?.focus();
    return Boolean(at || to);
  }

  // Ask the question, and go to where its answer is, or to what the lane splits or misses of it.
  read({ text }, lane, cell) {
    store.openedResult = cell && { question: text, letter: lane.letter };
    send('show_question', text);
    if (cell) this.comparison.select(cell.at);
    changed('answer');
  }
}
