// Sweep: the bar, the map, and the cell under the pointer.

import { make } from '../core/dom.js';
import { store } from '../core/store.js';
import { CellPanel } from '../sweep/cell_panel.js';
import { SweepBar } from '../sweep/sweep_bar.js';
import { MapView } from '../sweep/sweep_map.js';

export class SweepPage {
  constructor(root) {
    this.root = root;
    this.bar = new SweepBar(root.appendChild(make('div', {})));
    const place = root.appendChild(make('section', { 'aria-label': 'Map' }));
    this.panel = new CellPanel(root.appendChild(make('aside', { 'aria-label': 'Cell' })));
    this.map = new MapView(place, (pixels) => this.panel.scrollBy(pixels));
  }

  /** The keys of the page; whether this was one. */
  pressed(event) {
    return event.target === document.body && this.map.key(event);
  }

  actions() {
    const { map } = store.sweep ?? {};
    return [
      ...this.bar.actions(),
      ...map ? [{ title: this.map.all ? 'Crop the map' : 'Show the whole map', run: () => this.map.showAll(!this.map.all) }] : [],
    ];
  }

  present() { this.map.redraw(); }

  destroy() {
    for (const view of [this.bar, this.map, this.panel]) view.destroy();
    this.root.replaceChildren();
  }
}
