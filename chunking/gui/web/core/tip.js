// A tip next to the pointer, and a hair line through it.

import { clamp } from './arrays.js';
import { make } from './dom.js';

/** Floats over the element that it is appended to. */
export class Tip {
  /** @param {HTMLElement} field  positioned; the tip stays within its width  @param {boolean} [withHair] */
  constructor(field, withHair = false) {
    this.field = field;
    this.hair = make('div', { class: 'hair', hidden: '' });
    this.element = make('div', { class: 'tip', role: 'status', hidden: '' });
    field.append(...withHair ? [this.hair] : [], this.element);
  }

  get shown() { return !this.element.hidden; }

  /** Show lines at a place of the field. @param {number} x  @param {number} y  @param {HTMLElement[]} lines */
  show(x, y, lines) {
    const { element, hair, field } = this;
    element.replaceChildren(...lines);
    element.hidden = hair.hidden = false;
    hair.style.transform = `translateX(${x}px)`;
    const room = field.clientWidth, { offsetWidth, offsetHeight } = element;
    const left = x + 14 + offsetWidth > room ? x - 14 - offsetWidth : x + 14;
    element.style.left = `${clamp(left, 0, Math.max(0, room - offsetWidth))}px`;
    const below = field.getBoundingClientRect().top + y + 14 + offsetHeight <= window.innerHeight;
    element.style.top = `${below ? y + 14 : y - 14 - offsetHeight}px`;
  }

  hide() {
    this.element.hidden = this.hair.hidden = true;
  }
}
