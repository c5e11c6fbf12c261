// The choice of a model: a list, whose last entry opens a field for a name or folder.

import { isolateKeys, make } from '../core/dom.js';
import { Select } from './select.js';

const OTHER = '\u0000other';

export class ModelChoice {
  /**
   * @param {string} label  read out
   * @param {(value: string) => void} chosen
   */
  constructor(label, chosen) {
    this.chosen = chosen;
    this.list = new Select(label, (value) => (value === OTHER ? this.open() : chosen(value)));
    this.field = make('input', { type: 'text', 'aria-label': `${label}: name or folder`, placeholder: 'name or folder', autocomplete: 'off', spellcheck: 'false', hidden: '' });
    this.field.onkeydown = (event) => {
      if (event.key === 'Escape') this.close();
      else if (event.key === 'Enter') this.accept();
    };
    this.field.onblur = () => this.accept(false);
    isolateKeys(this.field);
    this.root = make('span', { class: 'model' }, this.list.root, this.field);
  }

  update({ value, options }) {
    this.state = { value, options: [...options, { value: OTHER, title: 'Other…', help: 'Type a name or folder' }] };
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
    if (value && value !== this.state.value) this.chosen(value);
  }
}
