import type { WorkshopAction } from '@academy/content/built-item';
import type { Finding } from '@academy/contract/findings';
import type { LabContent } from '@academy/contract/labs';
import { stepText } from '@academy/contract/rules/lab-steps';
import { type ProveSettings, readProveSettings } from '@academy/contract/rules/prove-settings';
import { checkTerms, inputOf, type Outcome, perform, WENT_WRONG } from '@academy/lab-engine/action-runner';
import { pressAll } from '@academy/lab-engine/press-all';
import { judge, lastLines, type Verdict } from './judge.ts';
import type { ProofLab } from './proof-lab.ts';
import { newNotes, proofTools, type StepNotes } from './proof-tools.ts';

/** A page of a lab, with the file that its findings name. */
export interface ProofPage {
  name: string;
  title: string;
  file: string;
  actions: readonly WorkshopAction[];
  /** What the learner does by hand when the page is read. */
  end?: readonly ProveSettings[];
}

/** A lab to be proved. */
export interface Provable extends Pick<LabContent, 'tests' | 'files' | 'dashboards'> {
  pages: readonly ProofPage[];
}

/** What became of one step. */
export interface StepReport {
  page: string;
  file: string;
  line: number;
  action: string;
  /** What it does: the command, or the action in words. */
  title: string;
  /** `left`: no learner can reach it. */
  outcome: 'done' | 'failed' | 'skipped' | 'left';
  seconds: number;
  /** Its output; of a skipped step the reason. */
  log: string;
  /** What is wrong with it; null: nothing. */
  verdict: Verdict | null;
  settings: WorkshopAction['settings'];
}

export interface ProveOptions {
  /** Time limit of a step whose author names none, seconds. */
  seconds: number;
  /** Called after each step. */
  onStep?: (step: StepReport) => void;
  stopped?: () => boolean;
}

/** Stands in reports for an action where learners do something by hand when a page is read. */
export const BY_HAND = 'by hand';

/** Actions that show or copy something, and change nothing that a check could look at. */
const PASSIVE =
  /^(?:section|dashboard|examiner|workshop):|^(?:editor|terminal):(?:open|select|close|clear|interrupt|execute-command)|^files:(?:copy|download)/;
/** Next actions of a terminal that say that the command before may keep running. */
const MEETS_A_PROGRAM = /^(?:terminal:(?:input|interrupt|interrupt-all)|editor:(?:send-to|interrupt|close)-terminal)$/;
const OF_A_TERMINAL = /^terminal:(?:execute|input|interrupt)(?:-all)?$|^editor:(?:send-to|interrupt|close)-terminal$/;
/** Actions after which something may run in a terminal. */
const RUNS = /^(?:terminal:(?:execute(?:-all)?|input)|editor:send-to-terminal)$/;

const isCheck = ({ name }: WorkshopAction): boolean => name === 'examiner:execute-test';
const settingsOf = ({ settings }: WorkshopAction): ProveSettings => readProveSettings(settings.prove).settings;
const sessionOf = ({ name, settings }: WorkshopAction): string | null =>
  name.endsWith('-all') ? null : String(settings.terminal ?? settings.session ?? '1');

/** Runs the actions of a lab page by page, in the order in which a learner would press them, and reports each. */
export async function proveLab(lab: ProofLab, provable: Provable, options: ProveOptions): Promise<StepReport[]> {
  const { pages } = provable;
  const { onStep = () => {}, stopped = () => false } = options;
  const tools = proofTools(lab, provable);
  const reports: StepReport[] = [];
  const report = (one: StepReport) => {
    reports.push(one);
    onStep(one);
  };
  for (const [at, page] of pages.entries()) {
    const early = await passedBefore(lab, provable, page);
    const unreached = await pressAll(page.actions, async (position) => {
      const action = page.actions[position];
      if (action === undefined || stopped()) return false;
      const next = [...page.actions.slice(position + 1), ...pages.slice(at + 1).flatMap(({ actions }) => actions)];
      const step = await tryStep(page, action, next, early.get(action) ?? null);
      report(step);
      // As on the page: what follows by itself does so only after success.
      return step.outcome !== 'failed';
    });
    if (stopped()) break;
    for (const action of unreached.flatMap((position) => page.actions[position] ?? [])) {
      const message = 'the action is hidden and no other starts it, so no learner can reach it';
      const verdict = { code: 'lab-action-unreachable', message };
      report({ ...headOf(page, action), outcome: 'left', seconds: 0, log: '', verdict });
    }
    for (const settings of page.end ?? []) report(await tryByHand(page, settings));
  }
  return reports;

  async function tryStep(
    page: ProofPage,
    action: WorkshopAction,
    next: readonly WorkshopAction[],
    early: Verdict | null,
  ): Promise<StepReport> {
    const settings = settingsOf(action);
    const head = headOf(page, action);
    if (settings.skip !== null) return { ...head, outcome: 'skipped', seconds: 0, log: settings.skip, verdict: null };
    const limitMs = (settings.seconds ?? options.seconds) * 1_000;
    const mayStay = settings.runs || meetsAProgram(action, next);
    const notes = newNotes({ limitMs, mayStay, until: settings.until }, settings.uploads);
    const began = performance.now();
    const { verdict: byHand } = await doneByHand(lab, settings, limitMs);
    const outcome = byHand === null ? await run(action, notes, settings.answers) : WENT_WRONG;
    const verdict = byHand ?? judge({ action, settings, outcome, ran: worst(notes.ran), limitMs }) ?? early;
    return {
      ...head,
      outcome: verdict === null ? 'done' : 'failed',
      seconds: Math.round(performance.now() - began) / 1_000,
      log: [...notes.ran.map(({ output }) => output), notes.checkOutput].join(''),
      verdict,
    };
  }

  async function tryByHand(page: ProofPage, settings: ProveSettings): Promise<StepReport> {
    const began = performance.now();
    const { verdict, log } = await doneByHand(lab, settings, (settings.seconds ?? options.seconds) * 1_000);
    const head = { page: page.title, file: page.file, line: 1, action: BY_HAND, settings: {} };
    return {
      ...{ ...head, title: settings.byHand ?? '', outcome: verdict === null ? 'done' : 'failed' },
      ...{ seconds: Math.round(performance.now() - began) / 1_000, log, verdict },
    };
  }

  async function run(action: WorkshopAction, notes: StepNotes, answers: ProveSettings['answers']): Promise<Outcome> {
    tools.begin(notes);
    const outcome = await perform(action, tools, answers).catch(() => WENT_WRONG);
    await Promise.all(notes.pending);
    return outcome;
  }
}

/** The result of a step's commands that says most: one that failed, otherwise the last. */
const worst = <R extends { status: unknown }>(ran: readonly R[]): R | null =>
  ran.find(({ status }) => status !== 0 && status !== 'running') ?? ran.at(-1) ?? null;

function headOf(page: ProofPage, action: WorkshopAction) {
  const { name, settings, line } = action;
  const text = typeof settings.command === 'string' ? settings.command : stepText(action);
  return { page: page.title, file: page.file, line, action: name, title: text.trim() || name, settings };
}

/** Whether the terminal's next action is for a program that runs: then the command before it may keep running. */
function meetsAProgram(action: WorkshopAction, next: readonly WorkshopAction[]): boolean {
  if (!RUNS.test(action.name)) return false;
  const session = sessionOf(action);
  const isSame = (other: WorkshopAction) =>
    OF_A_TERMINAL.test(other.name) && (session === null || [null, session].includes(sessionOf(other)));
  return MEETS_A_PROGRAM.test(next.find(isSame)?.name ?? '');
}

/** Does what the learner does by hand. @returns its output, and what is wrong with it; null: nothing */
async function doneByHand(
  lab: ProofLab,
  { byHand }: ProveSettings,
  limitMs: number,
): Promise<{ verdict: Verdict | null; log: string }> {
  if (byHand === null) return { verdict: null, log: '' };
  const { exitCode, stdout = '', stderr = '', problem } = await lab.script(byHand, [], limitMs);
  const log = problem ?? stdout + stderr;
  if (exitCode === 0) return { verdict: null, log };
  const message = `the script of "byHand" ended with status ${exitCode ?? 'unknown'}${lastLines(log)}`;
  return { verdict: { code: 'lab-by-hand-failed', message }, log };
}

/** Checks of a page that pass before its actions were run, with what is wrong with that. */
async function passedBefore(
  lab: ProofLab,
  { tests }: Provable,
  page: ProofPage,
): Promise<Map<WorkshopAction, Verdict>> {
  const found = new Map<WorkshopAction, Verdict>();
  for (const [at, action] of page.actions.entries()) {
    if (!isCheck(action) || !action.known) continue;
    const { before, after, answers, byHand, skip } = settingsOf(action);
    const hasWork = byHand !== null || page.actions.slice(0, at).some((one) => one.known && isWork(one));
    const script = tests.find(({ name }) => name === action.settings.name)?.script;
    if (before === 'pass' || after === 'fail' || skip !== null || !hasWork || script === undefined) continue;
    const { words, timeoutMs } = checkTerms(action);
    if ((await lab.script(script, words, timeoutMs, inputOf(action, answers))).exitCode !== 0) continue;
    const title = String(action.settings.title ?? action.settings.name);
    const message = `the check "${title}" passes before the steps of its page were done; it proves nothing, or say "prove: { before: pass }"`;
    found.set(action, { code: 'lab-check-passed-before', message });
  }
  return found;
}

const isWork = (action: WorkshopAction): boolean => !PASSIVE.test(action.name) || settingsOf(action).byHand !== null;

/** The findings of a lab's steps. */
export const findingsOf = (steps: readonly StepReport[]): Finding[] =>
  steps.flatMap(({ file, line, verdict }) =>
    verdict === null ? [] : [{ file, line, severity: 'error' as const, code: verdict.code, message: verdict.message }],
  );
