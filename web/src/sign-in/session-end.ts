import type { CallReply } from '@academy/contract/call';
import type { Envelope } from '@academy/contract/envelope';
import type { endLocalSession } from '@academy/contract/sign-in';
import { pageRuntime } from '../lib/runtime.tsx';
import { addToast } from '../lib/toasts.ts';
import { sessionEndTexts } from './session-end-texts.ts';

/** Timeout of the question to the academy, ms. */
const ANSWER_MS = 5_000;
/** Long enough to be found by a learner who comes back to the page, ms. */
const SHOWN_MS = 10 * 60_000;

/** Tells a learner, on whatever page, why the session has ended. @param accessToken its last one, expired or not */
export async function tellSessionEnd(accessToken: string): Promise<void> {
  const because = await fetch(pageRuntime().config.logoutUrl, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${accessToken}` },
    signal: AbortSignal.timeout(ANSWER_MS),
  })
    .then((response) => response.json() as Promise<Envelope<CallReply<typeof endLocalSession>>>)
    .then(({ data }) => data?.because)
    // Another place may be set for log-outs, which answers as it likes.
    .catch(() => undefined);
  // At the top it would cover the heading of the log-in page on a phone.
  const place = { position: 'bottom-right', timeout: SHOWN_MS };
  addToast({ type: 'info', message: sessionEndTexts[because ?? 'unknown'], ...place });
}
