// All settings and actions of one lane, over the right edge of the page, where they hide no text.

import { send } from '../core/channel.js';
import { button, make } from '../core/dom.js';
import { countOf } from '../core/format.js';
import { Select } from '../controls/select.js';
import { SettingsForm } from '../controls/settings_form.js';
import { letterOf, transferHelp } from '../text/lane_tip.js';

export class LanePopover {
  /** @param {import('../data/comparison.js').Comparison} comparison */
  constructor(comparison) {
    this.comparison = comparison;
    this.ending = new AbortController();
    this.root = make('div', { class: 'popover', role: 'dialog', hidden: '' });
    this.root.addEventListener('keydown', (event) => this.pressed(event));
    const outside = (event) => {
      const path = event.composedPath();
      if (this.letter && !path.includes(this.root) && !path.includes(this.face)) this.close();
    };
    document.addEventListener('pointerdown', outside, { signal: this.ending.signal, capture: true });
  }

  get lane() { return this.comparison.lanes.find(({ letter }) => letter === this.letter); }

  toggle(letter, face) {
    if (this.letter === letter) this.close(); else this.open(letter, face);
  }

  open(letter, face) {
    this.close();
    Object.assign(this, { letter, face });
    face.setAttribute('aria-expanded', 'true');
    const { lane } = this;
    this.root.className = `popover lane${lane.color}`;
    this.root.setAttribute('aria-label', `Lane ${lane.name}`);
    this.root.replaceChildren(...lane.form ? this.makeSettings(lane) : this.makeUnplaced(lane));
    this.root.hidden = false;
    this.refresh();
    this.root.querySelector('select, button')?.focus();
  }

  /** Open with the control of one setting focused. */
  openAt(letter, face, field) {
    this.open(letter, face);
    this.form.actions().find((_, i) => [...this.form.fields.keys()][i] === field)?.run();
  }

  makeSettings(lane) {
    this.preset = new Select('Preset', (name) => { if (name) send('preset', this.letter, name); });
    this.form = new SettingsForm(this.letter);
    const actions = this.actionsOf(lane).map(({ title, help, run }) => {
      const made = button(help, title.replace(/^Lane .*?: /, ''), () => { this.close(); run(); });
      return made;
    });
    return [
      this.makeHeading(lane),
      make('label', { class: 'control' }, make('span', { class: 'label' }, 'Preset'), this.preset.root),
      this.form.root, make('div', { class: 'actions' }, ...actions),
    ];
  }

  makeHeading(lane) {
    const title = make('span', { class: 'title', dir: 'auto' }, lane.form ? '' : lane.title);
    const close = button('Close (Esc)', '✕', () => this.close());
    return make('div', { class: 'heading' }, letterOf(lane), title, make('div', { class: 'space' }), close);
  }

  /** The actions of a lane besides its settings. */
  actionsOf({ letter, name, transfers = [] }) {
    const action = (title, help, run) => ({ title: `Lane ${name}: ${title}`, help, run });
    const pinned = 'Keep these boundaries as a lane, and compare later settings with them';
    return [
      action('take from Tune', 'Take the settings of Tune', () => send('copy', 'tune', letter)),
      action('set on Tune', 'Use these settings on Tune', () => send('copy', letter, 'tune')),
      action('pin as baseline', pinned, () => send('pin_lane', letter)),
      ...this.comparison.lanes.filter((lane) => transfers.includes(lane.letter)).map((lane) => action(
        `transfer threshold of ${lane.name}`, transferHelp(lane, { name }), () => send('transfer', lane.letter, letter),
      )),
    ];
  }

  makeUnplaced(lane) {
    const rows = lane.unplaced.map(([number, reason, text]) => make('li', {},
      make('b', {}, `${number}. ${reason}`), make('span', { dir: 'auto' }, ` ${text}`)));
    const some = `${countOf(rows.length, 'chunk')} not found in this document:`;
    return [
      this.makeHeading(lane),
      make('p', {}, rows.length ? some : 'All chunks were found in this document.'),
      make('ul', {}, ...rows),
    ];
  }

  refresh() {
    if (!this.letter) return;
    const { lane, comparison: { data } } = this;
    if (!lane) { this.close(); return; }
    if (!lane.form) return;
    this.form.update(lane.form, data.strategies);
    const presets = data.presets.map((each) => ({ ...each, group: each.saved ? 'Saved' : 'Published' }));
    const none = { value: '', title: lane.preset ? 'none' : 'custom' };
    this.preset.update({ value: lane.preset, options: [none, ...presets] });
  }

  pressed(event) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    const { face } = this;
    this.close();
    face.focus();
  }

  close() {
    if (!this.letter) return;
    this.face.setAttribute('aria-expanded', 'false');
    this.form?.destroy();
    this.letter = this.form = undefined;
    this.root.hidden = true;
    this.root.replaceChildren();
  }

  destroy() {
    this.close();
    this.ending.abort();
  }
}
