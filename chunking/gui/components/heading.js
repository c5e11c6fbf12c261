// The document that the views show: its title, and what is known of it. Published with what is cut,
// so that no view stands under the name of another document.

class HeadingView extends GroupView {
  constructor(root) {
    super(root, 'heading');
    this.title = make('div', { class: 'title', role: 'heading', 'aria-level': '1', dir: 'auto' });
    this.about = make('div', { class: 'about', dir: 'auto' });
    this.root.replaceChildren(this.title, this.about);
  }

  refresh() {
    const { chunking } = this;
    if (!chunking) return;
    setText(this.title, chunking.title);
    setText(this.about, chunking.about);
    this.about.title = chunking.about;
    // Another document is looked at from its beginning.
    if (this.shown && this.shown !== chunking.document) this.scroller?.scrollTo({ top: 0 });
    this.shown = chunking.document;
    announce(this.root, chunking.version);
  }

  get scroller() { return this.root.getRootNode().host?.closest('[data-testid="stMain"]'); }

  choose() {}
}

const showHeading = (component) => showView(component, 'heading', HeadingView);
