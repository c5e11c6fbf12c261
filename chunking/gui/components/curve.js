// The curve over the document, and what a pointer or a key does on it.

const DRAGGED = 5; // pixels from which a press is a choice of a range and no click

class CurveView extends GroupView {
  constructor(root) {
    super(root, 'curve');
    this.build();
    this.plot = new Plot(this.canvas);
    this.line = new ThresholdLine(this);
    this.listen();
    whenResized(this.field, () => this.redraw(), this.ending.signal);
  }

  build() {
    this.legend = make('div', { class: 'legend' });
    this.reset = button('Show the whole document', 'whole document', () => this.zoom(null));
    this.reset.className = 'reset';
    this.canvas = make('canvas', { tabindex: '0', role: 'application' });
    this.band = make('div', { class: 'band', hidden: '' });
    this.tip = new Tip(this);
    this.message = make('div', { class: 'message' });
    this.field = make('div', { class: 'field' }, this.canvas, this.band, this.tip.hair, this.message, this.tip.element);
    this.save = saveMenu(this, 'curve', (brush) => this.drawWith(brush), this.field);
    this.root.replaceChildren(make('div', { class: 'head' }, this.legend, make('div', { class: 'tools' }, this.reset, this.save)), this.field);
  }

  // ---- new data ----

  refresh() {
    const { chunking } = this;
    if (!chunking) return;
    const signal = this.signalOf(chunking), outcomes = outcomesOf(this.group);
    const overlays = overlaysOf(this.group);
    if (chunking === this.drawn && signal === this.signal && overlays === this.overlays && outcomes === this.outcomes) return;
    this.overlays = overlays;
    if (this.signal !== signal || chunking.version !== this.drawn?.version) this.tip.hide();
    const cutAnew = chunking !== this.drawn;
    this.drawn = chunking;
    this.signal = signal;
    this.outcomes = outcomes;
    this.cuts = chunking.cuts;
    if (cutAnew) this.line.answered(chunking);
    this.measure();
    this.fillLegend();
    setText(this.message, signal ? '' : chunking.message);
    this.tellReaders();
    announce(this.root, chunking.version);
  }

  // The axes for what is drawn, and all of it anew.
  measure() {
    const { signal, overlays, outcomes } = this;
    this.plot.set({ ...this.drawn, signal, overlays, outcomes, fragile: fragileCuts(this.group) }, this.line.value !== undefined);
    this.redraw();
  }

  // A signal that grows comes a moment after its cuts: until then the shorter one stands.
  signalOf(chunking) {
    if (chunking.signal === null) return undefined;
    return PAGE.signals[chunking.signal] ?? (this.drawn?.document === chunking.document ? this.signal : undefined);
  }

  choose() {
    this.redraw();
  }

  redraw() {
    const { clientWidth, clientHeight } = this.field;
    if (!this.plot.scene || !clientWidth || !clientHeight) return;
    this.plot.scene.selected = this.looked();
    this.plot.scene.threshold = this.line.value ?? this.drawn.threshold;
    this.plot.size(clientWidth, clientHeight);
    this.plot.draw(this.colours());
    const [from, to] = this.plot.range;
    this.reset.classList.toggle('away', from === 0 && to === this.drawn.length);
  }

  // The same figure on another ground: a file.
  drawWith(brush) {
    const own = this.plot.brush;
    this.plot.brush = brush;
    try {
      this.plot.draw(this.colours());
    } finally {
      this.plot.brush = own;
    }
  }

  colours() {
    const style = getComputedStyle(this.root);
    const value = (name) => style.getPropertyValue(name).trim();
    const inks = Object.fromEntries(Object.keys(MARKS).map((reason) => [reason, value(`--ink-${reason}`)]));
    return {
      inks, font: style.fontFamily, ground: style.backgroundColor, line: value('--line'), grid: value('--grid'),
      muted: value('--muted'), accent: value('--accent'), accentText: value('--accent-text'), chosen: value('--chosen'),
    };
  }

  counts() {
    const counts = new Map(this.plot.reasons.map((reason) => [reason, 0]));
    for (const reason of this.cuts.reasons) counts.set(reason, counts.get(reason) + 1);
    return counts;
  }

  fillLegend() {
    const entries = [...this.counts()].map(([reason, count]) => {
      const glyph = make('span', { class: 'glyph', 'aria-hidden': 'true' }, glyphOf(reason));
      glyph.style.color = `var(--ink-${reason})`;
      return make('span', { class: 'entry', title: meaningOf(reason) }, glyph,
        ` ${nameOf(reason)} `, make('span', { class: 'number' }, whole.format(count)));
    });
    const wanted = this.drawn.density.reduce((sum, count) => sum + count, 0);
    if (wanted) {
      const glyph = make('span', { class: 'glyph', 'aria-hidden': 'true' }, '▽');
      glyph.style.color = 'var(--ink-min_tokens)';
      entries.push(make('span', { class: 'entry', title: `${WORDS['wanted, not cut']}: the strip below` }, glyph,
        ' wanted, not cut ', make('span', { class: 'number' }, whole.format(wanted))));
    }
    // These come a moment later: behind the others, which stay where they are.
    const fragile = fragileCuts(this.group)?.reduce((sum, one) => sum + one, 0);
    if (fragile) {
      entries.push(make('span', { class: 'entry', title: `${WORDS.fragile}: pale marks on dashed stems` },
        make('span', { class: 'glyph', 'aria-hidden': 'true' }, '┆'), ' fragile ', make('span', { class: 'number' }, whole.format(fragile))));
    }
    entries.push(...plateauEntry({ outcomes: this.outcomes, threshold: this.drawn.threshold }));
    this.legend.replaceChildren(...overlayEntries(this.overlays), ...entries);
  }

  // Where the threshold can be moved, the whole is its slider; else what the keys do is its own.
  tellReaders() {
    const { canvas } = this, { threshold } = this.drawn, range = this.line.range ?? null;
    const summary = this.summary();
    if (canvas.getAttribute('aria-label') !== summary) canvas.setAttribute('aria-label', summary);
    tellSlider(canvas, range && [range[0], range[1], threshold, `threshold ${inFull(threshold)}, ${countOf(this.cuts.offsets.length, 'cut')}`]);
  }

  summary() {
    const reasons = [...this.counts()].map(([reason, count]) => `${whole.format(count)} ${nameOf(reason)}`);
    const { threshold } = this.drawn;
    const line = threshold === null || threshold === undefined ? '' : ` Threshold ${inFull(threshold)}.`;
    const what = this.signal ? `Similarity across ${countOf(this.signal.gaps.length, 'gap')}.` : 'No similarity curve.';
    return `${what}${line} ${countOf(this.cuts.offsets.length, 'cut')}${reasons.length ? `: ${reasons.join(', ')}` : ''}. `
      + `Left and right go from cut to cut, ${this.line.range ? 'up and down move the threshold, ' : ''}Escape shows the whole document.`;
  }

  // ---- pointer and keys ----

  listen() {
    const { canvas } = this;
    canvas.onpointerdown = (event) => this.press(event);
    canvas.onpointermove = (event) => this.move(event);
    canvas.onpointerup = (event) => this.release(event);
    canvas.onpointercancel = () => { this.start = undefined; this.line.drop(); this.band.hidden = true; };
    canvas.onpointerleave = () => this.tip.hide();
    canvas.ondblclick = () => this.zoom(null);
    canvas.onkeydown = (event) => this.pressed(event);
    canvas.onblur = () => this.tip.hide();
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  press(event) {
    if (event.button !== 0 || !this.drawn) return;
    this.start = event.offsetX;
    this.grip = this.line.isNear(event.offsetX, event.offsetY) ? event.offsetY : undefined;
    this.canvas.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (!this.drawn) return;
    const held = this.start !== undefined && this.grip !== undefined;
    this.canvas.classList.toggle('grip', held || this.line.isNear(event.offsetX, event.offsetY));
    if (this.start === undefined) { this.point(event.offsetX, event.offsetY); return; }
    if (held && this.line.pull(this.grip, event.offsetY)) { this.tip.hide(); return; }
    const from = clamp(Math.min(this.start, event.offsetX), LEFT, this.plot.right);
    const to = clamp(Math.max(this.start, event.offsetX), LEFT, this.plot.right);
    this.band.hidden = to - from < DRAGGED;
    this.band.style.left = `${from}px`;
    this.band.style.width = `${to - from}px`;
    this.tip.hide();
  }

  release(event) {
    if (this.start === undefined) return;
    const [from, to] = [Math.min(this.start, event.offsetX), Math.max(this.start, event.offsetX)];
    this.start = undefined;
    this.band.hidden = true;
    if (this.line.drop()) return;
    if (to - from >= DRAGGED) this.zoom([this.plot.offsetAt(from), this.plot.offsetAt(to)]);
    else this.pick(event.offsetX, event.offsetY);
  }

  // A mark chooses the chunk that starts at it, any other place the chunk that holds it.
  pick(x, y) {
    const cut = this.plot.cutAt(x, y);
    this.select(cut >= 0 ? cut + 1 : countUpTo(this.cuts.offsets, this.plot.offsetAt(x)));
  }

  zoom(range) {
    const { length } = this.drawn;
    let [from, to] = range || [0, length];
    const least = Math.min(length, 400); // characters: a few sentences
    if (to - from < least) [from, to] = [(from + to - least) / 2, (from + to + least) / 2];
    from = clamp(from, 0, length - least);
    this.plot.range = [from, clamp(to, from + least, length)];
    this.tip.hide();
    this.redraw();
  }

  wheel(event) {
    if (!event.ctrlKey || !this.drawn) return;
    event.preventDefault();
    this.zoomBy(event.deltaY < 0 ? 0.8 : 1.25, this.plot.offsetAt(event.offsetX));
  }

  zoomBy(factor, centre) {
    const [from, to] = this.plot.range;
    this.zoom([Math.max(0, centre - (centre - from) * factor), Math.min(this.drawn.length, centre + (to - centre) * factor)]);
  }

  pressed(event) {
    if (event.altKey || event.metaKey || event.ctrlKey || !this.drawn) return;
    const [from, to] = this.plot.range;
    if (event.key === 'Escape') this.zoom(null);
    else if (event.key === 'ArrowRight') this.step(1);
    else if (event.key === 'ArrowLeft') this.step(-1);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      if (!this.line.step(event.key === 'ArrowUp' ? 1 : -1)) return;
    } else if (event.key === '+') this.zoomBy(0.6, (from + to) / 2);
    else if (event.key === '-') this.zoomBy(1.6, (from + to) / 2);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // From cut to cut: cut i is where chunk i + 1 starts.
  step(by) {
    const { offsets } = this.cuts;
    if (!offsets.length) return;
    const index = clamp((this.looked() ?? 0) + by, 1, offsets.length);
    const offset = offsets[index - 1];
    const [from, to] = this.plot.range;
    if (offset < from || offset > to) this.zoom([offset - (to - from) / 2, offset + (to - from) / 2]);
    this.select(index);
    this.tip.show(this.plot.x(offset), this.plot.markY(index - 1), this.tip.describeCut(index - 1));
  }

  // ---- what stands under the pointer ----

  point(x, y) {
    if (x < LEFT - 6 || x > this.plot.right + 6) { this.tip.hide(); return; }
    if (this.plot.inStrip(y)) { this.tip.show(x, y, this.tip.describeBin(x)); return; }
    const cut = this.plot.cutAt(x, y);
    if (cut >= 0) { this.tip.show(this.plot.x(this.cuts.offsets[cut]), y, this.tip.describeCut(cut)); return; }
    if (!this.signal) { this.tip.hide(); return; }
    const { index } = this.plot.nearest(this.signal.gaps, x);
    if (index >= 0) this.tip.show(this.plot.x(this.signal.gaps[index]), y, this.tip.describeGap(index));
    else this.tip.hide();
  }
}

const showCurve = (component) => showView(component, 'curve', CurveView);
