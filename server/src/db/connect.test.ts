import { expect, it } from 'vitest';
import { afterFile } from '../testing/after-file.ts';
import { testDatabase } from '../testing/database.ts';
import { connect } from './connect.ts';

const database = await testDatabase();

it('statements are not compiled where the database would compile them', async () => {
  await database.pool.query("do $$ begin execute format('alter database %I set jit = on', current_database()); end $$");
  const { pool, close } = connect(database.connectionString, { connections: 1 });
  afterFile(close);
  expect((await pool.query('show jit')).rows).toEqual([{ jit: 'off' }]);
});
