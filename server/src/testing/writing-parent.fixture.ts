import { connect } from '../db/connect.ts';
import { startEmbeddedPostgres } from '../db/embedded-postgres.ts';

/**
 * A server process that tests kill: starts the database of the folder in its first argument, prints
 * `ready <pid of postgres>`, then writes rows and prints the number of each row that the database acknowledged.
 */
const postgres = await startEmbeddedPostgres({ dataFolder: process.argv[2] ?? '' });
const { pool } = connect(postgres.connectionString, { connections: 1 });
await pool.query('create table if not exists written (number integer primary key)');
process.stdout.write(`ready ${postgres.pid}\n`);
const { rows } = await pool.query<{ next: number }>('select coalesce(max(number), 0) + 1 as next from written');
for (let number = rows[0]?.next ?? 1; ; number++) {
  await pool.query('insert into written values ($1)', [number]);
  process.stdout.write(`${number}\n`);
}
