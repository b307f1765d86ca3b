import type { TokenReply } from '@academy/contract/sign-in';

/**
 * The last refresh of this browser, in IndexedDB: unlike localStorage it is the same for all processes at once, so a tab
 * that waited for the lock sees here that its refresh token has been used (docs/pitfalls.md#refresh-in-two-tabs).
 */
export interface LastRefresh {
  /** Used refresh tokens, newest first: a tab that still holds one takes over `reply`. */
  used: readonly string[];
  reply: TokenReply;
  /** When the answer arrived, Unix ms. */
  at: number;
}

const NAME = 'academy-session';
const STORE = 'refresh';
/** A tab that missed this many refreshes is still recognised. */
const MAX_USED = 50;
/** Some browsers leave a request without an answer: the session must not wait for it. */
const SESSION_WAIT_MS = 2_000;

/** The last refresh, or null where there was none or IndexedDB is blocked. */
export const readLastRefresh = (): Promise<LastRefresh | null> =>
  attempt('readonly', (store) => store.get('last') as IDBRequest<LastRefresh | undefined>).then(
    (found) => found ?? null,
  );

/** Stores the new tokens for the refresh token `before`. */
export async function storeLastRefresh(before: string, reply: TokenReply, at: number): Promise<void> {
  const earlier = (await readLastRefresh())?.used ?? [];
  await attempt('readwrite', (store) =>
    store.put({ used: [before, ...earlier].slice(0, MAX_USED), reply, at }, 'last'),
  );
}

/** Sign-out empties it. */
export const clearLastRefresh = (): Promise<unknown> => attempt('readwrite', (store) => store.clear());

function attempt<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  const enough = new Promise<null>((done) => setTimeout(done, SESSION_WAIT_MS, null));
  return Promise.race([asked(mode, work), enough]).catch(() => null);
}

async function asked<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
  const database = await settled(opening);
  try {
    return await settled(work(database.transaction(STORE, mode).objectStore(STORE)));
  } finally {
    database.close();
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
