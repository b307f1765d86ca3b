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
import { attemptTexts } from './attempt-texts.ts';
import { type Answers, answersOf } from './quiz-answers.ts';

/** `log-in`: the owner of the attempt is no longer signed in, and answers stay on this device. */
export type SaveState = 'nothing' | 'saving' | 'saved' | 'waiting' | 'log-in';

export interface UsedAttempt {
  /** Null until it is loaded. */
  attempt: Attempt | null;
  /** Why it could not be opened; null while it is retried. */
  problem: string | null;
  answers: Answers;
  saveState: SaveState;
  isSubmitting: boolean;
  /** It was submitted in another tab or on another device while it was open here. */
  endedElsewhere: boolean;
  choose: (questionKey: string, selected: readonly string[]) => void;
  submit: () => void;
  /** Begins another attempt, or tries again to open this one. */
  begin: (startNew: boolean) => void;
}

/**
 * One attempt from its opening to its result.
 *
 * @param review the submitted attempt to show; null to work on the open one, or a new one
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
  const [endedElsewhere, setEndedElsewhere] = useState(false);
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
      // The server may read the attempt before it gets these answers, which may be sent before its reply arrives.
      const unsentBefore = allUnsentOf(answersOwner());
      try {
        const next = await load();
        owner.current = answersOwner();
        show(next, unsentBefore);
        changed();
      } catch (error) {
        setProblem(error instanceof CallError ? error.message : attemptTexts.notLoaded);
      }
    },
    [show, changed],
  );
  const begin = useCallback(
    (startNew: boolean) => {
      setAttempt(null);
      setChosen(false);
      setEndedElsewhere(false);
      void open(() => beginAttempt(lessonId, startNew));
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

  // Another tab or device may have changed or submitted it.
  const refetchAttempt = useCallback(async () => {
    if (attemptId === null || !isOwner || unsentOf(owner.current, attemptId).length > 0) return;
    const choicesBefore = choices.current;
    try {
      const next = await fetchAttempt(attemptId);
      // Answers given meanwhile, sent or not, are newer than this reply.
      if (choices.current === choicesBefore || next.submittedAt !== null) show(next);
      if (next.submittedAt === null) return;
      setEndedElsewhere(true);
      changed();
    } catch {
      // It is refetched when the window becomes visible again.
    }
  }, [attemptId, isOwner, show, changed]);
  useEffect(() => {
    if (!isOpen) return;
    const onVisible = () => void (document.visibilityState === 'visible' && refetchAttempt());
    document.addEventListener('visibilitychange', onVisible);
    addEventListener('focus', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      removeEventListener('focus', onVisible);
    };
  }, [isOpen, refetchAttempt]);

  useEffect(() => {
    if (attemptId === null || state.ended !== attemptId) return;
    dropAnswers(owner.current, attemptId);
    answersStore.set((before) => ({ ...before, ended: null }));
    setEndedElsewhere(true);
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
      // A submitted attempt contains more: its closing text, and answers of another tab.
      show(await fetchAttempt(attempt.attemptId).catch(() => marked));
      changed();
    } catch (error) {
      if (!work.signal.aborted) setProblem(error instanceof CallError ? error.message : attemptTexts.notSubmitted);
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
    endedElsewhere,
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
