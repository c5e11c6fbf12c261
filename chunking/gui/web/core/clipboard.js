// Copying text to the clipboard, exactly.

const TOLD_FOR = 1800; // milliseconds

/** Copy a text, and tell for a moment whether that worked. @param {string} text  @param {(said: string) => void} tell  '' in the end */
export async function copyText(text, tell) {
  tell(await tryCopy(text) ? 'Copied' : 'Not allowed');
  setTimeout(tell, TOLD_FOR, '');
}

/** Copy a text; return whether the browser allowed it. @param {string} text */
async function tryCopy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without the permission: a copy event takes the text unchanged; a text area would turn CR LF into LF.
    const give = (/** @type {ClipboardEvent} */ event) => {
      event.clipboardData?.setData('text/plain', text);
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    document.addEventListener('copy', give, { capture: true, once: true });
    const done = document.execCommand('copy');
    document.removeEventListener('copy', give, { capture: true });
    return done;
  }
}
