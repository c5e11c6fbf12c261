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

const LOOK_AGAIN = 250, LOOKS = 20; // milliseconds, and how often, for buttons that come after the views

// Whether the buttons of a page, "tune" or "compare", have anything to do: a slider, which does not draw them anew,
// may change it.
function showSteps(page, steps, looks = LOOKS) {
  clearTimeout(showSteps.waiting);
  if (!steps) return;
  const buttons = ['Undo', 'Redo'].map((name) => document.querySelector(`.st-key-undo-${page} .st-key-history-${name} button`));
  buttons.forEach((each, i) => each?.setAttribute('aria-disabled', String(!steps[i])));
  if (!buttons.every(Boolean) && looks) showSteps.waiting = setTimeout(showSteps, LOOK_AGAIN, page, steps, looks - 1);
}

if (!PAGE.undoes) {
  PAGE.undoes = true;
  window.addEventListener('keydown', undoByKeys);
}
