// The bar of Sweep: what is varied, the metric, the switch, and the best cell.

import { send } from '../core/channel.js';
import { button, make, setAttribute, setText } from '../core/dom.js';
import { whole } from '../core/format.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { Select } from '../controls/select.js';
import { SettingsForm } from '../controls/settings_form.js';
import { bestText, offeredCell, offerText } from './map_cells.js';

const CHOICES = [
  ['strategy', 'Strategy', (value) => send('strategy', 'sweep', value)],
  ['rows', 'Rows', (value) => send('sweep_rows', value)],
  ['columns', 'Columns', (value) => send('sweep_columns', value)],
  ['metric', 'Metric', (value) => send('sweep_metric', value)],
];

const USE_BEST = 'Apply the best cell of this map to Tune';
const USE_LOWEST = 'Apply the cell with the lowest share above the model limit to Tune';

export class SweepBar extends View {
  constructor(root) {
    super(root, 'sweepbar', ['sweep']);
    this.selects = Object.fromEntries(CHOICES.map(([name, label, act]) => [name, new Select(label, act)]));
    this.switch = make('input', { type: 'checkbox' });
    this.switch.onchange = () => send('sweep_within_limit', this.switch.checked);
    this.best = make('span', { class: 'best', role: 'status' });
    this.use = button(USE_BEST, 'Use best', () => this.applyBest());
    this.resume = button('Continue the sweep where it was stopped', 'Continue', () => send('sweep_resume'));
    root.replaceChildren(make('div', { class: 'row' },
      ...CHOICES.map(([name, label]) => make('label', { class: 'choice' }, make('span', { class: 'label' }, label), this.selects[name].root)),
      make('label', { class: 'choice', title: 'Hide cells with a chunk that the embedding model truncates' }, this.switch, 'Only within the model limit'),
      make('span', { class: 'space' }), this.makeOthers(),
    ), make('div', { class: 'row' }, this.best, this.use, this.resume));
    this.refresh();
  }

  makeOthers() {
    this.form = make('div', { class: 'form' });
    this.others = make('details', { class: 'others' }, make('summary', { title: 'Settings that are the same in every cell' }, 'Other settings'), this.form);
    this.others.addEventListener('focusout', (event) => {
      if (event.relatedTarget && !this.others.contains(event.relatedTarget)) this.others.open = false;
    });
    this.others.onkeydown = (event) => { if (event.key === 'Escape') this.others.open = false; };
    return this.others;
  }

  refresh() {
    const { sweep } = store;
    if (!sweep) return;
    const { selects } = this, none = sweep.fields.length > 1 ? [sweep.no_columns] : [];
    selects.strategy.update({ value: sweep.strategy, options: sweep.strategies });
    selects.rows.update({ value: sweep.rows, options: sweep.fields });
    selects.columns.update({ value: sweep.columns, options: [...sweep.fields, ...none] });
    selects.metric.update({ value: sweep.metric, options: sweep.metrics, title: sweep.map?.metric.meaning });
    this.switch.checked = sweep.within_limit;
    this.showOthers(sweep);
    this.showBest(sweep);
    this.resume.hidden = !sweep.stopped;
  }

  // The form has the settings that are not varied: others with other axes.
  showOthers({ form, strategies }) {
    const fields = form.fields.map(({ name }) => name).join();
    if (fields !== this.fields) {
      this.fields = fields;
      this.settings?.destroy();
      this.settings = new SettingsForm('sweep');
      this.form.replaceChildren(this.settings.root);
    }
    this.settings.update(form, strategies);
  }

  showBest(sweep) {
    const { map, running, stopped, problem, note } = sweep, { offered } = this;
    this.use.hidden = Boolean(stopped);
    this.use.disabled = !offered || (map.exact && offered.cell === map.present);
    setText(this.use, map ? offerText(map, sweep.within_limit) : 'Use best');
    for (const name of ['title', 'aria-label']) setAttribute(this.use, name, offered && !map.best ? USE_LOWEST : USE_BEST);
    if (running && map) setText(this.best, `${whole.format(map.done)} of ${whole.format(sweep.cells)} cells`);
    else setText(this.best, problem || note || (map ? bestText(map, sweep.within_limit) : ''));
    this.best.title = this.best.textContent;
  }

  get offered() {
    const { map, within_limit: withinLimit } = store.sweep ?? {};
    return map ? offeredCell(map, withinLimit) : null;
  }

  applyBest() {
    if (this.offered) send('sweep_apply', this.offered.cell);
  }

  actions() {
    const { sweep } = store;
    if (!sweep) return [];
    const each = (name, options) => {
      const [, label, act] = CHOICES.find(([key]) => key === name);
      return options.map(({ value, title }) => ({ title: `${label} ${title}`, run: () => act(value) }));
    };
    return [
      ...each('strategy', sweep.strategies), ...each('rows', sweep.fields), ...each('columns', sweep.fields), ...each('metric', sweep.metrics),
      { title: 'Only within the model limit', run: () => send('sweep_within_limit', !sweep.within_limit) },
      { title: 'Apply the best cell', run: () => this.applyBest() },
      ...sweep.stopped ? [{ title: 'Continue the sweep', run: () => send('sweep_resume') }] : [],
      { title: 'Other settings', run: () => { this.others.open = true; this.form.querySelector('input, select, [tabindex]')?.focus(); } },
    ];
  }

  destroy() {
    this.settings?.destroy();
    super.destroy();
  }
}
