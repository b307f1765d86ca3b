import type { TextRange } from '@academy/contract/rules/lab-text';
import type { Completion } from './shell/completion.ts';
import type { ShellStep } from './shell-steps.ts';

/** A file of the learner, its path relative to the home folder. */
export interface LabFile {
  path: string;
  text: string;
}

/** Requests of the page to the worker that runs a lab. */
export type EngineRequest =
  | { kind: 'start'; files: readonly LabFile[] }
  | { kind: 'run'; session: string; command: string }
  /** Whether a command is complete, or goes on in its next line. */
  | { kind: 'parse'; command: string }
  /** Completes the last word of a command. */
  | { kind: 'complete'; session: string; text: string }
  | { kind: 'interrupt'; session: string }
  | { kind: 'write'; path: string; text: string }
  | { kind: 'edit'; name: string; settings: Readonly<Record<string, unknown>>; selection: TextRange | null }
  /** `input` is what the check reads from its standard input. */
  | { kind: 'test'; script: string; args: readonly string[]; timeoutMs: number; input?: string }
  /** How many steps of a lab the shell would refuse, as far as reading them tells. */
  | { kind: 'judge'; steps: readonly ShellStep[] }
  | { kind: 'ping' };

/** Why an edit cannot be made, for the page to put into words: workers have no texts. */
export interface EditFailure {
  failure:
    | 'noFile'
    | 'outsideHome'
    | 'textNotFound'
    | 'yamlUnreadable'
    | 'yamlPathNotFound'
    | 'nothingSelected'
    | 'unknownEdit';
  path: string;
}

/** What it answers; `files` is there whenever they may have changed. */
export interface EngineReply {
  files?: LabFile[];
  stdout?: string;
  stderr?: string;
  exitCode?: number;
  /** Folder in which the next command of the terminal runs, `~` for the home folder. */
  folder?: string;
  isComplete?: boolean;
  completion?: Completion;
  /** File that an edit is about, and the place in it; without a place the file is not shown. */
  path?: string;
  range?: TextRange | null;
  /** File that the editor does not show any longer. */
  closed?: string;
  /** Why an edit could not be made; the page puts it into words. */
  failure?: EditFailure['failure'];
  /** How many steps the shell would refuse. */
  refused?: number;
  /** The check was stopped after its time. */
  tookTooLong?: boolean;
  /** Why it could not be done, for learners. */
  problem?: string;
}

export const HOME = ['', 'home', 'learner'].join('/');

/** A path as authors write it (`~/x`, `$HOME/x`, absolute or relative to the home folder), relative to the home folder. */
export function homePath(path: string): string {
  const own = path.replace(/^(~|\$HOME|\$\{HOME\})(?=\/|$)/, HOME);
  const inHome = own === HOME ? '' : own.startsWith(`${HOME}/`) ? own.slice(HOME.length + 1) : own;
  return inHome.replace(/^\.\//, '').replace(/^\/+/, '');
}

/** Longest path of a learner's file, as in snapshots. */
const MAX_CHARACTERS = 300;

/** Whether a path that `homePath` has read stays in the home folder, and names something in it. */
export const isInHome = (path: string): boolean =>
  path.length <= MAX_CHARACTERS && path.split('/').every((name) => !['', '.', '..'].includes(name));
