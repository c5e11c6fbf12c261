// Elements and events.

/** @typedef {Node|string|null|undefined|false} Child  of an element; there may be none */
/** @typedef {Record<string, string|number|boolean|null|undefined|((event: any) => void)>} Attributes */

/**
 * Make an element; strings become text nodes, so nothing of a document is read as HTML.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]  functions are handlers of events, such as `onclick`
 * @param {...Child} children
 */
export function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') Reflect.set(element, name, value);
    else if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const SIGNS = /[^\p{L}\p{N}]+/gu;

/**
 * Label a control on hover and for screen readers, which read what is written on it first (WCAG 2.5.3).
 *
 * @param {HTMLElement} element
 * @param {string} label
 */
export function setLabel(element, label) {
  const wordsOf = (/** @type {string} */ text) => text.replace(SIGNS, ' ').trim().toLowerCase();
  const face = element.textContent.trim(), isNamed = wordsOf(label).includes(wordsOf(face));
  setAttribute(element, 'title', label);
  setAttribute(element, 'aria-label', isNamed ? label : `${face}: ${label}`);
}

/**
 * Make a button with a label that is read out and shown on hover.
 *
 * @param {string} label
 * @param {Node|string} face
 * @param {(event: MouseEvent) => void} onclick
 * @param {Attributes} [attributes]
 * @param {...Child} children  after the face
 */
export function button(label, face, onclick, attributes, ...children) {
  const element = make('button', { type: 'button', onclick, ...attributes }, face, ...children);
  setLabel(element, label);
  return element;
}

/** Set the text of an element, if it differs; the label of a button follows it. @param {Node} element  @param {string} text */
export function setText(element, text) {
  if (element.textContent === text) return;
  element.textContent = text;
  if (element instanceof HTMLButtonElement && element.title) setLabel(element, element.title);
}

/**
 * Set the text of an element with exactly one text node, which stays: half the cost of setText.
 *
 * @param {Element} element
 * @param {string} text
 */
export function write(element, text) {
  const node = /** @type {Text} */ (element.firstChild);
  if (node.data !== text) node.data = text;
}

/**
 * Set or remove an attribute, if it differs.
 *
 * @param {Element} element
 * @param {string} name
 * @param {string|number|boolean|null} [value]
 */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, String(value));
}

/**
 * Show a text in a field; one that has the focus is selected again, so that what is typed next replaces it.
 *
 * @param {HTMLInputElement} field
 * @param {string} text
 */
export function setFieldText(field, text) {
  if (field.value === text) return;
  field.value = text;
  if (hasFocus(field)) field.select();
}

/** Keep the keys pressed in a field from the shortcuts of the framework; those with Ctrl are our own. @param {HTMLElement} element */
export function isolateKeys(element) {
  for (const kind of /** @type {const} */ (['keydown', 'keypress', 'keyup'])) {
    element.addEventListener(kind, (event) => { if (!event.ctrlKey && !event.metaKey) event.stopPropagation(); });
  }
}

/** Tell whether a key pressed in an element belongs to what is typed there. @param {HTMLInputElement} element */
export function typesInto(element) {
  if (element.isContentEditable || ['TEXTAREA', 'SELECT'].includes(element.tagName)) return true;
  if (element.tagName !== 'INPUT') return false;
  // A list keeps the focus after a choice; nothing is typed there until it is opened again.
  if (element.getAttribute('role') === 'combobox') return element.getAttribute('aria-expanded') === 'true';
  return !['range', 'checkbox', 'radio', 'button', 'file'].includes(element.type);
}

/** Tell whether an element has the focus, also while another window is in front. @param {Element} element */
export const hasFocus = (element) => /** @type {Document|ShadowRoot} */ (element.getRootNode()).activeElement === element;

/**
 * Call a function at once and whenever an element changes its size or the screen its density.
 *
 * @param {Element} element
 * @param {() => void} act
 * @param {AbortSignal} signal
 */
export function whenResized(element, act, signal) {
  const watch = new ResizeObserver(act);
  watch.observe(element);
  signal.addEventListener('abort', () => watch.disconnect());
  whenDensityChanges(act, signal);
}

// The query holds for one density only, so each change asks for the next.
function whenDensityChanges(/** @type {() => void} */ act, /** @type {AbortSignal} */ signal) {
  const now = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
  now.addEventListener('change', () => {
    whenDensityChanges(act, signal);
    act();
  }, { once: true, signal });
}

/**
 * Return a function that acts once it has not been called for some milliseconds.
 *
 * @param {number} milliseconds
 * @param {() => void} act
 */
export function debounce(milliseconds, act) {
  let /** @type {number|undefined} */ timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(act, milliseconds);
  };
}

/** Return a function that acts in the next frame; several calls act once. @param {AbortSignal} signal  @param {() => void} act */
export function inNextFrame(signal, act) {
  let frame = 0;
  signal.addEventListener('abort', () => cancelAnimationFrame(frame));
  return () => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      act();
    });
  };
}

/** Write the version of what is drawn into the page, for tests. @param {HTMLElement} root  @param {string} version */
export function exposeVersion(root, version) {
  root.dataset.version = version;
}

/**
 * Describe a canvas to screen readers: as a slider, or as an application without one.
 *
 * @param {HTMLElement} canvas
 * @param {string} label
 * @param {[number, number, number, string]|null} [slider]  lowest, highest, present value, and that in words
 */
export function describeCanvas(canvas, label, slider = null) {
  setAttribute(canvas, 'aria-label', label);
  setAttribute(canvas, 'role', slider ? 'slider' : 'application');
  const names = ['valuemin', 'valuemax', 'valuenow', 'valuetext'];
  names.forEach((name, i) => setAttribute(canvas, `aria-${name}`, slider?.[i]));
}
