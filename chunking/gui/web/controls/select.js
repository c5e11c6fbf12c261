// A choice from a list: the browser's own control, with groups and tooltips.

import { isolateKeys, make } from '../core/dom.js';

export class Select {
  /**
   * @param {string} label  read out
   * @param {(value: string) => void} chosen
   */
  constructor(label, chosen) {
    this.root = make('select', { 'aria-label': label });
    this.root.onchange = () => chosen(this.root.value);
    isolateKeys(this.root);
  }

  /** @param {{value: string, options: Array<{value: string, title: string, group?: string, help?: string}>, title?: string}} state */
  update({ value, options, title }) {
    const now = JSON.stringify(options);
    if (now !== this.drawn) {
      this.drawn = now;
      const groups = new Map();
      for (const each of options) {
        const option = make('option', { value: each.value, ...each.help ? { title: each.help } : {} }, each.title);
        groups.set(each.group ?? '', [...groups.get(each.group ?? '') ?? [], option]);
      }
      this.root.replaceChildren(...[...groups].flatMap(([name, list]) => (name ? [make('optgroup', { label: name }, ...list)] : list)));
    }
    if (this.root.value !== String(value)) this.root.value = value;
    if (title !== undefined) this.root.title = title;
  }
}
