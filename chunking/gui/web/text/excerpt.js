// The chunks of a text in a narrow pane: a preview, with size and reason of each boundary.

import { countUpTo } from '../core/arrays.js';
import { make, setText } from '../core/dom.js';
import { countOf, whole } from '../core/format.js';
import { makeGlyph, nameOf } from '../core/reasons.js';
import { excessOf, fillChunkText, withLineBreaks } from './chunk_text.js';

/** @import { Chunks } from '../core/unpack.js' */

const MOST = 20_000; // characters

export class Excerpt {
  /** @param {string} label  read out */
  constructor(label) {
    this.document = /** @type {string|undefined} */ (undefined);
    this.list = make('div', { class: 'list', role: 'list' });
    this.rest = make('p', { class: 'rest' });
    this.root = make('div', { class: 'excerpt', tabindex: '0', 'aria-label': label }, this.list, this.rest);
  }

  /**
   * Show chunks; the place that is read stays, as long as the document does.
   *
   * @param {Chunks|null} chunks
   * @param {string} [words]  the text of the document
   * @param {string} [document]
   */
  show(chunks, words, document) {
    if (document !== this.document) this.root.scrollTop = 0;
    this.document = document;
    const top = this.root.scrollTop;
    const pieces = chunks && words !== undefined ? makePieces(chunks, words) : [];
    this.list.replaceChildren(...pieces);
    const left = (chunks?.count ?? 0) - pieces.length;
    setText(this.rest, pieces.length && left ? `${countOf(left, 'more chunk')}` : '');
    this.root.scrollTop = top;
  }

  /** @param {number} pixels */
  scrollBy(pixels) { this.root.scrollTop += pixels; }
}

/** Return how many chunks end within so many characters, at least one. @param {ArrayLike<number>} ends  @param {number} most */
export const chunksWithin = (ends, most) => Math.max(countUpTo(ends, most), Math.min(1, ends.length));

/** @param {Chunks} chunks  @param {string} words */
function makePieces(chunks, words) {
  const { starts, ends, tokens, reasons, labels } = chunks;
  return Array.from({ length: chunksWithin(ends, MOST) }, (_, i) => {
    const core = make('div', { class: 'core', dir: 'auto' }), excess = excessOf(chunks, i, starts[i]);
    fillChunkText(core, withLineBreaks(words.slice(starts[i], ends[i])).trimEnd(), excess);
    const size = make('span', { class: excess ? 'tokens over' : 'tokens' }, countOf(tokens[i], 'token'));
    const why = i > 0 && make('span', { class: 'why' }, makeGlyph(reasons[i - 1]), ` ${labels[i - 1] || nameOf(reasons[i - 1])}`);
    const edge = make('div', { class: 'edge' }, make('b', {}, whole.format(i + 1)), size, why);
    return make('div', { class: `piece tint${i % 2}`, role: 'listitem' }, edge, core);
  });
}
