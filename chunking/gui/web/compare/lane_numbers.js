// The numbers of a lane: chunks, median, those that exceed the model limit, and the sizes as bars.

import { extent, medianOf } from '../core/arrays.js';
import { make, setText } from '../core/dom.js';
import { countOf, whole } from '../core/format.js';
import { binned, Histogram } from '../chart/histogram.js';

/** @import { Chunks } from '../core/unpack.js' */

const BARS = 18, HEIGHT = 20;

export class LaneNumbers {
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
