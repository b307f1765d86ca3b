import { TENANT_HEADER } from '@academy/contract/constants';
import { AcademyError } from '@academy/contract/errors';
import { currentLanguage } from '@academy/contract/i18n/languages';
import { tenantInLanguage } from '@academy/contract/rules/tenant-in-language';
import { tenantOfHost } from '@academy/contract/rules/tenant-of-host';
import type { Tenant } from '@academy/contract/tenants';
import type { FastifyRequest } from 'fastify';

export type Tenants = ReadonlyMap<string, Tenant>;

/** The academy of a page: decided by the host alone. */
export function tenantOfPage(request: FastifyRequest, tenants: Tenants): Tenant {
  return known(tenants, tenantOfHost(request.host ?? '', tenants));
}

/**
 * The academy of a call: header `tenantId`, else query, else host. Header, query and body that differ are refused; the
 * host never conflicts, because every call sends the header.
 */
export function tenantOfCall(request: FastifyRequest, tenants: Tenants): Tenant {
  const header = request.headers[TENANT_HEADER];
  const named = [
    ...(Array.isArray(header) ? header : [header]),
    ...(typeof header === 'string' && header.includes(',') ? header.split(',').map((one) => one.trim()) : []),
    ...values(request.query, 'tenantId'),
    ...values(request.query, 'tenant'),
    ...values(request.body, 'tenantId'),
  ].filter((one): one is string => typeof one === 'string');
  const [first, ...others] = named;
  if (first === undefined) return tenantOfPage(request, tenants);
  if (others.some((other) => other !== first)) throw new AcademyError('tenant-mismatch', { field: 'tenantId' });
  return known(tenants, first);
}

function values(from: unknown, key: string): unknown[] {
  if (from === null || typeof from !== 'object' || !Object.hasOwn(from, key)) return [];
  const value = (from as Record<string, unknown>)[key];
  return Array.isArray(value) ? value : [value];
}

function known(tenants: Tenants, tenantId: string): Tenant {
  const tenant = tenants.get(tenantId);
  if (tenant === undefined) throw new AcademyError('unknown-tenant', { field: 'tenantId' });
  return tenantInLanguage(tenant, currentLanguage());
}
