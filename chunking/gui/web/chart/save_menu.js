// Saving a chart as a file, made in the page.

import { button, make } from '../core/dom.js';
import { SvgContext } from './svg_context.js';

/** @typedef {import('./chart.js').Chart} Chart */

/** Offer a blob as a download. @param {Blob} blob  @param {string} name */
export function download(blob, name) {
  const link = make('a', { download: name, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** @param {CanvasRenderingContext2D} context  @param {Chart} chart */
function paintOn(context, chart) {
  context.fillStyle = chart.colors.ground;
  context.fillRect(0, 0, chart.width, chart.height);
  chart.paintOn(context);
}

/** @param {Chart} chart */
function saveSvg(chart) {
  const context = new SvgContext(chart.width, chart.height);
  paintOn(context.asCanvas(), chart);
  download(new Blob([context.toString()], { type: 'image/svg+xml' }), `chunkscope-${chart.file}.svg`);
}

/** Save a chart at twice its size. @param {Chart} chart */
function savePng(chart) {
  const canvas = make('canvas', { width: 2 * chart.width, height: 2 * chart.height });
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
  context.scale(2, 2);
  paintOn(context, chart);
  canvas.toBlob((blob) => { if (blob) download(blob, `chunkscope-${chart.file}.png`); });
}

/** Make a small menu with one choice a format. @param {Record<string, () => void>} formats  @param {string} [label] */
export function makeFormatMenu(formats, label = 'Save figure') {
  const close = () => {
    element.open = false;
    summary.focus();
  };
  const choices = Object.entries(formats).map(([format, save]) => button(`${label} as ${format}`, format, () => { close(); save(); }));
  const summary = make('summary', { 'aria-label': label, title: label }, '⤓');
  const element = make('details', { class: 'save' }, summary, make('div', { class: 'formats' }, ...choices));
  element.onkeydown = ({ key }) => { if (key === 'Escape' && element.open) close(); };
  element.addEventListener('focusout', ({ relatedTarget }) => {
    if (!element.contains(/** @type {Node|null} */ (relatedTarget))) element.open = false;
  });
  return element;
}

/** Make the menu that saves a chart. @param {Chart} chart */
export const makeSaveMenu = (chart) => makeFormatMenu({ SVG: () => saveSvg(chart), PNG: () => savePng(chart) });
