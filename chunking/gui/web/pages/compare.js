// Compare: the lanes, one figure, the way through the differences, the text, and the metrics.

import { send } from '../core/channel.js';
import { make } from '../core/dom.js';
import { subscribe } from '../core/store.js';
import { Comparison, LANES } from '../data/comparison.js';
import { isSideBySide, LaneText, SEEN } from '../text/lane_text.js';
import { DifferenceBar } from '../compare/difference_bar.js';
import { LaneFigure } from '../compare/lane_figure.js';
import { LaneRows } from '../compare/lane_rows.js';
import { MetricsPanel } from '../compare/metrics_panel.js';
import { SidePanel } from '../ask/side_panel.js';

export class ComparePage {
  constructor(root) {
    this.root = root;
    this.comparison = new Comparison();
    // Before the views: they draw with these colors, and with what the comparison holds.
    this.ends = [
      ...['compare', 'document'].map((kind) => subscribe(kind, () => this.comparison.refresh())),
    ];
    this.comparison.refresh();
    const place = (name) => root.appendChild(make('section', { class: name }));
    this.rows = new LaneRows(place('lanes'), this.comparison);
    this.figure = new LaneFigure(place('above'), this.comparison);
    this.bar = new DifferenceBar(place('line'), this.comparison);
    this.text = new LaneText(place('below'), this.comparison);
    const about = () => ({
      document: this.comparison.data?.document, lanes: this.comparison.ready, go: (offset) => this.comparison.select(offset),
    });
    const makeMetrics = (panel) => new MetricsPanel(panel, this.comparison);
    this.panel = new SidePanel(root.appendChild(make('aside', {})), 'Metrics', makeMetrics, about, [LANES]);
    this.ends.push(subscribe(SEEN, () => this.figure.showSeen()));
  }

  /** The keys of the page; whether this was one. */
  pressed({ key }) {
    const { comparison } = this;
    if (!comparison.segments) return false;
    if (key === 'n') comparison.step(1);
    else if (key === 'p') comparison.step(-1);
    else if (key === 'j') comparison.stepBoundary(1);
    else if (key === 'k') comparison.stepBoundary(-1);
    else return false;
    return true;
  }

  actions() {
    const { comparison } = this, { data, segments } = comparison;
    if (!segments) return [];
    const columns = isSideBySide(comparison);
    return [
      { title: 'Next difference', keys: 'n', run: () => comparison.step(1) },
      { title: 'Previous difference', keys: 'p', run: () => comparison.step(-1) },
      { title: 'Go where the lanes differ most', run: () => comparison.goToDensest() },
      {
        title: data.differences_only ? 'Show the whole text' : 'Show differences only',
        run: () => send('differences_only', !data.differences_only),
      },
      { title: columns ? 'One text with gutters' : 'Lanes side by side', run: () => send('columns', !columns) },
      data.scale === 'quantile' ? { title: 'Curves by similarity', run: () => send('scale', 'similarity') }
        : { title: 'Curves by quantile', run: () => send('scale', 'quantile') },
      ...data.most ? [] : [{ title: 'Add a lane', run: () => send('add_lane') }],
      { title: 'Import chunks from a file', run: () => send('dialog', 'import_chunks') },
      { title: 'Unpin baseline', run: () => send('unpin') },
      ...this.rows.actions(),
    ];
  }

  present() {
    this.figure.redraw();
  }

  destroy() {
    for (const end of this.ends) end();
    for (const view of [this.rows, this.figure, this.bar, this.text, this.panel]) view.destroy();
    this.root.replaceChildren();
  }
}
