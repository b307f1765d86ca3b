import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { restoreBackup } from '@academy/server/backup/restore-backup';
import { type Connection, connect } from '@academy/server/db/connect';
import { startEmbeddedPostgres } from '@academy/server/db/embedded-postgres';

const DUMP = join(import.meta.dirname, '../server/src/db/editions/0.1.0.tar.gz');
/** Copies of each row: enough that pages and indexes are filled as in a large academy. */
const COPIES = 50_000;

const UUID = 'gen_random_uuid()';
const ADDRESS = `'firstname.lastname' || n || '@mail.example.org'`;
/** Tables that grow with learners, and what differs from row to row. The rest is that of real rows. */
const TABLES: Readonly<Record<string, Record<string, string>>> = {
  progress_event: { person_id: UUID, key: `${UUID}::text` },
  favorite: { person_id: UUID },
  knowledge_check_attempt: { attempt_id: UUID, person_id: UUID },
  certificate: { certificate_id: UUID, item_id: `item_id || n` },
  person: { person_id: UUID, subject: `${UUID}::text`, email: ADDRESS },
  account: { account_id: UUID, email: ADDRESS },
  account_session: { session_uid: `md5(random()::text) || left(md5(random()::text), 11)` },
  identity_artifact: { id: `md5(random()::text) || left(md5(random()::text), 11)` },
  audit_event: { event_id: UUID },
  outbox_mail: { mail_id: UUID, key: `${UUID}::text` },
  lab_session: { session_id: UUID, idempotency_key: `${UUID}::text`, event_token: `${UUID}::text`, state: `'ended'` },
};

interface Column {
  name: string;
  type: string;
}

/** Multiplies the rows of one table. @returns bytes a row, of the table and of its indexes */
async function measure(pool: Connection['pool'], table: string, changed: Record<string, string>) {
  const { rows: columns } = await pool.query<Column>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`,
    [table],
  );
  const values = columns.map(({ name, type }) =>
    name in changed ? (changed[name] ?? name) : type === 'uuid' && name === `${table}_id` ? UUID : `"${name}"`,
  );
  await pool.query(
    `insert into "${table}" (${columns.map(({ name }) => `"${name}"`).join(', ')})
     select ${values.join(', ')} from (select * from "${table}" limit 1) one, generate_series(1, ${COPIES}) n`,
  );
  await pool.query(`vacuum analyze "${table}"`);
  const { rows } = await pool.query<{ rows: number; heap: number; indexes: number }>(
    `select count(*)::int as rows, pg_table_size($1)::float8 as heap, pg_indexes_size($1)::float8 as indexes from "${table}"`,
    [table],
  );
  const [size] = rows;
  if (size === undefined) throw new Error(`${table} cannot be measured`);
  return { heap: Math.round(size.heap / size.rows), indexes: Math.round(size.indexes / size.rows) };
}

/** Prints bytes a row of the tables that grow, from the rows of a real academy: docs/how-to/size.md uses them. */
async function measureAll(): Promise<void> {
  const dataFolder = mkdtempSync(join(tmpdir(), 'academy-rows-'));
  const postgres = await startEmbeddedPostgres({ dataFolder, durable: false });
  const { pool, close } = connect(postgres.connectionString, { connections: 2, statementTimeoutMs: 300_000 });
  try {
    await restoreBackup(pool, createReadStream(DUMP).pipe(createGunzip()));
    console.log('| Table | Bytes a row | of these indexes |\n|---|---|---|');
    for (const [table, changed] of Object.entries(TABLES)) {
      const { heap, indexes } = await measure(pool, table, changed);
      console.log(`| \`${table}\` | ${heap + indexes} | ${indexes} |`);
    }
  } finally {
    await close();
    await postgres.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
}

if (import.meta.main) await measureAll();
