import type { Attempt } from '@academy/contract/knowledge-checks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { CallError } from '../../api/call-error.ts';
import { fetchAttempt } from '../../api/knowledge-checks.ts';
import { useStore } from '../../lib/store.ts';
import { beginAttempt, submitWhenPossible, useAttemptChanged } from '../../progress/attempts.ts';
import {
  allUnsentOf,
  answersOwner,
  answersStore,
  dropAnswers,
  keepAnswer,
  startSendingAnswers,
  type UnsentAnswer,
  unsentOf,
} from '../../progress/unsent-answers.ts';
import { useSession } from '../../sign-in/session.ts';
import { type Answers, answersOf } from './quiz-answers.ts';

/** `log-in`: whoever began the attempt is not signed in any more, and what is chosen stays on this device. */
export type SaveState = 'nothing' | 'saving' | 'saved' | 'waiting' | 'log-in';

export interface UsedAttempt {
  /** Null until it is here. */
  attempt: Attempt | null;
  /** Why it could not be opened; null while there is hope. */
  problem: string | null;
  answers: Answers;
  saveState: SaveState;
  isSubmitting: boolean;
  choose: (questionKey: string, selected: readonly string[]) => void;
  submit: () => void;
  /** Begins another attempt, or tries again to open this one. */
  begin: (anew: boolean) => void;
}

/**
 * One attempt from its opening to its result.
 *
 * @param review the submitted attempt to look at; null to work on the open one, or a new one
 */
export function useAttempt(lessonId: string, review: string | null): UsedAttempt {
  const { isAuthenticated } = useSession();
  const state = useStore(answersStore);
  const changed = useAttemptChanged();
  const [attempt, setAttempt] = useState<Attempt | null>(null);
  const [answers, setAnswers] = useState<Answers>({});
  const [problem, setProblem] = useState<string | null>(null);
  const [submitting, setSubmitting] = useState<AbortController | null>(null);
  const [hasChosen, setChosen] = useState(false);
  /** Who began the attempt. */
  const owner = useRef(answersOwner());

  const choices = useRef(0);

  const show = useCallback((next: Attempt, unsentBefore: readonly UnsentAnswer[] = []) => {
    const { attemptId } = next;
    const mine = unsentBefore.filter((one) => one.attemptId === attemptId);
    setAttempt(next);
    setAnswers(answersOf(next, [...mine, ...unsentOf(owner.current, attemptId)]));
  }, []);

  const open = useCallback(
    async (load: () => Promise<Attempt>) => {
      setProblem(null);
      // The server may read the attempt just before it gets these, and they may be sent before its reply is here.
      const unsentBefore = allUnsentOf(answersOwner());
      try {
        const next = await load();
        owner.current = answersOwner();
        show(next, unsentBefore);
        changed();
      } catch (error) {
        setProblem(error instanceof CallError ? error.message : 'The questions could not be loaded.');
      }
    },
    [show, changed],
  );
  const begin = useCallback(
    (anew: boolean) => {
      setAttempt(null);
      setChosen(false);
      void open(() => beginAttempt(lessonId, anew));
    },
    [open, lessonId],
  );

  useEffect(() => {
    const stop = startSendingAnswers();
    void open(() => (review === null ? beginAttempt(lessonId) : fetchAttempt(review)));
    return stop;
  }, [open, lessonId, review]);

  const attemptId = attempt?.attemptId ?? null;
  const isOpen = attempt !== null && attempt.submittedAt === null;
  const isOwner = state.owner === owner.current && (owner.current === 'visitor' || isAuthenticated);

  // Another tab or device may have gone on, or submitted.
  const readAgain = useCallback(async () => {
    if (attemptId === null || !isOwner || unsentOf(owner.current, attemptId).length > 0) return;
    const choicesBefore = choices.current;
    try {
      const next = await fetchAttempt(attemptId);
      // What was chosen meanwhile, sent or not, is newer than this.
      if (choices.current === choicesBefore || next.submittedAt !== null) show(next);
      if (next.submittedAt !== null) changed();
    } catch {
      // It is asked for again when the window is looked at again.
    }
  }, [attemptId, isOwner, show, changed]);
  useEffect(() => {
    if (!isOpen) return;
    const look = () => void (document.visibilityState === 'visible' && readAgain());
    document.addEventListener('visibilitychange', look);
    addEventListener('focus', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      removeEventListener('focus', look);
    };
  }, [isOpen, readAgain]);

  useEffect(() => {
    if (attemptId === null || state.ended !== attemptId) return;
    dropAnswers(owner.current, attemptId);
    answersStore.set((before) => ({ ...before, ended: null }));
    void fetchAttempt(attemptId).then(show, () => begin(false));
  }, [state.ended, attemptId, show, begin]);

  useEffect(() => () => submitting?.abort(), [submitting]);

  const choose = (questionKey: string, selected: readonly string[]) => {
    if (attemptId === null || !isOpen) return;
    choices.current += 1;
    setChosen(true);
    setAnswers((before) => ({ ...before, [questionKey]: selected }));
    keepAnswer(owner.current, { attemptId, questionKey, selected });
  };

  const submit = async () => {
    if (attempt === null || submitting !== null) return;
    const work = new AbortController();
    setSubmitting(work);
    setProblem(null);
    const wait = () => answersStore.set((before) => ({ ...before, waiting: true }));
    try {
      const result = await submitWhenPossible(attempt.attemptId, owner.current, wait, work.signal);
      answersStore.set((before) => ({ ...before, waiting: false }));
      const marked = {
        ...attempt,
        questions: checked(attempt, answers),
        result,
        submittedAt: new Date().toISOString(),
      };
      // Submitted, it may say more: its closing text, and what another tab chose.
      show(await fetchAttempt(attempt.attemptId).catch(() => marked));
      changed();
    } catch (error) {
      if (!work.signal.aborted) setProblem(error instanceof CallError ? error.message : 'Submitting did not work.');
    } finally {
      setSubmitting(null);
    }
  };

  const unsent = state.owner === owner.current && state.unsent.some((one) => one.attemptId === attemptId);
  const saveState: SaveState = !isOwner
    ? 'log-in'
    : (unsent || submitting !== null) && state.waiting
      ? 'waiting'
      : unsent
        ? 'saving'
        : hasChosen
          ? 'saved'
          : 'nothing';
  return {
    attempt,
    problem,
    answers,
    saveState,
    isSubmitting: submitting !== null,
    choose,
    submit: () => void submit(),
    begin,
  };
}

function checked({ questions }: Attempt, answers: Answers): Attempt['questions'] {
  return questions.map((question) => ({
    ...question,
    options: question.options.map((option) => ({
      ...option,
      isChecked: (answers[question.questionKey] ?? []).includes(option.optionKey),
    })),
  }));
}
