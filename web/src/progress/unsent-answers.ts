import { isRetryable } from '../api/is-retryable.ts';
import { sendAnswer } from '../api/knowledge-checks.ts';
import { inOneTab } from '../lib/one-tab.ts';
import { pageRuntime } from '../lib/runtime.tsx';
import { local } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';
import { addPendingSource } from '../sign-in/pending-actions.ts';
import { freshTokens } from '../sign-in/refresh.ts';
import { sessionStore } from '../sign-in/session.ts';
import { usableAccessToken } from '../sign-in/stored-tokens.ts';

/**
 * An answer in a knowledge check that the server has not acknowledged: stored in localStorage per owner and academy, so
 * that a reload, a lost network or an ended session loses nothing, and sent in order.
 */
export interface UnsentAnswer {
  /** New for each choice, so that an answer that was changed while it was sent stays. */
  id: string;
  attemptId: string;
  questionKey: string;
  selected: readonly string[];
}

export interface AnswersState {
  owner: string;
  unsent: readonly UnsentAnswer[];
  /** True from a failed try until the next one that works. */
  waiting: boolean;
  /** The last attempt for which the server refused an answer because it has ended. */
  ended: string | null;
}

const PREFIX = 'unsent-answers';
/** The owner of answers that were given without signing in. */
export const VISITOR = 'visitor';
const MAX_RETRY_MS = 30_000;

export const answersStore = createStore<AnswersState>({ owner: VISITOR, unsent: [], waiting: false, ended: null });
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> | null = null;

/** Owner of the page's attempts: a user's id, or the visitor. */
export const answersOwner = (): string => sessionStore.get().userId ?? VISITOR;

const keyOf = (owner: string) => `${PREFIX}:${pageRuntime().tenant.tenantId}:${owner}`;

/** Unsent answers of all attempts of an owner in this academy, oldest first. */
export function allUnsentOf(owner: string): UnsentAnswer[] {
  try {
    const stored: unknown = JSON.parse(local.get(keyOf(owner)) ?? '[]');
    return Array.isArray(stored) ? stored.filter((one) => typeof one?.attemptId === 'string') : [];
  } catch {
    return [];
  }
}

function write(owner: string, answers: readonly UnsentAnswer[]): void {
  if (answers.length === 0) local.remove(keyOf(owner));
  else local.set(keyOf(owner), JSON.stringify(answers));
  show({ owner, unsent: answers });
}

const show = (change: Partial<AnswersState>): void => answersStore.set((before) => ({ ...before, ...change }));

/** Unsent answers of an attempt, oldest first. */
export const unsentOf = (owner: string, attemptId: string): UnsentAnswer[] =>
  allUnsentOf(owner).filter((answer) => answer.attemptId === attemptId);

/** Stores the answer to one question, replacing the previous one. It is stored before the network is tried. */
export function keepAnswer(owner: string, answer: Omit<UnsentAnswer, 'id'>): void {
  const { attemptId, questionKey } = answer;
  const others = allUnsentOf(owner).filter((one) => one.attemptId !== attemptId || one.questionKey !== questionKey);
  write(owner, [...others, { ...answer, id: crypto.randomUUID() }]);
  void sendAnswers();
}

/** After a visitor signed in: unsent answers of the attempt are sent as the person's own. */
export function takeOverAnswers(attemptId: string, movedTo: string): void {
  const owner = answersOwner();
  const taken = unsentOf(VISITOR, attemptId).map((answer) => ({ ...answer, attemptId: movedTo }));
  write(
    VISITOR,
    allUnsentOf(VISITOR).filter((answer) => answer.attemptId !== attemptId),
  );
  write(owner, [...allUnsentOf(owner), ...taken]);
}

/** Drops the unsent answers of an attempt that has ended. */
export function dropAnswers(owner: string, attemptId: string): void {
  write(
    owner,
    allUnsentOf(owner).filter((answer) => answer.attemptId !== attemptId),
  );
}

/** Starts sending what an earlier page left unsent. @returns stops it */
export function startSendingAnswers(): () => void {
  const resume = () => {
    const owner = answersOwner();
    show({ owner, unsent: allUnsentOf(owner) });
    void sendAnswers();
  };
  const otherTab = (event: StorageEvent) => {
    const owner = answersOwner();
    if (event.key === keyOf(owner)) show({ owner, unsent: allUnsentOf(owner) });
  };
  const takeAway = addPendingSource({
    count: () => allUnsentOf(answersOwner()).length,
    send: sendAnswers,
    drop: () => write(answersOwner(), []),
  });
  const stopFollowing = sessionStore.subscribe(resume);
  addEventListener('online', resume);
  addEventListener('storage', otherTab);
  resume();
  return () => {
    takeAway();
    stopFollowing();
    removeEventListener('online', resume);
    removeEventListener('storage', otherTab);
    clearTimeout(timer);
  };
}

/** Sends what is unsent, in one tab at a time. */
export function sendAnswers(): Promise<void> {
  sending ??= inOneTab(PREFIX, sendAll).finally(() => {
    sending = null;
  });
  return sending;
}

async function sendAll(): Promise<void> {
  clearTimeout(timer);
  for (;;) {
    const owner = answersOwner();
    const [first] = allUnsentOf(owner);
    if (first === undefined) {
      failures = 0;
      show({ waiting: false });
      return;
    }
    // Without a token the server answers as if a person's attempt did not exist.
    if (!(await mayCallAs(owner))) return retryLater();
    const { attemptId, questionKey, selected } = first;
    try {
      await sendAnswer(attemptId, questionKey, selected);
      failures = 0;
      show({ waiting: false });
    } catch (error) {
      if (isRetryable(error) || !(await mayCallAs(owner))) return retryLater();
      show({ ended: attemptId });
    }
    write(
      owner,
      allUnsentOf(owner).filter(({ id }) => id !== first.id),
    );
  }
}

/** Whether calls are made as this owner now; an expired session is renewed first. */
export async function mayCallAs(owner: string): Promise<boolean> {
  if (owner === VISITOR) return answersOwner() === VISITOR;
  if (usableAccessToken() === null) await freshTokens(MAX_RETRY_MS);
  return answersOwner() === owner && usableAccessToken() !== null;
}

function retryLater(): void {
  failures += 1;
  show({ waiting: true });
  clearTimeout(timer);
  timer = setTimeout(() => void sendAnswers(), Math.min(MAX_RETRY_MS, 1000 * 2 ** (failures - 1)));
}
