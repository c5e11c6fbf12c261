// Entry of the window's component: mounts the application once, and gives it its channel to Python.

import { connect, send, take } from './core/channel.js';
import { store } from './core/store.js';
import { App } from './shell/app.js';

let /** @type {App|undefined} */ app;

/** @param {{data: any, parentElement: ParentNode, setStateValue: (name: string, value: any) => void}} component */
export default function ({ data, parentElement, setStateValue }) {
  const root = /** @type {HTMLElement|null} */ (parentElement.querySelector('.chunkscope'));
  if (!root) return undefined;
  const styles = JSON.parse(data.styles);
  store.reasons = styles.reasons;
  store.lanes = styles.lanes;
  connect(setStateValue, data.session);
  if (app?.root !== root) {
    app?.destroy();
    app = new App(root);
  }
  // Messages may have arrived before this module.
  const page = /** @type {any} */ (window), channel = (page.__chunkscope ??= { waiting: [] });
  channel.take = take;
  // For the console of the browser, and for tests.
  Object.assign(channel, { store, send });
  channel.waiting.splice(0).forEach(take);
  return undefined;
}
