// Ways to cut one text side by side, and the way from difference to difference.

class CompareView {
  constructor(root) {
    this.name = 'compare';
    this.root = root;
    this.ending = new AbortController();
    this.build();
    this.flow = new Flow(this.pane, this);
    this.pane.prepend(this.head);
    this.pane.addEventListener('scroll', () => this.strip.showPlace(), { passive: true });
    this.strip = new Strip(this.side, this, this.ending.signal);
    this.root.querySelector('.toolbar').append(saveMenu(this, 'differences', (brush) => this.rows && this.strip.paint(brush), this.strip.canvas));
    window.addEventListener('chunkscope:stored', () => this.data && this.update(this.data), { signal: this.ending.signal });
  }

  build() {
    this.count = make('span', { class: 'count total' });
    this.said = make('span', { class: 'aside', role: 'status' });
    this.where = make('span', { class: 'count' });
    this.back = button('Previous difference (p)', '↑ previous', () => this.step(-1));
    this.next = button('Next difference (n)', '↓ next', () => this.step(1));
    this.head = make('div', { class: 'lanes', role: 'row' });
    this.pane = make('div', { class: 'pane', tabindex: '0', role: 'table', 'aria-label': 'The text, one column a strategy' });
    this.kinds = make('span', { class: 'count kinds' });
    this.bill = make('span', { class: 'count' });
    this.side = make('div', { class: 'side' });
    window.addEventListener('keydown', (event) => this.pressed(event), { signal: this.ending.signal });
    this.root.replaceChildren(
      make('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'Differences' },
        make('div', { class: 'group' }, this.count), make('div', { class: 'group' }, this.back, this.next, this.where),
        make('div', { class: 'group' }, this.kinds), make('div', { class: 'group' }, this.bill), this.said),
      make('div', { class: 'body' }, this.pane, this.side));
  }

  // ---- new data ----

  update(data) {
    const before = this.drawn;
    const text = PAGE.documents[data.document];
    this.data = data;
    setAddress(data.address);
    showSteps('compare', data.steps);
    this.root.style.height = `max(${data.height}px, 100vh - 540px)`;
    if (text === undefined) { this.waiting(); return; }
    if (!before || before.document !== data.document || before.lanes.length !== data.lanes.length) this.restart(text);
    if (this.drawn !== data) this.drawLanes(data);
    this.drawn = data;
    this.strip.draw();
    announce(this.root, data.version);
  }

  waiting() {
    this.flow.clear();
    this.drawn = undefined;
    this.flow.list.append(make('div', { class: 'empty' }, 'Waiting for the text …'));
  }

  restart(text) {
    this.text = text;
    this.flow.clear();
    this.pane.scrollTop = 0;
    this.current = -1;
  }

  drawLanes(data) {
    const place = this.current >= 0 ? this.rows.starts[this.way.stops[this.current][0]] : -1;
    this.lanes = data.lanes.map(unpackChunks);
    this.rows = alignLanes(this.text, this.lanes);
    this.way = data.changes ? changeStops(this.rows, data.changes) : allStops(this.rows);
    this.root.style.setProperty('--lanes', this.lanes.length);
    this.root.style.setProperty('--digits', Math.max(2, ...this.lanes.map((lane) => String(lane.count).length)));
    this.current = this.way.stops.findIndex(([row]) => this.rows.starts[row] === place);
    this.fillHead(data);
    const { starts, ends } = this.rows;
    this.columns = Math.max(12, (this.pane.clientWidth / this.lanes.length - 60) / 7);
    this.flow.show({
      count: starts.length, starts, ends, weight: this.lanes.length,
      key: (row) => `${starts[row]}:${ends[row]}`,
      at: (offset) => Math.max(0, countUpTo(starts, offset) - 1),
    });
    this.showCounts();
  }

  fillHead(data) {
    this.head.replaceChildren(...data.lanes.map((lane, column) => {
      const { count } = this.lanes[column];
      return make('div', { class: 'lane', role: 'columnheader' }, make('span', { class: 'title', title: lane.title }, lane.title),
        make('span', { class: 'chunks' }, countOf(count, 'chunk')));
    }));
  }

  showCounts() {
    const { inner, edges } = this.rows, { stops, pair } = this.way, { changes } = this.data;
    const looked = pair.length ? inner.filter((row) => pair.some((column) => edges[row].chunks[column] > 0)) : inner;
    setText(this.count, looked.length ? countOf(stops.length, 'difference') : 'No boundaries');
    // Its room is kept, that nothing beside it moves when it is said.
    this.where.style.minWidth = `${stops.length ? 2 * whole.format(stops.length).length + 4 : 0}ch`;
    setText(this.where, this.current < 0 ? '' : `${whole.format(this.current + 1)} of ${whole.format(stops.length)}`);
    setText(this.said, this.current < 0 ? this.count.textContent : `Difference ${this.where.textContent}`);
    this.back.disabled = this.next.disabled = !stops.length;
    this.kinds.replaceChildren(...(changes ? changeCounts(changes) : [changeCount('kept', ` ${countOf(inner.length - stops.length, 'boundary', 'boundaries')} in all lanes`)]));
    setText(this.bill, changes?.said || '');
  }

  redraw() {
    this.strip.draw();
  }

  // ---- rows (called by the flow) ----

  header() {
    return this.head.offsetHeight;
  }

  core(row) {
    return row.querySelector('.core');
  }

  make(i) {
    const words = shown(this.text.slice(this.rows.starts[i], this.rows.ends[i]));
    const row = make('div', { class: 'row', role: 'row' });
    for (let column = 0; column < this.lanes.length; column++) {
      const core = make('div', { class: 'core', dir: 'auto' });
      core.textContent = words;
      row.append(
        make('div', { class: 'cut' }, make('span', { class: 'glyph', 'aria-hidden': 'true' }), make('span', { class: 'why' }),
          make('span', { class: 'change' })),
        make('div'),
        make('div', { class: 'cell', role: 'cell' }, make('div', { class: 'number' }), core));
    }
    row.__height = Math.round((words.length / this.columns + 1) * 21 + 34);
    return row;
  }

  dress(row, i) {
    markCurrent(row, this.stop().includes(i));
    const edge = this.rows.edges[i];
    // The first row, where every lane starts, needs no room for reasons.
    row.classList.toggle('first', edge.chunks.every((chunk) => chunk <= 0));
    this.lanes.forEach((lane, column) => {
      const [cut, repeats, cell] = [0, 1, 2].map((part) => row.children[3 * column + part]);
      this.dressCell(cell, lane, this.rows.holders[i][column], edge.chunks[column], column,
        this.way.between.has(i) && this.way.pair.includes(column));
      repeats.className = cell.className.replace('cell', 'repeats');
      this.dressOverlap(repeats, lane, edge.chunks[column]);
      this.dressCut(cut, lane, edge.chunks[column], this.rows.holders[i][column], column);
      this.dressChange(cut, this.way.marks.get(i)?.[column]);
    });
  }

  // The rows of the difference that the reader is at.
  stop() {
    return this.way.stops[this.current] || [];
  }

  dressChange(cut, mark) {
    const badge = cut.lastChild;
    const look = mark ? `change ${mark.kind}` : 'change';
    if (badge.className !== look) badge.className = look;
    setText(badge, mark ? `${CHANGES[mark.kind].glyph} ${mark.says}` : '');
  }

  dressCell(cell, lane, chunk, starting, column, handed) {
    const look = `cell ${chunk < 0 ? 'outside' : `tint${chunk % 2}`} lane${column}${handed ? ' handed' : ''}`;
    if (cell.className !== look) cell.className = look;
    setText(cell.firstChild, starting >= 0 ? whole.format(starting + 1) : '');
  }

  // What a chunk repeats of the one before it, folded; in a row of its own, so that the same text
  // stands side by side.
  dressOverlap(repeats, lane, starting) {
    const size = starting >= 0 ? lane.overlaps[starting] : 0, there = repeats.firstChild;
    const key = size ? `${lane.starts[starting]}:${size}` : '';
    if ((there?.dataset.key || '') === key) return;
    there?.remove();
    if (!size) return;
    const start = lane.starts[starting];
    const repeated = make('div', { class: 'repeated', dir: 'auto' }, shown(this.text.slice(start - size, start)).trimEnd());
    repeats.append(make('details', { class: 'overlap', 'data-key': key },
      make('summary', {}, `repeats ${countOf(size, 'character')} of the chunk before`), repeated));
  }

  dressCut(cut, lane, starting, chunk, column) {
    const isCut = starting > 0;
    const look = `cut ${isCut ? 'made' : `none ${chunk < 0 ? 'outside' : `tint${chunk % 2}`}`} lane${column}`;
    if (cut.className !== look) cut.className = look;
    const reason = isCut ? lane.reasons[starting - 1] : '';
    cut.title = isCut ? meaningOf(reason) : '';
    setText(cut.firstChild, isCut ? glyphOf(reason) : '');
    cut.firstChild.style.color = isCut ? `var(--ink-${reason})` : '';
    setText(cut.children[1], isCut ? lane.labels[starting - 1] || nameOf(reason) : 'no cut here');
  }

  // ---- from difference to difference ----

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || typesInto(event.composedPath()[0])) return;
    if (event.key === 'n') this.step(1);
    else if (event.key === 'p') this.step(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  step(by) {
    const { stops } = this.way || { stops: [] };
    if (!stops.length) return;
    if (this.current < 0) this.go(this.firstSeen(by));
    else this.go((this.current + by + stops.length) % stops.length);
  }

  // The way starts where the reader is, not at the top of the document.
  firstSeen(by) {
    const { stops } = this.way;
    const top = this.flow.topIndex();
    const after = stops.findIndex(([row]) => row >= top);
    if (by > 0) return after < 0 ? 0 : after;
    return (after <= 0 ? stops.length : after) - 1;
  }

  go(difference) {
    for (const row of this.stop()) markCurrent(this.flow.block(row), false);
    this.current = difference;
    this.toMiddle(this.stop()[0]);
    for (const row of this.stop()) markCurrent(this.flow.block(row), true);
    this.showCounts();
    this.strip.draw();
  }

  // With some text before it: a boundary is judged by both its sides.
  toMiddle(row) {
    if (!this.flow.block(row)) this.flow.draw(row);
    const go = () => {
      const y = (this.flow.block(row)?.getBoundingClientRect().top ?? this.flow.top()) - this.flow.top(), room = this.flow.room();
      if (y < room * 0.15 || y > room * 0.6) this.pane.scrollTop += y - room * 0.35;
      const shown = this.flow.block(row)?.getBoundingClientRect().top ?? 0;
      if (shown > window.innerHeight - 90) this.pane.scrollIntoView({ block: 'nearest' });
    };
    this.flow.settle(go);
  }
}

function markCurrent(row, current) {
  row?.classList.toggle('current', current);
  if (current) row?.setAttribute('aria-current', 'true');
  else row?.removeAttribute('aria-current');
}

const showCompare = (component) => showView(component, 'compare', CompareView);
