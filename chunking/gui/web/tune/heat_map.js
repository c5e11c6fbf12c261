// The similarity of every two places of the document, with the chunks as squares on the diagonal.

import { clamp, countUpTo, lastIndexUpTo } from '../core/arrays.js';
import { exposeVersion, describeCanvas, make } from '../core/dom.js';
import { countOf, inThousands, rounded, shortened, whole } from '../core/format.js';
import { store } from '../core/store.js';
import { Chart } from '../chart/chart.js';
import { scaleLegend, shade } from '../chart/color_scale.js';
import { bands, ticks } from '../chart/scales.js';

const AXIS = 20; // pixels below the map and to its right
const ASIDE = 0.3; // share of the width for the place under the pointer

// How a square is outlined, by its least side in pixels: widths of black and of white on it, and opacity. What
// is too small to have an inside would hide what it outlines.
const OUTLINES = [
  { least: 9, black: 3, white: 1.2, opacity: 1 },
  { least: 4, black: 1.8, white: 0.9, opacity: 0.7 },
  { least: 0, black: 0, white: 0.7, opacity: 0.4 },
];

/** The heat map of a document. */
export class HeatView extends Chart {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'heat', { margins: { top: 0, right: 0, bottom: 0, left: 0 }, file: 'heat-map' });
    this.head = make('div', { class: 'head' });
    this.aside = make('div', { class: 'aside-text', role: 'status' });
    this.root.prepend(this.head);
    this.field.append(this.aside);
    this.refresh();
  }

  refresh() {
    const { chunking } = this, { document, heat: id } = store.details ?? {};
    const heat = document === chunking?.document ? store.heats.get(id) : undefined;
    if (!chunking || (chunking === this.drawn && heat === this.heat)) return;
    if (heat !== this.heat) this.picture = heat && pictureOf(heat);
    Object.assign(this, { drawn: chunking, heat });
    const ends = heat && [heat.low, heat.high].map((value) => rounded(value, 2));
    this.head.replaceChildren(...heat ? [scaleLegend(...ends, 'mean similarity')] : []);
    this.showMessage(heat ? '' : 'Available once the whole text is embedded.');
    const chunks = countOf(chunking.count, 'chunk');
    describeCanvas(this.canvas, `Heat map of similarities with ${chunks}. Arrow keys: chunks.`);
    this.redraw();
    exposeVersion(this.root, chunking.version);
  }

  showSelection() {
    this.redraw();
  }

  // ---- scales ----

  get side() { return Math.max(1, Math.min(this.width * (1 - ASIDE) - AXIS, this.height - AXIS) - 2); }

  get cells() { return bands(this.heat.count, [0, this.side]); }

  // Cells hold units and not characters, so within a cell by shares.
  at(offset) {
    const { edges, count } = this.heat;
    const cell = clamp(countUpTo(edges, offset) - 1, 0, count - 1);
    const share = clamp((offset - edges[cell]) / Math.max(1, edges[cell + 1] - edges[cell]), 0, 1);
    return ((cell + share) / count) * this.side;
  }

  // ---- drawing ----

  paint() {
    if (!this.heat?.count || !this.drawn) return;
    const { context, side } = this, { starts, ends } = this.drawn, selected = this.selectedChunk();
    this.aside.style.left = `${side + AXIS + 32}px`;
    context.imageSmoothingEnabled = false;
    context.drawImage(this.picture, 0, 0, side, side);
    this.paintSquares();
    this.paintAxes();
    if (selected === null) return;
    const from = this.at(starts[selected]), width = Math.max(3, this.at(ends[selected]) - from);
    for (const [color, thick] of [['#000', 6], [this.colors.accent, 3]]) {
      [context.strokeStyle, context.lineWidth] = [color, thick];
      context.strokeRect(from, from, width, width);
    }
  }

  paintSquares() {
    const { context } = this, { starts, ends, count } = this.drawn, kinds = OUTLINES.map(() => []);
    for (let i = 0; i < count; i++) {
      const from = this.at(starts[i]), width = Math.max(1, this.at(ends[i]) - from);
      kinds[OUTLINES.findIndex(({ least }) => width >= least)].push([from, width]);
    }
    OUTLINES.forEach(({ black, white, opacity }, kind) => {
      context.globalAlpha = opacity;
      for (const [color, thick] of [['#000', black], ['#fff', white]]) {
        if (!thick || !kinds[kind].length) continue;
        [context.strokeStyle, context.lineWidth] = [color, thick];
        context.beginPath();
        for (const [from, width] of kinds[kind]) context.rect(from, from, width, width);
        context.stroke();
      }
    });
    context.globalAlpha = 1;
  }

  paintAxes() {
    const { side } = this;
    for (const tick of ticks(0, this.drawn.length, Math.max(2, Math.floor(side / 90)))) {
      const at = this.at(tick), text = inThousands(tick);
      this.line(at, side + 1, at, side + 4, this.colors.muted);
      this.line(side + 1, at, side + 4, at, this.colors.muted);
      this.write(text, at, side + 12, { align: at < 16 ? 'left' : side - at < 16 ? 'right' : 'center' });
      this.write(text, side + 8, clamp(at, 6, side - 6));
    }
    this.write('chars', side + 8, side + 12);
  }

  // ---- pointer and keys ----

  hover(x, y) {
    const [column, row] = this.heat ? [x, y].map((each) => this.cells.cell(each)) : [-1, -1];
    if (column < 0 || row < 0) { this.leave(); return; }
    const { low, high, shades, count } = this.heat, value = shades[row * count + column];
    const about = value === 255 ? '≥ ' : value === 0 ? '≤ ' : '';
    const similarity = `similarity ${about}${rounded(low + (value / 255) * (high - low), 2)}`;
    this.aside.replaceChildren(make('div', {}, similarity), this.place(row), this.place(column));
  }

  leave() { this.aside.replaceChildren(); }

  place(cell) {
    const { edges } = this.heat, words = this.words?.slice(edges[cell], edges[cell + 1]) ?? '';
    const number = whole.format(lastIndexUpTo(this.drawn.starts, edges[cell]) + 1);
    return make('div', { class: 'sentence', dir: 'auto' }, `${number} · ${shortened(words, false)}`);
  }

  click(x, y) {
    if (!this.heat) return;
    const [column, row] = [x, y].map((each) => this.cells.cell(each));
    if (column >= 0 && row >= 0) this.selectOffset(this.heat.edges[column]);
  }

  key({ key }) {
    const by = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[key];
    if (!by || !this.drawn?.count) return false;
    const selected = this.selectedChunk();
    this.select(clamp(selected === null ? 0 : selected + by, 0, this.drawn.count - 1));
    return true;
  }
}

function pictureOf({ count, shades }) {
  const picture = make('canvas', { width: count, height: count });
  if (!count) return picture;
  const context = picture.getContext('2d'), image = context.createImageData(count, count);
  const colors = Array.from({ length: 256 }, (_, i) => shade(i / 255));
  shades.forEach((each, i) => image.data.set([...colors[each], 255], 4 * i));
  context.putImageData(image, 0, 0);
  return picture;
}
