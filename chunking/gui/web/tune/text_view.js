// The text, chunk by chunk. The gutter holds the number of each chunk, its tokens, and why it starts there.

import { clamp, countUpTo } from '../core/arrays.js';
import { button, exposeVersion, isolateKeys, make, setAttribute, setText, whenResized, write } from '../core/dom.js';
import { countOf, shortened, whole } from '../core/format.js';
import { glyphOf, nameOf } from '../core/reasons.js';
import { Tip } from '../core/tip.js';
import { View } from '../core/view.js';
import { answerOffset, answerOn, ranksOf, shouldScrollTo } from '../data/answer.js';
import { BlockList } from '../text/block_list.js';
import { fillChunkText, marksIn, withLineBreaks } from '../text/chunk_text.js';
import { AnswerHighlights } from '../text/highlights.js';
import { watchSelection } from '../text/selected_text.js';
import { BoundaryEditor } from './boundary_editor.js';
import { describeBoundary } from './boundary_tip.js';
import { ChangeNotice } from './change_notice.js';
import { kindAt, manualOf } from './manual_boundaries.js';
import { fragileBoundaries, outcomesOf } from './outcomes.js';
import { probabilitiesOf, uncertainGaps } from './probabilities.js';
import { SimilarityMarks } from './similarity_marks.js';
import { blocksOf } from './text_blocks.js';
import { Find } from './text_search.js';

const LINE = 21, LETTER = 7.2; // pixels, to guess the height of a block not yet seen
const RESTING = 150; // milliseconds that the pointer rests on a boundary before its tip is shown
const UNCERTAIN = 'Most uncertain candidate';
const FOLDED = 110; // characters of a folded overlap

/** The text view of Tune. */
export class TextView extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'text');
    this.chosen = null;
    this.manual = manualOf(null);
    this.unfolded = false;
    this.ranks = new Map();
    this.build();
    this.similarityMarks = new SimilarityMarks(this);
    this.notice = new ChangeNotice(this);
    this.list = new BlockList(this.pane, this);
    this.editor = new BoundaryEditor(this);
    this.highlights = new AnswerHighlights(this.list);
    watchSelection(this.pane, this.list, () => this.drawn?.document, this.ending.signal);
    this.pane.append(this.similarityMarks.layer, this.editor.element);
    this.tip = new Tip(this.root);
    this.root.append(this.notice.button);
    this.hoverBoundaries();
    whenResized(this.pane, () => this.resized(), this.ending.signal);
    this.ending.signal.addEventListener('abort', () => {
      this.find.clear();
      this.highlights.clear();
    });
    this.listen('answer', () => this.showAnswer());
    this.refresh();
  }

  build() {
    this.pane = make('div', { class: 'pane', tabindex: '0', role: 'list', 'aria-label': 'Text, chunk by chunk' });
    this.pane.onkeydown = (event) => this.key(event);
    this.pane.onclick = (event) => this.clicked(event);
    this.pane.onscrollend = () => { if (this.drawn) this.remember(); };
    this.find = new Find(this);
    const label = 'Go to chunk';
    this.number = make('input', { type: 'number', min: '1', step: '1', 'aria-label': label, title: label });
    this.number.onchange = () => this.goToNumber();
    isolateKeys(this.number);
    this.total = make('span', { class: 'count' });
    const toggle = (label, face, act) => {
      const made = button(label, face, () => act(made.getAttribute('aria-pressed') !== 'true'));
      made.setAttribute('aria-pressed', 'false');
      return made;
    };
    this.overlaps = toggle('Whole overlaps', '↰', (on) => this.unfold(on));
    this.marks = toggle('Similarity between sentences', '┇', (on) => this.showSimilarityMarks(on));
    this.marks.setAttribute('aria-pressed', 'true');
    this.fixed = toggle('Fixed-width font', '⌨', (on) => this.setFixed(on));
    this.removed = toggle('Show removed text', 'a̶', (on) => this.showRemoved(on));
    this.uncertain = button(`${UNCERTAIN} (u)`, '½', () => this.goToUncertain());
    this.mode = toggle('Manual boundaries (m)', '✚', () => this.editor.toggle());
    this.status = make('span', { class: 'aside', role: 'status' });
    this.root.replaceChildren(
      make('div', { class: 'head', role: 'toolbar', 'aria-label': 'Text tools' },
        make('span', { class: 'columns', 'aria-hidden': 'true' },
          ...['#', 'tokens', 'boundary'].map((name) => make('span', {}, name))),
        this.find.element,
        make('div', { class: 'group' },
          button('Previous chunk (k)', '‹', () => this.step(-1)), this.number, this.total,
          button('Next chunk (j)', '›', () => this.step(1))),
        make('div', { class: 'group' }, this.overlaps, this.removed, this.marks, this.fixed, this.uncertain, this.mode), this.status),
      this.pane);
  }

  // ---- data ----

  refresh() {
    const { chunking, words, drawn } = this;
    if (!chunking) return;
    if (words === undefined) { this.wait(); return; }
    const other = drawn?.document !== chunking.document, outcomes = outcomesOf(chunking);
    if (other) this.restart();
    this.manual = manualOf(chunking);
    this.fragile = fragileBoundaries(chunking, outcomes);
    this.chosen = this.selectedChunk();
    this.readAnswer();
    if (drawn !== chunking) this.drawChunks();
    else if (outcomes !== this.outcomes) this.list.updateAll();
    Object.assign(this, { outcomes, drawn: chunking });
    if (other) this.goBack();
    else if (drawn !== chunking) this.notice.compare(drawn, chunking);
    this.uncertain.classList.toggle('away', !probabilitiesOf(chunking));
    this.editor.refresh();
    this.scrollToAnswer();
    this.similarityMarks.schedule();
    exposeVersion(this.root, chunking.version);
  }

  // ---- the answer to a question ----

  readAnswer() {
    this.answer = answerOn(this.chunking.document);
    this.ranks = ranksOf(this.answer, 'tune');
    this.highlights.answer = this.answer;
  }

  // Chunks that are ranked otherwise than before, or no more; the boundaries of this answer may still come.
  showAnswer() {
    if (!this.drawn) return;
    const before = this.ranks;
    this.readAnswer();
    for (const start of new Set([...before.keys(), ...this.ranks.keys()])) {
      const index = this.list.items.at(start), block = this.list.block(index);
      if (block) this.update(block, index);
    }
    this.highlights.draw();
    this.scrollToAnswer();
  }

  scrollToAnswer() {
    if (this.drawn === this.chunking && shouldScrollTo(this.answer) && answerOffset(this.answer) !== null) this.list.scrollTo(answerOffset(this.answer));
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
  goBack() {
    const { chosen, tune, chunking } = this, { reading } = tune;
    if (reading?.document === chunking.document && reading.place === tune.place) this.list.restore(reading.anchor);
    else if (chosen !== null) this.list.scrollTo(tune.place);
    this.find.resume();
  }

  remember() {
    this.tune.reading = { document: this.drawn.document, place: this.tune.place, anchor: this.list.anchor() };
  }

  drawChunks() {
    const { chunking, words } = this;
    this.pane.classList.toggle('fixed', this.ownFont ?? Boolean(chunking.preformatted));
    setAttribute(this.fixed, 'aria-pressed', this.ownFont ?? Boolean(chunking.preformatted));
    this.overlaps.classList.toggle('away', !chunking.overlaps.some(Boolean));
    this.removed.classList.toggle('away', !this.origin?.removed.length);
    this.root.style.setProperty('--digits', String(chunking.count).length);
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
      at: (offset) => Math.max(0, countUpTo(starts, offset) - 1),
    });
    this.number.max = chunking.count;
    setText(this.total, `of ${whole.format(chunking.count)}`);
    this.showNumber();
  }

  // ---- blocks (called by the flow) ----

  make(i) {
    const { starts, ends, rest } = this.blocks, { chunking } = this;
    const words = make('div', { class: 'words' }), core = make('div', { class: 'core', dir: 'auto' });
    const marks = marksIn(this.origin, starts[i], ends[i], i + 1 === this.blocks.count);
    fillChunkText(core, withLineBreaks(this.words.slice(starts[i], ends[i])), this.truncation(i), marks);
    const overlap = i < rest && chunking.overlaps[i] ? this.makeOverlap(i) : null;
    words.append(...overlap ? [overlap] : [], core);
    const span = (name, ...children) => make('span', { class: name }, ...children);
    const [number, tokens, glyph, label] = ['number', 'tokens', 'glyph', 'label'].map((name) => span(name, ' '));
    const rank = span('rank', ' ');
    const why = span('why', glyph, label), spoken = span('aside', i < rest ? 'chunk ' : 'not embedded yet');
    const gutter = make('div', { class: 'gutter' }, spoken, number, tokens, why, rank);
    if (i < rest) this.fillTokens(tokens, i);
    const lost = make('div', { class: 'lost', dir: 'auto' });
    const block = make('div', { role: 'listitem' }, gutter, words, lost);
    const lines = this.words.slice(starts[i], ends[i]).split('\n')
      .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / this.letters)), overlap ? 1 : 0);
    block.__height = Math.round((lines + 0.2) * LINE);
    block.__parts = { core, lost, number, why, glyph, label, rank, overlap, look: '' };
    return block;
  }

  fillTokens(element, i) {
    const { chunking } = this, beyond = chunking.unread.get(i), oversize = chunking.oversize.get(i);
    write(element, whole.format(chunking.tokens[i]));
    element.classList.toggle('over', Boolean(beyond || oversize));
    const notes = ['tokens', ...oversize ? [`oversize: ${oversize}`] : [],
      ...beyond ? [`exceeds the model limit by ${countOf(beyond.left, 'token')}`] : []];
    element.title = notes.join(' · ');
  }

  makeOverlap(i) {
    const { starts } = this.blocks, { overlaps } = this.chunking;
    const text = withLineBreaks(this.words.slice(starts[i] - overlaps[i], starts[i])).trimEnd();
    const element = make('div', { class: 'overlap', dir: 'auto', title: 'Overlap: repeated from the previous chunk' });
    element.__text = text;
    this.fold(element, !this.unfolded);
    return element;
  }

  fold(element, folded) {
    element.classList.toggle('folded', folded);
    element.textContent = folded ? shortened(element.__text, true, FOLDED) : element.__text;
  }

  afterDraw() {
    this.similarityMarks.schedule();
    if (this.find.hits.length) this.find.highlight();
    if (this.answer) this.highlights.draw();
  }

  core(block) { return block.__parts.core; }

  // What changes while the text of a block does not: runs for every chunk at every step of a slider, so it
  // touches only what differs.
  update(block, i) {
    const parts = block.__parts, { rest } = this.blocks, selected = i === this.chosen && i < rest;
    const fragile = this.fragile?.[i - 1] ? ' fragile' : '';
    const rank = i < rest ? this.ranks.get(this.blocks.starts[i]) : undefined, ranked = rank ? ` ranked${rank > 1 ? '' : ' best'}` : '';
    const look = `chunk tint${Math.min(i, rest) % 2}${selected ? ' chosen' : ''}${fragile}${ranked}`;
    if (parts.look !== look) {
      block.className = parts.look = look;
      setAttribute(block, 'aria-current', selected ? 'true' : null);
    }
    write(parts.rank, rank ? `rank ${rank}` : ' ');
    write(parts.number, i < rest ? String(i + 1) : ' ');
    this.updateBoundary(parts, i);
    const lost = this.lostAfter(i);
    if (lost || parts.lost.firstChild) setText(parts.lost, lost);
  }

  updateBoundary(parts, i) {
    const { reasons, labels } = this.chunking, none = i === 0 || i > this.blocks.rest;
    const reason = none ? '' : reasons[i - 1], offset = this.blocks.starts[i];
    if (parts.reason !== reason) {
      parts.reason = reason;
      write(parts.glyph, none ? ' ' : glyphOf(reason));
      parts.glyph.style.color = none ? '' : `var(--ink-${reason})`;
    }
    const kind = none || reason === 'manual' ? '' : kindAt(this.manual, offset);
    const manual = { required: ' ✚', forbidden: ' ✕', '': '' }[kind];
    write(parts.label, none ? ' ' : `${labels[i - 1] || nameOf(reason)}${manual}`);
  }

  // Text in no chunk (chunks made elsewhere may leave some out) is shown, never dropped.
  lostAfter(i) {
    const { count, starts, ends } = this.blocks, next = i + 1 < count ? starts[i + 1] : this.words.length;
    if (next <= ends[i]) return '';
    const text = this.words.slice(ends[i], next).trim();
    return text && `in no chunk: ${text}`;
  }

  // Where in its core a model truncates chunk i; undefined where it embeds all.
  truncation(i) {
    const beyond = this.chunking.unread.get(i);
    return beyond && { stop: Math.max(0, beyond.at - this.blocks.starts[i]), left: beyond.left };
  }

  // ---- selection ----

  showSelection(scroll) {
    if (!this.drawn) return;
    const before = this.chosen;
    this.chosen = this.selectedChunk();
    if (scroll && this.tune.place !== null) this.list.scrollTo(this.tune.place);
    for (const index of new Set([before, this.chosen])) {
      const block = this.list.block(index ?? -1);
      if (block) this.update(block, index);
    }
    this.showNumber();
  }

  showNumber() {
    const { chosen } = this, { count } = this.chunking;
    if (!this.number.matches(':focus')) this.number.value = chosen === null ? '' : chosen + 1;
    setText(this.status, chosen === null ? '' : `Chunk ${whole.format(chosen + 1)} of ${whole.format(count)}`);
  }

  step(by) {
    if (!this.drawn) return;
    this.goTo(this.chosen === null ? this.list.topIndex() : this.chosen + by);
  }

  goToNumber() {
    if (this.number.value === '') this.showNumber(); else this.goTo(Number(this.number.value) - 1);
  }

  goTo(index) {
    if (!this.drawn?.count || !Number.isInteger(index)) return;
    const there = clamp(index, 0, this.chunking.count - 1);
    if (there !== this.chosen) this.select(there);
    this.list.scrollTo(this.chunking.starts[there], [0, 0.66], 0.12);
  }

  uncertainGaps() { return uncertainGaps(probabilitiesOf(this.chunking), this.manual); }

  // To the candidate whose manual boundary would tell most; from there to the next one.
  goToUncertain() {
    const found = this.drawn ? this.uncertainGaps() : [];
    if (found.length) this.editor.visit(found[(found.indexOf(this.editor.at) + 1) % found.length]);
  }

  actions() {
    return probabilitiesOf(this.chunking) ? [{ title: UNCERTAIN, keys: 'u', run: () => this.goToUncertain() }] : [];
  }

  topOffset() { return this.list.anchor()?.offset ?? 0; }

  // ---- pointer and keys ----

  clicked(event) {
    const overlap = event.target.closest('.overlap'), block = event.target.closest('.chunk');
    // Selecting text to copy it is no choice of a chunk.
    if (!block || event.target.closest('.marker') || isSelecting(this.root)) return;
    if (overlap) { this.toggleOverlap(overlap); return; }
    if (!this.editor.clicked(event)) this.select(Math.min(block.__index, this.chunking.count - 1));
  }

  // Upwards: the text below stays in place.
  toggleOverlap(element) {
    const below = element.nextSibling, before = below.getBoundingClientRect().top;
    this.fold(element, !element.classList.contains('folded'));
    this.pane.scrollTop += below.getBoundingClientRect().top - before;
    this.similarityMarks.draw();
  }

  key(event) {
    if (event.target !== this.pane || event.ctrlKey || event.metaKey || event.altKey) return;
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!this.editor.key(event)) {
      if (!by) return;
      this.step(by);
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** Handle a key of the page, while nothing is typed; return whether it was used. */
  shortcut({ key }) {
    if (key === '/') {
      this.find.input.focus({ preventScroll: true });
      this.find.input.select();
    } else if (key === 'j') this.step(1);
    else if (key === 'k') this.step(-1);
    else if (key === 'm') this.editor.toggle();
    else if (key === 'u') this.goToUncertain();
    else return false;
    return true;
  }

  // The same tip as on the curve.
  hoverBoundaries() {
    const { pane, tip, root } = this;
    let resting;
    const hide = () => {
      clearTimeout(resting);
      tip.hide();
    };
    const show = (block, x, y) => {
      const i = block.__index;
      if (!block.isConnected || !i || i > this.blocks.rest) return;
      const frame = root.getBoundingClientRect();
      tip.show(x - frame.left, y - frame.top, describeBoundary(this, i - 1));
    };
    pane.addEventListener('pointermove', (event) => {
      const block = event.target.closest?.('.why')?.closest('.chunk');
      if (!block) { hide(); return; }
      clearTimeout(resting);
      resting = setTimeout(show, tip.shown ? 0 : RESTING, block, event.clientX, event.clientY);
    });
    for (const kind of ['pointerleave', 'scroll', 'pointerdown']) pane.addEventListener(kind, hide, { passive: true });
  }

  // ---- toggles ----

  // Changes something that moves lines; the one at the top stays in place.
  held(act) {
    const anchor = this.list.anchor();
    act();
    this.list.restore(anchor);
    this.similarityMarks.schedule();
  }

  unfold(on) {
    this.unfolded = on;
    setAttribute(this.overlaps, 'aria-pressed', on);
    this.held(() => {
      for (const { __parts: { overlap } } of this.list.order) if (overlap) this.fold(overlap, !on);
    });
  }

  showRemoved(on) {
    setAttribute(this.removed, 'aria-pressed', on);
    this.held(() => this.pane.classList.toggle('with-removed', on));
  }

  showSimilarityMarks(on) {
    setAttribute(this.marks, 'aria-pressed', on);
    this.similarityMarks.turn(on);
  }

  setFixed(on) {
    this.ownFont = on;
    setAttribute(this.fixed, 'aria-pressed', on);
    this.held(() => this.pane.classList.toggle('fixed', on));
  }

  showMode(on) {
    setAttribute(this.mode, 'aria-pressed', on);
  }

  resized() {
    this.similarityMarks.schedule();
  }

  redraw() {
    this.similarityMarks.schedule();
  }
}

// Within a shadow root, the document knows of no selection.
function isSelecting(root) {
  const tree = root.getRootNode(), selection = (tree.getSelection ? tree : document).getSelection();
  return Boolean(selection && !selection.isCollapsed && selection.type === 'Range');
}
