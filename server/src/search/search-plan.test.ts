import type { Tenant } from '@academy/contract/tenants';
import { expect, test } from 'vitest';
import { connect } from '../db/connect.ts';
import { publishingStore } from '../publishing/publishing.store.ts';
import { afterFile } from '../testing/after-file.ts';
import { testDatabase } from '../testing/database.ts';
import type { TenantScope } from '../values/scope.ts';
import { searchService } from './search.service.ts';
import { searchStore } from './search.store.ts';

const { connectionString } = await testDatabase();
// One connection counts its own scans, and is told when to report them.
const { db, pool, close } = connect(connectionString, { connections: 1 });
afterFile(close);

const store = publishingStore(db);
const tenantId = 'spring' as TenantScope;
const [COURSES, LESSONS, WORDS] = [16, 100, 200];

/** A word of letters, another one for each number. */
const word = (number: number) =>
  [...((number * 104_729) % 26 ** 5).toString(26).padStart(5, '0')]
    .map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 26)))
    .join('');

/** What publishing stores of a lesson, with words that only few other lessons have. */
function lesson(number: number) {
  const words = Array.from({ length: WORDS }, (_, place) => word((number * 31 + place * 97) % 20_000)).join(' ');
  const title = `Lesson ${number}`;
  return {
    ...{
      kind: 'lesson',
      id: `lesson-${number}`,
      language: 'en',
      path: '/',
      title,
      headings: '',
      summary: '',
      text: words,
    },
    ...{ entitlements: [], listed: true, titleWords: title, headingWords: '', summaryWords: '', textWords: words },
  };
}

/** How often the entries of an academy were read one by one so far. */
async function readingsOfAll(): Promise<number> {
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ count: string }>(`
    select seq_scan + (select idx_scan from pg_stat_user_indexes where indexrelname = 'search_entry_item') as count
    from pg_stat_user_tables where relname = 'search_entry'`);
  return Number(rows[0]?.count);
}

/** Searches for a known word, a misspelt one, one of two words and a filler word. */
async function searchForEverything(): Promise<void> {
  const service = searchService(searchStore(db), { ofContent: () => 0 });
  const scope = { tenant: { signedInIsPro: false } as Tenant, tenantId, actor: null, correlationId: 'test' };
  const known = word(97);
  const misspelt = `${known[1]}${known[0]}${known.slice(2)}`;
  expect(await service.search(scope, { q: known })).toMatchObject({ corrected: null, allWords: true });
  expect(await service.search(scope, { q: misspelt })).toMatchObject({ corrected: known, allWords: true });
  expect(await service.search(scope, { q: `${known} xylophone` })).toMatchObject({ allWords: false });
  expect(await service.search(scope, { q: 'that' })).toMatchObject({ total: 0 });
}

test('no search reads all lessons, though many were published a moment ago', async () => {
  await pool.query('alter table search_entry set (autovacuum_enabled = off)');
  for (let course = 0; course < COURSES; course += 1) {
    const lessons = Array.from({ length: LESSONS }, (_, index) => lesson(course * LESSONS + index));
    const piece = Buffer.from(JSON.stringify(lessons));
    const vocabulary = course === 0 ? Buffer.from(JSON.stringify(lessons[0]?.text.split(' '))) : null;
    await db.transaction((tx) =>
      store.writeSearchEntries(tx, tenantId, 'course', `course-${course}`, [piece], vocabulary),
    );
  }
  await pool.query('analyze search_entry, search_word');
  const before = await readingsOfAll();
  await searchForEverything();
  expect(await readingsOfAll()).toBe(before);
});
