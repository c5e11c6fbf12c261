// Saving a chart as a file, made in the page.

import { button, make } from '../core/dom.js';
import { SvgBrush } from './brush.js';

/** Offer a blob as a download. */
export function download(blob, name) {
  const link = make('a', { download: name, href: URL.createObjectURL(blob) });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

function paintOn(brush, chart, width, height) {
  brush.fillStyle = chart.colors.ground;
  brush.fillRect(0, 0, width, height);
  chart.paintOn(brush);
}

/** Save a chart as SVG. */
export function saveSvg(chart) {
  const { width, height } = chart, brush = new SvgBrush(width, height);
  paintOn(brush, chart, width, height);
  download(new Blob([brush.toString()], { type: 'image/svg+xml' }), `chunkscope-${chart.file}.svg`);
}

/** Save a chart as PNG at twice its size. */
export function savePng(chart) {
  const { width, height } = chart, canvas = make('canvas', { width: 2 * width, height: 2 * height });
  const brush = canvas.getContext('2d');
  brush.scale(2, 2);
  paintOn(brush, chart, width, height);
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
