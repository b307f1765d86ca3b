import type { LabAction } from '@academy/contract/labs';
import type { ProveSettings } from '@academy/contract/rules/prove-settings';
import type { Outcome } from '@academy/lab-engine/action-runner';
import { refusalIn, refusedProgram } from '@academy/lab-engine/shell/refusals';
import type { Ran } from './proof-lab.ts';

/** A finding about a step, without its place. */
export interface Verdict {
  code: string;
  message: string;
}

/** What is known of a step that was run. */
export interface Tried {
  action: LabAction;
  settings: ProveSettings;
  outcome: Outcome;
  /** Its command, when it ran one. */
  ran: Ran | null;
  /** Time limit of the step, ms. */
  limitMs: number;
}

/** A program that a shell did not find: the shells of labs in browsers, bash and dash. */
const NOT_FOUND =
  /(?:^|\n)[^\n]*?(?:line )?(?:\d+: )?([^\s:]+): (?:(?:command )?not found(?:\r?\n|$)|command not available in browser)/;
/** A program that was called by its path and is not there. */
const NO_PROGRAM = /(?:^|\n)(?:ba|da)?sh: (?:line )?(?:\d+: )?(\.?\/[^\s:]+): No such file or directory(?:\r?\n|$)/;
/** Hosts that could not be reached, as programs report them. */
const UNREACHABLE: readonly RegExp[] = [
  /(?:could not resolve host|unknown host|unable to resolve host(?: address)?|could not resolve hostname)[:\s]+['"‘“]?([a-z\d.-]+\.[a-z]{2,})/i,
  /UnknownHostException: ([a-z\d.-]+\.[a-z]{2,})/i,
  /getaddrinfo (?:ENOTFOUND|EAI_AGAIN) ([a-z\d.-]+\.[a-z]{2,})/i,
  /(?:transfer|download|fetch|retrieve|connect)[^\n]{0,200}?https?:\/\/([a-z\d.-]+\.[a-z]{2,})[^\n]*(?:unknown host|resolution|unreachable|refused|timed out|not resolve)/i,
  /(?:lookup|dial tcp:? lookup) ([a-z\d.-]+\.[a-z]{2,})[^\n]*(?:no such host|server misbehaving|connection refused|i\/o timeout)/i,
];

/** The program that the output of a command says is missing; null: none. */
export const missingProgram = (output: string): string | null =>
  refusedProgram(output) ?? NOT_FOUND.exec(output)?.[1] ?? NO_PROGRAM.exec(output)?.[1] ?? null;

/** The host that the output of a command says cannot be reached; null: none. */
export function missingHost(output: string): string | null {
  for (const form of UNREACHABLE) {
    const host = form.exec(output)?.[1]?.toLowerCase();
    if (host !== undefined) return host;
  }
  return null;
}

const MAX_LINES = 3;
const MAX_CHARACTERS = 300;

/** The last lines of an output, as the end of a sentence. */
export function lastLines(output: string): string {
  const lines = output.split('\n').flatMap((line) => line.replace(/\s+/g, ' ').trim() || []);
  const text = lines.slice(-MAX_LINES).join(' / ');
  return text === '' ? '' : `: ${text.length > MAX_CHARACTERS ? `...${text.slice(-MAX_CHARACTERS)}` : text}`;
}

const verdict = (code: string, message: string): Verdict => ({ code, message });

/** What is wrong with a step; null: nothing. */
export function judge(tried: Tried): Verdict | null {
  const { action, outcome, ran } = tried;
  if (!action.known) return verdict('lab-action-unknown', `no lab engine knows the action "${action.name}"`);
  if (ran !== null) return judgeCommand(tried, ran);
  const { reason } = outcome;
  if (action.name === 'examiner:execute-test') return judgeCheck(tried);
  if (outcome.state === 'done') return null;
  switch (reason?.code) {
    case 'noFile':
      return verdict('lab-edit-failed', `there is no file "${reason.path}"`);
    case 'textNotFound':
      return verdict('lab-edit-failed', `the text is not in "${reason.path}"`);
    case 'yamlUnreadable':
      return verdict('lab-edit-failed', `"${reason.path}" is no valid YAML`);
    case 'yamlPathNotFound':
      return verdict('lab-edit-failed', `the place is not in the YAML of "${reason.path}"`);
    case 'outsideHome':
      return verdict('lab-edit-failed', `"${reason.path}" lies outside of the home folder`);
    case 'nothingSelected':
      return verdict('lab-edit-failed', `nothing is selected in "${reason.path}" that could be replaced`);
    case 'noFileChosen':
      return verdict(
        'lab-step-failed',
        'a learner chooses a file here; give it with "prove: { uploads: { name: text } }"',
      );
    case 'unknownEdit':
      return verdict('lab-action-unknown', `no lab engine knows the action "${action.name}"`);
    case 'noTab':
      return verdict('lab-tab-missing', `the lab has no tab "${reason.name}"`);
    case 'problem':
      return verdict('lab-step-failed', reason.text);
    case 'cannot':
      return verdict('lab-action-refused', `"${action.name}" cannot be done in this engine with these settings`);
    default:
      return verdict('lab-step-failed', `"${action.name}" failed (${reason?.code ?? 'for an unknown reason'})`);
  }
}

function judgeCommand({ settings, limitMs }: Tried, { status, output }: Ran): Verdict | null {
  const seconds = Math.round(limitMs / 1_000);
  if (status === 'busy')
    return verdict(
      'lab-timeout',
      `its terminal still runs the command before after ${seconds} s; interrupt that first, or use another session${lastLines(output)}`,
    );
  if (status === 'late') {
    const what = settings.until === null ? 'the command did not end' : `the command did not print "${settings.until}"`;
    const how = settings.runs ? '' : '; say "prove: { runs: true }" when it keeps running';
    return verdict('lab-timeout', `${what} within ${seconds} s${how}${lastLines(output)}`);
  }
  const wanted = settings.runs ? 'running' : settings.status;
  if (status === 'running' || status === wanted) return null;
  const program = missingProgram(output);
  if (program !== null) return verdict('lab-program-missing', `the lab has no program "${program}"`);
  const refusal = refusalIn(output);
  if (refusal !== null) return verdict('lab-shell-lacks', refusal);
  const host = missingHost(output);
  if (host !== null)
    return verdict('lab-host-missing', `the host ${host} cannot be reached from the lab${lastLines(output)}`);
  const said = settings.runs ? 'although it should keep running' : `not ${settings.status}`;
  return verdict('lab-command-failed', `the command ended with status ${status}, ${said}${lastLines(output)}`);
}

function judgeCheck({ action, settings, outcome }: Tried): Verdict | null {
  const title = `"${String(action.settings.title ?? action.settings.name ?? '')}"`;
  const { reason } = outcome;
  if (reason?.code === 'noCheck') return verdict('lab-check-missing', `the check ${title} has no program`);
  if (reason?.code === 'problem')
    return verdict('lab-check-failed', `the check ${title} could not run: ${reason.text}`);
  const refusal = reason?.code === 'notYet' ? refusalIn(reason.output) : null;
  if (refusal !== null) return verdict('lab-shell-lacks', `the check ${title} could not run: ${refusal}`);
  const passed = outcome.state === 'done';
  if (passed === (settings.after === 'pass')) return null;
  return passed
    ? verdict('lab-check-passed', `the check ${title} passes, although its author expects it to fail here`)
    : verdict('lab-check-failed', `the check ${title} fails after the steps before it`);
}
