// The metrics of the lanes: those that differ with the best values marked, the identical ones folded, the
// agreement of each pair of lanes, and the cost of changing from one to the other.

import { send } from '../core/channel.js';
import { copyText } from '../core/clipboard.js';
import { button, make, setText } from '../core/dom.js';
import { countOf } from '../core/format.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { LANES } from '../data/comparison.js';
import { download, formatMenu } from '../chart/save_menu.js';
import { letterOf, transferHelp } from '../text/lane_tip.js';
import { bestOf, bestWords } from './lane_rows.js';
import { asCsv, asTsv } from './metrics_table.js';

const BETTER = { higher: 'Higher is better.', lower: 'Lower is better.', '': '' };
const ARROWS = { higher: '↑', lower: '↓', '': '' };
const AGREEMENT = 'Boundary similarity B (Fournier 2013) of each pair of lanes. 1: identical boundaries, 0: none in common';
const CORRELATION = "Spearman's rank correlation of the similarity curves of each pair of lanes. 1: the same order of gaps, 0: unrelated";
const CONFIRMED_FOR = 1500; // milliseconds

const COST = 'What changing from the first lane to the second costs in a vector store';

function makeRow({ title, meaning, better, values, best }, lanes) {
  const direction = make('span', { class: 'better', 'aria-label': BETTER[better] }, ` ${ARROWS[better]}`);
  return make('tr', { title: `${meaning} ${BETTER[better]}`.trim() }, make('th', { scope: 'row' }, title, direction),
    ...values.map((value, i) => make('td', best.includes(i) ? { class: `best lane${lanes[i].color}` } : value.includes(' ') ? { class: 'words' } : {}, value)));
}

const headOf = (lanes) => make('tr', {}, make('th', { scope: 'col' }),
  ...lanes.map((lane) => make('th', { scope: 'col', title: lane.title }, letterOf(lane))));

const isIdentical = ({ values }) => new Set(values).size === 1;

export class MetricsPanel extends View {
  /**
   * @param {HTMLElement} root
   * @param {import('../data/comparison.js').Comparison} comparison
   */
  constructor(root, comparison) {
    super(root, 'metricspanel', [LANES, 'compare_details']);
    this.comparison = comparison;
    this.verdict = make('p', { class: 'verdict', role: 'status' });
    this.copy = button('Copy the metrics as a table', 'Copy', () => this.copyTable());
    const save = formatMenu({ CSV: () => this.saveCsv(), TSV: () => this.saveTsv() }, 'Save metrics');
    this.tools = make('div', { class: 'tools' }, this.copy, save);
    this.differing = make('table', { 'aria-label': 'Metrics' });
    this.same = make('table', { 'aria-label': 'Identical metrics' });
    this.count = make('summary', {});
    this.identical = make('details', {}, this.count, this.same);
    this.agreement = make('table', { class: 'agreement', 'aria-label': 'Agreement' });
    this.correlation = make('table', { class: 'agreement', 'aria-label': 'Rank correlation of the curves' });
    this.pair = make('section', { class: 'pair' });
    this.cost = make('div', { class: 'cost' });
    this.note = make('p', { class: 'note' });
    this.matrix = make('section', { title: AGREEMENT }, make('h3', {}, 'Agreement (boundary similarity)'), this.agreement);
    this.correlations = make('section', { title: CORRELATION }, make('h3', {}, 'Curves (rank correlation)'), this.correlation);
    const top = make('div', { class: 'top' }, make('h3', {}, 'Metrics'), make('div', { class: 'space' }), this.tools);
    root.replaceChildren(top,
      this.verdict, this.differing, this.identical, this.pair, this.matrix, this.correlations, this.cost, this.note);
    this.refresh();
  }

  /** The lanes in the order of the columns of the message. */
  get lanes() {
    const byLetter = new Map(this.comparison.lanes.map((lane) => [lane.letter, lane]));
    const found = store.compare_details.letters.map((letter) => byLetter.get(letter));
    return found.every(Boolean) ? found : null;
  }

  refresh() {
    const { data } = this.comparison, details = store.compare_details;
    if (!data || !details || details.document !== data.document || !this.lanes) return;
    setText(this.note, data.manual ? 'Manual boundaries take part on Tune only.' : '');
    this.tools.classList.toggle('away', !details.metrics.length);
    if (!details.metrics.length) setText(this.verdict, 'The metrics follow once the text is embedded.');
    else this.fill(details);
    this.fillPair(details);
    this.fillCost(details.cost);
  }

  fill(details) {
    const { lanes } = this, now = JSON.stringify([details, lanes.map(({ message }) => message)]);
    if (now === this.drawn) return;
    this.drawn = now;
    setText(this.verdict, this.verdictOf(details));
    const same = details.metrics.filter(isIdentical);
    const differing = details.metrics.filter((row) => !isIdentical(row));
    this.differing.replaceChildren(headOf(lanes), ...differing.map((row) => makeRow(row, lanes)));
    this.same.replaceChildren(...same.map((row) => makeRow({ ...row, better: '', values: [row.values[0]] }, lanes)));
    setText(this.count, `${same.length} identical`);
    this.identical.hidden = !same.length;
    // Of two lanes the rows of the pair name the same values.
    const several = lanes.length > 2;
    this.fillMatrix(this.matrix, this.agreement, several ? details.agreement : [], lanes);
    this.fillMatrix(this.correlations, this.correlation, several ? details.correlation : [], lanes);
  }

  fillMatrix(section, table, rows, lanes) {
    section.hidden = !rows.length;
    const share = (value) => ({ style: `--share: ${Math.round(60 * Math.max(0, Number(value) || 0))}%` });
    const cell = (value, other) => (other ? make('td', share(value), value) : make('td'));
    table.replaceChildren(headOf(lanes), ...rows.map((row, i) => make('tr', {},
      make('th', { scope: 'row' }, letterOf(lanes[i])), ...row.map((value, j) => cell(value, i !== j)))));
  }

  /** The agreement of the compared lanes, and the transfer of a threshold between their models. */
  fillPair({ pair, pair_agreement: rows }) {
    const { comparison } = this, letters = comparison.data.pair ?? [];
    const [before, after] = letters.map((letter) => comparison.lanes.find((lane) => lane.letter === letter));
    const transfers = before && after ? [[before, after], [after, before]].filter(([one, other]) => other.transfers?.includes(one.letter)) : [];
    const now = JSON.stringify([pair, rows, transfers.map(([one, other]) => [one.letter, other.letter])]);
    if (now === this.drawnPair) return;
    this.drawnPair = now;
    this.pair.hidden = !rows.length;
    this.pair.replaceChildren(make('h3', {}, `Agreement ${pair}`), make('table', { 'aria-label': 'Agreement of the pair' },
      ...rows.map(([title, value, meaning]) => make('tr', { title: meaning }, make('th', { scope: 'row' }, title), make('td', {}, value)))),
    ...transfers.map(([one, other]) => button(transferHelp(one, other), `Transfer threshold ${one.name} → ${other.name}`,
      () => send('transfer', one.letter, other.letter))));
  }

  // Which lane is best at most metrics, of those at which they differ.
  verdictOf(details) {
    const parts = this.lanes.filter(({ message }) => message).map(({ name }) => name);
    if (parts.length) return `${parts.join(' and ')}: values of the part that is embedded.`;
    const total = details.metrics.filter((row) => row.best.length).length;
    if (!total) return 'No metric tells the lanes apart.';
    const first = [...bestOf(details)].filter(([, { leads }]) => leads);
    const names = first.map(([letter]) => this.comparison.lanes.find((lane) => lane.letter === letter).name);
    return `${names.join(' and ')} ${names.length > 1 ? 'are' : 'is'} ${bestWords(first[0][1], ` of ${countOf(total, 'metric')}`)}.`;
  }

  fillCost(cost) {
    const now = JSON.stringify(cost);
    if (now === this.drawnCost) return;
    this.drawnCost = now;
    this.cost.replaceChildren(...cost ? [
      make('h3', { title: COST }, `Re-embedding ${cost.pair}`),
      make('table', {}, ...['embed', 'reuse', 'delete'].map((name) => make('tr', {},
        make('th', { scope: 'row' }, `${name[0].toUpperCase()}${name.slice(1)}`), make('td', {}, cost[name])))),
    ] : []);
  }

  // ---- the table elsewhere ----

  table() {
    return [this.lanes.map((lane) => `${lane.name} · ${lane.title}`), store.compare_details.metrics];
  }

  async copyTable() {
    setText(this.copy, await copyText(asTsv(...this.table())) ? 'Copied' : 'Not allowed');
    setTimeout(() => setText(this.copy, 'Copy'), CONFIRMED_FOR);
  }

  save(text, type, ending) {
    download(new Blob([text], { type }), `${store.compare_details.name}.metrics.${ending}`);
  }

  saveCsv() { this.save(asCsv(...this.table()), 'text/csv', 'csv'); }

  saveTsv() { this.save(asTsv(...this.table()), 'text/tab-separated-values', 'tsv'); }
}
