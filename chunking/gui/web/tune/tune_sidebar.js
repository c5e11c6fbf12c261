// The sidebar of Tune: the recommendation, the settings, presets, the baseline, manual boundaries.

import { isPending, send } from '../core/channel.js';
import { button, make, setText } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { makePresetSelect, presetState, SettingsForm } from '../controls/settings_form.js';

/** @import { Agreement, Recommended, TuneMessage } from '../messages.d.ts' */
/** @import { Action } from '../controls/palette.js' */

export class TuneSidebar extends View {
  /** @param {HTMLElement} root */
  constructor(root) {
    super(root, 'sidebar', ['tune', 'details', 'status']);
    this.form = new SettingsForm('tune');
    this.preset = makePresetSelect((name) => send('preset', 'tune', name));
    // The recommendation.
    this.strategy = make('code');
    this.summary = make('span', { class: 'summary' });
    this.about = make('p', { class: 'about' }, make('span', { class: 'label' }, 'Recommended strategy'), this.strategy, this.summary);
    this.use = button('Use the recommended settings', 'Use', () => send('use_recommended'));
    const why = button('Suggestions: other strategies and thresholds, with their evidence', 'More…', () => send('dialog', 'suggestions'));
    // The baseline.
    this.pin = button('Compare later settings with these boundaries', 'Pin baseline', () => send(this.chunking?.pinned ? 'unpin' : 'pin'));
    this.change = make('span', { class: 'change', 'data-testid': 'baseline' });
    // Manual boundaries.
    this.applied = make('input', { type: 'checkbox', onchange: () => send('apply_boundaries', this.applied.checked) });
    this.count = make('span');
    this.metrics = make('div', { class: 'metrics', 'data-testid': 'agreement' });
    this.fit = button('Search the settings that agree best with the manual boundaries', 'Fit settings', () => send('fit'));
    const clear = button('Remove all manual boundaries of this document', 'Clear', () => send('clear_boundaries'));
    this.found = make('p', { class: 'found', role: 'status' });
    this.agreement = make('section', { class: 'agreement', hidden: '' },
      make('label', { title: 'Off: the settings alone determine the boundaries' }, this.applied, this.count),
      this.metrics, make('div', {}, this.fit, clear), this.found);
    this.kinds = make('div', { class: 'fields' });
    this.notes = make('div', { class: 'notes' });
    root.replaceChildren(
      make('div', { class: 'recommended' }, this.about, this.use, why), this.preset.root, this.form.root,
      make('div', { class: 'baseline' }, this.pin, this.change), this.agreement,
      make('details', { class: 'more' }, make('summary', {}, 'More curves'), this.kinds), this.notes,
    );
    this.refresh();
  }

  refresh() {
    const { chunking } = this;
    if (!chunking) return;
    // While the text is embedded, the track holds still.
    this.form.update(chunking.form, chunking.strategies, chunking.growing ? undefined : this.signal?.scores);
    this.preset.select.update(presetState(chunking.preset, chunking.presets));
    if (this.differs('kinds', [chunking.kinds, chunking.signals])) this.showKinds(chunking.kinds, chunking.signals);
    const details = store.details?.document === chunking.document ? store.details : null;
    this.showRecommended(details?.recommended);
    this.showBaseline(chunking);
    this.showAgreement(details?.agreement);
    this.notes.replaceChildren(...(details?.notes ?? []).map((text) => make('p', { dir: 'auto' }, text)));
  }

  /** @param {Recommended|null} [found] */
  showRecommended(found) {
    const waiting = store.status?.jobs.some((job) => !job.error);
    setText(this.strategy, found?.name ?? '');
    setText(this.summary, found?.sizes ?? (waiting || found === undefined ? 'analyzing document…' : this.chunking?.length ? 'not analyzed' : 'nothing to split'));
    this.about.title = found ? `${found.help} ${found.reason}` : '';
    this.use.disabled = !found || found.used;
    setText(this.use, found?.used ? 'In use' : 'Use');
    this.use.classList.toggle('primary', Boolean(found && !found.used));
  }

  /** @param {TuneMessage} chunking */
  showBaseline({ pinned, baseline }) {
    setText(this.pin, pinned ? 'Unpin baseline' : 'Pin baseline');
    setText(this.change, baseline ? `${baseline.kept} kept, ${baseline.moved} moved, ${baseline.added} added, ${baseline.removed} removed` : '');
    this.change.title = baseline ? `Since ${baseline.title}. ${baseline.cost}` : '';
  }

  /** @param {Agreement|null} [found] */
  showAgreement(found) {
    this.agreement.hidden = !found;
    if (!found) return;
    const { metrics } = found;
    if (!isPending('apply_boundaries')) this.applied.checked = found.applied;
    setText(this.count, found.text);
    this.metrics.title = found.detail;
    this.metrics.replaceChildren(...metrics.map(([name, value]) => make('span', {}, `${name} `, make('b', {}, value))));
    setText(this.found, [found.unmet, found.fit].filter(Boolean).join(' '));
    this.fit.disabled = !metrics.length;
  }

  /** Show which further signals can be drawn. @param {[string, string][]} kinds  @param {string[]} signals  those that are drawn */
  showKinds(kinds, signals) {
    const boxes = kinds.map(([kind]) => make('input', {
      type: 'checkbox', value: kind, checked: signals.includes(kind) ? '' : null,
      onchange: () => send('signals', boxes.filter((box) => box.checked).map((box) => box.value)),
    }));
    this.kinds.replaceChildren(...kinds.map(([, label], i) => make(
      'label', { class: 'control switch' }, make('span', { class: 'label' }, label), boxes[i])));
  }

  /** @returns {Action[]} */
  actions() {
    const { chunking } = this;
    if (!chunking) return [];
    const { strategies, presets, pinned } = chunking;
    return [
      ...this.form.actions(),
      ...strategies.map(({ value }) => ({ title: `Strategy ${value}`, run: () => send('strategy', 'tune', value) })),
      ...presets.map(({ value }) => ({ title: `Preset ${value}`, run: () => send('preset', 'tune', value) })),
      { title: 'Use recommended settings', run: () => send('use_recommended') },
      { title: 'Use recommended threshold', run: () => send('use_threshold') },
      { title: 'Suggestions', run: () => send('dialog', 'suggestions') },
      { title: pinned ? 'Unpin baseline' : 'Pin baseline', run: () => this.pin.click() },
      { title: 'Fit settings to manual boundaries', run: () => send('fit') },
    ];
  }

  destroy() {
    this.form.destroy();
    super.destroy();
  }
}
