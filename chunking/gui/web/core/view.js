// What all views share.

import { codePoints } from '../text/places.js';
import { countUpTo } from './arrays.js';
import { send } from './bus.js';
import { changed, store, subscribe } from './store.js';

/** Changes after which a view of Tune refreshes. */
const KINDS = ['tune', 'document', 'signal', 'gaps', 'heat', 'outcomes', 'probabilities', 'progress', 'details'];

/**
 * Base class of views: one element, subscriptions that end with it, and the selected chunk.
 *
 * Refreshes with every change of `kinds`, redraws with the theme and follows the selection. A subclass
 * calls `this.refresh()` at the end of its constructor.
 */
export class View {
  /**
   * @param {HTMLElement} root
   * @param {string} name  CSS class of the view
   * @param {string[]} [kinds]
   */
  constructor(root, name, kinds = KINDS) {
    this.root = root;
    this.name = name;
    this.ending = new AbortController();
    root.classList.add('view', name);
    for (const kind of kinds) this.listen(kind, () => this.refresh());
    this.listen('select', (detail) => this.choose(detail?.from !== this.name));
    this.listen('theme', () => this.redraw());
  }

  /** Call a function with each change of a kind until the view is destroyed. */
  listen(kind, act) {
    const end = subscribe(kind, act);
    this.ending.signal.addEventListener('abort', end);
  }

  get tune() { return store.tune; }

  get chunking() { return store.tune.chunking; }

  get words() { return store.documents.get(this.chunking?.document); }

  get origin() { return store.origins.get(this.chunking?.document); }

  get signal() { return store.signals.get(this.chunking?.signal); }

  /** Return the index of the selected chunk, or null. */
  looked() {
    const { chunking, place } = store.tune;
    return place === null || !chunking?.count ? null : Math.max(0, countUpTo(chunking.starts, place) - 1);
  }

  /** Select a chunk everywhere. */
  select(index) {
    this.selectOffset(this.chunking.starts[index]);
  }

  /** Select the chunk at an offset, which stays selected while boundaries move; null for none. */
  selectOffset(offset) {
    store.tune.place = offset;
    changed('select', { from: this.name, offset });
    send('select', offset === null || this.words === undefined ? null : codePoints(this.words, offset));
  }

  refresh() {}

  choose() {}

  redraw() {}

  destroy() {
    this.ending.abort();
    this.root.replaceChildren();
    this.root.classList.remove('view', this.name);
  }
}
