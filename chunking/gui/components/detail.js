// The chunk that is looked at: its figures, why it starts and ends, and exactly what is embedded.

const PATH_SEPARATOR = ' > ';

class DetailView extends GroupView {
  constructor(root) {
    super(root, 'detail');
    this.hint = make('p', { class: 'hint' }, 'Click a chunk, or a point on the curve, to see why it is cut there.');
    this.facts = make('dl', { class: 'facts', 'data-testid': 'detail' });
    this.prefix = make('input', { type: 'checkbox' });
    this.prefix.onchange = () => this.showEmbedded();
    this.copier = make('button', { type: 'button' }, 'Copy');
    this.copier.onclick = () => this.copy();
    this.copied = make('span', { class: 'said', role: 'status' });
    this.embedded = make('pre', { class: 'embedded', dir: 'auto', tabindex: '0', 'aria-label': 'What is embedded, exactly' });
    this.heading = make('span');
    this.body = make('div', { class: 'body' }, this.facts,
      make('label', { class: 'prefix' }, this.prefix, ' Prefix with the heading path'),
      make('div', { class: 'head' }, this.heading, this.copied, this.copier), this.embedded);
    this.root.replaceChildren(this.hint, this.body);
  }

  refresh() {
    this.root.style.height = heightFrom(this.data.height);
    const row = this.words === undefined || !this.chunking.figures.length ? null : this.looked();
    this.hint.hidden = row !== null || !this.chunking?.figures.length;
    this.body.hidden = row === null;
    if (row === null) return;
    this.row = row;
    this.facts.replaceChildren(...this.describe(row).flatMap(([name, said]) => [make('dt', {}, name), make('dd', {}, said)]));
    this.showEmbedded();
  }

  choose() {
    this.refresh();
  }

  describe(row) {
    const { count, starts, ends, overlaps, tokens, labels, reasons, oversize } = this.chunking;
    const place = (offset) => codePoints(this.words, offset);
    const overlap = place(starts[row]) - place(starts[row] - overlaps[row]);
    const length = place(ends[row]) - place(starts[row]) + overlap;
    const why = (boundary) => labels[boundary] || nameOf(reasons[boundary]);
    const facts = [
      ['Chunk', `${whole.format(row + 1)} of ${whole.format(count)}`],
      ['Size', `${countOf(tokens[row], 'token')}${this.chunking.counted && ` (${this.chunking.counted})`}, ${countOf(length, 'character')}`],
      ['Overlap', overlap ? countOf(overlap, 'character') : 'none'],
      ['Starts', row ? why(row - 1) : 'start of the document'],
      ['Ends', row + 1 < count ? this.endsBecause(row, why(row)) : 'end of the document'],
      ['Heading', this.path().join(' › ') || 'none'],
      ['Place', `${whole.format(place(starts[row]))} to ${whole.format(place(ends[row]))}`],
    ];
    const beyond = this.chunking.unread.get(row);
    if (beyond) facts.push(['Not read', this.notRead(beyond.left)]);
    if (oversize.has(row)) facts.push(['Oversize', 'a block larger than the maximum, kept whole']);
    // These come a moment later: below the others, which stay where they are.
    const { wanted, chunking } = this.group;
    const known = wanted?.version === chunking.version && wanted.row === row;
    if (known && wanted.large) facts.push(['Large', wanted.large]);
    if (known && wanted.gaps.length) {
      const gaps = countOf(wanted.gaps.length, 'gap was', 'gaps were');
      facts.push(['Not cut', `${gaps} wanted, marked ▽ in the text`]);
    }
    return facts;
  }

  // What lies beyond the model's window, which counts in another unit than the sizes may.
  notRead(left) {
    const { window } = this.chunking, last = left === 1 ? 'word piece' : countOf(left, 'word piece');
    return `the last ${last}: the model reads ${whole.format(window)}, this chunk has ${whole.format(window + left)}`;
  }

  // Why it ends, by how much, and how long that stays.
  endsBecause(row, why) {
    const offset = this.chunking.cuts.offsets[row], { threshold } = this.chunking;
    const signal = PAGE.signals[this.chunking.signal];
    const gap = signal ? countUpTo(signal.gaps, offset) - 1 : -1;
    const score = gap >= 0 && signal.gaps[gap] === offset ? signal.scores[gap] : NaN;
    if (Number.isNaN(score) || typeof threshold !== 'number') return [why, stays(this.group, offset)].filter(Boolean).join('; ');
    const { similarity, margin, side } = asFarFrom(score, threshold);
    // Where the similarity asked for the cut, it has been said.
    const by = this.chunking.reasons[row] === 'similarity' ? '' : `similarity ${similarity}, `;
    return [why, `${by}${margin} ${side} the threshold`, stays(this.group, offset)].filter(Boolean).join('; ');
  }

  path() {
    const { headings } = this.chunking;
    return headings ? headings.words[headings.codes[this.row]] : [];
  }

  text() {
    const { ends } = this.chunking;
    const path = this.prefix.checked ? this.path() : [];
    const before = path.length ? `${path.join(PATH_SEPARATOR)}\n\n` : '';
    return before + this.words.slice(this.begins(), ends[this.row]);
  }

  // Without the heading path it is known where the model stops; with it, somewhere before that.
  showEmbedded() {
    const beyond = this.chunking.unread.get(this.row), text = this.text();
    const core = this.embedded.firstChild ?? this.embedded.appendChild(make('span', { class: 'core' }));
    const stop = beyond && !this.prefix.checked ? { stop: beyond.at - this.begins(), left: beyond.left } : undefined;
    fillCore(core, shown(text), [], stop);
    setText(this.heading, beyond ? 'What is handed to the model, which does not read all of it:' : 'What is embedded, exactly:');
  }

  begins() {
    return this.chunking.starts[this.row] - this.chunking.overlaps[this.row];
  }

  async copy() {
    const done = await copied(this.text());
    setText(this.copied, done ? 'Copied' : 'The browser did not allow it');
    clearTimeout(this.saying);
    this.saying = setTimeout(() => setText(this.copied, ''), 2000);
  }
}

// A place as Python counts it: a pair of surrogates, two units here, is one character there.
function codePoints(text, offset) {
  const known = (codePoints.known ||= { text: undefined, pairs: [] });
  if (known.text !== text) {
    known.text = text;
    known.pairs = Int32Array.from(text.matchAll(/[\ud800-\udbff]/g), (match) => match.index);
  }
  return offset - (known.pairs.length ? countUpTo(known.pairs, offset - 1) : 0);
}

const showDetail = (component) => showView(component, 'detail', DetailView);
