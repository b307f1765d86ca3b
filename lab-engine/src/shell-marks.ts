/** A command that runs longer is taken for one that stays, such as a server or an editor, ms. */
export const STAYS_MS = 4_000;
/** Number of the escape sequence with which a lab's prompt marks the end of a command (FinalTerm). */
export const MARK = 133;
export const KILL_LINE = '\u0015';
export const INTERRUPT = '\u0003';
export const FORM_FEED = '\u000c';

const ESCAPE = '\u001b';
const PASTE_BEGINS = `${ESCAPE}[200~`;
const PASTE_ENDS = `${ESCAPE}[201~`;

/** Exit status in the text of a mark; null: it marks something else. */
export function statusOfMark(data: string): number | null {
  const [, status] = /^D;(\d+)$/.exec(data) ?? [];
  return status === undefined ? null : Number(status);
}

/** What happens in a terminal: text is displayed, the shell takes a line, or a command has ended. */
export type ShellEvent = { kind: 'text'; text: string } | { kind: 'taken' } | { kind: 'ended'; status: number };

// biome-ignore lint/complexity/useRegexLiterals: a literal may not hold the Escape character
const SEQUENCE = new RegExp(
  '\\x1b\\](?<osc>[^\\x07\\x1b]*)(?:\\x07|\\x1b\\\\)|\\x1b\\[(?<csi>[0-?]*[ -/]*[@-~])|\\x1b[()][A-Z0-9]|\\x1b[=>78cDEHMNOZ]',
  'g',
);
/** The longest sequence that may be split over two pieces of output, characters. */
const MAX_SEQUENCE_LENGTH = 4_096;

/** Reads the output of a lab's terminal without displaying it. */
export class ShellReader {
  /** Whether the shell waits at its prompt, and takes a paste of several lines as one. */
  takesPaste = false;
  #rest = '';

  /** Events in a piece of output, in order; a sequence may be split over pieces. */
  read(piece: string): ShellEvent[] {
    const all = this.#rest + piece;
    const events: ShellEvent[] = [];
    let at = 0;
    const put = (text: string) => {
      if (text !== '') events.push({ kind: 'text', text });
    };
    for (const match of all.matchAll(SEQUENCE)) {
      put(all.slice(at, match.index));
      at = match.index + match[0].length;
      const { osc, csi } = match.groups ?? {};
      const status = osc?.startsWith(`${MARK};`) === true ? statusOfMark(osc.slice(`${MARK};`.length)) : null;
      if (status !== null) events.push({ kind: 'ended', status });
      if (csi === '?2004h') this.takesPaste = true;
      if (csi === '?2004l') {
        this.takesPaste = false;
        events.push({ kind: 'taken' });
      }
    }
    const begun = all.indexOf(ESCAPE, at);
    const end = begun === -1 || all.length - begun > MAX_SEQUENCE_LENGTH ? all.length : begun;
    put(all.slice(at, end));
    this.#rest = all.slice(end);
    return events;
  }
}

/** The keys that run a command: at a prompt several lines are pasted as one, to a program that runs they are typed. */
export function keysFor(command: string, takesPaste: boolean): string {
  const lines = command.replace(/\n+$/, '').replace(/\r?\n/g, '\r');
  return takesPaste ? `${KILL_LINE}${PASTE_BEGINS}${lines}${PASTE_ENDS}\r` : `${lines}\r`;
}

/** Displayed text as lines: what a carriage return wrote over is left out. */
export const plainLines = (text: string): string => text.replace(/\r+\n/g, '\n').replace(/[^\n]*\r/g, '');
