import { AcademyError } from '@academy/contract/errors';
import { TEXTS } from '@academy/contract/texts';
import type { FastifyBaseLogger } from 'fastify';
import type { Bearers } from '../front/person.ts';
import type { bearerVerifier } from '../identity/bearer.ts';
import type { ExternalProvider } from '../identity/external-provider.ts';
import { ProviderUnreachable } from '../identity/provider-keys.ts';
import type { personalAccessTokensStore } from '../personal-access-tokens/personal-access-tokens.store.ts';
import { hashToken, isWellFormedToken } from '../values/token-format.ts';
import type { impersonationStore } from '../view-as/view-as.store.ts';

/** Combines everything that turns a bearer into an actor. */
export function bearersOf(
  verify: ReturnType<typeof bearerVerifier>,
  tokens: ReturnType<typeof personalAccessTokensStore>,
  views: Pick<ReturnType<typeof impersonationStore>, 'findByHash'>,
  log: Pick<FastifyBaseLogger, 'debug' | 'warn'>,
  external?: Pick<ExternalProvider, 'noteRefused'>,
): Bearers {
  return {
    async session(token, use) {
      const result = await verify(token, use === 'access-or-id' ? 'id' : 'access').catch((error: unknown) => {
        if (!(error instanceof ProviderUnreachable)) throw error;
        log.warn({ err: error }, 'bearers cannot be verified');
        throw new AcademyError('unavailable', { message: TEXTS.signInAway });
      });
      if ('bearer' in result) return result.bearer;
      external?.noteRefused(token);
      log.debug({ reason: result.refused }, 'a bearer was refused');
      return null;
    },
    formerSession: (token) => verify.former(token),
    async accessToken(token) {
      const row = isWellFormedToken(token) ? await tokens.findByHash(hashToken(token)) : null;
      if (row !== null) await tokens.noteUse(row.tokenId);
      return row;
    },
    async view(token) {
      const view = await views.findByHash(hashToken(token));
      if (view === null || !view.admin.isAdmin || view.viewed.isAdmin) return null;
      // An impersonation ends with the log-in of the administrator who started it.
      const { sessionsEndedAt } = view.admin;
      if (sessionsEndedAt !== null && view.createdAt <= sessionsEndedAt) return null;
      return view.grantId === null || (await verify.grantIsLive(view.grantId)) ? view : null;
    },
  };
}
