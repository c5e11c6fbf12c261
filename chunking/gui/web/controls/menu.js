// A button with a list of actions below it.

import { make } from '../core/dom.js';

export class Menu {
  /**
   * @param {string} label
   * @param {string} face
   * @param {() => Array<[string, () => void, string?]>} items  title, action and keys, asked for when it opens
   */
  constructor(label, face, items) {
    this.items = items;
    this.face = make('button', { type: 'button', 'aria-label': label, title: label, 'aria-haspopup': 'menu', 'aria-expanded': 'false' }, face);
    this.list = make('div', { class: 'list', role: 'menu', hidden: '' });
    this.root = make('div', { class: 'menu' }, this.face, this.list);
    this.face.onclick = () => (this.list.hidden ? this.open() : this.close());
    this.root.onkeydown = (event) => this.pressed(event);
    this.root.addEventListener('focusout', (event) => { if (!this.root.contains(event.relatedTarget)) this.close(); });
  }

  open() {
    this.list.replaceChildren(...this.items().map(([title, run, keys = '']) => {
      const item = make('button', { type: 'button', role: 'menuitem' }, make('span', {}, title), make('kbd', {}, keys));
      item.onclick = () => { this.close(); run(); };
      return item;
    }));
    this.list.hidden = false;
    this.face.setAttribute('aria-expanded', 'true');
    this.list.firstElementChild?.focus();
  }

  close() {
    this.list.hidden = true;
    this.face.setAttribute('aria-expanded', 'false');
  }

  pressed(event) {
    const items = [...this.list.children], at = items.indexOf(event.target);
    if (event.key === 'Escape' && !this.list.hidden) { this.close(); this.face.focus(); }
    else if (event.key === 'ArrowDown' && at >= 0) items[(at + 1) % items.length].focus();
    else if (event.key === 'ArrowUp' && at >= 0) items[(at + items.length - 1) % items.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
