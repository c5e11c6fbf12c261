// The side panel of Tune: the selected chunk, why it starts and ends where it does, and exactly what is embedded.

import { between, clamp } from '../core/arrays.js';
import { copyText } from '../core/clipboard.js';
import { codePoints } from '../core/code_points.js';
import { button, exposeVersion, make, setText } from '../core/dom.js';
import { countOf, marginTo, rounded, shortened, whole } from '../core/format.js';
import { countReasons, glyphOf, makeGlyph, meaningOf, nameOf } from '../core/reasons.js';
import { View } from '../core/view.js';
import { similarityAt } from '../data/signals.js';
import { fillChunkText, placesOf, truncatedSize, withLineBreaks } from '../text/chunk_text.js';
import { contextOf, pathOf, tableHeaderOf } from './chunk_context.js';
import { actionButtons, isBoundary, kindAt, manualOf, setBoundary } from './manual_boundaries.js';
import { keptText, outcomesOf } from './outcomes.js';

const MOST_CANDIDATES = 4;
const HEADER = 120; // characters shown of a table header

const div = (name, ...children) => make('div', { class: name }, ...children);
const span = (name, ...children) => make('span', { class: name }, ...children);

/** The side panel. */
export class Inspector extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'inspector');
    this.title = make('span', { class: 'title', role: 'status' });
    const step = (label, face, by) => button(label, face, () => this.step(by));
    this.head = div('head', this.title, step('Previous chunk (k)', '‹', -1), step('Next chunk (j)', '›', 1));
    this.facts = div('facts');
    this.prefix = make('input', { type: 'checkbox' });
    this.prefix.onchange = () => this.showEmbedded();
    this.prefixed = make('label', { title: 'Prefix with the heading path and the table header' }, this.prefix, ' context');
    this.copied = make('span', { class: 'copied', role: 'status' });
    const copy = button('Copy what is embedded', 'Copy', () => this.copy());
    this.text = make('pre', { class: 'embedded', dir: 'auto', tabindex: '0', 'aria-label': 'What is embedded' });
    this.embedded = make('div', { class: 'part' },
      make('h3', {}, 'Embedded', span('tools', this.copied, this.prefixed, copy)), this.text);
    this.chunk = div('chunk-parts', this.head, this.facts, this.embedded);
    this.summary = div('summary');
    root.replaceChildren(this.chunk, this.summary);
    this.refresh();
  }

  refresh() {
    const { chunking } = this;
    if (!chunking) return;
    const row = this.words === undefined ? null : this.selectedChunk();
    this.chunk.hidden = row === null;
    this.summary.hidden = row !== null;
    if (row === null) this.showSummary(); else this.showChunk(row);
    exposeVersion(this.root, chunking.version);
  }

  showSelection() {
    this.refresh();
  }

  step(by) {
    this.select(clamp(this.row + by, 0, this.chunking.count - 1));
  }

  // ---- without a selection ----

  showSummary() {
    const { cuts, count, suppressed } = this.chunking;
    const line = (reason, number) => make('div', { class: 'row', title: meaningOf(reason) }, makeGlyph(reason),
      span('grow', nameOf(reason)), span('number', whole.format(number)));
    const rows = countReasons(cuts.reasons).map(([reason, number]) => line(reason, number));
    if (suppressed.length) rows.push(line('min_tokens', suppressed.length));
    const boundaries = countOf(cuts.offsets.length, 'boundary', 'boundaries');
    this.summary.replaceChildren(make('h3', {}, `${countOf(count, 'chunk')}, ${boundaries}`), ...rows);
  }

  // ---- the selected chunk ----

  showChunk(row) {
    const { count } = this.chunking;
    this.row = row;
    setText(this.title, `Chunk ${whole.format(row + 1)} of ${whole.format(count)}`);
    this.facts.replaceChildren(this.size(row), this.edge('Starts', row - 1), this.edge('Ends', row),
      this.neighbors(row), ...this.candidates(row), this.place(row));
    this.showEmbedded();
  }

  // The meter is in tokens of the strategy, so a limit in other tokens is drawn where it cuts the chunk.
  size(row) {
    const { tokens, unread, oversize, window: limit, as_model: asModel, counted, limits: [least, most] = [0, 0] } = this.chunking;
    const size = tokens[row], beyond = unread.get(row);
    const model = asModel ? limit : beyond && limit && size * (limit / (limit + beyond.left));
    const scale = Math.max(size, most, model || 0, 1), share = (value) => `${(100 * value) / scale}%`;
    const bar = div('meter', make('i', { class: 'fill', style: `width:${share(size)}` }));
    const mark = (value, title) => bar.append(make('i', { class: 'mark', style: `left:${share(value)}`, title }));
    if (least > 0) mark(least, `min ${whole.format(least)}`);
    if (most > 0) mark(most, `max ${whole.format(most)}`);
    if (model > 0) mark(model, `model limit ${countOf(limit, 'token')}`);
    const range = [least, most].filter(Boolean).map((value) => whole.format(value)).join('–');
    const bounds = [counted, range && `limits ${range}`, asModel && limit && `model ${whole.format(limit)}`];
    const notes = [];
    if (beyond) notes.push(truncatedSize(limit, beyond.left));
    if (oversize.has(row)) notes.push(`Oversize: ${oversize.get(row)}`);
    const numbers = div('row', make('b', {}, countOf(size, 'token')),
      span('muted', bounds.filter(Boolean).join(' · ')));
    return div('part', numbers, bar, ...notes.map((note) => div('note', note)));
  }

  // Why the chunk starts or ends: the reason, similarity and margin, the thresholds at which it is kept.
  edge(title, cut) {
    const { chunking, signal } = this, { offsets, reasons, labels } = chunking.cuts, offset = offsets[cut];
    if (offset === undefined) {
      return div('part', make('h3', {}, title), div('', `${cut < 0 ? 'start' : 'end'} of the document`));
    }
    const reason = reasons[cut], label = labels[cut], similarity = similarityAt(signal, offset), lines = [];
    if (!Number.isNaN(similarity) && typeof chunking.threshold === 'number') {
      const far = marginTo(similarity, chunking.threshold);
      const named = reason === 'similarity' ? '' : `similarity ${far.similarity}, `;
      lines.push(`${named}${far.margin} ${far.side} the threshold`);
    } else if (!Number.isNaN(similarity)) lines.push(`similarity ${rounded(similarity, 2)}`);
    lines.push(keptText(chunking, outcomesOf(chunking), offset, similarity));
    return div('part', make('h3', {}, title, this.actions(offset)),
      make('div', { title: meaningOf(reason) }, makeGlyph(reason), ` ${label || nameOf(reason)}`),
      ...lines.filter(Boolean).map((line) => div('muted', line)));
  }

  actions(offset) {
    const kind = kindAt(manualOf(this.chunking), offset);
    return make('span', { class: 'tools' },
      ...actionButtons(kind, isBoundary(this.chunking, offset), (next) => setBoundary(this, offset, next)));
  }

  candidates(row) {
    const { starts, ends, suppressed } = this.chunking, inside = between(suppressed, starts[row] + 1, ends[row]);
    if (!inside.length) return [];
    const rows = Array.from(inside.slice(0, MOST_CANDIDATES), (offset) => {
      const score = similarityAt(this.signal, offset);
      const text = shortened(this.words.slice(offset, offset + 200), false, 40);
      const show = button('Show in the text', make('span', { dir: 'auto' }, text), () => this.selectOffset(offset));
      const add = button('Add a boundary', '✚', () => setBoundary(this, offset, 'required'));
      return div('row', span('number', Number.isNaN(score) ? '–' : rounded(score, 2)), show, add);
    });
    const more = inside.length - MOST_CANDIDATES;
    if (more > 0) rows.push(div('muted', `${whole.format(more)} more`));
    const title = make('h3', { title: meaningOf('min_tokens') }, `${glyphOf('min_tokens')} Suppressed`,
      span('number', whole.format(inside.length)));
    return [div('part', title, ...rows)];
  }

  neighbors(row) {
    const { count, tokens, cuts } = this.chunking;
    const line = (name, chunk, cut) => {
      const score = similarityAt(this.signal, cuts.offsets[cut]);
      const similarity = Number.isNaN(score) ? '' : `similarity ${rounded(score, 2)}`;
      const face = span('row', span('', `${name} ${whole.format(chunk + 1)}`),
        span('muted grow', countOf(tokens[chunk], 'token')), span('number', similarity));
      const made = button(`Select chunk ${chunk + 1}`, face, () => this.select(chunk));
      made.className = 'neighbor';
      return made;
    };
    return div('part', make('h3', {}, 'Neighbors'), ...row ? [line('‹', row - 1, row - 1)] : [],
      ...row + 1 < count ? [line('›', row + 1, row)] : []);
  }

  place(row) {
    const { starts, ends, overlaps } = this.chunking, at = (offset) => whole.format(codePoints(this.words, offset));
    const path = pathOf(this.chunking, row), overlap = overlaps[row] ? `overlap ${countOf(overlaps[row], 'character')}` : '';
    const headings = path.length ? [make('div', { dir: 'auto' }, path.join(' › '))] : [];
    const header = tableHeaderOf(this.chunking, row);
    if (header) headings.push(make('div', { dir: 'auto', title: 'Table header' }, shortened(header, false, HEADER)));
    const range = `characters ${at(starts[row])}–${at(ends[row])}`;
    const from = placesOf(this.origin, starts[row], ends[row]);
    return div('part muted', ...headings, div('', [from, range, overlap].filter(Boolean).join(' · ')));
  }

  // ---- what is embedded ----

  context() {
    return contextOf(this.chunking, this.row);
  }

  begin() {
    return this.chunking.starts[this.row] - this.chunking.overlaps[this.row];
  }

  input() {
    return (this.prefix.checked ? this.context() : '') + this.words.slice(this.begin(), this.chunking.ends[this.row]);
  }

  // With the context, the place of truncation is not known: somewhere before the one without it.
  showEmbedded() {
    const beyond = this.chunking.unread.get(this.row), context = this.context();
    this.prefixed.hidden = !context;
    const isPrefixed = this.prefix.checked && context;
    const stop = beyond && !isPrefixed ? { stop: beyond.at - this.begin(), left: beyond.left } : undefined;
    fillChunkText(this.text, withLineBreaks(this.input()), stop);
  }

  async copy() {
    setText(this.copied, await copyText(this.input()) ? 'Copied' : 'Not allowed');
    clearTimeout(this.copying);
    this.copying = setTimeout(() => setText(this.copied, ''), 2000);
  }
}
