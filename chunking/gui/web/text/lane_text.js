// One text with a gutter a lane, or the text of each lane side by side; folded where the lanes agree.

import { lastIndexUpTo } from '../core/arrays.js';
import { exposeVersion, inNextFrame, make, setText } from '../core/dom.js';
import { countOf, whole } from '../core/format.js';
import { glyphOf, makeGlyph } from '../core/reasons.js';
import { changed } from '../core/store.js';
import { Tip } from '../core/tip.js';
import { View } from '../core/view.js';
import { answerOffset, answerOn, ranksOf, shouldScrollTo } from '../data/answer.js';
import { LANES, PLACE } from '../data/comparison.js';
import { BlockList, closestBlock, makeBlock } from './block_list.js';
import { withLineBreaks } from './chunk_text.js';
import { AnswerHighlights } from './highlights.js';
import { describePlace, makeLetter, reasonOf, shortLabel } from './lane_tip.js';
import { isSelecting, watchSelection } from './selected_text.js';
import { piecesAround, wholePieces } from './text_pieces.js';
import { TextSearch } from './text_search.js';

/** @import { AnswerMessage, CompareMessage } from '../messages.d.ts' */
/** @import { Comparison, ReadyLane } from '../data/comparison.js' */
/** @import { Block } from './block_list.js' */

/** @typedef {HTMLElement & {__state?: string}} Cell  of a lane next to a block */

const LINE = 21, LETTER = 7; // pixels, to guess the height of a block
const TEXT_WIDTH = 600, GUTTER = 40, COLUMN_GUTTER = 88; // pixels
const WIDE = 1100; // pixels of the window from which two lanes are shown side by side
const MOST_LETTERS = 2 ** 26; // of a text: two offsets make one exact number, which is found faster than text
export const SEEN = 'comparison seen';

/**
 * Tell whether lanes are shown side by side; after a third lane is removed, gutters stay.
 *
 * @param {{data?: Pick<CompareMessage, 'columns'>, lanes: {length: number}, mostLanes: number}} comparison
 * @param {number} [width]  of the window
 * @returns {boolean}
 */
export function isSideBySide({ data, lanes, mostLanes }, width = window.innerWidth) {
  return data?.columns ?? (lanes.length === 2 && mostLanes === 2 && width >= WIDE);
}

export class LaneText extends View {
  /** @param {HTMLElement} root  @param {Comparison} comparison */
  constructor(root, comparison) {
    super(root, 'lanetext', [LANES]);
    this.comparison = comparison;
    this.drawnDocument = /** @type {string|undefined} */ (undefined);
    this.layout = '';
    this.sideBySide = false;
    this.letters = 0; // of a line, about
    this.unfolded = /** @type {Set<number>} */ (new Set());
    this.pieces = wholePieces(comparison.segments);
    this.placed = -1; // the segment at the selected place
    this.answer = /** @type {AnswerMessage|null} */ (null);
    this.ranks = /** @type {Map<number, number>[]} */ ([]);
    this.search = new TextSearch(this);
    this.head = make('div', { class: 'head' });
    this.pane = make('div', {
      class: 'pane', tabindex: '0', role: 'list', 'aria-label': 'Text with the boundaries of the lanes', onclick: (event) => this.click(event),
    });
    root.replaceChildren(this.head, this.pane);
    this.list = new BlockList(this.pane, this);
    this.highlights = new AnswerHighlights(this.list);
    this.search.watch(this.list);
    watchSelection(this.list, () => this.drawnDocument, this.ending.signal);
    this.whenDestroyed(() => {
      this.search.highlights?.clear();
      this.highlights.clear();
    });
    this.listen('answer', () => this.showAnswer());
    this.tip = new Tip(root);
    this.tellSeen = inNextFrame(this.ending.signal, () => {
      comparison.seen = this.list.visible();
      changed(SEEN);
    });
    this.pane.addEventListener('scroll', this.tellSeen, { passive: true });
    this.pane.addEventListener('pointermove', (event) => this.hover(event));
    this.pane.addEventListener('pointerleave', () => this.tip.hide());
    this.listen(PLACE, ({ from }) => this.showPlace(from !== this.name));
    this.refresh();
  }

  // ---- data ----

  get textId() { return this.drawnDocument; }

  get words() { return this.comparison.words; }

  refresh() {
    const { comparison } = this, { data, words, ready, segments, differences, place } = comparison;
    if (!data || !words) return;
    const layout = `${data.document} ${isSideBySide(comparison)} ${ready.map((lane) => lane.letter)}`;
    this.readAnswer();
    const isOther = this.drawnDocument !== data.document, isNew = layout !== this.layout;
    const anchor = isOther || !isNew ? null : this.list.anchor();
    if (isNew) this.restart(layout);
    if (this.differs('head', ready.map(({ letter, title }) => [letter, title]))) this.fillHead(ready);
    this.pieces = data.differences_only && differences.stops.length
      ? piecesAround(segments, words, differences.segments, this.unfolded) : wholePieces(segments);
    const { starts, ends, folded } = this.pieces;
    this.pane.classList.toggle('folding', folded.some(Boolean));
    this.list.show({
      count: starts.length, starts, ends, weight: this.sideBySide ? Math.max(1, ready.length) : 1,
      key: (i) => (starts[i] * MOST_LETTERS + ends[i] - starts[i]) * (folded[i] ? -1 : 1),
      at: (offset) => lastIndexUpTo(this.pieces.starts, offset),
    });
    if (anchor) this.list.restore(anchor);
    else if (isOther && place !== null) this.showPlace(true);
    this.drawnDocument = data.document;
    if (isOther) this.search.resume();
    this.scrollToAnswer(isOther && place === null);
    this.tellSeen();
    exposeVersion(this.root, ready.map((lane) => lane.version).join());
  }

  /** @param {string} layout */
  restart(layout) {
    const { ready } = this.comparison, { clientWidth: all } = this.pane, count = Math.max(1, ready.length);
    this.layout = layout;
    this.sideBySide = isSideBySide(this.comparison);
    this.list.clear();
    this.unfolded.clear();
    const digits = Math.max(2, ...ready.map((lane) => String(lane.chunks.count).length));
    this.root.style.setProperty('--digits', String(digits));
    this.root.style.setProperty('--lanes', String(count));
    this.root.classList.toggle('columns', this.sideBySide);
    const width = this.sideBySide ? all / count - COLUMN_GUTTER : Math.min(TEXT_WIDTH, all - GUTTER * count);
    this.letters = Math.max(16, width / LETTER);
  }

  /** @param {ReadyLane[]} ready */
  fillHead(ready) {
    this.head.replaceChildren(...ready.map((lane) => make('div', { class: `lane${lane.color}`, title: lane.title },
      makeLetter(lane), make('span', { class: 'title' }, lane.title))));
  }

  // ---- the answer to a question ----

  readAnswer() {
    const { data, ready } = this.comparison;
    this.answer = answerOn(data?.document);
    this.ranks = ready.map((lane) => ranksOf(this.answer, lane.letter));
  }

  showAnswer() {
    const before = this.answer;
    if (!this.drawnDocument) return;
    this.readAnswer();
    if (!before && !this.answer) return;
    this.list.updateAll();
    this.highlights.show(this.answer);
    this.scrollToAnswer();
  }

  // A new answer, or any where the text was not read yet.
  scrollToAnswer(unread = false) {
    const offset = this.answer && answerOffset(this.answer);
    if ((shouldScrollTo(this.answer) || unread) && offset !== null) this.list.scrollTo(offset);
  }

  // ---- blocks (called by the list) ----

  afterDraw() {
    if (this.search.hits.length) this.search.highlight();
    if (this.answer) this.highlights.show(this.answer);
  }

  /** @param {number} i */
  make(i) {
    const { starts, ends, folded } = this.pieces, text = withLineBreaks(this.comparison.words.slice(starts[i], ends[i]));
    return folded[i] ? this.makeFold(ends[i] - starts[i]) : this.sideBySide ? this.makeColumns(text) : this.makeGutters(text);
  }

  /** @param {string} text */
  makeGutters(text) {
    const core = make('div', { class: 'core', dir: 'auto' }, text);
    return makeBlock(make('div', { class: 'segment', role: 'listitem' }, core), [core], this.heightOf(text));
  }

  // When a block is updated, which those out of view are later.
  /** @param {Block} block */
  addGutters(block) {
    const cells = this.comparison.ready.map(() => make('div', {}, makeGlyph(), make('span', { class: 'number' })));
    const why = make('div', { class: 'why' });
    block.prepend(make('div', { class: 'gutter' }, ...cells));
    block.append(why);
    return { cells, why, reasons: '' };
  }

  /** @param {string} text */
  makeColumns(text) {
    const cores = this.comparison.ready.map(() => make('div', { class: 'core', dir: 'auto' }, text));
    const cells = cores.map((core) => make('div', {},
      makeGlyph(), make('span', { class: 'number' }), make('span', { class: 'label' }), core));
    const block = make('div', { class: 'segment', role: 'listitem' }, ...cells);
    return makeBlock(block, cores.length ? cores : [block], this.heightOf(text), { cells });
  }

  /** @param {number} length */
  makeFold(length) {
    const core = make('button', { type: 'button' }, `⋯ ${countOf(length, 'character')} without differences`);
    return makeBlock(make('div', { class: 'fold', role: 'listitem' }, core), [core], 28);
  }

  /** @param {string} text */
  heightOf(text) {
    return Math.round((text.length / this.letters + 1.3) * LINE);
  }

  // Runs for every block at every step of a slider, so it touches only what differs.
  /** @param {Block} block  @param {number} i */
  update(block, i) {
    const { segments: at, heads, folded } = this.pieces, segment = at[i], isHead = heads[i];
    if (folded[i]) return;
    const { ready, segments, differences, current } = this.comparison, stop = differences.stops[current];
    const isCurrent = isHead && (stop ? stop.includes(segment) : this.placed === segment);
    const differs = isHead && differences.segments.has(segment);
    const look = `segment${differs ? ' differs' : ''}${isCurrent ? ' current' : ''}${isHead ? '' : ' inside'}`;
    block.__parts ??= this.addGutters(block);
    if (block.__parts.look !== look) block.className = block.__parts.look = look;
    ready.forEach((lane, column) => {
      const chunk = isHead ? segments.chunks[segment][column] : -1;
      const holder = segments.holders[segment][column];
      const rank = this.ranks[column]?.get(lane.chunks.starts[holder]);
      this.updateCell(block.__parts.cells[column], lane, chunk, holder, rank);
    });
    if (block.__parts.why) this.updateReasons(block.__parts, isHead && segments.starts[segment] > 0 ? segment : -1);
  }

  // Compared as numbers and words: reading an element costs more than most updates.
  /** @param {Cell} cell  @param {ReadyLane} lane  @param {number} chunk  @param {number} holder  @param {number} [rank] */
  updateCell(cell, lane, chunk, holder, rank = 0) {
    const { reason = '', label = '' } = chunk > 0 ? reasonOf(lane, chunk) : {}, part = holder < 0 ? 'outside' : holder % 2 ? 'odd' : 'even';
    const state = `${lane.color} ${part} ${chunk} ${rank} ${reason} ${this.sideBySide ? label : ''}`;
    if (cell.__state === state) return;
    cell.__state = state;
    cell.className = `cell lane${lane.color} ${part}${chunk > 0 ? ' starts' : ''}${rank ? ' ranked' : ''}`;
    const [glyph, number, words] = cell.children;
    // The reason of a boundary gives way to the rank: pointing at it shows it.
    const isRank = rank > 0 && chunk >= 0;
    glyph.classList.toggle('rank', isRank);
    setText(glyph, isRank ? String(rank) : reason ? glyphOf(reason) : '');
    setText(number, chunk >= 0 ? whole.format(chunk + 1) : '');
    if (this.sideBySide) setText(words, shortLabel(label));
  }

  // Why each lane has a boundary here, next to the text.
  /** @param {{why: HTMLElement, reasons: string}} parts  @param {number} segment */
  updateReasons(parts, segment) {
    const { ready, segments, differences } = this.comparison, chunks = segments.chunks[segment] ?? [];
    const reasons = ready.flatMap((lane, i) => (chunks[i] > 0 ? [{ lane, ...reasonOf(lane, chunks[i]) }] : []));
    const mark = differences.marks.get(segment) ?? '';
    const now = mark + reasons.map(({ lane, reason, label }) => `${lane.letter}${reason}${label}`).join();
    if (parts.reasons === now) return;
    parts.reasons = now;
    parts.why.replaceChildren(...mark ? [make('span', { class: 'mark' }, mark)] : [], ...reasons.map(
      ({ lane, reason, label }) => make('span', { class: `lane${lane.color}` }, makeGlyph(reason, false), ` ${shortLabel(label)}`)));
  }

  // ---- where the reader is ----

  /** @param {boolean} scroll */
  showPlace(scroll) {
    const { place, segments } = this.comparison;
    if (!this.pieces.starts.length) return;
    this.placed = place === null ? -1 : lastIndexUpTo(segments.starts, place);
    this.list.updateAll();
    if (scroll && place !== null) this.list.scrollTo(place, [0.12, 0.7], 0.35);
  }

  /** @param {MouseEvent} event */
  click({ target }) {
    const block = closestBlock(target, '.segment, .fold');
    // Selecting text to copy it is no choice of a place.
    if (!block || isSelecting(this.pane)) return;
    const offset = this.pieces.starts[block.__index];
    if (block.classList.contains('fold')) {
      this.unfolded.add(offset);
      this.refresh();
    } else this.comparison.select(offset, this.name);
  }

  /** @param {PointerEvent} event */
  hover({ target, clientX, clientY }) {
    const block = closestBlock(closestBlock(target, '.starts, .why:not(:empty)'), '.segment');
    if (!block) { this.tip.hide(); return; }
    const frame = this.root.getBoundingClientRect();
    const lines = describePlace(this.comparison, this.pieces.starts[block.__index]);
    this.tip.show(clientX - frame.left, clientY - frame.top, lines);
  }
}
