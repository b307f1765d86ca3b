import type { TextRange } from '@academy/contract/rules/lab-text';
import type { EngineReply } from '@academy/lab-engine/engine-protocol';

/** How long a command may take. */
export interface TimeLimits {
  /** ms. */
  limitMs: number;
  /** It may keep running: then it is waited for until it is quiet, or has printed `until`. */
  mayStay: boolean;
  until: string | null;
}

/** What became of a command. */
export interface Ran {
  /** 'running': it keeps running; 'late': it did not end in time; 'busy': another one runs in its terminal. */
  status: number | 'running' | 'late' | 'busy';
  output: string;
}

/** A terminal of a lab without a page. */
export interface ProofTerminal {
  run(command: string, limits: TimeLimits): Promise<Ran>;
  /** Types at the prompt, or to what runs. @returns its output so far, and the status of what has ended by it */
  type(text: string, limits: TimeLimits): Promise<Ran>;
  /** Interrupts what runs. @returns false when it does not end */
  interrupt(limits: TimeLimits): Promise<boolean>;
}

/** A running lab without a page: what its actions need of an engine. */
export interface ProofLab {
  /** @param session `1` to `3` */
  terminal(session: string): Promise<ProofTerminal>;
  openTerminals(): ProofTerminal[];
  edit(name: string, settings: Readonly<Record<string, unknown>>, selection: TextRange | null): Promise<EngineReply>;
  /** Runs a script in the home folder, as a check is run. @param input what it reads from its standard input */
  script(script: string, args: readonly string[], timeoutMs: number, input?: string): Promise<EngineReply>;
  write(path: string, text: string): Promise<EngineReply>;
  /** The text of a file; null when there is none, or it is no text. */
  text(path: string): Promise<string | null>;
  close(): Promise<void>;
}
