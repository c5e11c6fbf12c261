// A slider's value that is moved in the page: it is held here until the cuts at it are drawn. Python is
// asked for one value at a time, and next for the newest, so that a slow answer makes no queue.

const ASK_ANEW = [2000, 5000, 15_000]; // milliseconds; a question may be lost while the page is drawn anew

class Held {
  // view: its group is told, and it is drawn anew where the value goes.
  constructor(view) {
    this.view = view;
    this.value = undefined; // undefined while it is where the cuts are
    this.asked = undefined; // the value that an answer is awaited for
    this.gripped = false; // by a pointer: nothing else moves it
    view.ending.signal.addEventListener('abort', () => clearTimeout(this.waiting));
  }

  move(value) {
    if (value === (this.value ?? this.drawn)) return;
    this.value = value;
    this.view.redraw();
    if (this.asked === undefined) this.ask();
  }

  ask(again = 0) {
    this.asked = this.value;
    this.view.group.tell('setting', [this.setting, this.value, Date.now()]);
    this.waiting = setTimeout(() => (again < ASK_ANEW.length - 1 ? this.ask(again + 1) : this.giveBack()), ASK_ANEW[again]);
  }

  // New cuts are drawn: at this value of the setting, or of none.
  answered(setting, value) {
    const other = setting !== this.setting, before = this.drawn;
    [this.setting, this.drawn] = [setting, value];
    if (this.value === undefined) return;
    if (other) { this.giveBack(); return; }
    // The same value as before is no answer: the model has read on, or something else was set.
    if (value === before) return;
    const mine = value === this.asked;
    this.settle();
    if (this.value === value) { if (!this.gripped) this.value = undefined; }
    // What something else has set stands, unless a hand is on it.
    else if (mine || this.gripped) this.ask();
    else this.value = undefined;
  }

  // A hand lets go: it is where the cuts are, or a question is open.
  drop() {
    this.gripped = false;
    if (this.asked === undefined && this.value !== undefined) this.giveBack();
  }

  settle() {
    clearTimeout(this.waiting);
    this.asked = undefined;
  }

  giveBack() {
    this.settle();
    this.value = undefined;
    this.view.redraw();
  }
}
