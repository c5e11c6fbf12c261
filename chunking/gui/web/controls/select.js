// A choice from a list: the browser's own control, with groups and tooltips.

import { isolateKeys, make } from '../core/dom.js';

/** @typedef {{value: string, title: string, group?: string, help?: string}} Option */

export class Select {
  /** @param {string} label  read out  @param {(value: string) => void} choose */
  constructor(label, choose) {
    this.root = make('select', { 'aria-label': label, onchange: () => choose(this.root.value) });
    this.drawn = '';
    isolateKeys(this.root);
  }

  /** @param {{value: string, options: Option[], title?: string}} state */
  update({ value, options, title }) {
    const now = JSON.stringify(options);
    if (now !== this.drawn) {
      this.drawn = now;
      const groups = /** @type {Map<string, Node[]>} */ (new Map());
      for (const { value: name, title: face, group = '', help } of options) {
        groups.set(group, [...groups.get(group) ?? [], make('option', { value: name, title: help }, face)]);
      }
      this.root.replaceChildren(...[...groups].flatMap(([label, list]) => (label ? [make('optgroup', { label }, ...list)] : list)));
    }
    if (this.root.value !== String(value)) this.root.value = value;
    if (title !== undefined) this.root.title = title;
  }
}
