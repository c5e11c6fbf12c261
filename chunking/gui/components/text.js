// The text chunk by chunk: numbered, tinted in turn, with the reason at each boundary.

const LINE = 24; // pixels, about a line of the text, to guess the height of a block not yet seen

class TextView extends GroupView {
  constructor(root) {
    super(root, 'text');
    this.chosen = null;
    this.build();
    this.flow = new Flow(this.pane, this);
    this.tip = new Tip(this);
    this.root.append(this.tip.element);
    hoverCuts(this);
    this.marker = new Marker(this);
    this.ending.signal.addEventListener('abort', () => this.find.untint());
  }

  build() {
    this.pane = make('div', { class: 'pane', tabindex: '0', role: 'list', 'aria-label': 'The text, chunk by chunk' });
    this.pane.onkeydown = (event) => this.pressed(event);
    this.pane.onclick = (event) => this.clicked(event);
    this.pane.onscrollend = () => { if (this.drawn) this.remember(); };
    this.find = new Find(this);
    this.number = make('input', { type: 'number', min: '1', step: '1', 'aria-label': 'Go to chunk' });
    this.number.onchange = () => this.goToNumber();
    keepKeys(this.number);
    this.total = make('span', { class: 'count' });
    this.marking = button('Mark boundaries by hand (m)', '✚', () => this.marker.toggle());
    this.how = make('span', { class: 'label how' }, 'Esc ends');
    this.said = make('span', { class: 'aside', role: 'status' });
    this.root.replaceChildren(make('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'Text tools' },
      this.find.element,
      make('div', { class: 'group' }, make('span', { class: 'label' }, 'Chunk'), this.number, this.total,
        button('Previous chunk', '↑', () => this.step(-1)), button('Next chunk', '↓', () => this.step(1))),
      make('div', { class: 'group' }, this.marking, this.how), this.said), this.pane);
  }

  showMarking(on) {
    this.marking.setAttribute('aria-pressed', on);
    this.how.classList.toggle('on', on);
  }

  // ---- new data ----

  refresh() {
    const { chunking, words, drawn } = this;
    this.root.style.height = heightFrom(this.data.height);
    if (words === undefined) return this.waiting();
    const other = drawn?.document !== chunking.document;
    if (other) this.restart();
    this.chosen = this.looked();
    const outcomes = outcomesOf(this.group);
    this.fragile = fragileCuts(this.group);
    if (drawn !== chunking) this.drawChunks(chunking, other);
    else if (outcomes !== this.outcomes) this.flow.dressAll();
    this.outcomes = outcomes;
    this.drawn = chunking;
    if (other) this.goBack();
    this.markWanted();
    this.marker.refresh();
    return announce(this.root, chunking.version);
  }

  // To where it was read last, unless something was chosen elsewhere since.
  goBack() {
    const { chosen, group, chunking } = this, read = group.read;
    if (read?.document === chunking.document && read.chosen === group.chosen) this.flow.restore(read.anchor);
    else if (chosen !== null) this.flow.reveal(chosen);
  }

  remember() {
    const { group, drawn } = this, anchor = this.flow.anchor();
    group.read = { document: drawn?.document, chosen: group.chosen, anchor };
  }

  waiting() {
    this.flow.clear();
    this.drawn = undefined;
    this.flow.list.append(make('div', { class: 'empty' }, 'Waiting for the text …'));
  }

  restart() {
    this.flow.clear();
    this.pane.scrollTop = 0;
    this.marked = undefined;
  }

  drawChunks(chunks, other) {
    this.columns = Math.max(20, Math.min(this.pane.clientWidth - 90, 800) / 7.4);
    this.digits = String(chunks.count).length;
    this.root.style.setProperty('--digits', this.digits);
    this.blocks = inBlocks(chunks, this.words);
    const { count, starts, ends, rest } = this.blocks;
    this.flow.show({
      count, starts, ends, weight: 1,
      key: (i) => i < rest
        ? `${starts[i]}:${ends[i]}:${chunks.overlaps[i]}:${chunks.tokens[i]}:${chunks.oversize.has(i)}:${chunks.unread.get(i)?.at}`
        : `rest:${starts[i]}:${ends[i]}`,
      at: (offset) => Math.max(0, countUpTo(starts, offset) - 1),
    });
    this.number.max = chunks.count;
    setText(this.total, `of ${whole.format(chunks.count)}`);
    this.showNumber();
    const before = this.find.resume();
    if (!this.find.searched) return;
    if (other) this.find.search(before !== undefined, before); // what was found lies in another text
    else this.find.show();
  }

  // ---- blocks (called by the flow) ----

  make(i) {
    const { overlaps } = this.chunking, { starts, ends, rest } = this.blocks;
    const words = make('div', { class: 'words' });
    if (i < rest && overlaps[i]) words.append(this.makeOverlap(i));
    const core = make('div', { class: 'core', dir: 'auto' });
    fillCore(core, shown(this.words.slice(starts[i], ends[i])), [], this.unreadOf(i));
    words.append(core);
    const block = make('div', { role: 'listitem' }, this.makeGutter(i), words,
      make('div', { class: 'cut' }, make('span', { class: 'glyph', 'aria-hidden': 'true' }, ' '), make('span', { class: 'why' }, ' '), make('span', { class: 'stay' }, '')),
      make('div', { class: 'lost', dir: 'auto' }));
    const lines = (ends[i] - starts[i] + (i < rest ? overlaps[i] : 0)) / this.columns + 1;
    block.__height = Math.round(lines * LINE + 40);
    const [gutter, , cut, lost] = block.children;
    const [glyph, why, stay] = cut.children;
    block.__parts = { core, cut, lost, number: gutter.children[1], glyph, why, stay, look: '' };
    return block;
  }

  makeGutter(i) {
    if (i >= this.blocks.rest) return make('div', { class: 'gutter' }, make('span', { class: 'aside' }, 'not read yet'), make('div', { class: 'number' }, ' '));
    const gutter = make('div', { class: 'gutter' }, make('span', { class: 'aside' }, 'chunk '), make('div', { class: 'number' }, ' '),
      make('div', { class: 'tokens', title: 'tokens' }, whole.format(this.chunking.tokens[i])));
    if (this.chunking.oversize.has(i)) gutter.append(make('div', { class: 'over' }, 'oversize'));
    return gutter;
  }

  makeOverlap(i) {
    const { starts, overlaps } = this.chunking;
    const repeated = make('div', { class: 'repeated', dir: 'auto' });
    repeated.textContent = shown(this.words.slice(starts[i] - overlaps[i], starts[i])).trimEnd();
    return make('div', { class: 'overlap' },
      make('div', { class: 'note' }, 'overlap, repeated from the chunk before'), repeated);
  }

  afterDraw() {
    this.markWanted(false);
    this.marker?.draw();
  }

  // What a tip on a boundary is about.
  get field() { return this.root; }
  get cuts() { return this.chunking.cuts; }
  get signal() { return PAGE.signals[this.chunking.signal]; }

  core(block) {
    return block.__parts.core;
  }

  // What changes in a block although its text does not: its number, its tint, the reason after it.
  // Runs for every chunk at every step of a slider, so it touches only what is different.
  dress(block, i) {
    const parts = block.__parts;
    const { rest } = this.blocks;
    const look = `chunk tint${Math.min(i, rest) % 2}${i === this.chosen ? ' chosen' : ''}`;
    if (parts.look !== look) {
      block.className = parts.look = look;
      if (i === this.chosen) block.setAttribute('aria-current', 'true');
      else block.removeAttribute('aria-current');
    }
    write(parts.number, i < rest ? String(i + 1) : ' ');
    this.dressCut(parts, i);
    const left = this.lostAfter(i);
    if (left || parts.lost.firstChild) setText(parts.lost, left);
  }

  dressCut(parts, i) {
    const { count, reasons, labels } = this.chunking;
    const last = i + 1 >= count;
    const reason = last ? '' : reasons[i];
    if (parts.reason !== reason) {
      parts.reason = reason;
      parts.cut.hidden = last;
      write(parts.glyph, last ? '' : glyphOf(reason));
      parts.glyph.style.color = last ? '' : `var(--ink-${reason})`;
    }
    write(parts.why, last ? '' : labels[i] || nameOf(reason));
    dressFragile(this, parts, i);
  }

  // Text that no chunk holds (chunks made elsewhere may leave some out) is shown, never dropped.
  lostAfter(i) {
    const { count, starts, ends } = this.blocks;
    const next = i + 1 < count ? starts[i + 1] : this.words.length;
    if (next <= ends[i]) return '';
    const between = this.words.slice(ends[i], next);
    return between.trim() ? `in no chunk: ${between.trim()}` : '';
  }

  // ---- selection ----

  choose(bring) {
    const before = this.chosen;
    this.chosen = this.looked();
    if (bring && this.chosen !== null) this.flow.reveal(this.chosen);
    for (const changed of new Set([before, this.chosen])) this.redress(changed);
    this.markWanted();
    this.showNumber();
  }

  redress(index) {
    const block = this.flow.block(index ?? -1);
    if (block) this.dress(block, index);
  }

  showNumber() {
    const { chosen } = this, { count } = this.chunking ?? {};
    this.number.value = chosen === null ? '' : chosen + 1;
    setText(this.said, chosen === null ? '' : `Chunk ${whole.format(chosen + 1)} of ${whole.format(count)}`);
  }

  // In the chosen chunk only: a book has thousands of gaps that were wanted but not cut.
  markWanted(still = true) {
    const block = this.flow.block(this.chosen ?? -1);
    const { starts, version } = this.chunking || {};
    const { wanted } = this.group;
    const known = block && wanted?.version === version && wanted.row === this.chosen;
    const inside = known ? wanted.gaps : [];
    const state = JSON.stringify([this.chosen, inside]);
    if (this.marked?.state === state && this.marked.block === block) return;
    const anchor = still ? this.flow.anchor() : null;
    if (this.marked?.count) this.fill(this.marked.block, []);
    if (block && inside.length) this.fill(block, inside.map(([at, label]) => [at - starts[this.chosen], label]));
    this.marked = { state, block, count: inside.length };
    this.flow.restore(anchor);
    if (this.find.searched) this.find.tint();
  }

  fill(block, gaps) {
    const core = this.core(block);
    block.__wanted = gaps;
    const signs = gaps.map(([gap, label]) => [gap, make('span', { class: 'wanted' }, `▽ ${label} `)]);
    let text = '';
    eachText(core, (node) => { text += node.data; });
    fillCore(core, text, this.marker.among(block, signs), this.unreadOf(block.__index));
  }

  // Where in its core the model stops reading chunk i; undefined where it reads all.
  unreadOf(i) {
    const { starts, unread } = this.chunking, beyond = unread.get(i);
    return beyond && { stop: Math.max(0, beyond.at - starts[i]), left: beyond.left };
  }

  clicked(event) {
    const block = event.target.closest('.marker') ? null : event.target.closest('.chunk');
    // Marking text to copy it is no choice of a chunk.
    if (!block || !(document.getSelection()?.isCollapsed ?? true) || this.marker.clicked(event)) return;
    this.select(Math.min(block.__index, this.chunking.count - 1));
  }

  pressed(event) {
    if (event.target !== this.pane || event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.marker.pressed(event)) return;
    if (event.key === 'ArrowDown' || event.key === 'j') this.step(1);
    else if (event.key === 'ArrowUp' || event.key === 'k') this.step(-1);
    else if (event.key === '/') this.find.input.focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  step(by) {
    if (this.chosen === null) return this.goTo(this.flow.topIndex());
    return this.goTo(this.chosen + by);
  }

  // A field that was emptied asks for nothing.
  goToNumber() {
    if (this.number.value === '') this.showNumber();
    else this.goTo(Number(this.number.value) - 1);
  }

  goTo(index) {
    if (!this.chunking?.count || !Number.isInteger(index)) return;
    const there = clamp(index, 0, this.chunking.count - 1);
    if (there !== this.chosen) this.select(there);
    this.choose(true);
  }

  topOffset() {
    return this.flow.anchor()?.offset ?? 0;
  }
}

// One character for one: a lone CR is a line break to readers, and is drawn as one.
const shown = (text) => (text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text);

const showText = (component) => showView(component, 'text', TextView);
