import type { EngineReply, EngineRequest } from '@academy/lab-engine/engine-protocol';
import { refusedProgram } from '@academy/lab-engine/shell/refusals';
import { EMPTY_LINE, emptied, inserted, type Key, keysOf, type Line, pasted, pressed, taken } from './line-editor.ts';
import { type CellWidth, drawingOf, layoutOf } from './line-layout.ts';
import type { OwnHandle } from './use-lab-terminals.ts';

/** Exit status of a program that is not there. */
const NOT_FOUND = 127;

/** What a prompt needs of its terminal. */
export interface Screen {
  write(text: string): void;
  /** Types keys, as the learner does. */
  type(text: string): void;
  focus(): void;
  size(): { columns: number; rows: number };
  width: CellWidth;
}

export interface LabPrompt extends OwnHandle {
  /** Takes what the terminal sends: keys and pastes. */
  input(data: string): void;
  resized(): void;
}

interface PromptOptions {
  session: string;
  screen: Screen;
  ask(request: EngineRequest): Promise<EngineReply>;
}

/** What happens at the prompt, one after the other. */
type Step = Key | { kind: 'run'; command: string; done(status: number | null): void };

const ENTER = /^[\r\n]+$/;
const INTERRUPT = '\u0003';
const CLEAR = '\u000c';
const TAB = '\t';
const CONTINUED = '> ';
/** Names that a second Tab lists, at most. */
const MAX_CHOICES = 100;

const crlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');

/**
 * The prompt of a terminal whose shell runs one command after the other: the command is edited here, the engine says
 * whether it is complete, and runs it. Keys that come meanwhile wait.
 */
export function labPrompt({ session, screen, ask }: PromptOptions): LabPrompt {
  let line: Line = EMPTY_LINE;
  /** The folder in which the next command runs; empty until the engine has answered. */
  let folder = '';
  let running = false;
  let rest = '';
  let lastCode = '';
  /** Rows of the command between the row where it begins and the cursor's. */
  let above = 0;
  let drawnAt = screen.size().columns;
  let steps: Step[] = [];
  let stepping = false;

  const prompts = (): [string, string] => [`${folder} $ `, CONTINUED];
  const layout = (cursor: number, columns = screen.size().columns) =>
    layoutOf(line.text, cursor, prompts(), columns, screen.width);

  /** Writes prompt and command in place of those that are shown. */
  function draw(all = false): void {
    if (running || folder === '') return;
    const { columns, rows } = screen.size();
    const drawing = drawingOf(layout(all ? line.text.length : line.cursor), all ? Number.POSITIVE_INFINITY : rows);
    const up = above > 0 ? `\u001b[${above}A` : '';
    const begin = drawing.text.startsWith(`${folder} `)
      ? `\u001b[1;34m${folder}\u001b[0m${drawing.text.slice(folder.length)}`
      : drawing.text;
    const back = drawing.below > 0 ? `\u001b[${drawing.below}A` : '';
    const right = drawing.column > 0 ? `\u001b[${drawing.column}C` : '';
    screen.write(`${up}\r\u001b[J${begin}${back}\r${right}`);
    above = drawing.above;
    drawnAt = columns;
  }

  /** Ends the command that is shown; what is written next begins on a row of its own. */
  function leave(sign = ''): void {
    draw(true);
    screen.write(`${sign}\r\n`);
    above = 0;
  }

  function clear(): void {
    screen.write('\u001b[2J\u001b[3J\u001b[H');
    above = 0;
    draw();
  }

  async function execute(command: string): Promise<number | null> {
    if (command.trim() === 'clear') {
      clear();
      return 0;
    }
    running = true;
    const reply = await ask({ kind: 'run', session, command });
    running = false;
    folder = reply.folder ?? folder;
    const out = crlf((reply.stdout ?? '') + (reply.stderr ?? ''));
    screen.write(out === '' || out.endsWith('\n') ? out : `${out}\r\n`);
    draw();
    // The page says of a program that the shell does not have what it says of one that nobody has.
    return refusedProgram(reply.stderr ?? '') === null ? (reply.exitCode ?? null) : NOT_FOUND;
  }

  /** Runs the command, or goes on in its next line. */
  async function enter(): Promise<void> {
    const { text } = line;
    if (text.trim() !== '' && (await ask({ kind: 'parse', command: text })).isComplete === false) {
      line = inserted({ ...line, cursor: text.length }, '\n');
      draw();
      return;
    }
    leave();
    line = taken(line);
    if (text.trim() === '') draw();
    else await execute(text);
  }

  /** Completes the word before the cursor; pressed again, lists what it may become. */
  async function complete(isSecond: boolean): Promise<void> {
    const { completion } = await ask({ kind: 'complete', session, text: line.text.slice(0, line.cursor) });
    if (completion === undefined) return;
    const { from, text, choices } = completion;
    const changed = inserted(line, text, from);
    if (changed.text === line.text && isSecond && choices.length > 1) {
      leave();
      const left = choices.length - MAX_CHOICES;
      screen.write(crlf(columnsOf(choices.slice(0, MAX_CHOICES)) + (left > 0 ? `... (${left})\n` : '')));
    }
    line = changed;
    draw();
  }

  function columnsOf(names: readonly string[]): string {
    const cells = Math.max(...names.map(screen.width)) + 2;
    const across = Math.max(1, Math.floor(screen.size().columns / cells));
    const down = Math.ceil(names.length / across);
    const row = (at: number) =>
      names
        .filter((_name, place) => place % down === at)
        .map((name) => name + ' '.repeat(Math.max(0, cells - screen.width(name))))
        .join('')
        .trimEnd();
    return Array.from({ length: down }, (_row, at) => `${row(at)}\n`).join('');
  }

  async function take(step: Step): Promise<void> {
    if (step.kind === 'run') return step.done(await runIn(step.command));
    const isSecond = lastCode === TAB;
    lastCode = step.kind === 'key' ? step.code : '';
    if (step.kind === 'text') line = pasted(line, step.text);
    else if (ENTER.test(step.code)) return enter();
    else if (step.code === TAB) return complete(isSecond);
    else if (step.code === CLEAR) return clear();
    else line = pressed(line, step.code) ?? line;
    draw();
  }

  /** Runs the command of an action; what the learner is writing stays for the next prompt. */
  async function runIn(command: string): Promise<number | null> {
    const own = line;
    const text = command.replace(/\n+$/, '');
    line = inserted(emptied(line), text);
    leave();
    const { history } = taken(line);
    line = { ...own, history, at: own.at === own.history.length ? history.length : own.at };
    return execute(text);
  }

  async function goOn(): Promise<void> {
    if (stepping) return;
    stepping = true;
    for (let step = steps.shift(); step !== undefined; step = steps.shift()) await take(step);
    stepping = false;
  }

  const put = (step: Step): void => {
    steps.push(step);
    void goOn();
  };

  function interrupt(): void {
    steps = steps.filter((step) => step.kind === 'run');
    if (running) {
      screen.write('^C\r\n');
      void ask({ kind: 'interrupt', session });
      return;
    }
    leave('^C');
    line = emptied(line);
    draw();
  }

  // Commands wait until the first prompt is here.
  stepping = true;
  void ask({ kind: 'run', session, command: ':' }).then((reply) => {
    folder = reply.folder ?? folder;
    stepping = false;
    draw();
    void goOn();
  });

  return {
    input(data) {
      const read = keysOf(rest + data);
      rest = read.rest;
      for (const key of read.keys) {
        if (key.kind === 'key' && key.code === INTERRUPT) interrupt();
        else put(key);
      }
    },
    resized() {
      // The terminal wraps finished lines anew, but not the one in which the cursor stands.
      const { columns } = screen.size();
      if (columns === drawnAt) return;
      const lineStart = line.text.lastIndexOf('\n', line.cursor - 1) + 1;
      const own = layout(line.cursor, drawnAt).row - layout(lineStart, drawnAt).row;
      above = layout(lineStart, columns).row + own;
      draw();
    },
    run: (command) => new Promise((done) => put({ kind: 'run', command, done })),
    type: screen.type,
    interrupt,
    clear,
    focus: screen.focus,
  };
}
