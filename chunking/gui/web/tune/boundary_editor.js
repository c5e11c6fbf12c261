// Editing manual boundaries in the text: near a gap the pointer gets buttons; while the mode is on, a click
// adds a boundary at the nearest gap, and keys go from gap to gap.

import { clamp, countUpTo } from '../core/arrays.js';
import { make, setAttribute, setText } from '../core/dom.js';
import { rounded } from '../core/format.js';
import { store } from '../core/store.js';
import { valueAt } from '../data/lane_curves.js';
import { closestBlock } from '../text/block_list.js';
import { gapAt, rectAt } from '../text/character_positions.js';
import { isBoundary, kindAt, makeActionButtons, setBoundary } from './manual_boundaries.js';
import { probabilitiesOf, probabilityText } from './probabilities.js';

/** @import { Kind } from './manual_boundaries.js' */

const NEAR = 30; // pixels from a gap within which the pointer means it
const LEAVES_AFTER = 350; // milliseconds: time to go from the gap to its buttons
/** @type {Record<string, Kind>} */
const KEYS = { Enter: 'required', Delete: 'forbidden', Backspace: '' };

/** The editor of manual boundaries of a text view. */
export class BoundaryEditor {
  /** @param {import('./text_view.js').TextView} view */
  constructor(view) {
    this.view = view;
    this.at = /** @type {number|undefined} */ (undefined); // the offset of the gap with buttons
    this.on = false;
    this.offered = ''; // what the buttons are for
    this.document = '';
    this.leaving = /** @type {number|undefined} */ (undefined); // a timer
    this.buttons = make('div', { class: 'actions' });
    this.status = make('span', { class: 'aside', role: 'status' });
    const caret = make('div', { class: 'caret' });
    this.element = make('div', { class: 'marker', hidden: '' }, caret, this.buttons, this.status);
    const { signal } = view.ending, { pane } = view;
    pane.addEventListener('pointermove', (event) => this.follow(event), { signal, passive: true });
    pane.addEventListener('pointerleave', () => this.leaveLater(), { signal });
    pane.addEventListener('focus', () => { if (this.on && this.at !== undefined) this.show(this.at); }, { signal });
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      pane.focus({ preventScroll: true });
      this.end();
      event.stopPropagation();
    }, { signal });
  }

  /** The gaps between sentences, as far as they are known. */
  get gaps() {
    return store.gaps.get(this.view.chunking?.document ?? '') ?? new Int32Array();
  }

  /** Follow new boundaries. */
  refresh() {
    const document = this.view.chunking?.document ?? '';
    if (this.on && this.document !== document) this.end();
    this.document = document;
    if (this.at !== undefined && !this.element.hidden) this.show(this.at);
  }

  // ---- pointer ----

  /** @param {PointerEvent} event */
  follow(event) {
    if (event.pointerType === 'touch' || event.buttons) return;
    // The browser sends this too when the text has moved below a pointer at rest.
    if (!event.movementX && !event.movementY) return;
    if (closestBlock(event.target, '.marker')) { clearTimeout(this.leaving); return; }
    const found = this.gapOf(event);
    if (found === undefined) { this.leaveLater(); return; }
    clearTimeout(this.leaving);
    this.leaving = undefined;
    if (found === this.at && !this.element.hidden) return;
    this.remember(found);
    this.show(found, true);
  }

  // The boundary whose gutter the point is on, or a gap inside a chunk; while the mode is on, the nearest one.
  /** @param {MouseEvent} event */
  gapOf({ target, clientX, clientY }) {
    const block = closestBlock(target, '.chunk');
    if (!block) return undefined;
    const { starts, ends } = this.view.list.items, index = block.__index;
    if (closestBlock(target, '.why')) return index && index < this.view.blocks.rest ? starts[index] : undefined;
    if (!closestBlock(target, '.core')) return undefined;
    const start = starts[index], within = this.on ? Infinity : NEAR, { gaps } = this;
    const part = /** @type {[number, number]} */ ([countUpTo(gaps, start), countUpTo(gaps, ends[index] - 1)]);
    return gapAt(block.__cores[0], start, gaps, part, [clientX, clientY], within);
  }

  /** Handle a click while the mode is on; return whether it was one. @param {MouseEvent} event */
  click(event) {
    const found = this.on && !closestBlock(event.target, '.marker') ? this.gapOf(event) : undefined;
    if (found === undefined) return false;
    this.at = found;
    this.set(kindAt(this.view.manual, found) === 'required' ? '' : 'required');
    return true;
  }

  leaveLater() {
    if (!this.on && !this.element.hidden) this.leaving ??= setTimeout(() => this.leave(), LEAVES_AFTER);
  }

  leave() {
    clearTimeout(this.leaving);
    this.leaving = undefined;
    if (!this.on) this.at = undefined;
    this.element.hidden = true;
  }

  // ---- the mode ----

  toggle() {
    if (this.on) this.end(); else this.begin();
  }

  // At the gap of the last edit, unless another chunk was selected since; else at the first gap of the
  // selected chunk or of the view.
  begin() {
    const { chunking, chosen, tune, list } = this.view;
    if (!chunking?.count) return;
    const last = tune.boundaryMode;
    const same = last?.document === chunking.document && last?.place === tune.place;
    const first = chosen === null ? list.anchor()?.offset ?? 0 : chunking.starts[chosen] + 1;
    this.visit(same ? last?.offset ?? 0 : first);
  }

  /** Turn the mode on at the first gap from an offset on. @param {number} offset */
  visit(offset) {
    this.view.pane.focus({ preventScroll: true });
    this.turn(true);
    this.go(countUpTo(this.places(), offset - 1));
  }

  // Gaps between sentences, and boundaries elsewhere.
  places() {
    return Int32Array.from(new Set([...this.gaps, ...this.view.chunking?.cuts.offsets ?? []])).sort();
  }

  /** @param {number} index */
  go(index) {
    const places = this.places();
    if (!places.length) return;
    const at = places[clamp(index, 0, places.length - 1)];
    this.remember(at);
    this.view.list.scrollTo(at, [0.05, 0.85]);
    this.show(at, false);
  }

  /** @param {number} offset */
  remember(offset) {
    const { tune, chunking } = this.view;
    if (this.on) tune.boundaryMode = { document: chunking?.document ?? '', offset, place: tune.place };
  }

  end() {
    this.view.tune.boundaryMode = undefined;
    this.turn(false);
    this.leave();
  }

  /** @param {boolean} on */
  turn(on) {
    this.on = on;
    this.view.pane.classList.toggle('editing', on);
    setAttribute(this.view.mode, 'aria-pressed', on);
  }

  /** Handle a key in the text; return whether it was used. @param {{key: string}} event */
  key({ key }) {
    if (!this.on) {
      if (key !== 'm') return false;
      this.begin();
      return true;
    }
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
    if (by) this.go(countUpTo(this.places(), this.at ?? 0) - 1 + by);
    else if (key === 'Escape' || key === 'm') this.end();
    else if (key in KEYS && this.at !== undefined) this.set(KEYS[key]);
    else return false;
    return true;
  }

  /** @param {Kind} kind */
  set(kind) {
    setBoundary(this.view, this.at ?? 0, kind);
    this.view.pane.focus({ preventScroll: true });
    if (!this.on) this.leave();
  }

  // ---- buttons ----

  // By the pointer (`pointed`) in the mode, where a click sets, buttons would cover the line above.
  /** Show the buttons at a gap. @param {number} offset  @param {boolean} [pointed] */
  show(offset, pointed = this.element.classList.contains('pointed')) {
    const { view, element, buttons } = this, { list, pane, chunking } = view;
    const row = list.items.at(offset), block = list.block(row), boundary = Boolean(chunking && isBoundary(chunking, offset));
    const rect = block && (boundary
      ? block.__parts.why.getBoundingClientRect() : rectAt(block.__cores[0], offset - list.items.starts[row]));
    if (!rect) { this.leave(); return; }
    this.at = offset;
    this.offer(offset, boundary);
    element.hidden = false;
    element.classList.toggle('boundary', boundary);
    element.classList.toggle('pointed', pointed && this.on);
    const frame = pane.getBoundingClientRect(), left = rect.left - frame.left - pane.clientLeft - (boundary ? 0 : 3);
    const top = rect.top - frame.top - pane.clientTop + pane.scrollTop;
    element.style.cssText = `left:${left}px;top:${top}px;height:${rect.height}px`;
    element.classList.toggle('under', rect.top - frame.top < 30);
    // To the left of the gap where there is no room to its right.
    const width = buttons.offsetWidth;
    buttons.style.left = left + width + 20 > pane.clientWidth ? `${-width}px` : '';
  }

  /** @param {number} offset  @param {boolean} boundary */
  offer(offset, boundary) {
    const { view } = this, kind = kindAt(view.manual, offset);
    const probability = boundary ? '' : probabilityText(probabilitiesOf(view.chunking), offset);
    const state = `${view.chunking?.version}:${offset}:${kind}:${probability}`;
    if (this.offered === state) return;
    this.offered = state;
    const score = valueAt(view.signal, offset);
    const number = boundary || Number.isNaN(score) ? '' : rounded(score, 2);
    this.buttons.replaceChildren(make('span', { class: 'similarity', title: 'similarity' }, number),
      make('span', { class: 'similarity' }, probability),
      ...makeActionButtons(kind, boundary, (next) => this.set(next)));
    const next = view.words?.slice(offset, offset + 60).replace(/\s+/g, ' ');
    const none = boundary ? 'boundary' : 'no boundary';
    const states = { required: 'manual boundary', forbidden: 'forbidden boundary', '': none };
    const keys = 'Enter: add. Delete: forbid. Backspace: clear. Arrows: other gaps.';
    setText(this.status, this.on ? `Before “${next}”: ${states[kind]}. ${keys}` : '');
  }
}
