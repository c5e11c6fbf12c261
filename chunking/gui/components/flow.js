// A long list of blocks of text in a scrolling pane: blocks that did not change keep their
// elements, the text on top of the view stays where it is, and of a very long text only a part
// is in the page.

const ALL_AT_ONCE = 2_000_000; // characters; up to here the browser holds the whole text with ease
const PART = 600_000; // characters in the page of a longer text
const MOST_BLOCKS = 6_000;
const STRETCH = 16; // blocks that are laid out together
const NEAR = 900; // pixels from an end of the part at which it moves on

class Flow {
  // craft: make(i), an element with its likely height in pixels as `__height`; dress(element, i);
  // core(element), the element with its text; and, if it likes, header(), the height of what
  // covers the top, and afterDraw().
  constructor(pane, craft) {
    this.pane = pane;
    this.craft = craft;
    this.list = make('div', { class: 'flow' });
    this.earlier = make('button', { type: 'button', class: 'more' }, 'Show earlier text');
    this.later = make('button', { type: 'button', class: 'more' }, 'Show later text');
    this.earlier.onclick = () => this.moveOn(this.from);
    this.later.onclick = () => this.moveOn(this.to - 1);
    pane.replaceChildren(this.earlier, this.list, this.later);
    pane.addEventListener('scroll', () => this.follow(), { passive: true });
    for (const kind of ['wheel', 'pointerdown', 'keydown', 'touchstart']) {
      pane.addEventListener(kind, () => { this.settling = undefined; }, { passive: true });
    }
    this.clear();
  }

  clear() {
    this.items = { count: 0, starts: [], ends: [], weight: 1, key: () => '', at: () => 0 };
    this.blocks = new Map();
    this.order = [];
    this.list.replaceChildren();
    this.from = this.to = 0;
    this.earlier.hidden = this.later.hidden = true;
  }

  // items: count, starts and ends (of what is shown), weight (copies of the text in the page),
  // key(i), the same for a block that did not change, and at(offset), the item there.
  show(items) {
    const anchor = this.anchor();
    this.items = items;
    this.draw(anchor ? items.at(anchor.offset) : 0);
    this.restore(anchor);
  }

  // What a block looks like has changed, but neither its text nor its place.
  dressAll() {
    for (const block of this.order) this.craft.dress(block, block.__index);
  }

  block(index) {
    return this.order[index - this.from];
  }

  // ---- which part is in the page ----

  part(middle) {
    const { count, starts, ends, weight } = this.items;
    if (!count) return [0, 0];
    const size = (ends[count - 1] - starts[0]) * weight;
    if (size <= ALL_AT_ONCE && count <= MOST_BLOCKS) return [0, count];
    const half = PART / 2 / weight, most = MOST_BLOCKS / 2;
    let from = middle, to = middle + 1;
    while (from > 0 && starts[middle] - starts[from - 1] < half && middle - from < most) from--;
    while (to < count && ends[to] - starts[middle] < half && to - middle < most) to++;
    return [from, to];
  }

  draw(middle) {
    [this.from, this.to] = this.part(clamp(middle, 0, Math.max(0, this.items.count - 1)));
    const kept = this.gather();
    for (const [key, block] of this.blocks) if (kept.get(key) !== block) block.remove();
    this.blocks = kept;
    this.order = [...kept.values()];
    this.place();
    this.earlier.hidden = this.from === 0;
    this.later.hidden = this.to === this.items.count;
    this.craft.afterDraw?.();
  }

  gather() {
    const kept = new Map();
    for (let i = this.from; i < this.to; i++) {
      let key = this.items.key(i);
      while (kept.has(key)) key += '+'; // imported chunks may repeat
      const block = this.blocks.get(key) || this.craft.make(i);
      block.__index = i;
      this.craft.dress(block, i);
      kept.set(key, block);
    }
    return kept;
  }

  // The browser lays out a stretch of blocks only when it comes near the view. To have it ask for
  // each block by itself costs more than to draw the page.
  place() {
    for (const stretch of [...this.list.children]) if (!stretch.firstChild) stretch.remove();
    let stretch = this.list.firstChild || this.stretchAfter(null), next = stretch.firstChild;
    for (const block of this.order) {
      if (!next && stretch.nextSibling?.firstChild === block) {
        stretch = stretch.nextSibling;
        next = block;
      }
      if (block === next) { next = next.nextSibling; continue; }
      if (!next && stretch.childElementCount >= STRETCH) stretch = this.stretchAfter(stretch);
      stretch.insertBefore(block, next);
    }
    for (const each of [...this.list.children]) this.fit(each);
  }

  stretchAfter(before) {
    const made = make('div', { class: 'stretch' });
    this.list.insertBefore(made, before ? before.nextSibling : null);
    return made;
  }

  fit(stretch) {
    const blocks = [...stretch.children];
    if (blocks.length > 2 * STRETCH) {
      const rest = this.stretchAfter(stretch);
      rest.append(...blocks.splice(STRETCH));
      this.fit(rest);
    }
    const height = blocks.reduce((sum, block) => sum + block.__height, 0);
    if (stretch.__height === height) return;
    stretch.__height = height;
    stretch.style.containIntrinsicBlockSize = `auto ${height}px`;
  }

  follow() {
    if (this.from === 0 && this.to === this.items.count) return;
    const { scrollTop, clientHeight, scrollHeight } = this.pane;
    const atTop = this.from > 0 && scrollTop < NEAR;
    const atEnd = this.to < this.items.count && scrollHeight - scrollTop - clientHeight < NEAR;
    if (atTop || atEnd) this.moveOn(this.topIndex());
  }

  moveOn(middle) {
    const anchor = this.anchor();
    this.draw(middle);
    this.restore(anchor);
  }

  // ---- where things are ----

  top() {
    return this.pane.getBoundingClientRect().top + (this.craft.header?.() || 0);
  }

  room() {
    return this.pane.clientHeight - (this.craft.header?.() || 0);
  }

  topIndex() {
    return this.indexAt(this.top());
  }

  // The block at a height of the window; of the stretches first, since asking a block for its
  // place has its whole stretch laid out.
  indexAt(line) {
    const stretch = firstReaching(this.list.children, line);
    return stretch ? firstReaching(stretch.children, line).__index : 0;
  }

  // The character on top of the view and how far it is from the top; nothing at the very top.
  anchor() {
    if (!this.list.firstChild || (this.pane.scrollTop < 2 && this.from === 0)) return null;
    const line = this.top();
    for (let index = this.topIndex(); index < this.to; index++) {
      const at = firstBelow(this.craft.core(this.block(index)), line);
      if (at) return { offset: this.items.starts[index] + at.offset, y: at.top - line };
    }
    return null;
  }

  restore(anchor) {
    if (!anchor) return;
    const index = this.items.at(anchor.offset);
    if (!this.block(index)) this.draw(index);
    const correct = () => {
      const y = this.yOf(anchor.offset);
      if (y !== undefined && Math.abs(y - anchor.y) >= 1) this.pane.scrollTop += y - anchor.y;
    };
    this.settle(correct);
  }

  // Distance of a character from the top of the view; undefined where it is not in the page.
  yOf(offset) {
    const index = this.items.at(offset);
    const block = this.block(index);
    if (!block) return undefined;
    const rect = rectAt(this.craft.core(block), offset - this.items.starts[index]);
    return (rect || block.getBoundingClientRect()).top - this.top();
  }

  // Does it now and in the next frames: blocks seen for the first time get their real height only
  // then, and move what stands below them. Ends as soon as the user scrolls.
  settle(correct) {
    this.settling = correct;
    correct();
    let frames = 4;
    const again = () => {
      if (this.settling !== correct) return;
      correct();
      if (--frames) requestAnimationFrame(again); else this.settling = undefined;
    };
    requestAnimationFrame(again);
  }

  // ---- going somewhere ----

  // Brings a block into view; one that can be seen already stays where it is.
  reveal(index) {
    if (!this.block(index)) this.draw(index);
    const go = () => {
      const rect = this.block(index)?.getBoundingClientRect();
      if (!rect) return;
      const y = rect.top - this.top(), room = this.room();
      const seen = y >= -2 && (y + rect.height <= room || y < room * 0.6);
      if (!seen) this.pane.scrollTop += y - 10;
      // The view itself may lie below the window's edge, as when the curve was clicked.
      const shown = this.block(index).getBoundingClientRect().top;
      if (shown > window.innerHeight - 40) this.pane.scrollIntoView({ block: "nearest" });
    };
    this.settle(go);
  }

  // Brings a character to the upper third of the view unless it can be seen.
  revealOffset(offset) {
    if (!this.block(this.items.at(offset))) this.draw(this.items.at(offset));
    const go = () => {
      const y = this.yOf(offset), room = this.room();
      if (y === undefined) return;
      if (y < 4 || y > room - 60) this.pane.scrollTop += y - room / 3;
      if (this.top() + this.yOf(offset) > window.innerHeight - 60) this.pane.scrollIntoView({ block: 'nearest' });
    };
    this.settle(go);
  }
}

// The first of several elements, one below the other, that reaches below the line, else the last.
function firstReaching(elements, line) {
  let low = 0, high = elements.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (elements[middle].getBoundingClientRect().bottom > line + 1) high = middle; else low = middle + 1;
  }
  return elements[low];
}
