// Compare: the lanes, one figure, the way through the differences, the text, and the metrics.

import { send } from '../core/channel.js';
import { Comparison, LANES } from '../data/comparison.js';
import { isSideBySide, LaneText, SEEN } from '../text/lane_text.js';
import { Splitter } from '../controls/splitter.js';
import { DifferenceBar } from '../compare/difference_bar.js';
import { LaneFigure } from '../compare/lane_figure.js';
import { LaneRows } from '../compare/lane_rows.js';
import { MetricsPanel } from '../compare/metrics_panel.js';
import { SidePanel } from '../ask/side_panel.js';
import { Page, definePage } from './page.js';

class ComparePage extends Page {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    const comparison = this.comparison = new Comparison();
    // Before the views, which draw what the comparison holds.
    this.listen(['compare', 'document'], () => comparison.refresh());
    this.listen(['chunks'], () => { if (comparison.awaits) comparison.refresh(); });
    comparison.refresh();
    this.rows = this.add(new LaneRows(this.section('lanes'), comparison));
    const above = this.section('above');
    this.figure = this.add(new LaneFigure(above, comparison));
    const splitter = new Splitter(root, {
      name: 'figure', label: 'Height of the figure', part: above, range: [15, 65], changed: (percent) => send('figure', percent),
      signal: this.figure.ending.signal,
    });
    root.append(splitter.root);
    const resize = () => splitter.update(comparison.data?.figure ?? null);
    this.listen([LANES], resize);
    this.add(new DifferenceBar(this.section('line'), comparison));
    this.add(new LaneText(this.section('below'), comparison));
    const about = () => ({
      document: comparison.data?.document, lanes: comparison.ready, go: (/** @type {number} */ offset) => comparison.select(offset),
    });
    this.add(new SidePanel(this.aside(), 'Metrics', (panel) => new MetricsPanel(panel, comparison), about, [LANES]));
    this.listen([SEEN], () => this.figure.showSeen());
    resize();
  }

  /** @param {KeyboardEvent} event */
  handleKey({ key }) {
    const { comparison } = this;
    if (!comparison.data) return false;
    if (key === 'n') comparison.step(1);
    else if (key === 'p') comparison.step(-1);
    else if (key === 'j') comparison.stepBoundary(1);
    else if (key === 'k') comparison.stepBoundary(-1);
    else return false;
    return true;
  }

  actions() {
    const { comparison, comparison: { data } } = this;
    if (!data) return [];
    const columns = isSideBySide(comparison), other = data.scale === 'quantile' ? 'similarity' : 'quantile';
    return [
      { title: 'Next difference', keys: 'n', run: () => comparison.step(1) },
      { title: 'Previous difference', keys: 'p', run: () => comparison.step(-1) },
      { title: 'Go where the lanes differ most', run: () => comparison.goToDensest() },
      {
        title: data.differences_only ? 'Show the whole text' : 'Show differences only',
        run: () => send('differences_only', !data.differences_only),
      },
      { title: columns ? 'One text with gutters' : 'Lanes side by side', run: () => send('columns', !columns) },
      { title: `Curves by ${other}`, run: () => send('scale', other) },
      { title: data.overlaid ? 'Curves in rows' : 'Curves overlaid', run: () => send('overlaid', !data.overlaid) },
      ...data.most ? [] : [{ title: 'Add a lane', run: () => send('add_lane') }],
      { title: 'Import chunks from a file', run: () => send('dialog', 'import_chunks') },
      { title: 'Unpin baseline', run: () => send('unpin') },
      ...this.rows.actions(),
    ];
  }

  present() {
    this.figure.redraw();
  }
}

definePage('compare', ComparePage);
