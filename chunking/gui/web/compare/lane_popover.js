// All settings and actions of one lane, over the right edge of the page, where they hide no text.

import { send } from '../core/channel.js';
import { button, make } from '../core/dom.js';
import { countOf } from '../core/format.js';
import { scoresOf } from '../data/lane_curves.js';
import { makePresetSelect, presetState, SettingsForm } from '../controls/settings_form.js';
import { makeLetter } from '../text/lane_tip.js';

/** @import { Comparison, Lane } from '../data/comparison.js' */

/** Return what the transfer of a threshold does, as a help text. @param {{name: string}} one  @param {{name: string}} other */
export const transferHelp = (one, other) => `Set the threshold of ${other.name} so that its boundaries match those of ${one.name} best`;

export class LanePopover {
  /** @param {Comparison} comparison */
  constructor(comparison) {
    this.comparison = comparison;
    this.letter = ''; // of the lane; '' while it is closed
    this.face = /** @type {HTMLElement|null} */ (null); // the button that opened it
    this.form = /** @type {SettingsForm|undefined} */ (undefined);
    this.preset = makePresetSelect((name) => send('preset', this.letter, name));
    this.ending = new AbortController();
    this.root = make('div', { class: 'popover', role: 'dialog', hidden: '', onkeydown: (event) => this.handleKey(event) });
    const outside = (/** @type {Event} */ event) => {
      const path = event.composedPath();
      if (this.letter && !path.includes(this.root) && !(this.face && path.includes(this.face))) this.close();
    };
    document.addEventListener('pointerdown', outside, { signal: this.ending.signal, capture: true });
  }

  get lane() { return this.comparison.lanes.find(({ letter }) => letter === this.letter); }

  /** @param {string} letter  @param {HTMLElement} face */
  toggle(letter, face) {
    if (this.letter === letter) this.close(); else this.open(letter, face);
  }

  /** @param {string} letter  @param {HTMLElement} face */
  open(letter, face) {
    this.close();
    this.letter = letter;
    this.face = face;
    const { lane, root } = this;
    if (!lane) return;
    face.setAttribute('aria-expanded', 'true');
    root.className = `popover lane${lane.color}`;
    root.setAttribute('aria-label', `Lane ${lane.name}`);
    root.replaceChildren(this.makeHeading(lane), ...lane.form ? this.makeSettings(lane) : this.makeUnplaced(lane));
    root.hidden = false;
    this.refresh();
    root.querySelector(/** @type {'button'} */ ('select, button'))?.focus();
  }

  /** Open with the control of one setting focused. @param {string} letter  @param {HTMLElement} face  @param {string} field */
  openAt(letter, face, field) {
    this.open(letter, face);
    this.form?.focus(field);
  }

  /** @param {Lane} lane */
  makeHeading(lane) {
    const title = make('span', { class: 'title', dir: 'auto' }, lane.form ? '' : lane.title);
    const close = button('Close (Esc)', '✕', () => this.close());
    return make('div', { class: 'heading' }, makeLetter(lane), title, make('div', { class: 'space' }), close);
  }

  /** @param {Lane} lane */
  makeSettings(lane) {
    this.form = new SettingsForm(this.letter);
    const actions = this.actionsOf(lane).map(({ title, help, run }) =>
      button(help, title.replace(/^Lane .*?: /, ''), () => { this.close(); run(); }));
    return [this.preset.root, this.form.root, make('div', { class: 'actions' }, ...actions)];
  }

  /** The actions of a lane besides its settings. @param {Lane} lane */
  actionsOf(lane) {
    const { letter, name } = lane, transfers = lane.ready ? lane.transfers : [];
    /** @type {(title: string, help: string, run: () => void) => {title: string, help: string, run: () => void}} */
    const action = (title, help, run) => ({ title: `Lane ${name}: ${title}`, help, run });
    const pinned = 'Keep these boundaries as a lane, and compare later settings with them';
    return [
      action('take from Tune', 'Take the settings of Tune', () => send('copy', 'tune', letter)),
      action('set on Tune', 'Use these settings on Tune', () => send('copy', letter, 'tune')),
      action('pin as baseline', pinned, () => send('pin_lane', letter)),
      ...this.comparison.lanes.filter((other) => transfers.includes(other.letter)).map((other) => action(
        `transfer threshold of ${other.name}`, transferHelp(other, lane), () => send('transfer', other.letter, letter),
      )),
    ];
  }

  /** Describe the chunks of a file that were not found in the document. @param {Lane} lane */
  makeUnplaced(lane) {
    const rows = lane.unplaced.map(([number, reason, text]) => make('li', {},
      make('b', {}, `${number}. ${reason}`), make('span', { dir: 'auto' }, ` ${text}`)));
    const some = `${countOf(rows.length, 'chunk')} not found in this document:`;
    return [make('p', {}, rows.length ? some : 'All chunks were found in this document.'), make('ul', {}, ...rows)];
  }

  refresh() {
    if (!this.letter) return;
    const { lane, comparison: { data } } = this;
    if (!lane) { this.close(); return; }
    if (!lane.form || !data) return;
    this.form?.update(lane.form, data.strategies, scoresOf(lane));
    this.preset.select.update(presetState(lane.preset, data.presets));
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    const { face } = this;
    this.close();
    face?.focus();
  }

  close() {
    if (!this.letter) return;
    this.face?.setAttribute('aria-expanded', 'false');
    this.form?.destroy();
    this.form = undefined;
    this.letter = '';
    this.root.hidden = true;
    this.root.replaceChildren();
  }

  destroy() {
    this.close();
    this.ending.abort();
  }
}
