// Sweep.

export class SweepPage {
  constructor(root) { this.root = root; }

  destroy() { this.root.replaceChildren(); }
}
