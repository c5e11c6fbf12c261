// Library.

export class LibraryPage {
  constructor(root) { this.root = root; }

  destroy() { this.root.replaceChildren(); }
}
