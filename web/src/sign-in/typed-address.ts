import { listEmails } from '@academy/contract/call-routes/managed-emails';
import type { ManagedEmail } from '@academy/contract/managed-emails';
import { pageRuntime } from '../lib/runtime.tsx';
import { markIn, markOf } from './sign-in.ts';

/** Timeout of the check; after it the person is asked, ms. */
const ANSWER_MS = 5_000;

/**
 * Whether the sign-in logged in the account of the address that was typed, which may be a further one of the person, verified
 * in the academy. That is asked with the new token, before it is stored. True where no address was typed.
 *
 * @param email of the account that the provider logged in
 */
export async function isTypedAddress(state: string, email: string, accessToken: string): Promise<boolean> {
  const typed = markIn(state);
  if (typed === '' || typed === (await markOf(email))) return true;
  const { config, tenant } = pageRuntime();
  const headers = { authorization: `Bearer ${accessToken}`, tenantId: tenant.tenantId };
  const signal = AbortSignal.timeout(ANSWER_MS);
  try {
    const response = await fetch(`${config.apiBaseUrl}${listEmails.path}`, { headers, signal });
    const { data } = (await response.json()) as { data: { result: ManagedEmail[] } };
    for (const { email, type, isVerified } of data.result)
      if (isVerified && (type === 'personal' || type === 'work') && typed === (await markOf(email))) return true;
  } catch {
    // Then the person is asked.
  }
  return false;
}
