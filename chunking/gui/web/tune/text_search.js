// Finding words in the whole text, also where it is not in the page.

import { button, debounce, isolateKeys, make, setText } from '../core/dom.js';
import { whole } from '../core/format.js';
import { rangesIn } from '../text/highlights.js';

const MOST_HITS = 100_000;
const MOST_SHOWN = 2_000; // hits highlighted at once, around the current one
const [HIT, CURRENT] = ['chunkscope-hit', 'chunkscope-current'];

/** Return a pattern for words; blank space matches any run of it, as lines may be broken anywhere. */
export function patternOf(words) {
  const escaped = words.trim().split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(escaped.join('\\s+'), 'giu');
}

/** The search field of a text view. */
export class Find {
  /** @param {import('./text_view.js').TextView} view */
  constructor(view) {
    this.view = view;
    this.hits = [];
    this.current = -1;
    this.highlighted = [];
    this.input = make('input', {
      type: 'search', placeholder: 'Find', 'aria-label': 'Find in the text', title: 'Find in the text (/)',
      spellcheck: 'false', autocomplete: 'off',
    });
    this.count = make('span', { class: 'count', role: 'status' });
    this.element = make('div', { class: 'group find', role: 'search' }, this.input, this.count,
      button('Previous hit (Shift Enter)', '↑', () => this.step(-1)),
      button('Next hit (Enter)', '↓', () => this.step(1)));
    isolateKeys(this.input);
    // Enter may have searched meanwhile, and gone on.
    this.input.oninput = debounce(120, () => { if (this.searched !== this.input.value) this.search(true); });
    this.input.onkeydown = (event) => this.key(event);
  }

  key(event) {
    if (event.key === 'Escape') {
      this.input.value = '';
      this.search(false);
      this.view.pane.focus({ preventScroll: true });
    } else if (event.key === 'Enter') {
      if (this.searched !== this.input.value) this.search(true); else this.step(event.shiftKey ? -1 : 1);
    } else return;
    event.preventDefault();
  }

  /** Search another document, or in a new view, for the words of the last search. */
  resume() {
    const { search } = this.view.tune;
    if (!search?.words) return;
    const known = this.searched === undefined && search.document === this.view.chunking.document;
    this.input.value = search.words;
    this.search(known, known ? search.offset : undefined);
  }

  search(go, from = this.view.topOffset()) {
    this.searched = this.input.value;
    this.hits = [];
    if (this.input.value.trim()) {
      for (const match of (this.view.words ?? '').matchAll(patternOf(this.input.value))) {
        this.hits.push([match.index, match.index + match[0].length]);
        if (this.hits.length === MOST_HITS) break;
      }
    }
    const next = this.hits.findIndex(([start]) => start >= from);
    this.current = this.hits.length ? Math.max(0, next) : -1;
    this.go(go);
  }

  step(by) {
    if (this.searched !== this.input.value) { this.search(true); return; }
    if (!this.hits.length) return;
    this.current = (this.current + by + this.hits.length) % this.hits.length;
    this.go(true);
  }

  go(scroll) {
    const { tune, chunking, list } = this.view, { hits, current, searched } = this;
    if (scroll && hits.length) list.scrollTo(hits[current][0], [0.05, 0.85], 1 / 3);
    tune.search = { words: searched, document: chunking?.document, offset: hits[current]?.[0] };
    const more = hits.length === MOST_HITS ? '+' : '';
    const found = hits.length ? `${whole.format(current + 1)} / ${whole.format(hits.length)}${more}` : 'not found';
    setText(this.count, searched?.trim() ? found : '');
    this.highlight();
  }

  /** Highlight the hits without touching the elements; without CSS highlights the current one is selected. */
  highlight() {
    this.clear();
    const from = Math.max(0, this.current - MOST_SHOWN / 2);
    this.hits.slice(from, from + MOST_SHOWN).forEach((hit, i) => {
      for (const range of rangesIn(this.view.list, hit)) this.add(range, from + i === this.current);
    });
  }

  add(range, current) {
    if (!globalThis.CSS?.highlights) {
      const { startContainer, startOffset, endContainer, endOffset } = range;
      if (current) getSelection().setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
      return;
    }
    const name = current ? CURRENT : HIT;
    if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
    CSS.highlights.get(name).add(range);
    this.highlighted.push([name, range]);
  }

  clear() {
    for (const [name, range] of this.highlighted) CSS.highlights.get(name).delete(range);
    this.highlighted = [];
  }
}
