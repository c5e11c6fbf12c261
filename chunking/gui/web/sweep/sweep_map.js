// The map of a sweep: a cell for each combination of two settings, colored by a metric. Cells with identical
// chunks have no line between them.

import { send } from '../core/channel.js';
import { debounce, describeCanvas, exposeVersion, make } from '../core/dom.js';
import { countOf } from '../core/format.js';
import { store } from '../core/store.js';
import { Chart } from '../chart/chart.js';
import { makeScaleLegend, shadeOf } from '../chart/color_scale.js';
import {
  axisWords, cellsOf, cropText, isContradicting, isCropped, isShown, labelled, levelsOf, metricText, nearest,
  neighbor, offeredCell, partOf, unpackMap,
} from './map_cells.js';

const MARGINS = { top: 8, right: 12, bottom: 40, left: 64 };
const PREVIEW_DELAY = 50; // milliseconds that the pointer stays on a cell before its chunks are asked for
const RING = 6, STAR = 9, AROUND_STAR = 13; // pixels: radii of the marks of Tune's cell and of the best
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [1, 0], ArrowDown: [-1, 0] };

export class MapView extends Chart {
  /**
   * @param {HTMLElement} root
   * @param {(pixels: number) => void} scrollPreview  the wheel over the map scrolls the text next to it
   */
  constructor(root, scrollPreview) {
    super(root, 'sweepmap', { margins: MARGINS, file: 'sweep', kinds: ['sweep'], size: 12 });
    this.at = null; // the cell under the pointer, or where the keys have led
    this.all = false;
    this.legend = make('span', { class: 'legend' });
    this.cropped = make('span', { class: 'cropped' });
    this.toggle = make('button', { type: 'button' }, 'Show all');
    this.toggle.onclick = () => this.showAll(!this.all);
    this.root.prepend(make('div', { class: 'head' }, this.legend, make('span', { class: 'space' }), this.cropped, this.toggle));
    this.preview = debounce(PREVIEW_DELAY, () => send('sweep_cell', this.at));
    this.canvas.addEventListener('wheel', (event) => { scrollPreview(event.deltaY); event.preventDefault(); }, { passive: false });
    this.refresh();
  }

  // ---- data ----

  refresh() {
    const { sweep } = store;
    if (!sweep || sweep === this.drawn) return;
    const axes = JSON.stringify(sweep.map?.axes);
    if (axes !== this.axes) Object.assign(this, { axes, at: null, all: false });
    this.drawn = sweep;
    this.map = unpackMap(sweep);
    this.showMessage(this.map ? '' : sweep.problem || 'The map follows once the text is embedded.');
    this.levels = this.map && levelsOf(this.map);
    this.fillHead();
    if (this.map) describeCanvas(this.canvas, this.summary());
    this.redraw();
    exposeVersion(this.root, `${sweep.metric} ${this.map?.done ?? 0} ${this.map?.present}`);
  }

  get offered() { return offeredCell(this.map, this.map.withinLimit); }

  get part() { return partOf(this.map, this.all); }

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

  entries(map, levels) {
    const { metric } = map, better = { higher: ', higher is better', lower: ', lower is better' }[metric.better] ?? '';
    const entry = (glyph, text, title) => make('span', { class: 'entry', title }, glyph, ` ${text}`);
    const sign = (name) => make('span', { class: `sign ${name}`, 'aria-hidden': 'true' });
    const scale = levels && makeScaleLegend(metricText(levels[0], metric), metricText(levels[1], metric), metric.title + better, metric.better === 'lower');
    if (scale) scale.title = metric.meaning;
    return [
      ...scale ? [scale] : [map.withinLimit && map.least_over ? 'no cell within the model limit' : 'no values'],
      ...map.best ? [entry('★', 'best', 'The best cell of this map')] : [],
      ...!map.best && this.offered ? [entry('★', 'lowest share', 'The cell with the lowest share of chunks over the model limit')] : [],
      ...map.present !== null ? [entry('◎', map.exact ? 'Tune' : 'nearest to Tune', 'The settings of Tune')] : [],
      ...map.contradicting ? [entry(sign('hatched'), 'contradicting', 'These settings contradict each other')] : [],
      ...map.withinLimit ? [entry(sign('blank'), 'over limit', 'At least one chunk exceeds the model limit')] : [],
    ];
  }

  summary() {
    const { map } = this;
    return `Map of ${map.metric.title}: ${countOf(map.values.length, 'cell')}, ${countOf(map.distinct, 'distinct chunking')}. `
      + 'Arrow keys move between cells, with Shift to other chunks; Enter applies a cell, Home goes to the best.';
  }

  // ---- geometry ----

  // Whole pixels, so that no seam shows between cells with identical chunks.
  rectOf(cell) {
    const { part, map } = this, { row, rowEnd, column, columnEnd } = part;
    const across = (at) => Math.round(this.left + (at / (columnEnd - column)) * (this.right - this.left));
    const down = (at) => Math.round(this.bottom - (at / (rowEnd - row)) * (this.bottom - this.top));
    const c = (cell % map.columns) - column, r = Math.floor(cell / map.columns) - row;
    return [across(c), down(r + 1), across(c + 1) - across(c), down(r) - down(r + 1)];
  }

  cellAt(x, y) {
    if (!this.map || x < this.left || x >= this.right || y < this.top || y >= this.bottom) return null;
    const { row, rowEnd, column, columnEnd } = this.part;
    const c = column + Math.floor(((x - this.left) / (this.right - this.left)) * (columnEnd - column));
    const r = row + Math.floor(((this.bottom - y) / (this.bottom - this.top)) * (rowEnd - row) - 1e-9);
    return Math.max(row, r) * this.map.columns + c;
  }

  // ---- drawing ----

  paint() {
    const { map, colors } = this;
    if (!map) return;
    const cells = cellsOf(map, this.part), { results } = map;
    for (const cell of cells) this.fill(cell);
    const differ = (a, b) => results[a] !== results[b] && (isShown(map, a) || isShown(map, b));
    for (const cell of cells) this.drawEdges(cell, 1, colors.ground, differ, false);
    const { offered } = this;
    if (offered) this.outlineGroup(cells, offered.cell);
    if (this.at !== null) {
      this.outlineGroup(cells, this.at);
      this.outlineCell(nearest(map, this.part, this.at));
    }
    const star = offered && nearest(map, this.part, offered.cell);
    const ring = map.present === null ? null : nearest(map, this.part, map.present);
    if (offered) this.star(star);
    if (ring !== null) this.ring(ring, this.touches(ring, star) ? AROUND_STAR : RING);
    this.paintAxes();
  }

  fill(cell) {
    const { map, context, colors } = this, box = this.rectOf(cell), [x, y, wide, high] = box;
    if (isShown(map, cell)) {
      this.fillRect(shadeOf(map.values[cell], this.levels, map.metric.better === 'lower'), ...box);
    } else if (isContradicting(map, cell)) {
      this.trace([[x, y + high], [x + wide, y]]);
      [context.strokeStyle, context.lineWidth] = [colors.faint, 1];
      context.stroke();
    } else if (map.results[cell] >= 0) this.fillRect(colors.grid, ...box);
  }

  // Lines on the sides of a cell beyond which other chunks begin; `outside`: also at the edge of the map.
  drawEdges(cell, thick, color, differs, outside) {
    const { map: { columns }, part } = this, [x, y, wide, high] = this.rectOf(cell);
    const column = cell % columns, row = Math.floor(cell / columns), half = thick >> 1, over = outside ? half : 0;
    const side = (inside, other, rect) => { if (inside ? differs(cell, other) : outside) this.fillRect(color, ...rect); };
    side(column + 1 < part.columnEnd, cell + 1, [x + wide - half, y - over, thick, high + 2 * over]);
    side(row + 1 < part.rowEnd, cell + columns, [x - over, y - half, wide + 2 * over, thick]);
    if (!outside) return;
    side(column > part.column, cell - 1, [x - half, y - half, thick, high + thick]);
    side(row > part.row, cell - columns, [x - half, y + high - half, wide + thick, thick]);
  }

  // Around all cells on screen with the chunks of one.
  outlineGroup(cells, cell) {
    const { results } = this.map, group = results[cell];
    if (group < 0) return;
    for (const [color, width] of [[this.colors.ground, 4], [this.colors.words, 2]]) {
      for (const each of cells) {
        if (results[each] === group) this.drawEdges(each, width, color, (_, other) => results[other] !== group, true);
      }
    }
  }

  outlineCell(cell) {
    const [x, y, wide, high] = this.rectOf(cell), { context, colors } = this;
    for (const [color, thick] of [[colors.ground, 4], [colors.words, 2]]) {
      [context.strokeStyle, context.lineWidth] = [color, thick];
      context.strokeRect(x + 1, y + 1, Math.max(1, wide - 2), Math.max(1, high - 2));
    }
  }

  // Whether the marks of two cells overlap.
  touches(cell, other) {
    if (other === null) return false;
    const [[x, y], [otherX, otherY]] = [cell, other].map((each) => this.rectOf(each));
    return Math.hypot(x - otherX, y - otherY) < RING + STAR;
  }

  ring(cell, radius) {
    const { context } = this, [x, y, wide, high] = this.rectOf(cell);
    for (const [color, thick] of [['#000', 5], ['#fff', 2.5]]) {
      [context.strokeStyle, context.lineWidth] = [color, thick];
      context.beginPath();
      context.arc(x + wide / 2, y + high / 2, radius, 0, 2 * Math.PI);
      context.stroke();
    }
  }

  star(cell) {
    const { context } = this, [x, y, wide, high] = this.rectOf(cell);
    const points = Array.from({ length: 10 }, (_, i) => {
      const angle = (i / 5) * Math.PI - Math.PI / 2, radius = i % 2 ? 4 : STAR;
      return [x + wide / 2 + radius * Math.cos(angle), y + high / 2 + radius * Math.sin(angle)];
    });
    this.trace(points);
    context.closePath();
    [context.strokeStyle, context.lineWidth, context.lineJoin] = ['#000', 3, 'round'];
    context.stroke();
    context.fillStyle = '#fff';
    context.fill();
  }

  paintAxes() {
    const { axes: [down, across] } = this.map, { row, rowEnd, column, columnEnd } = this.part;
    const rows = axisWords(down), names = axisWords(across);
    const high = (this.bottom - this.top) / (rowEnd - row), wide = (this.right - this.left) / (columnEnd - column);
    for (const i of labelled(down.values.slice(row, rowEnd), high, 22)) {
      this.write(rows[row + i], this.left - 8, this.bottom - (i + 0.5) * high, { align: 'right' });
    }
    const least = Math.max(...names.map((name) => name.length)) * 7 + 12;
    for (const i of labelled(across.values.slice(column, columnEnd), wide, least)) {
      this.write(names[column + i], this.left + (i + 0.5) * wide, this.bottom + 12, { align: 'center' });
    }
    const label = down.label ? `${down.label} ↑   ${across.label} →` : `${across.label} →`;
    this.write(label, this.left, this.bottom + 29, { color: this.colors.words });
  }

  // ---- pointer and keys ----

  go(cell) {
    if (cell === null || cell === this.at) return;
    this.at = cell;
    this.redraw();
    this.preview();
  }

  hover(x, y) { this.go(this.cellAt(x, y)); }

  click(x, y) { this.apply(this.cellAt(x, y)); }

  /** Set the settings of a cell on Tune and here. */
  apply(cell) {
    if (!this.map || cell === null || this.map.results[cell] < 0) return;
    this.at = cell;
    this.redraw();
    send('sweep_apply', cell);
  }

  /** The cell where the keys are: that of the pointer, of Tune, the best, or the first. */
  get here() {
    const { map } = this;
    return this.at ?? map.present ?? map.best?.cell ?? 0;
  }

  key(event) {
    const { map } = this;
    if (!map) return false;
    if (STEPS[event.key]) this.go(neighbor(map, this.part, this.here, STEPS[event.key], event.shiftKey));
    else if (event.key === 'Enter') this.apply(this.here);
    else if (event.key === 'Home' && this.offered) this.go(this.offered.cell);
    else return false;
    return true;
  }
}
