// The rows of the lanes, and the panel with all settings of one of them.

import { extent } from '../core/arrays.js';
import { send } from '../core/channel.js';
import { make } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { LANES } from '../data/comparison.js';
import { LanePopover } from './lane_popover.js';
import { LaneRow } from './lane_row.js';

/** @import { Action } from '../controls/palette.js' */
/** @import { Comparison } from '../data/comparison.js' */
/** @import { Standing } from './lane_row.js' */

/**
 * Return at which metrics each lane is best, alone or tied, and which lanes lead: best alone in most metrics, then tied
 * in most.
 *
 * @param {{letters: string[], metrics: {title: string, best: number[]}[]}} details
 * @returns {Map<string, Standing>}  by letter
 */
export function bestOf({ letters, metrics }) {
  const titles = (/** @type {number} */ i, /** @type {boolean} */ tied) =>
    metrics.filter(({ best }) => best.includes(i) && best.length > 1 === tied).map(({ title }) => title);
  const found = letters.map((_, i) => ({ best: titles(i, false), tied: titles(i, true) }));
  const ranks = found.map(({ best, tied }) => best.length * (metrics.length + 1) + tied.length), most = Math.max(1, ...ranks);
  return new Map(letters.map((letter, i) => [letter, { ...found[i], leads: ranks[i] === most }]));
}

/** Return "best in 4, tied in 2" of a lane; `of` follows the first count. @param {Standing} standing  @param {string} [of] */
export function bestWords({ best, tied }, of = '') {
  const parts = [best.length && `best in ${best.length}`, tied.length && `tied in ${tied.length}`].filter(Boolean);
  return parts.map((words, i) => `${words}${i ? '' : of}`).join(', ');
}

/** @type {Standing} */
export const NOWHERE_BEST = { best: [], tied: [], leads: false };

/**
 * Return what equal size makes of the settings of a lane, as a help text; '' for nothing.
 *
 * @param {{letters: string[], scaled: string[]}} details
 * @param {string} letter
 */
export function scaledWords({ letters, scaled }, letter) {
  const words = scaled[letters.indexOf(letter)];
  return words ? `Metrics at equal size: ${words}` : '';
}

export class LaneRows extends View {
  /** @param {HTMLElement} root  @param {Comparison} comparison */
  constructor(root, comparison) {
    super(root, 'lanerows', [LANES]);
    this.comparison = comparison;
    this.rows = /** @type {Map<string, LaneRow>} */ (new Map());
    this.popover = new LanePopover(comparison);
    this.list = make('div', { class: 'rows' });
    root.replaceChildren(this.list, this.popover.root);
    this.listen('compare_details', () => this.showBest());
    this.refresh();
  }

  refresh() {
    const { data, lanes, ready } = this.comparison;
    if (!data) return;
    if (this.differs('letters', lanes.map(({ letter }) => letter))) {
      const before = this.rows, open = this.popover.toggle.bind(this.popover);
      this.rows = new Map(lanes.map((lane) => [lane.letter, before.get(lane.letter) ?? new LaneRow(lane, open)]));
      for (const [letter, row] of before) if (!this.rows.has(letter)) row.destroy();
      this.list.replaceChildren(...[...this.rows.values()].map((row) => row.root));
      this.root.classList.toggle('many', lanes.length > 3);
    }
    const [, largest] = extent([1], ...ready.map((lane) => lane.chunks.tokens)) ?? [0, 1];
    for (const lane of lanes) this.rows.get(lane.letter)?.update(lane, data, largest);
    this.popover.refresh();
    this.showBest();
  }

  showBest() {
    const details = store.compare_details;
    if (!details || details.document !== this.comparison.data?.document) return;
    const best = bestOf(details);
    for (const [letter, row] of this.rows) {
      row.showBest(best.get(letter) ?? NOWHERE_BEST);
      row.root.title = scaledWords(details, letter);
    }
  }

  /** @returns {Action[]} */
  actions() {
    const { data, lanes } = this.comparison;
    return lanes.flatMap((lane) => (!lane.form || !data ? [] : [
      ...lane.form.fields.map(({ label, name }) => ({
        title: `Lane ${lane.name}: ${label}`,
        run: () => this.popover.openAt(lane.letter, this.rows.get(lane.letter)?.more ?? this.root, name),
      })),
      ...data.strategies.map(({ value }) => ({
        title: `Lane ${lane.name}: strategy ${value}`, run: () => send('strategy', lane.letter, value),
      })),
      ...this.popover.actionsOf(lane),
    ]));
  }

  destroy() {
    for (const row of this.rows.values()) row.destroy();
    this.popover.destroy();
    super.destroy();
  }
}
