import { DEFAULT_TENANT, type TenantId } from '../tenants.ts';

/**
 * The tenant of a host name: its first label, cut at the first dash; spring for hosts without a known tenant.
 *
 * @param host host name with or without port, in any letter case
 * @param known the tenants there are
 */
export function tenantOfHost(host: string, known: { has(tenantId: TenantId): boolean }): TenantId {
  const name = host.toLowerCase().split(':')[0] ?? '';
  const label = name.split('.')[0]?.split('-')[0] ?? '';
  return known.has(label) ? label : DEFAULT_TENANT;
}
