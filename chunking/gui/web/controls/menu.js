// A button with a list of actions below it.

import { make } from '../core/dom.js';

/** @typedef {[title: string, run: () => void, keys?: string]} MenuItem */

export class Menu {
  /** @param {string} label  @param {string} face  @param {() => MenuItem[]} items  asked for when it opens */
  constructor(label, face, items) {
    this.items = items;
    this.face = make('button', {
      type: 'button', 'aria-label': label, title: label, 'aria-haspopup': 'menu', 'aria-expanded': 'false',
      onclick: () => (this.list.hidden ? this.open() : this.close()),
    }, face);
    this.list = make('div', { class: 'list', role: 'menu', hidden: '' });
    this.root = make('div', { class: 'menu', onkeydown: (event) => this.handleKey(event) }, this.face, this.list);
    this.root.addEventListener('focusout', ({ relatedTarget }) => {
      if (!this.root.contains(/** @type {Node|null} */ (relatedTarget))) this.close();
    });
  }

  open() {
    this.list.replaceChildren(...this.items().map(([title, run, keys = '']) => {
      const choose = () => { this.close(); run(); };
      return make('button', { type: 'button', role: 'menuitem', onclick: choose }, make('span', {}, title), make('kbd', {}, keys));
    }));
    this.list.hidden = false;
    this.face.setAttribute('aria-expanded', 'true');
    this.list.querySelector('button')?.focus();
  }

  close() {
    this.list.hidden = true;
    this.face.setAttribute('aria-expanded', 'false');
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    const items = [...this.list.querySelectorAll('button')], at = items.findIndex((item) => item === event.target);
    if (event.key === 'Escape' && !this.list.hidden) { this.close(); this.face.focus(); }
    else if (event.key === 'ArrowDown' && at >= 0) items[(at + 1) % items.length].focus();
    else if (event.key === 'ArrowUp' && at >= 0) items[(at + items.length - 1) % items.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
