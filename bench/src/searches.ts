import type { BuildResult, SearchEntry } from '@academy/content/built-item';
import { storable } from '@academy/content/storable-item';
import { API_BASE_PATH, TENANT_HEADER } from '@academy/contract/constants';
import { searchAcademy } from '@academy/contract/search';
import { connect, type Database } from '@academy/server/db/connect';
import { findRunningPostgres } from '@academy/server/db/embedded-postgres';
import { publishingStore } from '@academy/server/publishing/publishing.store';
import type { TenantScope } from '@academy/server/values/scope';
import type { RunningAcademy } from './academy.ts';
import { BENCH_TENANT } from './courses.ts';
import { rawRequest } from './load-job.ts';
import { lessonsFrom, searchTexts } from './search-texts.ts';

/** Lessons of one course of the bench; each course is written in a transaction of its own. */
const LESSONS_AT_ONCE = 250;

/**
 * Makes an academy of this size searchable. Only the search index is written, which is enough to find and rank lessons
 * like published ones.
 *
 * @returns the search entries of the lessons
 */
export async function fillSearch(academy: RunningAcademy, lessons: number): Promise<SearchEntry[]> {
  const address = findRunningPostgres(academy.dataFolder);
  if (address === null) throw new Error('the database of the academy does not run');
  const { db, pool, close } = connect(address, { connections: 1 });
  try {
    const { rows } = await pool.query<{ text: string }>(
      `select text from search_entry where length(text) > 500 and item_id not like 'bench-%' order by tenant_id, kind, id`,
    );
    const entries = lessonsFrom(
      rows.map(({ text }) => text),
      lessons,
    );
    for (let from = 0; from < lessons; from += LESSONS_AT_ONCE)
      await writeSearch(db, `bench-search-${from}`, entries.slice(from, from + LESSONS_AT_ONCE));
    await pool.query('analyze search_entry, search_word');
    return entries;
  } finally {
    await close();
  }
}

/** Writes the search entries of a course as publishing it does. */
export async function writeSearch(db: Database, courseId: string, entries: SearchEntry[]): Promise<void> {
  const { search, vocabulary } = stored(courseId, entries);
  await db.transaction((tx) =>
    publishingStore(db).writeSearchEntries(tx, BENCH_TENANT as TenantScope, 'course', courseId, search, vocabulary),
  );
}

/** The search data that publishing would store of a course. @throws Error when it cannot be stored */
export function stored(id: string, search: SearchEntry[]): { search: Buffer[]; vocabulary: Buffer } {
  const data = { entitlements: [], conclusion: null };
  const item = { kind: 'course', id, slug: id, title: id, status: 'live', sortOrder: 0, data, lessons: [], search };
  const result = storable({ refused: false, item, assets: [], findings: [], sourceHash: id } as unknown as BuildResult);
  if (result.refused) throw new Error('the lessons were refused');
  return { search: result.item.search.map(asBuffer), vocabulary: asBuffer(result.item.vocabulary) };
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array<ArrayBuffer>) =>
  Buffer.from(buffer, byteOffset, byteLength);

/**
 * Successive searches of visitors. Signs that searches ignore make each text another one, because results are cached by it.
 */
export function searchRequests(academy: RunningAcademy, entries: readonly SearchEntry[], count: number): string[] {
  const headers = { host: `${BENCH_TENANT}.localhost:${academy.port}`, [TENANT_HEADER]: BENCH_TENANT };
  return searchTexts(entries, count).map((text, index) => {
    const signs = index.toString(2).replaceAll('0', '.').replaceAll('1', '!');
    return rawRequest('GET', `${API_BASE_PATH}${searchAcademy.path}?q=${encodeURIComponent(text + signs)}`, headers);
  });
}
