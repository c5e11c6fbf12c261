// A setting with a range in one row of 28 pixels: label, track, and its value, which can be typed.

import { clamp } from '../core/arrays.js';
import { isolateKeys, make, setAttribute } from '../core/dom.js';
import { settingText, whole } from '../core/format.js';

/** Return a value on the grid of a slider, within its range. */
export function onGrid(value, { low, high, step }) {
  return clamp(Number((low + Math.round((value - low) / step) * step).toFixed(6)), low, high);
}

/** Return the step of a key press: the finest one with Shift, ten steps with Page Up and Down. */
export function stepOf(key, { step, whole: counted }, fine) {
  const size = fine ? (counted ? 1 : step / 10) : step;
  return {
    ArrowUp: size, ArrowRight: size, ArrowDown: -size, ArrowLeft: -size, PageUp: 10 * step, PageDown: -10 * step,
  }[key];
}

const FINE = 0.1; // of the pointer's way, with Shift

export class Slider {
  /** @param {(value: number) => void} changed  called with each value while it moves */
  constructor(changed) {
    this.changed = changed;
    this.label = make('span', { class: 'label' });
    this.fill = make('i', {});
    this.thumb = make('b', {});
    this.track = make('div', { class: 'track', role: 'slider', tabindex: '0' }, this.fill, this.thumb);
    this.field = make('input', { type: 'text', inputmode: 'decimal', autocomplete: 'off', spellcheck: 'false' });
    this.root = make('div', { class: 'control slider' }, this.label, this.track, this.field);
    isolateKeys(this.field);
    this.field.onkeydown = (event) => this.typed(event);
    this.field.onchange = () => this.enter();
    this.field.onblur = () => this.show();
    this.field.onfocus = () => this.field.select();
    this.track.onpointerdown = (event) => this.press(event);
    this.track.onpointermove = (event) => this.move(event);
    this.track.onpointerup = this.track.onpointercancel = () => { this.from = undefined; };
    this.track.onkeydown = (event) => this.pressed(event);
    this.root.ondblclick = (event) => { if (event.target !== this.field) this.set(this.about.default); };
  }

  /** @param {{label, help, value, default, low, high, step, decimals, whole, problem?}} about  a field of the form */
  update(about) {
    this.about = about;
    this.value = about.value;
    this.label.textContent = about.label;
    this.root.title = `${about.help}\nDefault ${this.words(about.default)}. Double-click to reset, Shift for fine steps.`;
    this.root.classList.toggle('changed', about.value !== about.default);
    setAttribute(this.track, 'aria-label', about.label);
    setAttribute(this.track, 'aria-valuemin', about.low);
    setAttribute(this.track, 'aria-valuemax', about.high);
    this.field.setAttribute('aria-label', about.label);
    this.show();
  }

  /** Show a value that is not handled yet. */
  hold(value) {
    this.value = value;
    this.show();
  }

  words(value) {
    return this.about.whole ? whole.format(value) : settingText(value, this.about.decimals);
  }

  show() {
    const { low, high } = this.about;
    const share = clamp((this.value - low) / (high - low), 0, 1);
    this.fill.style.width = this.thumb.style.left = `${100 * share}%`;
    setAttribute(this.track, 'aria-valuenow', this.value);
    setAttribute(this.track, 'aria-valuetext', this.words(this.value));
    if (this.field.getRootNode().activeElement !== this.field) this.field.value = this.words(this.value);
  }

  set(value) {
    if (value === this.value) return;
    this.value = value;
    this.show();
    this.changed(value);
  }

  // ---- pointer ----

  press(event) {
    if (event.button !== 0) return;
    event.preventDefault();
    this.track.focus({ preventScroll: true });
    this.track.setPointerCapture(event.pointerId);
    this.from = { x: event.clientX, value: this.at(event.clientX) };
    this.set(this.from.value);
  }

  move(event) {
    if (this.from === undefined) return;
    if (!event.shiftKey) {
      this.from = { x: event.clientX, value: this.at(event.clientX) };
      this.set(this.from.value);
      return;
    }
    const { low, high, step, whole: counted } = this.about;
    const span = (high - low) / this.track.clientWidth;
    const value = this.from.value + (event.clientX - this.from.x) * span * FINE;
    this.set(onGrid(value, { low, high, step: counted ? 1 : step / 10 }));
  }

  at(x) {
    const box = this.track.getBoundingClientRect(), { low, high } = this.about;
    return onGrid(low + clamp((x - box.left) / box.width, 0, 1) * (high - low), this.about);
  }

  // ---- keys ----

  pressed(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { low, high } = this.about, by = stepOf(event.key, this.about, event.shiftKey);
    if (by !== undefined) this.set(Number(clamp(this.value + by, low, high).toFixed(6)));
    else if (event.key === 'Home') this.set(low);
    else if (event.key === 'End') this.set(high);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  typed(event) {
    if (event.key === 'Enter') { this.enter(); this.field.select(); }
    else if (event.key === 'Escape') this.field.blur();
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      this.set(Number(clamp(this.value + stepOf(event.key, this.about, event.shiftKey), this.about.low, this.about.high).toFixed(6)));
      this.field.value = this.words(this.value);
      event.preventDefault();
    }
  }

  // A typed value may lie outside of the track: Python says what is allowed.
  enter() {
    const value = Number(this.field.value.replace(/[,\s]/g, ''));
    const isTyped = this.field.value.trim() !== '' && this.field.value !== this.words(this.value);
    if (isTyped && !Number.isNaN(value)) this.set(value);
    this.field.value = this.words(this.value);
  }
}
