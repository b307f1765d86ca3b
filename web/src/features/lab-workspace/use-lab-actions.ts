import type { LabContent } from '@academy/contract/labs';
import { type LabTools, type Outcome, perform, WENT_WRONG } from '@academy/lab-engine/action-runner';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ActionState } from './lab-action.tsx';
import type { useLabSteps } from './use-lab-steps.ts';

type Page = LabContent['pages'][number];

/** The states of the actions of all pages, by key. @param doneBefore keys of actions of an earlier run */
export function useActionStates(doneBefore: readonly string[]) {
  const [states, setStates] = useState<ReadonlyMap<string, ActionState>>(
    () => new Map(doneBefore.map((key) => [key, { state: 'done', reason: null }])),
  );
  const [done, setDone] = useState<ReadonlySet<string>>(() => new Set(doneBefore));
  return {
    states,
    /** Actions that were done, even if they failed when they were run once more. */
    done,
    set: useCallback((key: string, state: ActionState) => {
      setStates((before) => new Map(before).set(key, state));
      if (state.state === 'done') setDone((before) => new Set(before).add(key));
    }, []),
    /** Actions of an engine that was replaced do not finish. */
    dropRunning: () => setStates((before) => new Map([...before].filter(([, { state }]) => state !== 'running'))),
    reset: () => {
      setStates(new Map());
      setDone(new Set());
    },
  };
}

interface LabActionsOptions {
  page: Page | undefined;
  tools: LabTools;
  actionStates: ReturnType<typeof useActionStates>;
  steps: Pick<ReturnType<typeof useLabSteps>, 'keyOf' | 'note'>;
  /** Called after a check was run. */
  onChecked: () => void;
}

/** Runs the actions of a page, those with autostart by themselves. */
export function useLabActions({ page, tools, actionStates, steps, onChecked }: LabActionsOptions) {
  const { states, set } = actionStates;
  const { keyOf, note } = steps;
  const running = useRef(new Set<string>());
  /** @param byItself nobody has pressed it: that it fails says nothing about the learner */
  const run = useCallback(
    async (at: number, byItself = false): Promise<Outcome | null> => {
      const action = page?.actions[at];
      const key = keyOf(page?.name, at);
      if (page === undefined || action === undefined || running.current.has(key)) return null;
      running.current.add(key);
      set(key, { state: 'running' });
      const outcome = await perform(action, tools).catch(() => WENT_WRONG);
      set(key, outcome);
      if (outcome.state === 'done' || !byItself) note(key, outcome);
      running.current.delete(key);
      if (action.name === 'examiner:execute-test') setTimeout(onChecked, 0);
      if (outcome.state === 'done' && action.settings.cascade === true) {
        const after = page.actions.findIndex(({ name }, next) => next > at && !name.startsWith('section:'));
        if (after > at) await run(after, byItself);
      }
      return outcome;
    },
    [page, tools, set, keyOf, note, onChecked],
  );

  // Autostart actions run once, on the first visit of their page after the learner has started the lab.
  const visited = useRef(new Set<string>());
  const latest = useRef({ run, states, keyOf });
  latest.current = { run, states, keyOf };
  useEffect(() => {
    if (page === undefined || visited.current.has(page.name)) return;
    visited.current.add(page.name);
    void (async () => {
      for (const [at, { settings }] of page.actions.entries()) {
        const { states: now, keyOf: keyNow } = latest.current;
        if (settings.autostart === true && !now.has(keyNow(page.name, at))) await latest.current.run(at, true);
      }
    })();
  }, [page]);

  return {
    run,
    stateOf: (at: number) => states.get(keyOf(page?.name, at)) ?? null,
    /** After a restart autostart actions run again. */
    resetVisits: () => visited.current.clear(),
  };
}
