// Zero-width marks over the text: similarity between sentences, suppressed candidates, manual boundaries. They
// lie above the lines that are in view, so showing or hiding them moves nothing.

import { countUpTo, extent, indexIn } from '../core/arrays.js';
import { make } from '../core/dom.js';
import { glyphOf } from '../core/reasons.js';
import { rectAt } from '../text/character_positions.js';

const AHEAD = 240; // pixels above and below the view
const LOWEST = 4, HIGHEST = 15; // pixels: heights of a mark by dissimilarity

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
  /** @param {import('./text_view.js').TextView} view */
  constructor(view) {
    this.view = view;
    this.layer = make('div', { class: 'signs', 'aria-hidden': 'true' });
    this.pool = [];
    this.on = true;
    view.pane.addEventListener('scroll', () => this.schedule(), { passive: true });
    view.ending.signal.addEventListener('abort', () => cancelAnimationFrame(this.frame));
  }

  /** Show or hide similarities and suppressed candidates. */
  turn(on) {
    this.on = on;
    this.draw();
  }

  /** Draw in the next frame; several calls draw once. */
  schedule() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = undefined;
      this.draw();
    });
  }

  draw() {
    const { view } = this, { pane, list } = view;
    if (!view.chunking || !list.order.length || !pane.clientHeight) { this.show([]); return; }
    const frame = pane.getBoundingClientRect();
    const origin = [frame.left + pane.clientLeft - pane.scrollLeft, frame.top + pane.clientTop - pane.scrollTop];
    const marks = [], bottom = frame.bottom + AHEAD;
    for (let index = list.indexAt(frame.top - AHEAD); index < list.to; index++) {
      const block = list.block(index);
      if (!block || block.getBoundingClientRect().top > bottom) break;
      this.collect(marks, block, index);
    }
    this.show(marks, origin);
  }

  // The marks of one block, with their rectangles: all is measured before anything is written.
  collect(marks, block, index) {
    const { view } = this, { list, signal, chunking, manual } = view;
    const start = list.items.starts[index], end = list.items.ends[index], core = view.core(block);
    const rightToLeft = core.matches(':dir(rtl)');
    const add = (offset, kind, look) => {
      const rect = rectAt(core, offset - start);
      if (rect) marks.push({ x: rightToLeft ? rect.right + 2 : rect.left - 2, rect, kind, ...look });
    };
    for (const [kind, reason] of [['required', 'manual'], ['forbidden', 'forbidden']]) {
      for (const offset of manual[kind]) {
        if (offset > start && offset < end) add(offset, kind, { glyph: glyphOf(reason) });
      }
    }
    if (!this.on || !signal) return;
    this.range = this.measured === signal ? this.range : extent(signal.scores) ?? [0, 1];
    this.measured = signal;
    for (let gap = countUpTo(signal.gaps, start); gap < signal.gaps.length && signal.gaps[gap] < end; gap++) {
      const offset = signal.gaps[gap], score = signal.scores[gap];
      if (Number.isNaN(score) || manual.required.has(offset) || manual.forbidden.has(offset)) continue;
      const suppressed = indexIn(chunking.suppressed, offset) >= 0;
      add(offset, suppressed ? 'suppressed' : 'similarity', markStyle(score, this.range));
    }
  }

  show(marks, [left, top] = [0, 0]) {
    const { pool, layer } = this;
    while (pool.length < marks.length) pool.push(layer.appendChild(make('i', {}, '')));
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
