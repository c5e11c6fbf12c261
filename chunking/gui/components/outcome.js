// Choosing what comes out instead of the number that makes it: a click, a key, or a wish in words.

class OutcomeView extends GroupView {
  constructor(root) {
    super(root, 'outcome');
    this.build();
    this.plot = new OutcomePlot(this.canvas);
    this.held = new Held(this);
    whenResized(this.field, () => this.redraw(), this.ending.signal);
    this.ending.signal.addEventListener('abort', () => { this.group.outcomesShown = false; });
  }

  build() {
    this.wishes = ['counts', 'medians'].map((column) => {
      const input = make('input', { type: 'number', min: '1', step: '1', 'aria-label': column === 'counts' ? 'About how many chunks' : 'About how many tokens in the median' });
      input.onchange = () => this.wish(column, Number(input.value));
      keepKeys(input);
      return input;
    });
    const [counts, medians] = this.wishes;
    this.answer = make('span', { class: 'label answer', role: 'status' });
    this.toolbar = make('div', { class: 'toolbar', role: 'toolbar', 'aria-label': 'Choose an outcome' },
      make('div', { class: 'group' }, make('span', { class: 'label' }, 'About'), counts, make('span', { class: 'label' }, 'chunks')),
      make('div', { class: 'group' }, make('span', { class: 'label' }, 'or about'), medians, make('span', { class: 'label' }, 'tokens in the median')),
      this.answer);
    this.canvas = make('canvas', { tabindex: '0', role: 'slider' });
    this.canvas.onpointermove = (event) => this.point(event.offsetX);
    this.canvas.onpointerleave = () => this.point(undefined);
    this.canvas.onclick = (event) => { if (this.outcomes) this.set(this.plot.numberAt(event.offsetX)); };
    this.canvas.onkeydown = (event) => this.pressed(event);
    this.message = make('div', { class: 'message' });
    this.said = make('p', { class: 'said', role: 'status' });
    this.field = make('div', { class: 'field' }, this.canvas, this.message);
    this.toolbar.append(saveMenu(this, 'outcome', (brush) => this.drawWith(brush), this.field));
    this.root.replaceChildren(this.toolbar, this.said, this.field);
  }

  refresh() {
    const { group, chunking } = this;
    if (!chunking) return;
    if (!group.outcomesShown) {
      group.outcomesShown = true;
      wantOutcomes(group, ASK_ON);
    }
    this.root.style.height = heightFrom(this.data.height, 700);
    const before = this.outcomes;
    this.outcomes = outcomesOf(group);
    this.swept = chunking.swept;
    if (chunking !== this.drawn) this.held.answered(this.swept?.setting, this.swept?.value);
    this.drawn = chunking;
    setText(this.message, this.outcomes ? '' : this.whyNot());
    this.canvas.classList.toggle('away', !this.outcomes);
    for (const wish of this.wishes) wish.disabled = !this.outcomes;
    if (!this.outcomes) { setText(this.said, ''); return; }
    if (before !== this.outcomes) this.pointed = undefined;
    this.redraw();
    announce(this.root, chunking.version);
  }

  whyNot() {
    if (this.chunking.growing) return 'The outcome follows once the model has read the text.';
    if (!this.chunking.swept) return 'This strategy has no slider whose outcomes could be drawn.';
    return `Cutting the text at every value of ${this.chunking.swept.label.toLowerCase()} … ${Math.round(100 * (this.group.share || 0))} %`;
  }

  choose() {}

  // ---- what is said ----

  value(number) {
    return rounded(this.outcomes.values[number], this.swept.decimals);
  }

  // What there is now: its value may lie between those that were looked at.
  now() {
    const { count, tokens } = this.chunking, sorted = Int32Array.from(tokens).sort();
    const middle = count ? (sorted[(count - 1) >> 1] + sorted[count >> 1]) / 2 : 0;
    return { value: this.swept.value, counts: count, medians: middle, largest: sorted[count - 1] ?? 0 };
  }

  at(number) {
    const { values, counts, medians, largest } = this.outcomes;
    return { value: values[number], counts: counts[number], medians: medians[number], largest: largest[number] };
  }

  describe({ value, counts, medians, largest }) {
    const chunks = countOf(counts, 'chunk');
    const sizes = `median ${countOf(Math.round(medians), 'token')}, largest ${whole.format(largest)}`;
    const plateau = this.outcomes.plateauAt(this.outcomes.nearest(value));
    const same = plateau ? ` The cuts are the same from ${this.value(plateau[0])} to ${this.value(plateau[1])}.` : '';
    return `${this.swept.label} ${inFull(value, this.swept.decimals)}: ${chunks}, ${sizes}.${same}`;
  }

  // What a wish came to, for as long as what it set stands.
  sayAnswer() {
    const { wished, outcomes } = this;
    const stands = wished?.outcomes === outcomes && Math.abs(wished.value - (this.held.value ?? this.swept.value)) < 1e-6;
    const said = stands ? wished.said : '';
    setText(this.answer, said);
    this.answer.title = said;
  }

  say() {
    this.sayAnswer();
    const now = this.now();
    const at = this.pointed ?? (this.held.value === undefined ? undefined : this.here);
    this.shown = at === undefined ? now : this.at(at);
    const words = this.describe(this.shown);
    setText(this.said, words);
    const { values } = this.outcomes, { value } = this.shown;
    this.canvas.setAttribute('aria-label', `${this.swept.label}, by what comes out. Left and right move it.`);
    tellSlider(this.canvas, [values[0], values[values.length - 1], value, words]);
    this.wishes.forEach((input, i) => {
      if (input.getRootNode().activeElement !== input) input.value = Math.round(i ? now.medians : now.counts);
    });
  }

  // ---- what is done ----

  point(x) {
    if (!this.outcomes) return;
    const there = x === undefined ? undefined : this.plot.numberAt(x);
    if (there === this.pointed) return;
    this.pointed = there;
    this.redraw();
  }

  // The number of the value that is set, or will be in a moment.
  get here() {
    return this.outcomes.nearest(this.held.value ?? this.swept.value);
  }

  set(number) {
    this.held.move(this.outcomes.values[number]);
  }

  pressed(event) {
    const by = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (!by || !this.outcomes) return;
    this.set(clamp(this.here + by, 0, this.outcomes.values.length - 1));
    event.preventDefault();
    event.stopPropagation();
  }

  // The value that comes nearest to a wish, and a sentence where that is something else.
  wish(column, wanted) {
    const { outcomes } = this;
    if (!(wanted > 0) || !outcomes) return;
    const number = outcomes.wished(column, wanted, this.here);
    this.wished = { outcomes, value: outcomes.values[number], said: this.comesTo(column, wanted, number) };
    this.set(number);
    this.sayAnswer();
  }

  comesTo(column, wanted, number) {
    const found = Math.round(this.outcomes[column][number]), all = this.outcomes[column];
    if (found === Math.round(wanted)) return '';
    const [most, fewest] = column === 'counts' ? ['the most', 'the fewest'] : ['the largest', 'the smallest'];
    const where = this.swept.setting.endsWith('.threshold') ? 'at these limits' : 'at these settings';
    if (wanted > Math.max(...all)) return `${whole.format(found)} is ${most} ${where}`;
    if (wanted < Math.min(...all)) return `${whole.format(found)} is ${fewest} ${where}`;
    return `${whole.format(found)} is the nearest to ${whole.format(wanted)}`;
  }

  // ---- drawing ----

  redraw() {
    if (!this.outcomes?.values.length) return;
    this.say();
    const { clientWidth, clientHeight } = this.field;
    if (!clientWidth || !clientHeight) return;
    this.plot.size(clientWidth, clientHeight);
    this.drawWith(this.plot.brush);
  }

  // On the screen, or on another ground: a file.
  drawWith(brush) {
    if (!this.outcomes?.values.length) return;
    const style = getComputedStyle(this.root), value = (name) => style.getPropertyValue(name).trim();
    this.plot.draw(brush, { outcomes: this.outcomes, swept: this.swept, value: this.held.value ?? this.swept.value, shown: this.shown, pointed: this.pointed }, {
      font: style.fontFamily, words: value('--words'), muted: value('--muted'), grid: value('--grid'), line: value('--line'), faint: value('--faint'),
      accent: value('--accent'), accentText: value('--accent-text'), ink: value('--ink-similarity'),
    });
  }
}

const showOutcome = (component) => showView(component, 'outcome', OutcomeView);
