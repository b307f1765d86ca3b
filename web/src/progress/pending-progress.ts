import { MAX_PROGRESS_EVENTS } from '@academy/contract/constants';
import type { CourseProgress } from '@academy/contract/progress';
import type { QueryClient } from '@tanstack/react-query';
import { CallError } from '../api/call-error.ts';
import { type CallOptions, QUIET } from '../api/call-options.ts';
import { sendGuideCompletion } from '../api/guides.ts';
import { isRetryable } from '../api/is-retryable.ts';
import { sendLessonCompletion } from '../api/lessons.ts';
import { sendProgressEvents } from '../api/progress.ts';
import { pageRuntime } from '../lib/runtime.tsx';
import { local, VISITOR_ATTEMPTS } from '../lib/storage.ts';
import { addToast, removeToast } from '../lib/toasts.ts';
import { type CachedOverlay, type PendingEvent, withGuideCompleted, withReply } from '../overlay/overlay.ts';
import { OVERLAY, pendingStore, waitingStore } from '../overlay/pending-store.ts';
import { progressTexts } from '../overlay/progress-texts.ts';
import { takeActionOfVisitor } from '../sign-in/action-after-sign-in.ts';
import { addPendingSource } from '../sign-in/pending-actions.ts';
import { sessionStore } from '../sign-in/session.ts';
import { sessionIsStored } from '../sign-in/stored-tokens.ts';
import { followProgress, notifyOtherTabs } from './follow-progress.ts';

// Learners who open a lesson load this file anyway.
export { followReading } from './follow-reading.ts';
export { forgetPlace } from './reading-place.ts';

const PREFIX = 'unsent-progress';
const MAX_RETRY_MS = 60_000;
let page: QueryClient | null = null;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let sending: Promise<void> | null = null;

function storageKey(): string | null {
  const { userId } = sessionStore.get();
  return userId === null ? null : `${PREFIX}:${pageRuntime().tenant.tenantId}:${userId}`;
}

function read(): PendingEvent[] {
  const key = storageKey();
  if (key === null) return [];
  try {
    const stored: unknown = JSON.parse(local.get(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter((event) => typeof event?.key === 'string') : [];
  } catch {
    return [];
  }
}

function write(events: readonly PendingEvent[]): void {
  const key = storageKey();
  if (key === null) return;
  if (events.length === 0) local.remove(key);
  else local.set(key, JSON.stringify(events));
  pendingStore.set(events);
  if (events.length === 0) waitingStore.set(false);
}

const take = (keys: ReadonlySet<string>): void => write(read().filter((event) => !keys.has(event.key)));

type Counts = Pick<CourseProgress, 'courseId' | 'completedLesson' | 'lessonsCount'>;

/** Writes the server's counts into every overlay of the page: home, lists, course and lesson change together. */
function acknowledged(counts: Counts, events: readonly PendingEvent[]): void {
  page?.setQueriesData<CachedOverlay>({ queryKey: [OVERLAY] }, (overlay) =>
    overlay === undefined ? overlay : withReply(overlay, counts, events),
  );
  answered();
}

/** The same for a guide. */
function guideAcknowledged(guideId: string): void {
  page?.setQueriesData<CachedOverlay>({ queryKey: [OVERLAY] }, (overlay) =>
    overlay === undefined ? overlay : withGuideCompleted(overlay, guideId),
  );
  answered();
}

function answered(): void {
  waitingStore.set(false);
  notifyOtherTabs();
  // A pending request may have been answered before the change.
  void page?.invalidateQueries({ queryKey: [OVERLAY], predicate: ({ state }) => state.fetchStatus === 'fetching' });
  // Only the server knows the next lesson to continue with.
  void page?.invalidateQueries({ queryKey: [OVERLAY], refetchType: 'none' });
}

let stopRunning: (() => void) | null = null;

const attempts = () => import('./attempts.ts');

/** Starts sending what an earlier page left unsent; a second start replaces the first. @returns stops it */
export function startPendingProgress(client: QueryClient): () => void {
  stopRunning?.();
  page = client;
  const resume = () => {
    pendingStore.set(read());
    if (!sessionStore.get().isAuthenticated) return;
    void sendPending();
    completeForVisitor();
    if (!local.keys().some((key) => key.startsWith(VISITOR_ATTEMPTS))) return;
    // Tried again with the next page when it could not be loaded.
    void attempts()
      .then(({ moveVisitorAttempts }) => moveVisitorAttempts(client))
      .catch(() => undefined);
  };
  const otherTab = (event: StorageEvent) => {
    if (event.key === storageKey()) pendingStore.set(read());
  };
  const takeAway = addPendingSource({ count: () => read().length, send: sendPending, drop: () => write([]) });
  const stopFollowing = sessionStore.subscribe(resume);
  const stopFollowingOthers = followProgress(client);
  addEventListener('online', resume);
  addEventListener('storage', otherTab);
  resume();
  stopRunning = () => {
    stopRunning = null;
    takeAway();
    stopFollowing();
    stopFollowingOthers();
    removeEventListener('online', resume);
    removeEventListener('storage', otherTab);
    clearTimeout(timer);
  };
  return stopRunning;
}

/** Marks what a visitor wanted to mark before they signed in. */
function completeForVisitor(): void {
  const wanted = takeActionOfVisitor('completion');
  if (wanted === null) return;
  const { lessonId, courseId, isLastLesson } = wanted;
  void (courseId === null ? markGuideComplete(lessonId) : markComplete({ lessonId, courseId, isLastLesson }));
}

const isPlaceIn = (lessonId: string, event: PendingEvent) => event.kind === 'position' && event.lessonId === lessonId;

/** Stores an action and sends it. It is stored before the network is tried. */
export function recordProgress(event: Omit<PendingEvent, 'key' | 'at'>): void {
  if (event.kind === 'undone') {
    undone.add(event.lessonId);
    removeToast(completionToast);
  }
  // Only the newest position in a video matters.
  const others = read().filter((one) => event.kind !== 'position' || !isPlaceIn(event.lessonId, one));
  write([...others, { ...event, key: crypto.randomUUID(), at: new Date().toISOString() }]);
  void sendPending();
}

/** The message about the last completion. */
let completionToast = '';
/** Lessons whose completion was taken back, perhaps before its reply arrives. */
const undone = new Set<string>();

function showCompletedToast(lesson: { lessonId: string; courseId: string }): void {
  const onSelect = () => recordProgress({ ...lesson, kind: 'undone' });
  completionToast = addToast({
    type: 'success',
    message: progressTexts.lessonCompleted,
    action: { title: progressTexts.undo, onSelect },
  });
}

/**
 * Marks a lesson complete with its own call and shows a toast with Undo; when no answer arrives, the event stays in the
 * queue.
 * @returns true when the server has acknowledged it, false when it waits, null when it was refused
 */
export async function markComplete(lesson: {
  lessonId: string;
  courseId: string;
  isLastLesson: boolean;
}): Promise<boolean | null> {
  const { lessonId, courseId } = lesson;
  undone.delete(lessonId);
  const kept = await complete(lessonId, courseId, async (event) => {
    const body = { ...lesson, operationType: 'COMPLETE_LESSON' as const };
    // The queue may send it at the same time: with the same key it is one event.
    const { completedLesson, lessonsCount } = await sendLessonCompletion(
      { headers: { 'idempotency-key': event.key }, body },
      AT_ONCE,
    );
    if (!undone.has(lessonId)) acknowledged({ courseId, completedLesson, lessonsCount }, [event]);
  });
  if (kept !== null && !undone.has(lessonId)) showCompletedToast({ lessonId, courseId });
  return kept;
}

/** Marks a guide complete, as `markComplete` does with a lesson. */
export function markGuideComplete(guideId: string): Promise<boolean | null> {
  return complete(guideId, null, (event) => sendGuide(event, AT_ONCE));
}

/** The button responds at once, so no loading overlay is shown; what waits for the network is no failure. */
const AT_ONCE: CallOptions = { ...QUIET, loader: false };

async function sendGuide({ key, lessonId }: PendingEvent, options: CallOptions): Promise<void> {
  const body = { lessonId, operationType: 'COMPLETE_LESSON' as const };
  await sendGuideCompletion({ headers: { 'idempotency-key': key }, body }, options);
  guideAcknowledged(lessonId);
}

/** During hydration the page can know that a session is stored before it knows whose. */
const isPersonUnknown = (): boolean => sessionStore.get().status === 'signed-out' && sessionIsStored();

async function personKnown(): Promise<void> {
  while (isPersonUnknown())
    await new Promise<void>((changed) => {
      const stop = sessionStore.subscribe(() => {
        stop();
        changed();
      });
    });
}

async function complete(
  lessonId: string,
  courseId: string | null,
  send: (event: PendingEvent) => Promise<void>,
): Promise<boolean | null> {
  // With a known person nothing waits: the action is stored at once.
  if (isPersonUnknown()) await personKnown();
  const event: PendingEvent = {
    key: crypto.randomUUID(),
    at: new Date().toISOString(),
    lessonId,
    courseId,
    kind: 'completed',
  };
  write([...read(), event]);
  try {
    await send(event);
    take(new Set([event.key]));
    return true;
  } catch (error) {
    if (isRetryable(error)) {
      retryLater();
      return false;
    }
    take(new Set([event.key]));
    if (error instanceof CallError) addToast({ message: error.message, additionalInfo: error.correlationId });
    return null;
  }
}

function retryLater(): void {
  failures += 1;
  waitingStore.set(true);
  clearTimeout(timer);
  timer = setTimeout(() => void sendPending(), Math.min(MAX_RETRY_MS, 1000 * 2 ** (failures - 1)));
}

/** Sends what is pending, in one tab at a time. */
export function sendPending(): Promise<void> {
  sending ??= locked(sendOnce).finally(() => {
    sending = null;
  });
  return sending;
}

async function locked(work: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(PREFIX, work);
  else await work();
}

async function sendOnce(): Promise<void> {
  clearTimeout(timer);
  let max = MAX_PROGRESS_EVENTS;
  while (sessionStore.get().isAuthenticated) {
    const pending = read();
    const [first] = pending;
    if (first === undefined) return;
    // Guides have a call of their own, which takes one.
    const batch = first.courseId === null ? [first] : pending.filter(({ courseId }) => courseId !== null).slice(0, max);
    try {
      if (first.courseId === null) await sendGuide(first, QUIET);
      else await sendEvents(batch);
      failures = 0;
      take(new Set(batch.map((event) => event.key)));
    } catch (error) {
      if (isRetryable(error)) {
        retryLater();
        return;
      }
      // An event that the server refuses for good must neither block later ones nor fail its batch.
      if (batch.length > 1) max = 1;
      else take(new Set(batch.map((event) => event.key)));
    }
  }
}

async function sendEvents(batch: readonly PendingEvent[]): Promise<void> {
  const events = batch.map(({ courseId: _courseId, ...event }) => event);
  const reply = await sendProgressEvents({ body: { events, sentAt: new Date().toISOString() } }, QUIET);
  const refused = new Set(reply.results.filter(({ outcome }) => outcome === 'refused').map(({ key }) => key));
  for (const counts of reply.courses) {
    acknowledged(
      counts,
      batch.filter((event) => event.courseId === counts.courseId && !refused.has(event.key)),
    );
  }
}
