import { hash } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Database } from '../db/connect.ts';
import { webBuild, webFile } from '../db/server-tables.ts';

/** Builds whose files stay available: the newest one and two former ones. */
const KEPT_BUILDS = 3;
/** Lock held while builds are written, so that no server deletes files that another one has just named. Arbitrary. */
const ADVISORY_LOCK = 7_203_114_002;

/** A browser's file: compressed with brotli where that saves something. */
export interface StoredFile {
  body: Buffer;
  packed: boolean;
}

/**
 * The browser's files of the last builds. While servers are restarted one after the other, pages of one build ask the
 * servers of another one for files, and a page stays open for days after that.
 */
export function webBuildsStore(db: Database) {
  return {
    /** Records that a server has started with these files, stores those that are new, and deletes those of old builds. */
    async keep(files: ReadonlyMap<string, StoredFile>): Promise<void> {
      const names = [...files.keys()].sort();
      const build = hash('sha256', names.join('\n'));
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
        const known = new Set((await tx.select({ name: webFile.name }).from(webFile)).map(({ name }) => name));
        const rows = [...files].flatMap(([name, file]) => (known.has(name) ? [] : [{ name, ...file }]));
        if (rows.length > 0) await tx.insert(webFile).values(rows);
        // Not the beginning of the transaction, which may have waited.
        const startedAt = sql`clock_timestamp()`;
        await tx
          .insert(webBuild)
          .values({ build, names, startedAt })
          .onConflictDoUpdate({ target: webBuild.build, set: { startedAt } });
        const gone = await tx.execute(sql`
          delete from web_build
          where build not in (select build from web_build order by started_at desc limit ${KEPT_BUILDS})`);
        if (gone.rowCount !== 0)
          await tx.execute(sql`delete from web_file where name not in (select unnest(names) from web_build)`);
      });
    },

    async find(name: string): Promise<StoredFile | null> {
      const [row] = await db.select().from(webFile).where(eq(webFile.name, name));
      return row ?? null;
    },
  };
}

export type WebBuildsStore = ReturnType<typeof webBuildsStore>;
