// The command palette (Ctrl+K): every action and setting of the page, found by typing.

import { isolateKeys, make } from '../core/dom.js';

/** Return the actions whose title holds every word of a query, those that begin with it first. */
export function matching(actions, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ title }) => (title.toLowerCase().startsWith(words[0] ?? '') ? 0 : 1);
  return actions
    .filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)))
    .map((action, i) => [rank(action), i, action])
    .sort((a, b) => a[0] - b[0] || a[1] - b[1])
    .map(([, , action]) => action);
}

const MOST = 12; // rows

export class Palette {
  constructor(app) {
    this.app = app;
    this.input = make('input', { type: 'text', placeholder: 'Action or setting', 'aria-label': 'Action or setting', autocomplete: 'off', spellcheck: 'false' });
    this.list = make('div', { role: 'listbox' });
    this.root = make('dialog', { class: 'palette', 'aria-label': 'Actions' }, this.input, this.list);
    isolateKeys(this.root);
    this.input.oninput = () => this.search();
    this.root.addEventListener('keydown', (event) => this.pressed(event));
    this.root.onclick = (event) => { if (event.target === this.root) this.root.close(); };
  }

  open() {
    if (this.root.open) return;
    this.actions = this.app.actions();
    this.input.value = '';
    this.search();
    this.root.showModal();
    this.input.focus();
  }

  search() {
    this.found = matching(this.actions, this.input.value).slice(0, MOST);
    this.at = 0;
    this.list.replaceChildren(...this.found.map((action, i) => {
      const item = make('button', { type: 'button', role: 'option', tabindex: '-1' }, make('span', { dir: 'auto' }, action.title), make('kbd', {}, action.keys ?? ''));
      item.onclick = () => this.run(i);
      return item;
    }));
    if (!this.found.length) this.list.replaceChildren(make('p', { class: 'none', role: 'status' }, 'No action or setting matches.'));
    this.mark();
  }

  mark() {
    [...this.list.children].forEach((item, i) => item.setAttribute('aria-selected', i === this.at));
  }

  run(index) {
    const action = this.found[index];
    if (!action) return;
    this.root.close();
    action.run();
  }

  pressed(event) {
    if (event.key === 'ArrowDown') this.at = Math.min(this.found.length - 1, this.at + 1);
    else if (event.key === 'ArrowUp') this.at = Math.max(0, this.at - 1);
    else if (event.key === 'Enter') this.run(this.at);
    else return;
    event.preventDefault();
    this.mark();
  }
}
