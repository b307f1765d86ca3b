import type { Terminal } from '@xterm/xterm';

const BACKSPACE = '\u007f';

/**
 * Takes text that comes from anything but keys, which xterm.js leaves out while it serves screen readers: dictation, panels
 * of emoji, keyboards of phones that report no keys, and text that is dropped.
 */
export function takeInsertedText(terminal: Terminal, host: HTMLElement): void {
  const { textarea } = terminal;
  let isKey = false;
  let isComposing = false;
  textarea?.addEventListener('keydown', () => {
    isKey = true;
  });
  textarea?.addEventListener('keyup', () => {
    isKey = false;
  });
  textarea?.addEventListener('compositionstart', () => {
    isComposing = true;
  });
  textarea?.addEventListener('compositionend', () => {
    isComposing = false;
  });
  textarea?.addEventListener('input', (event) => {
    if (isKey || isComposing || !(event instanceof InputEvent)) return;
    const text = textOf(event);
    if (text === null) return;
    if (/\n/.test(text)) terminal.paste(text);
    else terminal.input(text, true);
    textarea.value = '';
  });
  host.addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('text/plain') === true) event.preventDefault();
  });
  host.addEventListener('drop', (event) => {
    event.preventDefault();
    const text = event.dataTransfer?.getData('text/plain') ?? '';
    if (text === '') return;
    terminal.paste(text);
    terminal.focus();
  });
}

/** What an input that no key has made means to a terminal; null: nothing, or xterm.js takes it itself. */
function textOf({ inputType, data }: InputEvent): string | null {
  switch (inputType) {
    case 'insertText':
    case 'insertReplacementText':
      return data;
    case 'insertLineBreak':
    case 'insertParagraph':
      return '\r';
    case 'deleteContentBackward':
      return BACKSPACE;
    default:
      return null;
  }
}

/**
 * Leaves keys to the browser: Ctrl+V to paste, Ctrl+C to copy while text is selected, Shift+Tab to leave the terminal.
 *
 * @param afterEscape also Tab after Escape, where Escape itself means nothing
 */
export function leaveKeys(terminal: Terminal, host: HTMLElement, afterEscape: boolean): void {
  let escaped = false;
  terminal.attachCustomKeyEventHandler(({ key, shiftKey, ctrlKey, altKey, type }) => {
    if (key === 'Tab' && (shiftKey || escaped)) return false;
    if (type === 'keydown' && key !== 'Shift') escaped = afterEscape && key === 'Escape';
    if (!ctrlKey || altKey) return true;
    const letter = key.toLowerCase();
    return !(letter === 'v' || (letter === 'c' && terminal.hasSelection()));
  });
  // The next Ctrl+C interrupts.
  host.addEventListener('copy', () => setTimeout(() => terminal.clearSelection()));
}

/** Keys that keyboards of phones lack. */
export type MissingKey = 'escape' | 'tab' | 'interrupt' | 'up' | 'down';

/** Types such a key. */
export function typeKey(terminal: Terminal, key: MissingKey): void {
  const arrow = terminal.modes.applicationCursorKeysMode ? '\u001bO' : '\u001b[';
  const texts = { escape: '\u001b', tab: '\t', interrupt: '\u0003', up: `${arrow}A`, down: `${arrow}B` };
  terminal.input(texts[key], true);
  terminal.focus();
}
