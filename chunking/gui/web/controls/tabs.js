// Tabs: a row of buttons of which one is selected.

import { make, setText } from '../core/dom.js';

export class Tabs {
  /**
   * @param {string} label  read out
   * @param {string[]} names
   * @param {(name: string) => void} choose
   * @param {{class?: string, data?: string}} [options]  `data`: the data attribute that holds the name of each
   */
  constructor(label, names, choose, { class: name = 'segments', data = 'tab' } = {}) {
    this.tabs = new Map(names.map((each) => [
      each, make('button', { type: 'button', role: 'tab', [`data-${data}`]: each, onclick: () => choose(each) }),
    ]));
    this.root = make('div', { class: name, role: 'tablist', 'aria-label': label }, ...this.tabs.values());
  }

  /** Show the titles of the tabs. @param {Record<string, string>} titles */
  setTitles(titles) {
    for (const [name, tab] of this.tabs) setText(tab, titles[name]);
  }

  /** Show which tab is selected. @param {string} selected */
  select(selected) {
    for (const [name, tab] of this.tabs) tab.setAttribute('aria-selected', String(name === selected));
  }
}
