// The table of Library: a row for each document, updated in place and sorted by any column.

import { button, debounce, make, setAttribute, setText, write } from '../core/dom.js';
import { changed, store } from '../core/store.js';
import { View } from '../core/view.js';
import { Bars } from '../chart/histogram.js';
import { COLUMNS, sortedIds, stepped, textOf } from './document_columns.js';
import { select, selectedId, show } from './selected_document.js';

const BINS = 16, HEIGHT = 16;
const SETTLED = 500; // milliseconds without a change, after which rows are sorted again

class Row {
  constructor(id) {
    this.name = make('td', { class: 'name', dir: 'auto' });
    this.bars = new Bars(BINS, HEIGHT);
    this.cells = COLUMNS.map(({ name }) => make('td', { class: name }, ' '));
    this.root = make('tr', {}, this.name, make('td', { class: 'spread' }, this.bars.root), ...this.cells);
    this.root.dataset.id = id;
  }

  update(row) {
    setText(this.name, row.name);
    this.name.title = row.title;
    this.bars.show(row.sizes ?? []);
    COLUMNS.forEach((column, i) => write(this.cells[i], textOf(row, column) || ' '));
    this.root.classList.toggle('waiting', row.chunks === undefined);
    this.root.classList.toggle('misfit', row.fits === false);
    this.cells[4].classList.toggle('some', row.over > 0);
    this.cells[5].classList.toggle('some', row.broken > 0);
  }
}

export class TableView extends View {
  constructor(root) {
    super(root, 'collection', ['library']);
    this.rows = new Map();
    this.by = null;
    this.falling = false;
    this.order = [];
    const heads = [{ name: 'name', title: 'Document', help: '' }, { name: 'spread', title: 'Sizes', help: 'Histogram of tokens per chunk, the same scale in all rows' }, ...COLUMNS];
    this.heads = heads.map(({ name, title, help }) => {
      const face = name === 'spread' ? make('span', {}, title) : button(help || title, title, () => this.sort(name));
      face.title = help;
      const head = make('th', { class: name, scope: 'col' }, face);
      head.dataset.by = name;
      return head;
    });
    this.body = make('tbody', {});
    this.pane = make('div', { class: 'listing', tabindex: '0', 'aria-label': 'Documents' },
      make('table', {}, make('thead', {}, make('tr', {}, ...this.heads)), this.body));
    this.body.onclick = (event) => this.pick(event, select);
    this.body.ondblclick = (event) => this.pick(event, (id) => show(id, false));
    this.pane.onkeydown = (event) => { if (this.key(event)) { event.preventDefault(); event.stopPropagation(); } };
    root.replaceChildren(this.pane);
    this.arrangeSoon = debounce(SETTLED, () => this.arrange());
    this.listen('library_selected', () => this.mark());
    this.refresh();
  }

  refresh() {
    const rows = store.library?.rows;
    if (!rows) return;
    const ids = rows.map(({ id }) => id), same = ids.length === this.rows.size && ids.every((id) => this.rows.has(id));
    if (!same) this.rows = new Map(ids.map((id) => [id, this.rows.get(id) ?? new Row(id)]));
    for (const row of rows) this.rows.get(row.id).update(row);
    if (same) this.arrangeSoon(); else this.arrange();
    this.mark();
  }

  arrange() {
    if (this.ending.signal.aborted) return;
    const order = sortedIds(store.library.rows, this.by, this.falling);
    if (order.join() === this.order.join()) return;
    this.order = order;
    this.body.replaceChildren(...order.map((id) => this.rows.get(id).root));
    changed('library_order', order);
  }

  // First rising for names, falling for numbers; a third click restores the order of the documents.
  sort(name) {
    const first = name !== 'name';
    if (this.by !== name) [this.by, this.falling] = [name, first];
    else if (this.falling === first) this.falling = !first;
    else this.by = null;
    for (const head of this.heads) setAttribute(head, 'aria-sort', head.dataset.by !== this.by ? 'none' : this.falling ? 'descending' : 'ascending');
    this.arrange();
  }

  mark(scroll = false) {
    const id = selectedId();
    for (const [name, { root }] of this.rows) {
      root.classList.toggle('chosen', name === id);
      if (name === id && scroll) root.scrollIntoView({ block: 'nearest' });
    }
  }

  pick(event, act) {
    const row = event.target.closest('tr');
    if (row) act(row.dataset.id);
  }

  step(by) {
    const id = stepped(this.order, selectedId(), by);
    if (id === undefined) return;
    select(id);
    this.mark(true);
  }

  /** Select the next document after the selected one among these. */
  next(ids) {
    const inside = this.order.filter((id) => ids.includes(id)), at = this.order.indexOf(selectedId());
    const id = inside.find((each) => this.order.indexOf(each) > at) ?? inside[0];
    if (id === undefined) return;
    select(id);
    this.mark(true);
  }

  key({ key, ctrlKey, metaKey, altKey }) {
    if (ctrlKey || metaKey || altKey) return false;
    const by = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1, PageDown: 10, PageUp: -10, Home: -1e6, End: 1e6 }[key];
    if (by) this.step(by);
    else if (key === 'Enter' && selectedId()) show(selectedId(), false);
    else return false;
    return true;
  }
}
