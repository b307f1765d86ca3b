import type { TenantId } from '@academy/contract/tenants';
import type { Located } from '../fields.ts';
import type { FindingList } from '../finding-list.ts';

/**
 * Ids start with the academy's name and a dash. Another prefix is a warning: the same content may be published to two
 * academies on purpose.
 */
export function checkTenantPrefix(
  id: Located<string>,
  file: string,
  tenantId: TenantId | null,
  findings: FindingList,
): void {
  if (tenantId === null || id.value === '' || id.value.startsWith(`${tenantId}-`)) return;
  const message = `id "${id.value}" does not start with "${tenantId}-", the academy it is published to; check --tenant or the id`;
  findings.warning('tenant-prefix', file, id.line, message);
}
