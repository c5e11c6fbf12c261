// The drawing of the curve: similarity over the document, the threshold, and what lies on them. Draws,
// and answers what is where.

const LEFT = 46, RIGHT = 46, TOP = 8; // room for the labels of the axes and of the threshold
const AXIS = 17, STRIP = 8, GAP = 4;
const RUG = 18; // the lane below the curve: marks without a similarity, or the rug

class Plot {
  constructor(canvas) {
    this.canvas = canvas;
    this.brush = canvas.getContext('2d');
  }

  // scene: length, signal (or undefined), cuts, threshold, density, selected.
  set(scene, held = false) {
    const sameLength = this.scene?.length === scene.length;
    this.scene = scene;
    if (!sameLength) this.range = [0, scene.length];
    this.reasons = inOrder(new Set(scene.cuts.reasons));
    this.scores = this.scoresAtCuts();
    if (!held || !this.levels) this.levels = this.heights(); // a line that is held must not run away
  }

  size(width, height) {
    const dense = window.devicePixelRatio || 1;
    this.width = width;
    this.height = height;
    if (this.canvas.width !== Math.round(width * dense)) this.canvas.width = Math.round(width * dense);
    if (this.canvas.height !== Math.round(height * dense)) this.canvas.height = Math.round(height * dense);
    this.brush.setTransform(dense, 0, 0, dense, 0, 0);
  }

  // ---- scales ----

  get right() { return this.width - RIGHT; }
  get stripTop() { return this.height - AXIS - STRIP; }
  get rugTop() { return this.stripTop - GAP - RUG; }
  get row() { return RUG / Math.max(3, this.reasons.length); }
  get bottom() { return this.rugTop - GAP; }

  x(offset) {
    const [from, to] = this.range;
    return LEFT + ((offset - from) / Math.max(1, to - from)) * (this.right - LEFT);
  }

  offsetAt(x) {
    const [from, to] = this.range;
    return from + ((clamp(x, LEFT, this.right) - LEFT) / Math.max(1, this.right - LEFT)) * (to - from);
  }

  y(score) {
    const [low, high] = this.levels;
    return this.bottom - ((score - low) / (high - low)) * (this.bottom - TOP);
  }

  scoreAt(y) {
    const [low, high] = this.levels;
    return low + ((this.bottom - y) / (this.bottom - TOP)) * (high - low);
  }

  heights() {
    const { signal, threshold } = this.scene;
    let [low, high] = [Infinity, -Infinity];
    for (const score of [...(signal?.scores || []), ...overlaidScores(this.scene)]) {
      if (score < low) low = score;
      if (score > high) high = score;
    }
    if (threshold !== null && threshold !== undefined) [low, high] = [Math.min(low, threshold), Math.max(high, threshold)];
    if (!(low <= high)) [low, high] = [0, 1];
    const air = Math.max(0.02, (high - low) * 0.05);
    return [low - air, high + air];
  }

  // The similarity at each cut; NaN where a cut lies at no gap of the signal.
  scoresAtCuts() {
    const { signal, cuts } = this.scene;
    const scores = new Float32Array(cuts.offsets.length).fill(NaN);
    if (!signal) return scores;
    for (let cut = 0, gap = 0; cut < scores.length; cut++) {
      while (gap < signal.gaps.length && signal.gaps[gap] < cuts.offsets[cut]) gap++;
      if (signal.gaps[gap] === cuts.offsets[cut]) scores[cut] = signal.scores[gap];
    }
    return scores;
  }

  // The part of an ascending column that can be seen, and one more on each side.
  seen(offsets) {
    const [from, to] = this.range;
    return [Math.max(0, countUpTo(offsets, from) - 1), Math.min(offsets.length, countUpTo(offsets, to) + 1)];
  }

  // ---- drawing ----

  draw(colours) {
    this.colours = colours;
    const { brush, scene } = this;
    const [first, last] = this.seen(scene.cuts.offsets);
    // Closer than five pixels, marks would hide one another and the curve.
    this.dense = (last - first) * 5 > this.right - LEFT;
    brush.clearRect(0, 0, this.width, this.height);
    brush.font = `11px ${colours.font}`;
    this.drawSelected();
    this.drawDocumentAxis();
    if (scene.signal) {
      this.drawSimilarityAxis();
      drawPlateaus(this);
      this.clipped(() => { drawOverlays(this); this.drawLine(); });
      this.drawThreshold();
    }
    this.clipped(() => (this.dense ? drawRug(this, first, last) : drawMarks(this, first, last)));
    if (this.dense) drawRugGlyphs(this);
    drawDensity(this);
  }

  clipped(act) {
    const { brush } = this;
    brush.save();
    brush.beginPath();
    brush.rect(LEFT - 5, 0, this.right - LEFT + 10, this.height);
    brush.clip();
    act();
    brush.restore();
  }

  write(text, x, y, align, colour = this.colours.muted) {
    this.brush.fillStyle = colour;
    this.brush.textAlign = align;
    this.brush.textBaseline = 'middle';
    this.brush.fillText(text, x, y);
  }

  drawSelected() {
    const { selected, cuts, length } = this.scene;
    if (selected === null || selected === undefined || selected > cuts.offsets.length) return;
    const from = Math.max(LEFT, this.x(selected ? cuts.offsets[selected - 1] : 0));
    const to = Math.min(this.right, this.x(selected < cuts.offsets.length ? cuts.offsets[selected] : length));
    if (to < from) return;
    const width = Math.max(2, to - from);
    this.brush.fillStyle = this.colours.chosen;
    this.brush.fillRect(from, TOP - 4, width, this.stripTop - TOP + 2);
    this.brush.fillStyle = this.colours.accent;
    this.brush.fillRect(from, TOP - 6, width, 2);
  }

  drawDocumentAxis() {
    const y = this.height - AXIS / 2 + 1;
    this.line(LEFT, this.stripTop - 2, this.right, this.stripTop - 2, this.colours.grid);
    this.write('chars', LEFT - 8, y, 'right');
    for (const tick of ticks(...this.range, Math.max(2, Math.floor((this.right - LEFT) / 110)))) {
      const x = this.x(tick);
      this.line(x, this.stripTop + STRIP - 1, x, this.stripTop + STRIP + 2, this.colours.muted);
      const align = x - LEFT < 18 ? 'left' : this.right - x < 18 ? 'right' : 'center';
      this.write(inThousands(tick), x, y, align);
    }
  }

  drawSimilarityAxis() {
    const found = ticks(...this.levels, 5);
    const decimals = found.some((tick) => Math.abs(tick * 10 - Math.round(tick * 10)) > 1e-6) ? 2 : 1;
    for (const tick of found) {
      const y = this.y(tick);
      if (y > this.bottom + 1 || y < TOP - 1) continue;
      this.line(LEFT, y, this.right, y, this.colours.grid);
      this.write(rounded(tick, decimals), LEFT - 8, y, 'right');
    }
    if (found.length) this.write('similarity', LEFT + 4, TOP + 5, 'left');
  }

  line(x1, y1, x2, y2, colour, dash = []) {
    const { brush } = this;
    brush.beginPath();
    brush.setLineDash(dash);
    brush.strokeStyle = colour;
    brush.lineWidth = 1;
    brush.moveTo(x1, Math.round(y1) + 0.5);
    brush.lineTo(x2, Math.round(y2) + 0.5);
    brush.stroke();
    brush.setLineDash([]);
  }

  // Of each column of pixels only the lowest and the highest point: what the eye would see anyway.
  trace({ gaps, scores }, height) {
    const [first, last] = this.seen(gaps);
    const { brush } = this;
    brush.beginPath();
    let column = NaN, low = 0, high = 0, leave = 0, broken = true;
    const flush = () => {
      if (Number.isNaN(column)) return;
      if (low !== high) { brush.lineTo(column, height(low)); brush.lineTo(column, height(high)); }
      brush.lineTo(column, height(leave));
    };
    const [from, to] = this.range, scale = (this.right - LEFT) / Math.max(1, to - from);
    for (let i = first; i < last; i++) {
      const score = scores[i];
      if (Number.isNaN(score)) { flush(); column = NaN; broken = true; continue; }
      const x = Math.round(2 * (LEFT + (gaps[i] - from) * scale)) / 2;
      if (x === column) {
        if (score < low) low = score;
        if (score > high) high = score;
      } else {
        flush();
        if (broken) brush.moveTo(x, height(score));
        broken = false;
        column = x;
        low = high = score;
      }
      leave = score;
    }
    flush();
    brush.lineJoin = 'bevel';
    return [first, last];
  }

  drawLine() {
    const [first, last] = this.trace(this.scene.signal, (score) => this.y(score));
    const { brush } = this;
    brush.strokeStyle = this.colours.line;
    brush.lineWidth = last - first > 3000 ? 0.8 : 1.2;
    brush.stroke();
    this.drawDots(first, last);
  }

  drawDots(first, last) {
    if ((last - first) * 14 > this.right - LEFT) return;
    const { gaps, scores } = this.scene.signal;
    this.brush.fillStyle = this.colours.line;
    for (let i = first; i < last; i++) {
      if (!Number.isNaN(scores[i])) this.brush.fillRect(this.x(gaps[i]) - 1.5, this.y(scores[i]) - 1.5, 3, 3);
    }
  }

  drawThreshold() {
    const { threshold } = this.scene;
    if (threshold === null || threshold === undefined) return;
    const y = this.y(threshold);
    this.brush.fillStyle = this.colours.ground; // a dense curve would swallow a thin line
    this.brush.globalAlpha = 0.6;
    this.brush.fillRect(LEFT, y - 1.5, this.right - LEFT, 4);
    this.brush.globalAlpha = 1;
    this.line(LEFT, y, this.right, y, this.colours.accent, [5, 4]);
    this.write(inFull(threshold), this.right + 6, clamp(y, TOP + 2, this.bottom), 'left', this.colours.accentText);
  }

  markY(cut) {
    return Number.isNaN(this.scores[cut]) ? this.rugTop + RUG / 2 : this.y(this.scores[cut]);
  }

  // ---- what is where ----

  nearest(offsets, x) {
    const offset = this.offsetAt(x);
    const after = countUpTo(offsets, offset);
    let best = -1, distance = Infinity;
    for (let i = after - 1; i <= after; i++) {
      if (i < 0 || i >= offsets.length) continue;
      const away = Math.abs(this.x(offsets[i]) - x);
      if (away < distance) [best, distance] = [i, away];
    }
    return { index: best, distance };
  }

  // The cut whose mark is under the pointer: by both axes, since marks may stand above each other.
  cutAt(x, y) {
    const { offsets } = this.scene.cuts;
    const from = countUpTo(offsets, this.offsetAt(x - 7)), to = countUpTo(offsets, this.offsetAt(x + 7));
    let best = -1, distance = 7;
    for (let i = Math.max(0, from - 1); i < Math.min(offsets.length, to + 1); i++) {
      const away = this.dense && y > this.rugTop - 3 ? Math.abs(this.x(offsets[i]) - x) * 2
        : Math.hypot(this.x(offsets[i]) - x, this.markY(i) - y);
      if (away < distance) [best, distance] = [i, away];
    }
    return best;
  }

  inStrip(y) {
    return y >= this.stripTop - 2 && y <= this.stripTop + STRIP && this.scene.density.length > 0;
  }
}
