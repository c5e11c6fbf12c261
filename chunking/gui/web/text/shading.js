// Stretches of text drawn over the blocks of a flow, without touching their elements.

import { eachText } from './places.js';

/** Return one range for each text node that a span lies in: it may cross boundaries, and be in several columns. */
export function rangesIn(flow, [start, end]) {
  const { items, craft } = flow, found = [];
  for (let index = items.at(start); index < items.count && items.starts[index] < end; index++) {
    const block = flow.block(index), base = items.starts[index];
    if (!block) continue;
    for (const core of craft.cores?.(block) ?? [craft.core(block)]) {
      eachText(core, (node, at) => {
        const from = Math.max(0, start - base - at), to = Math.min(node.length, end - base - at);
        if (from >= to) return;
        found.push(new StaticRange({ startContainer: node, startOffset: from, endContainer: node, endOffset: to }));
      });
    }
  }
  return found;
}

const NAMES = { passage: 'chunkscope-passage', strong: 'chunkscope-answer', weak: 'chunkscope-related' };

/** The best sentences of an answer, and its passage. */
export class Shading {
  /** @param {import('./flow.js').Flow} flow */
  constructor(flow) {
    this.flow = flow;
    this.answer = null;
    this.drawn = [];
  }

  /** @param {{sentences: [number, number, number][], passage: [number, number]|null}|null} answer */
  show(answer) {
    this.answer = answer;
    this.draw();
  }

  /** Draw again what is in the page. */
  draw() {
    this.clear();
    if (!this.answer || !globalThis.CSS?.highlights) return;
    const { sentences, passage } = this.answer;
    for (const [start, end, strong] of sentences) this.add(strong ? NAMES.strong : NAMES.weak, [start, end]);
    if (passage) this.add(NAMES.passage, passage);
  }

  add(name, span) {
    if (!CSS.highlights.has(name)) CSS.highlights.set(name, new Highlight());
    for (const range of rangesIn(this.flow, span)) {
      CSS.highlights.get(name).add(range);
      this.drawn.push([name, range]);
    }
  }

  clear() {
    for (const [name, range] of this.drawn) CSS.highlights.get(name).delete(range);
    this.drawn = [];
  }
}
