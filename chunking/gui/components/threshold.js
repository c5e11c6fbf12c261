// The threshold as a line to take hold of: it goes with the pointer at once, and Python is asked for
// the cuts at each value that it can keep up with.

const HOLD = 6; // pixels from the line
const PULLED = 3; // pixels from which a press on it is a pull and no click
const PATIENCE = 1500; // milliseconds after which an answer is no longer waited for

class ThresholdLine {
  // view: draws the line anew at `value` while there is one.
  constructor(view) {
    this.view = view;
    this.value = undefined; // where it is held, undefined when it is where the cuts are
    this.pulling = false;
  }

  get range() {
    return this.view.drawn?.threshold === null ? null : this.view.drawn?.range;
  }

  isNear(x, y) {
    const { plot, signal } = this.view;
    if (!this.range || !signal || x < LEFT || x > plot.right + RIGHT) return false;
    return Math.abs(y - plot.y(plot.scene.threshold)) <= HOLD;
  }

  // Whether a press that began at `from` and is now at `y` pulls the line.
  pull(from, y) {
    if (!this.pulling && Math.abs(y - from) < PULLED) return false;
    this.pulling = true;
    this.move(this.view.plot.scoreAt(y));
    return true;
  }

  drop() {
    const was = this.pulling;
    this.pulling = false;
    return was;
  }

  step(by) {
    if (!this.range) return false;
    this.move((this.value ?? this.view.drawn.threshold) + by * this.range[2]);
    return true;
  }

  move(value) {
    const [low, high, step] = this.range;
    const rounded = Number((Math.round(value / step) * step).toFixed(4));
    const there = clamp(rounded, low, high);
    if (there === (this.value ?? this.view.drawn.threshold)) return;
    this.value = there;
    this.view.redraw();
    this.ask();
  }

  // One question at a time: the next is the newest value, so a slow answer makes no queue.
  ask() {
    if (this.asked !== undefined) return;
    this.asked = this.value;
    this.view.group.tell('threshold', [this.value, Date.now()]);
    this.giveUp = setTimeout(() => { this.asked = undefined; }, PATIENCE);
  }

  answered(threshold) {
    clearTimeout(this.giveUp);
    this.asked = undefined;
    if (this.value === undefined) return;
    if (this.value === threshold && !this.pulling) this.value = undefined;
    else if (this.value !== threshold) this.ask();
  }
}
