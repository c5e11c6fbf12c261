// The bar of Sweep: what is varied, the metric, the switch, and the best cell.

import { isPending, send } from '../core/channel.js';
import { button, make, setText } from '../core/dom.js';
import { whole } from '../core/format.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { Select } from '../controls/select.js';
import { SettingsForm } from '../controls/settings_form.js';

/** @import { SweepMessage } from '../messages.d.ts' */
/** @import { Action } from '../controls/palette.js' */
/** @import { Option } from '../controls/select.js' */

const USE_BEST = 'Apply the middle of the best region to Tune';

/** A labeled select whose options are actions of the palette too. */
class Choice {
  /** @param {string} label  @param {(value: string) => void} choose */
  constructor(label, choose) {
    this.label = label;
    this.choose = choose;
    this.select = new Select(label, choose);
    this.root = make('label', { class: 'choice' }, make('span', { class: 'label' }, label), this.select.root);
  }

  /** @param {Option[]} options  @returns {Action[]} */
  actions(options) {
    return options.map(({ value, title }) => ({ title: `${this.label} ${title}`, run: () => this.choose(value) }));
  }
}

export class SweepBar extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'sweepbar', ['sweep']);
    this.strategy = new Choice('Strategy', (value) => send('strategy', 'sweep', value));
    this.rows = new Choice('Rows', (value) => send('sweep_rows', value));
    this.columns = new Choice('Columns', (value) => send('sweep_columns', value));
    this.metric = new Choice('Metric', (value) => send('sweep_metric', value));
    this.switch = make('input', { type: 'checkbox', onchange: () => send('sweep_within_limit', this.switch.checked) });
    this.settings = /** @type {SettingsForm|undefined} */ (undefined); // that are not varied
    this.form = make('div', { class: 'form' });
    this.others = make('details', { class: 'others', onkeydown: ({ key }) => { if (key === 'Escape') this.others.open = false; } },
      make('summary', { title: 'Settings that are the same in every cell' }, 'Other settings'), this.form);
    this.others.addEventListener('focusout', ({ relatedTarget }) => {
      if (relatedTarget instanceof Node && !this.others.contains(relatedTarget)) this.others.open = false;
    });
    this.best = make('span', { class: 'best', role: 'status' });
    this.use = button(USE_BEST, 'Use best', () => this.applyBest());
    this.resume = button('Continue the sweep where it was stopped', 'Continue', () => send('sweep_resume'));
    root.replaceChildren(make('div', { class: 'row' },
      this.strategy.root, this.rows.root, this.columns.root, this.metric.root,
      make('label', { class: 'choice', title: 'Hide cells with a chunk that exceeds the model limit' }, this.switch, 'Only within the model limit'),
      make('span', { class: 'space' }), this.others,
    ), make('div', { class: 'row' }, this.best, this.use, this.resume));
    this.refresh();
  }

  refresh() {
    const { sweep } = store;
    if (!sweep) return;
    const none = sweep.fields.length > 1 ? [sweep.no_columns] : [];
    this.strategy.select.update({ value: sweep.strategy, options: sweep.strategies });
    this.rows.select.update({ value: sweep.rows, options: sweep.fields });
    this.columns.select.update({ value: sweep.columns, options: [...sweep.fields, ...none] });
    this.metric.select.update({ value: sweep.metric, options: sweep.metrics, title: sweep.map?.metric.meaning });
    if (!isPending('sweep_within_limit')) this.switch.checked = sweep.within_limit;
    this.showOthers(sweep);
    this.showBest(sweep);
    this.resume.hidden = !sweep.stopped;
  }

  // The form has the settings that are not varied: others with other axes.
  /** @param {SweepMessage} sweep */
  showOthers({ form, strategies }) {
    if (this.differs('fields', form.fields.map(({ name }) => name))) {
      this.settings?.destroy();
      this.settings = new SettingsForm('sweep');
      this.form.replaceChildren(this.settings.root);
    }
    this.settings?.update(form, strategies);
  }

  /** @param {SweepMessage} sweep */
  showBest({ map, running, stopped, problem, note, cells }) {
    this.use.hidden = stopped;
    this.use.disabled = this.offered === null || Boolean(map?.exact && map.best === map.present);
    setText(this.best, running && map ? `${whole.format(map.done)} of ${whole.format(cells)} cells`
      : problem || note || (map?.best_text ?? ''));
    this.best.title = this.best.textContent;
  }

  get offered() {
    return store.sweep?.map?.best ?? null;
  }

  applyBest() {
    if (this.offered !== null) send('sweep_apply', this.offered);
  }

  openOthers() {
    this.others.open = true;
    this.form.querySelector(/** @type {'input'} */ ('input, select, [tabindex]'))?.focus();
  }

  /** @returns {Action[]} */
  actions() {
    const { sweep } = store;
    if (!sweep) return [];
    return [
      ...this.strategy.actions(sweep.strategies), ...this.rows.actions(sweep.fields), ...this.columns.actions(sweep.fields),
      ...this.metric.actions(sweep.metrics),
      { title: 'Only within the model limit', run: () => send('sweep_within_limit', !sweep.within_limit) },
      { title: 'Apply the best cell', run: () => this.applyBest() },
      ...sweep.stopped ? [{ title: 'Continue the sweep', run: () => send('sweep_resume') }] : [],
      { title: 'Other settings', run: () => this.openOthers() },
    ];
  }

  destroy() {
    this.settings?.destroy();
    super.destroy();
  }
}
