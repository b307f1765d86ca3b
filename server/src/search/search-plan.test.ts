import { expect, test } from 'vitest';
import { publishingStore } from '../publishing/publishing.store.ts';
import type { TenantScope } from '../scope.ts';
import { testDatabase } from '../testing/database.ts';

const { db, pool } = await testDatabase();
const COURSES = 16;
const LESSONS = 100;
const WORDS = 200;

/** What publishing stores of a lesson, with words that only few other lessons have. */
function lesson(number: number) {
  const words = Array.from({ length: WORDS }, (_, place) => `word${(number * 31 + place * 97) % 20_000}`).join(' ');
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

test('a large publish does not make searches read the words of all lessons', async () => {
  await pool.query('alter table search_entry set (autovacuum_enabled = off)');
  const store = publishingStore(db);
  for (let course = 0; course < COURSES; course += 1) {
    const rows = Array.from({ length: LESSONS }, (_, index) => lesson(course * LESSONS + index));
    await db.transaction((tx) =>
      store.writeSearchEntries(
        tx,
        'spring' as TenantScope,
        'course',
        `course-${course}`,
        [Buffer.from(JSON.stringify(rows))],
        null,
      ),
    );
  }
  await pool.query('analyze search_entry');
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `explain select count(*) from search_entry where tenant_id = 'spring' and document @@ to_tsquery('english', 'word7')`,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Bitmap Index Scan on search_entry_document');
});
