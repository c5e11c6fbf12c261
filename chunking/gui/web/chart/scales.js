// Scales between values and pixels.

import { clamp, factors, ticks } from '../core/arrays.js';

const WIDE = 10; // from this factor between its ends on, an axis of positive values is logarithmic

/**
 * @typedef {object} Scale
 * @property {(value: number) => number} at  the pixel of a value
 * @property {(pixel: number) => number} value  the value at a pixel, between the ends
 * @property {(count: number, integer?: boolean) => number[]} ticks
 */

/** @returns {Scale} a scale of equal steps between two values and their pixels */
export function linear([low, high], [start, end]) {
  const span = high - low || 1, room = end - start || 1;
  return {
    at: (value) => start + ((value - low) / span) * room,
    value: (pixel) => low + clamp((pixel - start) / room, 0, 1) * span,
    ticks: (count, integer) => ticks(low, high, count, integer),
  };
}

/** @returns {Scale} a scale of equal factors between two positive values */
export function logarithmic([low, high], [start, end]) {
  const inner = linear([Math.log(low), Math.log(high)], [start, end]);
  return {
    at: (value) => inner.at(Math.log(clamp(value, low, high))),
    value: (pixel) => Math.exp(inner.value(pixel)),
    ticks: () => factors(low, high),
  };
}

/** @returns {Scale} the scale that suits two values */
export function suited([low, high], pixels) {
  return (low > 0 && high >= WIDE * low ? logarithmic : linear)([low, high], pixels);
}

/** @returns {Scale & {cell: (pixel: number) => number}} equal bands for `count` cells */
export function bands(count, [start, end]) {
  const inner = linear([0, count], [start, end]);
  return {
    ...inner,
    cell: (pixel) => (pixel < Math.min(start, end) || pixel >= Math.max(start, end)
      ? -1 : Math.min(count - 1, Math.floor(inner.value(pixel)))),
  };
}
