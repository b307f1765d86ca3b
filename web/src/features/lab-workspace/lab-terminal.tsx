import { useEffect, useRef } from 'react';
import type { LabEngine } from './lab-engine.ts';
import css from './lab-workspace.module.css';
import { EMPTY_LINE, typed } from './line-editor.ts';
import type { OwnHandle } from './use-lab-terminals.ts';
import { openXterm } from './xterm-terminal.ts';

interface LabTerminalProps {
  /** `1` to `3`. */
  session: string;
  engine: LabEngine;
  shown: boolean;
  onReady(session: string, handle: OwnHandle | null): void;
}

const crlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');

/** A terminal: the line is edited here, commands run in the engine. The Tab key leaves it, as it leaves any field. */
export function LabTerminal({ session, engine, shown, onReady }: LabTerminalProps) {
  const place = useRef<HTMLDivElement>(null);
  const fit = useRef<(() => void) | null>(null);
  const ready = useRef(onReady);
  ready.current = onReady;

  useEffect(() => {
    const host = place.current;
    if (host === null) return;
    const made = openXterm(host, session);
    const { terminal } = made;
    fit.current = made.fit;
    terminal.attachCustomKeyEventHandler(({ key }) => key !== 'Tab');

    let line = EMPTY_LINE;
    let folder = '';
    let running = false;
    let queue: Promise<unknown> = Promise.resolve();
    let drawnRows = 0;
    const plainPrompt = () => `${folder} $ `;
    const rowsOf = (length: number) => Math.floor(length / terminal.cols);

    /** Rewrites prompt and line; wrapped rows are counted, so that all of the old text is cleared. */
    function draw(): void {
      if (running || folder === '') return;
      const prompt = plainPrompt();
      const up = drawnRows > 0 ? `\u001b[${drawnRows}A` : '';
      const all = prompt.length + line.text.length;
      const at = prompt.length + line.cursor;
      let out = `${up}\r\u001b[J\u001b[1;34m${folder}\u001b[0m $ ${line.text}`;
      if (all % terminal.cols === 0) out += '\r\n';
      const back = rowsOf(all) - rowsOf(at);
      if (back > 0) out += `\u001b[${back}A`;
      out += `\r${at % terminal.cols > 0 ? `\u001b[${at % terminal.cols}C` : ''}`;
      drawnRows = rowsOf(at);
      terminal.write(out);
    }

    async function execute(command: string): Promise<number | null> {
      drawnRows = 0;
      running = true;
      const reply = await engine.ask({ kind: 'run', session, command });
      running = false;
      folder = reply.folder ?? folder;
      const out = crlf((reply.stdout ?? '') + (reply.stderr ?? ''));
      terminal.write(out === '' || out.endsWith('\n') ? out : `${out}\r\n`);
      draw();
      return reply.exitCode ?? null;
    }

    const enqueue = <T,>(work: () => Promise<T>): Promise<T> => {
      const result = queue.then(work);
      queue = result.catch(() => undefined);
      return result;
    };

    // Commands wait until the first prompt is here.
    void enqueue(async () => {
      folder = (await engine.ask({ kind: 'run', session, command: ':' })).folder ?? folder;
      draw();
    });

    const interrupt = () => {
      if (running) void engine.ask({ kind: 'interrupt', session });
      else terminal.write('^C\r\n');
      drawnRows = 0;
      line = { ...line, text: '', cursor: 0 };
      draw();
    };
    const clear = () => {
      terminal.write('\u001b[2J\u001b[3J\u001b[H');
      drawnRows = 0;
      draw();
    };
    const input = terminal.onData((data) => {
      const result = typed(line, data);
      line = result.line;
      for (const event of result.events) {
        if (event.kind === 'interrupt') interrupt();
        else if (event.kind === 'clear') clear();
        else {
          const { text } = event;
          void enqueue(async () => {
            terminal.write('\r\n');
            if (text.trim() === '') {
              drawnRows = 0;
              draw();
            } else if (text.trim() === 'clear') clear();
            else await execute(text);
          });
        }
      }
      draw();
    });

    ready.current(session, {
      run: (command) =>
        enqueue(async () => {
          line = { ...line, text: '', cursor: 0 };
          draw();
          const shownCommand = command.replace(/\n+$/, '');
          terminal.write(`${crlf(shownCommand)}\r\n`);
          if (shownCommand.trim() === 'clear') {
            clear();
            return 0;
          }
          line = { ...line, history: [...line.history, shownCommand], at: line.history.length + 1 };
          return execute(shownCommand);
        }),
      type(text) {
        terminal.input(text, true);
      },
      interrupt,
      clear,
      focus: () => terminal.focus(),
    });
    return () => {
      ready.current(session, null);
      input.dispose();
      made.remove();
    };
  }, [engine, session]);

  useEffect(() => {
    if (shown) fit.current?.();
  }, [shown]);

  return <div ref={place} className={css.terminal} hidden={!shown} />;
}
