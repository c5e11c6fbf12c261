// The marks on the curve: boundaries, or a rug where they are too dense; the baseline, suppressed
// candidates, plateaus and more signals.

import { clamp } from '../core/arrays.js';
import { make } from '../core/dom.js';
import { glyphOf, makeGlyph } from '../core/reasons.js';
import { addShape, isOutline } from '../chart/glyph_shapes.js';
import { newPath } from '../chart/svg_context.js';
import { nearest, plateauAt } from './outcomes.js';

/** @import { Overlay, SimilarityCurve } from './similarity_curve.js' */

const PLATEAU = 4; // pixels
const PALE = 0.45; // opacity of borderline boundaries

/**
 * Draw a mark at each boundary from `first` to `last`; borderline ones are pale, on dashed stems.
 *
 * @param {SimilarityCurve} chart
 * @param {number} first
 * @param {number} last
 */
export function drawMarks(chart, first, last) {
  const { offsets, reasons } = chart.cuts, { borderline } = chart;
  const radius = clamp((chart.right - chart.left) / Math.max(1, last - first) / 2.6, 2.6, 4.6);
  for (const reason of chart.reasons) {
    const firm = newPath(chart.context), pale = newPath(chart.context), stems = [];
    for (let i = first; i < last; i++) {
      if (reasons[i] !== reason) continue;
      const x = chart.x(offsets[i]), y = chart.markY(i);
      addShape(borderline?.[i] ? pale : firm, glyphOf(reason), x, y, radius);
      if (borderline?.[i]) stems.push([x, y + radius]);
    }
    drawMark(chart, firm, reason);
    for (const [x, y] of stems) chart.line(x, y, x, chart.bottom, inkOf(chart, reason), [2, 3]);
    if (stems.length) drawBorderline(chart, pale, reason);
  }
}

/** @param {SimilarityCurve} chart  @param {string} reason */
const inkOf = (chart, reason) => chart.colors.inks[reason] || chart.colors.muted;

/** @param {SimilarityCurve} chart  @param {Path2D} path  @param {string} reason */
function drawMark(chart, path, reason) {
  const { context } = chart, outline = isOutline(glyphOf(reason));
  context.lineWidth = 1.5;
  context.strokeStyle = chart.colors.ground;
  if (!outline) context.stroke(path);
  context.fillStyle = context.strokeStyle = inkOf(chart, reason);
  if (outline) context.stroke(path); else context.fill(path);
}

/** @param {SimilarityCurve} chart  @param {Path2D} path  @param {string} reason */
function drawBorderline(chart, path, reason) {
  const { context } = chart;
  context.fillStyle = chart.colors.ground;
  context.fill(path);
  context.globalAlpha = PALE;
  context.fillStyle = context.strokeStyle = inkOf(chart, reason);
  // No outline: a hollow mark is a suppressed candidate.
  if (isOutline(glyphOf(reason))) context.stroke(path); else context.fill(path);
  context.globalAlpha = 1;
}

/** Make the sign of borderline boundaries in a legend: a pale mark on a dashed stem. @param {string} reason */
export function makeBorderlineSign(reason) {
  const pale = makeGlyph(reason), stem = make('span', { class: 'stem', 'aria-hidden': 'true' }, '┆');
  pale.style.opacity = String(PALE);
  stem.style.color = pale.style.color;
  return make('span', { class: 'borderline-sign' }, pale, stem);
}

/**
 * Draw a rug: one row a reason, so that the place shows it as well as the color.
 *
 * @param {SimilarityCurve} chart
 * @param {number} first  boundary
 * @param {number} last
 */
export function drawRug(chart, first, last) {
  const { offsets, reasons } = chart.cuts;
  const boxes = chart.reasons.map(() => /** @type {[number, number, number, number][]} */ ([]));
  for (let i = first; i < last; i++) {
    const row = chart.reasons.indexOf(reasons[i]);
    boxes[row].push([chart.x(offsets[i]) - 0.5, chart.rugTop + row * chart.row, 1, chart.row - 1]);
  }
  chart.reasons.forEach((reason, row) => chart.fillRects(inkOf(chart, reason), boxes[row]));
}

/** Draw the glyph of a reason at the left of its row. @type {(chart: SimilarityCurve, reason: string, y: number, radius: number) => void} */
function drawRowGlyph(chart, reason, y, radius) {
  const path = newPath(chart.context);
  addShape(path, glyphOf(reason), chart.left - 12, y, radius);
  drawMark(chart, path, reason);
}

/** Draw the glyphs of the rows of the rug. @param {SimilarityCurve} chart */
export function drawRugGlyphs(chart) {
  chart.reasons.forEach((reason, row) => drawRowGlyph(chart, reason, chart.rugTop + (row + 0.42) * chart.row, 2.4));
}

/** Draw the boundaries of the baseline as dimmed ticks. @param {SimilarityCurve} chart */
export function drawBaseline(chart) {
  const offsets = chart.drawn?.baseline?.offsets, { context } = chart;
  if (!offsets?.length) return;
  const [first, last] = chart.inView(offsets);
  [context.fillStyle, context.globalAlpha] = [chart.colors.muted, 0.45];
  context.beginPath();
  for (let i = first; i < last; i++) {
    const x = Math.round(chart.x(offsets[i]));
    context.rect(x - 1, chart.top, 2, 7);
    context.rect(x - 1, chart.rugTop, 2, chart.rugHeight);
  }
  context.fill();
  context.globalAlpha = 1;
}

/** Draw the suppressed candidates as one strip, darker where there are more. @param {SimilarityCurve} chart */
export function drawSuppressed(chart) {
  const { suppressed } = chart.chunking ?? {};
  if (!suppressed?.length) return;
  drawRowGlyph(chart, 'min_tokens', chart.stripTop + chart.stripHeight / 2, 2.8);
  const [first, last] = chart.inView(suppressed), columns = new Map();
  for (let i = first; i < last; i++) {
    const x = Math.round(chart.x(suppressed[i]));
    if (x >= chart.left && x <= chart.right) columns.set(x, (columns.get(x) ?? 0) + 1);
  }
  const most = Math.max(1, ...columns.values()), width = columns.size * 4 > chart.right - chart.left ? 1 : 2;
  for (const [x, count] of columns) {
    const opacity = 0.45 + 0.5 * (count / most);
    chart.fillRect(inkOf(chart, 'min_tokens'), x - width / 2, chart.stripTop, width, chart.stripHeight, opacity);
  }
}

/** Draw the plateaus of the threshold at the right end of the plot. @param {SimilarityCurve} chart */
export function drawPlateaus(chart) {
  const { outcomes, colors, threshold } = chart;
  if (!outcomes || threshold === null) return;
  const here = plateauAt(outcomes, nearest(outcomes, threshold));
  for (const plateau of outcomes.plateaus) {
    const [bottom, top] = plateau.map((index) => clamp(chart.y(outcomes.values[index]), chart.top, chart.bottom));
    if (bottom - top < 1) continue;
    const color = plateau === here ? colors.accent : colors.line;
    chart.fillRect(color, chart.right + 1, top, PLATEAU, bottom - top, plateau === here ? 0.75 : 0.4);
    if (plateau === here) chart.fillRect(color, chart.left, top, chart.right - chart.left, bottom - top, 0.07);
  }
}

/** Draw more signals; one that is no similarity hangs from the top on a scale of its own. @param {SimilarityCurve} chart */
export function drawOverlays(chart) {
  const { context, top, bottom } = chart;
  for (const { signal, dash = [], color, hangs } of chart.overlays) {
    const deepest = hangs ? signal.scores.reduce((most, score) => Math.max(most, score), 1e-6) : 0;
    chart.traceSignal(signal, hangs ? (score) => top + (score / deepest) * (bottom - top) : undefined);
    [context.strokeStyle, context.lineWidth] = [color, 1];
    context.setLineDash(dash);
    context.stroke();
    context.setLineDash([]);
  }
}

/** Make the legend entries of more signals. @param {Overlay[]} overlays */
export function makeOverlayEntries(overlays) {
  return overlays.map(({ label, dash, color }) => {
    const line = make('span', { class: 'dash', 'aria-hidden': 'true' }), [on = 8, off = on] = dash ?? [];
    line.style.background = `repeating-linear-gradient(90deg, ${color} 0 ${on}px, transparent ${on}px ${on + off}px)`;
    return make('span', { class: 'entry' }, line, ` ${label}`);
  });
}
