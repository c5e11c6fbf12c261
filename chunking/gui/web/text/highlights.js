// Stretches of text drawn over the blocks of a flow, without touching their elements.

import { openedResult } from '../data/question_set.js';
import { eachText } from './character_positions.js';

/** Return one range for each text node that a span lies in: it may cross boundaries, and be in several columns. */
export function rangesIn(list, [start, end]) {
  const { items, renderer } = list, found = [];
  for (let index = items.at(start); index < items.count && items.starts[index] < end; index++) {
    const block = list.block(index), base = items.starts[index];
    if (!block) continue;
    for (const core of renderer.cores?.(block) ?? [renderer.core(block)]) {
      eachText(core, (node, at) => {
        const from = Math.max(0, start - base - at), to = Math.min(node.length, end - base - at);
        if (from >= to) return;
        found.push(new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to }));
      });
    }
  }
  return found;
}

const NAMES = { missed: 'chunkscope-missed', passage: 'chunkscope-passage', strong: 'chunkscope-answer', weak: 'chunkscope-related' };

/** The best sentences, the answer, and what a lane misses of it. */
export class AnswerHighlights {
  /** @param {import('./block_list.js').BlockList} list */
  constructor(list) {
    this.list = list;
    this.answer = null;
    this.drawn = [];
  }

  /** @param {{sentences: [number, number, number][], passages: [number, number][]}|null} answer */
  show(answer) {
    this.answer = answer;
    this.draw();
  }

  /** Draw again what is in the page. */
  draw() {
    this.clear();
    if (!this.answer || !globalThis.CSS?.highlights) return;
    const { sentences, passages } = this.answer;
    for (const [start, end, strong] of sentences) this.add(strong ? NAMES.strong : NAMES.weak, [start, end]);
    for (const span of passages) this.add(NAMES.passage, span);
    for (const span of openedResult(this.answer)?.missed ?? []) this.add(NAMES.missed, span);
  }

  add(name, span) {
    if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
    for (const range of rangesIn(this.list, span)) {
      CSS.highlights.get(name).add(range);
      this.drawn.push([name, range]);
    }
  }

  clear() {
    for (const [name, range] of this.drawn) CSS.highlights.get(name).delete(range);
    this.drawn = [];
  }
}
