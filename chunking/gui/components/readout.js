// What came out, in figures and sentences, above the curve.

// The figure whose chunks are known one by one.
const TOO_LONG = 'longer than the model reads';

const NO_GOLD = { gold: [], judged: '' };

class ReadoutView extends GroupView {
  constructor(root) {
    super(root, 'readout');
    this.figures = make('div', { class: 'figures', 'data-testid': 'readout' });
    this.note = make('p', { class: 'note', role: 'status', hidden: '' });
    this.said = make('p', { class: 'said' });
    this.judged = make('p', {});
    this.help = make('details', { class: 'help' }, make('summary', {}, 'judged on what?'), this.judged);
    // It lies over what is below, and closes when something else is looked at.
    this.help.onfocusout = () => { this.help.open = false; };
    this.gold = make('div', { class: 'gold', 'data-testid': 'gold', hidden: '' });
    this.root.replaceChildren(this.figures, this.said, this.note, this.gold);
    whenResized(this.root, () => this.keep(), this.ending.signal);
  }

  refresh() {
    const { chunking, said } = this.group;
    if (!chunking) return;
    if (chunking.document !== this.shown) this.root.style.minHeight = '';
    this.shown = chunking.document;
    if (chunking !== this.drawn) {
      this.figures.replaceChildren(...chunking.figures.map(([value, name]) =>
        make('span', {}, make('b', {}, value), ' ', name === TOO_LONG && chunking.unread.size ? this.walk(name) : name)));
      this.note.hidden = !chunking.note;
      setText(this.note, chunking.note);
      this.drawn = chunking;
    }
    // The sentences follow a moment later: until then the last ones stand, and nothing jumps.
    const noted = outcomesOf(this.group)?.note;
    if (said?.document === chunking.document) setText(this.said, [said.text, noted].filter(Boolean).join(' '));
    else setText(this.said, '');
    this.showGold(said?.document === chunking.document && chunking.marks ? said : NO_GOLD);
  }

  // From each chunk that the model does not read whole to the next one, and on from the first.
  walk(name) {
    const next = make('button', { type: 'button', title: 'Show the next of them; what the model does not read is paler' }, name);
    next.onclick = () => {
      const rows = [...this.chunking.unread.keys()], now = this.looked() ?? -1;
      this.select(rows.find((row) => row > now) ?? rows[0]);
    };
    return next;
  }

  // The room that was taken once stays, so that nothing below moves up and down while one tries
  // settings; another document, or another width, begins anew.
  keep() {
    const { width, height } = this.root.getBoundingClientRect();
    this.root.style.minHeight = width === this.width ? `max(var(--cs-readout), ${height}px)` : '';
    this.width = width;
  }

  // How near the settings come to what is marked by hand.
  showGold(measured) {
    if (measured === this.measured) return; // what has the focus stays
    this.measured = measured;
    const { gold, judged } = measured;
    this.gold.hidden = !gold.length;
    const figures = gold.map(([value, name]) => make('span', {}, `${name} `, make('b', {}, value)));
    this.gold.replaceChildren(make('span', {}, make('span', { class: 'sign', 'aria-hidden': 'true' }, '✚'), ' Settings alone, against your marks:'), ...figures, this.help);
    setText(this.judged, judged);
  }

  choose() {}
}

const showReadout = (component) => showView(component, 'readout', ReadoutView);
