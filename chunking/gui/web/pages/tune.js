// Tune: the sidebar, the status line, the curve, and below it one view of the chunks, next to the inspector.

import { send } from '../core/channel.js';
import { store } from '../core/store.js';
import { ChunkTable } from '../tune/chunk_table.js';
import { HeatMapView } from '../tune/heat_map.js';
import { Inspector } from '../tune/inspector.js';
import { OutcomeChart } from '../tune/outcome_chart.js';
import { RunsTable } from '../tune/runs_table.js';
import { SimilarityCurve } from '../tune/similarity_curve.js';
import { StatusLine, VIEWS } from '../tune/status_line.js';
import { TextView } from '../tune/text_view.js';
import { TuneSidebar } from '../tune/tune_sidebar.js';
import { SidePanel } from '../ask/side_panel.js';
import { Page, definePage } from './page.js';

/** @import { View } from '../core/view.js' */

/** @type {Record<string, new (root: HTMLElement) => View>} */
const BELOW = { text: TextView, table: ChunkTable, outcome: OutcomeChart, 'heat map': HeatMapView, runs: RunsTable };

class TunePage extends Page {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.sidebar = this.add(new TuneSidebar(this.aside()));
    this.add(new StatusLine(this.section('line')));
    this.curve = this.add(new SimilarityCurve(this.section('above')));
    this.below = this.section('below');
    const about = () => ({
      document: store.tune.chunking?.document, lanes: [{ letter: 'tune', name: '', color: 0 }],
      go: (/** @type {number} */ offset) => this.panel.other.selectOffset(offset),
    });
    this.panel = this.add(new SidePanel(this.aside(), 'Chunk', (place) => new Inspector(place), about, ['document']));
    this.shown = ''; // the name of the view below the curve
    this.view = /** @type {View|undefined} */ (undefined);
    this.add({ destroy: () => this.view?.destroy() });
    this.listen(['tune'], () => this.refresh());
    this.refresh();
  }

  refresh() {
    const name = store.tune.chunking?.view ?? 'text';
    if (name === this.shown) return;
    this.shown = name;
    this.view?.destroy();
    this.below.className = 'below';
    this.view = new BELOW[name](this.below);
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    return Boolean(this.text?.shortcut(event) || this.curve.shortcut(event));
  }

  get text() { return this.view instanceof TextView ? this.view : undefined; }

  actions() {
    return [
      ...this.sidebar.actions(),
      ...Object.entries(VIEWS).map(([name, title]) => ({ title: `View ${title}`, run: () => send('view', name) })),
      ...this.text?.actions() ?? [],
    ];
  }

  present() {
    this.curve.redraw();
  }
}

definePage('tune', TunePage);
