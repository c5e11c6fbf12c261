// Parts of the text highlighted over the blocks of a list, without touching their elements.

import { openedResult } from '../data/answer.js';
import { eachText } from './character_positions.js';

/** @import { AnswerMessage } from '../messages.d.ts' */
/** @import { BlockList } from './block_list.js' */

/** @typedef {number[]} Span  start and end in the text */

/**
 * Return one range for each text node that a span lies in: it may cross boundaries, and be in several columns.
 *
 * @param {BlockList} list
 * @param {Span} span
 */
export function rangesIn(list, [start, end]) {
  const { items } = list, found = /** @type {StaticRange[]} */ ([]);
  for (let index = items.at(start); index < items.count && items.starts[index] < end; index++) {
    const base = items.starts[index];
    for (const core of list.block(index)?.__cores ?? []) {
      eachText(core, (node, at) => {
        const from = Math.max(0, start - base - at), to = Math.min(node.length, end - base - at);
        if (from >= to) return;
        found.push(new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to }));
      });
    }
  }
  return found;
}

/** Highlighted spans of a text; without CSS highlights there are none. */
export class Highlights {
  /** @param {BlockList} list */
  constructor(list) {
    this.list = list;
    this.drawn = /** @type {[string, StaticRange][]} */ ([]);
  }

  /** Highlight a span in the style of a name. @param {string} name  @param {Span} span */
  add(name, span) {
    if (!globalThis.CSS?.highlights) return;
    const highlight = CSS.highlights.get(name) ?? new Highlight();
    CSS.highlights.set(name, highlight);
    for (const range of rangesIn(this.list, span)) {
      highlight.add(range);
      this.drawn.push([name, range]);
    }
  }

  clear() {
    for (const [name, range] of this.drawn) CSS.highlights.get(name)?.delete(range);
    this.drawn = [];
  }
}

/** The best sentences, the answer, and what a lane misses of it. */
export class AnswerHighlights extends Highlights {
  /** Draw the highlights of an answer. @param {AnswerMessage|null} answer */
  show(answer) {
    this.clear();
    if (!answer) return;
    for (const [start, end, strong] of answer.sentences) this.add(strong ? 'chunkscope-answer' : 'chunkscope-related', [start, end]);
    for (const span of answer.passages) this.add('chunkscope-passage', span);
    for (const span of openedResult(answer)?.missed ?? []) this.add('chunkscope-missed', span);
  }
}
