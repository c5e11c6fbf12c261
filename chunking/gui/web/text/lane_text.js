// One text with a gutter a lane, or the text of each lane side by side; folded where the lanes agree.

import { lastIndexUpTo } from '../core/arrays.js';
import { exposeVersion, make, setText } from '../core/dom.js';
import { countOf, whole } from '../core/format.js';
import { glyphOf, makeGlyph } from '../core/reasons.js';
import { changed } from '../core/store.js';
import { Tip } from '../core/tip.js';
import { View } from '../core/view.js';
import { answerOffset, answerOn, ranksOf, shouldScrollTo } from '../data/answer.js';
import { LANES, PLACE } from '../data/comparison.js';
import { BlockList } from './block_list.js';
import { withLineBreaks } from './chunk_text.js';
import { AnswerHighlights } from './highlights.js';
import { describeSegment, letterOf, reasonOf } from './lane_tip.js';
import { watchSelection } from './selected_text.js';
import { piecesAround, wholePieces } from './text_pieces.js';

const LINE = 21, LETTER = 7; // pixels, to guess the height of a block
const TEXT_WIDTH = 600, GUTTER = 40; // pixels
const WIDE = 1100; // pixels of the window from which two lanes are shown side by side
export const SEEN = 'comparison seen';

/** Tell whether lanes are shown side by side; after a third lane is removed, gutters stay. */
export function isSideBySide({ data, lanes, mostLanes }, width = window.innerWidth) {
  return data.columns ?? (lanes.length === 2 && mostLanes === 2 && width >= WIDE);
}

export class LaneText extends View {
  /**
   * @param {HTMLElement} root
   * @param {import('../data/comparison.js').Comparison} comparison
   */
  constructor(root, comparison) {
    super(root, 'lanetext', [LANES]);
    this.comparison = comparison;
    this.unfolded = new Set();
    this.head = make('div', { class: 'head' });
    const about = { class: 'pane', tabindex: '0', role: 'list', 'aria-label': 'Text with the boundaries of the lanes' };
    this.pane = make('div', about);
    root.replaceChildren(this.head, this.pane);
    this.list = new BlockList(this.pane, this);
    this.ranks = [];
    this.highlights = new AnswerHighlights(this.list);
    watchSelection(this.pane, this.list, () => this.drawnDocument, this.ending.signal);
    this.ending.signal.addEventListener('abort', () => this.highlights.clear());
    this.listen('answer', () => this.showAnswer());
    this.tip = new Tip(root);
    this.pane.onclick = (event) => this.clicked(event);
    this.pane.addEventListener('scroll', () => this.scrolled(), { passive: true });
    this.pane.addEventListener('pointermove', (event) => this.hover(event));
    this.pane.addEventListener('pointerleave', () => this.tip.hide());
    this.listen(PLACE, ({ from }) => this.showPlace(from !== this.name));
    this.refresh();
  }

  // ---- data ----

  refresh() {
    const { comparison: { data, words, ready, segments, differences } } = this;
    if (!data || !words) return;
    const layout = `${data.document} ${isSideBySide(this.comparison)} ${ready.map((lane) => lane.letter)}`;
    this.readAnswer();
    const anchor = this.drawnDocument === data.document ? this.list.anchor() : null;
    if (layout !== this.layout) this.restart(layout);
    this.fillHead(ready);
    this.pieces = data.differences_only && differences.stops.length
      ? piecesAround(segments, words, differences.segments, this.unfolded) : wholePieces(segments);
    const { starts, ends, folded } = this.pieces;
    this.pane.classList.toggle('folding', folded.some(Boolean));
    this.list.show({
      count: starts.length, starts, ends, weight: this.sideBySide ? Math.max(1, ready.length) : 1,
      key: (i) => `${folded[i]}${starts[i]}:${ends[i]}`,
      at: (offset) => lastIndexUpTo(this.pieces.starts, offset),
    });
    if (anchor) this.list.restore(anchor);
    else if (this.drawnDocument !== data.document && this.comparison.place !== null) this.showPlace(true);
    const unread = this.drawnDocument !== data.document && this.comparison.place === null;
    this.drawnDocument = data.document;
    this.scrollToAnswer(unread);
    this.scrolled();
    exposeVersion(this.root, ready.map((lane) => lane.version).join());
  }

  // ---- the answer to a question ----

  readAnswer() {
    const { data, ready } = this.comparison;
    this.answer = answerOn(data.document);
    this.ranks = ready.map((lane) => ranksOf(this.answer, lane.letter));
    this.highlights.answer = this.answer;
  }

  showAnswer() {
    if (!this.drawnDocument || !this.pieces) return;
    this.readAnswer();
    this.list.updateAll();
    this.highlights.draw();
    this.scrollToAnswer();
  }

  // A new answer, or any where the text was not read yet.
  scrollToAnswer(unread = false) {
    const place = this.answer && answerOffset(this.answer);
    if ((shouldScrollTo(this.answer) || unread) && place !== null) this.list.scrollTo(place);
  }

  afterDraw() {
    if (this.answer) this.highlights.draw();
  }

  restart(layout) {
    const { ready } = this.comparison;
    this.layout = layout;
    this.sideBySide = isSideBySide(this.comparison);
    this.list.clear();
    this.unfolded.clear();
    const digits = Math.max(2, ...ready.map((lane) => String(lane.chunks.count).length));
    this.root.style.setProperty('--digits', digits);
    this.root.style.setProperty('--lanes', Math.max(1, ready.length));
    this.root.classList.toggle('columns', this.sideBySide);
    const { clientWidth: all } = this.pane, count = Math.max(1, ready.length);
    const width = this.sideBySide ? all / count - GUTTER : Math.min(TEXT_WIDTH, all - GUTTER * count);
    this.letters = Math.max(16, width / LETTER);
  }

  fillHead(ready) {
    const now = JSON.stringify(ready.map(({ letter, title }) => [letter, title]));
    if (now === this.drawnHead) return;
    this.drawnHead = now;
    this.head.replaceChildren(...ready.map((lane) => make('div', { class: `lane${lane.color}`, title: lane.title },
      letterOf(lane), make('span', { class: 'title' }, lane.title))));
  }

  // ---- blocks (called by the flow) ----

  core(block) { return block.__core; }

  cores(block) { return block.__cores ?? [block.__core]; }

  make(i) {
    const { starts, ends, folded } = this.pieces, text = withLineBreaks(this.comparison.words.slice(starts[i], ends[i]));
    return folded[i] ? this.makeFold(i) : this.sideBySide ? this.makeColumns(text) : this.makeGutters(text);
  }

  makeGutters(text) {
    const { ready } = this.comparison;
    const cells = ready.map(() => make('div', {}, makeGlyph(), make('span', { class: 'number' })));
    const core = make('div', { class: 'core', dir: 'auto' }, text), why = make('div', { class: 'why' });
    const gutter = make('div', { class: 'gutter' }, ...cells);
    const block = make('div', { class: 'segment', role: 'listitem' }, gutter, core, why);
    return Object.assign(block, { __core: core, __cells: cells, __why: why, __height: this.heightOf(text) });
  }

  makeColumns(text) {
    const cores = [], cells = this.comparison.ready.map(() => {
      const core = make('div', { class: 'core', dir: 'auto' }, text);
      cores.push(core);
      return make('div', {}, makeGlyph(), make('span', { class: 'number' }), make('span', { class: 'label' }), core);
    });
    const block = make('div', { class: 'segment', role: 'listitem' }, ...cells);
    return Object.assign(block, { __core: cores[0] ?? block, __cores: cores, __cells: cells, __height: this.heightOf(text) + 18 });
  }

  makeFold(i) {
    const { starts, ends } = this.pieces;
    const words = `⋯ ${countOf(ends[i] - starts[i], 'character')} without differences`;
    const core = make('button', { type: 'button' }, words);
    const block = make('div', { class: 'fold', role: 'listitem' }, core);
    return Object.assign(block, { __core: core, __height: 28 });
  }

  heightOf(text) {
    return Math.round((text.length / this.letters + 1.3) * LINE);
  }

  // Runs for every block at every step of a slider, so it touches only what differs.
  update(block, i) {
    const { segments: at, heads, folded } = this.pieces, segment = at[i], { comparison } = this;
    if (folded[i]) return;
    const { ready, segments, differences } = comparison, head = heads[i] && segments.starts[segment] > 0;
    const differs = heads[i] && differences.segments.has(segment);
    const stop = differences.stops[comparison.current];
    const current = heads[i] && (stop ? stop.includes(segment) : this.placed === segment);
    const look = `segment${differs ? ' differs' : ''}${current ? ' current' : ''}${heads[i] ? '' : ' inside'}`;
    if (block.className !== look) block.className = look;
    ready.forEach((lane, column) => {
      const chunk = heads[i] ? segments.chunks[segment][column] : -1;
      const holder = segments.holders[segment][column];
      this.updateCell(block.__cells[column], lane, chunk, holder, this.ranks[column]?.get(lane.chunks.starts[holder]));
    });
    if (block.__why) this.updateReasons(block.__why, head ? segment : -1);
  }

  updateCell(cell, lane, chunk, holder, rank) {
    const part = holder < 0 ? 'outside' : holder % 2 ? 'odd' : 'even';
    const look = `cell lane${lane.color} ${part}${chunk > 0 ? ' starts' : ''}${rank ? ' ranked' : ''}`;
    if (cell.className !== look) cell.className = look;
    const { reason = '', label = '' } = chunk > 0 ? reasonOf(lane, chunk) : {};
    const [glyph, number, words] = cell.children;
    // The reason of a boundary gives way to the rank: pointing at it shows it.
    const isRank = Boolean(rank) && chunk >= 0;
    glyph.classList.toggle('rank', isRank);
    setText(glyph, isRank ? String(rank) : reason ? glyphOf(reason) : '');
    setText(number, chunk >= 0 ? whole.format(chunk + 1) : '');
    if (this.sideBySide) setText(words, label);
  }

  // Why each lane has a boundary here, in one line next to the text.
  updateReasons(element, segment) {
    const { ready, segments, differences } = this.comparison;
    const chunks = segments.chunks[segment] ?? [];
    const reasons = ready.flatMap((lane, i) => (chunks[i] > 0 ? [{ lane, ...reasonOf(lane, chunks[i]) }] : []));
    const mark = segment < 0 ? '' : differences.marks.get(segment) ?? '';
    const now = mark + reasons.map(({ lane, reason, label }) => `${lane.letter}${reason}${label}`).join();
    if (element.__now === now) return;
    element.__now = now;
    element.replaceChildren(...mark ? [make('span', { class: 'mark' }, mark)] : [], ...reasons.map(
      ({ lane, reason, label }) => make('span', { class: `lane${lane.color}` }, makeGlyph(reason, false), ` ${label}`)));
  }

  // ---- where the reader is ----

  showPlace(scroll) {
    const { comparison } = this, { place, segments } = comparison;
    if (!this.pieces?.starts.length) return;
    this.placed = place === null ? -1 : lastIndexUpTo(segments.starts, place);
    this.list.updateAll();
    if (scroll && place !== null) this.list.scrollTo(place, [0.12, 0.7], 0.35);
  }

  scrolled() {
    cancelAnimationFrame(this.scrolling);
    this.scrolling = requestAnimationFrame(() => {
      if (this.ending.signal.aborted) return;
      this.comparison.seen = this.list.visible();
      changed(SEEN);
    });
  }

  clicked(event) {
    const block = event.target.closest('.segment, .fold');
    if (!block || !(document.getSelection()?.isCollapsed ?? true)) return;
    const offset = this.pieces.starts[block.__index];
    if (block.classList.contains('fold')) {
      this.unfolded.add(offset);
      this.refresh();
    } else this.comparison.select(offset, this.name);
  }

  hover(event) {
    const block = event.target.closest?.('.starts, .why:not(:empty)')?.closest('.segment');
    if (!block) { this.tip.hide(); return; }
    const frame = this.root.getBoundingClientRect();
    const lines = describeSegment(this.comparison, this.pieces.segments[block.__index]);
    this.tip.show(event.clientX - frame.left, event.clientY - frame.top, lines);
  }
}
