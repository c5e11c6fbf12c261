// What all views share.

import { lastIndexUpTo } from './arrays.js';
import { send } from './channel.js';
import { codePoints } from './code_points.js';
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
  /** @param {HTMLElement} root  @param {string} name  CSS class of the view  @param {string[]} [kinds] */
  constructor(root, name, kinds = KINDS) {
    this.root = root;
    this.name = name;
    this.ending = new AbortController();
    this.states = /** @type {Map<string, string>} */ (new Map());
    root.classList.add('view', name);
    const refresh = () => this.refresh();
    for (const kind of kinds) this.listen(kind, refresh);
    this.listen('select', (detail) => this.showSelection(detail?.from !== this.name));
    this.listen('theme', () => this.redraw());
  }

  /**
   * Call a function with each change of a kind until the view is destroyed.
   *
   * @param {string} kind
   * @param {(detail: any) => void} act
   */
  listen(kind, act) {
    this.whenDestroyed(subscribe(kind, act));
  }

  /** Call a function when the view is destroyed. @param {() => void} act */
  whenDestroyed(act) {
    this.ending.signal.addEventListener('abort', act);
  }

  /**
   * Tell whether a state differs from the last one of this name, and remember it.
   *
   * @param {string} name
   * @param {any} state  compared as JSON
   */
  differs(name, state) {
    const now = JSON.stringify(state), before = this.states.get(name);
    this.states.set(name, now);
    return now !== before;
  }

  get tune() { return store.tune; }

  get chunking() { return store.tune.chunking; }

  /** The text of the document. */
  get textId() { return this.chunking?.document; }

  get words() { return store.documents.get(this.textId ?? ''); }

  get origin() { return store.origins.get(this.chunking?.document ?? ''); }

  get signal() { return store.signals.get(this.chunking?.signal ?? ''); }

  /** Return the index of the selected chunk, or null. */
  selectedChunk() {
    const { chunking, place } = store.tune;
    return place === null || !chunking?.count ? null : lastIndexUpTo(chunking.starts, place);
  }

  /** Select a chunk everywhere. @param {number} index */
  select(index) {
    if (this.chunking) this.selectOffset(this.chunking.starts[index]);
  }

  /** Select the chunk at an offset, which stays selected while boundaries move. @param {number} offset */
  selectOffset(offset) {
    store.tune.place = offset;
    changed('select', { from: this.name, offset });
    send('select', this.words === undefined ? null : codePoints(this.words, offset));
  }

  /** Draw again after a change of the data. */
  refresh() {}

  /** Show which chunk is selected. @param {boolean} _scroll  whether it was selected in another view */
  showSelection(_scroll) {}

  /** Draw again after a change of the theme. */
  redraw() {}

  destroy() {
    this.ending.abort();
    this.root.replaceChildren();
    this.root.classList.remove('view', this.name);
  }
}
