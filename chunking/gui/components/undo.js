// Ctrl+Z and Ctrl+Shift+Z press the buttons of the sidebar, except where they belong to a field that
// is typed into: the framework's own shortcuts would take them from there.

function typesInto(element) {
  if (element.isContentEditable || element.tagName === 'TEXTAREA') return true;
  if (element.tagName !== 'INPUT') return false;
  // A list keeps the focus after a choice; nothing is typed there while it is empty.
  if (element.getAttribute('role') === 'combobox') return element.value !== '';
  return !['range', 'checkbox', 'radio', 'button', 'file'].includes(element.type);
}

function undoByKeys(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.key.toLowerCase() !== 'z') return;
  if (typesInto(event.composedPath()[0])) return;
  const name = event.shiftKey ? 'Redo' : 'Undo';
  const pressed = [...document.querySelectorAll(`.st-key-history-${name} button`)].find((each) => each.offsetParent);
  if (!pressed) return;
  event.preventDefault();
  pressed.click();
}

if (!PAGE.undoes) {
  PAGE.undoes = true;
  window.addEventListener('keydown', undoByKeys);
}
