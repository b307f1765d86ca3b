import { session } from '../../lib/storage.ts';
import { sessionStore } from '../../sign-in/session.ts';

/** What is typed and not sent yet. */
export interface Draft {
  comments: string;
  isBug: boolean;
  allowContact: boolean;
  /** Under which the academy keeps it once, however often it is sent. */
  key: string;
  /** What was sent under the key, whether it arrived or not; null before. */
  sent: string | null;
}

const PREFIX = 'feedback ';
const keyOf = (about: object, userId = sessionStore.get().userId): string =>
  `${PREFIX}${userId ?? ''} ${JSON.stringify(about)}`;
const visitorsKeyOf = (about: object): string => keyOf(about, null);

export const newDraft = (): Draft => ({
  comments: '',
  isBug: false,
  allowContact: false,
  key: crypto.randomUUID(),
  sent: null,
});

/**
 * The draft about something: it outlives the form, a reload and a log-in, and ends with the tab or a log-out. It is shown
 * to the person who wrote it, and to nobody else who logs in.
 */
export function readDraft(about: object): Draft {
  try {
    const kept = JSON.parse(session.get(keyOf(about)) ?? session.get(visitorsKeyOf(about)) ?? '') as Partial<Draft>;
    if (typeof kept.comments === 'string') return { ...newDraft(), ...kept };
  } catch {
    // There is none.
  }
  return newDraft();
}

export const keepDraft = (about: object, draft: Draft): void => void session.set(keyOf(about), JSON.stringify(draft));
export function dropDraft(about: object): void {
  session.remove(keyOf(about));
  session.remove(visitorsKeyOf(about));
}

/**
 * The draft as it is about to be sent. Other words than those under its key get a new one, or the academy would take them
 * for what it has already.
 */
export function readyToSend(draft: Draft): Draft {
  const words = JSON.stringify([draft.comments, draft.isBug, draft.allowContact]);
  const key = draft.sent === null || draft.sent === words ? draft.key : crypto.randomUUID();
  return { ...draft, key, sent: words };
}
