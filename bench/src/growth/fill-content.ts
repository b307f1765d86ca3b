import { type Connection, connect } from '@academy/server/db/connect';
import type { RunningAcademy } from '../academy.ts';
import { BENCH_TENANT, publish, publishingToken } from '../courses.ts';
import { lessonsFrom } from '../search-texts.ts';
import { writeSearch } from '../searches.ts';
import type { GrowthSize } from './sizes.ts';

type Pool = Connection['pool'];

/** Name of the items that are published once and then copied: the copies have a number in place of the last word. */
export const TEMPLATE = 'growth-template';
/** Items whose search entries are written in one transaction. */
const SEARCHED_AT_ONCE = 250;

const CHECK = `~~~ quiz
number of questions: 2
passing grade: 50

## What is it?
- [x] this
- [ ] that

## Which one?
- [x] the first
- [ ] the second
~~~
`;

const encoder = new TextEncoder();

function files(of: Record<string, string | object>): Map<string, Uint8Array> {
  return new Map(
    Object.entries(of).map(([path, text]) => [
      path,
      encoder.encode(typeof text === 'string' ? text : JSON.stringify(text)),
    ]),
  );
}

/** A course of an article, a knowledge check and a lab; a guide with a lab; a learning path with the course. */
function templates(text: string) {
  const named = { id: TEMPLATE, slug: TEMPLATE, title: `About ${TEMPLATE}`, status: 'live' };
  const lesson = (part: string, more: object) => ({
    ...{ id: `${TEMPLATE}-${part}`, slug: part, title: `${part} of ${TEMPLATE}`, status: 'live', duration: 300 },
    ...{ settings: { manualCompletion: true } },
    ...more,
  });
  const item = (kind: 'course' | 'guide' | 'path', id: string, of: Record<string, string | object>) => ({
    ...{ kind, id, files: files(of), options: { file: `${kind}.json`, variables: {} } },
  });
  return [
    item('course', TEMPLATE, {
      'course.json': {
        ...{ ...named, order: 1000, level: 'beginner', topics: ['growth'], entitlements: [], instructors: [] },
        settings: {},
      },
      'description.md': `The course ${TEMPLATE}, one of many.\n`,
      '01-read/lesson.json': lesson('read', { type: 'article' }),
      '01-read/content.md': text,
      '02-check/lesson.json': lesson('check', { type: 'knowledge-check' }),
      '02-check/content.md': CHECK,
      '03-lab/lesson.json': lesson('lab', { type: 'lab', settings: { educates: `${BENCH_TENANT}-read-the-walls` } }),
    }),
    item('guide', TEMPLATE, {
      'guide.json': { ...named, type: 'lab', settings: { educates: `${BENCH_TENANT}-pod-will-not-start` } },
      'content.md': text,
    }),
    item('path', TEMPLATE, { 'path.json': { ...named, steps: [{ type: 'course', id: TEMPLATE }] } }),
  ];
}

/** Publishes what is copied afterwards, as `./academy apply` does. */
export async function publishTemplates(academy: RunningAcademy, text: string): Promise<void> {
  const token = await publishingToken(academy);
  for (const item of templates(text)) await publish(academy, item, token);
}

interface Copies {
  table: string;
  where: string;
  count: number;
  /** Columns with a value of their own, in SQL: `n` is the number of the copy. */
  changed?: Readonly<Record<string, string>>;
}

/** Multiplies rows: texts and JSON that name the template name the copy instead. */
async function copyRows(pool: Pool, { table, where, count, changed = {} }: Copies): Promise<void> {
  const { rows } = await pool.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_name = $1 and is_generated = 'NEVER' and is_identity = 'NO' order by ordinal_position`,
    [table],
  );
  const copied = ({ name, type }: { name: string; type: string }) => {
    if (name in changed) return changed[name];
    if (type !== 'text' && type !== 'jsonb') return `made.${name}`;
    return `replace(made.${name}::text, '${TEMPLATE}', 'growth-' || n)::${type}`;
  };
  await pool.query(
    `insert into ${table} (${rows.map(({ name }) => name).join(', ')})
     select ${rows.map(copied).join(', ')} from (select * from ${table} where ${where}) made, generate_series(1, ${count}) n`,
  );
}

const THREE_YEARS = `interval '3 years'`;

/** Copies the published template of a kind, with topics, levels and dates that differ. */
export async function copyItems(pool: Pool, tenantId: string, kind: string, count: number): Promise<void> {
  const published = `now() - random() * ${THREE_YEARS}`;
  const where = `tenant_id = '${tenantId}' and kind = '${kind}' and id = '${TEMPLATE}'`;
  const data = `jsonb_set(replace(made.data::text, '${TEMPLATE}', 'growth-' || n)::jsonb, '{topics}',
    jsonb_build_array('topic-' || n % 40, 'topic-' || n % 7))
    || case when made.data ? 'level' then jsonb_build_object('level', (array['beginner', 'intermediate', 'advanced'])[1 + n % 3]) else '{}' end`;
  const changed = { data, published_at: published, first_published_at: published, sort_order: '1000 + n' };
  await copyRows(pool, { table: 'content_item', where, count, changed });
  await copyRows(pool, { table: 'content_version', where, count, changed: { published_at: published } });
}

/** Copies the lessons of the published course, for as many copies of it. */
export async function copyLessons(pool: Pool, courses: number): Promise<void> {
  const changed = { first_listed_at: `now() - interval '20 days' - random() * ${THREE_YEARS}` };
  await copyRows(pool, { table: 'lesson', where: `course_id = '${TEMPLATE}'`, count: courses, changed });
}

/** Copies the published course, guide and path, with topics, levels and dates that differ, and makes them searchable. */
export async function fillContent(address: string, size: GrowthSize): Promise<void> {
  const { pool, db, close } = connect(address, { connections: 2, statementTimeoutMs: 600_000 });
  try {
    const counts = { course: size.courses, guide: Math.ceil(size.courses / 10), path: Math.ceil(size.courses / 100) };
    for (const [kind, count] of Object.entries(counts)) await copyItems(pool, BENCH_TENANT, kind, count);
    await copyLessons(pool, size.courses);
    await fillSearch(pool, db, size);
    await pool.query('update catalogue_version set version = version + 1');
  } finally {
    await close();
  }
}

/** Two entries for each course, itself and its article, with words that differ as those of real lessons do. */
async function fillSearch(pool: Pool, db: Connection['db'], { courses }: GrowthSize): Promise<void> {
  const { rows } = await pool.query<{ text: string }>(
    `select text from search_entry where length(text) > 500 and item_id not like 'growth-%' order by tenant_id, kind, id`,
  );
  const texts = rows.map(({ text }) => text);
  const entries = lessonsFrom(texts, courses).flatMap((entry, at) => {
    const [id, own] = [`growth-${at + 1}`, entry.text.split(' ').slice(150, 155).join(' ')];
    return [
      { ...entry, kind: 'course' as const, id, path: `/courses/${id}`, headings: '', text: own, entitlements: [] },
      { ...entry, id: `${id}-read`, path: `/courses/${id}/lessons/read`, entitlements: [] },
    ];
  });
  const items = SEARCHED_AT_ONCE * 2;
  for (let from = 0; from < entries.length; from += items)
    await writeSearch(db, `growth-search-${from}`, entries.slice(from, from + items));
  await pool.query(
    `update search_entry set item_id = regexp_replace(id, '-read$', '') where item_id like 'growth-search-%'`,
  );
}
