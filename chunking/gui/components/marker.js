// Boundaries marked by hand: at a gap between two sentences the pointer rests on, buttons to cut there, to
// keep the cut, never to cut there, or to clear the mark. While marking is on, a click cuts at the nearest
// gap, and keys go from gap to gap.

const NEAR_GAP = 30; // pixels from a gap within which the pointer means it
const LEAVES_AFTER = 350; // milliseconds: time to go from the gap to its buttons

class Marker {
  // view: the text, with its flow, pane and chunking.
  constructor(view) {
    this.view = view;
    this.at = undefined; // the offset of the gap that is offered
    this.on = false;
    this.buttons = make('div', { class: 'does' });
    this.said = make('span', { class: 'aside', role: 'status' });
    this.element = make('div', { class: 'marker', hidden: '' }, make('div', { class: 'caret' }), this.buttons, this.said);
    view.pane.append(this.element);
    const { signal } = view.ending;
    view.pane.addEventListener('pointermove', (event) => this.pointed(event), { signal, passive: true });
    view.pane.addEventListener('pointerleave', () => { if (!this.on) this.leave(); }, { signal });
    view.pane.addEventListener('focus', () => { if (this.on && this.at !== undefined) this.show(this.at); }, { signal });
    // On one of its buttons: back to the text.
    this.element.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      view.pane.focus({ preventScroll: true });
      this.end();
      event.stopPropagation();
    }, { signal });
  }

  // The gaps to mark: between sentences, and wherever else there is a cut already.
  get gaps() {
    return PAGE.gaps[this.view.chunking?.document] || [];
  }

  get marks() {
    return this.view.chunking?.marks || { required: [], forbidden: [] };
  }

  markAt(offset) {
    if (this.marks.required.includes(offset)) return 'required';
    return this.marks.forbidden.includes(offset) ? 'forbidden' : '';
  }

  isCut(offset) {
    const { starts } = this.view.chunking;
    const chunk = countUpTo(starts, offset) - 1;
    return chunk > 0 && starts[chunk] === offset;
  }

  // ---- what is marked already ----

  refresh() {
    if (!this.view.pane.contains(this.element)) this.view.pane.append(this.element);
    this.draw();
    const { document } = this.view.chunking;
    if (this.on && this.document !== document) this.end();
    this.document = document;
    if (this.at !== undefined) this.show(this.at);
  }

  // A mark inside a chunk is drawn in its text; one at a cut, beside the reason of the cut.
  draw() {
    const { flow, chunking } = this.view;
    if (!chunking?.starts) return;
    const { required, forbidden } = this.marks;
    const inside = new Map();
    for (const cut of this.beside || []) delete cut.dataset.mark;
    this.beside = [];
    for (const [offsets, kind] of [[required, 'required'], [forbidden, 'forbidden']]) {
      for (const offset of offsets) {
        const row = flow.items.at(offset);
        const block = flow.block(this.isCut(offset) ? row - 1 : row);
        if (!block) continue;
        if (this.isCut(offset)) this.mention(block.__parts, kind);
        else inside.set(block, [...(inside.get(block) || []), [offset - flow.items.starts[row], kind]]);
      }
    }
    const changed = new Set([...(this.inside?.keys() || []), ...inside.keys()]);
    const before = this.inside || new Map();
    this.inside = inside;
    for (const block of changed) {
      const same = JSON.stringify(before.get(block)) === JSON.stringify(inside.get(block)) && block.__marked === JSON.stringify(inside.get(block));
      if (!same && block.isConnected) this.view.fill(block, block.__wanted || []);
    }
  }

  // Where the mark is the reason of the cut, that says it.
  mention({ cut, reason }, kind) {
    if (reason === 'manual') return;
    cut.dataset.mark = kind;
    this.beside.push(cut);
  }

  // The signs to put into the text of a block, in order: those given, and its marks.
  among(block, signs) {
    const marks = this.inside?.get(block) || [];
    block.__marked = JSON.stringify(this.inside?.get(block));
    const drawn = marks.map(([at, kind]) => {
      const reason = kind === 'required' ? 'manual' : 'forbidden';
      return [at, make('span', { class: `mark ${kind}`, title: meaningOf(reason) }, `${glyphOf(reason)} `)];
    });
    return [...signs, ...drawn].sort((a, b) => a[0] - b[0]);
  }

  // ---- by mouse ----

  pointed(event) {
    if (event.pointerType === 'touch' || event.buttons) return;
    // The browser says so too where the text has moved below a pointer at rest.
    if (this.on && !event.movementX && !event.movementY) return;
    if (event.target.closest('.marker')) return clearTimeout(this.leaving);
    const found = this.meant(event);
    if (found === undefined) return this.leaveLater();
    clearTimeout(this.leaving);
    this.leaving = undefined;
    if (found === this.at && !this.element.hidden) return;
    this.remember(found);
    this.show(found, true);
  }

  // What a point means: the boundary on whose line it lies, or a gap inside its chunk; while marking is
  // on, the nearest one, however far.
  meant(event) {
    const block = event.target.closest('.chunk'), { starts, ends } = this.view.flow.items;
    if (event.target.closest('.cut') && block) return this.view.chunking.starts[block.__index + 1];
    if (!event.target.closest('.core') || !block) return undefined;
    const start = starts[block.__index];
    // At the beginning of a chunk the cut before it is meant.
    const inside = [countUpTo(this.gaps, block.__index ? start - 1 : start), countUpTo(this.gaps, ends[block.__index] - 1)];
    return gapAt(this.view.core(block), start, this.gaps, inside, event.clientX, event.clientY, this.on ? Infinity : NEAR_GAP);
  }

  // A click while marking is on; says whether it was one.
  clicked(event) {
    const found = this.on && !event.target.closest('.marker') ? this.meant(event) : undefined;
    if (found === undefined) return false;
    this.at = found;
    this.tell(this.markAt(found) === 'required' ? '' : 'required');
    return true;
  }

  leaveLater() {
    if (!this.on && !this.element.hidden) this.leaving ??= setTimeout(() => this.leave(), LEAVES_AFTER);
  }

  leave() {
    clearTimeout(this.leaving);
    this.leaving = undefined;
    if (!this.on) this.at = undefined;
    this.element.hidden = true;
  }

  // ---- marking on and off ----

  toggle() {
    if (this.on) this.end();
    else this.begin();
  }

  // Offers the gap at which the focus left, also if the view was made anew since; else, or where another
  // chunk is looked at by now, the first gap of what is looked at.
  begin() {
    const { chunking, chosen, group } = this.view;
    if (!chunking?.count) return;
    const { marking } = group;
    const there = marking?.document === chunking.document && marking.chosen === group.chosen;
    const first = chosen === null ? this.view.topOffset() : chunking.starts[chosen] + 1;
    const from = there ? marking.at : first;
    this.view.pane.focus();
    this.turn(true);
    this.go(Math.max(0, countUpTo(this.places(), from - 1)));
  }

  places() {
    return Int32Array.from(new Set([...this.gaps, ...this.view.chunking.starts.subarray(1)])).sort();
  }

  go(index) {
    const places = this.places();
    if (!places.length) return;
    const at = places[clamp(index, 0, places.length - 1)];
    this.remember(at);
    this.view.flow.revealOffset(at);
    this.show(at, false);
  }

  step(by) {
    const index = countUpTo(this.places(), this.at) - 1;
    this.go(index + by);
  }

  // Where marking goes on when the view is made anew.
  remember(at) {
    const { group, chunking } = this.view;
    if (this.on) group.marking = { document: chunking.document, at, chosen: group.chosen };
  }

  end() {
    this.view.group.marking = undefined;
    this.turn(false);
    this.leave();
  }

  turn(on) {
    this.on = on;
    this.view.pane.classList.toggle('marking', on);
    this.view.showMarking(on);
  }

  pressed(event) {
    if (!this.on) {
      if (event.key !== 'm') return false;
      this.begin();
    } else if (event.key === 'ArrowRight' || event.key === 'ArrowDown') this.step(1);
    else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') this.step(-1);
    else if (event.key === 'Enter' || event.key === '+') this.tell(this.markAt(this.at) === 'required' ? '' : 'required');
    else if (event.key === 'Delete' || event.key === '-') this.tell(this.markAt(this.at) === 'forbidden' ? '' : 'forbidden');
    else if (event.key === 'Backspace') this.tell('');
    else if (event.key === 'Escape' || event.key === 'm') this.end();
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  // ---- what is offered ----

  // `pointed`: by the pointer, where a click marks and buttons would lie over the line above.
  show(offset, pointed = this.element.classList.contains('pointed')) {
    const { view } = this;
    const { flow, pane } = view;
    const row = flow.items.at(offset);
    const cut = this.isCut(offset);
    const block = flow.block(cut ? row - 1 : row);
    const rect = block && (cut ? block.__parts.cut.getBoundingClientRect() : rectAt(view.core(block), offset - flow.items.starts[row]));
    if (!rect) return this.leave();
    this.at = offset;
    this.offer(cut);
    this.element.hidden = false;
    this.element.classList.toggle('atcut', cut);
    this.element.classList.toggle('pointed', pointed && this.on);
    const frame = pane.getBoundingClientRect();
    const top = rect.top - frame.top - pane.clientTop + pane.scrollTop;
    this.element.style.height = `${rect.height}px`;
    this.element.style.top = `${top}px`;
    const width = this.buttons.offsetWidth;
    const left = cut ? rect.right - frame.left - width - 22 : rect.left - frame.left - pane.clientLeft - 3;
    this.element.style.left = `${left}px`;
    // The buttons stand to the left of the gap where there is no room to its right.
    const over = left + width + 20 > pane.clientWidth;
    this.buttons.style.left = !cut && over ? `${-width}px` : '';
    return undefined;
  }

  offer(cut) {
    const mark = this.markAt(this.at);
    const state = `${this.at}:${mark}:${cut}`;
    if (this.offered === state) return;
    this.offered = state;
    const keep = cut ? 'Keep this cut' : 'Cut here';
    const never = cut ? 'Remove this cut' : 'Never cut here';
    const made = [];
    if (mark !== 'required') made.push(this.does(keep, `✚ ${cut ? 'Keep' : 'Cut here'}`, 'required', 'Enter'));
    if (mark !== 'forbidden') made.push(this.does(never, `✕ ${cut ? 'Remove' : 'Never'}`, 'forbidden', 'Delete'));
    if (mark) made.push(this.does('Clear the mark', 'Clear', '', 'Backspace'));
    this.buttons.replaceChildren(...made);
    const is = { required: 'marked as a cut', forbidden: 'marked as no cut', '': cut ? 'a cut' : 'no cut' }[mark];
    const next = this.view.words.slice(this.at, this.at + 60).replace(/\s+/g, ' ');
    setText(this.said, this.on ? `Before “${next}”: ${is}. Enter: cut. Delete: no cut. Backspace: clear. Arrows: other gaps. Escape: end.` : '');
  }

  does(label, words, how, key) {
    const made = make('button', { type: 'button', class: how || 'clear', 'aria-label': label, title: `${label} (${key})` }, words);
    made.onclick = () => this.tell(how);
    return made;
  }

  tell(how) {
    const { group, chunking, words, pane } = this.view;
    tellMark(group, chunking.document, codePoints(words, this.at), how);
    // The button goes; what is pressed next is meant for the text.
    pane.focus({ preventScroll: true });
    if (!this.on) this.leave();
  }
}

// Of several messages in a row only the last may arrive, so each holds all that is not answered yet:
// rows of number, document, place and kind, the numbers ascending.
function tellMark(group, document, offset, how) {
  group.numbered = Math.max(Date.now(), (group.numbered ?? 0) + 1);
  group.unanswered = [...group.unanswered ?? [], [group.numbered, document, offset, how]];
  group.tell?.('marked', group.unanswered);
}
