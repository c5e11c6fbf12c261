// The metrics of the lanes: those that differ with the best values marked, the identical ones folded, the
// agreement of each pair of lanes, and the cost of changing from one to the other.

import { send } from '../core/channel.js';
import { copyText } from '../core/clipboard.js';
import { button, make, setText } from '../core/dom.js';
import { countOf } from '../core/format.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { LANES } from '../data/comparison.js';
import { download, makeFormatMenu } from '../chart/save_menu.js';
import { makeLetter } from '../text/lane_tip.js';
import { transferHelp } from './lane_popover.js';
import { bestOf, bestWords, NOWHERE_BEST, scaledWords } from './lane_rows.js';

/** @import { CompareDetailsMessage, MetricRow } from '../messages.d.ts' */
/** @import { Comparison, Lane } from '../data/comparison.js' */

/** @type {Record<string, string>} */
const BETTER = { higher: 'Higher is better.', lower: 'Lower is better.', '': '' };
/** @type {Record<string, string>} */
const ARROWS = { higher: '↑', lower: '↓', '': '' };
const AGREEMENT = 'Boundary similarity B (Fournier 2013) of each pair of lanes. 1: identical boundaries, 0: none in common';
const CORRELATION = "Spearman's rank correlation of the similarity curves of each pair of lanes. 1: the same order of gaps, 0: unrelated";
const COST = 'What changing from the first lane to the second costs in a vector store';
const QUESTIONS = 'Metrics describe the chunks; which lane finds answers is measured on Ask, by Questions';

/** @param {string} title  @param {string} value  @param {string} [help] */
const makePlainRow = (title, value, help) => make('tr', { title: help }, make('th', { scope: 'row' }, title), make('td', {}, value));

/** @param {MetricRow} metric  @param {Lane[]} lanes */
function makeRow({ title, meaning, better, values, best }, lanes) {
  const direction = make('span', { class: 'better', 'aria-label': BETTER[better] }, ` ${ARROWS[better]}`);
  const classOf = (/** @type {string} */ value, /** @type {number} */ i) =>
    (best.includes(i) ? `best lane${lanes[i].color}` : value.includes(' ') ? 'words' : null);
  return make('tr', { title: `${meaning} ${BETTER[better]}`.trim() }, make('th', { scope: 'row' }, title, direction),
    ...values.map((value, i) => make('td', { class: classOf(value, i) }, value)));
}

/** @param {Lane[]} lanes  @param {(lane: Lane) => string} [helpOf]  after the settings of a lane */
const makeHead = (lanes, helpOf = () => '') => make('tr', {}, make('th', { scope: 'col' }),
  ...lanes.map((lane) => make('th', { scope: 'col', title: `${lane.title}\n${helpOf(lane)}`.trim() }, makeLetter(lane))));

/** @param {MetricRow} metric */
const isIdentical = ({ values }) => new Set(values).size === 1;

export class MetricsPanel extends View {
  /** @param {HTMLElement} root  @param {Comparison} comparison */
  constructor(root, comparison) {
    super(root, 'metricspanel', [LANES, 'compare_details']);
    this.comparison = comparison;
    this.verdict = make('p', { class: 'verdict', role: 'status' });
    this.copy = button('Copy the metrics as a table', 'Copy',
      () => copyText(asTsv(...this.table()), (said) => setText(this.copy, said || 'Copy')));
    const save = makeFormatMenu({
      CSV: () => this.save(asCsv(...this.table()), 'text/csv', 'csv'),
      TSV: () => this.save(asTsv(...this.table()), 'text/tab-separated-values', 'tsv'),
    }, 'Save metrics');
    this.tools = make('div', { class: 'tools' }, this.copy, save);
    this.differing = make('table', { 'aria-label': 'Metrics' });
    this.same = make('table', { 'aria-label': 'Identical metrics' });
    this.count = make('summary');
    this.identical = make('details', {}, this.count, this.same);
    this.pair = make('section', { class: 'pair' });
    this.matrix = this.makeMatrix(AGREEMENT, 'Agreement (boundary similarity)', 'Agreement');
    this.correlations = this.makeMatrix(CORRELATION, 'Curves (rank correlation)', 'Rank correlation of the curves');
    this.cost = make('div', { class: 'cost' });
    this.note = make('p', { class: 'note' });
    this.equal = make('input', { type: 'checkbox', onchange: () => send('equal_size', this.equal.checked) });
    const help = 'Metrics follow chunk size: the sizes of each lane are scaled, for metrics and agreement only, to the smallest mean size of the lanes';
    const equal = make('label', { class: 'choice', title: help }, this.equal, 'Equal size');
    const top = make('div', { class: 'top' }, make('h3', {}, 'Metrics'), make('div', { class: 'space' }), equal, this.tools);
    for (const part of [this.identical, this.matrix.section, this.correlations.section]) part.hidden = true; // until filled
    root.replaceChildren(top, this.verdict, this.differing, this.identical, this.pair, this.matrix.section,
      this.correlations.section, this.cost, this.note);
    this.refresh();
  }

  /** @param {string} help  @param {string} title  @param {string} label  read out */
  makeMatrix(help, title, label) {
    const table = make('table', { class: 'agreement', 'aria-label': label });
    return { section: make('section', { title: help }, make('h3', {}, title), table), table };
  }

  /** Return the lanes in the order of the columns; fewer while some are not known. @param {CompareDetailsMessage} details */
  lanesOf({ letters }) {
    return letters.flatMap((letter) => this.comparison.lanes.find((lane) => lane.letter === letter) ?? []);
  }

  refresh() {
    const { data } = this.comparison, details = store.compare_details;
    if (!data || details?.document !== data.document) return;
    const lanes = this.lanesOf(details);
    if (lanes.length < details.letters.length) return;
    this.equal.checked = details.equal;
    const notes = [data.manual && 'Manual boundaries take part on Tune only', details.metrics.length && QUESTIONS];
    setText(this.note, notes.filter(Boolean).map((text) => `${text}.`).join(' '));
    this.tools.classList.toggle('away', !details.metrics.length);
    if (!details.metrics.length) setText(this.verdict, 'The metrics follow once the text is embedded.');
    else if (this.differs('details', [details, lanes.map(({ message }) => message)])) this.fill(details, lanes);
    this.fillPair(details);
    if (this.differs('cost', [details.cost, details.size])) this.fillCost(details);
  }

  /** @param {CompareDetailsMessage} details  @param {Lane[]} lanes */
  fill(details, lanes) {
    const { metrics } = details, same = metrics.filter(isIdentical);
    const differing = metrics.filter((metric) => !isIdentical(metric));
    const size = details.size && ` ${details.size}.`;
    setText(this.verdict, this.verdictOf(details, lanes) + size);
    this.differing.replaceChildren(makeHead(lanes, ({ letter }) => scaledWords(details, letter)), ...differing.map((row) => makeRow(row, lanes)));
    this.same.replaceChildren(...same.map((row) => makeRow({ ...row, better: '', values: [row.values[0]] }, lanes)));
    setText(this.count, `${same.length} identical`);
    this.identical.hidden = !same.length;
    // Of two lanes the rows of the pair name the same values.
    const several = lanes.length > 2;
    this.fillMatrix(this.matrix, several ? details.agreement : [], lanes);
    this.fillMatrix(this.correlations, several ? details.correlation : [], lanes);
  }

  /** @param {{section: HTMLElement, table: HTMLElement}} matrix  @param {string[][]} rows  @param {Lane[]} lanes */
  fillMatrix({ section, table }, rows, lanes) {
    section.hidden = !rows.length;
    const share = (/** @type {string} */ value) => `--share: ${Math.round(60 * Math.max(0, Number(value) || 0))}%`;
    table.replaceChildren(makeHead(lanes), ...rows.map((row, i) => make('tr', {}, make('th', { scope: 'row' }, makeLetter(lanes[i])),
      ...row.map((value, j) => (i === j ? make('td') : make('td', { style: share(value) }, value))))));
  }

  /** Show the agreement of the compared lanes, and the transfer of a threshold between their models. @param {CompareDetailsMessage} details */
  fillPair({ pair, pair_agreement: rows }) {
    const { lanes, data } = this.comparison, letters = data?.pair ?? [];
    const [before, after] = letters.map((letter) => lanes.find((lane) => lane.letter === letter));
    const transfers = (before && after ? [[before, after], [after, before]] : [])
      .filter(([one, other]) => other.ready && other.transfers.includes(one.letter));
    if (!this.differs('pair', [pair, rows, transfers.map(([one, other]) => [one.letter, other.letter])])) return;
    this.pair.hidden = !rows.length;
    this.pair.replaceChildren(make('h3', {}, `Agreement ${pair}`),
      make('table', { 'aria-label': 'Agreement of the pair' }, ...rows.map(([title, value, meaning]) => makePlainRow(title, value, meaning))),
      ...transfers.map(([one, other]) => button(transferHelp(one, other), `Transfer threshold ${one.name} → ${other.name}`,
        () => send('transfer', one.letter, other.letter))));
  }

  // Which lane is best at most metrics, of those at which they differ.
  /** @param {CompareDetailsMessage} details  @param {Lane[]} lanes */
  verdictOf(details, lanes) {
    const parts = lanes.filter(({ message }) => message).map(({ name }) => name);
    if (parts.length) return `${parts.join(' and ')}: values of the part that is embedded.`;
    const total = details.metrics.filter(({ best }) => best.length).length;
    // Of chunks of different sizes there is nothing to say.
    if (details.equal && !details.size && lanes.length > 1) return 'Sizes as set, until the lanes are scaled to one size.';
    if (!total) return 'No metric tells the lanes apart.';
    const best = bestOf(details), first = lanes.filter(({ letter }) => best.get(letter)?.leads);
    const standing = best.get(first[0]?.letter);
    const words = standing ? bestWords(standing, ` of ${countOf(total, 'metric')}`) : '';
    const others = lanes.filter((lane) => !first.includes(lane)).map(({ letter, name }) => {
      const theirs = bestWords(best.get(letter) ?? NOWHERE_BEST);
      return theirs && `; ${name} is ${theirs}`;
    });
    if (first.length === lanes.length) return `No lane is ahead: each is ${words}.`;
    return `${first.map(({ name }) => name).join(' and ')} ${first.length > 1 ? 'are each' : 'is'} ${words}${others.join('')}.`;
  }

  // Chunks are stored as set, at their own sizes.
  /** @param {CompareDetailsMessage} details */
  fillCost({ cost, size }) {
    this.cost.replaceChildren(...cost ? [
      make('h3', { title: COST }, `Re-embedding ${cost.pair}${size && ' as set'}`),
      make('table', {}, makePlainRow('Embed', cost.embed), makePlainRow('Reuse', cost.reuse), makePlainRow('Delete', cost.delete)),
    ] : []);
  }

  // ---- the table elsewhere ----

  /** @returns {[string[], MetricRow[]]} */
  table() {
    const { compare_details: details } = store;
    return details ? [this.lanesOf(details).map((lane) => `${lane.name} · ${lane.title}`), details.metrics] : [[], []];
  }

  /** @param {string} text  @param {string} type  @param {string} ending */
  save(text, type, ending) {
    download(new Blob([text], { type }), `${store.compare_details?.name}.metrics.${ending}`);
  }
}

/** @typedef {Pick<MetricRow, 'title'|'values'> & {better: string}} Row */

/** @param {string} text */
const plain = (text) => text.replace(/\s+/g, ' ');
/** @param {string} text */
const quoted = (text) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** @type {(names: string[], rows: Row[], between: string, written: (text: string) => string) => string} */
const lines = (names, rows, between, written) => [
  ['Metric', ...names, 'Better'], ...rows.map((row) => [row.title, ...row.values, row.better]),
].map((cells) => cells.map(written).join(between)).join('\r\n');

/** Return the metrics separated by tabs, to paste into a spreadsheet. @param {string[]} names  @param {Row[]} rows */
export const asTsv = (names, rows) => lines(names, rows, '\t', plain);

// A spreadsheet knows the encoding by the mark at the beginning.
/** Return the metrics as CSV. @param {string[]} names  @param {Row[]} rows */
export const asCsv = (names, rows) => `\ufeff${lines(names, rows, ',', quoted)}\r\n`;
