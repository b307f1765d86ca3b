import type { LabAction } from '@academy/contract/labs';
import { labPortOf } from '@academy/contract/rules/lab-address';
import { type EngineReply, homePath } from './engine-protocol.ts';
import type { TerminalHandle } from './lab-terminal.tsx';
import { labWorkspaceTexts } from './lab-workspace-texts.ts';

/** What became of an action. */
export interface Outcome {
  state: 'done' | 'failed';
  /** For learners; empty where "Done" is enough. */
  message: string;
}

/** What an action may use of the workspace. */
export interface LabTools {
  /** Whether commands run in the learner's browser, which has few. */
  inBrowser: boolean;
  /** Shows a terminal, opening it when needed. */
  terminal(session: string): Promise<TerminalHandle>;
  openTerminals(): TerminalHandle[];
  /** Changes or opens a file and shows the place. */
  edit(name: string, settings: LabAction['settings']): Promise<EngineReply>;
  /** Runs a check once. @returns null when the lab has no such check */
  check(name: string, args: readonly string[], timeoutMs: number): Promise<EngineReply | null>;
  noteCheck(title: string, passed: boolean, output: string): void;
  fileText(path: string): string | null;
  /** @param reload whether to load it again @returns false when there is no such tab */
  showTab(name: string, reload?: boolean): boolean;
  openTab(name: string, url: string): void;
  closeTab(name: string): void;
}

const DONE: Outcome = { state: 'done', message: '' };
const failed = (message: string): Outcome => ({ state: 'failed', message });

/** Names of the sessions that classic labs use, besides numbers. */
const MOST_TERMINALS = 3;
/** Exit status of a command that does not exist. */
const NOT_FOUND = 127;
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

const isVerb = (name: string): name is keyof typeof VERBS => Object.hasOwn(VERBS, name);

/** Label of the button of an action. */
export function verbOf({ name }: LabAction): string {
  if (isVerb(name)) return labWorkspaceTexts[VERBS[name]];
  if (name.startsWith('terminal:')) return labWorkspaceTexts.run;
  return name.startsWith('editor:') ? labWorkspaceTexts.changeFile : labWorkspaceTexts.doIt;
}

/** Whether what an action does is seen in the terminals, the editor or the tabs, and not beside its button. */
export function isShownInTools(action: LabAction | undefined): boolean {
  if (action?.name === 'dashboard:open-url') return labPortOf(word(action, 'url'), []) !== null;
  return action?.known === true && /^(terminal|editor|dashboard):/.test(action.name);
}

/** Keys of the labels of buttons. */
const VERBS = {
  'terminal:execute': 'run',
  'terminal:execute-all': 'runInAll',
  'terminal:input': 'typeIt',
  'terminal:interrupt': 'interrupt',
  'terminal:interrupt-all': 'interruptAll',
  'terminal:clear': 'clear',
  'terminal:clear-all': 'clearAll',
  'terminal:select': 'goToTerminal',
  'workshop:copy': 'copy',
  'workshop:copy-and-edit': 'copy',
  'dashboard:open-dashboard': 'show',
  'dashboard:create-dashboard': 'open',
  'dashboard:reload-dashboard': 'reload',
  'dashboard:delete-dashboard': 'close',
  'dashboard:open-url': 'open',
  'editor:open-file': 'openFile',
  'editor:select-matching-text': 'showPlace',
  'editor:replace-text-selection': 'replace',
  'editor:replace-matching-text': 'replace',
  'editor:append-lines-to-file': 'addLines',
  'editor:insert-lines-before-line': 'insertLines',
  'editor:append-lines-after-match': 'insertLines',
  'editor:create-file': 'createFile',
  'editor:create-directory': 'createFolder',
  'examiner:execute-test': 'checkWork',
  'files:copy-file': 'copy',
  'files:download-file': 'download',
} as const;

async function copied(text: string): Promise<Outcome> {
  try {
    await navigator.clipboard.writeText(text);
    return { state: 'done', message: labWorkspaceTexts.copied };
  } catch {
    return failed(labWorkspaceTexts.notCopied);
  }
}

function outcomeOf(code: number | 'running' | null, command: string, { inBrowser }: LabTools): Outcome {
  if (code === null) return failed(labWorkspaceTexts.noAnswer);
  if (code === 'running') return { state: 'done', message: labWorkspaceTexts.runsInTerminal };
  if (code !== NOT_FOUND)
    return code === 0 ? DONE : { state: 'done', message: labWorkspaceTexts.doneWithStatus({ code }) };
  const program = command.trim().split(/\s/)[0] ?? '';
  return failed((inBrowser ? labWorkspaceTexts.browserLacks : labWorkspaceTexts.labLacks)({ program }));
}

async function runIn(action: LabAction, tools: LabTools): Promise<Outcome> {
  const terminal = await tools.terminal(sessionOf(action));
  if (action.settings.clear === true) terminal.clear();
  const command = word(action, 'command');
  return outcomeOf(await terminal.run(command), command, tools);
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
    if (reply === null) return failed(labWorkspaceTexts.noCheck);
    if (reply.problem !== undefined) return failed(reply.problem);
    const output = `${reply.stdout ?? ''}${reply.stderr ?? ''}`.trim();
    const passed = reply.exitCode === 0;
    if (passed || left <= 0) {
      tools.noteCheck(title, passed, output);
      return passed ? { state: 'done', message: labWorkspaceTexts.wellDone } : failed(labWorkspaceTexts.notYetLook);
    }
    await new Promise((again) => setTimeout(again, delayMs));
  }
}

function openAddress(url: string, tools: LabTools): Outcome {
  const place = labPortOf(url, []);
  if (place !== null) {
    tools.openTab(`localhost:${place.port}`, url);
    return DONE;
  }
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return failed(labWorkspaceTexts.cannot);
  open(url, '_blank', 'noopener,noreferrer');
  return { state: 'done', message: labWorkspaceTexts.openedInNewTab };
}

/** Runs an action, or returns why it cannot be run here. */
export async function perform(action: LabAction, tools: LabTools): Promise<Outcome> {
  const { name } = action;
  if (!action.known) return failed(labWorkspaceTexts.cannot);
  if (name.startsWith('editor:')) {
    const { problem } = await tools.edit(name, action.settings);
    return problem === undefined ? DONE : failed(problem);
  }
  switch (name) {
    case 'terminal:execute':
      return runIn(action, tools);
    case 'terminal:execute-all': {
      const command = word(action, 'command');
      await tools.terminal('1');
      const codes = await Promise.all(tools.openTerminals().map((terminal) => terminal.run(command)));
      return outcomeOf(codes[0] ?? null, command, tools);
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
      return copied(word(action, 'text'));
    case 'dashboard:open-dashboard':
      return tools.showTab(word(action, 'name'))
        ? DONE
        : failed(labWorkspaceTexts.noTab({ word: word(action, 'name') }));
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
      return failed(labWorkspaceTexts.cannot);
  }
}

async function tab(action: LabAction, tools: LabTools): Promise<Outcome> {
  const url = word(action, 'url');
  const [, terminal] = /^terminal:(\d)/.exec(url) ?? [];
  if (terminal !== undefined) {
    await tools.terminal(terminal);
    return DONE;
  }
  if (url === '') return tools.showTab(word(action, 'name'), true) ? DONE : failed(labWorkspaceTexts.cannot);
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return failed(labWorkspaceTexts.cannot);
  tools.openTab(word(action, 'name'), url);
  return DONE;
}

async function fileOf(action: LabAction, tools: LabTools): Promise<Outcome> {
  const path = homePath(word(action, 'path') || word(action, 'src'));
  const text = tools.fileText(path);
  if (text === null) return failed(path === '' ? labWorkspaceTexts.cannot : labWorkspaceTexts.noFile({ path }));
  if (action.name === 'files:copy-file') return copied(text);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = path.split('/').at(-1) ?? 'file';
  link.click();
  URL.revokeObjectURL(link.href);
  return { state: 'done', message: labWorkspaceTexts.downloaded };
}
