import { AcademyError } from '@academy/contract/errors';
import { endLocalSession, type SessionEnd } from '@academy/contract/sign-in';
import type { CallTable } from '../calls/bind.ts';
import { bearerOf } from '../http/bearer-of.ts';
import type { SessionIdentity } from '../people/people.service.ts';
import { sessionEndOf } from './session-end.ts';

/** Ends a grant of the embedded provider; with an external provider it does nothing. */
export type EndGrant = (grantId: string) => Promise<void>;

/** Verifies the bearer of a session. */
interface Sessions {
  session(token: string, use: 'access'): Promise<{ grantId: string | null } | null>;
  formerSession(token: string): Promise<SessionIdentity | null>;
}

interface SignInOptions {
  bearers: Sessions;
  endGrant: EndGrant;
  /** Whether the embedded provider has the account of a subject. */
  hasAccount: (subject: string) => Promise<boolean>;
}

/**
 * The reply has no Clear-Site-Data: `storage` would delete the theme, which log-out keeps, and unsent input of other
 * tabs before they have sent it; `cache` holds nothing personal. The page deletes its own data
 * (web/src/sign-in/sign-out.ts).
 */
export function bindSignIn(calls: CallTable, { bearers, endGrant, hasAccount }: SignInOptions): void {
  calls.bind(endLocalSession, async ({ request }) => {
    const grantId = request === null ? null : await grantOf(request, bearers);
    if (grantId === null) {
      const because = request === null ? null : await endOf(request);
      return { ended: false, ...(because === null ? {} : { because }) };
    }
    await endGrant(grantId);
    return { ended: true };
  });

  /** Only the holder of a session's own token learns why it has ended. */
  async function endOf(request: Parameters<typeof bearerOf>[0]): Promise<SessionEnd | null> {
    try {
      const bearer = bearerOf(request);
      const last = bearer === null ? null : await bearers.formerSession(bearer);
      return last === null ? null : sessionEndOf(last, await hasAccount(last.subject), Date.now());
    } catch (error) {
      if (error instanceof AcademyError) return null;
      throw error;
    }
  }
}

/** Without a valid bearer there is nothing to end, which is no error. */
async function grantOf(request: Parameters<typeof bearerOf>[0], bearers: Sessions): Promise<string | null> {
  try {
    const bearer = bearerOf(request);
    return bearer === null ? null : ((await bearers.session(bearer, 'access'))?.grantId ?? null);
  } catch (error) {
    // Any other failure says nothing about the bearer: the reply must not claim that a session has ended that is still
    // valid.
    if (error instanceof AcademyError) return null;
    throw error;
  }
}
