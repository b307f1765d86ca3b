import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FINDABLE_KINDS, findItems, loadItem } from '@academy/content/find-items';
import { AcademyError } from '@academy/contract/errors';
import { formatFinding } from '@academy/contract/findings';
import type { Tenant } from '@academy/contract/tenants';
import type { PublishingService } from '../publishing/publishing.service.ts';
import { scopeOf } from '../scope.ts';

/**
 * Publishes the sample academy in the same way as an author does, without the network. What did not change since the
 * last start is found unchanged by its hash and costs next to nothing.
 *
 * @param root folder with one folder per tenant
 */
export async function publishSamples(
  publishing: PublishingService,
  tenants: ReadonlyMap<string, Tenant>,
  root: string,
  progress: (line: string) => void,
): Promise<void> {
  let published = 0;
  for (const tenant of tenants.values()) {
    const folder = join(root, tenant.tenantId);
    if (!existsSync(folder)) continue;
    const { tenantId } = tenant;
    const loading = { tenantId, tenants: [tenantId], variables: {} };
    for (const found of await findItems(FINDABLE_KINDS, folder)) {
      const { item, findings } = await loadItem(found, loading);
      if (item === null || findings.length > 0) throw new Error(findings.map(formatFinding).join('\n'));
      const { kind, id, files, options } = item;
      const terms = { tenantId: scopeOf(tenant), kind, id, by: null, dryRun: false, strict: false };
      // An operator who took a sample out, or gave its address to a course of his own, has decided.
      const result = await publishing.publishUnlessRemoved(terms, files, options).catch((error: unknown) => {
        if (!(error instanceof AcademyError) || error.code !== 'content-refused') throw error;
        progress(`The sample ${kind} "${id}" is left out: ${error.message}`);
        return null;
      });
      if (result === null || result.outcome === 'unchanged') continue;
      if (published === 0) progress('Publishing the sample academy');
      published += 1;
    }
  }
  if (published > 0) progress(`Sample academy published: ${published} items`);
}
