// The chunks as a table, sorted by any column; it follows every change.

import { make } from '../core/dom.js';
import { whole } from '../core/format.js';
import { nameOf } from '../core/reasons.js';
import { View } from '../core/view.js';
import { pathOf } from './chunk_context.js';

const PREVIEW = 90; // characters
const MOST = 2000; // rows in the page

const COLUMNS = [
  ['chunk', '#', (c, i) => i],
  ['tokens', 'Tokens', (c, i) => c.tokens[i]],
  ['reason', 'Ends by', (c, i) => (i + 1 < c.count ? c.labels[i] || nameOf(c.reasons[i]) : 'end')],
  ['overlap', 'Overlap', (c, i) => c.overlaps[i]],
  ['oversize', 'Oversize', (c, i) => c.oversize.get(i) ?? ''],
  ['preview', 'Begins', (c, i, words) => (words ?? '').slice(c.starts[i], c.starts[i] + PREVIEW).replace(/\s+/g, ' ')],
  ['heading', 'Heading', (c, i) => pathOf(c, i).join(' › ')],
];

export class TableView extends View {
  constructor(root) {
    super(root, 'table');
    this.by = 0;
    this.down = false;
    this.heads = COLUMNS.map(([name, title], i) => {
      const head = make('button', { type: 'button' }, title);
      head.onclick = () => { this.down = this.by === i && !this.down; this.by = i; this.refresh(); };
      return make('th', { class: name, scope: 'col' }, head);
    });
    this.body = make('tbody', {});
    this.body.onclick = (event) => {
      const row = event.target.closest('tr');
      if (row) this.select(Number(row.dataset.row));
    };
    root.replaceChildren(make('table', {}, make('thead', {}, make('tr', {}, ...this.heads)), this.body));
    this.refresh();
  }

  refresh() {
    const { chunking, words } = this;
    if (!chunking) return;
    this.root.classList.toggle('has-oversize', chunking.oversize.size > 0);
    const [, , value] = COLUMNS[this.by], sign = this.down ? -1 : 1;
    const rows = Array.from({ length: chunking.count }, (_, i) => [value(chunking, i, words), i]);
    rows.sort(([a, i], [b, j]) => sign * (typeof a === 'number' ? a - b : a.localeCompare(b)) || i - j);
    this.heads.forEach((head, i) => head.setAttribute('aria-sort', i !== this.by ? 'none' : this.down ? 'descending' : 'ascending'));
    this.body.replaceChildren(...rows.slice(0, MOST).map(([, i]) => {
      const cells = COLUMNS.map(([name, , of]) => {
        const found = of(chunking, i, words);
        const text = name === 'chunk' ? whole.format(i + 1) : typeof found === 'number' ? whole.format(found) : found;
        return make('td', { class: name, ...name === 'preview' || name === 'heading' ? { dir: 'auto' } : {} }, text);
      });
      const row = make('tr', {}, ...cells);
      row.dataset.row = i;
      return row;
    }));
    this.showSelection(false);
  }

  showSelection(scroll) {
    const now = this.selectedChunk();
    for (const row of this.body.children) {
      const is = Number(row.dataset.row) === now;
      row.classList.toggle('chosen', is);
      if (is && scroll) row.scrollIntoView({ block: 'nearest' });
    }
  }
}
