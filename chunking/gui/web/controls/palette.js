// The command palette (Ctrl+K): every action and setting of the page, found by typing.

import { isolateKeys, make } from '../core/dom.js';

const MOST = 12; // rows

/** @typedef {{title: string, run: () => void, keys?: string}} Action */

/**
 * Return the actions whose title holds every word of a query, those that begin with the first one before the others.
 *
 * @template {{title: string}} T
 * @param {T[]} actions
 * @param {string} query
 */
export function matching(actions, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const begins = (/** @type {T} */ { title }) => title.toLowerCase().startsWith(words[0] ?? '');
  const found = actions.filter(({ title }) => words.every((word) => title.toLowerCase().includes(word)));
  return [...found.filter(begins), ...found.filter((action) => !begins(action))];
}

export class Palette {
  /** @param {() => Action[]} actions  asked for when it opens */
  constructor(actions) {
    this.actions = actions;
    this.found = /** @type {Action[]} */ ([]);
    this.at = 0;
    this.input = make('input', {
      type: 'text', placeholder: 'Action or setting', 'aria-label': 'Action or setting', autocomplete: 'off', spellcheck: 'false',
      oninput: () => this.search(),
    });
    this.list = make('div', { role: 'listbox', 'aria-label': 'Actions and settings' });
    this.root = make('dialog', {
      class: 'palette', 'aria-label': 'Actions', onclick: ({ target }) => { if (target === this.root) this.root.close(); },
    }, this.input, this.list);
    isolateKeys(this.root);
    this.root.addEventListener('keydown', (event) => this.handleKey(event));
  }

  open() {
    if (this.root.open) return;
    this.input.value = '';
    this.search();
    this.root.showModal();
    this.input.focus();
  }

  search() {
    this.found = matching(this.actions(), this.input.value).slice(0, MOST);
    this.at = 0;
    this.list.replaceChildren(...this.found.map(({ title, keys = '' }, i) => make(
      'button', { type: 'button', role: 'option', tabindex: '-1', onclick: () => this.run(i) },
      make('span', { dir: 'auto' }, title), make('kbd', {}, keys),
    )));
    if (!this.found.length) this.list.replaceChildren(make('p', { class: 'none', role: 'status' }, 'No action or setting matches.'));
    this.mark();
  }

  mark() {
    [...this.list.children].forEach((item, i) => item.setAttribute('aria-selected', String(i === this.at)));
  }

  /** @param {number} index */
  run(index) {
    const action = this.found[index];
    if (!action) return;
    this.root.close();
    action.run();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.key === 'ArrowDown') this.at = Math.min(this.found.length - 1, this.at + 1);
    else if (event.key === 'ArrowUp') this.at = Math.max(0, this.at - 1);
    else if (event.key === 'Enter') this.run(this.at);
    else return;
    event.preventDefault();
    this.mark();
  }
}
