import type { LabContent } from '@academy/contract/labs';
import { actionKeys, labSteps, type StepEvent, type StepRecord, withEvent } from '@academy/contract/rules/lab-steps';
import type { Outcome } from '@academy/lab-engine/action-runner';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { sendLabSteps } from '../../api/labs.ts';
import { stepQueue } from './step-queue.ts';
import { storeSteps } from './work-store.ts';

/** What is known of the steps of a session when its page opens. */
export interface KnownSteps {
  records: readonly StepRecord[];
  /** Tries that an earlier page could not send. */
  waiting: readonly StepEvent[];
}

/** Records by step, those that were not sent included. */
export function recordsOf({ records, waiting }: KnownSteps): Map<string, StepRecord> {
  const known = new Map(records.map((record) => [record.step, record]));
  for (const event of waiting) known.set(event.step, withEvent(known.get(event.step) ?? null, event));
  return known;
}

/** The steps of a lab, and what the learner has tried of them, which the academy is told. */
export function useLabSteps(sessionId: string, pages: LabContent['pages'], known: KnownSteps) {
  const [records, setRecords] = useState<ReadonlyMap<string, StepRecord>>(() => recordsOf(known));
  const latest = useRef(records);
  const plan = useMemo(
    () => ({
      keys: new Map(pages.map((page) => [page.name, actionKeys(page)])),
      steps: new Set(labSteps(pages).map(({ key }) => key)),
    }),
    [pages],
  );
  const [queue] = useState(() =>
    stepQueue({
      waiting: known.waiting,
      send: (events) => sendLabSteps(sessionId, events),
      store: (events) => void storeSteps(sessionId, events),
    }),
  );
  useEffect(() => {
    const send = () => void queue.flush();
    send();
    addEventListener('online', send);
    document.addEventListener('visibilitychange', send);
    return () => {
      removeEventListener('online', send);
      document.removeEventListener('visibilitychange', send);
    };
  }, [queue]);

  const { keys, steps } = plan;
  return {
    keyOf: useCallback((page: string | undefined, at: number) => keys.get(page ?? '')?.[at] ?? `${page}#${at}`, [keys]),
    count: steps.size,
    /** How many of the steps are among these actions. */
    countIn: (done: ReadonlySet<string>) => [...steps].filter((key) => done.has(key)).length,
    /** Whether the learner has tried an action in vain. */
    hasFailed: (key: string) => records.get(key)?.failed === true,
    /** Records a try of an action, if it is a step. */
    note: useCallback(
      (key: string, outcome: Outcome) => {
        if (!steps.has(key)) return;
        const before = latest.current.get(key) ?? null;
        const event: StepEvent = {
          step: key,
          result: outcome.state,
          tries: (before?.tries ?? 0) + 1,
          at: new Date().toISOString(),
          exitStatus: exitStatusOf(outcome),
        };
        latest.current = new Map(latest.current).set(key, withEvent(before, event));
        setRecords(latest.current);
        void queue.add(event);
      },
      [steps, queue],
    ),
    flush: queue.flush,
  };
}

/** Of a check; null for other actions. */
function exitStatusOf({ reason }: Outcome): number | null {
  if (reason?.code === 'wellDone') return 0;
  return reason?.code === 'notYet' ? reason.status : null;
}
