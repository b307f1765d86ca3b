import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { anyOf } from './any-of.ts';
import { contentItem } from './tables.ts';

const { db } = await testDatabase();

test('any number of texts is one parameter of a statement', () => {
  const { params } = db
    .select()
    .from(contentItem)
    .where(anyOf(contentItem.id, ['a', 'b', 'c']))
    .toSQL();
  expect(params).toEqual([['a', 'b', 'c']]);
});

test.each(['a,b', '"', '{}', '\\', 'null', ''])('the text %j is found only where it is among them', async (text) => {
  const isAmong = async (texts: string[]) => {
    const { rows } = await db.execute(sql`select ${anyOf(sql`${text}::text`, texts)} as found`);
    return rows[0]?.found;
  };
  expect(await isAmong(['other', text])).toBe(true);
  expect(await isAmong(['other'])).toBe(false);
  expect(await isAmong([])).toBe(false);
});
