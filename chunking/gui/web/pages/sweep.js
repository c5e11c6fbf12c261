// Sweep: the bar, the map, and the cell under the pointer.

import { make } from '../core/dom.js';
import { CellPanel } from '../sweep/cell_panel.js';
import { SweepBar } from '../sweep/sweep_bar.js';
import { SweepMapView } from '../sweep/sweep_map.js';
import { Page, definePage } from './page.js';

class SweepPage extends Page {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root);
    this.bar = this.add(new SweepBar(root.appendChild(make('div'))));
    const place = this.section(undefined, 'Map');
    const panel = this.add(new CellPanel(this.aside('Cell')));
    this.map = this.add(new SweepMapView(place, (pixels) => panel.excerpt.scrollBy(pixels)));
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    return event.target === document.body && this.map.key(event);
  }

  actions() {
    const { map, map: { all } } = this;
    return [
      ...this.bar.actions(),
      ...map.map ? [{ title: all ? 'Crop the map' : 'Show the whole map', run: () => map.showAll(!all) }] : [],
    ];
  }

  present() { this.map.redraw(); }
}

definePage('sweep', SweepPage);
