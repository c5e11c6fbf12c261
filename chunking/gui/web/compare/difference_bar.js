// The line between figure and text: the way through the differences, which lanes, and how they are shown.

import { send } from '../core/channel.js';
import { button, make, setText } from '../core/dom.js';
import { countOf, inThousands, whole } from '../core/format.js';
import { View } from '../core/view.js';
import { LANES, PLACE } from '../data/comparison.js';
import { pairsOf } from '../data/differences.js';
import { Select } from '../controls/select.js';
import { isSideBySide } from '../text/lane_text.js';

const BETWEEN = '→';
const LAYOUTS = [
  ['Gutters', false, 'One text with a gutter for each lane'],
  ['Columns', true, 'The lanes side by side'],
];

const rangeText = (from, until) => (from === until ? inThousands(from) : `${inThousands(from)}–${inThousands(until)}`);

export class DifferenceBar extends View {
  /**
   * @param {HTMLElement} root
   * @param {import('../data/comparison.js').Comparison} comparison
   */
  constructor(root, comparison) {
    super(root, 'differencebar', [LANES]);
    this.comparison = comparison;
    this.back = button('Previous difference (p)', '‹', () => comparison.step(-1));
    this.next = button('Next difference (n)', '›', () => comparison.step(1));
    this.where = make('span', { class: 'where', role: 'status', 'data-testid': 'differences' });
    this.densest = button('Go where the lanes differ most', 'Densest', () => comparison.goToDensest());
    this.pair = new Select('Compared lanes', (value) => send('pair', ...value.split(BETWEEN).filter(Boolean)));
    this.only = make('input', { type: 'checkbox' });
    this.only.onchange = () => send('differences_only', this.only.checked);
    this.counts = make('span', { class: 'counts' });
    this.layouts = LAYOUTS.map(([title, columns, help]) => {
      const made = button(help, title, () => send('columns', columns));
      made.dataset.columns = columns;
      return made;
    });
    this.add = button('Add a lane', '+ Lane', () => send('add_lane'));
    this.load = button('Add a lane with chunks from a file', 'Import chunks', () => send('dialog', 'import_chunks'));
    this.metrics = button('Show or hide the metrics', 'Metrics', 
      () => this.root.closest('.page').classList.toggle('metrics'));
    this.metrics.classList.add('showmetrics');
    const about = { class: 'only', title: 'Fold text without differences' };
    const only = make('label', about, this.only, 'differences only');
    const layouts = make('div', { class: 'segments', role: 'group', 'aria-label': 'Layout' }, ...this.layouts);
    root.replaceChildren(this.back, this.where, this.next, this.pair.root, only, this.densest, this.counts,
      make('div', { class: 'space' }), layouts, this.add, this.load, this.metrics);
    this.listen(PLACE, () => this.showWhere());
    this.refresh();
  }

  refresh() {
    const { data, ready, segments, differences: { stops } = {} } = this.comparison;
    if (!data || !segments) return;
    this.back.disabled = this.next.disabled = this.densest.disabled = !stops.length;
    const { count, from, until } = this.comparison.densest;
    setText(this.densest, count ? `Densest: ${whole.format(count)} at ${rangeText(from, until)}` : 'Densest');
    this.densest.title = 'Go where the lanes differ most'
      + (count ? `: ${countOf(count, 'difference')} at characters ${whole.format(from)} to ${whole.format(until)}` : '');
    this.only.checked = data.differences_only;
    this.add.disabled = data.most;
    const names = new Map(ready.map(({ letter, name }) => [letter, name]));
    const pairs = pairsOf([...names.keys()], data.pair).map((pair) => ({
      value: pair.join(BETWEEN), title: pair.map((letter) => names.get(letter)).join(` ${BETWEEN} `),
    }));
    this.pair.update({
      value: data.pair ? data.pair.join(BETWEEN) : '',
      options: [...ready.length === 2 && data.pair ? [] : [{ value: '', title: 'All lanes' }], ...pairs],
      title: 'The lanes whose boundaries are compared',
    });
    const columns = String(isSideBySide(this.comparison));
    for (const each of this.layouts) each.setAttribute('aria-pressed', columns === each.dataset.columns);
    this.showCounts();
    this.showWhere();
  }

  showCounts() {
    const { data: { changes }, segments: { inner }, differences: { stops } } = this.comparison;
    const { kept, moved, added, removed } = changes ?? {};
    setText(this.counts, changes
      ? `${moved.length} moved, ${added.length} added, ${removed.length} removed, ${kept} kept`
      : `${countOf(inner.length - stops.length, 'boundary', 'boundaries')} shared by all lanes`);
    this.counts.title = this.counts.textContent;
  }

  showWhere() {
    const { differences, current } = this.comparison;
    if (!differences) return;
    const { stops: { length } } = differences;
    this.where.style.minWidth = `${Math.max(14, 2 * whole.format(length).length + 5)}ch`;
    const at = `${whole.format(current + 1)} of ${whole.format(length)}`;
    setText(this.where, current < 0 ? countOf(length, 'difference') : at);
  }
}
