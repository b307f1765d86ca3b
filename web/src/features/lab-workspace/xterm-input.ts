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

/** Lets Tab leave the terminal after Escape, and Shift and Tab always; otherwise the Tab key belongs to the terminal. */
export function leaveByKeys(terminal: Terminal): void {
  let escaped = false;
  terminal.attachCustomKeyEventHandler(({ key, shiftKey, type }) => {
    if (key === 'Tab' && (shiftKey || escaped)) return false;
    if (type === 'keydown' && key !== 'Shift') escaped = key === 'Escape';
    return true;
  });
}
