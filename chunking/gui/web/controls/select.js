// A choice from a list, with groups and tooltips; and that of a model, whose last entry opens a field for another one.

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

const OTHER = { value: '\u0000other', title: 'Other…', help: 'Type a name or folder' };

export class ModelSelect {
  /** @param {string} label  read out  @param {(value: string) => void} choose */
  constructor(label, choose) {
    this.choose = choose;
    this.state = { value: '', options: /** @type {Option[]} */ ([]) };
    this.list = new Select(label, (value) => (value === OTHER.value ? this.open() : choose(value)));
    this.field = make('input', {
      type: 'text', 'aria-label': `${label}: name or folder`, placeholder: 'name or folder', autocomplete: 'off', spellcheck: 'false',
      hidden: '', onblur: () => this.accept(false),
      onkeydown: (/** @type {KeyboardEvent} */ { key }) => {
        if (key === 'Escape') this.close();
        else if (key === 'Enter') this.accept();
      },
    });
    isolateKeys(this.field);
    this.root = make('span', { class: 'model' }, this.list.root, this.field);
  }

  /** @param {{value: string, options: Option[]}} state */
  update({ value, options }) {
    this.state = { value, options: [...options, OTHER] };
    this.list.update(this.state);
  }

  open() {
    this.field.value = this.state.value;
    this.list.root.hidden = true;
    this.field.hidden = false;
    this.field.focus();
    this.field.select();
  }

  /** Show the list again, with the model in use. */
  close(focus = true) {
    if (this.field.hidden) return;
    this.field.hidden = true;
    this.list.root.hidden = false;
    this.list.update(this.state);
    if (focus) this.list.root.focus();
  }

  accept(focus = true) {
    if (this.field.hidden) return;
    const value = this.field.value.trim();
    this.close(focus);
    if (value && value !== this.state.value) this.choose(value);
  }
}
