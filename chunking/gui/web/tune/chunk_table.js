// The chunks as a table, sorted by any column; it follows every change.

import { make } from '../core/dom.js';
import { whole } from '../core/format.js';
import { nameOf } from '../core/reasons.js';
import { View } from '../core/view.js';
import { pathOf } from '../text/chunk_text.js';

/** @import { Chunking } from '../core/unpack.js' */

const PREVIEW = 90; // characters
const MOST = 2000; // rows in the page

/** @typedef {{name: string, title: string, value: (chunks: Chunking, i: number, words: string) => number|string, auto?: boolean}} Column */
/** @type {Column[]} */
const COLUMNS = [
  { name: 'chunk', title: '#', value: (c, i) => i + 1 },
  { name: 'tokens', title: 'Tokens', value: (c, i) => c.tokens[i] },
  { name: 'reason', title: 'Ends by', value: (c, i) => (i + 1 < c.count ? c.labels[i] || nameOf(c.reasons[i]) : 'end') },
  { name: 'overlap', title: 'Overlap', value: (c, i) => c.overlaps[i] },
  { name: 'oversize', title: 'Oversize', value: (c, i) => c.oversize.get(i) ?? '' },
  { name: 'begins', title: 'Begins', auto: true, value: (c, i, words) => words.slice(c.starts[i], c.starts[i] + PREVIEW).replace(/\s+/g, ' ') },
  { name: 'heading', title: 'Heading', auto: true, value: (c, i) => pathOf(c, i).at(-1) ?? '' },
];

export class ChunkTable extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'table');
    this.by = COLUMNS[0];
    this.falling = false;
    this.heads = COLUMNS.map(({ name, title }, i) => make('th', { class: name, scope: 'col' },
      make('button', { type: 'button', onclick: () => this.sort(COLUMNS[i]) }, title)));
    this.body = make('tbody', { onclick: ({ target }) => {
      const row = target.closest('tr');
      if (row) this.select(Number(row.dataset.row));
    } });
    root.replaceChildren(make('table', {}, make('thead', {}, make('tr', {}, ...this.heads)), this.body));
    this.refresh();
  }

  /** @param {Column} column */
  sort(column) {
    this.falling = this.by === column && !this.falling;
    this.by = column;
    this.refresh();
  }

  refresh() {
    const { chunking, words = '', by, falling } = this;
    if (!chunking) return;
    this.root.classList.toggle('has-oversize', chunking.oversize.size > 0);
    const values = Array.from({ length: chunking.count }, (_, i) => by.value(chunking, i, words));
    const order = [...values.keys()].sort((i, j) => (falling ? -1 : 1) * compare(values[i], values[j]) || i - j);
    this.heads.forEach((head, i) => head.setAttribute('aria-sort', COLUMNS[i] !== by ? 'none' : falling ? 'descending' : 'ascending'));
    this.body.replaceChildren(...order.slice(0, MOST).map((i) => make('tr', { 'data-row': i }, ...COLUMNS.map(({ name, value, auto }) => {
      const found = value(chunking, i, words);
      const title = name === 'heading' ? pathOf(chunking, i).join(' › ') : null;
      return make('td', { class: name, dir: auto ? 'auto' : null, title }, typeof found === 'number' ? whole.format(found) : found);
    }))));
    this.showSelection(false);
  }

  /** @param {boolean} scroll */
  showSelection(scroll) {
    const now = String(this.selectedChunk());
    for (const row of this.body.rows) {
      row.classList.toggle('chosen', row.dataset.row === now);
      if (row.dataset.row === now && scroll) row.scrollIntoView({ block: 'nearest' });
    }
  }
}

/** @param {number|string} a  @param {number|string} b */
const compare = (a, b) => (typeof a === 'number' ? a - Number(b) : a.localeCompare(String(b)));
