import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FINDABLE_KINDS, findItems, loadItem } from '@academy/content/find-items';
import type { PackedItem } from '@academy/content/pack';
import { AcademyError } from '@academy/contract/errors';
import { formatFinding } from '@academy/contract/findings';
import type { Tenant } from '@academy/contract/tenants';
import type { PublishingService } from '../publishing/publishing.service.ts';
import { StoreAwayError } from '../publishing/refusals.ts';
import { scopeOf, type TenantScope } from '../scope.ts';

/** Samples that are published at the same time. */
const AT_ONCE = 4;

/**
 * Publishes the sample academy as an author does, without the network. Unchanged items are recognised by their hash and
 * cost next to nothing.
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
  let isStoreAway = false;
  const samples = samplesOf(tenants, root);

  async function publishTheRest(): Promise<void> {
    for await (const { tenantId, item } of samples) {
      if (isStoreAway) return;
      const { kind, id, files, options } = item;
      const terms = { tenantId, kind, id, by: null, dryRun: false, strict: false };
      // An operator who removed a sample, or gave its address to their own course, has decided.
      const result = await publishing.publishUnlessRemoved(terms, files, options).catch((error: unknown) => {
        if (!(error instanceof AcademyError)) throw error;
        if (error instanceof StoreAwayError) {
          if (!isStoreAway) progress(`Samples are left out: ${error.message}`);
          isStoreAway = true;
          return null;
        }
        if (error.code !== 'content-refused') throw error;
        progress(`The sample ${kind} "${id}" is left out: ${error.message}`);
        return null;
      });
      if (result === null || result.outcome === 'unchanged') continue;
      if (published === 0) progress('Publishing the sample academy');
      published += 1;
    }
  }

  // While one item is written, the next ones are read and rendered.
  await Promise.all(Array.from({ length: AT_ONCE }, publishTheRest));
  if (published > 0) progress(`Sample academy published: ${published} items`);
}

interface Sample {
  tenantId: TenantScope;
  item: PackedItem;
}

/** The samples, read one after another on demand. */
async function* samplesOf(tenants: ReadonlyMap<string, Tenant>, root: string): AsyncGenerator<Sample> {
  for (const tenant of tenants.values()) {
    const { tenantId } = tenant;
    const folder = join(root, tenantId);
    if (!existsSync(folder)) continue;
    for (const found of await findItems(FINDABLE_KINDS, folder)) {
      const { item, findings } = await loadItem(found, { tenantId, tenants: [tenantId], variables: {} });
      if (item === null || findings.length > 0) throw new Error(findings.map(formatFinding).join('\n'));
      yield { tenantId: scopeOf(tenant), item };
    }
  }
}
