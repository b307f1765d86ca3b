import { LAB_FILE_LENGTH } from '@academy/contract/lab-channel';
import { LAB_SNAPSHOT_BYTES, type LabAction } from '@academy/contract/labs';
import { checkForm, initialAnswers } from '@academy/contract/rules/check-form';
import { editorCommand } from '@academy/contract/rules/editor-commands';
import { labPortOf } from '@academy/contract/rules/lab-address';
import { type EditFailure, type EngineReply, homePath, isInHome } from './engine-protocol.ts';

/** What there is to say about the end of an action; the page and `labs prove` put it into words. */
export type OutcomeReason =
  | { code: 'doneWithStatus'; status: number }
  | { code: 'programMissing'; program: string }
  | { code: 'noTab'; name: string }
  | { code: EditFailure['failure'] | 'notText'; path: string }
  /** Files of the learner's device that a lab does not take; what one file and all files may have, bytes. */
  | { code: 'tooLarge'; path: string; bytes: number }
  | { code: 'uploaded'; count: number }
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
        | 'noFileChosen'
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
  /** Stops what runs in it, and shows it no longer. */
  close(): void;
}

/** A file that the learner has chosen on their device; `text` is null for one that is no text. */
export interface ChosenFile {
  name: string;
  bytes: number;
  text: string | null;
}

/** What an action may use of the workspace. */
export interface LabTools {
  /** Shows a terminal, opening it when needed. */
  terminal(session: string): Promise<TerminalHandle>;
  openTerminals(): TerminalHandle[];
  /** Changes or opens a file and shows the place. */
  edit(name: string, settings: LabAction['settings']): Promise<EngineReply>;
  /**
   * Runs a check once.
   *
   * @param input what it reads from its standard input
   * @returns null when the lab has no such check
   */
  check(name: string, args: readonly string[], timeoutMs: number, input: string): Promise<EngineReply | null>;
  noteCheck(title: string, passed: boolean, output: string): void;
  /** @returns null when there is no such text */
  fileText(path: string): Promise<string | null>;
  /** Writes a file of the learner. */
  write(path: string, text: string): Promise<EngineReply>;
  /** @param reload whether to load it again @returns false when there is no such tab */
  showTab(name: string, reload?: boolean): boolean;
  /** @param focus false: the tab is made, and the one that is shown stays */
  openTab(name: string, url: string, focus: boolean): void;
  closeTab(name: string): void;
  /** Opens an http(s) address outside of the lab. */
  openAddress(url: string): void;
  /** Copies text to the clipboard. @returns false when the learner's browser refuses */
  copy(text: string): Promise<boolean>;
  /** Saves a file on the learner's device. */
  download(name: string, text: string): void;
  /** Lets the learner choose files of their device. @returns null when they choose none */
  chooseFiles(several: boolean): Promise<readonly ChosenFile[] | null>;
}

const DONE: Outcome = { state: 'done', reason: null };
const done = (reason: OutcomeReason): Outcome => ({ state: 'done', reason });
const failed = (reason: OutcomeReason): Outcome => ({ state: 'failed', reason });
/** For actions that failed in a way that nothing foresaw. */
export const WENT_WRONG: Outcome = failed({ code: 'wentWrong' });

const MAX_TERMINALS = 3;
/** The session that means every terminal. */
const ALL_TERMINALS = '*';
/** Exit status of a command that does not exist. */
const NOT_FOUND = 127;
/** Exit status of a check without one. */
const TOO_LATE = -1;
/** Default and longest timeout of a check, seconds. */
const CHECK_SECONDS = 15;
const MAX_SECONDS = 120;
/** "Without end" ends after so many tries. */
const MAX_RETRIES = 60;
/** Folder of files from the learner's device. */
const UPLOADS = 'uploads';

const word = (action: LabAction, name: string): string => {
  const value = action.settings[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

/** Number of the terminal; publishing gives one to each name of the author. */
function sessionOf(action: LabAction): string {
  const number = Number(word(action, 'terminal') || word(action, 'session') || '1');
  return String(Number.isInteger(number) && number >= 1 && number <= MAX_TERMINALS ? number : 1);
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

/** How often a failed check is tried again. */
function retriesOf(action: LabAction): number {
  const { retries } = action.settings;
  const isEndless = retries === 'infinite' || (typeof retries === 'number' && retries < 0);
  return isEndless ? MAX_RETRIES : Math.min(Number(retries ?? 0) || 0, MAX_RETRIES);
}

/** The standard input of a check: the answers of its form as JSON; empty for a check that asks nothing. */
export function inputOf(action: LabAction, answers: CheckAnswers | null): string {
  const form = checkForm(action.settings.inputs);
  return form === null ? '' : JSON.stringify(answers ?? initialAnswers(form));
}

/** The arguments of a check, and how long one run of it may take. */
export function checkTerms(action: LabAction): { words: string[]; timeoutMs: number } {
  const { args } = action.settings;
  const words = (Array.isArray(args) ? args : args === undefined ? [] : [args]).map(String);
  return { words, timeoutMs: Math.min(Number(word(action, 'timeout')) || CHECK_SECONDS, MAX_SECONDS) * 1_000 };
}

async function check(action: LabAction, tools: LabTools, answers: CheckAnswers | null): Promise<Outcome> {
  const name = word(action, 'name');
  const title = word(action, 'title') || name;
  const { words, timeoutMs } = checkTerms(action);
  const delayMs = Math.min(Number(word(action, 'delay')) || 1, MAX_SECONDS) * 1_000;
  const input = inputOf(action, answers);
  for (let left = retriesOf(action); ; left -= 1) {
    const reply = await tools.check(name, words, timeoutMs, input);
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
  const place = labPortOf(url, []);
  if (place !== null) {
    tools.openTab(`localhost:${place.port}`, url, true);
    return DONE;
  }
  if (!isWebAddress(url)) return failed({ code: 'cannot' });
  tools.openAddress(url);
  return done({ code: 'openedInNewTab' });
}

/** What the learner has filled in, by the name of the field. */
export type CheckAnswers = Readonly<Record<string, string>>;

/**
 * Runs an action, or returns why it cannot be run here.
 *
 * @param answers to the form of a check; null: the values of its author
 */
export async function perform(
  action: LabAction,
  tools: LabTools,
  answers: CheckAnswers | null = null,
): Promise<Outcome> {
  const { name } = action;
  if (!action.known) return failed({ code: 'cannot' });
  if (name === 'editor:execute-command') return runEditorCommand(action, tools);
  if (/^editor:[a-z-]+-terminal$/.test(name)) return inTerminal(action, tools);
  if (name.startsWith('editor:')) {
    return failureOf(await tools.edit(name, action.settings)) ?? DONE;
  }
  switch (name) {
    case 'terminal:execute':
      return runIn(action, tools);
    case 'terminal:execute-all': {
      const command = word(action, 'command');
      await tools.terminal('1');
      const terminals = tools.openTerminals();
      if (action.settings.clear === true) for (const terminal of terminals) terminal.clear();
      const codes = await Promise.all(terminals.map((terminal) => terminal.run(command)));
      return outcomeOf(codes[0] ?? null, command);
    }
    case 'terminal:input':
    case 'terminal:interrupt':
    case 'terminal:clear':
    case 'terminal:select':
      return inTerminal(action, tools);
    case 'terminal:interrupt-all':
      for (const terminal of tools.openTerminals()) terminal.interrupt();
      return DONE;
    case 'terminal:clear-all':
      for (const terminal of tools.openTerminals()) terminal.clear();
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
      return check(action, tools, answers);
    case 'files:copy-file':
    case 'files:download-file':
      return fileOf(action, tools);
    case 'files:upload-file':
    case 'files:upload-files':
      return upload(action, tools);
    // The page opens and closes sections.
    case 'section:heading':
    case 'section:begin':
    case 'section:end':
      return DONE;
    default:
      return failed({ code: 'cannot' });
  }
}

const typedText = (action: LabAction): string => word(action, 'text') + (action.settings.endl === false ? '' : '\r');

/** Actions of one terminal; those of the editor's terminals are the same. */
async function inTerminal(action: LabAction, tools: LabTools): Promise<Outcome> {
  if (action.name === 'terminal:input' && word(action, 'session') === ALL_TERMINALS) {
    await tools.terminal('1');
    for (const terminal of tools.openTerminals()) terminal.type(typedText(action));
    return DONE;
  }
  const terminal = await tools.terminal(sessionOf(action));
  switch (action.name) {
    case 'terminal:input':
    case 'editor:send-to-terminal':
      terminal.type(typedText(action));
      break;
    case 'terminal:interrupt':
    case 'editor:interrupt-terminal':
      terminal.interrupt();
      break;
    case 'terminal:clear':
    case 'editor:clear-terminal':
      terminal.clear();
      break;
    case 'editor:close-terminal':
      terminal.close();
      break;
    default:
      terminal.focus();
  }
  return DONE;
}

async function runEditorCommand(action: LabAction, tools: LabTools): Promise<Outcome> {
  switch (editorCommand(word(action, 'command'))) {
    case 'saved':
      return DONE;
    case 'files':
      return tools.showTab('Editor') ? DONE : failed({ code: 'cannot' });
    case 'terminal':
      (await tools.terminal('1')).focus();
      return DONE;
    case 'closed':
      return failureOf(await tools.edit('editor:close-file', {})) ?? DONE;
    default:
      return failed({ code: 'cannot' });
  }
}

async function tab(action: LabAction, tools: LabTools): Promise<Outcome> {
  const url = word(action, 'url');
  if (url.startsWith('terminal:')) {
    const number = word(action, 'terminal') || url.slice('terminal:'.length);
    await tools.terminal(sessionOf({ ...action, settings: { session: number } }));
    return DONE;
  }
  if (url === '') return tools.showTab(word(action, 'name'), true) ? DONE : failed({ code: 'cannot' });
  if (!isWebAddress(url)) return failed({ code: 'cannot' });
  tools.openTab(word(action, 'name'), url, action.settings.focus !== false);
  return DONE;
}

async function fileOf(action: LabAction, tools: LabTools): Promise<Outcome> {
  const path = homePath(word(action, 'path') || word(action, 'src'));
  const text = await tools.fileText(path);
  if (text === null) return failed(path === '' ? { code: 'cannot' } : { code: 'noFile', path });
  if (action.name === 'files:copy-file') return copied(text, tools);
  tools.download(nameIn(word(action, 'download')) || nameIn(path) || 'file', text);
  return done({ code: 'downloaded' });
}

const nameIn = (path: string): string => path.split('/').at(-1) ?? '';

/** Puts files of the learner's device into the folder for uploads. */
async function upload(action: LabAction, tools: LabTools): Promise<Outcome> {
  const one = action.name === 'files:upload-file';
  const chosen = await tools.chooseFiles(!one);
  if (chosen === null || chosen.length === 0) return failed({ code: 'noFileChosen' });
  const refused = refusedUpload(chosen);
  if (refused !== null) return failed(refused);
  for (const { name, text } of one ? chosen.slice(0, 1) : chosen) {
    const folder = homePath(word(action, 'directory')).replace(/\/+$/, '');
    const named = (one ? homePath(word(action, 'path')) : '') || [folder, nameIn(name)].filter(Boolean).join('/');
    const path = named.startsWith(`${UPLOADS}/`) ? named : `${UPLOADS}/${named}`;
    if (!isInHome(path)) return failed({ code: 'outsideHome', path });
    const failure = failureOf(await tools.write(path, text ?? ''));
    if (failure !== null) return failure;
  }
  return done({ code: 'uploaded', count: one ? 1 : chosen.length });
}

/** Why files cannot be uploaded: labs keep texts, each of a limited size, and all of them in one snapshot. */
function refusedUpload(chosen: readonly ChosenFile[]): OutcomeReason | null {
  let sum = 0;
  for (const { name, bytes, text } of chosen) {
    sum += bytes;
    if (bytes > LAB_FILE_LENGTH) return { code: 'tooLarge', path: name, bytes: LAB_FILE_LENGTH };
    if (sum > LAB_SNAPSHOT_BYTES / 2) return { code: 'tooLarge', path: name, bytes: LAB_SNAPSHOT_BYTES / 2 };
    if (text === null) return { code: 'notText', path: name };
  }
  return null;
}
