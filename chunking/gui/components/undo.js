// Ctrl+Z and Ctrl+Shift+Z press the buttons of the sidebar, except where they belong to a field that
// is typed into: the framework's own shortcuts would take them from there.

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
