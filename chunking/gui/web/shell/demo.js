// The demonstration: a card with the present step, and a frame around the part of the window that it is about.

import { send } from '../core/channel.js';
import { make, setText } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';

const FOLLOW = 200; // milliseconds between two looks where the part is
const AIR = 4, EDGE = 16; // pixels: around the part, and to the edges of the window
const BAR = 52; // pixels of the bar, and below it

/** @typedef {{left: number, top: number, right: number, bottom: number}} Rectangle */

/** Return how many square pixels two rectangles share. @param {Rectangle} a  @param {Rectangle} b */
function shared(a, b) {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left), height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return Math.max(0, width) * Math.max(0, height);
}

/**
 * Return the corner of the window where a card hides least of a part.
 *
 * @param {Rectangle} part
 * @param {{width: number, height: number}} card
 * @param {{width: number, height: number}} screen
 */
export function cornerFor(part, card, screen) {
  const lefts = [EDGE, screen.width - card.width - EDGE], tops = [screen.height - card.height - EDGE, BAR];
  const corners = tops.flatMap((top) => lefts.map((left) => ({ left, top, right: left + card.width, bottom: top + card.height })));
  return corners.reduce((best, each) => (shared(each, part) < shared(best, part) ? each : best));
}

/** Show a step, counted from 1, on its page; 0 ends the demonstration. @param {number} step  @param {string[]} [pages]  of the steps */
export function showStep(step, pages = ['tune']) {
  send('demo', step);
  const page = pages[step - 1];
  if (page && page !== store.frame?.page) send('page', page);
}

export class Demo extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'demo', ['frame']);
    this.frame = make('div', { class: 'part' });
    this.count = make('small');
    this.title = make('h2');
    this.text = make('p');
    this.back = make('button', { type: 'button', onclick: () => this.go(-1) }, 'Back');
    this.next = make('button', { type: 'button', class: 'primary', onclick: () => this.go(1) });
    const end = make('button', { type: 'button', onclick: () => showStep(0) }, 'End (Esc)');
    this.card = make('div', { class: 'card', role: 'dialog', 'aria-label': 'Demonstration' },
      make('div', { 'aria-live': 'polite' }, this.count, this.title, this.text),
      make('div', { class: 'steps' }, end, make('div', { class: 'space' }), this.back, this.next));
    root.replaceChildren(this.frame, this.card);
    const timer = setInterval(() => this.place(), FOLLOW);
    this.whenDestroyed(() => clearInterval(timer));
    this.refresh();
  }

  get shown() { return store.frame?.demo; }

  refresh() {
    const { shown } = this;
    this.root.hidden = !shown;
    if (!shown) return;
    const { step, pages, title, text } = shown, isLast = step === pages.length;
    setText(this.count, `Step ${step} of ${pages.length}`);
    setText(this.title, title);
    setText(this.text, text);
    setText(this.next, isLast ? 'Finish' : 'Next');
    this.back.disabled = step === 1;
    this.place();
  }

  /** @param {number} by */
  go(by) {
    const { shown } = this;
    if (shown) showStep(by > 0 && shown.step === shown.pages.length ? 0 : shown.step + by, shown.pages);
  }

  place() {
    const { shown } = this;
    if (!shown) return;
    const part = /** @type {HTMLElement} */ (this.root.parentElement).querySelector(shown.target);
    this.frame.hidden = !part || Boolean(store.frame?.dialog);
    this.card.hidden = Boolean(store.frame?.dialog);
    if (!part) return;
    const box = part.getBoundingClientRect(), { innerWidth: width, innerHeight: height } = window;
    const [left, top] = [Math.max(AIR / 2, box.left - AIR), Math.max(AIR / 2, box.top - AIR)];
    Object.assign(this.frame.style, {
      left: `${left}px`, top: `${top}px`, width: `${Math.min(width - AIR / 2, box.right + AIR) - left}px`,
      height: `${Math.min(height - AIR / 2, box.bottom + AIR) - top}px`,
    });
    const corner = cornerFor(box, { width: this.card.offsetWidth, height: this.card.offsetHeight }, { width, height });
    Object.assign(this.card.style, { left: `${corner.left}px`, top: `${corner.top}px` });
  }
}
