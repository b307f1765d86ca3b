import { sendAnswer } from '../api/knowledge-checks.ts';
import { isRetryable } from '../api/is-retryable.ts';
import { inOneTab } from '../lib/one-tab.ts';
import { pageRuntime } from '../lib/runtime.tsx';
import { local } from '../lib/storage.ts';
import { createStore } from '../lib/store.ts';
import { addPendingSource } from '../sign-in/pending-actions.ts';
import { sessionStore } from '../sign-in/session.ts';
import { usableAccessToken } from '../sign-in/usable-tokens.ts';

/**
 * What was chosen in a knowledge check and the server has not acknowledged: kept in localStorage per owner and academy, so
 * that a reload, a lost network or an ended session loses nothing, and sent in order.
 */
export interface UnsentAnswer {
  /** Made anew with each choice: an answer that was changed while it was sent stays. */
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
  /** The attempt of which the server took no answer any more, last. */
  ended: string | null;
}

const PREFIX = 'unsent-answers';
/** The owner of what nobody signed in for. */
export const VISITOR = 'visitor';
const LONGEST_RETRY_MS = 30_000;

export const answersStore = createStore<AnswersState>({ owner: VISITOR, unsent: [], waiting: false, ended: null });
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> | null = null;

/** Whose attempts the page works on: a user's id, or the visitor. */
export const answersOwner = (): string => sessionStore.get().userId ?? VISITOR;

const keyOf = (owner: string) => `${PREFIX}:${pageRuntime().tenant.tenantId}:${owner}`;

/** What is not sent yet of all attempts of an owner in this academy, in the order in which it was chosen. */
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

/** What is not sent yet of an attempt, in the order in which it was chosen. */
export const unsentOf = (owner: string, attemptId: string): UnsentAnswer[] =>
  allUnsentOf(owner).filter((answer) => answer.attemptId === attemptId);

/** Notes what is chosen in one question, in place of what was chosen before. It is on disk before the network is tried. */
export function keepAnswer(owner: string, answer: Omit<UnsentAnswer, 'id'>): void {
  const { attemptId, questionKey } = answer;
  const others = allUnsentOf(owner).filter((one) => one.attemptId !== attemptId || one.questionKey !== questionKey);
  write(owner, [...others, { ...answer, id: crypto.randomUUID() }]);
  void sendAnswers();
}

/** A visitor logged in: what was not sent of the attempt is sent as the person's. */
export function takeOverAnswers(attemptId: string, movedTo: string): void {
  const owner = answersOwner();
  const taken = unsentOf(VISITOR, attemptId).map((answer) => ({ ...answer, attemptId: movedTo }));
  write(
    VISITOR,
    allUnsentOf(VISITOR).filter((answer) => answer.attemptId !== attemptId),
  );
  write(owner, [...allUnsentOf(owner), ...taken]);
}

/** Nothing is sent of an attempt that has ended. */
export function dropAnswers(owner: string, attemptId: string): void {
  write(
    owner,
    allUnsentOf(owner).filter((answer) => answer.attemptId !== attemptId),
  );
}

/** Starts sending what an earlier page left behind. @returns stops it */
export function startSendingAnswers(): () => void {
  const wake = () => {
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
  const stopFollowing = sessionStore.subscribe(wake);
  addEventListener('online', wake);
  addEventListener('storage', otherTab);
  wake();
  return () => {
    takeAway();
    stopFollowing();
    removeEventListener('online', wake);
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
    // Without its token a person's attempt looks like one that does not exist.
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

/** Whether calls are made as this owner now; a session that has just run out is renewed for it. */
export async function mayCallAs(owner: string): Promise<boolean> {
  if (owner === VISITOR) return answersOwner() === VISITOR;
  if (usableAccessToken() === null) await (await import('../sign-in/refresh.ts')).freshTokens(LONGEST_RETRY_MS);
  return answersOwner() === owner && usableAccessToken() !== null;
}

function retryLater(): void {
  failures += 1;
  show({ waiting: true });
  clearTimeout(timer);
  timer = setTimeout(() => void sendAnswers(), Math.min(LONGEST_RETRY_MS, 1000 * 2 ** (failures - 1)));
}
