import { useEffect, useRef } from 'react';
import type { LabEngine } from './lab-engine.ts';
import { labPrompt } from './lab-prompt.ts';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';
import { TerminalPlace } from './terminal-place.tsx';
import type { OwnHandle } from './use-lab-terminals.ts';
import { leaveKeys } from './xterm-input.ts';
import { openXterm, type XtermTerminal } from './xterm-terminal.ts';

interface LabTerminalProps {
  /** `1` to `3`. */
  session: string;
  engine: Pick<LabEngine, 'ask'>;
  shown: boolean;
  onReady(session: string, handle: OwnHandle | null): void;
}

/** The first terminal says how it is left, because its Tab key completes names. */
const SAYS_KEYS = '1';

const GREY = '\u001b[38;5;248m';
const PLAIN = '\u001b[0m';
/** A terminal whose commands are edited in the page and run in the engine. */
export function LabTerminal({ session, engine, shown, onReady }: LabTerminalProps) {
  const host = useRef<HTMLDivElement>(null);
  const place = useRef<XtermTerminal | null>(null);
  const ready = useRef(onReady);
  ready.current = onReady;

  useEffect(() => {
    if (host.current === null) return;
    const made = openXterm(host.current, session);
    const { terminal } = made;
    place.current = made;
    terminal.textarea?.setAttribute('aria-description', labWorkspaceTexts.promptKeys);
    leaveKeys(terminal, host.current, true);
    // A paste is to come as one.
    terminal.write('\u001b[?2004h');
    if (session === SAYS_KEYS) terminal.write(`${GREY}${labWorkspaceTexts.promptHint}${PLAIN}\r\n`);
    const prompt = labPrompt({
      session,
      ask: (request) => engine.ask(request),
      screen: {
        write: (text) => terminal.write(text),
        type: (text) => terminal.input(text, true),
        focus: () => terminal.focus(),
        size: () => ({ columns: terminal.cols, rows: terminal.rows }),
        width: made.width,
      },
    });
    terminal.onData((data) => prompt.input(data));
    terminal.onResize(() => prompt.resized());
    ready.current(session, prompt);
    return () => {
      ready.current(session, null);
      made.remove();
    };
  }, [engine, session]);

  useEffect(() => {
    if (shown) place.current?.fit();
  }, [shown]);

  return <TerminalPlace ref={host} place={place} shown={shown} />;
}
