import { AcademyError } from '@academy/contract/errors';
import type { Language } from '@academy/contract/i18n/languages';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptedLanguage, inLanguageOf } from '../http/language.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import { sendPlainPage } from '../mail/plain-page.ts';
import { scopeOf } from '../values/scope.ts';
import type { LinkChoice, NotificationsService } from './notifications.service.ts';
import { askPage, donePage, unknownPage } from './unsubscribe-pages.ts';

/** Largest body of a request to unsubscribe; its content is ignored. */
const BODY_BYTES = 4_096;
/** Longest token that is looked up. */
const TOKEN_LENGTH = 64;

export interface UnsubscribeOptions {
  tenants: Tenants;
  notifications: Pick<NotificationsService, 'ofLink' | 'unsubscribe'>;
  count: CountCall;
}

/**
 * The unsubscribe addresses of mails. GET changes nothing, because virus scanners open every link; POST unsubscribes at
 * once, without a log-in: the button of the page sends one, and so do mail programs (RFC 8058). The token proves that
 * the client has the mail, so a request may come from anywhere.
 */
export function addUnsubscribe(app: FastifyInstance, { tenants, notifications, count }: UnsubscribeOptions): void {
  // In a scope of its own: no other address accepts such bodies.
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_BYTES }, (_request, _body, parsed) =>
      parsed(null, null),
    );
    scope.addHook('onRequest', async (request, reply) => {
      await count(request);
      // Keeps the token out of `Referer` headers.
      reply.header('referrer-policy', 'no-referrer');
    });

    scope.route({
      method: ['GET', 'HEAD'],
      url: '/unsubscribe',
      async handler(request, reply) {
        const tenant = tenantOfPage(request, tenants);
        const token = tokenOf(request);
        const choice = await notifications.ofLink(scopeOf(tenant), token);
        const page = inLanguageOf(languageFor(request, choice), () => {
          if (choice === null) return unknownPage(tenant);
          return choice.isOn ? askPage(tenant, choice.kind, token) : donePage(tenant, choice.kind);
        });
        return sendPlainPage(choice === null ? reply.code(404) : reply, page, choice?.isOn);
      },
    });

    scope.post('/unsubscribe', async (request, reply) => {
      const tenant = tenantOfPage(request, tenants);
      const choice = await notifications.unsubscribe(scopeOf(tenant), tokenOf(request));
      const page = inLanguageOf(languageFor(request, choice), () =>
        choice === null ? unknownPage(tenant) : donePage(tenant, choice.kind),
      );
      return sendPlainPage(choice === null ? reply.code(404) : reply, page);
    });
    done();
  });
}

/** The address is the same in all languages: the person who got the mail says it, else the browser. */
const languageFor = ({ headers }: FastifyRequest, choice: LinkChoice | null): Language =>
  choice?.language ?? acceptedLanguage(headers);

function tokenOf({ query }: FastifyRequest): string {
  const { token } = query as { token?: string | string[] };
  if (token === undefined) return '';
  if (typeof token !== 'string' || token.length > TOKEN_LENGTH || token.includes('\0'))
    throw new AcademyError('not-found');
  return token;
}
