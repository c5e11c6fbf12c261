// The similarity of every two places of the document, with the chunks as squares on the diagonal.

import { clamp, lastIndexUpTo } from '../core/arrays.js';
import { describeCanvas, exposeVersion, make } from '../core/dom.js';
import { countOf, inThousands, rounded, shortened, whole } from '../core/format.js';
import { store } from '../core/store.js';
import { makeScaleLegend, shade } from '../chart/color_scale.js';
import { OffsetChart } from '../chart/offset_chart.js';
import { linear } from '../chart/scales.js';

/** @import { Chunking, HeatMap } from '../core/unpack.js' */

const AXIS = 20; // pixels below the map and to its right
const ASIDE = 0.3; // share of the width for the place under the pointer

// How a square is outlined, by its least side in pixels: widths of black and of white on it, and opacity. What
// is too small to have an inside would hide what it outlines.
const OUTLINES = [
  { least: 9, black: 3, white: 1.2, opacity: 1 },
  { least: 4, black: 1.8, white: 0.9, opacity: 0.7 },
  { least: 0, black: 0, white: 0.7, opacity: 0.4 },
];

/** @type {HeatMap} */
const NO_HEAT = { count: 0, low: 0, high: 0, edges: new Int32Array(1), shades: new Uint8Array() };

/** The heat map of a document. */
export class HeatMapView extends OffsetChart {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'heat', { file: 'heat-map' }, false);
    this.drawn = /** @type {Chunking|undefined} */ (undefined);
    this.heat = NO_HEAT;
    this.picture = make('canvas');
    this.head = make('div', { class: 'head' });
    this.aside = make('div', { class: 'aside-text', role: 'status' });
    this.root.prepend(this.head);
    this.field.append(this.aside);
    this.refresh();
  }

  refresh() {
    const { chunking } = this, { document, heat: id } = store.details ?? {};
    const heat = (document === chunking?.document && store.heats.get(id ?? '')) || NO_HEAT;
    if (!chunking || (chunking === this.drawn && heat === this.heat)) return;
    if (heat !== this.heat) this.picture = pictureOf(heat);
    this.showDocument(chunking.document, chunking.length);
    this.drawn = chunking;
    this.heat = heat;
    const [low, high] = [heat.low, heat.high].map((value) => rounded(value, 2)), isKnown = heat !== NO_HEAT;
    this.head.replaceChildren(...isKnown ? [makeScaleLegend(low, high, 'mean similarity')] : []);
    this.showMessage(isKnown ? '' : 'Available once the whole text is embedded.');
    const chunks = countOf(chunking.count, 'chunk');
    describeCanvas(this.canvas, `Heat map of similarities with ${chunks}. Arrow keys: chunks.`);
    this.redraw();
    exposeVersion(this.root, chunking.version);
  }

  // ---- scales ----

  get side() { return Math.max(1, Math.min(this.width * (1 - ASIDE) - AXIS, this.height - AXIS) - 2); }

  get right() { return this.side; }

  get bottom() { return this.side; }

  get across() { return { ...linear([0, this.length], [0, this.side]), at: (/** @type {number} */ offset) => this.x(offset) }; }

  // Cells hold units and not characters, so within a cell by shares.
  /** @param {number} offset */
  x(offset) {
    const { edges, count } = this.heat;
    const cell = Math.min(lastIndexUpTo(edges, offset), count - 1);
    const share = clamp((offset - edges[cell]) / Math.max(1, edges[cell + 1] - edges[cell]), 0, 1);
    return ((cell + share) / count) * this.side;
  }

  // ---- drawing ----

  paint() {
    const { context, side, drawn } = this, selected = this.selectedChunk();
    if (!this.heat.count || !drawn) return;
    const { starts, ends } = drawn;
    this.aside.style.left = `${side + AXIS + 32}px`;
    context.imageSmoothingEnabled = false;
    context.drawImage(this.picture, 0, 0, side, side);
    this.paintSquares(drawn);
    this.paintAxes();
    if (selected === null) return;
    const from = this.x(starts[selected]), width = Math.max(3, this.x(ends[selected]) - from);
    for (const { color, thick } of [{ color: '#000', thick: 6 }, { color: this.colors.accent, thick: 3 }]) {
      [context.strokeStyle, context.lineWidth] = [color, thick];
      context.strokeRect(from, from, width, width);
    }
  }

  /** @param {Chunking} chunking */
  paintSquares({ starts, ends, count }) {
    const { context } = this, kinds = OUTLINES.map(() => /** @type {[number, number][]} */ ([]));
    for (let i = 0; i < count; i++) {
      const from = this.x(starts[i]), width = Math.max(1, this.x(ends[i]) - from);
      kinds[OUTLINES.findIndex(({ least }) => width >= least)].push([from, width]);
    }
    OUTLINES.forEach(({ black, white, opacity }, kind) => {
      context.globalAlpha = opacity;
      for (const { color, thick } of [{ color: '#000', thick: black }, { color: '#fff', thick: white }]) {
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
    const { side, across } = this;
    this.axisX(across, { y: side + 12, format: inThousands });
    for (const tick of across.ticks(Math.max(2, Math.floor(side / 90)))) {
      const y = across.at(tick);
      this.line(side + 1, y, side + 4, y, this.colors.muted);
      this.write(inThousands(tick), side + 8, clamp(y, 6, side - 6));
    }
    this.write('chars', side + 8, side + 12);
  }

  // ---- pointer and keys ----

  /** Return the cell at a pixel of either axis, or -1. @param {number} pixel */
  cellAt(pixel) {
    const { heat: { count }, side } = this;
    return pixel < 0 || pixel >= side ? -1 : Math.min(count - 1, Math.floor((pixel / side) * count));
  }

  /** @param {number} x  @param {number} y */
  hover(x, y) {
    const column = this.cellAt(x), row = this.cellAt(y);
    if (column < 0 || row < 0) { this.leave(); return; }
    const { low, high, shades, count } = this.heat, value = shades[row * count + column];
    const about = value === 255 ? '≥ ' : value === 0 ? '≤ ' : '';
    const similarity = `similarity ${about}${rounded(low + (value / 255) * (high - low), 2)}`;
    this.aside.replaceChildren(make('div', {}, similarity), this.place(row), this.place(column));
  }

  leave() { this.aside.replaceChildren(); }

  /** @param {number} cell */
  place(cell) {
    const { edges } = this.heat, words = this.words?.slice(edges[cell], edges[cell + 1]) ?? '';
    const number = whole.format(lastIndexUpTo(this.drawn?.starts ?? [], edges[cell]) + 1);
    return make('div', { class: 'sentence', dir: 'auto' }, `${number} · ${shortened(words, false)}`);
  }

  /** @param {number} x  @param {number} y */
  click(x, y) {
    const column = this.cellAt(x);
    if (column >= 0 && this.cellAt(y) >= 0) this.selectOffset(this.heat.edges[column]);
  }

  /** @param {number} by */
  step(by) {
    const selected = this.selectedChunk(), count = this.drawn?.count ?? 0;
    if (count) this.select(clamp(selected === null ? 0 : selected + by, 0, count - 1));
  }

  /** @param {{key: string}} event */
  key(event) {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by) this.step(by);
    return Boolean(by) || super.key(event);
  }
}

/** @param {HeatMap} heat */
function pictureOf({ count, shades }) {
  const picture = make('canvas', { width: count, height: count });
  if (!count) return picture;
  const context = /** @type {CanvasRenderingContext2D} */ (picture.getContext('2d')), image = context.createImageData(count, count);
  const colors = Array.from({ length: 256 }, (_, i) => shade(i / 255));
  shades.forEach((each, i) => image.data.set([...colors[each], 255], 4 * i));
  context.putImageData(image, 0, 0);
  return picture;
}
