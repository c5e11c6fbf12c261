// Text to the clipboard, exactly as it is.

async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without the permission: a copy event takes the text as it is, which a text area would not
    // (it changes CR LF to LF).
    const give = (event) => {
      event.clipboardData.setData('text/plain', text);
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    document.addEventListener('copy', give, { capture: true, once: true });
    const done = document.execCommand('copy');
    document.removeEventListener('copy', give, { capture: true });
    return done;
  }
}
