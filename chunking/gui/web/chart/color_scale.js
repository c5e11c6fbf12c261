// A color scale in even steps of lightness (viridis, van der Walt & Smith 2015), readable in gray and on
// light and dark backgrounds.

import { clamp } from '../core/arrays.js';
import { make } from '../core/dom.js';
import { channels } from '../core/theme.js';

const STOPS = ['#440154', '#482878', '#3e4989', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6ece58', '#b5de2b',
  '#fde725'].map(channels);

/** Return red, green and blue of a share from 0 to 1. @param {number} share */
export function shade(share) {
  const at = clamp(share, 0, 1) * (STOPS.length - 1);
  const low = Math.min(STOPS.length - 2, Math.floor(at));
  return STOPS[low].map((channel, i) => Math.round(channel + (STOPS[low + 1][i] - channel) * (at - low)));
}

/**
 * Return the color of a value between two others; `falling`: the lowest is the lightest.
 *
 * @type {(value: number, range: [number, number], falling?: boolean) => string}
 */
export function shadeOf(value, [low, high], falling = false) {
  if (!(high > low)) return `rgb(${shade(0.5)})`;
  return `rgb(${shade((falling ? high - value : value - low) / (high - low))})`;
}

/**
 * Make a legend of the scale: its two ends and their meaning.
 *
 * @type {(low: string, high: string, meaning: string, falling?: boolean) => HTMLElement}
 */
export function makeScaleLegend(low, high, meaning, falling = false) {
  const bar = make('span', { class: 'bar', 'aria-hidden': 'true' });
  const stops = STOPS.map((color) => `rgb(${color})`).join(',');
  bar.style.background = `linear-gradient(${falling ? -90 : 90}deg, ${stops})`;
  const [start, end] = [low, high].map((text) => make('span', { class: 'number' }, text));
  return make('span', { class: 'scale' }, start, bar, end, ` ${meaning}`);
}
