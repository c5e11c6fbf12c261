// Numbers as people type them.

import { isolateKeys, make } from '../core/dom.js';

const SPACES = /(\d)[\s'’](?=\d{3}(?!\d))/g; // between groups of three digits; \s includes no-break spaces
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const COMMA_GROUPS = /^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/;
const POINT_GROUPS = /^[+-]?[1-9]\d{0,2}(\.\d{3})+(,\d*)?$/;
const COMMA = /^[+-]?\d*,\d+$/;

/**
 * Return the number in a text: "9,5" is 9.5, and "1,200" is 1200 where the field holds whole numbers.
 *
 * @param {string} typed
 * @param {boolean} isInteger  whether the field holds whole numbers
 * @returns {{value?: number, problem?: string}}  a finite number, or why there is none: what the text must be
 */
export function parseNumber(typed, isInteger) {
  const text = typed.trim().replace(/^−/, '-').replace(SPACES, '$1');
  const marks = text.match(/[.,]/g)?.length ?? 0;
  const without = (/** @type {string} */ mark) => text.replaceAll(mark, '').replace(',', '.');
  let plain = text;
  if (marks === 1 && COMMA_GROUPS.test(text) && !isInteger) {
    return { problem: `either ${text.replace(',', '.')} or ${text.replace(',', '')}` };
  }
  if (COMMA_GROUPS.test(text)) plain = without(',');
  else if (POINT_GROUPS.test(text) && (isInteger || marks > 1)) plain = without('.');
  else if (COMMA.test(text)) plain = text.replace(',', '.');
  const value = NUMBER.test(plain) ? Number(plain) : NaN;
  return Number.isFinite(value) ? { value } : { problem: 'a number' };
}

/**
 * Return why a text is not the value of a setting: 'Threshold must be a number, got "abc"'.
 *
 * @type {(label: string, problem: string, typed: string) => string}
 */
export const refusal = (label, problem, typed) => `${label} must be ${problem}, got "${typed.trim()}"`;

/**
 * Make a field for a whole number from 1 on; the keys up and down change it by 1.
 *
 * @param {string} label
 * @param {(value: number) => void} enter
 * @param {(sentence: string) => void} refuse  called with why the text is no such number; '' for an empty field, and after Escape
 */
export function integerInput(label, enter, refuse) {
  const read = () => {
    const { value = 0 } = parseNumber(input.value, true);
    if (value >= 1 && Number.isInteger(value)) enter(value);
    else refuse(input.value.trim() && refusal(label, 'a whole number from 1 on', input.value));
  };
  const input = make('input', {
    type: 'text', inputmode: 'numeric', autocomplete: 'off', spellcheck: 'false', 'aria-label': label, title: label, onchange: read,
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key === 'Escape') { refuse(''); input.blur(); }
      const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      input.value = String(Math.max(1, (parseNumber(input.value, true).value ?? 0) + step));
      read();
    },
  });
  isolateKeys(input);
  return input;
}
