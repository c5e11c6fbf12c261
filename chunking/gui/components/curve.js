// The curve over the document, and what a pointer or a key does on it.

const DRAGGED = 5; // pixels from which a press is a choice of a range and no click

class CurveView {
  constructor(root) {
    this.name = 'curve';
    this.root = root;
    this.ending = new AbortController();
    this.chosen = null;
    this.build();
    this.plot = new Plot(this.canvas);
    this.listen();
    const watch = new ResizeObserver(() => this.redraw());
    watch.observe(this.field);
    this.ending.signal.addEventListener('abort', () => watch.disconnect());
    onSelect(this, (index) => { this.chosen = index; this.redraw(); });
    window.addEventListener('chunkscope:stored', () => this.data && this.update(this.data), { signal: this.ending.signal });
  }

  build() {
    this.legend = make('div', { class: 'legend' });
    this.reset = button('Show the whole document', 'whole document', () => this.zoom(null));
    this.reset.className = 'reset';
    this.canvas = make('canvas', { tabindex: '0', role: 'img' });
    this.hair = make('div', { class: 'hair', hidden: '' });
    this.band = make('div', { class: 'band', hidden: '' });
    this.tip = make('div', { class: 'tip', role: 'status', hidden: '' });
    this.message = make('div', { class: 'message' });
    this.field = make('div', { class: 'field' }, this.canvas, this.band, this.hair, this.message, this.tip);
    this.root.replaceChildren(make('div', { class: 'head' }, this.legend, this.reset), this.field);
  }

  // ---- new data ----

  update(data) {
    const news = isNews(this, data);
    this.root.style.height = `${data.height}px`;
    if (news) this.chosen = data.selected;
    const signal = data.signal === null ? undefined : PAGE.signals[data.signal];
    if (this.data?.version !== data.version || this.signal !== signal) this.hideTip();
    this.data = data;
    this.signal = signal;
    this.cuts = unpackCuts(data.cuts);
    this.plot.set({ ...data, signal, cuts: this.cuts, density: data.density || [] });
    this.fillLegend();
    setText(this.message, signal ? '' : data.message);
    this.canvas.setAttribute('aria-label', this.summary());
    this.redraw();
    announce(this.root, data.version);
  }

  redraw() {
    const { clientWidth, clientHeight } = this.field;
    if (!this.data || !clientWidth || !clientHeight) return;
    this.plot.scene.selected = this.chosen;
    this.plot.size(clientWidth, clientHeight);
    this.plot.draw(this.colours());
    const [from, to] = this.plot.range;
    this.reset.classList.toggle('away', from === 0 && to === this.data.length);
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
    const counts = new Map();
    for (const reason of this.cuts.reasons) counts.set(reason, (counts.get(reason) || 0) + 1);
    return counts;
  }

  fillLegend() {
    const entries = [...this.counts()].map(([reason, count]) => {
      const glyph = make('span', { class: 'glyph', 'aria-hidden': 'true' }, glyphOf(reason));
      glyph.style.color = `var(--ink-${reason})`;
      return make('span', { class: 'entry', title: meaningOf(reason) }, glyph,
        ` ${reason.replaceAll('_', ' ')} `, make('span', { class: 'number' }, whole.format(count)));
    });
    const wanted = (this.data.density || []).reduce((sum, count) => sum + count, 0);
    if (wanted) {
      const glyph = make('span', { class: 'glyph', 'aria-hidden': 'true' }, '▽');
      glyph.style.color = 'var(--ink-min_tokens)';
      entries.push(make('span', { class: 'entry', title: 'gaps that were wanted but not cut: the strip below' }, glyph,
        ' wanted, not cut ', make('span', { class: 'number' }, whole.format(wanted))));
    }
    this.legend.replaceChildren(...entries);
  }

  summary() {
    const reasons = [...this.counts()].map(([reason, count]) => `${whole.format(count)} ${reason.replaceAll('_', ' ')}`);
    const { threshold } = this.data;
    const line = threshold === null || threshold === undefined ? '' : ` Threshold ${threshold.toFixed(2)}.`;
    const what = this.signal ? `Similarity across ${whole.format(this.signal.gaps.length)} gaps.` : 'No similarity curve.';
    return `${what}${line} ${whole.format(this.cuts.offsets.length)} cuts${reasons.length ? `: ${reasons.join(', ')}` : ''}. `
      + 'Left and right go from cut to cut, Escape shows the whole document.';
  }

  // ---- pointer and keys ----

  listen() {
    const { canvas } = this;
    canvas.onpointerdown = (event) => this.press(event);
    canvas.onpointermove = (event) => this.move(event);
    canvas.onpointerup = (event) => this.release(event);
    canvas.onpointercancel = () => { this.start = undefined; this.band.hidden = true; };
    canvas.onpointerleave = () => this.hideTip();
    canvas.ondblclick = () => this.zoom(null);
    canvas.onkeydown = (event) => this.pressed(event);
    canvas.onblur = () => this.hideTip();
    canvas.addEventListener('wheel', (event) => this.wheel(event), { passive: false });
  }

  press(event) {
    if (event.button !== 0 || !this.data) return;
    this.start = event.offsetX;
    this.canvas.setPointerCapture(event.pointerId);
  }

  move(event) {
    if (!this.data) return;
    if (this.start === undefined) { this.point(event.offsetX, event.offsetY); return; }
    const from = clamp(Math.min(this.start, event.offsetX), LEFT, this.plot.right);
    const to = clamp(Math.max(this.start, event.offsetX), LEFT, this.plot.right);
    this.band.hidden = to - from < DRAGGED;
    this.band.style.left = `${from}px`;
    this.band.style.width = `${to - from}px`;
    this.hideTip();
  }

  release(event) {
    if (this.start === undefined) return;
    const [from, to] = [Math.min(this.start, event.offsetX), Math.max(this.start, event.offsetX)];
    this.start = undefined;
    this.band.hidden = true;
    if (to - from >= DRAGGED) this.zoom([this.plot.offsetAt(from), this.plot.offsetAt(to)]);
    else this.pick(event.offsetX, event.offsetY);
  }

  // A mark chooses the chunk that starts at it, any other place the chunk that holds it.
  pick(x, y) {
    const cut = this.plot.cutAt(x, y);
    select(this, cut >= 0 ? cut + 1 : countUpTo(this.cuts.offsets, this.plot.offsetAt(x)));
  }

  zoom(range) {
    const all = [0, this.data.length];
    let [from, to] = range || all;
    const least = Math.min(this.data.length, 400); // characters: a few sentences
    if (to - from < least) [from, to] = [(from + to - least) / 2, (from + to + least) / 2];
    from = clamp(from, 0, this.data.length - least);
    this.plot.range = [from, clamp(to, from + least, this.data.length)];
    this.hideTip();
    this.redraw();
  }

  wheel(event) {
    if (!event.ctrlKey || !this.data) return;
    event.preventDefault();
    this.zoomBy(event.deltaY < 0 ? 0.8 : 1.25, this.plot.offsetAt(event.offsetX));
  }

  zoomBy(factor, centre) {
    const [from, to] = this.plot.range;
    this.zoom([Math.max(0, centre - (centre - from) * factor), Math.min(this.data.length, centre + (to - centre) * factor)]);
  }

  pressed(event) {
    if (event.altKey || event.metaKey || event.ctrlKey || !this.data) return;
    const [from, to] = this.plot.range;
    if (event.key === 'Escape') this.zoom(null);
    else if (event.key === 'ArrowRight') this.step(1);
    else if (event.key === 'ArrowLeft') this.step(-1);
    else if (event.key === '+') this.zoomBy(0.6, (from + to) / 2);
    else if (event.key === '-') this.zoomBy(1.6, (from + to) / 2);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  // From cut to cut: cut i is where chunk i + 1 starts.
  step(by) {
    const { offsets } = this.cuts;
    if (!offsets.length) return;
    const index = clamp((this.chosen ?? 0) + by, 1, offsets.length);
    const offset = offsets[index - 1];
    const [from, to] = this.plot.range;
    if (offset < from || offset > to) this.zoom([offset - (to - from) / 2, offset + (to - from) / 2]);
    select(this, index);
    this.showTip(this.plot.x(offset), this.plot.markY(index - 1), this.describeCut(index - 1));
  }

  // ---- what stands under the pointer ----

  point(x, y) {
    if (x < LEFT - 6 || x > this.plot.right + 6) { this.hideTip(); return; }
    if (this.plot.inStrip(y)) { this.showTip(x, y, this.describeBin(x)); return; }
    const cut = this.plot.cutAt(x, y);
    if (cut >= 0) { this.showTip(this.plot.x(this.cuts.offsets[cut]), y, this.describeCut(cut)); return; }
    if (!this.signal) { this.hideTip(); return; }
    const { index } = this.plot.nearest(this.signal.gaps, x);
    if (index >= 0) this.showTip(this.plot.x(this.signal.gaps[index]), y, this.describeGap(index));
    else this.hideTip();
  }

  describeBin(x) {
    const { density, length } = this.data;
    const bin = clamp(Math.floor((this.plot.offsetAt(x) / length) * density.length), 0, density.length - 1);
    const each = length / density.length;
    const gaps = density[bin] === 1 ? '1 gap' : `${whole.format(density[bin])} gaps`;
    return [make('div', {}, `▽ ${gaps} wanted but not cut, ${inThousands(bin * each)} to ${inThousands((bin + 1) * each)} characters`)];
  }

  describeCut(cut) {
    const offset = this.cuts.offsets[cut];
    const gap = this.signal ? countUpTo(this.signal.gaps, offset) - 1 : -1;
    if (gap >= 0 && this.signal.gaps[gap] === offset) return this.describeGap(gap);
    return [this.reasonLine(cut), ...this.sentences(offset, offset)];
  }

  describeGap(gap) {
    const { gaps, scores, ends } = this.signal;
    const cut = countUpTo(this.cuts.offsets, gaps[gap]) - 1;
    const lines = [make('div', { class: 'figures' }, this.figures(gap, scores[gap]))];
    if (cut >= 0 && this.cuts.offsets[cut] === gaps[gap]) lines.unshift(this.reasonLine(cut));
    return [...lines, ...this.sentences(ends[gap], gaps[gap], gap)];
  }

  figures(gap, score) {
    const { threshold } = this.data;
    const where = `gap ${whole.format(gap + 1)} of ${whole.format(this.signal.gaps.length)}`;
    if (Number.isNaN(score)) return `${where} · no similarity`;
    const value = `similarity ${score.toFixed(3)}`;
    if (threshold === null || threshold === undefined) return `${where} · ${value}`;
    const margin = Math.abs(score - threshold).toFixed(3);
    return `${where} · ${value} · ${margin} ${score < threshold ? 'below' : 'above'} the threshold ${threshold.toFixed(2)}`;
  }

  reasonLine(cut) {
    const reason = this.cuts.reasons[cut];
    const glyph = make('span', { class: 'glyph' }, glyphOf(reason));
    glyph.style.color = `var(--ink-${reason})`;
    const label = this.cuts.labels[cut];
    return make('div', { class: 'reason' }, glyph, ` chunk ${whole.format(cut + 2)} starts here: ${meaningOf(reason)}${label ? ` (${label})` : ''}`);
  }

  sentences(end, start, gap) {
    const text = PAGE.documents[this.data.document];
    if (text === undefined) return [];
    const from = gap === undefined ? Math.max(0, end - 160) : gap ? this.signal.gaps[gap - 1] : 0;
    const to = gap === undefined ? start + 160 : this.signal.ends[gap + 1] ?? this.data.length;
    const line = (words) => make('div', { class: 'sentence', dir: 'auto' }, words);
    return [line(shortened(text.slice(from, end), true)), line(shortened(text.slice(start, to), false))];
  }

  showTip(x, y, lines) {
    const { tip, hair, field } = this;
    tip.replaceChildren(...lines);
    tip.hidden = hair.hidden = false;
    hair.style.transform = `translateX(${x}px)`;
    const left = x + 14 + tip.offsetWidth > field.clientWidth ? x - 14 - tip.offsetWidth : x + 14;
    tip.style.left = `${clamp(left, 0, Math.max(0, field.clientWidth - tip.offsetWidth))}px`;
    tip.style.top = `${y + 12}px`;
  }

  hideTip() {
    this.tip.hidden = this.hair.hidden = true;
  }
}

// A sentence in at most 140 characters: of the one before a gap its end counts, of the one after
// it its beginning. By grapheme, since half an emoji is none.
function shortened(text, keepEnd) {
  const line = text.slice(keepEnd ? -600 : 0, keepEnd ? undefined : 600).replace(/\s+/g, ' ').trim();
  const letters = Array.from(new Intl.Segmenter().segment(line), (part) => part.segment);
  if (letters.length <= 140 && text.length <= 600) return line;
  return keepEnd ? `… ${letters.slice(-140).join('')}` : `${letters.slice(0, 140).join('')} …`;
}

const showCurve = (component) => showView(component, 'curve', CurveView);
