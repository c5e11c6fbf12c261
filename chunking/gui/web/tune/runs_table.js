// The settings tried on the document: a row a run, newest first; two of them open in Compare.

import { send } from '../core/channel.js';
import { button, make } from '../core/dom.js';
import { countOf } from '../core/format.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { Histogram } from '../chart/histogram.js';
import { download } from '../chart/save_menu.js';

/** @import { RunRow } from '../messages.d.ts' */

const BARS = 14, HEIGHT = 16;
const NOTHING = 'No runs yet: settings become a run once the text is embedded and analyzed.';
const SIZES = 'Tokens per chunk from 16 to 2,048, two bars for each doubling';
const when = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export class RunsTable extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'runs', ['runs', 'tune']);
    this.chosen = /** @type {Set<number>} */ (new Set()); // numbers, at most two
    this.count = make('span', { class: 'muted' });
    this.compare = button('Open the two selected runs in Compare', 'Compare', () => {
      const [one, other] = this.chosen;
      send('compare_runs', one, other);
    }, { class: 'primary' });
    const save = button('Save CSV with all runs of this document', 'Save CSV', () => this.save());
    this.head = make('tr');
    this.body = make('tbody');
    root.replaceChildren(
      make('div', { class: 'bar' }, this.count, make('div', { class: 'space' }), this.compare, save),
      make('div', { class: 'listing', tabindex: '0', role: 'region', 'aria-label': 'Runs' },
        make('table', {}, make('thead', {}, this.head), this.body)));
    this.refresh();
  }

  refresh() {
    const { runs } = store;
    if (!runs || runs.document !== this.textId) return;
    if (this.differs('runs', [runs.rows, runs.columns])) this.draw(runs.rows, runs.columns);
  }

  /** @param {RunRow[]} rows  @param {[string, string][]} columns  title and meaning */
  draw(rows, columns) {
    for (const number of this.chosen) if (!rows.some((row) => row.number === number)) this.chosen.delete(number);
    const focused = /** @type {HTMLElement|null} */ (/** @type {ShadowRoot} */ (this.root.getRootNode()).activeElement)?.id;
    this.head.replaceChildren(
      make('th', { scope: 'col' }, make('span', { class: 'aside' }, 'Select')),
      make('th', { scope: 'col', class: 'number', title: 'Number of the run, by which Compare names it' }, '#'), make('th', { scope: 'col' }, 'Settings'),
      make('th', { scope: 'col', class: 'spread', title: SIZES }, 'Sizes'),
      ...columns.map(([title, meaning]) => make('th', { scope: 'col', class: 'number', title: meaning }, title)),
      make('th', { scope: 'col' }, 'Note'), make('th', {}, make('span', { class: 'aside' }, 'Delete')));
    this.body.replaceChildren(...rows.map((row) => this.row(row)));
    if (!rows.length) this.body.replaceChildren(make('tr', {}, make('td', { colspan: columns.length + 6 }, NOTHING)));
    if (focused) /** @type {HTMLElement|null} */ (this.body.querySelector(`#${focused}`))?.focus();
    this.showChosen();
  }

  /** @param {RunRow} run */
  row({ number, settings, at, sizes, values, note, current }) {
    const box = make('input', {
      type: 'checkbox', id: `run-${number}`, 'aria-label': `Select run ${number}`, checked: this.chosen.has(number) ? '' : null,
      onchange: () => this.choose(number, box.checked),
    });
    const bars = new Histogram(BARS, HEIGHT);
    bars.show(sizes);
    const words = make('input', {
      type: 'text', id: `note-${number}`, value: note, maxlength: '300', placeholder: 'Add a note', 'aria-label': `Note on run ${number}`, dir: 'auto',
      onchange: () => send('annotate_run', number, words.value),
    });
    const tried = `Run ${number}, ${when.format(1000 * at)}`;
    return make('tr', { class: current ? 'chosen' : null }, make('td', {}, box), make('td', { class: 'number' }, String(number)),
      make('td', {}, make('button', {
        type: 'button', class: 'settings-of', title: `${tried}: ${current ? 'in use' : 'use these settings'}`,
        'aria-current': current ? 'true' : null, onclick: () => send('use_run', number),
      }, settings)),
      make('td', { class: 'spread' }, bars.root), ...values.map((value) => make('td', { class: 'number' }, value)),
      make('td', { class: 'note' }, words),
      make('td', {}, button(`Delete run ${number}`, '✕', () => send('delete_run', number))));
  }

  // Two at most: another one takes the place of the one selected first.
  /** @param {number} number  @param {boolean} on */
  choose(number, on) {
    this.chosen.delete(number);
    if (on) this.chosen = new Set([...this.chosen, number].slice(-2));
    for (const box of this.body.querySelectorAll(/** @type {'input'} */ ('input[type=checkbox]'))) {
      box.checked = this.chosen.has(Number(box.id.slice('run-'.length)));
    }
    this.showChosen();
  }

  showChosen() {
    this.compare.disabled = this.chosen.size !== 2;
    const count = store.runs?.rows.length ?? 0;
    this.count.textContent = count ? `${countOf(count, 'run')} of ${store.runs?.name}: settings tried on Tune` : '';
    if (count > 1 && this.chosen.size < 2) this.count.textContent += '; select two to compare them';
    this.count.title = this.count.textContent;
  }

  save() {
    if (store.runs) download(new Blob([store.runs.csv], { type: 'text/csv' }), 'chunkscope-runs.csv');
  }
}
