// Zero-width marks over the text: similarity between sentences, suppressed candidates, manual boundaries. They
// lie above the lines that are in view, so showing or hiding them moves nothing.

import { countUpTo, extent, indexIn } from '../core/arrays.js';
import { inNextFrame, make } from '../core/dom.js';
import { glyphOf } from '../core/reasons.js';
import { rectAt } from '../text/character_positions.js';

/** @import { Signal } from '../core/unpack.js' */
/** @import { Block } from '../text/block_list.js' */
/** @import { TextView } from './text_view.js' */

const AHEAD = 240; // pixels above and below the view
const LOWEST = 4, HIGHEST = 15; // pixels: heights of a mark by dissimilarity

/** @typedef {{x: number, rect: DOMRect, kind: string, glyph?: string, height?: number, opacity?: number}} TextMark */

/**
 * Return the height of a mark and its opacity by the dissimilarity of a gap.
 *
 * @param {number} score
 * @param {[number, number]} range  lowest and highest score of the document
 */
export function markStyle(score, [low, high]) {
  const share = high > low ? (high - score) / (high - low) : 0.5;
  return { height: Math.round(LOWEST + share * (HIGHEST - LOWEST)), opacity: Number((0.25 + 0.65 * share).toFixed(2)) };
}

/** The marks of a text view. */
export class SimilarityMarks {
  /** @param {TextView} view */
  constructor(view) {
    this.view = view;
    this.layer = make('div', { class: 'signs', 'aria-hidden': 'true' });
    this.pool = /** @type {HTMLElement[]} */ ([]);
    this.on = true; // whether similarities and suppressed candidates are shown
    this.measured = /** @type {Signal|undefined} */ (undefined);
    this.range = /** @type {[number, number]} */ ([0, 1]); // of its scores
    this.drawSoon = inNextFrame(view.ending.signal, () => this.draw());
    view.pane.addEventListener('scroll', this.drawSoon, { passive: true });
  }

  /** Show or hide similarities and suppressed candidates. @param {boolean} on */
  turn(on) {
    this.on = on;
    this.draw();
  }

  draw() {
    const { pane, list, chunking } = this.view, found = /** @type {TextMark[]} */ ([]);
    if (!chunking || !list.order.length || !pane.clientHeight) { this.show([], [0, 0]); return; }
    const frame = pane.getBoundingClientRect(), bottom = frame.bottom + AHEAD;
    for (let index = list.indexAt(frame.top - AHEAD); index < list.to; index++) {
      const block = list.block(index);
      if (!block || block.getBoundingClientRect().top > bottom) break;
      found.push(...this.marksOf(block, index));
    }
    this.show(found, [frame.left + pane.clientLeft - pane.scrollLeft, frame.top + pane.clientTop - pane.scrollTop]);
  }

  /** Return the marks of a block: all is measured before anything is written. @param {Block} block  @param {number} index */
  marksOf(block, index) {
    const { list: { items }, signal, chunking, manual } = this.view, found = /** @type {TextMark[]} */ ([]);
    const start = items.starts[index], end = items.ends[index], [core] = block.__cores;
    const rightToLeft = core.matches(':dir(rtl)');
    const add = (/** @type {number} */ offset, /** @type {string} */ kind, /** @type {object} */ look) => {
      const rect = rectAt(core, offset - start);
      if (rect) found.push({ x: rightToLeft ? rect.right + 2 : rect.left - 2, rect, kind, ...look });
    };
    const isInside = (/** @type {number} */ offset) => offset > start && offset < end;
    for (const offset of [...manual.required].filter(isInside)) add(offset, 'required', { glyph: glyphOf('manual') });
    for (const offset of [...manual.forbidden].filter(isInside)) add(offset, 'forbidden', { glyph: glyphOf('forbidden') });
    if (!this.on || !signal || !chunking) return found;
    if (this.measured !== signal) this.range = extent(signal.scores) ?? [0, 1];
    this.measured = signal;
    for (let gap = countUpTo(signal.gaps, start); gap < signal.gaps.length && signal.gaps[gap] < end; gap++) {
      const offset = signal.gaps[gap], score = signal.scores[gap];
      if (Number.isNaN(score) || manual.required.has(offset) || manual.forbidden.has(offset)) continue;
      const suppressed = indexIn(chunking.suppressed, offset) >= 0;
      add(offset, suppressed ? 'suppressed' : 'similarity', markStyle(score, this.range));
    }
    return found;
  }

  /** @param {TextMark[]} marks  @param {[number, number]} origin  left and top of the text */
  show(marks, [left, top]) {
    const { pool, layer } = this;
    while (pool.length < marks.length) pool.push(layer.appendChild(make('i')));
    pool.forEach((element, i) => {
      const mark = marks[i];
      if (!mark) { element.className = 'none'; return; }
      const { rect, kind, x, glyph = '', height = rect.height, opacity = 1 } = mark;
      element.className = kind;
      element.textContent = glyph;
      element.style.cssText = `left:${Math.round(x - left)}px;top:${Math.round(rect.bottom - top - height)}px;`
        + `height:${Math.round(height)}px;opacity:${opacity}`;
    });
  }
}
