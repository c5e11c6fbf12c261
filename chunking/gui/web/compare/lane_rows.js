// The rows of the lanes, and the panel with all settings of one of them.

import { extent } from '../core/arrays.js';
import { send } from '../core/channel.js';
import { make } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { LANES } from '../data/comparison.js';
import { LanePopover } from './lane_popover.js';
import { LaneRow } from './lane_row.js';

/**
 * Return the titles of the metrics at which each lane is best, alone or tied, and which lanes lead: best alone
 * in most metrics, then tied in most.
 *
 * @returns {Map<string, {best: string[], tied: string[], leads: boolean}>}  by letter
 */
export function bestOf({ letters, metrics }) {
  const titles = (i, tied) => metrics.filter(({ best }) => best.includes(i) && best.length > 1 === tied).map(({ title }) => title);
  const found = letters.map((_, i) => ({ best: titles(i, false), tied: titles(i, true) }));
  const rank = ({ best, tied }) => best.length * (metrics.length + 1) + tied.length, most = Math.max(1, ...found.map(rank));
  return new Map(letters.map((letter, i) => [letter, { ...found[i], leads: rank(found[i]) === most }]));
}

/** Return "best in 4, tied in 2" of a lane; `of` follows the first count. */
export function bestWords({ best, tied }, of = '') {
  const parts = [['best in', best.length], ['tied in', tied.length]].filter(([, count]) => count);
  return parts.map(([words, count], i) => `${words} ${count}${i ? '' : of}`).join(', ');
}

const NOWHERE_BEST = { best: [], tied: [], leads: false };

export class LaneRows extends View {
  /**
   * @param {HTMLElement} root
   * @param {import('../data/comparison.js').Comparison} comparison
   */
  constructor(root, comparison) {
    super(root, 'lanerows', [LANES]);
    this.comparison = comparison;
    this.rows = new Map();
    this.popover = new LanePopover(comparison);
    this.list = make('div', { class: 'rows' });
    root.replaceChildren(this.list, this.popover.root);
    this.listen('compare_details', () => this.showBest());
    this.refresh();
  }

  refresh() {
    const { data, lanes, ready } = this.comparison;
    if (!data) return;
    const letters = lanes.map(({ letter }) => letter).join();
    if (letters !== this.letters) {
      this.letters = letters;
      const kept = new Map();
      const open = (letter, face) => this.popover.toggle(letter, face);
      for (const lane of lanes) kept.set(lane.letter, this.rows.get(lane.letter) ?? new LaneRow(lane, open));
      for (const [letter, row] of this.rows) if (!kept.has(letter)) row.destroy();
      this.rows = kept;
      this.list.replaceChildren(...[...kept.values()].map((row) => row.root));
      this.root.classList.toggle('many', lanes.length > 3);
    }
    const [, largest] = extent([1], ...ready.map((lane) => lane.chunks.tokens));
    for (const lane of lanes) this.rows.get(lane.letter).update(lane, data, largest);
    this.popover.refresh();
    this.showBest();
  }

  showBest() {
    const details = store.compare_details;
    if (!details || details.document !== this.comparison.data?.document) return;
    const best = bestOf(details);
    for (const [letter, row] of this.rows) row.showBest(best.get(letter) ?? NOWHERE_BEST);
  }

  actions() {
    const { data, lanes } = this.comparison;
    return lanes.filter((lane) => lane.form).flatMap((lane) => [
      ...lane.form.fields.map(({ label, name }) => ({
        title: `Lane ${lane.name}: ${label}`,
        run: () => this.popover.openAt(lane.letter, this.rows.get(lane.letter).more, name),
      })),
      ...data.strategies.map(({ value }) => ({
        title: `Lane ${lane.name}: strategy ${value}`, run: () => send('strategy', lane.letter, value),
      })),
      ...this.popover.actionsOf(lane),
    ]);
  }

  destroy() {
    for (const row of this.rows.values()) row.destroy();
    this.popover.destroy();
    super.destroy();
  }
}
