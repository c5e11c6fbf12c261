// The drawing of the outcomes: three rows over the values of one setting, the present one marked.

const OUTCOME_ROWS = [['counts', 'chunks'], ['medians', 'tokens, median'], ['largest', 'tokens, largest']];
const WIDE = 10; // from this factor between its ends on, an axis goes by equal factors
const ROW_TITLE = 20; // pixels above a row for its name, which no line crosses
const ROW_LEFT = 56, ROW_RIGHT = 14, ROW_TOP = 18, ROW_AXIS = 38;

class OutcomePlot {
  constructor(canvas) {
    this.canvas = canvas;
    this.brush = canvas.getContext('2d');
  }

  size(width, height) {
    const dense = window.devicePixelRatio || 1;
    [this.width, this.height] = [width, height];
    this.canvas.width = Math.round(width * dense);
    this.canvas.height = Math.round(height * dense);
    this.brush.setTransform(dense, 0, 0, dense, 0, 0);
  }

  get right() { return this.width - ROW_RIGHT; }
  get bottom() { return this.height - ROW_AXIS; }

  // The lowest and the highest value, and whether the axis goes by factors: as the values do.
  get range() {
    const { values } = this.outcomes, low = values[0], high = values[values.length - 1];
    return { low, high, wide: low > 0 && high >= WIDE * low };
  }

  x(value) {
    const { low, high, wide } = this.range;
    const share = wide ? Math.log(clamp(value, low, high) / low) / Math.log(high / low) : (value - low) / (high - low || 1);
    return ROW_LEFT + share * (this.right - ROW_LEFT);
  }

  // The number of the value nearest to a place.
  numberAt(x) {
    const { low, high, wide } = this.range;
    const share = clamp((x - ROW_LEFT) / Math.max(1, this.right - ROW_LEFT), 0, 1);
    return this.outcomes.nearest(wide ? low * (high / low) ** share : low + share * (high - low));
  }

  // scene: outcomes, swept, value, pointed (the number of a value, or undefined).
  draw(ground, scene, colours) {
    const own = this.brush;
    Object.assign(this, { outcomes: scene.outcomes, scene, colours, brush: ground });
    try {
      this.drawAll();
    } finally {
      this.brush = own;
    }
  }

  drawAll() {
    const { brush, colours } = this;
    brush.clearRect(0, 0, this.width, this.height);
    brush.font = `12px ${colours.font}`;
    brush.textBaseline = 'middle';
    this.drawPlateaus();
    this.rows.forEach(([top, bottom], row) => this.drawRow(...OUTCOME_ROWS[row], top, bottom));
    this.drawAxis();
    this.drawValue();
  }

  // Where each row begins and ends, below its name.
  get rows() {
    const each = (this.bottom - ROW_TOP) / OUTCOME_ROWS.length;
    return OUTCOME_ROWS.map((_, row) => ROW_TOP + row * each).map((top) => [top + ROW_TITLE, top + each - 8]);
  }

  drawPlateaus() {
    const { brush, outcomes, scene } = this;
    const here = outcomes.plateauAt(outcomes.nearest(scene.value));
    for (const plateau of outcomes.plateaus) {
      const [from, to] = plateau.map((number) => this.x(outcomes.values[number]));
      brush.fillStyle = plateau === here ? this.colours.accent : this.colours.faint;
      brush.globalAlpha = plateau === here ? 0.28 : 1;
      brush.fillRect(from, ROW_TOP, to - from, this.bottom - ROW_TOP);
      brush.globalAlpha = 1;
      brush.fillStyle = plateau === here ? this.colours.accent : this.colours.line;
      brush.fillRect(from, this.bottom, to - from, 4);
    }
  }

  drawRow(name, title, top, bottom) {
    const { brush, colours, scene } = this, { values } = scene.outcomes;
    const column = scene.outcomes[name], now = scene.shown[name];
    const high = Math.ceil(Math.max(1, now, ...column));
    const y = (value) => bottom - (value / high) * (bottom - top);
    // At the end of the line it would be taken for the value there.
    this.write(`${title}: ${whole.format(Math.round(now))}`, ROW_LEFT, top - 11, 'left', colours.words, '600 ');
    for (const tick of ticks(0, high, Math.max(2, (bottom - top) / 34), true)) {
      this.rule(ROW_LEFT, y(tick), this.right, y(tick), colours.grid);
      this.write(inThousands(tick), ROW_LEFT - 8, y(tick), 'right', colours.muted);
    }
    brush.beginPath();
    column.forEach((value, i) => (i ? brush.lineTo(this.x(values[i]), y(value)) : brush.moveTo(this.x(values[i]), y(value))));
    [brush.strokeStyle, brush.lineWidth, brush.lineJoin] = [colours.ink, 1.8, 'round'];
    brush.stroke();
    brush.beginPath();
    brush.arc(this.x(scene.shown.value), y(now), 4, 0, 2 * Math.PI);
    brush.fillStyle = colours.accent;
    brush.fill();
  }

  drawAxis() {
    const { scene, colours } = this, { low, high, wide } = this.range;
    const y = this.bottom + 14;
    for (const tick of wide ? factors(low, high) : ticks(low, high, Math.max(2, Math.floor((this.right - ROW_LEFT) / 80)))) {
      this.write(rounded(tick, scene.swept.decimals), this.x(tick), y, 'center', colours.muted);
    }
    this.write(scene.swept.label, (ROW_LEFT + this.right) / 2, y + 17, 'center', colours.muted);
    if (scene.outcomes.plateaus.length) this.drawLegend(y + 17);
  }

  // What the stretches mean.
  drawLegend(y) {
    const { brush, colours } = this;
    brush.fillStyle = colours.faint;
    brush.fillRect(ROW_LEFT, y - 6, 18, 9);
    brush.fillStyle = colours.line;
    brush.fillRect(ROW_LEFT, y + 3, 18, 3);
    this.write('same cuts', ROW_LEFT + 25, y, 'left', colours.muted);
  }

  drawValue() {
    const { scene, colours } = this;
    const line = (value, colour, dash) => this.rows.forEach(([top, bottom]) => this.rule(this.x(value), top, this.x(value), bottom, colour, dash));
    if (scene.pointed !== undefined) line(scene.outcomes.values[scene.pointed], colours.muted, []);
    line(scene.value, colours.accent, [5, 4]);
    const x = this.x(scene.value);
    const text = inFull(scene.value, scene.swept.decimals);
    const half = (text.length * 7) / 2; // figures, whose width is known well enough to keep them inside
    this.write(text, clamp(x, ROW_LEFT + half, this.right - half), ROW_TOP - 10, 'center', colours.accentText, '600 ');
  }

  rule(x1, y1, x2, y2, colour, dash = []) {
    const { brush } = this;
    brush.beginPath();
    brush.setLineDash(dash);
    [brush.strokeStyle, brush.lineWidth] = [colour, 1];
    brush.moveTo(Math.round(x1) + 0.5, Math.round(y1) + 0.5);
    brush.lineTo(Math.round(x2) + 0.5, Math.round(y2) + 0.5);
    brush.stroke();
    brush.setLineDash([]);
  }

  write(text, x, y, align, colour, weight = '') {
    const { brush } = this;
    brush.font = `${weight}12px ${this.colours.font}`;
    [brush.fillStyle, brush.textAlign] = [colour, align];
    brush.fillText(text, x, y);
  }
}
