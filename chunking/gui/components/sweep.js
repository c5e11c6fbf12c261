// The map of a sweep: a cell a combination of two settings, coloured by a measure. Cells that are cut
// alike have no line between them. A click, or Enter on the cell that the arrow keys went to, adopts it.

const SIDE = 64, FOOT = 34; // room for the labels of the axes
const AROUND = 88; // what else is above and below the cells
const plain = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const WIDEST_CELL = 72, HIGHEST_CELL = 26;

class SweepView {
  constructor(root) {
    this.root = root;
    this.ending = new AbortController();
    this.canvas = make('canvas', { tabindex: '0', role: 'application' });
    this.brush = this.canvas.getContext('2d');
    this.field = make('div', { class: 'field' }, this.canvas);
    this.head = make('div', { class: 'head' });
    this.says = make('div', { class: 'says', role: 'status' });
    const save = saveMenu(this, 'sweep', (brush) => this.paint(brush), this.field);
    root.replaceChildren(make('div', { class: 'top' }, this.head, save), this.field, this.says);
    this.canvas.onpointermove = (event) => this.look(this.cellAt(event.offsetX, event.offsetY));
    this.canvas.onpointerleave = () => this.look(null);
    this.canvas.onclick = (event) => this.adopt(this.cellAt(event.offsetX, event.offsetY));
    this.canvas.onkeydown = (event) => this.pressed(event);
    whenResized(this.field, () => this.redraw(), this.ending.signal);
  }

  update(data) {
    if (this.data && JSON.stringify(this.data.axes) !== JSON.stringify(data.axes)) this.at = null;
    this.data = data;
    const axes = data.axes.length === 1 ? [{ label: '', values: [''] }, data.axes[0]] : data.axes;
    [this.down, this.across] = axes;
    this.rows = this.down.values.length;
    this.columns = this.across.values.length;
    this.at ??= data.present;
    const known = data.values.filter((value) => value !== null);
    this.levels = [Math.min(...known), Math.max(...known)];
    // No more than its cells can fill.
    const most = AROUND + this.rows * HIGHEST_CELL;
    this.root.style.height = `min(${most}px, max(${data.height}px, min(100vh - 350px, 1000px)))`;
    this.fillHead(known.length);
    this.canvas.setAttribute('aria-label', this.summary());
    this.redraw();
    this.say(this.at);
    announce(this.root, data.version);
  }

  fillHead(known) {
    const { measure } = this.data;
    const better = { higher: ', higher is better', lower: ', lower is better' }[measure.better] ?? '';
    const present = make('span', {}, this.data.present === null ? '' : this.data.exact ? '◎ the present settings' : '◎ nearest to the present settings');
    const hatched = this.data.cuttings.includes(-1) ? make('span', {}, make('span', { class: 'hatched', 'aria-hidden': 'true' }), ' settings that contradict each other') : '';
    const none = this.data.values.some((value, cell) => value === null && this.data.cuttings[cell] >= 0) ? make('span', {}, 'blank: no value') : '';
    this.head.replaceChildren(known ? scaleLegend(this.figure(this.levels[0]), this.figure(this.levels[1]), measure.title + better, measure.better === 'lower') : '', hatched, none, present);
  }

  figure(value) {
    const { unit, decimals } = this.data.measure;
    if (unit === 'share') return `${rounded(value * 100, decimals)} %`;
    return decimals ? rounded(value, decimals) : whole.format(value);
  }

  summary() {
    const groups = new Set(this.data.cuttings.filter((number) => number >= 0)).size;
    return `Map of ${this.data.measure.title}: ${countOf(this.data.cuttings.length, 'cell')}, ${countOf(groups, 'distinct chunking')}. Arrow keys move, Enter adopts.`;
  }

  // ---- where the cells are ----

  measureOut() {
    const { clientWidth: width, clientHeight: height } = this.field;
    // Whole pixels, so that no seam shows between cells that are one.
    const fit = (room, count, most) => Math.max(2, Math.floor(Math.min(room / count, most)));
    this.wide = fit(width - SIDE - 8, this.columns, WIDEST_CELL);
    this.high = fit(height - FOOT - 4, this.rows, HIGHEST_CELL);
    return [width, height];
  }

  // Rows count from below, as on any chart.
  rectOf(cell) {
    const row = Math.floor(cell / this.columns), column = cell % this.columns;
    return [SIDE + column * this.wide, 4 + (this.rows - 1 - row) * this.high, this.wide, this.high];
  }

  cellAt(x, y) {
    const column = Math.floor((x - SIDE) / this.wide), row = this.rows - 1 - Math.floor((y - 4) / this.high);
    return column < 0 || row < 0 || column >= this.columns || row >= this.rows ? null : row * this.columns + column;
  }

  // ---- drawing ----

  redraw() {
    if (!this.data || !this.field.clientWidth || !this.field.clientHeight) return;
    const [width, height] = this.measureOut(), dense = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * dense);
    this.canvas.height = Math.round(height * dense);
    this.brush.setTransform(dense, 0, 0, dense, 0, 0);
    this.paint(this.brush);
  }

  paint(brush) {
    const style = getComputedStyle(this.root);
    const colour = (name) => style.getPropertyValue(name).trim();
    const { values, cuttings, present } = this.data;
    const number = (cell) => cuttings[cell];
    for (let cell = 0; cell < values.length; cell++) {
      const [x, y, wide, high] = this.rectOf(cell);
      if (number(cell) === -1) this.hatch(brush, cell, colour('--line'));
      if (values[cell] === null) continue;
      brush.fillStyle = shadeOf(values[cell], this.levels, this.data.measure.better === 'lower');
      brush.fillRect(x, y, wide, high);
    }
    brush.fillStyle = colour('--ground');
    for (let cell = 0; cell < values.length; cell++) this.fence(brush, cell, 1, (a, b) => number(a) !== number(b));
    const looked = this.over ?? this.at;
    if (looked !== null && number(looked) >= 0) {
      brush.fillStyle = colour('--words');
      for (let cell = 0; cell < values.length; cell++) {
        if (number(cell) === number(looked)) this.fence(brush, cell, 2, (a, b) => number(a) !== number(b), true);
      }
    }
    if (looked !== null) this.ring(brush, looked, colour('--words'), colour('--ground'), false);
    if (present !== null) this.ring(brush, present, colour('--ground'), colour('--words'), true);
    this.labels(brush, style.fontFamily, colour('--muted'));
  }

  // Lines on the sides of a cell beyond which another group of cells begins.
  fence(brush, cell, thick, differs, outside = false) {
    const [x, y, wide, high] = this.rectOf(cell), column = cell % this.columns, row = Math.floor(cell / this.columns);
    const right = column + 1 < this.columns, up = row + 1 < this.rows;
    if (right ? differs(cell, cell + 1) : outside) brush.fillRect(x + wide - thick / 2, y, thick, high + thick / 2);
    if (up ? differs(cell, cell + this.columns) : outside) brush.fillRect(x, y - thick / 2, wide + thick / 2, thick);
    if (!outside) return;
    if (column === 0 || differs(cell, cell - 1)) brush.fillRect(x - thick / 2, y, thick, high);
    if (row === 0 || differs(cell, cell - this.columns)) brush.fillRect(x, y + high - thick / 2, wide, thick);
  }

  hatch(brush, cell, colour) {
    const [x, y, wide, high] = this.rectOf(cell);
    brush.strokeStyle = colour;
    brush.lineWidth = 0.5;
    brush.beginPath();
    brush.moveTo(x, y);
    brush.lineTo(x + wide, y + high);
    brush.stroke();
  }

  ring(brush, cell, inner, outer, round) {
    const [x, y, wide, high] = this.rectOf(cell);
    for (const [colour, thick] of [[outer, 4], [inner, 2]]) {
      brush.strokeStyle = colour;
      brush.lineWidth = thick;
      brush.beginPath();
      if (round) brush.arc(x + wide / 2, y + high / 2, Math.max(3.5, Math.min(wide, high) * 0.36), 0, 2 * Math.PI);
      else brush.rect(x, y, wide, high);
      brush.stroke();
    }
  }

  labels(brush, font, colour) {
    brush.font = `11px ${font}`;
    brush.fillStyle = colour;
    brush.textBaseline = 'middle';
    brush.textAlign = 'right';
    const bottom = 4 + this.rows * this.high, [down, across] = [this.down, this.across].map(axisWords);
    const each = Math.max(1, Math.ceil(13 / this.high));
    for (let row = 0; row < this.rows; row += each) brush.fillText(down[row], SIDE - 6, bottom - (row + 0.5) * this.high);
    brush.textAlign = 'center';
    const widest = Math.max(...across.map((word) => word.length)) * 7 + 8;
    const step = Math.max(1, Math.ceil(widest / this.wide));
    for (let column = 0; column < this.columns; column += step) {
      brush.fillText(across[column], SIDE + (column + 0.5) * this.wide, bottom + 10);
    }
    brush.textAlign = 'left';
    brush.fillText(this.down.label ? `${this.across.label} →   ${this.down.label} ↑` : `${this.across.label} →`, SIDE, bottom + 26);
  }

  // ---- looking and adopting ----

  look(cell) {
    if (cell === this.over) return;
    this.over = cell;
    this.redraw();
    this.say(cell ?? this.at);
  }

  say(cell) {
    setText(this.says, cell === null || cell === undefined ? '' : this.describe(cell));
  }

  describe(cell) {
    const { values, cuttings, measure } = this.data;
    const pairs = [[this.down, Math.floor(cell / this.columns)], [this.across, cell % this.columns]];
    const where = pairs.filter(([axis]) => axis.label).map(([axis, i]) => `${axis.label} ${typeof axis.values[i] === 'number' ? plain.format(axis.values[i]) : axis.values[i]}`).join(', ');
    if (cuttings[cell] === -1) return `${where}: these settings contradict each other`;
    if (cuttings[cell] < 0) return `${where}: not cut yet`;
    const alike = cuttings.filter((number) => number === cuttings[cell]).length - 1;
    const same = alike === 0 ? 'no other cell is cut alike' : `${countOf(alike, 'other cell is', 'other cells are')} cut alike`;
    return `${where}: ${measure.title} ${values[cell] === null ? 'means nothing here' : this.figure(values[cell])} · ${same}`;
  }

  adopt(cell) {
    if (cell === null || cell === undefined || this.data.cuttings[cell] < 0) return;
    this.at = cell;
    this.redraw();
    this.tell('selected', [cell, Date.now()]);
  }

  pressed(event) {
    const steps = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] };
    if (event.key === 'Enter' || event.key === ' ') this.adopt(this.at);
    else if (steps[event.key]) {
      const at = this.at ?? 0, [up, right] = steps[event.key];
      const row = clamp(Math.floor(at / this.columns) + up, 0, this.rows - 1);
      this.at = row * this.columns + clamp((at % this.columns) + right, 0, this.columns - 1);
      this.over = null;
      this.redraw();
      this.say(this.at);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

// The values of an axis with the same decimals each, so that they stand in a column.
function axisWords({ values }) {
  if (!values.every((value) => typeof value === 'number')) return values.map(String);
  const decimals = Math.max(...values.map((value) => (String(value).split('.')[1] ?? '').length));
  return values.map((value) => (decimals ? rounded(value, decimals) : whole.format(value)));
}

const showSweep = (component) => showView(component, 'sweep', SweepView);
