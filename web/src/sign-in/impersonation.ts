import { endViewAs } from '@academy/contract/call-routes/view-as';
import { IDP_STORAGE_KEY, STORAGE_KEYS } from '@academy/contract/constants';
import { withLanguage } from '@academy/contract/i18n/address';
import { IMPERSONATION_MS } from '@academy/contract/view-as';
import { pageRuntime } from '../lib/runtime.tsx';
import { IMPERSONATION, IMPERSONATION_ENDED, session } from '../lib/storage.ts';
import { impersonationTexts } from './impersonation-texts.ts';
import { storedTokens } from './stored-tokens.ts';

/** An impersonation: as whom a tab shows the academy. */
export interface Impersonation {
  name: string;
  /** Unix ms, by this browser's own clock. */
  until: number;
  /** Address of the page that it was started from. */
  from: string;
  /** What the tab had stored for the administrator. */
  aside: Record<string, string>;
}

/** The impersonation of this tab; null where there is none. */
export function storedImpersonation(): Impersonation | null {
  return JSON.parse(session.get(IMPERSONATION) ?? 'null') as Impersonation | null;
}

/**
 * Starts an impersonation in a new document. The administrator's data in the tab are put aside, so that neither finds
 * anything of the other's.
 * @throws Error where the browser stores nothing
 */
export function startImpersonation({ token, name }: { token: string; name: string }, from: string): void {
  const aside = entries();
  const until = Date.now() + IMPERSONATION_MS;
  const idToken = { idToken: token, expiresAt: until };
  const stored = replaceAll({
    [IMPERSONATION]: JSON.stringify({ name, until, from, aside } satisfies Impersonation),
    [STORAGE_KEYS.accessToken]: token,
    [STORAGE_KEYS.expiresAt]: String(until),
    [IDP_STORAGE_KEY]: JSON.stringify({ idToken }),
  });
  if (!stored) {
    replaceAll(aside);
    throw new Error(impersonationTexts.noStorage);
  }
  location.assign(withLanguage('/'));
}

/** Ends the impersonation, here and on the server. */
export function endImpersonation(): void {
  const token = storedTokens()?.accessToken;
  const { config, tenant } = pageRuntime();
  const headers = { authorization: `Bearer ${token}`, tenantid: tenant.tenantId };
  // The page does not wait for it: without an answer the impersonation expires by itself.
  void fetch(config.apiBaseUrl + endViewAs.path, { method: endViewAs.method, headers, keepalive: true }).catch(
    () => null,
  );
  leaveImpersonation('ended');
}

/** Restores what the tab had stored, and the page that the impersonation was started from, in a new document. */
export function leaveImpersonation(how: 'ended' | 'over' = 'over'): void {
  const impersonation = storedImpersonation();
  if (impersonation === null) return;
  const { name, from, aside } = impersonation;
  replaceAll(aside);
  session.set(IMPERSONATION_ENDED, impersonationTexts[how]({ name }));
  location.replace(from);
}

const entries = (): Record<string, string> =>
  Object.fromEntries(session.keys().map((key) => [key, session.get(key) ?? '']));

/** @returns false when the browser does not store it */
function replaceAll(values: Readonly<Record<string, string>>): boolean {
  session.clear();
  return Object.entries(values).every(([key, value]) => session.set(key, value));
}
