import type { LabSnapshot } from '@academy/contract/labs';
import type { StepEvent } from '@academy/contract/rules/lab-steps';
import { LAB_WORK_DATABASE } from '../../lib/storage.ts';

const STORE = 'work';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(LAB_WORK_DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      // A log-out in another tab deletes the database.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
  });
}

async function inStore<T>(
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => Pick<IDBRequest<T>, 'result'>,
): Promise<T | null> {
  try {
    const database = await open();
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(request.result);
      };
      transaction.onabort = () => reject(transaction.error);
    });
  } catch {
    // Blocked or full storage breaks no lab: the server has snapshots as well.
    return null;
  }
}

/** The work of a session on this device; null when there is none. */
export const storedWork = async (sessionId: string): Promise<LabSnapshot | null> =>
  ((await inStore('readonly', (store) => store.get(sessionId))) as LabSnapshot | undefined) ?? null;

/** Stores it; `null` removes it. */
export async function storeWork(sessionId: string, work: LabSnapshot | null): Promise<void> {
  await inStore<unknown>('readwrite', (store) =>
    work === null ? store.delete(sessionId) : store.put(work, sessionId),
  );
}

const stepsOf = (sessionId: string): string => `${sessionId} steps`;

/** Tries of steps that the academy does not have yet. */
export const storedSteps = async (sessionId: string): Promise<StepEvent[]> =>
  ((await inStore('readonly', (store) => store.get(stepsOf(sessionId)))) as StepEvent[] | undefined | null) ?? [];

/** Stores them in place of those before. */
export async function storeSteps(sessionId: string, events: readonly StepEvent[]): Promise<void> {
  await inStore<unknown>('readwrite', (store) =>
    events.length === 0 ? store.delete(stepsOf(sessionId)) : store.put(events, stepsOf(sessionId)),
  );
}
