// Saving a chart as a file, made in the page.

import { button, make } from '../core/dom.js';
import { SvgContext } from './svg_context.js';

/** Offer a blob as a download. */
export function download(blob, name) {
  const link = make('a', { download: name, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function paintOn(context, chart, width, height) {
  context.fillStyle = chart.colors.ground;
  context.fillRect(0, 0, width, height);
  chart.paintOn(context);
}

/** Save a chart as SVG. */
function saveSvg(chart) {
  const { width, height } = chart, context = new SvgContext(width, height);
  paintOn(context, chart, width, height);
  download(new Blob([context.toString()], { type: 'image/svg+xml' }), `chunkscope-${chart.file}.svg`);
}

/** Save a chart as PNG at twice its size. */
function savePng(chart) {
  const { width, height } = chart, canvas = make('canvas', { width: 2 * width, height: 2 * height });
  const context = canvas.getContext('2d');
  context.scale(2, 2);
  paintOn(context, chart, width, height);
  canvas.toBlob((blob) => download(blob, `chunkscope-${chart.file}.png`));
}

/**
 * Make a small menu with one choice a format.
 *
 * @param {Record<string, () => void>} formats
 * @param {string} [label]
 */
export function formatMenu(formats, label = 'Save figure') {
  const choices = Object.entries(formats).map(([format, save]) =>
    button(`${label} as ${format}`, format, () => { close(); save(); }));
  const summary = make('summary', { 'aria-label': label, title: label }, '⤓');
  const element = make('details', { class: 'save' }, summary, make('div', { class: 'formats' }, ...choices));
  const close = () => {
    element.open = false;
    summary.focus();
  };
  element.onkeydown = (event) => {
    if (event.key === 'Escape' && element.open) close();
  };
  element.onfocusout = (event) => {
    if (!element.contains(event.relatedTarget)) element.open = false;
  };
  return element;
}

/** Make the menu that saves a chart. */
export const saveMenu = (chart) => formatMenu({ SVG: () => saveSvg(chart), PNG: () => savePng(chart) });
