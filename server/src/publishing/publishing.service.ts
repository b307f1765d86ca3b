import type { Readable } from 'node:stream';
import { BuilderBusyError, createBuilder } from '@academy/content/build-in-worker';
import type { BuiltItem } from '@academy/content/built-item';
import { hashOf } from '@academy/content/item-hash';
import { type ItemOptions, PackError, unpackItem } from '@academy/content/pack';
import type { SourceFiles } from '@academy/content/source-files';
import { AcademyError } from '@academy/contract/errors';
import type { Finding } from '@academy/contract/findings';
import type { ContentKind, Outcome } from '@academy/contract/publishing';
import type { CatalogueVersions } from '../catalogue/catalogue-version.ts';
import type { PersonId, TenantScope } from '../scope.ts';
import type { NewLesson, PublishingStore } from './publishing.store.ts';

/** Whose item it is, who sends it, and how strictly it is taken. */
export interface PublishTerms {
  tenantId: TenantScope;
  kind: ContentKind;
  id: string;
  /** Null for the sample academy, which the server publishes itself. */
  by: PersonId | null;
  /** Checks only, writes nothing. */
  dryRun: boolean;
  /** Any finding refuses the item. */
  strict: boolean;
}

export interface PublishResult {
  outcome: Outcome;
  version: number;
  findings: Finding[];
}

/** Longest rendering of one item, ms. */
const BUILD_TIMEOUT_MS = 120_000;

/** Publishing: check in full, render in a worker, then write all of an item or nothing of it (security rule 47). */
export function publishingService(
  store: PublishingStore,
  versions: CatalogueVersions,
  onFailure: (error: unknown) => void,
) {
  const builder = createBuilder({ timeoutMs: BUILD_TIMEOUT_MS, onFailure });

  async function publish(terms: PublishTerms, files: SourceFiles, options: ItemOptions): Promise<PublishResult> {
    const { tenantId, kind, id } = terms;
    const sourceHash = hashOf(kind, files, { ...options, tenantId });
    const known = await store.transaction((tx) => store.item(tx, tenantId, kind, id));
    if (
      known !== null &&
      known.removedAt === null &&
      known.sourceHash === sourceHash &&
      (!terms.strict || known.findings.length === 0)
    )
      return { outcome: 'unchanged', version: known.version, findings: known.findings };

    const built = await builder.build(kind, files, { ...options, tenantId }).catch((error: unknown) => {
      throw error instanceof BuilderBusyError ? new AcademyError('unavailable') : error;
    });
    if (built.refused || (terms.strict && built.findings.length > 0)) throw refused(built.findings);
    const { item } = built;
    if (item.id !== id)
      throw refused([
        ...built.findings,
        fatal(options.file, 'id-mismatch', `the item is called "${item.id}", it was sent as "${id}"`),
      ]);

    const result = await store.transaction(async (tx) => {
      await store.lockPublishing(tx);
      const before = await store.item(tx, tenantId, kind, id);
      const collisions = await collisionsOf(tx, terms, item, options.file);
      if (collisions.length > 0) throw refused([...built.findings, ...collisions]);
      const version = (before?.version ?? 0) + 1;
      const outcome: Outcome = before === null || before.removedAt !== null ? 'created' : 'updated';
      if (terms.dryRun) return { outcome, version: before?.version ?? 0, keep: () => undefined };
      await store.writeAssets(
        tx,
        built.assets.map(({ bytes, ...rest }) => ({ ...rest, size: bytes.byteLength, bytes: Buffer.from(bytes) })),
      );
      await store.writeItem(tx, tenantId, kind, id, {
        slug: item.slug,
        title: item.title,
        status: item.status,
        sortOrder: item.sortOrder,
        data: item.data,
        sourceHash,
        version,
        findings: built.findings,
        publishedBy: terms.by,
      });
      if (item.kind === 'course') await store.writeLessons(tx, tenantId, id, item.lessons satisfies NewLesson[]);
      return { outcome, version, keep: await versions.grow(tx, tenantId) };
    });
    // Committed: this server's next reply is already of the new version.
    result.keep();
    return { outcome: result.outcome, version: result.version, findings: built.findings };
  }

  async function collisionsOf(
    tx: Parameters<PublishingStore['item']>[0],
    { tenantId, kind, id }: PublishTerms,
    item: BuiltItem,
    file: string,
  ): Promise<Finding[]> {
    const findings: Finding[] = [];
    const owner = await store.slugTaken(tx, tenantId, kind, item.slug, id);
    if (owner !== null)
      findings.push(
        fatal(file, 'slug-taken', `the slug "${item.slug}" belongs to ${kind} "${owner}"; choose another one`),
      );
    if (item.kind === 'course') {
      const ids = item.lessons.map((lesson) => lesson.lessonId);
      for (const lesson of await store.lessonsElsewhere(tx, tenantId, id, ids))
        findings.push(
          fatal(
            file,
            'lesson-id-taken',
            `lesson "${lesson.lessonId}" belongs to course "${lesson.courseId}"; give it an id of its own`,
          ),
        );
    }
    return findings;
  }

  return {
    publish,

    /** True for an item that was taken out and not published again since. */
    async isRemoved(tenantId: TenantScope, kind: ContentKind, id: string): Promise<boolean> {
      const known = await store.transaction((tx) => store.item(tx, tenantId, kind, id));
      return known !== null && known.removedAt !== null;
    },

    /** Publishes what a client pushed. */
    async publishPacked({ packed, ...terms }: PublishTerms & { packed: Readable }): Promise<PublishResult> {
      const item = await unpackItem(packed as AsyncIterable<Uint8Array>).catch((error: unknown) => {
        if (!(error instanceof PackError)) throw error;
        throw error.code === 'archive-too-large'
          ? new AcademyError('too-large', { message: error.message })
          : new AcademyError('content-refused', { message: error.message, data: { findings: [] } });
      });
      if (item.kind !== terms.kind || item.id !== terms.id)
        throw new AcademyError('invalid-input', {
          field: 'id',
          message: `the archive holds ${item.kind} "${item.id}", the address names ${terms.kind} "${terms.id}"`,
        });
      return publish(terms, item.files, item.options);
    },

    /** Takes an item out; its id, its lessons' ids and all progress stay. */
    async remove(tenantId: TenantScope, kind: ContentKind, id: string): Promise<{ deleted: boolean }> {
      const { deleted, keep } = await store.transaction(async (tx) => {
        await store.lockPublishing(tx);
        const gone = await store.removeItem(tx, tenantId, kind, id);
        return { deleted: gone, keep: gone ? await versions.grow(tx, tenantId) : () => undefined };
      });
      keep();
      if (!deleted) throw new AcademyError('not-found');
      return { deleted };
    },

    close: () => builder.close(),
  };
}

export type PublishingService = ReturnType<typeof publishingService>;

function fatal(file: string, code: string, message: string): Finding {
  return { file, line: 1, severity: 'fatal', code, message };
}

function refused(findings: Finding[]): AcademyError {
  const [first] = findings.filter((one) => one.severity === 'fatal');
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : '';
  return new AcademyError('content-refused', {
    ...(first === undefined ? {} : { message: `${first.file}:${first.line}: ${first.message}${more}` }),
    data: { findings },
  });
}
