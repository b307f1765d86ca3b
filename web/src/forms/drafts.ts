import { useState } from 'react';
import { session } from '../lib/storage.ts';
import { sessionStore } from '../sign-in/session.ts';

/** Unsent input of a form. */
export interface Draft<Words extends object> {
  words: Words;
  /** Idempotency key: however often the form is sent, the academy keeps it once. */
  key: string;
  /** What was sent under the key, whether it arrived or not; null before. */
  sent: string | null;
}

/**
 * The drafts of one form: they survive closing it, a reload and a log-in, and end with the tab or a log-out. A draft is
 * only shown to the person who wrote it.
 *
 * @param name of the form
 * @param blank what it holds at first
 */
export function draftsOf<Words extends object>(name: string, blank: Words) {
  const keyOf = (about: object, userId = sessionStore.get().userId): string =>
    `${name} ${userId ?? ''} ${JSON.stringify(about)}`;
  const storedDraft = (about: object): string | null => session.get(keyOf(about)) ?? session.get(keyOf(about, null));
  return {
    isKept: (about: object): boolean => storedDraft(about) !== null,
    read(about: object): Draft<Words> {
      try {
        const kept = JSON.parse(storedDraft(about) ?? '') as Partial<Draft<Words>>;
        if (typeof kept.key === 'string' && typeof kept.words === 'object')
          return { sent: null, key: kept.key, ...kept, words: { ...blank, ...kept.words } };
      } catch {
        // There is none.
      }
      return { words: blank, key: crypto.randomUUID(), sent: null };
    },
    keep: (about: object, draft: Draft<Words>): void => void session.set(keyOf(about), JSON.stringify(draft)),
    drop(about: object): void {
      session.remove(keyOf(about));
      session.remove(keyOf(about, null));
    },
  };
}

/**
 * The draft as it is about to be sent. Changed input gets a new idempotency key, or the academy would take it for what it
 * has already.
 */
export function readyToSend<Words extends object>({ words, key, sent }: Draft<Words>): Draft<Words> {
  const now = JSON.stringify(words);
  return { words, key: sent === null || sent === now ? key : crypto.randomUUID(), sent: now };
}

/** A form on its draft. @param about what the draft belongs to; it does not change while the form is there */
export function useDraft<Words extends object>(drafts: ReturnType<typeof draftsOf<Words>>, about: object) {
  const [draft, setDraft] = useState(() => drafts.read(about));
  const keep = (next: Draft<Words>) => {
    setDraft(next);
    drafts.keep(about, next);
  };
  return {
    words: draft.words,
    change: (part: Partial<Words>) => keep({ ...draft, words: { ...draft.words, ...part } }),
    /** Stores what is about to be sent. @returns its idempotency key */
    ready(words: Words): string {
      const next = readyToSend({ ...draft, words });
      keep(next);
      return next.key;
    },
    /** It was sent. */
    drop: () => drafts.drop(about),
    /** It was sent, and the form stays open: it is empty again. */
    clear() {
      drafts.drop(about);
      setDraft(drafts.read(about));
    },
  };
}
