import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { FINDABLE_KINDS, findItems, loadItem } from '@academy/content/find-items';
import { type PackedItem, packItem } from '@academy/content/pack';
import { AcademyError } from '@academy/contract/errors';
import { formatFinding } from '@academy/contract/findings';
import type { Tenant } from '@academy/contract/tenants';
import type { ItemBuilds } from '../publishing/item-builds.ts';
import type { BuiltArchive, PublishingService } from '../publishing/publishing.service.ts';
import { StoreAwayError } from '../publishing/refusals.ts';
import { scopeOf, type TenantScope } from '../values/scope.ts';

/** Samples that are published at the same time. */
const AT_ONCE = 4;
/** Samples that wait for the worker at the same time: it goes on while a starting server is busy. */
const BUILT_AT_ONCE = 16;

/** An item of the sample academy. */
export interface Sample {
  tenantId: TenantScope;
  item: PackedItem;
  /** When it is built before there is a database to publish it to. */
  built?: Promise<BuiltArchive>;
}

/** Read one after another, by several readers. */
type Samples = AsyncGenerator<Sample> | ArrayIterator<Sample>;

/**
 * Publishes the sample academy as an author does, without the network. Unchanged items are recognised by their hash and
 * cost next to nothing.
 */
export async function publishSamples(
  publishing: PublishingService,
  samples: Samples,
  progress: (line: string) => void,
): Promise<void> {
  let published = 0;
  let isStoreAway = false;

  async function publishTheRest(): Promise<void> {
    for await (const { tenantId, item, built } of samples) {
      if (isStoreAway) return;
      const { kind, id, files, options } = item;
      const terms = { tenantId, kind, id, by: null, dryRun: false, strict: false };
      // An operator who removed a sample, or gave its address to their own course, has decided.
      const publish = async () => publishing.publishUnlessRemoved(terms, files, options, await built);
      const result = await publish().catch((error: unknown) => {
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

/**
 * The samples, read one after another on demand.
 *
 * @param root folder with one folder per tenant
 */
export async function* samplesIn(root: string, tenants: ReadonlyMap<string, Tenant>): AsyncGenerator<Sample> {
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

/**
 * Reads all samples and begins to build them: on a first start the worker is done with most of them when the database is
 * made.
 *
 * @returns as soon as they are read
 */
export async function buildSamples(builds: ItemBuilds, samples: AsyncGenerator<Sample>): Promise<Sample[]> {
  const begun: (Sample & { built: Promise<BuiltArchive> })[] = [];
  for await (const sample of samples) {
    const { tenantId, item } = sample;
    const { kind, id } = item;
    const before = begun[begun.length - BUILT_AT_ONCE]?.built;
    const build = async () => {
      await before;
      const packed = await packItem(item);
      const result = await builds.buildPatiently({ packed, tenantId, kind, id, knownHash: null, render: true });
      return { packed, result };
    };
    const built = build();
    // The failure is reported when the sample is published.
    built.catch(() => undefined);
    begun.push({ ...sample, built });
  }
  return begun;
}

/**
 * The samples for a start; on the first one they are being built when this returns, because rendering is most of it and
 * needs no database.
 *
 * @param folder with one folder per tenant; null: none are published
 */
export async function readSamples(
  builds: ItemBuilds,
  tenants: ReadonlyMap<string, Tenant>,
  { folder, isFirstStart }: { folder: string | null; isFirstStart: boolean },
): Promise<Samples | null> {
  if (folder === null) return null;
  const samples = samplesIn(folder, tenants);
  return isFirstStart ? (await buildSamples(builds, samples)).values() : samples;
}
