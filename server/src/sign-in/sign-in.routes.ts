import { AcademyError } from '@academy/contract/errors';
import { endLocalSession } from '@academy/contract/sign-in';
import type { CallTable } from '../calls/bind.ts';
import { type Bearers, bearerOf } from '../plugins/person.ts';

/** Ends a grant of the embedded provider; an external provider keeps its own. */
export type EndGrant = (grantId: string) => Promise<void>;

/**
 * The reply has no Clear-Site-Data: `storage` would take the theme, which log-out keeps, and unsent input of other tabs before
 * they have sent it; `cache` holds nothing personal. The page empties what it filled (web/src/sign-in/sign-out.ts).
 */
export function bindSignIn(calls: CallTable, bearers: Bearers, endGrant: EndGrant): void {
  calls.bind(endLocalSession, async ({ request }) => {
    const grantId = request === null ? null : await grantOf(request, bearers);
    if (grantId === null) return { ended: false };
    await endGrant(grantId);
    return { ended: true };
  });
}

/** Without a valid bearer there is nothing to end, and that is no error. */
async function grantOf(request: Parameters<typeof bearerOf>[0], bearers: Bearers): Promise<string | null> {
  try {
    const bearer = bearerOf(request);
    return bearer === null ? null : ((await bearers.session(bearer, 'access'))?.grantId ?? null);
  } catch (error) {
    // Whatever else went wrong is no word about the bearer: "ended" must not be said of a session that lives on.
    if (error instanceof AcademyError) return null;
    throw error;
  }
}
