// Two to four strategies side by side on the same text, and the way from difference to difference.

class CompareView {
  constructor(root) {
    this.name = 'compare';
    this.root = root;
    this.ending = new AbortController();
    this.build();
    this.flow = new Flow(this.pane, this);
    this.pane.prepend(this.head);
    this.pane.addEventListener('scroll', () => this.showPlace(), { passive: true });
    const watch = new ResizeObserver(() => this.drawStrip());
    watch.observe(this.strip);
    this.ending.signal.addEventListener('abort', () => watch.disconnect());
    window.addEventListener('chunkscope:stored', () => this.data && this.update(this.data), { signal: this.ending.signal });
  }

  build() {
    this.count = make('span', { class: 'count total', role: 'status' });
    this.where = make('span', { class: 'count' });
    this.back = button('Previous difference (p)', '↑ previous', () => this.step(-1));
    this.next = button('Next difference (n)', '↓ next', () => this.step(1));
    this.head = make('div', { class: 'lanes', role: 'row' });
    this.pane = make('div', { class: 'pane', tabindex: '0', role: 'table', 'aria-label': 'The text, one column a strategy' });
    this.strip = make('canvas', { class: 'strip', title: 'Where the boundaries agree (short, grey) and differ (longer, orange, the more the longer)' });
    this.seen = make('div', { class: 'seen' });
    this.strip.onclick = (event) => this.jump(event.offsetY / this.strip.clientHeight);
    this.root.onkeydown = (event) => this.pressed(event);
    this.root.replaceChildren(
      make('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'Differences' },
        make('div', { class: 'group' }, this.count), make('div', { class: 'group' }, this.back, this.next, this.where)),
      make('div', { class: 'body' }, this.pane, make('div', { class: 'side' }, this.strip, this.seen)));
  }

  // ---- new data ----

  update(data) {
    const before = this.drawn;
    const text = PAGE.documents[data.document];
    this.data = data;
    this.root.style.height = `max(${data.height}px, 100vh - 540px)`;
    if (text === undefined) { this.waiting(); return; }
    if (!before || before.document !== data.document || before.lanes.length !== data.lanes.length) this.restart(text);
    if (this.drawn !== data) this.drawLanes(data);
    this.drawn = data;
    this.drawStrip();
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
    const place = this.current >= 0 ? this.rows.starts[this.rows.differences[this.current]] : -1;
    this.lanes = data.lanes.map(unpackChunks);
    this.rows = alignLanes(this.text, this.lanes);
    this.root.style.setProperty('--lanes', this.lanes.length);
    this.root.style.setProperty('--digits', Math.max(2, ...this.lanes.map((lane) => String(lane.count).length)));
    this.current = this.rows.differences.findIndex((row) => this.rows.starts[row] === place);
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
        make('span', { class: 'chunks' }, count === 1 ? '1 chunk' : `${whole.format(count)} chunks`));
    }));
  }

  showCounts() {
    const { differences, inner } = this.rows;
    const number = differences.length === 1 ? '1 difference' : `${whole.format(differences.length)} differences`;
    setText(this.count, inner.length ? `${number} at ${whole.format(inner.length)} boundaries` : 'No boundaries');
    setText(this.where, this.current < 0 ? '' : `${whole.format(this.current + 1)} of ${whole.format(differences.length)}`);
    this.back.disabled = this.next.disabled = !differences.length;
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
        make('div', { class: 'cut' }, make('span', { class: 'glyph', 'aria-hidden': 'true' }), make('span', { class: 'why' })),
        make('div', { class: 'cell', role: 'cell' }, make('div', { class: 'number' }), core));
    }
    row.__height = Math.round((words.length / this.columns + 1) * 21 + 34);
    return row;
  }

  dress(row, i) {
    row.classList.toggle('current', i === this.rows.differences[this.current]);
    const edge = this.rows.edges[i];
    // The first row, where every lane starts, needs no room for reasons.
    row.classList.toggle('first', edge.chunks.every((chunk) => chunk <= 0));
    this.lanes.forEach((lane, column) => {
      const cut = row.children[2 * column], cell = row.children[2 * column + 1];
      this.dressCell(cell, lane, this.rows.holders[i][column], edge.chunks[column], column);
      this.dressCut(cut, lane, edge.chunks[column], this.rows.holders[i][column], column);
    });
  }

  dressCell(cell, lane, chunk, starting, column) {
    const look = `cell ${chunk < 0 ? 'outside' : `tint${chunk % 2}`} lane${column}`;
    if (cell.className !== look) cell.className = look;
    setText(cell.firstChild, starting >= 0 ? whole.format(starting + 1) : '');
  }

  dressCut(cut, lane, starting, chunk, column) {
    const isCut = starting > 0;
    const look = `cut ${isCut ? 'made' : `none ${chunk < 0 ? 'outside' : `tint${chunk % 2}`}`} lane${column}`;
    if (cut.className !== look) cut.className = look;
    const reason = isCut ? lane.reasons[starting - 1] : '';
    cut.title = isCut ? meaningOf(reason) : '';
    setText(cut.firstChild, isCut ? glyphOf(reason) : '');
    cut.firstChild.style.color = isCut ? `var(--ink-${reason})` : '';
    setText(cut.lastChild, isCut ? lane.labels[starting - 1] || reason.replaceAll('_', ' ') : 'no cut here');
  }

  // ---- from difference to difference ----

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'n') this.step(1);
    else if (event.key === 'p') this.step(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  step(by) {
    const { differences } = this.rows || { differences: [] };
    if (!differences.length) return;
    if (this.current < 0) this.go(this.firstSeen(by));
    else this.go((this.current + by + differences.length) % differences.length);
  }

  // The way starts where the reader is, not at the top of the document.
  firstSeen(by) {
    const { differences } = this.rows;
    const top = this.flow.topIndex();
    const after = differences.findIndex((row) => row >= top);
    if (by > 0) return after < 0 ? 0 : after;
    return (after <= 0 ? differences.length : after) - 1;
  }

  go(difference) {
    this.flow.block(this.rows.differences[this.current] ?? -1)?.classList.remove('current');
    this.current = difference;
    const row = this.rows.differences[difference];
    this.toMiddle(row);
    this.flow.block(row)?.classList.add('current');
    this.showCounts();
    this.drawStrip();
  }

  // With some text before it: a boundary is judged by both its sides.
  toMiddle(row) {
    if (!this.flow.block(row)) this.flow.draw(row);
    const go = () => {
      const y = (this.flow.block(row)?.getBoundingClientRect().top ?? this.flow.top()) - this.flow.top(), room = this.flow.room();
      if (y < room * 0.15 || y > room * 0.6) this.pane.scrollTop += y - room * 0.35;
    };
    this.flow.settle(go);
  }

  // ---- the strip on the side ----

  drawStrip() {
    if (!this.rows || !this.strip.clientHeight) return;
    const dense = window.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.strip;
    this.strip.width = width * dense;
    this.strip.height = height * dense;
    const brush = this.strip.getContext('2d');
    brush.scale(dense, dense);
    const style = getComputedStyle(this.root);
    const colour = (name) => style.getPropertyValue(name);
    this.shares(Math.floor(height / 2)).forEach((share, bin) => {
      if (share === undefined) return;
      const long = width * (share ? 0.5 + 0.5 * share : 0.35);
      brush.fillStyle = colour(share ? '--ink-max_tokens' : '--muted');
      brush.fillRect(width - long, bin * 2, long, share ? 2 : 1);
    });
    if (this.current >= 0) {
      brush.fillStyle = colour('--words');
      brush.fillRect(0, this.strip.clientHeight * this.share(this.rows.differences[this.current]) - 1, width, 3);
    }
    this.showPlace();
  }

  // Over equal bins of the document: the share of boundaries that differ, undefined without any.
  shares(bins) {
    const differ = new Set(this.rows.differences), counts = [];
    for (const row of this.rows.inner) {
      const bin = Math.min(bins - 1, Math.floor(this.share(row) * bins));
      counts[bin] ||= [0, 0];
      counts[bin][differ.has(row) ? 1 : 0]++;
    }
    return Array.from(counts, (count) => count && count[1] / (count[0] + count[1]));
  }

  share(row) {
    return this.rows.starts[row] / this.text.length;
  }

  showPlace() {
    if (!this.rows?.starts.length || !this.text.length) return;
    const from = this.share(this.flow.indexAt(this.flow.top()));
    const to = this.share(this.flow.indexAt(this.pane.getBoundingClientRect().bottom));
    this.seen.style.top = `${from * 100}%`;
    this.seen.style.height = `max(6px, ${Math.max(0, to - from) * 100}%)`;
  }

  jump(share) {
    if (!this.rows?.inner.length) return;
    const offset = share * this.text.length;
    const nearest = this.rows.inner.reduce((best, row) => (
      Math.abs(this.rows.starts[row] - offset) < Math.abs(this.rows.starts[best] - offset) ? row : best));
    const difference = this.rows.differences.indexOf(nearest);
    if (difference >= 0) this.go(difference);
    else this.toMiddle(nearest);
  }
}

const showCompare = (component) => showView(component, 'compare', CompareView);
