// The line between figure and text: the way through the differences, which lanes, and how they are shown.

import { isPending, send } from '../core/channel.js';
import { button, make, setLabel, setText } from '../core/dom.js';
import { countOf, inThousands, whole } from '../core/format.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { LANES, PLACE } from '../data/comparison.js';
import { pairsOf } from '../data/differences.js';
import { Select } from '../controls/select.js';
import { isSideBySide } from '../text/lane_text.js';

const BETWEEN = '→';

/** @param {number} from  @param {number} until */
const rangeText = (from, until) => (from === until ? inThousands(from) : `${inThousands(from)}–${inThousands(until)}`);

export class DifferenceBar extends View {
  /** @param {HTMLElement} root  @param {import('../data/comparison.js').Comparison} comparison */
  constructor(root, comparison) {
    super(root, 'differencebar', [LANES, 'compare_details']);
    this.comparison = comparison;
    this.back = button('Previous difference (p)', '‹', () => comparison.step(-1));
    this.next = button('Next difference (n)', '›', () => comparison.step(1));
    this.where = make('span', { class: 'where', role: 'status', 'data-testid': 'differences' });
    this.densest = button('Go where the lanes differ most', 'Densest', () => comparison.goToDensest());
    this.pair = new Select('Compared lanes', (value) => {
      const [before, after] = value.split(BETWEEN);
      if (after) send('pair', before, after); else send('pair');
    });
    this.only = make('input', { type: 'checkbox', onchange: () => send('differences_only', this.only.checked) });
    this.counts = make('span', { class: 'counts' });
    /** @type {(face: string, columns: boolean, help: string) => HTMLButtonElement} */
    const layout = (face, columns, help) => button(help, face, () => send('columns', columns), { 'data-columns': columns });
    this.layouts = [
      layout('Gutters', false, 'One text with a gutter for each lane'), layout('Columns', true, 'The lanes side by side'),
    ];
    this.add = button('Add a lane', '+ Lane', () => send('add_lane'));
    const load = button('Add a lane with chunks from a file', 'Import chunks', () => send('dialog', 'import_chunks'));
    const toggleMetrics = () => root.closest('.page')?.classList.toggle('metrics');
    root.replaceChildren(this.back, this.where, this.next, this.pair.root,
      make('label', { class: 'only', title: 'Fold text without differences' }, this.only, 'differences only'),
      this.densest, this.counts, make('div', { class: 'space' }),
      make('div', { class: 'segments', role: 'group', 'aria-label': 'Layout' }, ...this.layouts), this.add, load,
      button('Show or hide the metrics', 'Metrics', toggleMetrics, { class: 'showmetrics' }));
    this.listen(PLACE, () => this.showWhere());
    this.refresh();
  }

  refresh() {
    const { data, ready, differences: { stops }, densest: { count, from, until } } = this.comparison;
    if (!data) return;
    this.back.disabled = this.next.disabled = this.densest.disabled = !stops.length;
    setText(this.densest, count ? `Most at ${rangeText(from, until)} (${whole.format(count)})` : 'Most');
    setLabel(this.densest, 'Go where the lanes differ most'
      + (count ? `: ${countOf(count, 'difference')} at characters ${whole.format(from)} to ${whole.format(until)}` : ''));
    if (!isPending('differences_only')) this.only.checked = data.differences_only;
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
    for (const each of this.layouts) each.setAttribute('aria-pressed', String(columns === each.dataset.columns));
    this.showCounts();
    this.showWhere();
  }

  showCounts() {
    const { data, segments: { inner }, differences: { stops } } = this.comparison, changes = data?.changes;
    const { compare_details: details } = store, asSet = details?.document === data?.document && details?.size ? ', as set' : '';
    setText(this.counts, (changes
      ? `${changes.moved.length} moved, ${changes.added.length} added, ${changes.removed.length} removed, ${changes.kept} kept`
      : `${countOf(inner.length - stops.length, 'boundary', 'boundaries')} shared by all lanes`) + asSet);
    this.counts.title = this.counts.textContent;
  }

  showWhere() {
    const { differences: { stops: { length } }, current } = this.comparison;
    this.where.style.minWidth = `${Math.max(14, 2 * whole.format(length).length + 5)}ch`;
    setText(this.where, current < 0 ? countOf(length, 'difference') : `${whole.format(current + 1)} of ${whole.format(length)}`);
  }
}
