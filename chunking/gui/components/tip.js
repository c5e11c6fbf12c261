// What is said about the place under the pointer: a gap, a cut, or a part of the density strip.

class Tip {
  constructor(view) {
    this.view = view;
    this.hair = make('div', { class: 'hair', hidden: '' });
    this.element = make('div', { class: 'tip', role: 'status', hidden: '' });
  }

  show(x, y, lines) {
    const { element, hair } = this;
    const room = this.view.field.clientWidth;
    element.replaceChildren(...lines);
    element.hidden = hair.hidden = false;
    hair.style.transform = `translateX(${x}px)`;
    const left = x + 14 + element.offsetWidth > room ? x - 14 - element.offsetWidth : x + 14;
    element.style.left = `${clamp(left, 0, Math.max(0, room - element.offsetWidth))}px`;
    element.style.top = `${y + 12}px`;
  }

  // Above the pointer where there is no room below.
  keepInside(height) {
    const { element } = this;
    if (element.offsetTop + element.offsetHeight > height) element.style.top = `${element.offsetTop - element.offsetHeight - 24}px`;
  }

  hide() {
    this.element.hidden = this.hair.hidden = true;
  }

  describeBin(x) {
    const { density, length } = this.view.drawn;
    const bin = clamp(Math.floor((this.view.plot.offsetAt(x) / length) * density.length), 0, density.length - 1);
    const each = length / density.length;
    const gaps = countOf(density[bin], 'gap');
    return [make('div', {}, `▽ ${gaps} wanted but not cut, ${inThousands(bin * each)} to ${inThousands((bin + 1) * each)} characters`)];
  }

  describeCut(cut) {
    const offset = this.view.cuts.offsets[cut];
    const gap = this.view.signal ? countUpTo(this.view.signal.gaps, offset) - 1 : -1;
    if (gap >= 0 && this.view.signal.gaps[gap] === offset) return this.describeGap(gap);
    return [this.reasonLine(cut), ...this.staying(offset), ...this.sentences(offset, offset)];
  }

  describeGap(gap) {
    const { gaps, scores, ends } = this.view.signal;
    const cut = countUpTo(this.view.cuts.offsets, gaps[gap]) - 1;
    const lines = [make('div', { class: 'figures' }, this.figures(gap, scores[gap]))];
    if (cut >= 0 && this.view.cuts.offsets[cut] === gaps[gap]) lines.unshift(this.reasonLine(cut));
    return [...lines, ...this.staying(gaps[gap]), ...this.sentences(ends[gap], gaps[gap], gap)];
  }

  figures(gap, score) {
    const { threshold } = this.view.drawn;
    const where = `gap ${whole.format(gap + 1)} of ${whole.format(this.view.signal.gaps.length)}`;
    if (Number.isNaN(score)) return `${where} · no similarity`;
    if (typeof threshold !== 'number') return `${where} · similarity ${rounded(score, 2)}`;
    const { similarity, limit, margin, side } = asFarFrom(score, threshold);
    return `${where} · similarity ${similarity} · ${margin} ${side} the threshold ${limit}`;
  }

  // How large the chunks beside a cut are, and how long it stays.
  staying(offset) {
    const { starts, tokens } = this.view.drawn;
    const after = countUpTo(starts, offset) - 1, said = stays(this.view.group, offset);
    const lines = said ? [make('div', { class: 'figures' }, said)] : [];
    if (after > 0 && starts[after] === offset) {
      const size = (chunk) => `chunk ${whole.format(chunk + 1)} has ${countOf(tokens[chunk], 'token')}`;
      lines.unshift(make('div', { class: 'figures' }, `${size(after - 1)}, ${size(after)}`));
    }
    return lines;
  }

  reasonLine(cut) {
    const reason = this.view.cuts.reasons[cut];
    const glyph = make('span', { class: 'glyph' }, glyphOf(reason));
    glyph.style.color = `var(--ink-${reason})`;
    const label = this.view.cuts.labels[cut];
    return make('div', { class: 'reason' }, glyph, ` chunk ${whole.format(cut + 2)} starts here: ${meaningOf(reason)}${label ? ` (${label})` : ''}`);
  }

  sentences(end, start, gap) {
    const text = PAGE.documents[this.view.drawn.document];
    if (text === undefined) return [];
    const from = gap === undefined ? Math.max(0, end - 160) : gap ? this.view.signal.gaps[gap - 1] : 0;
    const to = gap === undefined ? start + 160 : this.view.signal.ends[gap + 1] ?? this.view.drawn.length;
    const line = (words) => make('div', { class: 'sentence', dir: 'auto' }, words);
    return [line(shortened(text.slice(from, end), true)), line(shortened(text.slice(start, to), false))];
  }
}

// A sentence in at most 140 characters: of the one before a gap its end counts, of the one after
// it its beginning. By grapheme, since half an emoji is none.
function shortened(text, keepEnd) {
  const line = text.slice(keepEnd ? -600 : 0, keepEnd ? undefined : 600).replace(/\s+/g, ' ').trim();
  const letters = Array.from(new Intl.Segmenter().segment(line), (part) => part.segment);
  if (letters.length <= 140 && text.length <= 600) return line;
  return keepEnd ? `… ${letters.slice(-140).join('')}` : `${letters.slice(0, 140).join('')} …`;
}
