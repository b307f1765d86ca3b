import type { LabContent } from '@academy/contract/labs';
import { type CheckAnswers, type LabTools, type Outcome, perform, WENT_WRONG } from '@academy/lab-engine/action-runner';
import { autostarts, cooldownMs, following, pauseMs, requiredLeft, sectionChange } from '@academy/lab-engine/page-flow';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { ActionState } from './lab-action.tsx';
import { useLabSections } from './use-lab-sections.ts';
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
  /** Until when a click on an action that is done is taken for the second half of a double click, by `performance.now()`. */
  const cooling = useRef(new Map<string, number>());
  const { isOpen, setSection, resetSections } = useLabSections(page);
  const run = useCallback(
    async (
      at: number,
      answers: CheckAnswers | null = null,
      /** Nobody has pressed it: that it fails says nothing about the learner. */
      byItself = false,
    ): Promise<Outcome | null> => {
      const action = page?.actions[at];
      const key = keyOf(page?.name, at);
      if (page === undefined || action === undefined || running.current.has(key)) return null;
      const change = sectionChange(page.actions, at);
      if (change !== null) setSection(change.section, change.open);
      const isStep = !/^section:(begin|end)$/.test(action.name);
      running.current.add(key);
      if (isStep) set(key, { state: 'running' });
      const outcome = await perform(action, tools, answers).catch(() => WENT_WRONG);
      if (isStep) set(key, outcome);
      if (isStep && (outcome.state === 'done' || !byItself)) note(key, outcome);
      running.current.delete(key);
      if (outcome.state === 'done') cooling.current.set(key, performance.now() + cooldownMs(action));
      if (action.name === 'examiner:execute-test') setTimeout(onChecked, 0);
      const after = outcome.state === 'done' ? following(page.actions, at) : null;
      if (after === null) return outcome;
      await new Promise((resolve) => setTimeout(resolve, pauseMs(action)));
      await run(after, null, byItself);
      return outcome;
    },
    [page, tools, set, keyOf, note, setSection, onChecked],
  );

  // Autostart actions run once, on the first visit of their page after the learner has started the lab, or when their
  // section is opened.
  const visited = useRef(new Set<string>());
  const latest = useRef({ run, states, keyOf });
  latest.current = { run, states, keyOf };
  useEffect(() => {
    if (page === undefined) return;
    const due = autostarts(page.actions, isOpen).filter((at) => !visited.current.has(keyOf(page?.name, at)));
    for (const at of due) visited.current.add(keyOf(page?.name, at));
    void (async () => {
      for (const at of due) {
        const { states: now, keyOf: keyNow } = latest.current;
        if (!now.has(keyNow(page.name, at))) await latest.current.run(at, null, true);
      }
    })();
  }, [page, isOpen, keyOf]);

  const stateOf = (at: number) => states.get(keyOf(page?.name, at)) ?? null;
  const isDone = (at: number) => stateOf(at)?.state === 'done';
  return {
    run,
    /** Runs an action that the learner has clicked. */
    click(at: number, answers: CheckAnswers | null) {
      if ((cooling.current.get(keyOf(page?.name, at)) ?? 0) <= performance.now()) void run(at, answers);
    },
    stateOf,
    /** Whether an action runs only once, and has. */
    isSpent(at: number): boolean {
      const action = page?.actions[at];
      return action !== undefined && isDone(at) && cooldownMs(action) === Number.POSITIVE_INFINITY;
    },
    /** Actions of the page that must be done before the next page. */
    requiredLeft: page === undefined ? 0 : requiredLeft(page.actions, isDone),
    isOpen,
    setSection,
    /** After a restart autostart actions run again. */
    resetVisits() {
      visited.current.clear();
      cooling.current.clear();
      resetSections();
    },
  };
}
