// The sidebar of Tune: the recommendation, the settings, presets, the baseline, manual boundaries.

import { send } from '../core/channel.js';
import { button, make, setText } from '../core/dom.js';
import { store } from '../core/store.js';
import { View } from '../core/view.js';
import { Select } from '../controls/select.js';
import { SettingsForm } from '../controls/settings_form.js';

export class Sidebar extends View {
  constructor(root) {
    super(root, 'sidebar', ['tune', 'details', 'status']);
    this.form = new SettingsForm('tune');
    this.preset = new Select('Preset', (name) => { if (name) send('preset', 'tune', name); });
    root.replaceChildren(
      this.makeRecommended(),
      make('label', { class: 'control' }, make('span', { class: 'label' }, 'Preset'), this.preset.root),
      this.form.root, this.makeBaseline(), this.makeAgreement(), this.makeSignals(),
      this.notes = make('div', { class: 'notes' }),
    );
    this.refresh();
  }

  makeRecommended() {
    this.summary = make('span', { class: 'summary' });
    this.use = button('Use the recommended settings', 'Use', () => send('use_recommended'));
    this.why = button('Suggestions: other strategies and thresholds, with their evidence', 'More…', () => send('dialog', 'suggestions'));
    this.about = make('p', { class: 'about' }, make('span', { class: 'label' }, 'Recommended strategy: '), this.summary);
    return make('div', { class: 'recommended' }, this.about, this.use, this.why);
  }

  makeBaseline() {
    this.pin = button('Compare later settings with these boundaries', 'Pin baseline', () => send(this.chunking?.pinned ? 'unpin' : 'pin'));
    this.change = make('span', { class: 'change', 'data-testid': 'baseline' });
    return make('div', { class: 'baseline' }, this.pin, this.change);
  }

  makeAgreement() {
    this.applied = make('input', { type: 'checkbox' });
    this.applied.onchange = () => send('apply_boundaries', this.applied.checked);
    this.count = make('span', {});
    this.metrics = make('div', { class: 'metrics', 'data-testid': 'agreement' });
    this.fit = button('Search the settings that agree best with the manual boundaries', 'Fit settings', () => send('fit'));
    this.clear = button('Remove all manual boundaries of this document', 'Clear', () => send('clear_boundaries'));
    this.found = make('p', { class: 'found', role: 'status' });
    this.agreement = make('section', { class: 'agreement', hidden: '' },
      make('label', { title: 'Off: the settings alone determine the boundaries' }, this.applied, this.count),
      this.metrics, make('div', {}, this.fit, this.clear), this.found);
    return this.agreement;
  }

  makeSignals() {
    this.kinds = make('div', { class: 'fields' });
    return make('details', { class: 'more' }, make('summary', {}, 'More curves'), this.kinds);
  }

  refresh() {
    const { chunking } = this;
    if (!chunking) return;
    this.form.update(chunking.form, chunking.strategies);
    this.preset.update({
      value: chunking.preset,
      options: [{ value: '', title: chunking.preset ? 'none' : 'custom' }, ...chunking.presets.map((each) => ({ ...each, group: each.saved ? 'Saved' : 'Published' }))],
    });
    this.showKinds(chunking);
    const details = store.details?.document === chunking.document ? store.details : null;
    this.showRecommended(details?.recommended);
    this.showBaseline(chunking);
    this.showAgreement(details?.agreement);
    this.notes.replaceChildren(...(details?.notes ?? []).map((text) => make('p', { dir: 'auto' }, text)));
  }

  showRecommended(found) {
    const waiting = store.status?.jobs.some((job) => !job.error);
    setText(this.summary, found?.summary ?? (waiting ? 'analyzing document…' : 'not analyzed'));
    this.about.title = found?.reason ?? '';
    this.use.disabled = !found || found.used;
    setText(this.use, found?.used ? 'In use' : 'Use');
    this.use.classList.toggle('primary', Boolean(found && !found.used));
  }

  showBaseline({ pinned, baseline }) {
    setText(this.pin, pinned ? 'Unpin baseline' : 'Pin baseline');
    setText(this.change, baseline ? `${baseline.kept} kept, ${baseline.moved} moved, ${baseline.added} added, ${baseline.removed} removed` : '');
    this.change.title = baseline ? `Since ${baseline.title}. ${baseline.cost}` : '';
  }

  showAgreement(found) {
    this.agreement.hidden = !found;
    if (!found) return;
    this.applied.checked = found.applied;
    setText(this.count, found.text);
    this.metrics.title = found.detail;
    this.metrics.replaceChildren(...found.metrics.map(([name, value]) => make('span', {}, `${name} `, make('b', {}, value))));
    setText(this.found, [found.unmet, found.fit].filter(Boolean).join(' '));
    this.fit.disabled = !found.metrics.length;
  }

  showKinds({ kinds, signals }) {
    const now = JSON.stringify([kinds, signals]);
    if (now === this.drawnKinds) return;
    this.drawnKinds = now;
    this.kinds.replaceChildren(...kinds.map(([kind, label]) => {
      const box = make('input', { type: 'checkbox', value: kind, ...signals.includes(kind) ? { checked: '' } : {} });
      box.onchange = () => send('signals', [...this.kinds.querySelectorAll('input:checked')].map((each) => each.value));
      return make('label', { class: 'control switch' }, make('span', { class: 'label' }, label), box);
    }));
  }

  actions() {
    const { chunking } = this;
    return [
      ...this.form.actions(),
      ...chunking.strategies.map(({ value }) => ({ title: `Strategy ${value}`, run: () => send('strategy', 'tune', value) })),
      ...chunking.presets.map(({ value }) => ({ title: `Preset ${value}`, run: () => send('preset', 'tune', value) })),
      { title: 'Use recommended settings', run: () => send('use_recommended') },
      { title: 'Use recommended threshold', run: () => send('use_threshold') },
      { title: 'Suggestions', run: () => send('dialog', 'suggestions') },
      { title: chunking.pinned ? 'Unpin baseline' : 'Pin baseline', run: () => this.pin.click() },
      { title: 'Fit settings to manual boundaries', run: () => send('fit') },
    ];
  }

  destroy() {
    this.form.destroy();
    super.destroy();
  }
}
