// Scales between values and pixels.

import { clamp } from '../core/arrays.js';

const WIDE = 10; // from this factor between its ends on, an axis of positive values is logarithmic

/** @typedef {[number, number]} Range  two ends */

/**
 * @typedef {object} Scale
 * @property {(value: number) => number} at  the pixel of a value
 * @property {(pixel: number) => number} value  the value at a pixel, between the ends
 * @property {(count: number, integer?: boolean) => number[]} ticks
 */

/** Return a scale of equal steps between two values and their pixels. @type {(values: Range, pixels: Range) => Scale} */
export function linear([low, high], [start, end]) {
  const span = high - low || 1, room = end - start || 1;
  return {
    at: (value) => start + ((value - low) / span) * room,
    value: (pixel) => low + clamp((pixel - start) / room, 0, 1) * span,
    ticks: (count, integer) => ticks(low, high, count, integer),
  };
}

// Equal factors between two positive values.
/** @type {(values: Range, pixels: Range) => Scale} */
function logarithmic([low, high], pixels) {
  const inner = linear([Math.log(low), Math.log(high)], pixels);
  return {
    at: (value) => inner.at(Math.log(clamp(value, low, high))),
    value: (pixel) => Math.exp(inner.value(pixel)),
    ticks: () => factors(low, high),
  };
}

/** Return the scale that suits two values. @type {(values: Range, pixels: Range) => Scale} */
export function suited([low, high], pixels) {
  return (low > 0 && high >= WIDE * low ? logarithmic : linear)([low, high], pixels);
}

/** Return a range with some room at its ends. @type {(range: Range, share?: number) => Range} */
export function padded([low, high], share = 0.05) {
  const room = Math.max(0.02, (high - low) * share);
  return [low - room, high + room];
}

/** Return a value on the steps of its slider: lowest, highest, step. @type {(value: number, slider: number[]) => number} */
export const onStep = (value, [low, high, step]) => clamp(Number((Math.round(value / step) * step).toFixed(4)), low, high);

/**
 * Return round numbers between two values, about `count` of them, but at least two, unless whole: one alone names no scale.
 *
 * @param {number} from
 * @param {number} to
 * @param {number} count
 * @param {boolean} [integer]  whole numbers only
 * @returns {number[]}
 */
export function ticks(from, to, count, integer = false) {
  const rough = Math.max((to - from) / Math.max(1, count), integer ? 1 : 0);
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const steps = [1, 2, 2.5, 5, 10].map((factor) => factor * power);
  const step = steps.find((each) => each >= rough && (!integer || Number.isInteger(each))) ?? 10 * power;
  const found = [];
  for (let n = Math.ceil(from / step); n * step <= to + step * 1e-9; n++) found.push(n * step);
  return found.length > 1 || integer ? found : ticks(from, to, 2 * count);
}

/** Return 1, 2 and 5 times the powers of ten between two values. @type {(from: number, to: number) => number[]} */
export function factors(from, to) {
  const found = [];
  for (let power = 10 ** Math.floor(Math.log10(from)); power <= to; power *= 10) {
    found.push(...[1, 2, 5].map((factor) => factor * power).filter((each) => from <= each && each <= to));
  }
  return found;
}
