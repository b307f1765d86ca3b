import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import { describe, expect, it } from 'vitest';
import { buildItem } from '../build.ts';
import type { FieldKind, FieldRow } from './field-rows.ts';
import { FILE_TABLES, type FileKind } from './file-table.ts';

/** The tables against the real readers: what they say about a field is what the readers do with it. */

type Json = Record<string, unknown>;

const base = { id: 'spring-one', slug: 'one', title: 'One', status: 'live' };
const lesson = { id: 'spring-one--first', slug: 'first', title: 'First', status: 'live', type: 'article' };
const SMALLEST: Record<FileKind, Json> = {
  course: base,
  module: { id: 'spring-one--part', slug: 'part', title: 'Part', status: 'live' },
  lesson,
  guide: { ...base, type: 'article' },
  path: { ...base, steps: [{ type: 'course', id: 'spring-other' }] },
  test: base,
  page: base,
  instructor: { id: 'spring-one', slug: 'one', name: 'One', status: 'live' },
  tags: { slug: 'java', name: 'Java' },
};

const kinds = Object.keys(FILE_TABLES) as FileKind[];
const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value));

/** Builds an item around one JSON file. */
async function build(kind: FileKind, json: Json, texts: Json = {}) {
  const inCourse = kind === 'module' || kind === 'lesson';
  const itemKind: ContentKind = inCourse ? 'course' : kind;
  const files = new Map<string, Uint8Array>();
  const file =
    { course: 'course.json', module: '01-part/module.json', lesson: '01-part/01-first/lesson.json' }[
      kind as 'course'
    ] ?? `${kind}.json`;
  if (inCourse || kind === 'course') {
    files.set('course.json', bytes(SMALLEST.course));
    files.set('01-part/module.json', bytes(SMALLEST.module));
    files.set('01-part/01-first/lesson.json', bytes(lesson));
    files.set('01-part/01-first/content.md', bytes('Words.'));
  }
  if (kind === 'guide' || kind === 'page') files.set('content.md', bytes('Words.'));
  files.set(file, bytes(kind === 'tags' ? [json] : json));
  const folder = file.includes('/') ? `${file.slice(0, file.lastIndexOf('/'))}/` : '';
  for (const [name, text] of Object.entries(texts)) files.set(folder + name, bytes(text));
  const result = await buildItem(itemKind, files, {
    file: inCourse ? 'course.json' : file,
    variables: {},
    tenantId: 'spring',
  });
  const own = result.findings.filter((finding: Finding) => finding.file === file);
  return { item: result.refused ? null : result.item, own };
}

/** The smallest file with one field set: `settings.links[].url`. */
function withField(kind: FileKind, path: string, value: unknown): Json {
  const set = (json: Json, parts: string[]): Json => {
    const [part = '', ...rest] = parts;
    const name = part.replace('[]', '');
    if (name === '') return set(json, rest);
    if (rest.length === 0) return { ...json, [name]: value };
    const known = json[name];
    if (part.endsWith('[]')) {
      const [entry = {}] = Array.isArray(known) ? (known as Json[]) : [];
      return { ...json, [name]: [set(entry, rest)] };
    }
    return { ...json, [name]: set((known ?? {}) as Json, rest) };
  };
  return set(SMALLEST[kind], path.split('.'));
}

const WRONG: Record<FieldKind, unknown> = {
  text: { no: 'text' },
  flag: 'perhaps',
  count: 'many',
  digits: 'none',
  texts: 5,
  object: 5,
  objects: 5,
};

const rows = kinds.flatMap((kind) => FILE_TABLES[kind].fields.map((row) => ({ kind, name: row.name, row })));
const read = rows.filter(({ row }) => row.isIgnored !== true);
const valuesOf = ({ kind, values = [] }: FieldRow) => values.map((value) => (kind === 'texts' ? [value] : value));

describe('the table of files', () => {
  it.each(read)('says what the reader expects of $name in a $kind file', async ({ kind, name, row }) => {
    const { own } = await build(kind, withField(kind, name, WRONG[row.kind]));
    const about = own.filter(({ code }) => code === 'field-type').map(({ message }) => message);
    expect(about).toContainEqual(expect.stringContaining(`"${name.replace('[]', '').replace(/^\./, '')}" must be`));
  });

  it.each(rows.filter(({ row }) => row.isIgnored === true))('$name of a $kind file is not read', async (one) => {
    const { own } = await build(one.kind, withField(one.kind, one.name, WRONG[one.row.kind]));
    expect(own).toEqual([]);
  });

  it.each(read.filter(({ row }) => row.values !== undefined))(
    'names the only values of $name in a $kind file',
    async (one) => {
      const { kind, name, row } = one;
      for (const value of valuesOf(row)) {
        const { own } = await build(kind, withField(kind, name, value));
        expect(
          own.filter(({ code }) => /unknown|type$/.test(code)),
          JSON.stringify(value),
        ).toEqual([]);
      }
      const other = row.kind === 'texts' ? ['nonsense'] : 'nonsense';
      expect((await build(kind, withField(kind, name, other))).own).toContainEqual(
        expect.objectContaining({ message: expect.stringContaining('nonsense') }),
      );
    },
  );

  it.each(read.filter(({ row }) => row.default !== undefined))(
    'states the default of $name of a $kind file',
    async (one) => {
      const { kind, name, row } = one;
      const given = await build(kind, withField(kind, name, JSON.parse(row.default ?? 'null')));
      const absent = await build(kind, withField(kind, name, undefined));
      expect(absent.item).not.toBeNull();
      expect(JSON.stringify(absent.item)).toBe(JSON.stringify(given.item));
    },
  );

  it.each(kinds.flatMap((kind) => FILE_TABLES[kind].texts.map(({ file }) => ({ kind, file }))))(
    'names no unused text: $file of a $kind',
    async ({ kind, file }) => {
      // Previews belong to labs, and transcripts to videos.
      const type = file === 'preview.md' ? { type: 'lab' } : file === 'transcript.md' ? { type: 'video' } : {};
      const { item } = await build(kind, { ...SMALLEST[kind], ...type }, { [file]: 'Unmistakable words.' });
      expect(JSON.stringify(item)).toContain('Unmistakable words.');
    },
  );
});
