// Finding words in the whole text, also where it is not in the page.

import { button, debounce, isolateKeys, make, setText } from '../core/dom.js';
import { whole } from '../core/format.js';
import { store } from '../core/store.js';
import { Highlights, rangesIn } from './highlights.js';

/** @import { BlockList } from './block_list.js' */
/** @import { Span } from './highlights.js' */

/** @typedef {{pane: HTMLElement, list: BlockList, words: string|undefined, textId: string|undefined}} Searchable  a view of a text */

const MOST_HITS = 100_000;
const MOST_SHOWN = 2_000; // hits highlighted at once, around the current one

/** Return a pattern for words; blank space matches any run of it, as lines may be broken anywhere. @param {string} words */
export function patternOf(words) {
  const escaped = words.trim().split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(escaped.join('\\s+'), 'giu');
}

/** The search field of a text view. */
export class TextSearch {
  /** @param {Searchable} view */
  constructor(view) {
    this.view = view;
    this.hits = /** @type {Span[]} */ ([]);
    this.current = -1;
    this.searched = /** @type {string|undefined} */ (undefined);
    this.input = make('input', {
      type: 'search', placeholder: 'Find', 'aria-label': 'Find in the text', title: 'Find in the text (/)',
      spellcheck: 'false', autocomplete: 'off', onkeydown: (event) => this.handleKey(event),
      // Enter may have searched meanwhile, and gone on.
      oninput: debounce(120, () => { if (this.searched !== this.input.value) this.search(true); }),
    });
    this.count = make('span', { class: 'count', role: 'status' });
    this.element = make('div', { class: 'group find', role: 'search' }, this.input, this.count,
      button('Previous hit (Shift Enter)', '↑', () => this.step(-1)),
      button('Next hit (Enter)', '↓', () => this.step(1)));
    isolateKeys(this.input);
  }

  /** Highlight in a list. @param {BlockList} list */
  watch(list) {
    this.highlights = new Highlights(list);
  }

  focus() {
    this.input.focus({ preventScroll: true });
    this.input.select();
  }

  /** @param {KeyboardEvent} event */
  handleKey(event) {
    if (event.key === 'Escape') {
      this.input.value = '';
      this.search(false);
      this.view.pane.focus({ preventScroll: true });
    } else if (event.key === 'Enter') this.step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  }

  /** Search another document, or in a new view, for the words of the last search. */
  resume() {
    const { search } = store.tune;
    if (!search?.words) return;
    const known = this.searched === undefined && search.document === this.view.textId;
    this.input.value = search.words;
    this.search(known, known ? search.offset : undefined);
  }

  /** @param {boolean} go  @param {number} [from]  where the current hit is, or after it */
  search(go, from = this.view.list.anchor()?.offset ?? 0) {
    this.searched = this.input.value;
    this.hits = [];
    if (this.searched.trim()) {
      for (const match of (this.view.words ?? '').matchAll(patternOf(this.searched))) {
        this.hits.push([match.index, match.index + match[0].length]);
        if (this.hits.length === MOST_HITS) break;
      }
    }
    const next = this.hits.findIndex(([start]) => start >= from);
    this.current = this.hits.length ? Math.max(0, next) : -1;
    this.go(go);
  }

  /** @param {1|-1} by */
  step(by) {
    if (this.searched !== this.input.value) { this.search(true); return; }
    if (!this.hits.length) return;
    this.current = (this.current + by + this.hits.length) % this.hits.length;
    this.go(true);
  }

  /** Show the current hit. @param {boolean} scroll */
  go(scroll) {
    const { list, textId = '' } = this.view, { hits, current, searched = '' } = this;
    if (scroll && hits.length) list.scrollTo(hits[current][0], [0.05, 0.85], 1 / 3);
    store.tune.search = { words: searched, document: textId, offset: hits[current]?.[0] };
    const more = hits.length === MOST_HITS ? '+' : '';
    const found = hits.length ? `${whole.format(current + 1)} / ${whole.format(hits.length)}${more}` : 'not found';
    setText(this.count, searched.trim() ? found : '');
    this.highlight();
  }

  /** Highlight the hits in the page; without CSS highlights the current one is selected. */
  highlight() {
    const { hits, current, highlights } = this, from = Math.max(0, current - MOST_SHOWN / 2);
    highlights?.clear();
    hits.slice(from, from + MOST_SHOWN).forEach((hit, i) => {
      highlights?.add(from + i === current ? 'chunkscope-current' : 'chunkscope-hit', hit);
    });
    if (globalThis.CSS?.highlights || !hits.length) return;
    const [range] = rangesIn(this.view.list, hits[current]);
    if (range) getSelection()?.setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
  }
}
