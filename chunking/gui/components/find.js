// Finding words in the whole text, also where it is not in the page.

const MOST_HITS = 100_000;
const MOST_SHOWN = 2_000; // hits tinted at once, around the current one

class Find {
  // ready(): the text; go(offset): bring it into view.
  constructor(view) {
    this.view = view;
    this.hits = [];
    this.current = -1;
    this.input = make('input', {
      type: 'search', placeholder: 'Find in the text', 'aria-label': 'Find in the text', spellcheck: 'false', autocomplete: 'off',
    });
    this.count = make('span', { class: 'count', role: 'status' });
    this.element = make('div', { class: 'group find', role: 'search' }, this.input,
      button('Previous hit', '↑', () => this.step(-1)), button('Next hit', '↓', () => this.step(1)), this.count);
    keepKeys(this.input);
    this.input.oninput = debounce(120, () => this.search(true));
    this.input.onkeydown = (event) => this.pressed(event);
  }

  pressed(event) {
    if (event.key === 'Escape') {
      this.input.value = '';
      this.search(false);
      this.view.pane.focus();
    } else if (event.key === 'Enter') {
      if (this.searched !== this.input.value) this.search(true);
      else this.step(event.shiftKey ? -1 : 1);
    } else return;
    event.preventDefault();
  }

  // Any blank space in what is looked for matches any run of it: lines may be broken anywhere.
  pattern() {
    const words = this.input.value.trim().split(/\s+/).map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
    return new RegExp(words.join('\\s+'), 'giu');
  }

  // A view that is made anew looks for what its group looked for last; gives where, in the same document.
  resume() {
    const { sought } = this.view.group;
    if (this.searched !== undefined || !sought) return undefined;
    this.input.value = this.searched = sought.words;
    return sought.document === this.view.chunking.document ? sought.at : undefined;
  }

  search(go, from = this.view.topOffset()) {
    this.searched = this.input.value;
    this.hits = [];
    if (this.input.value.trim()) {
      for (const match of (this.view.words ?? '').matchAll(this.pattern())) {
        this.hits.push([match.index, match.index + match[0].length]);
        if (this.hits.length === MOST_HITS) break;
      }
    }
    this.current = this.hits.length ? this.firstFrom(from) : -1;
    if (go && this.hits.length) this.view.flow.revealOffset(this.hits[this.current][0]);
    this.show();
  }

  firstFrom(offset) {
    const index = this.hits.findIndex(([start]) => start >= offset);
    return index < 0 ? 0 : index;
  }

  step(by) {
    if (this.searched !== this.input.value) return this.search(true);
    if (!this.hits.length) return undefined;
    this.current = (this.current + by + this.hits.length) % this.hits.length;
    this.view.flow.revealOffset(this.hits[this.current][0]);
    return this.show();
  }

  show() {
    const { group, chunking } = this.view;
    group.sought = { words: this.searched, document: chunking?.document, at: this.hits[this.current]?.[0] };
    const many = this.hits.length === MOST_HITS ? '+' : '';
    setText(this.count, !this.searched?.trim() ? '' : this.hits.length
      ? `${whole.format(this.current + 1)} of ${whole.format(this.hits.length)}${many}` : 'not found');
    this.tint();
  }

  // Hits are tinted by the browser without touching the elements (CSS custom highlights). A
  // browser that has none selects the current hit instead.
  tint() {
    this.untint();
    if (!this.hits.length) return;
    const from = Math.max(0, this.current - MOST_SHOWN / 2);
    this.hits.slice(from, from + MOST_SHOWN).forEach((hit, i) => {
      for (const range of this.ranges(hit)) this.add(range, from + i === this.current);
    });
  }

  add(range, current) {
    if (!globalThis.CSS?.highlights) {
      if (current) getSelection().setBaseAndExtent(range.startContainer, range.startOffset, range.endContainer, range.endOffset);
      return;
    }
    const name = current ? 'chunkscope-current' : 'chunkscope-hit';
    if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
    CSS.highlights.get(name).add(range);
    (this.tinted ||= []).push([name, range]);
  }

  untint() {
    for (const [name, range] of this.tinted || []) CSS.highlights.get(name).delete(range);
    this.tinted = [];
  }

  // One range for each piece of text the hit lies in: it may cross a boundary or a mark.
  *ranges([start, end]) {
    const { flow } = this.view;
    for (let index = flow.items.at(start); index < flow.items.count && flow.items.starts[index] < end; index++) {
      const block = flow.block(index);
      if (!block) continue;
      const base = flow.items.starts[index];
      const pieces = [];
      eachText(flow.craft.core(block), (node, at) => {
        const from = Math.max(0, start - base - at), to = Math.min(node.length, end - base - at);
        if (from < to) pieces.push(new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to }));
      });
      yield* pieces;
    }
  }
}
