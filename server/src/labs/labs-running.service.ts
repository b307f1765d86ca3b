import type { CallReply } from '@academy/contract/call';
import type { getRunningLab, RunningStep } from '@academy/contract/labs-running';
import { labSteps, type StepRecord, stepText } from '@academy/contract/rules/lab-steps';
import type { Database } from '../db/connect.ts';
import type { SignedInScope } from '../values/scope.ts';
import type { LabContents } from './lab-content.ts';
import { labStepsStore } from './lab-steps.store.ts';
import { labsStore } from './labs.store.ts';

export interface RunningLabOptions {
  db: Database;
  contents: LabContents;
}

/** The learner's running lab, as far as its page shows it. */
export async function runningLab(
  { db, contents }: RunningLabOptions,
  { tenantId, actor }: SignedInScope,
): Promise<CallReply<typeof getRunningLab>> {
  const session = await labsStore(db).running(actor.personId);
  if (session === null || session.tenantId !== tenantId) return { lab: null };
  const { title, path, startedAt, expiresAt } = session;
  const workshop = session.workshop === null ? null : await contents.workshop(tenantId, session.workshop);
  const pages = workshop?.body.pages ?? [];
  const records = new Map((await labStepsStore(db).ofSession(session.sessionId)).map((one) => [one.step, one]));
  const steps = labSteps(pages).flatMap(({ page: name, at, key }): RunningStep[] => {
    const page = pages.find((one) => one.name === name);
    const action = page?.actions[at];
    if (page === undefined || action === undefined) return [];
    return [{ page: page.title, text: stepText(action), ...stateOf(records.get(key), action.settings.hint) }];
  });
  return {
    lab: { title, path, startedAt: startedAt.toISOString(), expiresAt: expiresAt?.toISOString() ?? null, steps },
  };
}

/** Where a learner is with a step. The hint comes after a failure, as on the page. */
function stateOf(record: StepRecord | undefined, hint: unknown): Omit<RunningStep, 'page' | 'text'> {
  const isDone = record !== undefined && record.doneAt !== null && record.doneAt >= record.lastAt;
  const state = record === undefined ? 'open' : isDone ? 'done' : 'failed';
  return {
    state,
    tries: record?.tries ?? 0,
    exitStatus: record?.exitStatus ?? null,
    hint: state === 'failed' && typeof hint === 'string' ? hint : null,
  };
}
