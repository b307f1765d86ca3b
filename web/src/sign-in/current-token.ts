import type { TokenReply } from '@academy/contract/sign-in';

/**
 * The last refresh of this browser, in IndexedDB: unlike localStorage it is the same for all processes at once, so a tab
 * that waited for the lock sees here that its refresh token has been used (identity trap 3).
 */
export interface LastRefresh {
  /** The refresh token that was used up. */
  before: string;
  reply: TokenReply | null;
  /** When the answer came, Unix ms. */
  at: number;
}

const NAME = 'academy-session';
const STORE = 'refresh';

/** The last refresh, or null where there was none or IndexedDB is blocked. */
export const sharedCurrent = (): Promise<LastRefresh | null> =>
  attempt('readonly', (store) => store.get('last') as IDBRequest<LastRefresh | undefined>).then(
    (found) => found ?? null,
  );

export const rememberCurrent = (last: LastRefresh): Promise<unknown> =>
  attempt('readwrite', (store) => store.put(last, 'last'));

/** Sign-out empties it. */
export const forgetCurrent = (): Promise<unknown> => attempt('readwrite', (store) => store.clear());

async function attempt<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const opening = indexedDB.open(NAME, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    const database = await settled(opening);
    try {
      return await settled(work(database.transaction(STORE, mode).objectStore(STORE)));
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
