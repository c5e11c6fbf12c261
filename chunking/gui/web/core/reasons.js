// Names, glyphs and colors of reasons, and the colors of the theme.

import { changed, store } from './store.js';

const UNKNOWN = { color: '#8A5A00', glyph: '◇', title: '', description: '' };
const THEME_DELAY = 300; // milliseconds: the framework sets its colors a moment after the system has changed

const styleOf = (reason) => store.reasons[reason] ?? { ...UNKNOWN, title: reason, description: reason };

/** Return the name of a reason in legends and tables. */
export const nameOf = (reason) => styleOf(reason).title;

/** Return the glyph of a reason. */
export const glyphOf = (reason) => styleOf(reason).glyph;

/** Return the meaning of a reason in one line. */
export const meaningOf = (reason) => styleOf(reason).description;

/** Return the reasons of a set in the same order everywhere, so that a legend does not jump. */
export function inOrder(reasons) {
  const all = new Set([...Object.keys(store.reasons), ...reasons]);
  return [...all].filter((reason) => reasons.has(reason));
}

/** Return red, green and blue of a color as #RRGGBB or rgb(…). */
export function channels(color) {
  if (color.startsWith('#')) return [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));
  return (color.match(/[\d.]+/g) ?? [255, 255, 255]).slice(0, 3).map(Number);
}

// Relative luminance (WCAG 2.2).
function luminance(color) {
  const [r, g, b] = channels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Tell whether the background of an element is dark. */
export const isDark = (root) => luminance(getComputedStyle(root).backgroundColor) < 0.2;

/** Return a color as readable on a dark or a light background, like `readable_color` of the output. */
export function readable(color, dark) {
  let mixed = channels(color);
  while (dark && luminance(`rgb(${mixed})`) < 0.2) mixed = mixed.map((each) => Math.ceil(each + (255 - each) * 0.1));
  while (!dark && luminance(`rgb(${mixed})`) > 0.3) mixed = mixed.map((each) => Math.floor(each * 0.95));
  return `rgb(${mixed})`;
}

/** Return the color of a reason. */
export const ink = (reason, dark) => readable(styleOf(reason).color, dark);

/**
 * Set the colors of the reasons (`--ink-…`) and `data-dark` on an element with a background.
 *
 * @param {HTMLElement} root
 * @returns {boolean} whether the colors of the theme have changed
 */
export function dye(root) {
  const dark = isDark(root), style = getComputedStyle(root);
  root.dataset.dark = dark ? 'yes' : 'no';
  for (const reason of Object.keys(store.reasons)) root.style.setProperty(`--ink-${reason}`, ink(reason, dark));
  const look = ['--ground', '--words', '--accent', '--st-font'].map((name) => style.getPropertyValue(name)).join();
  const other = root.__look !== look;
  root.__look = look;
  return other;
}

/**
 * Dye an element now and whenever the theme changes; then every view redraws ('theme').
 *
 * @param {HTMLElement} root
 * @param {AbortSignal} signal
 */
export function watchTheme(root, signal) {
  const again = () => setTimeout(() => { if (dye(root)) changed('theme'); }, THEME_DELAY);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again, { signal });
  dye(root);
}

/**
 * Return the colors that a canvas draws with, from the style of an element.
 *
 * @param {Element} root
 */
export function colorsOf(root) {
  const style = getComputedStyle(root);
  const value = (name) => style.getPropertyValue(name).trim();
  const inks = Object.fromEntries(Object.keys(store.reasons).map((reason) => [reason, value(`--ink-${reason}`)]));
  return {
    inks, font: style.fontFamily, ground: value('--ground'), words: value('--words'), muted: value('--muted'),
    faint: value('--faint'), grid: value('--grid'), line: value('--line'), accent: value('--accent'),
    accentText: value('--accent-text'), chosen: value('--chosen'),
  };
}
