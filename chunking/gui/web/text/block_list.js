// A long list of blocks of text in a scrolling pane: blocks that did not change keep their elements, the text at
// the top of the view stays in place, and of a very long text only a part is in the page.

import { clamp, firstIndex } from '../core/arrays.js';
import { debounce, make } from '../core/dom.js';
import { firstBelow, rectAt } from './character_positions.js';

const ALL_AT_ONCE = 2_000_000; // characters; up to here the browser holds the whole text with ease
const PART = 600_000; // characters in the page of a longer text
const MOST_BLOCKS = 6_000;
const GROUP_SIZE = 16; // blocks that are laid out together
const NEAR = 900; // pixels from an end of the part at which it moves on
const FRAMES = 4; // blocks seen for the first time get their real height within so many frames
const SCREENS = 2; // heights of the screen that are updated at once above and below the first block in view
const RESTING = 250; // milliseconds without another change, after which blocks out of view are updated
const SLICE = 4; // milliseconds for which they are, at once: a quarter of a frame

/**
 * @typedef {object} Items
 * @property {number} count
 * @property {ArrayLike<number>} starts  offsets of the text that is shown
 * @property {ArrayLike<number>} ends
 * @property {number} weight  copies of the text in the page
 * @property {(i: number) => string|number} key  the same for a block that did not change
 * @property {(offset: number) => number} at  the item at an offset
 */

/** @typedef {HTMLElement & {__height?: number}} Group */

/**
 * @typedef {HTMLElement & {
 *   __index: number, __start: number, __key: string|number, __drawing: number, __round: number, __height: number,
 *   __cores: HTMLElement[], __parts: any,
 * }} Block  `__start`: the offset of its text, which stays; `__index`: its item when it was drawn last
 */

/**
 * @typedef {object} BlockRenderer
 * @property {(i: number) => Block} make
 * @property {(block: Block, i: number) => void} update  updates what changes while the text does not
 * @property {() => void} afterDraw
 */

/** @typedef {{offset: number, y: number}} Anchor  a character and its distance from the top of the view */

/**
 * Make an element a block.
 *
 * @param {HTMLElement} element
 * @param {HTMLElement[]} cores  the elements with copies of its text
 * @param {number} height  its likely height in pixels
 * @param {any} [parts]  what the renderer updates
 * @returns {Block}
 */
export const makeBlock = (element, cores, height, parts) =>
  Object.assign(element, {
    __index: 0, __start: 0, __key: '', __drawing: 0, __round: 0, __height: height, __cores: cores, __parts: parts,
  });

/** Return the block that holds an element, as `closest` does. @type {(element: any, selector: string) => Block|null} */
export const closestBlock = (element, selector) => element?.closest?.(selector) ?? null;

/** @type {Items} */
const NO_ITEMS = { count: 0, starts: [], ends: [], weight: 1, key: () => '', at: () => 0 };

/** The blocks of a pane. */
export class BlockList {
  /** @param {HTMLElement} pane  @param {BlockRenderer} renderer */
  constructor(pane, renderer) {
    this.pane = pane;
    this.renderer = renderer;
    this.items = NO_ITEMS;
    this.blocks = /** @type {Map<string|number, Block>} */ (new Map());
    this.order = /** @type {Block[]} */ ([]);
    this.from = this.to = 0; // of the items in the page
    this.first = this.end = 0; // of the items that are drawn: elsewhere in the page are blocks of the items before
    this.shift = 0; // from an item to its place in the order
    this.drawing = this.round = 0; // numbers of the drawing and of the update
    this.updated = 0; // how many blocks the update has gone through
    this.updateRestLater = debounce(RESTING, () => this.updateRest());
    // What was at the top of the view last, null for its very top; undefined once that may have changed.
    this.known = /** @type {Anchor|null|undefined} */ (undefined);
    this.held = /** @type {{offset: number, correct: () => void}|undefined} */ (undefined);
    this.container = make('div', { class: 'flow' });
    this.earlier = make('button', { type: 'button', class: 'more', onclick: () => this.moveOn(this.from) }, 'Earlier text');
    this.later = make('button', { type: 'button', class: 'more', onclick: () => this.moveOn(this.to - 1) }, 'Later text');
    pane.replaceChildren(this.earlier, this.container, this.later);
    pane.addEventListener('scroll', () => {
      this.known = undefined;
      this.follow();
    }, { passive: true });
    new ResizeObserver(() => { this.known = undefined; }).observe(pane);
    for (const kind of ['wheel', 'pointerdown', 'keydown', 'touchstart']) {
      pane.addEventListener(kind, () => { this.held = undefined; }, { passive: true });
    }
    this.clear();
  }

  clear() {
    this.items = NO_ITEMS;
    this.blocks = new Map();
    this.order = [];
    this.known = undefined;
    this.container.replaceChildren();
    this.from = this.to = this.first = this.end = this.shift = 0;
    this.earlier.hidden = this.later.hidden = true;
  }

  /** Show other items; the text at the top of the view stays in place. @param {Items} items */
  show(items) {
    this.keepPlace((offset) => {
      const isWhole = this.from === 0 && this.to === this.items.count;
      this.items = items;
      if (!isWhole || !this.drawAround(offset)) this.draw(items.at(offset));
    });
  }

  /** Change what is in the page while the text at the top of the view, at an offset, stays. @param {(offset: number) => void} act */
  keepPlace(act) {
    const { held } = this, anchor = held ? null : this.anchor();
    act((held ?? anchor)?.offset ?? 0);
    // While the view still moves to a place, that is where it goes on to.
    if (held) this.holdPosition(held.offset, held.correct); else this.restore(anchor);
  }

  /** Whether blocks out of view are those of the items before: with the same text, divided in another way. */
  get isStale() { return this.first > this.from || this.end < this.to; }

  /** Draw the items out of view. */
  complete() {
    if (this.isStale) this.keepPlace((offset) => this.draw(this.items.at(offset)));
  }

  /** Update the blocks in view now, and the others while the browser is idle. @param {number} [first]  block in view */
  updateAll(first = this.topIndex()) {
    this.round++;
    this.updated = 0;
    this.updateView(first);
    this.updateRestLater();
  }

  /** @param {number} first  block in view */
  updateView(first) {
    for (const by of [1, -1]) {
      let height = 0;
      for (let i = first; i >= this.first && i < this.end && height < SCREENS * screen.height; i += by) height += this.block(i)?.__height ?? 0;
    }
  }

  /** @param {Block} block */
  update(block) {
    if (block.__round === this.round) return;
    block.__round = this.round;
    this.renderer.update(block, block.__index);
  }

  // Stops once another change has started a round.
  updateRest(round = this.round) {
    if (this.round !== round) return;
    if (this.isStale) { this.complete(); round = this.round; }
    const end = performance.now() + SLICE;
    while (this.updated < this.order.length && performance.now() < end) this.update(this.order[this.updated++]);
    if (this.updated < this.order.length) whenIdle(() => this.updateRest(round));
  }

  /** Return the element of a block, updated, if it is in the page. @param {number} index  @returns {Block|undefined} */
  block(index) {
    if (index >= this.from && index < this.to && (index < this.first || index >= this.end)) this.complete();
    const block = this.order[index + this.shift];
    if (block) this.update(block);
    return block;
  }

  // ---- which part is in the page ----

  /** @param {number} middle  @returns {[number, number]} */
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

  /** @param {number} middle */
  draw(middle) {
    const first = clamp(middle, 0, Math.max(0, this.items.count - 1));
    [this.from, this.to] = this.part(first);
    this.replace(0, this.order.length, this.from, this.to);
    this.updateAll(first);
    this.earlier.hidden = this.from === 0;
    this.later.hidden = this.to === this.items.count;
    this.renderer.afterDraw();
  }

  // At a step of a slider, boundaries move in the whole text, of which a few screens are enough for the moment.
  /** Draw the items around an offset, between places where the blocks have a boundary, too; return whether there are such. @param {number} offset */
  drawAround(offset) {
    const { order, items } = this, reach = SCREENS * screen.height, [from, to] = this.part(0);
    if (!order.length || from > 0 || to < items.count) return false;
    const at = Math.max(0, firstIndex(order.length, (i) => order[i].__start > offset) - 1);
    const itemAt = (/** @type {number} */ block) => firstIndex(items.count, (i) => items.starts[i] >= order[block].__start);
    // Imported chunks may begin at one place twice.
    const isShared = (/** @type {number} */ block) =>
      items.starts[itemAt(block)] === order[block].__start && order[block - 1]?.__start !== order[block].__start;
    let low = at, high = at + 1;
    for (let height = 0; low > 0 && (height < reach || !isShared(low)); low--) height += order[low].__height;
    for (let height = 0; high < order.length && (height < reach || !isShared(high)); high++) height += order[high].__height;
    if (!low && high === order.length) return false;
    const first = low ? itemAt(low) : 0, end = high < order.length ? itemAt(high) : items.count;
    this.to = items.count;
    this.replace(low, high, first, end);
    const height = this.order.slice(low, low + end - first).reduce((sum, block) => sum + block.__height, 0);
    if (height < reach) return false; // folded
    this.updateAll(items.at(offset));
    this.renderer.afterDraw();
    return true;
  }

  /** Put the blocks of some items in the place of blocks that are in the page. @type {(low: number, high: number, first: number, end: number) => void} */
  replace(low, high, first, end) {
    const { order, blocks, items } = this, drawn = [], groups = /** @type {Set<Group>} */ (new Set());
    this.drawing++;
    for (let i = first; i < end; i++) {
      let key = items.key(i);
      while (blocks.get(key)?.__drawing === this.drawing) key = `${key}+`; // imported chunks may occur twice
      const block = blocks.get(key) ?? this.renderer.make(i);
      [block.__index, block.__start, block.__key, block.__drawing] = [i, items.starts[i], key, this.drawing];
      blocks.set(key, block);
      drawn.push(block);
    }
    for (let i = low; i < high; i++) {
      const block = order[i];
      if (block.__drawing === this.drawing) continue;
      groups.add(/** @type {Group} */ (block.parentElement));
      block.remove();
      blocks.delete(block.__key);
    }
    this.order = [...order.slice(0, low), ...drawn, ...order.slice(high)];
    [this.first, this.end, this.shift] = [first, end, low - first];
    this.place(groups);
  }

  // The browser lays out a group of blocks only when it comes near the view; to have it do so block by block
  // costs more than drawing the page.
  /** Put the blocks in order. @param {Set<Group>} groups  that blocks were taken from */
  place(groups) {
    for (const group of groups) if (!group.firstChild) group.remove();
    let group = this.container.firstChild ?? this.groupAfter(null), next = group.firstChild;
    for (const block of this.order) {
      if (!next && group.nextSibling?.firstChild === block) {
        group = group.nextSibling;
        next = block;
      }
      if (block === next) { next = next.nextSibling; continue; }
      if (!next && group.childNodes.length >= GROUP_SIZE) group = this.groupAfter(group);
      // A block that has moved leaves another group.
      for (const each of [group, block.parentElement]) if (each) groups.add(/** @type {Group} */ (each));
      group.insertBefore(block, next);
    }
    for (const each of groups) this.fit(each);
  }

  /** @param {Node|null} before */
  groupAfter(before) {
    return this.container.insertBefore(make('div', { class: 'stretch' }), before && before.nextSibling);
  }

  /** Remove an empty group, split one that is too large, and set its likely height. @param {Group} group */
  fit(group) {
    const blocks = /** @type {Block[]} */ ([...group.children]);
    if (!blocks.length) { group.remove(); return; }
    if (blocks.length > 2 * GROUP_SIZE) {
      const rest = this.groupAfter(group);
      rest.append(...blocks.splice(GROUP_SIZE));
      this.fit(rest);
    }
    const height = blocks.reduce((sum, block) => sum + block.__height, 0);
    if (group.__height === height) return;
    group.__height = height;
    group.style.containIntrinsicBlockSize = `auto ${height}px`;
  }

  follow() {
    // Nothing stale comes into view.
    if (this.isStale) this.indexAt(this.top + this.pane.clientHeight);
    if (this.updated < this.order.length) this.updateView(this.topIndex());
    if (this.from === 0 && this.to === this.items.count) return;
    const { scrollTop, clientHeight, scrollHeight } = this.pane;
    const atTop = this.from > 0 && scrollTop < NEAR;
    const atEnd = this.to < this.items.count && scrollHeight - scrollTop - clientHeight < NEAR;
    if (atTop || atEnd) this.moveOn(this.topIndex());
  }

  /** @param {number} middle */
  moveOn(middle) {
    const anchor = this.anchor();
    this.draw(middle);
    this.restore(anchor);
  }

  // ---- where things are ----

  get top() { return this.pane.getBoundingClientRect().top; }

  topIndex() {
    return this.indexAt(this.top);
  }

  // Groups first, since measuring a block lays out all of its group.
  /** Return the block at a height of the window; none in an empty text. @param {number} line */
  blockAt(line) {
    const group = firstReaching(this.container.children, line);
    return /** @type {Block|undefined} */ (group && firstReaching(group.children, line));
  }

  /** Return the item at a height of the window. @param {number} line */
  indexAt(line) {
    if (this.isStale && this.blockAt(line)?.__drawing !== this.drawing) this.complete();
    return this.blockAt(line)?.__index ?? 0;
  }

  // Measured once for each position: at every step of a slider it would lay out what has changed elsewhere by then.
  /** Return the character at the top of the view; null at the very top. */
  anchor() {
    if (!this.container.firstChild) return null;
    if (this.known === undefined) this.known = this.pane.scrollTop < 2 && this.from === 0 ? null : this.placeAt(this.top);
    return this.known;
  }

  /** Return the first character below a height of the window, or null. @param {number} line  @returns {Anchor|null} */
  placeAt(line) {
    const { order } = this, first = this.blockAt(line);
    for (let i = first ? order.indexOf(first) : order.length; i < order.length; i++) {
      const block = order[i];
      if (block.__drawing === this.drawing) this.update(block);
      const at = firstBelow(block.__cores[0], line);
      if (at) return { offset: block.__start + at.offset, y: at.top - line };
    }
    return null;
  }

  /** Return the offsets of the first character in view and the first one below it. @returns {[number, number]} */
  visible() {
    const { starts, ends } = this.items;
    if (!this.container.firstChild || !this.order.length) return [0, 0];
    const bottom = this.top + this.pane.clientHeight;
    return [this.placeAt(this.top)?.offset ?? starts[this.from], this.placeAt(bottom)?.offset ?? ends[this.to - 1]];
  }

  /** Put a character back to its distance from the top. @param {Anchor|null} anchor */
  restore(anchor) {
    if (!anchor) return;
    const index = this.items.at(anchor.offset);
    if (!this.block(index)) this.draw(index); else this.updateView(index);
    this.holdPosition(anchor.offset, () => {
      const y = this.yOf(anchor.offset);
      if (y !== undefined && Math.abs(y - anchor.y) >= 1) this.pane.scrollTop += y - anchor.y;
    });
  }

  /** Return the distance of a character from the top; undefined where it is not in the page. @param {number} offset */
  yOf(offset) {
    const index = this.items.at(offset), block = this.block(index), group = block?.parentElement;
    if (!block || !group) return undefined;
    const rect = rectAt(block.__cores[0], offset - this.items.starts[index]) ?? block.getBoundingClientRect();
    // A group that was never in view has its likely height, which what is in it may exceed.
    const { top, bottom } = group.getBoundingClientRect();
    return clamp(rect.top, top, bottom) - this.top;
  }

  // Until the user scrolls.
  /** Correct the position now and in the next frames. @param {number} offset  @param {() => void} correct */
  holdPosition(offset, correct) {
    const held = { offset, correct };
    this.held = held;
    correct();
    let frames = FRAMES;
    const again = () => {
      if (this.held !== held) return;
      correct();
      if (--frames) requestAnimationFrame(again); else this.held = undefined;
    };
    requestAnimationFrame(again);
  }

  // ---- going somewhere ----

  /**
   * Scroll the pane, and nothing else, until a character is within two shares of its height.
   *
   * @param {number} offset
   * @param {[number, number]} [band]  shares of the view; a character outside of it comes to `at`
   * @param {number} [at]
   */
  scrollTo(offset, [from, to] = [1 / 3, 2 / 3], at = (from + to) / 2) {
    const { items } = this, index = items.at(offset);
    if (!items.count) return;
    if (!this.block(index)) this.draw(index); else this.updateView(index);
    this.holdPosition(offset, () => {
      const y = this.yOf(offset), height = this.pane.clientHeight;
      if (y !== undefined && (y < from * height || y > to * height)) this.pane.scrollTop += y - at * height;
    });
  }
}

/** Call a function once the browser has nothing else to do. @param {() => void} act */
function whenIdle(act) {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(act); else setTimeout(act, SLICE);
}

/**
 * Return the first of several elements, one below the other, that reaches below a line, else the last.
 *
 * @type {(elements: HTMLCollection, line: number) => Element|undefined}
 */
function firstReaching(elements, line) {
  return elements[firstIndex(elements.length - 1, (i) => elements[i].getBoundingClientRect().bottom > line + 1)];
}
