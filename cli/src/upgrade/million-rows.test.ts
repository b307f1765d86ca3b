import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { type Connection, connect } from '@academy/server/db/connect';
import { RELEASED_EDITIONS } from '@academy/server/db/editions';
import { MIGRATIONS_FOLDER, migrate } from '@academy/server/db/migrate';
import { readMigrationFiles } from '@academy/server/db/migration-file';
import { makeTestDatabase } from '@academy/server/testing/database';
import { expect, onTestFinished, test } from 'vitest';

/** A migration may hold up a write for this long, ms. */
const MAX_MS = 1_000;
const ROWS = 1_000_000;
/** Migrations before the tables that are filled here have their columns of the first edition with labs and certificates. */
const FIRST = 11;

/** Ledger, attempts and favorites: what grows fastest. */
const FILL = [
  `insert into progress_event (person_id, key, tenant_id, item_kind, item_id, kind, at)
   select md5((n % 50000)::text)::uuid, n::text, 'spring', 'lesson', 'lesson-' || n % 500, 'completed', now()
   from generate_series(1, ${ROWS}) n`,
  `insert into favorite (person_id, tenant_id, kind, id)
   select md5(n::text)::uuid, 'spring', 'course', 'course-' || n % 100 from generate_series(1, ${ROWS}) n`,
];
const WRITES: Readonly<Record<string, string>> = {
  progress_event: `insert into progress_event (person_id, key, tenant_id, item_kind, item_id, kind, at)
    values (gen_random_uuid(), gen_random_uuid()::text, 'spring', 'lesson', 'lesson-1', 'completed', now())`,
  favorite: `insert into favorite (person_id, tenant_id, kind, id) values (gen_random_uuid(), 'spring', 'course', 'a')`,
  knowledge_check_attempt: 'update knowledge_check_attempt set created_at = created_at where attempt_id = $1',
};

/** Columns that an attempt needs, whatever the edition: those without a default get a value of their type. */
async function fillAttempts(pool: Connection['pool']): Promise<string> {
  const { rows } = await pool.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = 'knowledge_check_attempt' and is_nullable = 'NO' and column_default is null`,
  );
  const values: Readonly<Record<string, string>> = {
    text: `'a-' || n % 500`,
    integer: '1',
    boolean: 'false',
    jsonb: `'{}'`,
    uuid: 'gen_random_uuid()',
    'timestamp with time zone': 'now()',
  };
  const columns = rows.filter(({ name }) => name !== 'attempt_id');
  await pool.query(
    `insert into knowledge_check_attempt (attempt_id, person_id, submitted_at, ${columns.map(({ name }) => name).join(', ')})
     select gen_random_uuid(), md5((n % 50000)::text)::uuid, now(), ${columns.map(({ type }) => values[type] ?? 'null').join(', ')}
     from generate_series(1, ${ROWS}) n`,
  );
  const { rows: some } = await pool.query<{ id: string }>(
    'select attempt_id as id from knowledge_check_attempt limit 1',
  );
  return some[0]?.id ?? '';
}

/** Writes to each table again and again until stopped. @returns the longest time that one write took, ms, by table */
function keepWriting(pool: Connection['pool'], attemptId: string): () => Promise<Record<string, number>> {
  const longest: Record<string, number> = {};
  let isOver = false;
  const writers = Object.entries(WRITES).map(async ([table, statement]) => {
    while (!isOver) {
      const began = performance.now();
      await pool.query(statement, statement.includes('$1') ? [attemptId] : []);
      longest[table] = Math.max(longest[table] ?? 0, Math.round(performance.now() - began));
      await setImmediate();
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(writers);
    return longest;
  };
}

// Shows security#two-editions
test.runIf(process.env.ACADEMY_TEST_ALL === '1')(
  'on a million rows no write waits a second for a migration',
  { timeout: 900_000 },
  async () => {
    const database = await makeTestDatabase();
    onTestFinished(() => database.close(), 300_000);
    const patient = connect(database.connectionString, { connections: 8, statementTimeoutMs: 300_000 });
    onTestFinished(() => patient.close());
    const { pool } = patient;
    await pool.query('drop schema public cascade');
    await pool.query('create schema public');
    await migrate(pool, undefined, FIRST);
    for (const statement of FILL) await pool.query(statement);
    const attemptId = await fillAttempts(pool);
    await pool.query('analyze');

    // What was written before the first release, when there was no academy with a million rows: printed, not judged.
    const tags = readMigrationFiles().map(({ tag }) => tag);
    const released = tags.indexOf(RELEASED_EDITIONS[0]?.lastMigration ?? '') + 1;
    const before = keepWriting(pool, attemptId);
    await migrate(pool, undefined, released);
    console.log(`Longest writes beside migrations before the first release, ms: ${JSON.stringify(await before())}`);

    const since = keepWriting(pool, attemptId);
    await migrate(pool);
    const index = 'create index concurrently if not exists progress_event_trial on progress_event (tenant_id, at);';
    const began = performance.now();
    await migrate(pool, folderWith('9999_trial', `-- outside a transaction\n${index}`));
    const took = Math.round(performance.now() - began);
    const longest = await since();
    console.log(`Longest writes beside later ones and an index that took ${took} ms: ${JSON.stringify(longest)}`);
    expect(Object.keys(longest).sort()).toEqual(Object.keys(WRITES).sort());
    for (const [table, ms] of Object.entries(longest)) expect(ms, table).toBeLessThan(MAX_MS);
  },
);

/** The committed migrations and one more. */
function folderWith(tag: string, sql: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'academy-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(MIGRATIONS_FOLDER, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
  writeFileSync(journal, JSON.stringify({ entries: [...entries, { tag }] }));
  writeFileSync(join(folder, `${tag}.sql`), sql);
  return folder;
}
