// The whole document as a strip beside the comparison: where the boundaries agree and differ.

class Strip {
  constructor(side, view, signal) {
    this.view = view;
    this.canvas = make('canvas', { class: 'strip' });
    this.seen = make('div', { class: 'seen' });
    side.replaceChildren(this.canvas, this.seen);
    this.canvas.onclick = (event) => this.jump(event.offsetY / this.canvas.clientHeight);
    whenResized(this.canvas, () => this.draw(), signal);
  }

  draw() {
    const { rows } = this.view;
    if (!rows || !this.canvas.clientHeight) return;
    const dense = window.devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.canvas.width = width * dense;
    this.canvas.height = height * dense;
    const brush = this.canvas.getContext('2d');
    brush.scale(dense, dense);
    this.paint(brush);
    this.showPlace();
  }

  paint(brush) {
    const { way } = this.view, { clientWidth: width, clientHeight: height } = this.canvas;
    const style = getComputedStyle(this.view.root);
    const colour = (name) => style.getPropertyValue(name);
    if (way.pair.length) this.drawChanges(brush, colour);
    else this.drawShares(brush, colour);
    for (const row of this.view.stop()) {
      brush.fillStyle = colour('--words');
      brush.fillRect(0, height * this.share(row) - 1, width, 3);
    }
  }

  // Kept: a short line in the middle. Removed to the left, added to the right, moved all across.
  drawChanges(brush, colour) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const { rows, way } = this.view;
    this.canvas.title = 'Boundaries: kept (short, in the middle), removed (left), added (right), moved (all across)';
    const line = (row, kind, from, to) => {
      brush.fillStyle = colour(`--ink-${CHANGES[kind].ink}`);
      brush.fillRect(width * from, Math.floor(height * this.share(row)), width * (to - from), kind === 'kept' ? 1 : 2);
    };
    const spans = { removed: [0, 0.45], added: [0.55, 1], moved: [0, 1] };
    for (const row of rows.inner) {
      const isCut = way.pair.some((column) => rows.edges[row].chunks[column] > 0);
      if (isCut && !way.marks.has(row)) line(row, 'kept', 0.36, 0.64);
    }
    for (const [row, lanes] of way.marks) {
      for (const { kind } of Object.values(lanes)) line(row, kind, ...spans[kind]);
    }
  }

  // Of several lanes: short and grey where all agree, else the longer the more of them differ.
  drawShares(brush, colour) {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    this.canvas.title = 'Where the boundaries agree (short, grey) and differ (longer, orange, the more the longer)';
    this.shares(Math.floor(height / 2)).forEach((share, bin) => {
      if (share === undefined) return;
      const long = width * (share ? 0.5 + 0.5 * share : 0.35);
      brush.fillStyle = colour(share ? '--ink-max_tokens' : '--muted');
      brush.fillRect(width - long, bin * 2, long, share ? 2 : 1);
    });
  }

  // Over equal bins of the document: the share of boundaries that differ, undefined without any.
  shares(bins) {
    const { rows } = this.view;
    const differ = new Set(rows.differences), counts = [];
    for (const row of rows.inner) {
      const bin = Math.min(bins - 1, Math.floor(this.share(row) * bins));
      counts[bin] ||= [0, 0];
      counts[bin][differ.has(row) ? 1 : 0]++;
    }
    return Array.from(counts, (count) => count && count[1] / (count[0] + count[1]));
  }

  share(row) {
    return this.view.rows.starts[row] / this.view.text.length;
  }

  showPlace() {
    const { rows, text, flow, pane } = this.view;
    if (!rows?.starts.length || !text.length) return;
    const from = this.share(flow.indexAt(flow.top()));
    const to = this.share(flow.indexAt(pane.getBoundingClientRect().bottom));
    this.seen.style.top = `${from * 100}%`;
    this.seen.style.height = `max(6px, ${Math.max(0, to - from) * 100}%)`;
  }

  jump(share) {
    const { rows, way, text } = this.view;
    if (!rows?.inner.length) return;
    const offset = share * text.length;
    const nearest = rows.inner.reduce((best, row) => (
      Math.abs(rows.starts[row] - offset) < Math.abs(rows.starts[best] - offset) ? row : best));
    const difference = way.stops.findIndex((stop) => stop.includes(nearest));
    if (difference >= 0) this.view.go(difference);
    else this.view.toMiddle(nearest);
  }
}
