import { AcademyError } from '@academy/contract/errors';
import type { Tenant } from '@academy/contract/tenants';
import type { FastifyInstance } from 'fastify';
import { type ReadyBytes, readyBytes, sendReady } from '../http/compressed.ts';
import type { CountCall } from '../http/rate-limits.ts';
import { type Tenants, tenantOfPage } from '../http/tenant.ts';
import { type PlainPage, sendPlainPage } from '../mail/plain-page.ts';
import { type ApiDescription, describeCalls } from './describe-calls.ts';
import { openApi } from './open-api.ts';
import { ENTITIES_PAGE, entitiesPage, groupPage, REFERENCE_PATH, startPage } from './reference-pages.ts';

interface ApiReferenceOptions {
  version: string;
  tenants: Tenants;
  /** Counts a page that must be rendered against the rate limit of the client's address. */
  count: CountCall;
}

/** Answers `/openapi.json` and `/api-reference`, generated from the contract at the first request. */
export function addApiReference(app: FastifyInstance, { version, tenants, count }: ApiReferenceOptions): void {
  let document: ReadyBytes | null = null;
  app.get('/openapi.json', async (request, reply) => {
    document ??= readyBytes(JSON.stringify(openApi(version)), 'application/json; charset=utf-8');
    return sendReady(request, reply, document, 'public, max-age=300');
  });

  let description: ApiDescription | null = null;
  app.get(REFERENCE_PATH, async (request, reply) => {
    await count(request);
    description ??= describeCalls();
    return sendPlainPage(reply, startPage(tenantOfPage(request, tenants), description));
  });
  app.get(`${REFERENCE_PATH}/:name`, async (request, reply) => {
    await count(request);
    description ??= describeCalls();
    const { name } = request.params as { name: string };
    const page = pageOf(tenantOfPage(request, tenants), description, name);
    if (page === null) throw new AcademyError('not-found');
    return sendPlainPage(reply, page);
  });
}

function pageOf(tenant: Tenant, description: ApiDescription, name: string): PlainPage | null {
  if (name === ENTITIES_PAGE) return entitiesPage(tenant, description);
  const group = description.groups.find(({ noun }) => noun === name);
  return group === undefined ? null : groupPage(tenant, description, group);
}
