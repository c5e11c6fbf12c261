// The form of a strategy, generated from its settings.

import { pendingValue, send } from '../core/channel.js';
import { isolateKeys, make, setFieldText, setText } from '../core/dom.js';
import { subscribe } from '../core/store.js';
import { ModelSelect, Select } from './select.js';
import { parseNumber, refusal } from './number_input.js';
import { fittedRange, Slider } from './slider.js';

/** @import { Form, PresetChoice } from '../messages.d.ts' */
/** @import { Child } from '../core/dom.js' */
/** @import { Action } from './palette.js' */
/** @import { Option } from './select.js' */
/** @import { SliderField } from './slider.js' */

/** @typedef {Form['fields'][number]} FormField */

/** Make a row with a label. @param {Child} label  @param {Child} control  @param {string} [name]  CSS class */
const makeRow = (label, control, name = '') => make('label', { class: `control ${name}`.trim() }, label, control);

const makeLabel = (text = '') => make('span', { class: 'label' }, text);

/** Make a labeled select of presets. @param {(name: string) => void} choose */
export function makePresetSelect(choose) {
  const select = new Select('Preset', (name) => { if (name) choose(name); });
  return { select, root: makeRow(makeLabel('Preset'), select.root) };
}

/** Return the state of a select of presets. @param {string} value  @param {PresetChoice[]} presets */
export const presetState = (value, presets) => ({
  value,
  options: [{ value: '', title: value ? 'none' : 'custom' }, ...presets.map((each) => ({ ...each, group: each.saved ? 'Saved' : 'Published' }))],
});

class Field {
  /**
   * @param {string} scope
   * @param {FormField} about
   * @param {(sentence: string) => void} tell  called with why a typed text is no value
   */
  constructor(scope, about, tell) {
    this.scope = scope;
    this.about = about;
    this.typing = false; // what is in the field is not entered yet
    const { name, kind, label } = about, set = (/** @type {unknown} */ value) => send('set', scope, name, value);
    const refuse = (/** @type {string} */ problem, /** @type {string} */ typed) => tell(refusal(label, problem, typed));
    this.label = makeLabel();
    if (kind === 'slider') this.slider = new Slider(set, refuse, () => this.hold());
    else if (kind === 'choice') this.select = new Select(label, set);
    else if (kind === 'model') this.select = new ModelSelect(label, set);
    else {
      const attributes = kind === 'switch' ? { type: 'checkbox' } : { type: 'text', autocomplete: 'off', spellcheck: 'false' };
      this.input = make('input', attributes);
      this.input.oninput = () => { this.typing = true; };
      this.input.onchange = () => this.enter(set, refuse);
      this.input.onblur = () => { this.typing = false; };
      this.input.onkeydown = ({ key }) => { if (key === 'Escape') { this.typing = false; this.hold(); this.input?.blur(); } };
      isolateKeys(this.input);
    }
    this.root = this.slider?.root ?? makeRow(this.label, this.select?.root ?? this.input);
    this.root.dataset.field = name;
  }

  /** @param {(value: unknown) => void} set  @param {(problem: string, typed: string) => void} refuse */
  enter(set, refuse) {
    const { input, about } = this;
    if (!input) return;
    this.typing = false;
    if (about.kind !== 'number') { set(about.kind === 'switch' ? input.checked : input.value); return; }
    const { value, problem } = parseNumber(input.value, about.whole);
    if (problem) refuse(problem, input.value); else set(value);
    input.value = String(value ?? about.value);
  }

  /** @param {FormField} about  @param {Iterable<number>} [similarities]  that a threshold lies among */
  update(about, similarities) {
    this.about = about;
    const { select, slider } = this;
    if (about.kind === 'slider') slider?.update(/** @type {SliderField} */ (about), about.name === 'threshold' ? fittedRange(similarities, about) : null);
    else {
      setText(this.label, about.label);
      this.root.title = about.help;
      this.root.classList.toggle('changed', about.value !== about.default);
      if (about.kind === 'choice' || about.kind === 'model') select?.update({ value: String(about.value), options: about.options });
    }
    this.hold();
  }

  // A value that was set here, or on the curve, stands until it is handled.
  hold() {
    const { about, input, slider } = this, value = pendingValue(this.scope, about.name) ?? about.value;
    slider?.hold(value);
    if (input && about.kind === 'switch') input.checked = Boolean(value);
    else if (input && !this.typing) setFieldText(input, String(value));
  }

  focus() { this.root.querySelector(/** @type {'input'} */ ('input, select'))?.focus(); }
}

export class SettingsForm {
  /** @param {string} scope  @param {{compact?: boolean}} [options]  compact: sliders and the strategy in one line */
  constructor(scope, { compact = false } = {}) {
    this.scope = scope;
    this.fields = /** @type {Map<string, Field>} */ (new Map());
    this.shown = ''; // strategy
    this.refusal = ''; // why what was typed last is no value
    this.values = ''; // of all fields
    this.invalid = /** @type {string|undefined} */ (''); // why the settings are not valid
    this.strategy = new Select('Strategy', (name) => send('strategy', scope, name));
    this.main = make('div', { class: 'fields' });
    this.others = make('div', { class: 'fields' });
    this.more = make('details', { class: 'more' }, make('summary', {}, 'More settings'), this.others);
    this.problem = make('p', { class: 'problem', role: 'alert' });
    this.root = make('div', { class: compact ? 'settings compact' : 'settings' },
      makeRow(makeLabel('Strategy'), this.strategy.root, 'strategy'), this.main, this.more, this.problem);
    this.end = subscribe('pending', ({ scope: changed, field }) => {
      if (changed !== scope) return;
      this.fields.get(field)?.hold();
      if (pendingValue(scope, field) !== undefined) this.tell('');
    });
  }

  /** @param {Form} form  @param {Option[]} strategies  @param {Iterable<number>} [similarities]  that its threshold lies among */
  update(form, strategies, similarities) {
    this.strategy.update({ value: form.strategy, options: strategies, title: form.summary + (form.source ? ` (${form.source})` : '') });
    if (form.strategy !== this.shown) {
      this.shown = form.strategy;
      this.refusal = '';
      // Complete before they take the place of the others: removing a field that has the focus sends its value.
      const fields = form.fields.map((about) => new Field(this.scope, about, (why) => this.tell(why)));
      fields.forEach((field, i) => field.update(form.fields[i]));
      this.fields = new Map(fields.map((field) => [field.about.name, field]));
      const rootsOf = (/** @type {boolean} */ primary) => fields.filter(({ about }) => about.primary === primary).map(({ root }) => root);
      this.main.replaceChildren(...rootsOf(true));
      this.others.replaceChildren(...rootsOf(false));
      this.more.hidden = !this.others.childElementCount;
    }
    for (const about of form.fields) this.fields.get(about.name)?.update(about, similarities);
    this.invalid = form.problem;
    const values = JSON.stringify(form.fields.map(({ value }) => value));
    if (values !== this.values) [this.values, this.refusal] = [values, ''];
    this.tell(this.refusal);
  }

  /** @param {string} why  what was typed last is no value */
  tell(why) {
    this.refusal = why;
    const sentence = why || this.invalid;
    setText(this.problem, sentence ? `${sentence}.` : '');
  }

  /** Focus the control of a setting. @param {string} name */
  focus(name) {
    const field = this.fields.get(name);
    if (field && !field.about.primary) this.more.open = true;
    field?.focus();
  }

  /** The settings as actions of the palette, those that are not folded first. @returns {Action[]} */
  actions() {
    const fields = [...this.fields].sort(([, one], [, other]) => Number(other.about.primary) - Number(one.about.primary));
    return fields.map(([name, { about }]) => ({ title: about.label, run: () => this.focus(name) }));
  }

  destroy() { this.end(); }
}
