import type { LabAction } from '@academy/contract/labs';
import { type EditFailure, type EngineReply, homePath } from './engine-protocol.ts';

/** What there is to say about the end of an action; the page and `labs prove` put it into words. */
export type OutcomeReason =
  | { code: 'doneWithStatus'; status: number }
  | { code: 'programMissing'; program: string }
  | { code: 'noTab'; name: string }
  | { code: EditFailure['failure']; path: string }
  /** The engine's own words. */
  | { code: 'problem'; text: string }
  /** A check that failed, with what it wrote. */
  | { code: 'notYet'; status: number; output: string }
  | {
      code:
        | 'cannot'
        | 'copied'
        | 'downloaded'
        | 'noAnswer'
        | 'noCheck'
        | 'notCopied'
        | 'openedInNewTab'
        | 'runsInTerminal'
        | 'wellDone'
        | 'wentWrong';
    };

/** What became of an action. */
export interface Outcome {
  state: 'done' | 'failed';
  /** Null where "done" is enough. */
  reason: OutcomeReason | null;
}

/** What the lab can do with a terminal. */
export interface TerminalHandle {
  /** Runs a command as if it had been typed. @returns its exit status; null when it could not run, and 'running' while it runs */
  run(command: string): Promise<number | 'running' | null>;
  /** Writes text at the prompt. */
  type(text: string): void;
  interrupt(): void;
  clear(): void;
  focus(): void;
}

/** What an action may use of the workspace. */
export interface LabTools {
  /** Shows a terminal, opening it when needed. */
  terminal(session: string): Promise<TerminalHandle>;
  openTerminals(): TerminalHandle[];
  /** Changes or opens a file and shows the place. */
  edit(name: string, settings: LabAction['settings']): Promise<EngineReply>;
  /** Runs a check once. @returns null when the lab has no such check */
  check(name: string, args: readonly string[], timeoutMs: number): Promise<EngineReply | null>;
  noteCheck(title: string, passed: boolean, output: string): void;
  fileText(path: string): string | null;
  /** @returns false when there is no such tab */
  showTab(name: string): boolean;
  openTab(name: string, url: string): void;
  closeTab(name: string): void;
  /** Opens an http(s) address outside of the lab. */
  openAddress(url: string): void;
  /** Copies text to the clipboard. @returns false when the learner's browser refuses */
  copy(text: string): Promise<boolean>;
  /** Saves a file on the learner's device. */
  download(name: string, text: string): void;
}

const DONE: Outcome = { state: 'done', reason: null };
const done = (reason: OutcomeReason): Outcome => ({ state: 'done', reason });
const failed = (reason: OutcomeReason): Outcome => ({ state: 'failed', reason });
/** For actions that failed in a way that nothing foresaw. */
export const WENT_WRONG: Outcome = failed({ code: 'wentWrong' });

/** Names of the sessions that classic labs use, besides numbers. */
const MOST_TERMINALS = 3;
/** Exit status of a command that does not exist. */
const NOT_FOUND = 127;
/** Exit status of a check without one. */
const TOO_LATE = -1;
/** Default and longest timeout of a check, seconds. */
const CHECK_SECONDS = 15;
const MOST_SECONDS = 120;
/** "Without end" ends after so many tries. */
const MOST_RETRIES = 60;

const word = (action: LabAction, name: string): string => {
  const value = action.settings[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

function sessionOf(action: LabAction): string {
  const number = Number(word(action, 'session') || '1');
  return String(Number.isInteger(number) && number >= 1 && number <= MOST_TERMINALS ? number : 1);
}

async function copied(text: string, tools: LabTools): Promise<Outcome> {
  return (await tools.copy(text)) ? done({ code: 'copied' }) : failed({ code: 'notCopied' });
}

function outcomeOf(status: number | 'running' | null, command: string): Outcome {
  if (status === null) return failed({ code: 'noAnswer' });
  if (status === 'running') return done({ code: 'runsInTerminal' });
  if (status !== NOT_FOUND) return status === 0 ? DONE : done({ code: 'doneWithStatus', status });
  return failed({ code: 'programMissing', program: command.trim().split(/\s/)[0] ?? '' });
}

/** Why an engine could not do it; null: it could. */
function failureOf({ failure, path = '', problem }: EngineReply): Outcome | null {
  if (failure !== undefined) return failed({ code: failure, path });
  return problem === undefined ? null : failed({ code: 'problem', text: problem });
}

async function runIn(action: LabAction, tools: LabTools): Promise<Outcome> {
  const terminal = await tools.terminal(sessionOf(action));
  if (action.settings.clear === true) terminal.clear();
  const command = word(action, 'command');
  return outcomeOf(await terminal.run(command), command);
}

async function check(action: LabAction, tools: LabTools): Promise<Outcome> {
  const name = word(action, 'name');
  const title = word(action, 'title') || name;
  const { args } = action.settings;
  const words = (Array.isArray(args) ? args : args === undefined ? [] : [args]).map(String);
  const timeoutMs = Math.min(Number(word(action, 'timeout')) || CHECK_SECONDS, MOST_SECONDS) * 1_000;
  const retries =
    word(action, 'retries') === '.INF' || word(action, 'retries') === 'Infinity'
      ? MOST_RETRIES
      : Number(word(action, 'retries'));
  const delayMs = Math.min(Number(word(action, 'delay')) || 1, MOST_SECONDS) * 1_000;
  for (let left = Math.min(retries || 0, MOST_RETRIES); ; left -= 1) {
    const reply = await tools.check(name, words, timeoutMs);
    if (reply === null) return failed({ code: 'noCheck' });
    if (reply.problem !== undefined) return failed({ code: 'problem', text: reply.problem });
    const output = `${reply.stdout ?? ''}${reply.stderr ?? ''}`.trim();
    const passed = reply.exitCode === 0;
    if (passed || left <= 0) {
      tools.noteCheck(title, passed, output);
      return passed
        ? done({ code: 'wellDone' })
        : failed({ code: 'notYet', status: reply.exitCode ?? TOO_LATE, output });
    }
    await new Promise((again) => setTimeout(again, delayMs));
  }
}

const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

function openAddress(url: string, tools: LabTools): Outcome {
  if (!isWebAddress(url)) return failed({ code: 'cannot' });
  tools.openAddress(url);
  return done({ code: 'openedInNewTab' });
}

/** Runs an action, or returns why it cannot be run here. */
export async function perform(action: LabAction, tools: LabTools): Promise<Outcome> {
  const { name } = action;
  if (!action.known) return failed({ code: 'cannot' });
  if (name.startsWith('editor:')) {
    return failureOf(await tools.edit(name, action.settings)) ?? DONE;
  }
  switch (name) {
    case 'terminal:execute':
      return runIn(action, tools);
    case 'terminal:execute-all': {
      const command = word(action, 'command');
      await tools.terminal('1');
      const codes = await Promise.all(tools.openTerminals().map((terminal) => terminal.run(command)));
      return outcomeOf(codes[0] ?? null, command);
    }
    case 'terminal:input':
      (await tools.terminal(sessionOf(action))).type(
        word(action, 'text') + (action.settings.endl === false ? '' : '\r'),
      );
      return DONE;
    case 'terminal:interrupt':
      (await tools.terminal(sessionOf(action))).interrupt();
      return DONE;
    case 'terminal:interrupt-all':
      for (const terminal of tools.openTerminals()) terminal.interrupt();
      return DONE;
    case 'terminal:clear':
      (await tools.terminal(sessionOf(action))).clear();
      return DONE;
    case 'terminal:clear-all':
      for (const terminal of tools.openTerminals()) terminal.clear();
      return DONE;
    case 'terminal:select':
      (await tools.terminal(sessionOf(action))).focus();
      return DONE;
    case 'workshop:copy':
    case 'workshop:copy-and-edit':
      return copied(word(action, 'text'), tools);
    case 'dashboard:open-dashboard':
      return tools.showTab(word(action, 'name')) ? DONE : failed({ code: 'noTab', name: word(action, 'name') });
    case 'dashboard:create-dashboard':
    case 'dashboard:reload-dashboard':
      return tab(action, tools);
    case 'dashboard:delete-dashboard':
      tools.closeTab(word(action, 'name'));
      return DONE;
    case 'dashboard:open-url':
      return openAddress(word(action, 'url'), tools);
    case 'examiner:execute-test':
      return check(action, tools);
    case 'files:copy-file':
    case 'files:download-file':
      return fileOf(action, tools);
    default:
      return failed({ code: 'cannot' });
  }
}

async function tab(action: LabAction, tools: LabTools): Promise<Outcome> {
  const url = word(action, 'url');
  const [, terminal] = /^terminal:(\d)/.exec(url) ?? [];
  if (terminal !== undefined) {
    await tools.terminal(terminal);
    return DONE;
  }
  if (url === '') return tools.showTab(word(action, 'name')) ? DONE : failed({ code: 'cannot' });
  if (!isWebAddress(url)) return failed({ code: 'cannot' });
  tools.openTab(word(action, 'name'), url);
  return DONE;
}

async function fileOf(action: LabAction, tools: LabTools): Promise<Outcome> {
  const path = homePath(word(action, 'path') || word(action, 'src'));
  const text = tools.fileText(path);
  if (text === null) return failed(path === '' ? { code: 'cannot' } : { code: 'noFile', path });
  if (action.name === 'files:copy-file') return copied(text, tools);
  tools.download(path.split('/').at(-1) ?? 'file', text);
  return done({ code: 'downloaded' });
}
