import { draftOf } from '@academy/contract/i18n/address';

/**
 * The only module that touches browser storage. Blocked or full storage never breaks a screen: what cannot be stored is
 * kept in memory for as long as the page lives.
 */
export interface SafeStorage {
  get(key: string): string | null;
  /** @returns false when the value is only kept in memory */
  set(key: string, value: string): boolean;
  remove(key: string): void;
  clear(): void;
  keys(): string[];
}

/** @param open returns the browser's storage, or throws where it is blocked */
export function safeStorage(open: () => Storage): SafeStorage {
  const memory = new Map<string, string>();
  const attempt = <T>(action: (storage: Storage) => T, otherwise: T): T => {
    try {
      return action(open());
    } catch {
      return otherwise;
    }
  };
  return {
    get: (key) => memory.get(key) ?? attempt((storage) => storage.getItem(key), null),
    set(key, value) {
      memory.delete(key);
      const stored = attempt((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (stored) return true;
      // An older value that could not be replaced must not come back.
      attempt((storage) => storage.removeItem(key), undefined);
      memory.set(key, value);
      return false;
    },
    remove(key) {
      memory.delete(key);
      attempt((storage) => storage.removeItem(key), undefined);
    },
    clear() {
      memory.clear();
      attempt((storage) => storage.clear(), undefined);
    },
    keys: () => [...new Set([...attempt((storage) => Object.keys(storage), []), ...memory.keys()])],
  };
}

/** First part of the keys under which a visitor's attempts at knowledge checks are noted. */
export const VISITOR_ATTEMPTS = 'visitor-attempt:';

/** Database of what learners do in labs. */
export const LAB_WORK_DATABASE = 'lab-work';

/** Storage of this browser, shared by all of its users. */
export const device = safeStorage(() => localStorage);
export const session = safeStorage(() => sessionStorage);

/** Key of a tab's impersonation: as whom an administrator views the academy, see `sign-in/impersonation.ts`. */
export const IMPERSONATION = 'view-as';
/** Key of the closing message that is shown after an impersonation. */
export const IMPERSONATION_ENDED = 'view-as-ended';
export const isImpersonationStored = (): boolean => session.get(IMPERSONATION) !== null;
/** Whether this document is an impersonation. Constant for the document, although the tab's storage can change. */
export const isImpersonating = isImpersonationStored();
/**
 * Storage of the signed-in person. An impersonation uses another one, without the administrator's data; pages of drafts have
 * none, so that nobody is logged in there and nothing is sent that waits.
 */
export const local =
  draftOf(globalThis.location?.pathname ?? '') !== ''
    ? safeStorage(() => undefined as never)
    : isImpersonating
      ? session
      : device;
