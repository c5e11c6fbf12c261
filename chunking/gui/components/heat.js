// How alike every two places of the document are: a picture that never changes, and over it the chunks
// as squares on its diagonal, which follow every cut.

function takeHeat({ id, count, low, high }, payload) {
  keep(PAGE.heats, id, {
    count, low, high, edges: new Int32Array(payload.slice(0, 4 * (count + 1)).buffer), shades: payload.slice(4 * (count + 1)),
  });
}

const BESIDE = 208, BELOW = 20; // pixels for the axes, and for what is said of a place

// How a square is outlined, by its least side in pixels: black, white on it, and how opaque. What is too
// small to have an inside would hide what it outlines.
const OUTLINES = [
  { least: 9, black: 3, white: 1.2, opaque: 1 },
  { least: 4, black: 1.8, white: 0.9, opaque: 0.7 },
  { least: 0, black: 0, white: 0.7, opaque: 0.4 },
];

class HeatView extends GroupView {
  constructor(root) {
    super(root, 'heat');
    this.canvas = make('canvas', { tabindex: '0', role: 'application' });
    this.brush = this.canvas.getContext('2d');
    this.head = make('div', { class: 'head' });
    this.says = make('div', { class: 'says', role: 'status' });
    this.field = make('div', { class: 'field' }, this.canvas, this.says);
    const save = saveMenu(this, 'heat-map', (brush) => this.heat?.count && this.paint(brush), this.field);
    root.replaceChildren(make('div', { class: 'top' }, this.head, save), this.field);
    this.canvas.onpointermove = (event) => this.describe(this.placeAt(event.offsetX), this.placeAt(event.offsetY));
    this.canvas.onpointerleave = () => this.says.replaceChildren();
    this.canvas.onclick = (event) => this.clicked(event);
    this.canvas.onkeydown = (event) => this.pressed(event);
    whenResized(this.field, () => this.redraw(), this.ending.signal);
  }

  refresh() {
    const { chunking } = this, heat = PAGE.heats[chunking?.document];
    this.root.style.height = heightFrom(this.data.height);
    if (!chunking || (chunking === this.drawn && heat === this.heat)) return;
    if (heat !== this.heat) this.picture = heat && heatPicture(heat);
    this.drawn = chunking;
    this.heat = heat;
    if (heat) this.head.replaceChildren(scaleLegend(rounded(heat.low, 2), rounded(heat.high, 2), 'mean similarity of the sentences of two places; the squares are the chunks'));
    else this.head.replaceChildren('The map follows once the model has read the text');
    this.canvas.setAttribute('aria-label', `Map of the document's likeness to itself, with ${countOf(chunking.count, 'chunk')} on its diagonal. Arrow keys go from chunk to chunk.`);
    this.redraw();
    announce(this.root, chunking.version);
  }

  choose() {
    this.redraw();
  }

  // ---- scales ----

  get side() {
    return Math.max(1, Math.min(this.field.clientWidth - BESIDE, this.field.clientHeight - BELOW) - 2);
  }

  // Where an offset lies, in pixels: cells hold units and not characters, so along a cell in shares.
  at(offset) {
    const { edges, count } = this.heat;
    const cell = clamp(countUpTo(edges, offset) - 1, 0, count - 1);
    const share = clamp((offset - edges[cell]) / Math.max(1, edges[cell + 1] - edges[cell]), 0, 1);
    return ((cell + share) / count) * this.side;
  }

  placeAt(pixel) {
    return this.heat && pixel >= 0 && pixel < this.side ? Math.floor((pixel / this.side) * this.heat.count) : null;
  }

  // ---- drawing ----

  redraw() {
    if (!this.drawn || !this.field.clientWidth || !this.field.clientHeight) return;
    const dense = window.devicePixelRatio || 1, { clientWidth, clientHeight } = this.field;
    this.says.style.left = `${this.side + BESIDE - 156}px`;
    this.canvas.width = Math.round(clientWidth * dense);
    this.canvas.height = Math.round(clientHeight * dense);
    this.brush.setTransform(dense, 0, 0, dense, 0, 0);
    if (this.heat?.count) this.paint(this.brush);
  }

  paint(brush) {
    const { side } = this, { starts, ends } = this.drawn;
    brush.imageSmoothingEnabled = false;
    brush.drawImage(this.picture, 0, 0, side, side);
    const style = getComputedStyle(this.root);
    const looked = this.looked();
    this.paintSquares(brush);
    this.paintAxes(brush, style);
    if (looked === null) return;
    const from = this.at(starts[looked]), to = this.at(ends[looked]), width = Math.max(3, to - from);
    for (const [colour, thick] of [['#000', 6], [style.getPropertyValue('--accent').trim(), 3]]) {
      brush.strokeStyle = colour;
      brush.lineWidth = thick;
      brush.strokeRect(from, from, width, width);
    }
  }

  paintSquares(brush) {
    const { starts, ends, count } = this.drawn, kinds = OUTLINES.map(() => []);
    for (let i = 0; i < count; i++) {
      const from = this.at(starts[i]), width = Math.max(1, this.at(ends[i]) - from);
      kinds[OUTLINES.findIndex(({ least }) => width >= least)].push([from, width]);
    }
    OUTLINES.forEach(({ black, white, opaque }, kind) => {
      brush.globalAlpha = opaque;
      for (const [colour, thick] of [['#000', black], ['#fff', white]].filter(([, width]) => width)) {
        brush.strokeStyle = colour;
        brush.lineWidth = thick;
        brush.beginPath();
        for (const [from, width] of kinds[kind]) brush.rect(from, from, width, width);
        brush.stroke();
      }
    });
    brush.globalAlpha = 1;
  }

  // The place in the text, below the map and on its right.
  paintAxes(brush, style) {
    const { side } = this, colour = style.getPropertyValue('--muted').trim();
    brush.font = `11px ${style.fontFamily}`;
    brush.textBaseline = 'middle';
    brush.fillStyle = colour;
    const write = (text, x, y, align) => { brush.textAlign = align; brush.fillText(text, x, y); };
    for (const tick of ticks(0, this.drawn.length, Math.max(2, Math.floor(side / 90)))) {
      const at = this.at(tick);
      brush.fillRect(Math.min(at, side - 1), side + 1, 1, 4);
      brush.fillRect(side + 1, Math.min(at, side - 1), 4, 1);
      const align = at < 16 ? 'left' : side - at < 16 ? 'right' : 'center';
      write(inThousands(tick), at, side + 13, align);
      write(inThousands(tick), side + 8, clamp(at, 6, side - 6), 'left');
    }
    write('chars', side + 8, side + 13, 'left');
  }

  // ---- what is where ----

  describe(across, down) {
    if (across === null || down === null) return this.says.replaceChildren();
    const { low, high, shades, count } = this.heat;
    const similarity = low + (shades[down * count + across] / 255) * (high - low);
    const edge = shades[down * count + across];
    const about = edge === 255 ? 'at least ' : edge === 0 ? 'at most ' : '';
    return this.says.replaceChildren(make('div', {}, `similarity ${about}${rounded(similarity, 2)}`), this.place(down), this.place(across));
  }

  place(cell) {
    const { edges } = this.heat, chunk = Math.max(0, countUpTo(this.drawn.starts, edges[cell]) - 1);
    const words = this.words?.slice(edges[cell], edges[cell + 1]) ?? '';
    return make('div', { class: 'sentence', dir: 'auto' }, `${whole.format(chunk + 1)} · ${shortened(words, false)}`);
  }

  chunkAt(pixel) {
    const place = this.placeAt(pixel);
    return place === null ? null : Math.max(0, countUpTo(this.drawn.starts, this.heat.edges[place]) - 1);
  }

  clicked(event) {
    const chunk = this.chunkAt(event.offsetX);
    if (chunk !== null && this.placeAt(event.offsetY) !== null) this.select(chunk);
  }

  pressed(event) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (!by || !this.drawn?.count) return;
    const looked = this.looked();
    this.select(clamp(looked === null ? 0 : looked + by, 0, this.drawn.count - 1));
    event.preventDefault();
    event.stopPropagation();
  }
}

function heatPicture({ count, shades }) {
  const picture = make('canvas', { width: count, height: count });
  if (!count) return picture;
  const brush = picture.getContext('2d'), image = brush.createImageData(count, count);
  const colours = Array.from({ length: 256 }, (_, i) => shade(i / 255));
  shades.forEach((each, i) => image.data.set([...colours[each], 255], 4 * i));
  brush.putImageData(image, 0, 0);
  return picture;
}

const showHeat = (component) => showView(component, 'heat', HeatView);
