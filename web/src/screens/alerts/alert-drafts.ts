import { session } from '../../lib/storage.ts';
import { sessionStore } from '../../sign-in/session.ts';
import type { AlertDraft } from './alert-rules.ts';

/** An alert that is being written, kept until it is sent: through failures, reloads and other screens. */
export interface StoredDraft {
  draft: AlertDraft;
  /** Idempotency key: however often it is sent, it is created once. */
  key: string;
  /** `updatedAt` of the alert that is changed; null for a new one. */
  basedOn: string | null;
}

/** @param what `new`, or what is done to which alert */
const keyOf = (what: string): string => `alert ${sessionStore.get().userId ?? ''} ${what}`;

export function readDraft(what: string): StoredDraft | null {
  try {
    const kept = JSON.parse(session.get(keyOf(what)) ?? '') as StoredDraft;
    return typeof kept.draft.message === 'string' && Array.isArray(kept.draft.tenantIds) ? kept : null;
  } catch {
    return null;
  }
}

export const keepDraft = (what: string, kept: StoredDraft): void => void session.set(keyOf(what), JSON.stringify(kept));
export const dropDraft = (what: string): void => session.remove(keyOf(what));
