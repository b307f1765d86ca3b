import { createHash } from 'node:crypto';
import type { IdentityStore } from './identity-store.ts';
import { EMPTY_FORM, type FormState } from './pages/pages.ts';

const MODEL = 'FormState';
const LIFETIME_MS = 10 * 60_000;

/**
 * Stores what a form shows again after the redirect that follows its POST: typed values, never passwords, and errors.
 * In the database, so that any server can render the page.
 */
export function formStates(store: IdentityStore['artifacts'], now: () => number) {
  const keyOf = (uid: string, form: string) => createHash('sha256').update(`${uid}/${form}`).digest('hex');
  return {
    async keep(uid: string, form: string, state: FormState): Promise<void> {
      await store.upsert(MODEL, keyOf(uid, form), {
        payload: { ...state, values: storable(state.values) },
        grantId: null,
        uid: null,
        expiresAt: new Date(now() + LIFETIME_MS),
      });
    },
    async of(uid: string, form: string): Promise<FormState> {
      const kept = await store.find(MODEL, keyOf(uid, form));
      return kept === null ? EMPTY_FORM : (kept.payload as unknown as FormState);
    },
    async forget(uid: string, form: string): Promise<void> {
      await store.destroy(MODEL, keyOf(uid, form));
    },
  };
}

/** Removes NUL characters, which databases refuse. */
function storable(values: FormState['values']): FormState['values'] {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value.replaceAll('\0', '')]));
}
