// The threshold as a line to take hold of: it goes with the pointer at once, and the cuts follow.

const HOLD = 6; // pixels from the line
const PULLED = 3; // pixels from which a press on it is a pull and no click

// How far a similarity lies from the threshold, in as many decimals as it takes to see it, at least two.
function asFarFrom(score, threshold) {
  const least = inFull(threshold).split('.')[1].length; // the threshold is shown as it is
  const decimals = [2, 3, 4].find((each) => each >= least && rounded(score, each) !== rounded(threshold, each)) ?? Math.max(4, least);
  const [similarity, limit] = [score, threshold].map((value) => rounded(value, decimals));
  return { similarity, limit, margin: rounded(Math.abs(similarity - limit), decimals), side: score < threshold ? 'below' : 'above' };
}

class ThresholdLine {
  // view: draws the line anew wherever it is held.
  constructor(view) {
    this.view = view;
    this.held = new Held(view);
  }

  // Where it is held; undefined where the cuts are.
  get value() {
    return this.held.value;
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
    if (!this.range || (!this.held.gripped && Math.abs(y - from) < PULLED)) return false;
    this.held.gripped = true;
    this.move(this.view.plot.scoreAt(y));
    return true;
  }

  // Whether it was pulled. The axis may be another one now.
  drop() {
    const was = this.held.gripped;
    this.held.drop();
    if (was && this.value === undefined) this.view.measure();
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
    this.held.move(clamp(rounded, low, high));
  }

  answered({ setting, threshold }) {
    this.held.answered(setting, threshold);
  }
}
