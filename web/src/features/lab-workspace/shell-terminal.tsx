import { FORM_FEED, INTERRUPT, KILL_LINE, MARK, STAYS_MS, statusOfMark } from '@academy/lab-engine/shell-marks';
import { useEffect, useRef } from 'react';
import type { LabShells } from './lab-engine.ts';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import { TerminalPlace } from './terminal-place.tsx';
import type { OwnHandle } from './use-lab-terminals.ts';
import { leaveKeys } from './xterm-input.ts';
import { openXterm, type XtermTerminal } from './xterm-terminal.ts';

/** So long what follows an interrupt waits for the prompt, ms: a program may ask something instead of ending. */
const INTERRUPT_MS = 5_000;

interface ShellTerminalProps {
  /** `1` to `3`. */
  session: string;
  shells: LabShells;
  shown: boolean;
  onReady(session: string, handle: OwnHandle | null): void;
}

/** A terminal with a shell of its own behind it. The Tab key belongs to the shell; Shift and Tab leave the terminal. */
export function ShellTerminal({ session, shells, shown, onReady }: ShellTerminalProps) {
  const host = useRef<HTMLDivElement>(null);
  const place = useRef<XtermTerminal | null>(null);
  const ready = useRef(onReady);
  ready.current = onReady;

  useEffect(() => {
    if (host.current === null) return;
    const made = openXterm(host.current, session);
    const { terminal } = made;
    place.current = made;
    terminal.textarea?.setAttribute('aria-description', labWorkspaceTexts.terminalKeys);
    leaveKeys(terminal, host.current, false);

    let prompted = () => {};
    /** The shell has shown its first prompt. */
    const begun = new Promise<void>((resolve) => {
      prompted = resolve;
    });
    /** Replayed output contains terminal queries that were answered before. */
    let answering = true;
    const shell = shells.open(session, {
      size: () => ({ columns: Math.max(2, terminal.cols), rows: Math.max(1, terminal.rows) }),
      output(text, again) {
        if (again) {
          answering = false;
          terminal.reset();
          prompted();
        }
        terminal.write(text, () => {
          if (again) answering = true;
          else shell.seen(text.length);
        });
      },
    });
    terminal.onData((data) => answering && shell.input(data));
    terminal.onResize(() => shell.resized());

    const running: ((status: number) => void)[] = [];
    const within = <T,>(ms: number, otherwise: T) =>
      new Promise<T>((resolve) => setTimeout(() => resolve(otherwise), ms));
    const prompt = () => new Promise<number>((resolve) => running.push(resolve));
    /** The shell listens: what is typed before its first prompt, or while an interrupted program ends, would be lost. */
    let listening: Promise<unknown> = begun;
    terminal.parser.registerOscHandler(MARK, (data) => {
      const status = statusOfMark(data);
      if (status === null) return false;
      prompted();
      for (const resolve of running.splice(0)) resolve(status);
      return true;
    });

    ready.current(session, {
      async run(command) {
        await listening;
        const ended = prompt();
        // At a prompt a command of several lines is pasted as one; to a program that runs it is typed.
        if (terminal.modes.bracketedPasteMode) shell.input(KILL_LINE);
        terminal.paste(command.replace(/\n+$/, ''));
        terminal.input('\r', true);
        return Promise.race([ended, within(STAYS_MS, 'running' as const)]);
      },
      async type(text) {
        await listening;
        terminal.input(text, true);
      },
      interrupt() {
        listening = Promise.race([prompt(), within(INTERRUPT_MS, null)]);
        shell.input(INTERRUPT);
      },
      clear() {
        terminal.clear();
        shell.input(FORM_FEED);
      },
      focus: () => terminal.focus(),
    });
    return () => {
      ready.current(session, null);
      shell.close();
      made.remove();
    };
  }, [shells, session]);

  useEffect(() => {
    if (shown) place.current?.fit();
  }, [shown]);

  return <TerminalPlace ref={host} place={place} shown={shown} />;
}
