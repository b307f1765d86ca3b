import { hashPassword } from '@academy/identity/passwords';
import { type Connection, connect } from '@academy/server/db/connect';
import { FILLS, type Fill } from './people-rows.ts';
import type { GrowthSize } from './sizes.ts';

type Pool = Connection['pool'];

/** Password of every filled account. */
export const PASSWORD = 'a-bench-of-many-people';
const TIMEOUT_MS = 3_600_000;

/**
 * Helpers of the fills. Of each hundred people one is very active, nine are active, forty come for a while after they
 * registered, and fifty were there once: `who` picks one of those who had registered by then (`joined`).
 */
const HELPERS = (size: GrowthSize) => `
  create schema growth;
  create function growth.id(kind text, n bigint) returns uuid language sql immutable as $$ select md5(kind || n)::uuid $$;
  create function growth.roll(salt int, n bigint) returns float8 language sql immutable
    as $$ select (hashint8extended(n, salt) & 1048575)::float8 / 1048576 $$;
  create function growth.courses() returns bigint language sql immutable as $$ select ${size.courses}::bigint $$;
  create function growth.who(joined bigint, a float8, b float8, c float8) returns bigint language sql immutable as $$
    select greatest(1, least(${size.people}, case
      when a < 0.25 then (joined * b)::bigint / 100 * 100 + 100
      when a < 0.56 then (joined * (1 - 0.6 * b))::bigint / 100 * 100 + 91 + (c * 9)::int
      when a < 0.92 then (joined * (1 - 0.1 * b))::bigint / 100 * 100 + 51 + (c * 40)::int
      else (joined * (1 - 0.02 * b))::bigint / 100 * 100 + 1 + (c * 50)::int end)) $$;`;

/** The statement that fills a table. */
function insertion({ table, columns, from = '', rows }: Fill, size: GrowthSize): string {
  const count = rows(size);
  const text = (sql: string) => sql.replaceAll('growth.rows', `${count}`);
  return `insert into ${table} (${Object.keys(columns).join(', ')})
    select ${Object.values(columns).map(text).join(', ')}
    from generate_series(1::bigint, ${count}) n
    cross join lateral (select now() - interval '3 years' * (1 - n::float8 / ${count}) as at,
      growth.roll(1, n) as a, growth.roll(2, n) as b, growth.roll(3, n) as c) rolled
    cross join lateral (select 1 + (growth.courses() * power(growth.roll(4, n), 3))::bigint % growth.courses() as course,
      growth.who((n * ${size.people}::float8 / ${count})::bigint, a, b, c) as who) chosen
    ${from}`;
}

/** Indexes and keys that are left out while a table is filled; keys that other tables refer to stay. */
async function takeIndexes(pool: Pool, tables: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ remove: string; restore: string }>(
    `select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
              else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as remove,
            case when c.oid is null then pg_get_indexdef(i.indexrelid)
              else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as restore
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
     where i.indrelid = any($1::text[]::regclass[])
       and not exists (select from pg_constraint f where f.contype = 'f' and f.conindid = i.indexrelid)`,
    [tables],
  );
  for (const { remove } of rows) await pool.query(remove);
  return rows.map(({ restore }) => restore);
}

/** How long filling took, s, by table; `indexes` is making them again. */
export type FillTimes = Record<string, number>;

/**
 * Fills the tables that grow with learners, by statements alone. The template of a sign-in and of an attempt must be
 * there.
 */
export async function fillPeople(address: string, size: GrowthSize, log: (line: string) => void): Promise<FillTimes> {
  const { pool, close } = connect(address, { connections: 1, statementTimeoutMs: TIMEOUT_MS });
  const times: FillTimes = {};
  const timed = async (name: string, work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    times[name] = (times[name] ?? 0) + (performance.now() - began) / 1000;
  };
  try {
    await pool.query(`set synchronous_commit = off; set maintenance_work_mem = '512MB'; set work_mem = '128MB';
      set session_replication_role = replica; set max_parallel_maintenance_workers = 0`);
    await pool.query(HELPERS(size));
    const hash = (await hashPassword(PASSWORD)).replaceAll("'", '');
    await pool.query(`create function growth.password() returns text language sql immutable as $$ select '${hash}' $$`);
    const { rows } = await pool.query<{ key: string }>(
      `select asked #>> '{questions,0,questionKey}' as key from knowledge_check_attempt limit 1`,
    );
    await pool.query(
      `create function growth.question() returns text language sql immutable as $$ select '${rows[0]?.key ?? ''}' $$`,
    );
    await pool.query(
      `insert into webhook (tenant_id, url, events, secret, is_active) values ('kube', 'https://hooks.example.org/', '{lesson.completed}', 'whsec_', false)`,
    );
    const restore = await takeIndexes(pool, [...new Set(FILLS.map(({ table }) => table))]);
    for (const fill of FILLS) {
      const count = fill.rows(size);
      if (count >= 100_000) log(`Filling ${fill.table} with ${count} rows`);
      await timed(fill.table, () => pool.query(insertion(fill, size)));
    }
    log('Making the indexes again');
    for (const statement of restore) await timed('indexes', () => pool.query(statement));
    await timed('vacuum', () => pool.query('vacuum analyze'));
    await pool.query('checkpoint');
  } finally {
    await close();
  }
  return times;
}

/** A person whose requests are measured. */
export interface PoolPerson {
  /** Number of the person among all. */
  n: string;
  personId: string;
  accountId: string;
  email: string;
  firstName: string;
  lastName: string;
}

/**
 * Chooses the people whose requests are measured, each with a live session, and makes some others administrators. Half
 * of the learners are of the very active ones, as far as there are enough; the others are chosen evenly.
 */
export async function choosePool(pool: Pool, size: GrowthSize, learners: number, admins: number): Promise<void> {
  await pool.query(
    `create table growth.pool as
     select row_number() over (order by growth.roll(7, n)) - 1 as turn, n, growth.id('person', n) as person_id, growth.id('account', n) as account_id
     from (
       select n from (
         (select n from generate_series(100, $1::bigint, 100) n order by growth.roll(5, n) limit $2::int / 2)
         union
         (select n from generate_series(1, $1::bigint) n where n % 100 <> 37 order by growth.roll(6, n) limit $2)
       ) both_kinds order by n % 100 > 0, growth.roll(6, n) limit $2
     ) chosen`,
    [size.people, learners],
  );
  await pool.query(
    `create table growth.admin as select row_number() over (order by n) - 1 as turn, n, growth.id('person', n) as person_id, growth.id('account', n) as account_id
     from generate_series(37, $1::bigint, 100) n limit $2`,
    [size.people, admins],
  );
  await pool.query('update person set is_admin = true where person_id in (select person_id from growth.admin)');
  const all = '(select n, account_id from growth.pool union all select n, account_id from growth.admin) p';
  await pool.query(
    `insert into identity_artifact (model, id, payload, expires_at)
     select 'Grant', 'growth-grant-' || p.n, made.payload || jsonb_build_object('accountId', p.account_id), now() + interval '10 days'
     from ${all} cross join (select payload from identity_artifact where model = 'Grant' limit 1) made
     on conflict (model, id) do update set expires_at = excluded.expires_at`,
  );
  await pool.query(
    `insert into account_session (session_uid, account_id, user_agent) select 'growth-sid-' || p.n, p.account_id, 'bench'
     from ${all} on conflict do nothing`,
  );
}
