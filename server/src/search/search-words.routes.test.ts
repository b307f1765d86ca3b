import { type SearchResult, searchAcademy } from '@academy/contract/search';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { anItem } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp } from '../testing/start-app.ts';
import { indexAgain } from './index-again.ts';

const app = await startApp();

beforeAll(async () => {
  const lesson = (id: string, title: string, content: string) => ({ id, title, content });
  await publishCourse(
    app,
    'spring',
    aCourse({
      id: 'words',
      title: 'Words',
      lessons: [
        lesson('branches', 'The if Statement', 'Use if when there is a choice. A for loop repeats. AT&amp;T, I/O.'),
        lesson(
          'hooks',
          'Before and After',
          'Called before and after. `::before` selects, `having` follows `group by`.',
        ),
        lesson('servers', 'IT and OT', 'IT runs servers. Pass `--dry-run` to kubectl, then `kubectl get pods`.'),
        lesson('loops', 'Round and round', '## Loop\n\nA loop, many loops, for ever. Saving users.'),
        lesson('signs', 'C# and .NET', 'A `@Bean` of C++ in .NET.'),
        { ...lesson('locked', 'Closed', '## If only\n\nIf this were open.'), entitlements: ['auth'] },
      ],
    }),
  );
  const german = {
    '01-wires/lesson.de.json': '{"title": "Leitungen"}',
    '01-wires/content.de.md': 'Die Datenbankverbindungen stehen. Über den Vorgang: Modultest und Verringerung.',
  };
  await publishCourse(
    app,
    'kube',
    aCourse({
      ...{ id: 'kube-wires', title: 'Wires', files: german },
      lessons: [
        lesson('wires', 'Wires', 'The connections stand.'),
        lesson('greatest', 'Greatest', 'The greatest one.'),
      ],
    }),
  );
  const japanese = `${'私の本の色の'.repeat(200)}。コンテナの起動を学ぶ。`;
  await publishItem(
    app,
    'tanzu',
    anItem('guide', { id: 'tanzu-ja', title: 'コンテナ', type: 'article' }, { 'content.md': japanese }),
  );
  await publishItem(
    app,
    'tanzu',
    anItem('guide', { id: 'tanzu-zh', title: '数据库', type: 'article' }, { 'content.md': '数据库连接的配置' }),
  );
});

const search = async (q: string, tenant = 'spring', headers: Record<string, string> = {}) => {
  const { status, body } = await app.call(searchAcademy, { query: { q } }, { tenant, headers });
  expect(status).toBe(200);
  return body.data as SearchResult;
};
const hits = async (...given: Parameters<typeof search>) =>
  (await search(...given)).groups.flatMap((group) => group.hits);
const ids = async (...given: Parameters<typeof search>) => (await hits(...given)).map(({ id }) => id);
const german = { 'accept-language': 'de' };

describe('words that a language takes for fillers', () => {
  it.each([
    ['if', ['branches']],
    ['IF', ['branches']],
    ['the if', ['branches']],
    ['Before and After', ['hooks']],
    ['before', ['hooks']],
    ['::before', ['hooks']],
    ['having', ['hooks']],
    ['IT', ['servers']],
    ['AT&T', ['branches']],
    ['i/o', ['branches']],
    ['for', ['branches', 'loops']],
    ['after and before', ['hooks']],
  ])('are searched where the query is nothing else: %s', async (q, expected) => {
    const result = await search(q);
    const lessons = result.groups.find(({ kind }) => kind === 'lesson');
    expect(lessons?.hits.map(({ id }) => id)).toEqual(expected);
    expect([result.corrected, result.allWords]).toEqual([null, true]);
  });

  it('rank what has them as well, beside other words', async () => {
    expect(await ids('if statement')).toEqual(['branches']);
    expect((await ids('for loop'))[0]).toBe('loops');
  });

  it('are what a misspelt one is corrected to', async () => {
    expect(await search('befroe')).toMatchObject({ corrected: 'before', groups: [{ hits: [{ id: 'hooks' }] }] });
  });

  it('are never corrected', async () => {
    expect(await search('whom')).toEqual({ total: 0, groups: [], corrected: null, allWords: true });
  });

  it('reveal nothing of locked texts', async () => {
    expect(await ids('were')).toEqual([]);
    expect(await ids('"if only"')).toEqual([]);
    expect(await ids('closed')).toEqual(['locked']);
  });

  it('are marked in the excerpt', async () => {
    const [hit] = await hits('having');
    expect(hit?.excerpt.filter((part) => part.hit)).toEqual([{ text: 'having', hit: true }]);
  });
});

describe('a phrase in quotes', () => {
  it.each([
    ['"for loop"', ['branches']],
    ['"loop"', ['loops', 'branches']],
    ['"loops"', ['loops']],
    ['„for loop“', ['branches']],
    ['"before and after"', ['hooks']],
    ['"kubectl get"', ['servers']],
    ['"kubectl get" dry', ['servers']],
    ['"the if" choice', ['branches']],
  ])('is found as it stands: %s', async (q, expected) => {
    expect((await ids(q)).sort()).toEqual([...expected].sort());
  });

  it('begins and ends in the same part of a page', async () => {
    expect(await ids('"round loop"')).toEqual([]);
  });

  it('is completed while it is open', async () => {
    expect(await ids('"for loo')).toEqual(['branches']);
    expect(await ids('"for loo"')).toEqual([]);
  });
});

it.each([
  ['c++', 'signs'],
  ['C#', 'signs'],
  ['.NET', 'signs'],
  ['@Bean', 'signs'],
  ['--dry-run', 'servers'],
  ['kubectl get', 'servers'],
])('%s is found and marked', async (q, id) => {
  const [hit] = await hits(q);
  expect(hit?.id).toBe(id);
  expect([...(hit?.title ?? []), ...(hit?.excerpt ?? [])].some((part) => part.hit)).toBe(true);
});

it('a word of four letters is not taken for another one', async () => {
  expect(await search('über')).toMatchObject({ total: 0, corrected: null });
});

describe('languages that write words together', () => {
  it.each([
    'Verbindung',
    'verbindungen',
    'Datenbankverbindung',
    'Test',
    'über',
    'die Verbindung',
    'die',
    'Datenbank Verbindung',
  ])('a German page is found by a part of its word: %s', async (q) => {
    const [hit] = await hits(q, 'kube', german);
    expect(hit?.id).toBe('wires');
    expect([...(hit?.title ?? []), ...(hit?.excerpt ?? [])].some((part) => part.hit)).toBe(true);
  });

  it('no part of a word begins behind a mere prefix', async () => {
    expect(await ids('gang', 'kube', german)).toEqual([]);
    expect(await ids('"verbindungen"', 'kube', german)).toEqual([]);
  });

  it('English words have no parts', async () => {
    expect(await ids('test', 'kube')).toEqual([]);
  });

  it.each([
    ['起動', 'tanzu-ja'],
    ['コンテナの起動', 'tanzu-ja'],
    ['连接', 'tanzu-zh'],
    ['数据库连接', 'tanzu-zh'],
    ['"连接"', 'tanzu-zh'],
  ])('a page without blanks between words is found: %s', async (q, id) => {
    expect((await ids(q, 'tanzu'))[0]).toBe(id);
  });
});

it('entries of an earlier edition are indexed again, a few at a time', async () => {
  const { versions } = app;
  const { db } = app.database;
  await db.execute(sql`update search_entry set words_edition = 0, tenant_id = tenant_id,
    head = to_tsvector('english', title), document = to_tsvector('english', title || ' ' || text) where tenant_id = 'spring'`);
  const before = versions.ofContent('spring');
  expect(await indexAgain(db, versions, 4)).toBe(true);
  while (await indexAgain(db, versions, 4));
  expect(versions.ofContent('spring')).toBeGreaterThan(before);
  expect(await ids('having')).toEqual(['hooks']);
  expect(await ids('"for loop"')).toEqual(['branches']);
  const { rows } = await db.execute(sql`select from search_entry where words_edition = 0`);
  expect(rows).toEqual([]);
});
