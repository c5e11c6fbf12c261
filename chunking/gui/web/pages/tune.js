// Tune: the sidebar, the status line, the curve, and below it one view of the chunks, next to the inspector.

import { send } from '../core/channel.js';
import { make } from '../core/dom.js';
import { store, subscribe } from '../core/store.js';
import { TableView } from '../tune/chunk_table.js';
import { HeatMapView } from '../tune/heat_map.js';
import { Inspector } from '../tune/inspector.js';
import { OutcomeChart } from '../tune/outcome_chart.js';
import { SimilarityCurve } from '../tune/similarity_curve.js';
import { StatusLine, VIEWS } from '../tune/status_line.js';
import { TextView } from '../tune/text_view.js';
import { Sidebar } from '../tune/tune_sidebar.js';
import { SidePanel } from '../ask/side_panel.js';

const BELOW = { text: TextView, table: TableView, outcome: OutcomeChart, 'heat map': HeatMapView };

export class TunePage {
  constructor(root) {
    this.root = root;
    const place = (name) => root.appendChild(make('section', { class: name }));
    this.sidebar = new Sidebar(root.appendChild(make('aside', {})));
    this.status = new StatusLine(place('line'));
    this.curve = new SimilarityCurve(place('above'));
    this.below = place('below');
    const about = () => ({
      document: store.tune.chunking?.document, lanes: [{ letter: 'tune', name: '', color: 0 }],
      go: (offset) => this.inspector.other.selectOffset(offset),
    });
    this.inspector = new SidePanel(root.appendChild(make('aside', {})), 'Chunk', (place) => new Inspector(place), about, ['document']);
    this.end = subscribe('tune', () => this.refresh());
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

  /** The keys of the page; whether this was one. */
  pressed(event) {
    return Boolean(this.view.shortcut?.(event) || this.curve.shortcut?.(event));
  }

  actions() {
    return [
      ...store.tune.chunking ? this.sidebar.actions() : [],
      ...VIEWS.map(([name, title]) => ({ title: `View ${title}`, run: () => send('view', name) })),
      ...this.view.actions?.() ?? [],
    ];
  }

  present() {
    this.curve.redraw();
  }

  destroy() {
    this.end();
    for (const view of [this.sidebar, this.status, this.curve, this.view, this.inspector]) view.destroy();
    this.root.replaceChildren();
  }
}
