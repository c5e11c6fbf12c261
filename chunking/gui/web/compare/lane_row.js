// One lane in one row: its strategy and main settings, edited in place, and its numbers.

import { extent, medianOf } from '../core/arrays.js';
import { send } from '../core/channel.js';
import { button, make, setText, whenResized } from '../core/dom.js';
import { countOf, whole } from '../core/format.js';
import { scoresOf } from '../data/lane_curves.js';
import { SettingsForm } from '../controls/settings_form.js';
import { binned, Histogram } from '../chart/histogram.js';

/** @import { CompareMessage } from '../messages.d.ts' */
/** @import { Chunks } from '../core/unpack.js' */
/** @import { Lane } from '../data/comparison.js' */

const BARS = 18, HEIGHT = 20;

class LaneNumbers {
  constructor() {
    this.drawn = /** @type {Chunks|null} */ (null);
    this.largest = 0; // of all lanes
    this.count = make('span', { class: 'count' });
    this.median = make('span');
    this.exceed = make('span', { class: 'exceed', title: 'Chunks that exceed the model limit' });
    this.histogram = new Histogram(BARS, HEIGHT);
    this.sizes = make('span', { class: 'sizes' }, this.histogram.root);
    this.root = make('div', { class: 'numbers' }, this.count, this.median, this.exceed, this.sizes);
  }

  /** @param {Chunks|null} chunks  @param {number} largest  of all lanes */
  update(chunks, largest) {
    this.root.classList.toggle('away', !chunks);
    if (!chunks || (this.drawn === chunks && this.largest === largest)) return;
    [this.drawn, this.largest] = [chunks, largest];
    const { tokens, count, unread } = chunks, [least, most] = extent(tokens) ?? [0, 0];
    setText(this.count, countOf(count, 'chunk'));
    setText(this.median, `median ${whole.format(medianOf(tokens))}`);
    setText(this.exceed, unread.size ? `${whole.format(unread.size)} exceed limit` : '');
    this.sizes.title = `${whole.format(least)} to ${whole.format(most)} tokens; the same scale in all lanes`;
    this.histogram.show(binned(tokens, largest, BARS));
  }
}

/** @typedef {{best: string[], tied: string[], leads: boolean}} Standing  titles of metrics at which a lane is best; whether it leads */

export class LaneRow {
  /** @param {Lane} lane  @param {(letter: string, face: HTMLElement) => void} openMore */
  constructor({ letter, name, color, form }, openMore) {
    this.form = form && new SettingsForm(letter, { compact: true });
    this.fitted = ''; // the strategy whose settings were fitted into the row
    this.title = make('span', { class: 'title', dir: 'auto' });
    this.numbers = new LaneNumbers();
    this.best = make('span', { class: 'best' });
    this.tied = make('span', { class: 'tied' });
    this.badge = make('span', { class: 'badge' }, this.best, this.tied);
    this.message = make('span', { class: 'message' });
    this.problem = make('p', { class: 'problem', role: 'alert' });
    this.more = button(`All settings and actions of lane ${name}`, 'More', () => openMore(letter, this.more));
    this.remove = button(letter === 'base' ? 'Unpin the baseline' : `Remove lane ${name}`, '✕',
      () => (letter === 'base' ? send('unpin') : send('remove_lane', letter)));
    const about = { class: `lane lane${color}`, role: 'group', 'aria-label': `Lane ${name}`, 'data-lane': letter };
    this.root = make('div', about, make('span', { class: 'letter' }, make('i', { class: 'dot' }), name),
      this.form?.root, this.title, this.more, this.numbers.root, this.badge, this.message, this.remove, this.problem);
    this.more.hidden = !form && letter !== 'file';
    this.ending = new AbortController();
    whenResized(this.root, () => this.fit(), this.ending.signal);
  }

  /** @param {Lane} lane  @param {CompareMessage} data  @param {number} largest  chunk of all lanes */
  update(lane, { strategies, fewest }, largest) {
    const { form, chunks } = lane, invalid = form?.problem && `${form.problem}.`;
    const problem = invalid || (chunks ? '' : lane.message), waits = problem === 'Embedding…';
    if (form) this.form?.update(form, strategies, scoresOf(lane));
    if (form && this.fitted !== form.strategy) {
      this.fitted = form.strategy;
      this.fit();
    }
    setText(this.title, lane.title);
    this.title.title = lane.title;
    this.numbers.update(chunks, largest);
    setText(this.message, waits ? problem : '');
    setText(this.problem, waits ? '' : problem);
    this.problem.title = this.problem.textContent;
    this.remove.classList.toggle('away', Boolean(form) && fewest);
    if (lane.letter === 'file') {
      setText(this.more, lane.unplaced.length ? `${whole.format(lane.unplaced.length)} not found` : 'Details');
    }
  }

  // Settings that do not fit into the row are in the panel alone.
  fit() {
    if (!this.form) return;
    const { root } = this.form, below = root.offsetTop + root.clientHeight;
    for (const { root: control } of this.form.fields.values()) {
      control.classList.toggle('away', control.offsetTop >= below - 1);
    }
  }

  /** Show at which metrics the lane is best. @param {Standing} standing */
  showBest({ best, tied, leads }) {
    setText(this.best, best.length ? `best in ${best.length}` : '');
    setText(this.tied, tied.length ? `tied in ${tied.length}` : '');
    const lines = [best.length && `Best: ${best.join(', ')}`, tied.length && `Tied: ${tied.join(', ')}`];
    this.badge.title = lines.filter(Boolean).join('\n');
    this.badge.classList.toggle('most', leads);
  }

  destroy() {
    this.ending.abort();
    this.form?.destroy();
  }
}
