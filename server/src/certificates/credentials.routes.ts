import { AcademyError } from '@academy/contract/errors';
import type { SealingSecrets } from '@academy/identity/sealing';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Database } from '../db/connect.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import type { RuntimeConfigs } from '../runtime-config/runtime-configs.ts';
import { scopeOf } from '../values/scope.ts';
import { certificateKeys } from './certificate-key.store.ts';
import { certificatesStore, isCertificateId } from './certificates.store.ts';
import { didDocument, type Issuer, issuerOf, openBadge, revocationList } from './credential.ts';

export interface CredentialsOptions {
  db: Database;
  tenants: Tenants;
  configs: RuntimeConfigs;
  /** Secrets that the signing key is encrypted with. */
  keySecrets: SealingSecrets;
  count: CountCall;
}

/**
 * Serves certificates to programs: each as a signed Open Badge, and what verifies it offline, the academy's keys and
 * its revocation list. Public, and readable from any site.
 */
export function addCredentials(app: FastifyInstance, options: CredentialsOptions): void {
  const { db, tenants, configs, keySecrets, count } = options;
  const store = certificatesStore(db);
  let known: ReturnType<typeof certificateKeys> | null = null;
  const keys = () => {
    known ??= certificateKeys(db, keySecrets);
    // A failed read is retried by the next request.
    known.catch(() => {
      known = null;
    });
    return known;
  };

  function academy(tenantId: string): Issuer {
    const tenant = tenants.get(tenantId);
    const origin = tenant && configs.of(tenant).tenantOrigins[tenantId];
    if (tenant === undefined || origin === undefined) throw new AcademyError('not-found');
    return issuerOf(tenant, origin);
  }

  app.get<{ Params: { certificateId: string } }>(
    '/certificates/:certificateId/credential.json',
    async (request, reply) => {
      await count(request);
      const { certificateId } = request.params;
      const row = isCertificateId(certificateId) ? await store.byId(certificateId.toLowerCase()) : null;
      if (row === null) throw new AcademyError('not-found');
      const { signing } = await keys();
      reply.header('content-disposition', `attachment; filename="certificate-${row.certificateId}.json"`);
      return sendJson(reply, openBadge(row, academy(row.tenantId), signing));
    },
  );

  app.get('/certificates/did.json', async (request, reply) => {
    await count(request);
    const { kids } = await keys();
    return sendJson(reply, didDocument(academy(tenantOfPage(request, tenants).tenantId), kids));
  });

  app.get('/certificates/status.json', async (request, reply) => {
    await count(request);
    const tenant = tenantOfPage(request, tenants);
    const [{ signing }, revoked] = await Promise.all([keys(), store.revokedPlaces(scopeOf(tenant))]);
    const made = new Date().toISOString();
    return sendJson(reply, revocationList(revoked, { issuer: academy(tenant.tenantId), key: signing, made }));
  });
}

/** Never cached: the reply is valid at this moment only. */
function sendJson(reply: FastifyReply, value: object): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(value));
}
