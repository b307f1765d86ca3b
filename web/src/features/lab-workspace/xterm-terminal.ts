import '@xterm/xterm/css/xterm.css';
import { FitAddon } from '@xterm/addon-fit';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { type IUnicodeVersionProvider, Terminal } from '@xterm/xterm';
import { darkNow } from './colors.ts';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import type { CellWidth } from './line-layout.ts';
import { takeInsertedText } from './xterm-input.ts';

/** A terminal on the page. */
export interface XtermTerminal {
  terminal: Terminal;
  /** As the terminal itself counts cells. */
  width: CellWidth;
  /** Fits it to its element again. */
  fit(): void;
  remove(): void;
}

/**
 * Puts a terminal into an element of the page, in its colours and as large as the element is.
 *
 * @param session accessible name of the terminal
 */
export function openXterm(host: HTMLElement, session: string): XtermTerminal {
  const terminal = new Terminal({
    theme: themeNow(),
    fontFamily: 'ui-monospace, Consolas, "DejaVu Sans Mono", monospace',
    fontSize: 14,
    lineHeight: 1.25,
    cursorBlink: false,
    screenReaderMode: true,
    convertEol: false,
    scrollback: 2_000,
    // For `unicode`, which says how wide characters are.
    allowProposedApi: true,
  });
  const width = withUnicode11(terminal);
  const fitting = new FitAddon();
  terminal.loadAddon(fitting);
  terminal.open(host);
  terminal.textarea?.setAttribute('aria-label', labWorkspaceTexts.terminalNamed({ session }));
  takeInsertedText(terminal, host);
  const fit = () => {
    if (host.offsetWidth > 0) fitting.fit();
  };
  const observer = new ResizeObserver(fit);
  observer.observe(host);
  fit();
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const recolor = () => {
    terminal.options.theme = themeNow();
  };
  dark.addEventListener('change', recolor);
  return {
    terminal,
    width,
    fit,
    remove() {
      dark.removeEventListener('change', recolor);
      observer.disconnect();
      terminal.dispose();
    },
  };
}

/** Emoji take two cells, as programs expect, and not one. @returns the widths that the terminal uses from now on */
function withUnicode11(terminal: Terminal): CellWidth {
  const providers: IUnicodeVersionProvider[] = [];
  const { unicode } = terminal;
  const register = (provider: IUnicodeVersionProvider) => {
    providers.push(provider);
    unicode.register(provider);
  };
  new Unicode11Addon().activate({ unicode: { register } } as unknown as Terminal);
  unicode.activeVersion = '11';
  return (text) => {
    let cells = 0;
    for (const point of text) cells += providers[0]?.wcwidth(point.codePointAt(0) ?? 0) ?? 1;
    return cells;
  };
}

/** The terminal is dark in both modes, a little lighter where the page is dark. */
function themeNow() {
  const background = darkNow() ? '#101418' : '#1b2126';
  return {
    background,
    foreground: '#e6e9ec',
    cursor: '#e6e9ec',
    cursorAccent: background,
    selectionBackground: '#48607a',
    blue: '#7cb7ff',
    brightBlue: '#8fc3ff',
    yellow: '#f0c674',
    red: '#ff8f86',
    green: '#8fd694',
  };
}
