// The table of Library: a row for each document, sorted by any column, and which document is selected.

import { send } from '../core/channel.js';
import { button, debounce, make, setAttribute, setText, write } from '../core/dom.js';
import { changed, store } from '../core/store.js';
import { View } from '../core/view.js';
import { Histogram } from '../chart/histogram.js';
import { COLUMNS, sortedIds, stepped, textOf } from './document_columns.js';

/** @import { LibraryRow } from '../messages.d.ts' */

let /** @type {string|null} */ chosen = null;

/** Return the selected document by its id; null before any is prepared. @returns {string|null} */
export function selectedId() {
  const { library } = store;
  const isPrepared = library?.rows.some(({ id, chunks }) => id === chosen && chunks !== undefined);
  return isPrepared ? chosen : library?.selected ?? null;
}

/** Select a document everywhere. @param {string} id */
export function select(id) {
  chosen = id;
  changed('library_selected');
  send('library_select', id);
}

/** Open a document on Tune. @param {string} id  @param {boolean} withSettings  those of Library */
export const show = (id, withSettings) => send('library_show', id, withSettings);

const BINS = 16, HEIGHT = 16;
const SETTLED = 500; // milliseconds without a change, after which rows are sorted again
const HEADS = [
  { name: 'name', title: 'Document', help: '' },
  { name: 'spread', title: 'Sizes', help: 'Histogram of tokens per chunk, the same scale in all rows' }, ...COLUMNS,
];
const MARKED = ['over', 'broken']; // columns of faults
/** @type {Record<string, number>} */
const STEPS = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: 10, PageUp: -10, Home: -1e6, End: 1e6 };

class TableRow {
  /** @param {string} id */
  constructor(id) {
    this.name = make('td', { class: 'name', dir: 'auto' });
    this.histogram = new Histogram(BINS, HEIGHT);
    this.cells = COLUMNS.map(({ name }) => make('td', { class: name }, ' '));
    this.root = make('tr', { 'data-id': id }, this.name, make('td', { class: 'spread' }, this.histogram.root), ...this.cells);
  }

  /** @param {LibraryRow} row */
  update(row) {
    setText(this.name, row.name);
    this.name.title = row.title;
    this.histogram.show(row.sizes ?? []);
    COLUMNS.forEach((column, i) => {
      write(this.cells[i], textOf(row, column) || ' ');
      if (MARKED.includes(column.name)) this.cells[i].classList.toggle('some', Number(row[column.name]) > 0);
    });
    this.root.classList.toggle('waiting', row.chunks === undefined);
    this.root.classList.toggle('misfit', row.fits === false);
  }
}

export class DocumentTable extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'collection', ['library']);
    this.rows = /** @type {Map<string, TableRow>} */ (new Map());
    this.by = /** @type {keyof LibraryRow|null} */ (null);
    this.falling = false;
    this.order = /** @type {string[]} */ ([]);
    this.heads = HEADS.map(({ name, title, help }) => {
      const sort = () => this.sort(/** @type {keyof LibraryRow} */ (name));
      const face = name === 'spread' ? make('span', { title: help }, title) : button(help || title, title, sort, { title: help });
      return make('th', { class: name, scope: 'col', 'data-by': name }, face);
    });
    this.body = make('tbody', {
      onclick: (event) => this.pick(event, select), ondblclick: (event) => this.pick(event, (id) => show(id, false)),
    });
    const table = make('table', {}, make('thead', {}, make('tr', {}, ...this.heads)), this.body);
    root.replaceChildren(make('div', {
      class: 'listing', tabindex: '0', 'aria-label': 'Documents',
      onkeydown: (event) => { if (this.key(event)) { event.preventDefault(); event.stopPropagation(); } },
    }, table));
    this.arrangeSoon = debounce(SETTLED, () => this.arrange());
    this.listen('library_selected', () => this.mark());
    this.refresh();
  }

  refresh() {
    const rows = store.library?.rows, before = this.rows;
    if (!rows) return;
    const isSame = rows.length === before.size && rows.every(({ id }) => before.has(id));
    this.rows = new Map(rows.map((row) => {
      const own = before.get(row.id) ?? new TableRow(row.id);
      own.update(row);
      return [row.id, own];
    }));
    if (isSame) this.arrangeSoon(); else this.arrange();
    this.mark();
  }

  arrange() {
    if (this.ending.signal.aborted) return;
    const order = sortedIds(store.library?.rows ?? [], this.by, this.falling);
    if (order.join() === this.order.join()) return;
    this.order = order;
    this.body.replaceChildren(...order.flatMap((id) => this.rows.get(id)?.root ?? []));
    changed('library_order', order);
  }

  // First rising for names, falling for numbers; a third click restores the order of the documents.
  /** @param {keyof LibraryRow} name */
  sort(name) {
    const first = name !== 'name';
    if (this.by !== name) [this.by, this.falling] = [name, first];
    else if (this.falling === first) this.falling = !first;
    else this.by = null;
    const direction = this.falling ? 'descending' : 'ascending';
    for (const head of this.heads) setAttribute(head, 'aria-sort', head.dataset.by === this.by ? direction : 'none');
    this.arrange();
  }

  mark(scroll = false) {
    const selected = selectedId();
    for (const [id, { root }] of this.rows) {
      root.classList.toggle('chosen', id === selected);
      if (id === selected && scroll) root.scrollIntoView({ block: 'nearest' });
    }
  }

  /** @param {any} event  @param {(id: string) => void} act */
  pick({ target }, act) {
    const row = target.closest('tr');
    if (row) act(row.dataset.id);
  }

  /** @param {string|undefined} id */
  choose(id) {
    if (id === undefined) return;
    select(id);
    this.mark(true);
  }

  /** Select the next document after the selected one among these. @param {string[]} ids */
  next(ids) {
    const inside = this.order.filter((id) => ids.includes(id)), at = this.order.indexOf(selectedId() ?? '');
    this.choose(inside.find((id) => this.order.indexOf(id) > at) ?? inside[0]);
  }

  /** @param {KeyboardEvent} event */
  key({ key, ctrlKey, metaKey, altKey }) {
    if (ctrlKey || metaKey || altKey) return false;
    const by = STEPS[key], selected = selectedId();
    if (by) this.choose(stepped(this.order, selected, by));
    else if (key === 'Enter' && selected) show(selected, false);
    else return false;
    return true;
  }
}
