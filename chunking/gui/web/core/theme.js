// The colors of the theme, and those of reasons and lanes as readable on its background.

import { styleOf } from './reasons.js';
import { changed, store } from './store.js';

const THEME_DELAY = 300; // milliseconds: the framework sets its colors a moment after the system has changed

/** Return red, green and blue of a color as #RRGGBB or rgb(…). @param {string} color  @returns {number[]} */
export function channels(color) {
  if (color.startsWith('#')) return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return (color.match(/[\d.]+/g) ?? [255, 255, 255]).slice(0, 3).map(Number);
}

// Relative luminance (WCAG 2.2).
function luminance(/** @type {string} */ color) {
  const [r, g, b] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const hasBackground = (/** @type {Element} */ root) => !/^(transparent|rgba\(.*, 0\))$/.test(getComputedStyle(root).backgroundColor);

const isDark = (/** @type {Element} */ root) => luminance(getComputedStyle(root).backgroundColor) < 0.2;

/**
 * Return a color as readable on a dark or a light background, like `readable_color` of the output.
 *
 * @param {string} color
 * @param {boolean} dark
 */
export function readable(color, dark) {
  let mixed = channels(color);
  while (dark && luminance(`rgb(${mixed})`) < 0.2) mixed = mixed.map((each) => Math.ceil(each + (255 - each) * 0.1));
  while (!dark && luminance(`rgb(${mixed})`) > 0.3) mixed = mixed.map((each) => Math.floor(each * 0.95));
  return `rgb(${mixed})`;
}

// Set the colors of reasons (`--ink-…`), of lanes (`--lane-…`) and `data-dark` on an element with a background.
function setColors(/** @type {HTMLElement} */ root) {
  const dark = isDark(root);
  root.dataset.dark = dark ? 'yes' : 'no';
  const set = (/** @type {string} */ name, /** @type {string} */ color) => root.style.setProperty(name, readable(color, dark));
  for (const reason of Object.keys(store.reasons)) set(`--ink-${reason}`, styleOf(reason).color);
  store.lanes.forEach((color, i) => set(`--lane-${i}`, color));
}

function themeOf(/** @type {Element} */ root) {
  const style = getComputedStyle(root);
  return ['--ground', '--words', '--accent', '--st-font'].map((name) => style.getPropertyValue(name)).join();
}

/**
 * Set the colors of an element now and whenever the theme changes; then every view redraws ('theme').
 *
 * @param {HTMLElement} root
 * @param {AbortSignal} signal
 */
export function watchTheme(root, signal) {
  let theme = '', waits = false;
  const follow = () => {
    if (signal.aborted) return;
    // The style sheet may come after this module; without it the background is transparent, which looks black.
    if (!hasBackground(root)) {
      waits = true;
      requestAnimationFrame(follow);
      return;
    }
    setColors(root);
    const before = theme;
    theme = themeOf(root);
    if (waits || (before && before !== theme)) changed('theme');
    waits = false;
  };
  const again = () => setTimeout(follow, THEME_DELAY);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again, { signal });
  follow();
}

/** @typedef {ReturnType<typeof colorsOf>} Colors  what a canvas draws with */

/** Return the colors that a canvas draws with, from the style of an element. @param {Element} root */
export function colorsOf(root) {
  const style = getComputedStyle(root);
  const value = (/** @type {string} */ name) => style.getPropertyValue(name).trim();
  const inks = Object.fromEntries(Object.keys(store.reasons).map((reason) => [reason, value(`--ink-${reason}`)]));
  return {
    inks, font: style.fontFamily, ground: value('--ground'), words: value('--words'), muted: value('--muted'),
    faint: value('--faint'), grid: value('--grid'), line: value('--line'), accent: value('--accent'),
    accentText: value('--accent-text'), chosen: value('--chosen'),
  };
}
