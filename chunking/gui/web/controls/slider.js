// A setting with a range in one row of 28 pixels: label, track, and its value, which can be typed.

import { clamp, extent } from '../core/arrays.js';
import { isolateKeys, make, setAttribute, setFieldText } from '../core/dom.js';
import { settingText, whole } from '../core/format.js';
import { parseNumber } from './number_input.js';

const FINE = 0.1; // of the pointer's way, with Shift

/** @import { SliderControl } from '../messages.d.ts' */

/** @typedef {[number, number]} Range  two ends */
/** @typedef {{low: number, high: number, step: number}} Grid  of the values of a slider */
/** @typedef {SliderControl & {value: number, default: number}} SliderField */

/** Return a value on the grid of a slider, within its range. @type {(value: number, grid: Grid) => number} */
export function onGrid(value, { low, high, step }) {
  return clamp(Number((low + Math.round((value - low) / step) * step).toFixed(6)), low, high);
}

/**
 * Return the part of the range of a slider that similarities need: from the lowest to the highest, and a step beyond.
 *
 * @param {Iterable<number>|undefined} scores
 * @param {Grid} grid
 * @returns {Range|null}  null for the whole range
 */
export function fittedRange(scores, grid) {
  const found = scores && extent(scores);
  if (!found || found[1] - found[0] < 2 * grid.step) return null;
  return [onGrid(found[0] - grid.step, grid), onGrid(found[1] + grid.step, grid)];
}

/** Return what the track covers: the fitted part, and the value. @type {(grid: Grid, fitted: Range|null, value: number) => Range} */
export const spanOf = ({ low, high }, fitted, value) => [Math.min(fitted?.[0] ?? low, value), Math.max(fitted?.[1] ?? high, value)];

/**
 * Return the step of a key press: the finest one with Shift, ten steps with Page Up and Down.
 *
 * @param {string} key
 * @param {{step: number, whole: boolean}} field
 * @param {boolean} fine
 * @returns {number|undefined}
 */
export function stepOf(key, { step, whole: isWhole }, fine) {
  const size = fine ? (isWhole ? 1 : step / 10) : step;
  const steps = /** @type {Record<string, number>} */ ({
    ArrowUp: size, ArrowRight: size, ArrowDown: -size, ArrowLeft: -size, PageUp: 10 * step, PageDown: -10 * step,
  });
  return steps[key];
}

export class Slider {
  /**
   * @param {(value: number) => void} changed  called with each value while it moves
   * @param {(problem: string, typed: string) => void} refused  called with what a typed text must be
   * @param {() => void} released  called when the pointer is up again
   */
  constructor(changed, refused, released) {
    this.changed = changed;
    this.refused = refused;
    this.about = /** @type {SliderField} */ ({});
    this.value = 0;
    this.fitted = /** @type {Range|null} */ (null);
    this.typing = false; // what is in the field is not entered yet
    this.span = /** @type {Range} */ ([0, 1]); // of the track
    // Where the pointer was last on the grid; undefined while it is up.
    this.from = /** @type {{x: number, value: number}|undefined} */ (undefined);
    this.label = make('span', { class: 'label' });
    this.fill = make('i');
    this.thumb = make('b');
    const release = () => { this.from = undefined; released(); };
    this.track = make('div', {
      class: 'track', role: 'slider', tabindex: '0', onkeydown: (event) => this.handleTrackKey(event),
      onpointerdown: (event) => this.press(event), onpointermove: (event) => this.move(event),
      onpointerup: release, onpointercancel: release,
    }, this.fill, this.thumb);
    this.field = make('input', {
      type: 'text', inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false', onkeydown: (event) => this.handleFieldKey(event),
      oninput: () => { this.typing = true; }, onchange: () => this.enter(), onblur: () => { this.typing = false; this.show(); }, onfocus: () => this.field.select(),
    });
    isolateKeys(this.field);
    this.root = make('div', {
      class: 'control slider', ondblclick: ({ target }) => { if (target !== this.field) this.set(this.about.default); },
    }, this.label, this.track, this.field);
  }

  /** Set all but the value, which `hold` shows. @param {SliderField} about  @param {Range|null} fitted  the part of the range that the track covers */
  update(about, fitted) {
    this.about = about;
    this.fitted = fitted;
    this.label.textContent = about.label;
    const range = fitted ? `\nThe track covers ${fitted.map((end) => this.textOf(end)).join(' to ')}; keys and typing reach the rest.` : '';
    this.root.title = `${about.help}${range}\nDefault ${this.textOf(about.default)}. Double-click to reset, Shift for fine steps.`;
    this.root.classList.toggle('changed', about.value !== about.default);
    setAttribute(this.track, 'aria-label', about.label);
    setAttribute(this.track, 'aria-valuemin', about.low);
    setAttribute(this.track, 'aria-valuemax', about.high);
    this.field.setAttribute('aria-label', about.label);
  }

  /** Show a value, unless the pointer holds another one. @param {number} value */
  hold(value) {
    if (this.from !== undefined) return;
    this.value = value;
    this.show();
  }

  /** @param {number} value */
  textOf(value) {
    return this.about.whole ? whole.format(value) : settingText(value, this.about.decimals);
  }

  show() {
    const text = this.textOf(this.value);
    if (this.from === undefined) this.span = spanOf(this.about, this.fitted, this.value);
    const [low, high] = this.span, share = clamp((this.value - low) / (high - low), 0, 1);
    this.fill.style.width = this.thumb.style.left = `${100 * share}%`;
    setAttribute(this.track, 'aria-valuenow', this.value);
    setAttribute(this.track, 'aria-valuetext', text);
    if (!this.typing) setFieldText(this.field, text);
  }

  /** @param {number} value */
  set(value) {
    if (value === this.value) return;
    this.value = value;
    this.show();
    this.changed(value);
  }

  /** Move the value within the range. @param {number} by */
  step(by) {
    const { low, high } = this.about;
    this.set(Number(clamp(this.value + by, low, high).toFixed(6)));
  }

  // ---- pointer ----

  /** @param {PointerEvent} event */
  press(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.track.focus({ preventScroll: true });
    this.track.setPointerCapture(event.pointerId);
    this.follow(event.clientX);
  }

  /** @param {PointerEvent} event */
  move({ shiftKey, clientX }) {
    if (this.from === undefined) return;
    if (!shiftKey) { this.follow(clientX); return; }
    const { low, high, step, whole: isWhole } = this.about, [start, end] = this.span;
    const value = this.from.value + (clientX - this.from.x) * ((end - start) / this.track.clientWidth) * FINE;
    this.set(onGrid(value, { low, high, step: isWhole ? 1 : step / 10 }));
  }

  /** @param {number} x */
  follow(x) {
    const box = this.track.getBoundingClientRect(), [low, high] = this.span;
    const value = clamp(onGrid(low + clamp((x - box.left) / box.width, 0, 1) * (high - low), this.about), low, high);
    this.from = { x, value };
    this.set(value);
  }

  // ---- keys ----

  /** @param {KeyboardEvent} event */
  handleTrackKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = stepOf(event.key, this.about, event.shiftKey);
    if (by !== undefined) this.step(by);
    else if (event.key === 'Home') this.set(this.about.low);
    else if (event.key === 'End') this.set(this.about.high);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {KeyboardEvent} event */
  handleFieldKey(event) {
    if (event.key === 'Enter') { this.enter(); this.field.select(); }
    else if (event.key === 'Escape') { this.typing = false; this.show(); this.field.blur(); }
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      this.typing = false;
      this.step(stepOf(event.key, this.about, event.shiftKey) ?? 0);
      event.preventDefault();
    }
  }

  // A typed value may lie outside of the track: Python says what is allowed, and the field shows what applies.
  enter() {
    this.typing = false;
    const typed = this.field.value;
    if (typed.trim() !== '' && typed !== this.textOf(this.value)) {
      const { value, problem } = parseNumber(typed, this.about.whole);
      if (value === undefined) this.refused(problem ?? '', typed);
      else if (value === this.value) this.changed(value); // also the end of a message
      else this.set(value);
    }
    this.show();
  }
}
