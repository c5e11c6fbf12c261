// The map of a sweep: a cell for each combination of two settings, colored by a metric. Cells with identical
// chunks have no line between them.

import { send } from '../core/channel.js';
import { debounce, describeCanvas, exposeVersion, make } from '../core/dom.js';
import { countOf } from '../core/format.js';
import { store } from '../core/store.js';
import { Chart } from '../chart/chart.js';
import { makeScaleLegend, shadeOf } from '../chart/color_scale.js';
import {
  axisWords, cellsOf, cropText, isContradicting, isCropped, isShown, labeled, levelsOf, metricText, nearest, neighbor,
  partOf, unpackMap,
} from './map_cells.js';

/** @import { Part, SweepMap } from './map_cells.js' */

const MARGINS = { top: 8, right: 12, bottom: 40, left: 64 };
const PREVIEW_DELAY = 50; // milliseconds that the pointer stays on a cell before its chunks are asked for
const RING = 6, STAR = 9, AROUND_STAR = 13; // pixels: radii of the marks of Tune's cell and of the best
/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] };

export class SweepMapView extends Chart {
  /** @param {HTMLElement} root  @param {(pixels: number) => void} scrollPreview  the wheel over the map scrolls the text next to it */
  constructor(root, scrollPreview) {
    super(root, 'sweepmap', { margins: MARGINS, file: 'sweep', kinds: ['sweep'], size: 12 });
    this.drawn = /** @type {any} */ (undefined); // the last message
    this.map = /** @type {SweepMap|null} */ (null);
    this.levels = /** @type {[number, number]|null} */ (null);
    this.at = /** @type {number|null} */ (null); // the cell under the pointer, or where the keys have led
    this.all = false; // whether the map is not cropped
    this.legend = make('span', { class: 'legend' });
    this.cropped = make('span', { class: 'cropped' });
    this.toggle = make('button', { type: 'button', onclick: () => this.showAll(!this.all) }, 'Show all');
    this.root.prepend(make('div', { class: 'head' }, this.legend, make('span', { class: 'space' }), this.cropped, this.toggle));
    this.preview = debounce(PREVIEW_DELAY, () => send('sweep_cell', this.at));
    this.canvas.addEventListener('wheel', (event) => { scrollPreview(event.deltaY); event.preventDefault(); }, { passive: false });
    this.refresh();
  }

  // ---- data ----

  refresh() {
    const { sweep } = store;
    if (!sweep || sweep === this.drawn) return;
    if (this.differs('axes', sweep.map?.axes)) Object.assign(this, { at: null, all: false });
    this.drawn = sweep;
    this.map = unpackMap(sweep);
    this.showMessage(this.map ? '' : sweep.problem || 'The map follows once the text is embedded.');
    this.levels = this.map && levelsOf(this.map);
    this.fillHead();
    if (this.map) this.describe(this.map);
    this.redraw();
    exposeVersion(this.root, `${sweep.metric} ${this.map?.done ?? 0} ${this.map?.present}`);
  }

  /** @param {boolean} on */
  showAll(on) {
    this.all = on;
    this.fillHead();
    this.redraw();
  }

  fillHead() {
    const { map, levels } = this, cropped = map && isCropped(map);
    this.toggle.classList.toggle('away', !cropped);
    this.toggle.textContent = this.all ? 'Crop' : 'Show all';
    this.cropped.textContent = cropped && !this.all ? `cropped: ${cropText(map)}` : '';
    this.cropped.title = 'Cells outside have the same chunks as the outer ones shown, or contradicting settings';
    this.legend.replaceChildren(...map ? this.entries(map, levels) : []);
  }

  /** @param {SweepMap} map  @param {[number, number]|null} levels */
  entries(map, levels) {
    const { metric } = map, better = metric.better === 'neither' ? '' : `, ${metric.better} is better`;
    /** @type {(glyph: Node|string, text: string, title: string) => Node} */
    const entry = (glyph, text, title) => make('span', { class: 'entry', title }, glyph, ` ${text}`);
    const sign = (/** @type {string} */ name) => make('span', { class: `sign ${name}`, 'aria-hidden': 'true' });
    const [low, high] = (levels ?? []).map((value) => metricText(value, metric));
    const scale = levels && makeScaleLegend(low, high, metric.title + better, metric.better === 'lower');
    if (scale) scale.title = `${metric.meaning}\nThe colors span at least the 95% interval of the best cell, where there is one.`;
    return [
      ...scale ? [scale] : [map.withinLimit && !map.within.includes(1) ? 'no cell within the model limit' : 'no values'],
      ...map.best !== null ? [entry('★', 'best', 'The middle of the region whose worst neighbor is best')] : [],
      ...map.present !== null ? [entry('◎', map.exact ? 'Tune' : 'nearest to Tune', 'The settings of Tune')] : [],
      ...map.contradicting ? [entry(sign('hatched'), 'contradicting', 'These settings contradict each other')] : [],
      ...map.withinLimit ? [entry(sign('blank'), 'over the model limit', 'At least one chunk exceeds the model limit')] : [],
    ];
  }

  /** @param {SweepMap} map */
  describe({ metric, values, distinct }) {
    describeCanvas(this.canvas, `Map of ${metric.title}: ${countOf(values.length, 'cell')}, ${countOf(distinct, 'distinct chunking')}. `
      + 'Arrow keys move between cells, with Shift to other chunks; Enter applies a cell, Home goes to the best.');
  }

  // ---- geometry ----

  // Whole pixels, so that no seam shows between cells with identical chunks.
  /** Return left, top, width and height of a cell. @type {(map: SweepMap, cell: number) => [number, number, number, number]} */
  boxOf(map, cell) {
    const { row, rowEnd, column, columnEnd } = partOf(map, this.all);
    const across = (/** @type {number} */ at) => Math.round(this.left + (at / (columnEnd - column)) * (this.right - this.left));
    const down = (/** @type {number} */ at) => Math.round(this.bottom - (at / (rowEnd - row)) * (this.bottom - this.top));
    const c = (cell % map.columns) - column, r = Math.floor(cell / map.columns) - row;
    return [across(c), down(r + 1), across(c + 1) - across(c), down(r) - down(r + 1)];
  }

  /** @param {number} x  @param {number} y */
  cellAt(x, y) {
    if (!this.map || x < this.left || x >= this.right || y < this.top || y >= this.bottom) return null;
    const { row, rowEnd, column, columnEnd } = partOf(this.map, this.all);
    const c = column + Math.floor(((x - this.left) / (this.right - this.left)) * (columnEnd - column));
    const r = row + Math.floor(((this.bottom - y) / (this.bottom - this.top)) * (rowEnd - row) - 1e-9);
    return Math.max(row, r) * this.map.columns + c;
  }

  // ---- drawing ----

  paint() {
    const { map, colors, at } = this;
    if (!map) return;
    const part = partOf(map, this.all), cells = cellsOf(map, part), { results } = map;
    for (const cell of cells) this.paintCell(map, cell);
    /** @type {(a: number, b: number) => boolean} */
    const differ = (a, b) => results[a] !== results[b] && (isShown(map, a) || isShown(map, b));
    for (const cell of cells) this.paintEdges(map, part, cell, { thick: 1, color: colors.ground, differ, outside: false });
    const { best } = map;
    if (best !== null) this.outlineGroup(map, part, cells, best);
    if (at !== null) {
      this.outlineGroup(map, part, cells, at);
      this.outlineCell(this.boxOf(map, nearest(map, part, at)));
    }
    const star = best === null ? null : this.boxOf(map, nearest(map, part, best));
    const ring = map.present === null ? null : this.boxOf(map, nearest(map, part, map.present));
    if (star) this.paintStar(star);
    if (ring) this.paintRing(ring, star && Math.hypot(ring[0] - star[0], ring[1] - star[1]) < RING + STAR ? AROUND_STAR : RING);
    this.paintAxes(map, part);
  }

  /** @param {SweepMap} map  @param {number} cell */
  paintCell(map, cell) {
    const { context, colors, levels } = this, box = this.boxOf(map, cell), [x, y, wide, high] = box;
    if (levels && isShown(map, cell)) {
      this.fillRect(shadeOf(map.values[cell], levels, map.metric.better === 'lower'), ...box);
    } else if (isContradicting(map, cell)) {
      this.trace([[x, y + high], [x + wide, y]]);
      [context.strokeStyle, context.lineWidth] = [colors.faint, 1];
      context.stroke();
    } else if (map.results[cell] >= 0) this.fillRect(colors.grid, ...box);
  }

  /**
   * Draw lines on the sides of a cell beyond which other chunks begin.
   *
   * @param {SweepMap} map
   * @param {Part} part
   * @param {number} cell
   * @param {{thick: number, color: string, differ: (cell: number, other: number) => boolean, outside: boolean}} style
   *   `outside`: also at the edge of the map
   */
  paintEdges(map, part, cell, { thick, color, differ, outside }) {
    const { columns } = map, [x, y, wide, high] = this.boxOf(map, cell);
    const column = cell % columns, row = Math.floor(cell / columns), half = thick >> 1, over = outside ? half : 0;
    /** @type {(inside: boolean, other: number, ...box: [number, number, number, number]) => void} */
    const side = (inside, other, ...box) => { if (inside ? differ(cell, other) : outside) this.fillRect(color, ...box); };
    side(column + 1 < part.columnEnd, cell + 1, x + wide - half, y - over, thick, high + 2 * over);
    side(row + 1 < part.rowEnd, cell + columns, x - over, y - half, wide + 2 * over, thick);
    if (!outside) return;
    side(column > part.column, cell - 1, x - half, y - half, thick, high + thick);
    side(row > part.row, cell - columns, x - half, y + high - half, wide + thick, thick);
  }

  // Around all cells on screen with the chunks of one.
  /** @param {SweepMap} map  @param {Part} part  @param {number[]} cells  @param {number} cell */
  outlineGroup(map, part, cells, cell) {
    const { results } = map, group = results[cell];
    if (group < 0) return;
    const differ = (/** @type {number} */ _, /** @type {number} */ other) => results[other] !== group;
    for (const style of [{ thick: 4, color: this.colors.ground }, { thick: 2, color: this.colors.words }]) {
      for (const each of cells) if (results[each] === group) this.paintEdges(map, part, each, { ...style, differ, outside: true });
    }
  }

  /** @param {[number, number, number, number]} box */
  outlineCell([x, y, wide, high]) {
    const { context, colors } = this;
    for (const { thick, color } of [{ thick: 4, color: colors.ground }, { thick: 2, color: colors.words }]) {
      [context.strokeStyle, context.lineWidth] = [color, thick];
      context.strokeRect(x + 1, y + 1, Math.max(1, wide - 2), Math.max(1, high - 2));
    }
  }

  // The cell of Tune.
  /** @param {[number, number, number, number]} box  @param {number} radius */
  paintRing([x, y, wide, high], radius) {
    const { context } = this;
    for (const { thick, color } of [{ thick: 5, color: '#000' }, { thick: 2.5, color: '#fff' }]) {
      [context.strokeStyle, context.lineWidth] = [color, thick];
      context.beginPath();
      context.arc(x + wide / 2, y + high / 2, radius, 0, 2 * Math.PI);
      context.stroke();
    }
  }

  // The best cell.
  /** @param {[number, number, number, number]} box */
  paintStar([x, y, wide, high]) {
    const { context } = this;
    this.trace(Array.from({ length: 10 }, (_, i) => {
      const angle = (i / 5) * Math.PI - Math.PI / 2, radius = i % 2 ? 4 : STAR;
      return [x + wide / 2 + radius * Math.cos(angle), y + high / 2 + radius * Math.sin(angle)];
    }));
    context.closePath();
    [context.strokeStyle, context.lineWidth, context.lineJoin] = ['#000', 3, 'round'];
    context.stroke();
    context.fillStyle = '#fff';
    context.fill();
  }

  /** @param {SweepMap} map  @param {Part} part */
  paintAxes({ axes: [down, across] }, { row, rowEnd, column, columnEnd }) {
    const rows = axisWords(down), names = axisWords(across);
    const high = (this.bottom - this.top) / (rowEnd - row), wide = (this.right - this.left) / (columnEnd - column);
    for (const i of labeled(down.values.slice(row, rowEnd), high, 22)) {
      this.write(rows[row + i], this.left - 8, this.bottom - (i + 0.5) * high, { align: 'right' });
    }
    const least = Math.max(...names.map((name) => name.length)) * 7 + 12;
    for (const i of labeled(across.values.slice(column, columnEnd), wide, least)) {
      this.write(names[column + i], this.left + (i + 0.5) * wide, this.bottom + 12, { align: 'center' });
    }
    const label = down.label ? `${down.label} ↑   ${across.label} →` : `${across.label} →`;
    this.write(label, this.left, this.bottom + 29, { color: this.colors.words });
  }

  // ---- pointer and keys ----

  /** @param {number|null} cell */
  go(cell) {
    if (cell === null || cell === this.at) return;
    this.at = cell;
    this.redraw();
    this.preview();
  }

  /** @param {number} x  @param {number} y */
  hover(x, y) { this.go(this.cellAt(x, y)); }

  /** @param {number} x  @param {number} y */
  click(x, y) { this.apply(this.cellAt(x, y)); }

  /** Set the settings of a cell on Tune and here. @param {number|null} cell */
  apply(cell) {
    if (!this.map || cell === null || this.map.results[cell] < 0) return;
    this.at = cell;
    this.redraw();
    send('sweep_apply', cell);
  }

  /** @param {KeyboardEvent} event */
  key({ key, shiftKey }) {
    const { map } = this;
    if (!map) return false;
    // Where the keys are: at the cell of the pointer, of Tune, the best, or the first.
    const here = this.at ?? map.present ?? map.best ?? 0;
    if (STEPS[key]) this.go(neighbor(map, partOf(map, this.all), here, STEPS[key], shiftKey));
    else if (key === 'Enter') this.apply(here);
    else if (key === 'Home') this.go(map.best);
    else return false;
    return true;
  }
}
