// The cell under the pointer: its settings, its numbers, the sizes of its chunks, and the chunks themselves.

import { send } from '../core/channel.js';
import { button, make, setText } from '../core/dom.js';
import { countOf, whole } from '../core/format.js';
import { store } from '../core/store.js';
import { unpackChunks } from '../core/unpack.js';
import { View } from '../core/view.js';
import { binned, Histogram } from '../chart/histogram.js';
import { Excerpt } from '../text/excerpt.js';

/** @import { SweepMetric, SweepPreview } from '../messages.d.ts' */

const BINS = 40;

export class CellPanel extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'sweepcell', ['sweep', 'sweep_cell', 'document']);
    this.cell = /** @type {number|null} */ (null);
    this.settings = make('div', { class: 'settings-of', role: 'status' });
    this.facts = make('dl', { class: 'facts' });
    this.histogram = new Histogram(BINS, 40);
    this.largest = make('span');
    const axis = make('div', { class: 'axis' }, make('span', {}, '0'), make('span', {}, 'tokens per chunk'), this.largest);
    this.apply = button('Apply this cell to Tune (Enter, or click it)', 'Apply to Tune', () => send('sweep_apply', this.cell ?? 0));
    this.excerpt = new Excerpt('Chunks of this cell');
    root.replaceChildren(
      make('div', { class: 'head' }, this.settings, this.apply), this.facts,
      make('div', { class: 'histogram' }, this.histogram.root, axis), this.excerpt.root,
    );
    this.refresh();
  }

  refresh() {
    const found = store.sweep_cell?.preview ?? null, map = store.sweep?.map;
    this.root.classList.toggle('empty', !found);
    this.cell = found?.cell ?? null;
    const present = Boolean(map?.exact) && this.cell === map?.present;
    this.apply.disabled = this.cell === null || present;
    setText(this.apply, present ? 'In use' : 'Apply');
    if (!found || !map) { setText(this.settings, store.sweep?.running ? 'Sweeping…' : 'Point at a cell'); return; }
    this.showFacts(found, map.metric);
    const words = store.documents.get(found.document);
    if (this.differs('chunks', [found.version, words === undefined])) this.showChunks(found, words);
  }

  /** @param {SweepPreview} found  @param {SweepMetric} metric */
  showFacts(found, metric) {
    this.settings.replaceChildren(...found.settings.map(([label, value]) => make('span', {}, `${label} `, make('b', {}, value))));
    const over = found.over ? `${whole.format(found.over)} (${Math.round(100 * found.share)}%)` : '0';
    const rows = [
      [metric.title, found.value, metric.meaning],
      ['Chunks', whole.format(found.chunks.tokens.length), null],
      ['Median tokens', found.median, `Tokens as counted by ${found.counted}`],
      ['Over the model limit', over, found.window ? `Chunks that exceed the model limit of ${countOf(found.window, 'token')}` : null],
      ['Broken', found.broken || 'nothing', found.broken || null],
      ['Same chunks', countOf(found.same, 'cell'), 'Cells with identical chunks'],
    ];
    this.facts.replaceChildren(...rows.map(([label, value, title]) => make('div', { title }, make('dt', {}, label), make('dd', {}, value))));
  }

  /** @param {SweepPreview} found  @param {string} [words] */
  showChunks(found, words) {
    const chunks = unpackChunks(found.chunks), largest = Math.max(1, ...chunks.tokens);
    this.histogram.show(binned(chunks.tokens, largest, BINS));
    setText(this.largest, whole.format(largest));
    this.excerpt.show(chunks, words, found.document);
  }
}
