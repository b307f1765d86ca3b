import * as v from 'valibot';

/** Version of the format; a restore refuses others. */
export const BACKUP_FORMAT = 1;
/** First entry of the archive. */
export const HEAD_FILE = 'backup.json';
/** Last entry: without it an archive is not complete. */
export const SUMS_FILE = 'sums.json';

const name = v.pipe(v.string(), v.regex(/^[a-z_][a-z0-9_]{0,62}$/));

export const BackupHeadSchema = v.object({
  format: v.literal(BACKUP_FORMAT),
  /** Edition of the academy that wrote it. */
  edition: v.string(),
  /** The moment whose state it holds, ISO 8601. */
  madeAt: v.string(),
  /** Migrations of the database, oldest first. */
  migrations: v.array(v.object({ tag: v.string(), hash: v.string() })),
  /** In an order in which no row refers to a table that comes later. */
  tables: v.array(v.object({ name, columns: v.array(name) })),
  sequences: v.array(v.object({ name, next: v.pipe(v.string(), v.digits()) })),
  /** Files of the content whose bytes lie in a content store, and whether the archive holds them. */
  files: v.optional(v.object({ count: v.number(), bytes: v.number(), included: v.boolean() })),
});
export type BackupHead = v.InferOutput<typeof BackupHeadSchema>;

export const BackupSumsSchema = v.record(name, v.object({ count: v.number(), digest: v.string() }));
/** Rows of each table, and their sum. */
export type BackupSums = v.InferOutput<typeof BackupSumsSchema>;

/** `tables/person/000001.copy`: rows as `COPY` writes them; a table may have several such entries. */
export const entryName = (table: string, part: number): string =>
  `tables/${table}/${String(part).padStart(6, '0')}.copy`;

/** `files/<hash>`: the bytes of a file that lies in the content store. */
export const fileEntryName = (hash: string): string => `files/${hash}`;

/** @returns the hash; null for another entry */
export const hashOfEntry = (entry: string): string | null => /^files\/([0-9a-f]{64})$/.exec(entry)?.[1] ?? null;

/** @returns null for an entry that holds no rows */
export const tableOfEntry = (entry: string): string | null =>
  /^tables\/([a-z_][a-z0-9_]{0,62})\/\d{6,}\.copy$/.exec(entry)?.[1] ?? null;

/**
 * Orders tables so that each comes after those that it refers to.
 *
 * @param references pairs: a table, and another one that it refers to
 * @throws when tables refer to each other in a circle
 */
export function byReference(tables: readonly string[], references: readonly (readonly [string, string])[]): string[] {
  const ordered: string[] = [];
  const left = new Set([...tables].sort());
  while (left.size > 0) {
    const next = [...left].filter(
      (table) => !references.some(([from, to]) => from === table && to !== table && left.has(to)),
    );
    if (next.length === 0) throw new Error(`these tables refer to each other in a circle: ${[...left].join(', ')}`);
    for (const table of next) {
      ordered.push(table);
      left.delete(table);
    }
  }
  return ordered;
}
