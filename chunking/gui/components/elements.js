// What every script here begins with: making elements, and one view in one element.

// Strings become text nodes: nothing from a document is ever read as HTML.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// The framework calls again with new data without unmounting, and may call the clean-up of an older
// call after a newer one: only the newest may end the view. Gives the view, and that clean-up.
function mounted(root, create) {
  const view = (root.__view ||= create());
  const turn = (view.turn = (view.turn || 0) + 1);
  return [view, () => {
    if (view.turn !== turn) return;
    view.ending.abort();
    root.replaceChildren();
    delete root.__view;
  }];
}

// Whether a key that is pressed there belongs to what is typed.
function typesInto(element) {
  if (element.isContentEditable || element.tagName === 'TEXTAREA') return true;
  if (element.tagName !== 'INPUT') return false;
  // A list keeps the focus after a choice; nothing is typed there until it is opened again.
  if (element.getAttribute('role') === 'combobox') return element.getAttribute('aria-expanded') === 'true';
  return !['range', 'checkbox', 'radio', 'button', 'file'].includes(element.type);
}
