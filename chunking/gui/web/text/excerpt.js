// The chunks of a text in a narrow pane: a preview, with size and reason of each boundary.

import { make, setText } from '../core/dom.js';
import { countOf, whole } from '../core/format.js';
import { makeGlyph, nameOf } from '../core/reasons.js';
import { fillChunkText, withLineBreaks } from './chunk_text.js';

const MOST = 20_000; // characters

export class Excerpt {
  /** @param {string} label  read out */
  constructor(label) {
    this.list = make('div', { class: 'list', role: 'list' });
    this.rest = make('p', { class: 'rest' });
    this.root = make('div', { class: 'excerpt', tabindex: '0', 'aria-label': label }, this.list, this.rest);
  }

  /**
   * Show chunks; the place that is read stays, as long as the document does.
   *
   * @param {import('../core/unpack.js').Chunks|null} chunks
   * @param {string} [words]  the text of the document
   * @param {string} [document]
   */
  show(chunks, words, document) {
    if (document !== this.document) this.root.scrollTop = 0;
    this.document = document;
    const top = this.root.scrollTop, count = chunks && words !== undefined ? chunksWithin(chunks.ends, MOST) : 0;
    this.list.replaceChildren(...Array.from({ length: count }, (_, i) => piece(chunks, words, i)));
    const left = (chunks?.count ?? 0) - count;
    setText(this.rest, count && left ? `${countOf(left, 'more chunk')}` : '');
    this.root.scrollTop = top;
  }

  scrollBy(pixels) { this.root.scrollTop += pixels; }
}

/** Return how many chunks end within so many characters, at least one. */
export function chunksWithin(ends, most) {
  let count = 0;
  while (count < ends.length && ends[count] <= most) count++;
  return Math.max(count, Math.min(1, ends.length));
}

function piece(chunks, words, i) {
  const core = make('div', { class: 'core', dir: 'auto' }), beyond = chunks.unread.get(i), start = chunks.starts[i];
  fillChunkText(core, withLineBreaks(words.slice(start, chunks.ends[i])).trimEnd(), beyond && { stop: Math.max(0, beyond.at - start), left: beyond.left });
  const size = make('span', { class: beyond ? 'tokens over' : 'tokens' }, countOf(chunks.tokens[i], 'token'));
  const edge = make('div', { class: 'edge' }, make('b', {}, whole.format(i + 1)), size, ...i ? [boundary(chunks, i - 1)] : []);
  return make('div', { class: `piece tint${i % 2}`, role: 'listitem' }, edge, core);
}

function boundary({ reasons, labels }, i) {
  return make('span', { class: 'why' }, makeGlyph(reasons[i]), ` ${labels[i] || nameOf(reasons[i])}`);
}
