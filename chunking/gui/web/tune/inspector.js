// The side panel of Tune: the selected chunk, why it starts and ends where it does, and exactly what is embedded.

import { between, clamp, indexIn } from '../core/arrays.js';
import { copyText } from '../core/clipboard.js';
import { codePoints } from '../core/code_points.js';
import { button, exposeVersion, make, setText } from '../core/dom.js';
import { countOf, marginTo, rounded, shortened, whole } from '../core/format.js';
import { countReasons, glyphOf, makeGlyph, meaningOf, meaningsOf, nameOf } from '../core/reasons.js';
import { View } from '../core/view.js';
import { valueAt } from '../data/lane_curves.js';
import { contextOf, excessOf, excessSize, fillChunkText, pathOf, placesOf, tableHeaderOf, withLineBreaks } from '../text/chunk_text.js';
import { isBoundary, kindAt, makeActionButtons, manualOf, setBoundary } from './manual_boundaries.js';
import { keptText, outcomesOf } from './outcomes.js';

/** @import { Child } from '../core/dom.js' */
/** @import { Chunking } from '../core/unpack.js' */

const MOST_CANDIDATES = 4;
const HEADER = 120; // characters shown of a table header

/** @param {string} name  @param {...Child} children */
const div = (name, ...children) => make('div', { class: name }, ...children);
/** @param {string} name  @param {...Child} children */
const span = (name, ...children) => make('span', { class: name }, ...children);
/** @param {number} score */
const scoreText = (score) => (Number.isNaN(score) ? '' : rounded(score, 2));

/** The side panel. */
export class Inspector extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'inspector');
    this.row = 0; // the chunk
    this.title = make('span', { class: 'title', role: 'status' });
    this.facts = div('facts');
    this.prefix = make('input', { type: 'checkbox', onchange: () => this.refresh() });
    this.prefixed = make('label', { title: 'Prefix with the heading path and the table header' }, this.prefix, ' context');
    this.copied = make('span', { class: 'copied', role: 'status' });
    this.text = make('pre', { class: 'embedded', dir: 'auto', tabindex: '0', 'aria-label': 'What is embedded' });
    const tools = span('tools', this.copied, this.prefixed, button('Copy what is embedded', 'Copy', () => copyText(this.input ?? '', (said) => setText(this.copied, said))));
    this.chunk = div('chunk-parts',
      div('head', this.title, button('Previous chunk (k)', '‹', () => this.step(-1)), button('Next chunk (j)', '›', () => this.step(1))),
      this.facts, div('part', make('h3', {}, 'Embedded', tools), this.text));
    this.summary = div('summary');
    root.replaceChildren(this.chunk, this.summary);
    this.refresh();
  }

  refresh() {
    const { chunking, words } = this;
    if (!chunking) return;
    const row = this.selectedChunk();
    const isShown = row !== null && words !== undefined;
    this.chunk.hidden = !isShown;
    this.summary.hidden = isShown;
    if (isShown) this.showChunk(chunking, words, row); else this.showSummary(chunking);
    exposeVersion(this.root, chunking.version);
  }

  showSelection() {
    this.refresh();
  }

  /** @param {1|-1} by */
  step(by) {
    this.select(clamp(this.row + by, 0, (this.chunking?.count ?? 1) - 1));
  }

  // ---- without a selection ----

  /** @param {Chunking} chunking */
  showSummary({ cuts, count, growing, suppressed, suppressedBy }) {
    const line = (/** @type {string} */ reason, /** @type {number} */ number, title = meaningOf(reason)) => make('div', { class: 'row', title },
      makeGlyph(reason), span('grow', nameOf(reason)), span('number', whole.format(number)));
    const rows = countReasons(cuts.reasons).map(([reason, number]) => line(reason, number));
    if (suppressed.length) rows.push(line('min_tokens', suppressed.length, meaningsOf(suppressedBy)));
    const boundaries = countOf(cuts.offsets.length, 'boundary', 'boundaries');
    const chunks = growing ? `${countOf(count - 1, 'chunk')} so far` : countOf(count, 'chunk'); // the last row is not split yet
    this.summary.replaceChildren(make('h3', {}, `${chunks}, ${boundaries}`), ...rows);
  }

  // ---- the selected chunk ----

  /** @param {Chunking} chunking  @param {string} words  @param {number} row */
  showChunk(chunking, words, row) {
    this.row = row;
    setText(this.title, `Chunk ${whole.format(row + 1)} of ${whole.format(chunking.count - Number(chunking.growing))}`);
    this.facts.replaceChildren(this.size(chunking, row), this.place(chunking, words, row),
      this.edge('Starts', chunking, row - 1), this.edge('Ends', chunking, row), ...this.candidates(chunking, words, row));
    this.showEmbedded(chunking, words, row);
  }

  // The meter is in tokens of the strategy, so a limit in other tokens is drawn where it cuts the chunk.
  /** @param {Chunking} chunking  @param {number} row */
  size({ tokens, unread, oversize, window, as_model: asModel, counted, limits: [least = 0, most = 0] }, row) {
    const size = tokens[row], beyond = unread.get(row), limit = window ?? 0;
    const model = asModel ? limit : beyond ? size * (limit / (limit + beyond.left)) : 0;
    const scale = Math.max(size, most, model, 1), share = (/** @type {number} */ value) => `${(100 * value) / scale}%`;
    const mark = (/** @type {number} */ value, /** @type {string} */ title) => value > 0 && make('i', { class: 'mark', style: `left:${share(value)}`, title });
    const bar = div('meter', make('i', { class: 'fill', style: `width:${share(size)}` }), mark(least, `min ${whole.format(least)}`),
      mark(most, `max ${whole.format(most)}`), mark(model, `model limit ${countOf(limit, 'token')}`));
    const range = [least, most].filter(Boolean).map((value) => whole.format(value)).join('–');
    const bounds = [counted, range && `limits ${range}`, asModel && limit > 0 && `model ${whole.format(limit)}`];
    const numbers = div('row', make('b', {}, countOf(size, 'token')), span('muted', bounds.filter(Boolean).join(' · ')));
    const reason = oversize.get(row);
    return div('part', numbers, bar, beyond && div('note', excessSize(limit, beyond.left)), reason && div('note', `Oversize: ${reason}`));
  }

  // Why the chunk starts or ends: the reason, similarity and margin, the thresholds at which it is kept.
  /** @param {string} title  @param {Chunking} chunking  @param {number} cut */
  edge(title, chunking, cut) {
    const { offsets, reasons, labels, deciding } = chunking.cuts, offset = offsets[cut];
    if (offset === undefined) {
      return div('part', make('h3', {}, title), div('', `${cut < 0 ? 'start' : 'end'} of the document`));
    }
    const reason = reasons[cut], similarity = valueAt(this.signal, deciding[cut]), lines = [];
    if (!Number.isNaN(similarity) && typeof chunking.threshold === 'number') {
      const far = marginTo(similarity, chunking.threshold);
      const named = reason === 'similarity' ? '' : `similarity ${far.similarity}, `;
      lines.push(`${named}${far.margin} ${far.side} the threshold`);
    } else if (!Number.isNaN(similarity)) lines.push(`similarity ${rounded(similarity, 2)}`);
    lines.push(keptText(chunking, outcomesOf(chunking), offset, similarity));
    const kind = kindAt(manualOf(chunking), offset);
    const actions = makeActionButtons(kind, isBoundary(chunking, offset), (next) => setBoundary(this, offset, next));
    return div('part', make('h3', {}, title, span('tools', ...actions)),
      make('div', { title: meaningOf(reason) }, makeGlyph(reason), ` ${labels[cut] || nameOf(reason)}`),
      ...lines.filter(Boolean).map((line) => div('muted', line)));
  }

  /** @param {Chunking} chunking  @param {string} words  @param {number} row */
  candidates({ starts, ends, suppressed, suppressedBy }, words, row) {
    const inside = between(suppressed, starts[row] + 1, ends[row]);
    if (!inside.length) return [];
    const rows = Array.from(inside.slice(0, MOST_CANDIDATES), (offset) => {
      const text = shortened(words.slice(offset, offset + 200), false, 40);
      const show = button('Show in the text', make('span', { dir: 'auto' }, text), () => this.selectOffset(offset));
      const add = button('Add a boundary', '✚', () => setBoundary(this, offset, 'required'));
      return div('row', span('number', scoreText(valueAt(this.signal, offset)) || '–'), show, add);
    });
    const more = inside.length - MOST_CANDIDATES;
    const first = indexIn(suppressed, inside[0]), why = suppressedBy.slice(first, first + inside.length);
    const title = make('h3', { title: meaningsOf(why) }, `${glyphOf('min_tokens')} Suppressed`,
      span('number', whole.format(inside.length)));
    return [div('part', title, ...rows, more > 0 && div('muted', `${whole.format(more)} more`))];
  }

  /** @param {Chunking} chunking  @param {string} words  @param {number} row */
  place(chunking, words, row) {
    const { starts, ends, overlaps } = chunking, path = pathOf(chunking, row), header = tableHeaderOf(chunking, row);
    const [start, end] = [starts[row], ends[row]].map((offset) => whole.format(codePoints(words, offset)));
    const facts = [
      placesOf(this.origin, starts[row], ends[row]), `characters ${start}–${end}`,
      overlaps[row] && `overlap ${countOf(overlaps[row], 'character')}`,
    ];
    return div('part muted', path.length > 0 && make('div', { dir: 'auto' }, path.join(' › ')),
      header && make('div', { dir: 'auto', title: 'Table header' }, shortened(header, false, HEADER)),
      div('', facts.filter(Boolean).join(' · ')));
  }

  // ---- what is embedded ----

  // With the context, the place of the limit is not known: somewhere before the one without it.
  /** @param {Chunking} chunking  @param {string} words  @param {number} row */
  showEmbedded(chunking, words, row) {
    const context = contextOf(chunking, row), start = chunking.starts[row] - chunking.overlaps[row];
    this.prefixed.hidden = !context;
    const prefix = this.prefix.checked ? context : '';
    this.input = prefix + words.slice(start, chunking.ends[row]);
    fillChunkText(this.text, withLineBreaks(this.input), prefix ? undefined : excessOf(chunking, row, start));
  }
}
