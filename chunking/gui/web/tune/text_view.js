// The text, chunk by chunk. The gutter holds the number of each chunk, its tokens, and why it starts there.

import { clamp, lastIndexUpTo } from '../core/arrays.js';
import { button, exposeVersion, hasFocus, make, setAttribute, setText, whenResized, write } from '../core/dom.js';
import { shortened, whole } from '../core/format.js';
import { glyphOf, nameOf } from '../core/reasons.js';
import { Tip } from '../core/tip.js';
import { View } from '../core/view.js';
import { answerOffset, answerOn, ranksOf, shouldScrollTo } from '../data/answer.js';
import { integerInput } from '../controls/number_input.js';
import { BlockList, closestBlock, makeBlock } from '../text/block_list.js';
import { excessNote, excessOf, fillChunkText, marksIn, withLineBreaks } from '../text/chunk_text.js';
import { AnswerHighlights } from '../text/highlights.js';
import { isSelecting, watchSelection } from '../text/selected_text.js';
import { TextSearch } from '../text/text_search.js';
import { BoundaryEditor } from './boundary_editor.js';
import { describeBoundary } from './boundary_tip.js';
import { ChangeNotice } from './change_notice.js';
import { kindAt, manualOf } from './manual_boundaries.js';
import { borderlineBoundaries, outcomesOf } from './outcomes.js';
import { probabilitiesOf, uncertainGaps } from './probabilities.js';
import { SimilarityMarks } from './similarity_marks.js';
import { blocksOf } from './text_blocks.js';

/** @import { AnswerMessage } from '../messages.d.ts' */
/** @import { Chunking, Outcomes } from '../core/unpack.js' */
/** @import { Block } from '../text/block_list.js' */
/** @import { Blocks } from './text_blocks.js' */

const LINE = 21, LETTER = 7.2; // pixels, to guess the height of a block not yet seen
const RESTING = 150; // milliseconds that the pointer rests on a boundary before its tip is shown
const UNCERTAIN = 'Most uncertain candidate';
const FOLDED = 110; // characters of a folded overlap

/** @param {string} name  @param {...(Node|string)} children */
const span = (name, ...children) => make('span', { class: name }, ...children);

/** Make a button that is on or off. @param {string} label  @param {string} face  @param {(on: boolean) => void} act */
function makeToggle(label, face, act, on = false) {
  const toggle = button(label, face, () => {
    const next = toggle.getAttribute('aria-pressed') !== 'true';
    setAttribute(toggle, 'aria-pressed', next);
    act(next);
  }, { 'aria-pressed': on });
  return toggle;
}

/** The text view of Tune. */
export class TextView extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'text');
    this.drawn = /** @type {Chunking|undefined} */ (undefined);
    this.outcomes = /** @type {Outcomes|undefined} */ (undefined);
    this.blocks = /** @type {Blocks} */ ({ count: 0, starts: [], ends: [], rest: 0 });
    this.chosen = /** @type {number|null} */ (null);
    this.manual = manualOf(null);
    this.borderline = /** @type {Uint8Array|undefined} */ (undefined);
    this.answer = /** @type {AnswerMessage|null} */ (null);
    this.ranks = /** @type {Map<number, number>} */ (new Map());
    this.unfolded = false; // overlaps
    this.ownFont = /** @type {boolean|undefined} */ (undefined); // whether it is a fixed-width one, as chosen
    this.letters = 0; // of a line, about
    this.pane = make('div', {
      class: 'pane', tabindex: '0', role: 'list', 'aria-label': 'Text, chunk by chunk',
      onkeydown: (event) => this.key(event), onclick: (event) => this.click(event), onscrollend: () => this.remember(),
    });
    this.search = new TextSearch(this);
    this.number = integerInput('Go to chunk', (number) => this.goTo(number - 1), (why) => this.refuse(why));
    this.number.classList.add('chunk-number');
    this.total = span('count');
    this.overlaps = makeToggle('Whole overlaps', '↰', (on) => this.unfold(on));
    this.marks = makeToggle('Similarity between sentences', '┇', (on) => this.similarityMarks.turn(on), true);
    this.fixed = makeToggle('Fixed-width font', '⌨', (on) => this.setFixed(on));
    this.removed = makeToggle('Show removed text', 'a̶', (on) => this.held(() => this.pane.classList.toggle('with-removed', on)));
    this.uncertain = button(`${UNCERTAIN} (u)`, '½', () => this.goToUncertain());
    this.mode = button('Manual boundaries (m)', '✚', () => this.editor.toggle(), { 'aria-pressed': false });
    this.status = make('span', { class: 'aside', role: 'status' });
    this.similarityMarks = new SimilarityMarks(this);
    this.notice = new ChangeNotice(this);
    root.replaceChildren(this.makeTools(), this.pane);
    this.list = new BlockList(this.pane, this);
    this.search.watch(this.list);
    this.highlights = new AnswerHighlights(this.list);
    this.editor = new BoundaryEditor(this);
    watchSelection(this.list, () => this.drawn?.document, this.ending.signal);
    this.pane.append(this.similarityMarks.layer, this.editor.element);
    this.tip = new Tip(root);
    root.append(this.notice.button);
    this.hoverBoundaries();
    whenResized(this.pane, () => this.redraw(), this.ending.signal);
    this.whenDestroyed(() => {
      this.search.highlights?.clear();
      this.highlights.clear();
    });
    this.listen('answer', () => this.showAnswer());
    this.refresh();
  }

  makeTools() {
    const names = ['#', 'tokens', 'boundary'].map((name) => make('span', {}, name));
    return make('div', { class: 'head', role: 'toolbar', 'aria-label': 'Text tools' },
      make('span', { class: 'columns', 'aria-hidden': 'true' }, ...names), this.search.element,
      make('div', { class: 'group' },
        button('Previous chunk (k)', '‹', () => this.step(-1)), this.number, this.total,
        button('Next chunk (j)', '›', () => this.step(1))),
      make('div', { class: 'group' }, this.overlaps, this.removed, this.marks, this.fixed, this.uncertain, this.mode), this.status);
  }

  // ---- data ----

  refresh() {
    const { chunking, words, drawn } = this;
    if (!chunking) return;
    if (words === undefined) { this.wait(); return; }
    const isOther = drawn?.document !== chunking.document, outcomes = outcomesOf(chunking);
    if (isOther) this.restart();
    this.manual = manualOf(chunking);
    this.borderline = borderlineBoundaries(chunking, outcomes);
    this.chosen = this.selectedChunk();
    this.readAnswer(chunking);
    if (drawn !== chunking) this.drawChunks(chunking, words);
    else if (outcomes !== this.outcomes) this.list.updateAll();
    this.outcomes = outcomes;
    this.drawn = chunking;
    if (isOther || !drawn) this.goBack(chunking);
    else if (drawn !== chunking) this.notice.compare(drawn, chunking);
    this.uncertain.classList.toggle('away', !probabilitiesOf(chunking));
    this.editor.refresh();
    this.scrollToAnswer();
    this.similarityMarks.drawSoon();
    exposeVersion(this.root, chunking.version);
  }

  wait() {
    this.list.clear();
    this.drawn = undefined;
    this.list.container.append(make('div', { class: 'empty' }, 'Loading text…'));
  }

  restart() {
    this.list.clear();
    this.notice.restart();
    this.pane.scrollTop = 0;
    this.ownFont = undefined;
  }

  // To where it was read last, unless something was selected elsewhere since.
  /** @param {Chunking} chunking */
  goBack({ document }) {
    const { chosen, tune: { reading, place } } = this;
    if (reading?.document === document && reading?.place === place) this.list.restore(reading.anchor);
    else if (chosen !== null && place !== null) this.list.scrollTo(place);
    this.search.resume();
  }

  remember() {
    if (this.drawn) this.tune.reading = { document: this.drawn.document, place: this.tune.place, anchor: this.list.anchor() };
  }

  /** @param {Chunking} chunking  @param {string} words */
  drawChunks(chunking, words) {
    const isFixed = this.ownFont ?? Boolean(chunking.preformatted);
    this.pane.classList.toggle('fixed', isFixed);
    setAttribute(this.fixed, 'aria-pressed', isFixed);
    this.overlaps.classList.toggle('away', !Array.from(chunking.overlaps).some(Boolean));
    this.removed.classList.toggle('away', !this.origin?.removed.length);
    this.root.style.setProperty('--digits', String(String(chunking.count).length));
    this.letters = Math.max(20, (this.pane.clientWidth - 200) / LETTER);
    this.blocks = blocksOf(chunking, words);
    const { count, starts, ends, rest } = this.blocks;
    this.list.show({
      count, starts, ends, weight: 1,
      key: (i) => {
        if (i >= rest) return `rest:${starts[i]}:${ends[i]}`;
        const { overlaps, tokens, oversize, unread } = chunking;
        return [starts[i], ends[i], overlaps[i], tokens[i], oversize.get(i), unread.get(i)?.at].join(':');
      },
      at: (offset) => lastIndexUpTo(starts, offset),
    });
    setText(this.total, `of ${whole.format(chunking.count)}`);
    this.showNumber();
  }

  // ---- the answer to a question ----

  /** @param {Chunking} chunking */
  readAnswer({ document }) {
    this.answer = answerOn(document);
    this.ranks = ranksOf(this.answer, 'tune');
  }

  // Chunks that are ranked otherwise than before, or no more; the boundaries of this answer may still come.
  showAnswer() {
    if (!this.drawn || !this.chunking) return;
    const before = this.ranks;
    this.readAnswer(this.chunking);
    for (const start of new Set([...before.keys(), ...this.ranks.keys()])) this.updateBlock(this.list.items.at(start));
    this.highlights.show(this.answer);
    this.scrollToAnswer();
  }

  scrollToAnswer() {
    const { answer } = this, offset = answer && answerOffset(answer);
    if (this.drawn === this.chunking && shouldScrollTo(answer) && offset !== null) this.list.scrollTo(offset);
  }

  // ---- blocks (called by the list) ----

  /** @param {number} i */
  make(i) {
    const { blocks: { starts, ends, rest, count }, chunking, words: text = '' } = this, isChunk = i < rest;
    const core = make('div', { class: 'core', dir: 'auto' });
    const excess = chunking && excessOf(chunking, i, starts[i]), marks = marksIn(this.origin, starts[i], ends[i], i + 1 === count);
    fillChunkText(core, withLineBreaks(text.slice(starts[i], ends[i])), excess, marks);
    const overlap = isChunk && chunking?.overlaps[i] ? this.makeOverlap(text.slice(starts[i] - chunking.overlaps[i], starts[i])) : null;
    const element = make('div', { class: 'chunk', role: 'listitem' }, make('div', { class: 'words' }, overlap, core));
    const lines = text.slice(starts[i], ends[i]).split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / this.letters)), overlap ? 1 : 0);
    return makeBlock(element, [core], Math.round((lines + 0.2) * LINE), { overlap });
  }

  // When a block is updated, which those out of view are later.
  /** @param {Block} block  @param {number} i */
  addGutter(block, i) {
    const isChunk = i < this.blocks.rest;
    const [number, tokens, glyph, label, rank] = ['number', 'tokens', 'glyph', 'label', 'rank'].map((name) => span(name, ' '));
    const why = span('why', glyph, label), spoken = span('aside', isChunk ? 'chunk ' : 'not embedded yet');
    if (isChunk) this.fillTokens(tokens, i);
    const lost = make('div', { class: 'lost', dir: 'auto' });
    block.prepend(make('div', { class: 'gutter' }, spoken, number, tokens, why, rank));
    block.append(lost);
    Object.assign(block.__parts, { lost, number, why, glyph, label, rank, look: '', reason: undefined });
  }

  /** @param {HTMLElement} element  @param {number} i */
  fillTokens(element, i) {
    const { chunking } = this, beyond = chunking?.unread.get(i), oversize = chunking?.oversize.get(i);
    write(element, whole.format(chunking?.tokens[i] ?? 0));
    element.classList.toggle('over', Boolean(beyond || oversize));
    const notes = ['tokens', oversize && `oversize: ${oversize}`, beyond && excessNote(beyond.left)];
    element.title = notes.filter(Boolean).join(' · ');
  }

  /** @param {string} text */
  makeOverlap(text) {
    const element = make('div', { class: 'overlap', dir: 'auto', title: 'Overlap: repeated from the previous chunk' });
    const overlap = Object.assign(element, { __text: withLineBreaks(text).trimEnd() });
    this.fold(overlap, !this.unfolded);
    return overlap;
  }

  /** @param {HTMLElement & {__text: string}} overlap  @param {boolean} folded */
  fold(overlap, folded) {
    overlap.classList.toggle('folded', folded);
    overlap.textContent = folded ? shortened(overlap.__text, true, FOLDED) : overlap.__text;
  }

  afterDraw() {
    this.similarityMarks.drawSoon();
    if (this.search.hits.length) this.search.highlight();
    if (this.answer) this.highlights.show(this.answer);
  }

  // What changes while the text of a block does not: runs for every chunk at every step of a slider, so it
  // touches only what differs.
  /** @param {Block} block  @param {number} i */
  update(block, i) {
    if (!block.__parts.lost) this.addGutter(block, i);
    const { __parts: parts } = block, { rest, starts } = this.blocks, isChunk = i < rest, isChosen = i === this.chosen && isChunk;
    const rank = isChunk ? this.ranks.get(starts[i]) : undefined, ranked = rank ? ` ranked${rank > 1 ? '' : ' best'}` : '';
    const borderline = this.borderline?.[i - 1] ? ' borderline' : '';
    const look = `chunk tint${Math.min(i, rest) % 2}${isChosen ? ' chosen' : ''}${borderline}${ranked}`;
    if (parts.look !== look) {
      block.className = parts.look = look;
      setAttribute(block, 'aria-current', isChosen ? 'true' : null);
    }
    write(parts.rank, rank ? `rank ${rank}` : ' ');
    write(parts.number, isChunk ? String(i + 1) : ' ');
    this.updateBoundary(parts, i);
    const lost = this.lostAfter(i);
    if (lost || parts.lost.firstChild) setText(parts.lost, lost);
  }

  /** @param {number|null} index */
  updateBlock(index) {
    const block = index === null ? undefined : this.list.block(index);
    if (block) this.update(block, block.__index);
  }

  /** @param {any} parts  @param {number} i */
  updateBoundary(parts, i) {
    const none = i === 0 || i > this.blocks.rest, reason = none ? '' : this.chunking?.reasons[i - 1] ?? '';
    if (parts.reason !== reason) {
      parts.reason = reason;
      write(parts.glyph, none ? ' ' : glyphOf(reason));
      parts.glyph.style.color = none ? '' : `var(--ink-${reason})`;
    }
    const kind = none || reason === 'manual' ? '' : kindAt(this.manual, this.blocks.starts[i]);
    const manual = { required: ' ✚', forbidden: ' ✕', '': '' }[kind];
    write(parts.label, none ? ' ' : `${this.chunking?.labels[i - 1] || nameOf(reason)}${manual}`);
  }

  // Text in no chunk (chunks made elsewhere may leave some out) is shown, never dropped.
  /** @param {number} i */
  lostAfter(i) {
    const { blocks: { count, starts, ends }, words = '' } = this, next = i + 1 < count ? starts[i + 1] : words.length;
    const text = next > ends[i] ? words.slice(ends[i], next).trim() : '';
    return text && `in no chunk: ${text}`;
  }

  // ---- selection ----

  /** @param {boolean} scroll */
  showSelection(scroll) {
    if (!this.drawn) return;
    const before = this.chosen;
    this.chosen = this.selectedChunk();
    if (scroll && this.tune.place !== null) this.list.scrollTo(this.tune.place);
    for (const index of new Set([before, this.chosen])) this.updateBlock(index);
    this.showNumber();
  }

  get chosenNumber() { return this.chosen === null ? '' : String(this.chosen + 1); }

  showNumber() {
    const { chosen } = this;
    if (!hasFocus(this.number)) this.number.value = this.chosenNumber;
    this.status.classList.add('aside');
    setText(this.status, chosen === null ? '' : `Chunk ${whole.format(chosen + 1)} of ${whole.format(this.chunking?.count ?? 0)}`);
  }

  /** @param {string} why  what was typed is no number */
  refuse(why) {
    this.number.value = this.chosenNumber;
    if (!why) return;
    this.status.classList.remove('aside');
    setText(this.status, `${why}.`);
  }

  /** @param {1|-1} by */
  step(by) {
    this.goTo(this.chosen === null ? this.list.topIndex() : this.chosen + by);
  }

  /** @param {number} index  of a chunk */
  goTo(index) {
    if (!this.drawn?.count || !this.chunking) return;
    const there = clamp(index, 0, this.chunking.count - 1);
    if (there !== this.chosen) this.select(there);
    this.list.scrollTo(this.chunking.starts[there], [0, 0.66], 0.12);
  }

  // To the candidate whose manual boundary would tell most; from there to the next one.
  goToUncertain() {
    const found = this.drawn ? uncertainGaps(probabilitiesOf(this.chunking), this.manual) : [];
    if (found.length) this.editor.visit(found[(found.indexOf(this.editor.at ?? -1) + 1) % found.length]);
  }

  actions() {
    return probabilitiesOf(this.chunking) ? [{ title: UNCERTAIN, keys: 'u', run: () => this.goToUncertain() }] : [];
  }

  // ---- pointer and keys ----

  /** @param {MouseEvent} event */
  click(event) {
    const { target } = event, block = closestBlock(target, '.chunk');
    const overlap = /** @type {(HTMLElement & {__text: string})|null} */ (/** @type {any} */ (closestBlock(target, '.overlap')));
    // Selecting text to copy it is no choice of a chunk.
    if (!block || closestBlock(target, '.marker') || isSelecting(this.root)) return;
    if (overlap) { this.toggleOverlap(overlap); return; }
    if (!this.editor.click(event)) this.select(Math.min(block.__index, (this.chunking?.count ?? 0) - 1));
  }

  // Upwards: the text below stays in place.
  /** @param {HTMLElement & {__text: string}} overlap */
  toggleOverlap(overlap) {
    const top = () => overlap.nextElementSibling?.getBoundingClientRect().top ?? 0, before = top();
    this.fold(overlap, !overlap.classList.contains('folded'));
    this.pane.scrollTop += top() - before;
    this.similarityMarks.draw();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.target !== this.pane || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!this.editor.key(event)) {
      if (event.key === 'ArrowDown') this.step(1);
      else if (event.key === 'ArrowUp') this.step(-1);
      else return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Handle a key of the page, while nothing is typed; return whether it was used. @param {{key: string}} event */
  shortcut({ key }) {
    if (key === '/') this.search.focus();
    else if (key === 'j') this.step(1);
    else if (key === 'k') this.step(-1);
    else if (key === 'm') this.editor.toggle();
    else if (key === 'u') this.goToUncertain();
    else return false;
    return true;
  }

  // The same tip as on the curve.
  hoverBoundaries() {
    const { pane, tip, root } = this;
    let /** @type {number|undefined} */ resting;
    const hide = () => {
      clearTimeout(resting);
      tip.hide();
    };
    /** @type {(block: Block, x: number, y: number) => void} */
    const show = (block, x, y) => {
      const i = block.__index;
      if (!block.isConnected || !i || i > this.blocks.rest) return;
      const frame = root.getBoundingClientRect();
      tip.show(x - frame.left, y - frame.top, describeBoundary(this, i - 1));
    };
    pane.addEventListener('pointermove', ({ target, clientX, clientY }) => {
      const block = closestBlock(closestBlock(target, '.why'), '.chunk');
      if (!block) { hide(); return; }
      clearTimeout(resting);
      resting = setTimeout(show, tip.shown ? 0 : RESTING, block, clientX, clientY);
    });
    for (const kind of ['pointerleave', 'scroll', 'pointerdown']) pane.addEventListener(kind, hide, { passive: true });
  }

  // ---- toggles ----

  /** Change something that moves lines; the one at the top stays in place. @param {() => void} act */
  held(act) {
    const anchor = this.list.anchor();
    act();
    this.list.restore(anchor);
    this.similarityMarks.drawSoon();
  }

  /** Show overlaps as a whole. @param {boolean} on */
  unfold(on) {
    this.unfolded = on;
    this.held(() => {
      for (const { __parts: { overlap } } of this.list.order) if (overlap) this.fold(overlap, !on);
    });
  }

  /** @param {boolean} on */
  setFixed(on) {
    this.ownFont = on;
    this.held(() => this.pane.classList.toggle('fixed', on));
  }

  redraw() {
    this.similarityMarks.drawSoon();
  }
}
