import type { Identity } from '@academy/identity/mount';
import type { FastifyInstance } from 'fastify';
import { startPolling } from '../background/polling.ts';
import { clientAddress } from '../http/client-address.ts';
import { acceptedLanguage, inLanguageOf } from '../http/language.ts';
import type { CountCall } from '../http/rate-limits.ts';

/** Expired sessions, codes and tokens are deleted this often, ms. They are ignored from the moment they expire. */
const CLEAN_EVERY_MS = 10 * 60_000;

/**
 * Mounts the embedded provider below its path. It gets the raw request with the body unread. Hooks that run before the
 * handler (limits, logging) apply; hooks on replies do not: the provider sets its own headers.
 *
 * @param count rate limit by address: most of the provider's requests insert a row
 */
export function addIdentity(app: FastifyInstance, identity: Identity, count: CountCall): void {
  void app.register(
    (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.route({
        method: ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'],
        url: '*',
        config: { patternOf: identity.patternOf },
        handler: async (request, reply) => {
          await count(request);
          reply.hijack();
          request.server.stalledReaders.watch(request.raw, reply.raw);
          reply.raw.setHeader('x-correlation-id', request.id);
          await identity.handle(request.raw, reply.raw, {
            protocol: request.protocol,
            host: request.host,
            ip: clientAddress(request),
            correlationId: request.id,
            acceptedLanguage: acceptedLanguage(request.headers),
            inLanguage: inLanguageOf,
          });
        },
      });
      done();
    },
    { prefix: identity.mountPath.replace(/\/$/, '') },
  );

  const deleteExpired = async () => {
    await identity.deleteExpired();
    return undefined;
  };
  const cleaning = startPolling({
    ...{ work: 'deleting expired sign-in data', everyMs: CLEAN_EVERY_MS, run: deleteExpired, log: app.log },
  });
  app.addHook('onClose', () => cleaning.stop());
}
