import type { ArchiveResult } from '@academy/content/build-in-worker';
import { hashOf } from '@academy/content/item-hash';
import { type ItemOptions, packItem } from '@academy/content/pack';
import type { SourceFiles } from '@academy/content/source-files';
import type { StorableItem } from '@academy/content/storable-item';
import type { Status } from '@academy/contract/entities';
import { AcademyError } from '@academy/contract/errors';
import type { Finding } from '@academy/contract/findings';
import type { ContentKind, ContentSource, Outcome, PublishedItem } from '@academy/contract/publishing';
import { noteMoved, placesBefore } from '../addresses/addresses.store.ts';
import { step } from '../background/activity.ts';
import type { CatalogueVersions } from '../catalogue/catalogue-version.ts';
import { writeAssetUses } from '../content-assets/asset-uses.store.ts';
import type { Database } from '../db/connect.ts';
import type { Transaction } from '../db/transaction.ts';
import { type ContentFiles, hashOfBytes, type NewFile } from '../file-store/content-files.ts';
import { type MemoryPlan, serverMemory } from '../memory/memory-plan.ts';
import type { TenantScope } from '../values/scope.ts';
import { goneAddresses } from './gone-addresses.ts';
import { heldMemory } from './held-memory.ts';
import { contentHistory } from './history.service.ts';
import type { ItemBuilds } from './item-builds.ts';
import { lessonChanges, noteChanged, touchedLearners } from './lesson-changes.ts';
import { comparableHash, conflictOf, type ItemTerms, type PublishResult, type PublishTerms } from './publish-terms.ts';
import { auditContent } from './publisher.ts';
import { asBuffer, type ItemRow, publishingStore } from './publishing.store.ts';
import { learnersOf } from './publishing-admin.store.ts';
import { acceptedOf, fatal, overloaded, type Rendered, refused, withoutStore } from './refusals.ts';
import { versionsStore } from './versions.store.ts';
import { isWithinScopes } from './within-scopes.ts';

export interface PublishingSettings {
  /** Largest packed push, bytes. */
  packedBytes: number;
  /** For archives; left out, that of the default setting. */
  memory?: Pick<MemoryPlan, 'archiveBytes'>;
  /** Called with failures of the content store, for the log. */
  onFailure: (error: unknown) => void;
}

/** An archive that was built before the database was there: nothing is published yet that it could be compared with. */
export interface BuiltArchive {
  packed: Uint8Array;
  result: ArchiveResult;
}

/** A rendered item with all rows to be written. */
interface Publication {
  terms: PublishTerms;
  rendered: Rendered;
  options: ItemOptions;
  packed: Uint8Array;
  how: Manner;
}

/** What of a publication lies in the content store. */
interface Stored {
  hashes: ReadonlySet<string>;
  /** The hash of the archive; null: it goes into its row. */
  archive: string | null;
}

const IN_ROWS: Stored = { hashes: new Set(), archive: null };

/** How this publish differs from an author's. */
interface Manner {
  /** The version whose files are published again. */
  rollbackOf?: number;
  /** A status that was set since the last publish stays. */
  keepsStatus?: boolean;
}

/**
 * Publishing: checks an item in full, renders it in a worker, then writes all of it or nothing. Unpacking, hashing and
 * rendering happen in the worker, which returns JSON that is stored as it is: readers never wait for an author.
 */
export function publishingService(
  db: Database,
  catalogue: CatalogueVersions,
  files: ContentFiles,
  builds: ItemBuilds,
  settings: PublishingSettings,
) {
  const store = publishingStore(db);
  const versions = versionsStore(db, files);
  const memory = heldMemory(settings.packedBytes, (settings.memory ?? serverMemory()).archiveBytes);
  const { withArchive, ...history } = contentHistory(store, versions, builds.listFiles, memory);

  async function publishArchive(terms: PublishTerms, archive: Uint8Array, how: Manner = {}): Promise<PublishResult> {
    const { tenantId, kind, id } = terms;
    const known = await store.item(tenantId, kind, id);
    const conflict = conflictOf(terms, known);
    const job = {
      packed: archive,
      tenantId,
      kind,
      id,
      knownHash: comparableHash(known, terms),
      // Equal files are no conflict; different ones need not be rendered to be refused.
      render: conflict === null,
    };
    const attributes = { 'academy.content.kind': kind, 'academy.content.id': id };
    const build = () => builds.build(job, terms.signal);
    const result = await step({ name: 'build content', attributes }, build).catch(overloaded);
    return publishBuilt(terms, { packed: archive, result }, known, how);
  }

  async function publishBuilt(
    terms: PublishTerms,
    { packed, result }: BuiltArchive,
    known: ItemRow | null,
    how: Manner,
  ): Promise<PublishResult> {
    const conflict = conflictOf(terms, known);
    const made = acceptedOf(terms, result);
    if (made === 'unchanged') return unchanged(terms, known);
    if (conflict !== null) throw conflict;
    if (made === 'changed') throw new Error('an archive without a conflict was not built');
    return write({ terms, ...made, packed, how });
  }

  async function write(publication: Publication): Promise<PublishResult> {
    const { terms, rendered, options } = publication;
    const { tenantId, kind, id } = terms;
    const stored = terms.dryRun ? IN_ROWS : await storeFiles(publication);
    const result = await store.transaction(async (tx) => {
      await store.lockPublishing(tx);
      const before = await store.item(tenantId, kind, id, tx);
      const conflict = conflictOf(terms, before);
      if (conflict !== null) throw conflict;
      const collisions = await collisionsOf(tx, terms, rendered.item, options.file);
      if (collisions.length > 0) throw refused([...rendered.findings, ...collisions]);
      const outcome: Outcome = before === null || before.removedAt !== null ? 'created' : 'updated';
      const gone =
        before === null || before.removedAt !== null
          ? []
          : goneAddresses(await store.addressed(tx, tenantId, kind, id, before), rendered.item, options.file);
      const pieces = kind === 'course' ? rendered.item.lessons.map(asBuffer) : [];
      const changes = await lessonChanges(tx, tenantId, id, pieces);
      if (terms.dryRun) {
        const learners = outcome === 'created' ? 0 : await learnersOf(tx, tenantId, kind, id);
        gone.push(...(await touchedLearners(tx, tenantId, id, learners, changes, options.file)));
        return { outcome, version: before?.version ?? 0, invalidate: nothing, gone };
      }
      const version = (before?.version ?? 0) + 1;
      const movable = { kind, id, lessonIds: rendered.item.lessonIds };
      const places = await placesBefore(tx, tenantId, movable);
      await writeAll(tx, publication, version, stored);
      await noteMoved(tx, tenantId, movable, places);
      await noteChanged(tx, tenantId, changes);
      if (publication.how.keepsStatus && before !== null && before.status !== before.statusInFiles)
        await store.setStatus(tx, tenantId, kind, id, before.status);
      if (kind === 'course') await store.noteFirstListed(tx, tenantId, id);
      await auditPublish(tx, publication, outcome, version);
      return { outcome, version, invalidate: await bumpVersions(tx, terms), gone };
    });
    // Committed: this server's next reply already has the new version.
    await result.invalidate();
    // They are about this publish only, so they are not kept with the item.
    return { outcome: result.outcome, version: result.version, findings: [...rendered.findings, ...result.gone] };
  }

  async function storeFiles({ terms, rendered, packed }: Publication): Promise<Stored> {
    if (!files.writesToStore) return IN_ROWS;
    const archive = { hash: await hashOfBytes(packed), bytes: packed };
    return { hashes: await keepFiles([...rendered.assets, archive], terms.signal), archive: archive.hash };
  }

  /**
   * Writes files to the content store where new ones go there: before the transaction, so that none is missing after it.
   *
   * @returns hashes of those that lie there
   * @throws AcademyError unavailable when the store does not take them
   */
  async function keepFiles(kept: readonly NewFile[], signal: AbortSignal | undefined): Promise<ReadonlySet<string>> {
    if (!files.writesToStore) return IN_ROWS.hashes;
    return files.keep(kept, signal).catch((error: unknown) => withoutStore(error, settings.onFailure));
  }

  /**
   * Bumps the catalogue version of an item's academy, and of other academies whose learning paths show it.
   *
   * @returns call it after the commit
   */
  async function bumpVersions(tx: Transaction, { tenantId, kind, id }: Pick<PublishTerms, 'tenantId' | 'kind' | 'id'>) {
    const showing = kind === 'course' ? await store.academiesLeadingTo(tx, tenantId, id) : [];
    const invalidations: (() => Promise<void>)[] = [];
    // Always in the same order, so that two publishes cannot deadlock.
    for (const one of [tenantId, ...showing].sort()) invalidations.push(await catalogue.bump(tx, one));
    return async () => void (await Promise.all(invalidations.map((invalidate) => invalidate())));
  }

  async function auditPublish(
    tx: Transaction,
    { terms, rendered, options, how }: Publication,
    outcome: Outcome,
    version: number,
  ): Promise<void> {
    const commit = sourceOf(options)?.commit ?? null;
    await auditContent(tx, terms, how.rollbackOf === undefined ? 'content.publish' : 'content.roll-back', {
      title: rendered.item.title,
      outcome,
      version,
      ...(how.rollbackOf === undefined ? {} : { filesOfVersion: how.rollbackOf }),
      ...(commit === null ? {} : { commit }),
    });
  }

  async function writeAll(
    tx: Transaction,
    publication: Publication,
    version: number,
    { hashes, archive }: Stored,
  ): Promise<void> {
    const { terms, rendered, packed, how } = publication;
    const { tenantId, kind, id, by } = terms;
    const { item, findings, sourceHash } = rendered;
    const source = sourceOf(publication.options);
    await store.writeAssets(tx, rendered.assets, hashes);
    await store.writeItem(tx, tenantId, kind, id, {
      slug: item.slug,
      title: item.title,
      status: item.status,
      sortOrder: item.sortOrder,
      data: asBuffer(item.data),
      body: asBuffer(item.body),
      translations: asBuffer(item.translations),
      translatedBodies: asBuffer(item.translatedBodies),
      source,
      sourceHash,
      version,
      findings,
      publishedBy: by?.personId ?? null,
    });
    if (item.kind === 'course') await store.writeLessons(tx, tenantId, id, item.lessonIds, item.lessons.map(asBuffer));
    await store.writeSearchEntries(tx, tenantId, kind, id, item.search.map(asBuffer), asBuffer(item.vocabulary));
    await writeAssetUses(tx, tenantId, kind, id, item.files);
    await versions.write(tx, tenantId, kind, id, {
      version,
      packed: archive === null ? asBuffer(packed) : null,
      packedHash: archive,
      packedSize: archive === null ? null : packed.byteLength,
      sourceHash,
      status: item.status,
      findings,
      publishedBy: by?.personId ?? null,
      tokenId: by?.token?.tokenId ?? null,
      tokenName: by?.token?.name ?? null,
      source,
      rollbackOf: how.rollbackOf ?? null,
    });
  }

  /** Nothing to write, except that the files' status is restored where another one was set since. */
  async function unchanged(terms: PublishTerms, known: ItemRow | null): Promise<PublishResult> {
    if (known === null) throw new Error('what was never published cannot be unchanged');
    const { version, findings, status, statusInFiles } = known;
    if (status === statusInFiles) return { outcome: 'unchanged', version, findings };
    if (!terms.dryRun) await setStatus({ ...terms, base: version }, statusInFiles);
    return { outcome: 'updated', version, findings };
  }

  async function setStatus(
    { tenantId, kind, id, by, base }: ItemTerms,
    requested: Status | 'in-files',
  ): Promise<{ status: Status }> {
    const { status, invalidate } = await store.transaction(async (tx) => {
      await store.lockPublishing(tx);
      const before = await store.item(tenantId, kind, id, tx);
      if (before === null || before.removedAt !== null) throw new AcademyError('not-found');
      const conflict = conflictOf({ base }, before);
      if (conflict !== null) throw conflict;
      const status = requested === 'in-files' ? before.statusInFiles : requested;
      if (before.status === status) return { status, invalidate: nothing };
      await store.setStatus(tx, tenantId, kind, id, status);
      if (kind === 'course') await store.noteFirstListed(tx, tenantId, id);
      await auditContent(
        tx,
        { tenantId, kind, id, by },
        status === 'draft' ? 'content.unpublish' : 'content.set-status',
        {
          title: before.title,
          version: before.version,
          before: { status: before.status },
          after: { status },
        },
      );
      return { status, invalidate: await bumpVersions(tx, { tenantId, kind, id }) };
    });
    await invalidate();
    return { status };
  }

  async function collisionsOf(
    tx: Transaction,
    { tenantId, kind, id, by, dryRun }: PublishTerms,
    item: StorableItem,
    file: string,
  ): Promise<Finding[]> {
    const findings: Finding[] = [];
    const owner = await store.slugTaken(tx, tenantId, kind, item.slug, id);
    // Who may remove a sample may take over its address; it is then not published again.
    const givesWay = owner?.isSample === true && by !== null && isWithinScopes(by.scopes, kind, owner.id);
    if (givesWay && !dryRun) {
      await store.removeItem(tx, tenantId, kind, owner.id);
      await auditContent(tx, { tenantId, kind, id: owner.id, by }, 'content.delete', {
        slug: item.slug,
        givesWayTo: id,
      });
    }
    if (owner !== null && !givesWay) {
      const message = `the slug "${item.slug}" belongs to ${kind} "${owner.id}"; choose another one, or take that ${kind} out first: ./academy content delete ${kind} ${owner.id}`;
      findings.push(fatal(file, 'slug-taken', message));
    }
    if (item.kind === 'course') {
      for (const { lessonId, courseId } of await store.lessonsElsewhere(tx, tenantId, id, item.lessonIds)) {
        const message = `lesson "${lessonId}" belongs to course "${courseId}"; give it an id of its own, or publish that course without it first (if it is gone: ./academy content delete course ${courseId})`;
        findings.push(fatal(file, 'lesson-id-taken', message));
      }
    }
    return findings;
  }

  return {
    ...history,

    /** Publishes files that are in memory. */
    async publish(terms: PublishTerms, files: SourceFiles, options: ItemOptions): Promise<PublishResult> {
      const { kind, id } = terms;
      return publishArchive(terms, await packItem({ kind, id, files, options }));
    },

    /**
     * Publishes a sample. An unchanged one costs one query and no worker. A status that an operator set stays.
     *
     * @param built the same files, built before; left out, they are built now
     * @returns null for an item that was removed and not published again since
     */
    async publishUnlessRemoved(
      terms: PublishTerms,
      files: SourceFiles,
      options: ItemOptions,
      built?: BuiltArchive,
    ): Promise<PublishResult | null> {
      const { tenantId, kind, id } = terms;
      const known = await store.item(tenantId, kind, id);
      // An operator who removed a sample, or published another item under its id, has decided.
      if (known !== null && (known.removedAt !== null || known.publishedBy !== null)) return null;
      if (known !== null && known.sourceHash === hashOf(kind, files, { ...options, tenantId }))
        return { outcome: 'unchanged', version: known.version, findings: known.findings };
      const how = { keepsStatus: true };
      if (built !== undefined) return publishBuilt(terms, built, known, how);
      return publishArchive(terms, await packItem({ kind, id, files, options }), how);
    },

    keepFiles,
    writeFiles: store.writeAssets,

    /** The version that readers see of an item; 0: none. */
    async versionNow(tenantId: TenantScope, kind: ContentKind, id: string, tx: Transaction): Promise<number> {
      const item = await store.item(tenantId, kind, id, tx);
      return item === null || item.removedAt !== null ? 0 : item.version;
    },

    /** Receives what a client pushed; its memory counts until it was used. */
    receive: memory.receive,

    /** Publishes an archive that was pushed before. */
    publishArchive: (terms: PublishTerms, archive: Uint8Array): Promise<PublishResult> =>
      publishArchive(terms, archive),

    /** Publishes what a client pushed. */
    publishPushed: (terms: PublishTerms, body: AsyncIterable<Uint8Array>): Promise<PublishResult> =>
      memory.receive(body, (archive) => publishArchive(terms, archive)),

    /** Publishes the files of an older version again, as a new version. */
    rollBack: (terms: PublishTerms, version: number): Promise<PublishResult> =>
      withArchive(terms.tenantId, terms.kind, terms.id, version, (archive) =>
        publishArchive(terms, archive, { rollbackOf: version }),
      ),

    /** Everything published in the academy within an author's scopes, drafts included. */
    async list(tenantId: TenantScope, kind: ContentKind | null, scopes: readonly string[]): Promise<PublishedItem[]> {
      const rows = await store.published(tenantId, kind, scopes);
      return rows.map((row) => ({ ...row, publishedAt: row.publishedAt.toISOString() }));
    },

    /**
     * Sets the status of an item until its next publish, or restores the status of its files; with a base, only if that
     * is its version.
     */
    setStatus,

    /** Removes an item; its id, its lessons' ids, its history and all progress stay. */
    async remove({ tenantId, kind, id, by, base }: ItemTerms): Promise<{ deleted: boolean }> {
      const invalidate = await store.transaction(async (tx) => {
        await store.lockPublishing(tx);
        const before = await store.item(tenantId, kind, id, tx);
        if (before === null || before.removedAt !== null) throw new AcademyError('not-found');
        const conflict = conflictOf({ base }, before);
        if (conflict !== null) throw conflict;
        await store.removeItem(tx, tenantId, kind, id);
        const { title, slug, version } = before;
        await auditContent(tx, { tenantId, kind, id, by }, 'content.delete', { title, slug, version });
        return bumpVersions(tx, { tenantId, kind, id });
      });
      await invalidate();
      return { deleted: true };
    },

    close: () => builds.close(),
  };
}

export type PublishingService = ReturnType<typeof publishingService>;

/** Result of a publish that changed nothing: no notification is needed. */
const nothing = async (): Promise<void> => undefined;

function sourceOf({ source }: ItemOptions): ContentSource | null {
  if (source === undefined) return null;
  const { repository, host, commit = null, folder } = source;
  return { repository, ...(host === undefined ? {} : { host }), commit, folder };
}
