// Compare.

export class ComparePage {
  constructor(root) { this.root = root; }

  destroy() { this.root.replaceChildren(); }
}
