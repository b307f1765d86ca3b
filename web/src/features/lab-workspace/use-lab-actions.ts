import type { LabContent } from '@academy/contract/labs';
import { type LabTools, type Outcome, perform, WENT_WRONG } from '@academy/lab-engine/action-runner';
import { autostarted, cascadedAfter } from '@academy/lab-engine/page-order';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ActionState } from './lab-instructions.tsx';

type Page = LabContent['pages'][number];

const keyOf = (page: Page | undefined, at: number): string => `${page?.name}#${at}`;

/** The states of the actions of all pages, by page and position. @param done keys of actions of an earlier run */
export function useActionStates(done: readonly string[]) {
  const [states, setStates] = useState<ReadonlyMap<string, ActionState>>(
    () => new Map(done.map((key) => [key, { state: 'done', reason: null }])),
  );
  return {
    states,
    set: useCallback((key: string, state: ActionState) => setStates((before) => new Map(before).set(key, state)), []),
    /** Actions of an engine that was replaced do not finish. */
    dropRunning: () => setStates((before) => new Map([...before].filter(([, { state }]) => state !== 'running'))),
    reset: () => setStates(new Map()),
    doneKeys: () => [...states].filter(([, { state }]) => state === 'done').map(([key]) => key),
  };
}

interface LabActionsOptions {
  page: Page | undefined;
  tools: LabTools;
  actionStates: ReturnType<typeof useActionStates>;
  /** Called after a check was run. */
  onChecked: () => void;
}

/** Runs the actions of a page, those with autostart by themselves. */
export function useLabActions({ page, tools, actionStates: { states, set }, onChecked }: LabActionsOptions) {
  const running = useRef(new Set<string>());
  const run = useCallback(
    async (at: number): Promise<Outcome | null> => {
      const action = page?.actions[at];
      const key = keyOf(page, at);
      if (page === undefined || action === undefined || running.current.has(key)) return null;
      running.current.add(key);
      set(key, { state: 'running' });
      const outcome = await perform(action, tools).catch(() => WENT_WRONG);
      set(key, outcome);
      running.current.delete(key);
      if (action.name === 'examiner:execute-test') setTimeout(onChecked, 0);
      const after = outcome.state === 'done' ? cascadedAfter(page.actions, at) : null;
      if (after !== null) await run(after);
      return outcome;
    },
    [page, tools, set, onChecked],
  );

  // Autostart actions run once, on the first visit of their page after the learner has started the lab.
  const visited = useRef(new Set<string>());
  const latest = useRef({ run, states });
  latest.current = { run, states };
  useEffect(() => {
    if (page === undefined || visited.current.has(page.name)) return;
    visited.current.add(page.name);
    void (async () => {
      for (const at of autostarted(page.actions))
        if (!latest.current.states.has(keyOf(page, at))) await latest.current.run(at);
    })();
  }, [page]);

  return {
    run,
    stateOf: (at: number) => states.get(keyOf(page, at)) ?? null,
    /** After a restart autostart actions run again. */
    resetVisits: () => visited.current.clear(),
  };
}
