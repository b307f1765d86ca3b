import { expect, onTestFinished, test } from 'vitest';
import { makeTestDatabase } from '../testing/database.ts';
import { missingTrigramIndexes } from './trigram-indexes.ts';

test('indexes left out for want of pg_trgm are made as migrations make them', async () => {
  const own = await makeTestDatabase();
  onTestFinished(() => own.close());
  const indexes = async () => {
    const find = "select indexdef from pg_indexes where indexdef like '%gin_trgm_ops%' order by indexname";
    return (await own.pool.query(find)).rows;
  };
  const usual = await indexes();
  expect(usual).toHaveLength(3);
  expect(await missingTrigramIndexes(own.pool)).toEqual([]);
  await own.pool.query('drop extension pg_trgm cascade');
  for (const statement of await missingTrigramIndexes(own.pool)) await own.pool.query(statement);
  expect(await indexes()).toEqual(usual);
});
