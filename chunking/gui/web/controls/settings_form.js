// The form of a strategy, generated from its settings.

import { pendingValue, send } from '../core/channel.js';
import { isolateKeys, make, setText } from '../core/dom.js';
import { subscribe } from '../core/store.js';
import { ModelChoice } from './model_select.js';
import { Select } from './select.js';
import { Slider } from './slider.js';

/** One control: a row with a label. */
function row(label, control) {
  return make('label', { class: 'control' }, label, control);
}

class Field {
  constructor(scope, about) {
    this.scope = scope;
    this.name = about.name;
    this.kind = about.kind;
    const set = (value) => send('set', scope, about.name, value);
    if (about.kind === 'slider') {
      this.control = new Slider(set);
      this.root = this.control.root;
    } else if (about.kind === 'choice' || about.kind === 'model') {
      this.control = about.kind === 'model' ? new ModelChoice(about.label, set) : new Select(about.label, set);
      this.label = make('span', { class: 'label' });
      this.root = row(this.label, this.control.root);
    } else {
      this.input = about.kind === 'switch'
        ? make('input', { type: 'checkbox' })
        : make('input', { type: 'text', autocomplete: 'off', spellcheck: 'false' });
      this.input.onchange = () => set(this.typed());
      isolateKeys(this.input);
      this.label = make('span', { class: 'label' });
      this.root = row(this.label, this.input);
    }
    this.root.dataset.field = about.name;
  }

  typed() {
    if (this.kind === 'switch') return this.input.checked;
    const number = Number(this.input.value.replace(/[,\s]/g, ''));
    return this.kind === 'number' && !Number.isNaN(number) ? number : this.input.value;
  }

  update(about) {
    this.about = about;
    if (this.kind === 'slider') this.control.update(about);
    else {
      setText(this.label, about.label);
      this.root.title = about.help;
      this.root.classList.toggle('changed', about.value !== about.default);
      if (this.control) this.control.update({ value: about.value, options: about.options });
      else if (this.kind === 'switch') this.input.checked = about.value;
      else if (this.input.getRootNode().activeElement !== this.input) this.input.value = String(about.value);
    }
    this.hold();
  }

  // A value that was set here, or on the curve, stands until it is handled.
  hold() {
    const value = pendingValue(this.scope, this.name);
    if (this.kind === 'slider') this.control.hold(value ?? this.about.value);
  }
}

export class SettingsForm {
  /**
   * @param {string} scope
   * @param {{compact?: boolean}} [options]  compact: sliders and the strategy in one line
   */
  constructor(scope, { compact = false } = {}) {
    this.scope = scope;
    this.strategy = new Select('Strategy', (name) => send('strategy', scope, name));
    this.main = make('div', { class: 'fields' });
    this.others = make('div', { class: 'fields' });
    this.more = make('details', { class: 'more' }, make('summary', {}, 'More settings'), this.others);
    this.problem = make('p', { class: 'problem', role: 'alert' });
    const choice = row(make('span', { class: 'label' }, 'Strategy'), this.strategy.root);
    choice.classList.add('strategy');
    this.root = make('div', { class: compact ? 'settings compact' : 'settings' }, choice, this.main, this.more, this.problem);
    this.fields = new Map();
    this.end = subscribe('pending', ({ scope: changed, field }) => {
      if (changed === scope) this.fields.get(field)?.hold();
    });
  }

  /** @param {object} form  as Python sends it  @param {Array} strategies */
  update(form, strategies) {
    this.strategy.update({ value: form.strategy, options: strategies, title: form.summary + (form.source ? ` (${form.source})` : '') });
    if (form.strategy !== this.shown) {
      this.shown = form.strategy;
      // Complete before they take the place of the others: removing a field that has the focus sends its value.
      const fields = new Map(form.fields.map((about) => [about.name, new Field(this.scope, about)]));
      for (const about of form.fields) fields.get(about.name).update(about);
      this.fields = fields;
      const roots = (primary) => form.fields.filter((each) => each.primary === primary).map((each) => this.fields.get(each.name).root);
      this.main.replaceChildren(...roots(true));
      this.others.replaceChildren(...roots(false));
      this.more.hidden = !this.others.childElementCount;
    }
    for (const about of form.fields) this.fields.get(about.name).update(about);
    setText(this.problem, form.problem ? `${form.problem}.` : '');
  }

  /** The settings as actions of the palette. */
  actions(where = '') {
    return [...this.fields.values()].map((field) => ({
      title: `${where}${field.about.label}`,
      run: () => {
        if (!field.about.primary) this.more.open = true;
        field.root.querySelector('input, select')?.focus();
      },
    }));
  }

  destroy() { this.end(); }
}
