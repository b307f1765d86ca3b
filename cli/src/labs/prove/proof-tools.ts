import type { LabContent } from '@academy/contract/labs';
import type { TextRange } from '@academy/contract/rules/lab-text';
import type { LabTools, TerminalHandle } from '@academy/lab-engine/action-runner';
import { homePath } from '@academy/lab-engine/engine-protocol';
import { standardTab } from '@academy/lab-engine/standard-tabs';
import type { ProofLab, ProofTerminal, Ran, TimeLimits } from './proof-lab.ts';

/** What a step does while it runs. */
export interface StepNotes {
  limits: TimeLimits;
  /** Commands that it ran, in the order of their ends. */
  ran: Ran[];
  /** What it typed and interrupted, until that is done. */
  pending: Promise<unknown>[];
  /** Output of its check. */
  checkOutput: string;
  /** Files that it uploads: their names and texts. */
  uploads: Readonly<Record<string, string>>;
}

/** The tools of a page, for a lab without one. */
export interface ProofTools extends LabTools {
  /** Called before each step. */
  begin(notes: StepNotes): void;
}

/** Notes of a step that has not begun. */
export const newNotes = (limits: TimeLimits, uploads: StepNotes['uploads'] = {}): StepNotes => ({
  ...{ limits, uploads, ran: [], pending: [], checkOutput: '' },
});

/** Tools that run a lab's actions, and note what became of them. */
export function proofTools(lab: ProofLab, { tests, dashboards }: Pick<LabContent, 'tests' | 'dashboards'>): ProofTools {
  let notes = newNotes({ limitMs: 0, mayStay: false, until: null });
  let selection: { path: string; range: TextRange } | null = null;
  const tabs = new Set(dashboards.map(({ name }) => name));

  const handle = (terminal: ProofTerminal): TerminalHandle => ({
    async run(command) {
      const { ran, limits } = notes;
      const result = await terminal.run(command, limits);
      ran.push(result);
      return typeof result.status === 'number' ? result.status : result.status === 'running' ? 'running' : null;
    },
    type(text) {
      const { ran, pending, limits } = notes;
      pending.push(terminal.type(text, limits).then((result) => ran.push(result)));
    },
    interrupt() {
      const { ran, pending, limits } = notes;
      const end = (isDone: boolean) => isDone || ran.push({ status: 'late', output: '' });
      pending.push(terminal.interrupt(limits).then(end));
    },
    clear: () => {},
    focus: () => {},
    close() {
      const { pending, limits } = notes;
      pending.push(terminal.interrupt(limits));
    },
  });

  return {
    begin(now) {
      notes = now;
    },
    terminal: async (session) => handle(await lab.terminal(session)),
    openTerminals: () => lab.openTerminals().map(handle),
    async edit(name, settings) {
      const path = homePath(String(settings.file ?? ''));
      const reply = await lab.edit(name, settings, selection?.path === path ? selection.range : null);
      if (reply.failure === undefined && reply.path !== undefined)
        selection = reply.range == null ? null : { path: reply.path, range: reply.range };
      return reply;
    },
    async check(name, args, timeoutMs, input) {
      const script = tests.find((test) => test.name === name)?.script;
      return script === undefined ? null : lab.script(script, args, timeoutMs, input);
    },
    noteCheck(_title, _passed, output) {
      notes.checkOutput = output;
    },
    fileText: (path) => lab.text(path),
    write: (path, text) => lab.write(path, text),
    showTab: (name) => standardTab(name) !== null || tabs.has(name),
    openTab: (name) => void tabs.add(name),
    closeTab: (name) => void tabs.delete(name),
    openAddress: () => {},
    copy: async () => true,
    download: () => {},
    async chooseFiles(several) {
      const chosen = Object.entries(notes.uploads).map(([name, text]) => ({
        name,
        text,
        bytes: Buffer.byteLength(text),
      }));
      return chosen.length === 0 ? null : several ? chosen : chosen.slice(0, 1);
    },
  };
}
