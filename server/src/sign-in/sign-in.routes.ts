import { endLocalSession } from '@academy/contract/sign-in';
import type { CallTable } from '../calls/bind.ts';
import { type Bearers, bearerOf } from '../plugins/person.ts';

/** Ends a grant of the embedded provider; an external provider keeps its own. */
export type EndGrant = (grantId: string) => Promise<void>;

export function bindSignIn(calls: CallTable, bearers: Bearers, endGrant: EndGrant): void {
  calls.bind(endLocalSession, async ({ request }) => {
    const grantId = request === null ? null : await grantOf(request, bearers);
    if (grantId === null) return { ended: false };
    await endGrant(grantId);
    return { ended: true };
  });
}

/** Without a valid bearer there is nothing to end, and that is no error (api.md). */
async function grantOf(request: Parameters<typeof bearerOf>[0], bearers: Bearers): Promise<string | null> {
  try {
    const bearer = bearerOf(request);
    return bearer === null ? null : ((await bearers.session(bearer, 'access'))?.grantId ?? null);
  } catch {
    return null;
  }
}
