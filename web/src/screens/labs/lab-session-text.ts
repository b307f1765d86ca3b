import type { LabProblem, LabProviderName, LabSession } from '@academy/contract/labs';
import type { LabWarning } from '@academy/contract/labs-admin';

export const ENGINES: Readonly<Record<LabProviderName, string>> = {
  browser: 'Learner’s browser',
  sandbox: 'Sandboxes of this server',
  educates: 'Educates portal',
  external: 'Other platform',
};

export const STATES: Readonly<Record<LabSession['state'], string>> = {
  requested: 'Requested',
  starting: 'Starting',
  waiting: 'Waiting to be opened',
  running: 'Running',
  ending: 'Ending',
  ended: 'Ended',
};

/** The problem, in words for an operator. */
export const PROBLEMS: Readonly<Record<LabProblem, string>> = {
  unavailable: 'The platform could not be reached',
  'no-capacity': 'All places were taken',
  'user-limit': 'The learner had another session on the platform',
  'not-found': 'No portal offers the workshop',
  forbidden: 'The platform refused the robot account',
  timeout: 'No answer in time, or not opened within a minute',
  'provider-error': 'The answer of the platform made no sense',
};

/** A hint for the operator of the server. */
export const WARNINGS: Readonly<Record<LabWarning, string>> = {
  'unbounded-memory': 'Nothing bounds the memory of a lab: this server may make no control groups',
};

/** Time that has gone by, in the largest fitting unit: `12 min`. */
export function agoText(since: string, now: number): string {
  const minutes = Math.max(0, Math.floor((now - Date.parse(since)) / 60_000));
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
