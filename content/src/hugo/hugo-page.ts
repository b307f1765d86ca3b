import path from 'node:path';
import type { Status } from '@academy/contract/entities';
import type { Fields, Located } from '../fields.ts';
import type { FindingList } from '../finding-list.ts';
import { readFrontMatter } from '../front-matter.ts';
import type { SourceFiles } from '../source-files.ts';
import type { TextSource } from '../text-source.ts';
import { tagSlug } from '../values.ts';

/** A page of a Hugo site with the front matter that every kind has. */
export interface HugoPage {
  file: string;
  fields: Fields;
  title: string;
  status: Status;
  /** Position among its neighbours, ascending; null: after those that have one. */
  weight: number | null;
  topics: string[];
  /** From the front matter. */
  description: TextSource | null;
  text: TextSource | null;
}

/** Reads a page; null, with a fatal finding, when its front matter cannot be read. */
export function readHugoPage(files: SourceFiles, file: string, findings: FindingList): HugoPage | null {
  const read = readFrontMatter(files, file, findings);
  if (read === null) return null;
  const { fields, text } = read;
  const description = oneText(fields, 'description');
  tellHidden(fields, findings);
  return {
    file,
    fields,
    title: titleOf(fields, file, findings),
    status: fields.boolean('draft') === true ? 'draft' : fields.boolean('hidden') === true ? 'unlisted' : 'live',
    weight: weightOf(fields, findings),
    topics: [...new Set(fields.texts('tags').map(({ value }) => tagSlug(value)))].filter((tag) => tag !== ''),
    description: description === null ? null : { file, text: description, dialect: 'hugo' },
    text: text === null ? null : { ...text, dialect: 'hugo' },
  };
}

/** Hugo leaves out pages of the future and those that have expired; here only `draft` does. */
function tellHidden(fields: Fields, findings: FindingList): void {
  if (fields.boolean('draft') === true) return;
  for (const name of ['publishDate', 'date', 'expiryDate']) {
    const field = fields.texts(name)[0];
    const moment = Date.parse(field?.value ?? '');
    if (field === undefined || Number.isNaN(moment) || moment > Date.now() === (name === 'expiryDate')) continue;
    const message = `"${name}: ${field.value.slice(0, 40)}" hides this page in Hugo, not here: readers see it as soon as it is published. Add "draft: true", or delete the date`;
    findings.warning('page-not-hidden', fields.file, field.line, message);
  }
}

/** Hugo accepts negative weights too; an empty one counts as absent. */
function weightOf(fields: Fields, findings: FindingList): number | null {
  const field = fields.texts('weight')[0];
  if (field === undefined) return null;
  if (/^[+-]?\d{1,9}$/.test(field.value)) return Number(field.value);
  const message = `"weight" must be a whole number, not "${field.value.slice(0, 40)}"; it was left out`;
  findings.error('field-type', fields.file, field.line, message);
  return null;
}

function titleOf(fields: Fields, file: string, findings: FindingList): string {
  for (const name of ['title', 'name', 'linkTitle', 'linktitle']) {
    const title = oneText(fields, name);
    if (title !== null) return title;
  }
  const message = '"title" is missing; the name of the file stands in for it. Add "title: ..."';
  findings.error('title-missing', file, 1, message);
  return nameOf(file);
}

/** A text, or the first of a list of them. */
export function oneText(fields: Fields, name: string): string | null {
  return fields.texts(name)[0]?.value ?? null;
}

/** The name of a page in addresses: its file's, or its folder's. */
export function nameOf(file: string): string {
  const base = path.posix.basename(file, '.md');
  return base === 'index' || base === '_index' ? path.posix.basename(path.posix.dirname(file)) : base;
}

/** A name as part of an address. */
export function slugOfName(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .slice(0, 150);
  return slug === '' ? 'page' : slug;
}

/** The page's path without extension, as references and front matter name it. */
export function pagePath(file: string): string {
  return file.replace(/^content\//, '').replace(/(?:\/_?index)?\.md$/, '');
}

/** The file of `contentPage`, which authors write in several ways; null when the item has no such file. */
export function namedPage(files: Pick<ReadonlyMap<string, unknown>, 'has'>, name: string): string | null {
  const plain = name
    .trim()
    .replace(/^\/+/, '')
    .replace(/^content\//, '')
    .replace(/\/+$/, '')
    .replace(/(?:\/_?index)?\.md$/, '');
  const forms = [`${plain}.md`, `${plain}/index.md`, `${plain}/_index.md`].map((form) => `content/${form}`);
  return forms.find((form) => files.has(form)) ?? null;
}

const MORE = /<!--\s*more\s*-->/i;

/** The parts of a text before and after `<!--more-->`; a text without it has no summary. Line numbers stay. */
export function splitSummary(text: TextSource | null): { summary: TextSource | null; rest: TextSource | null } {
  const found = text === null ? null : MORE.exec(text.text);
  if (text === null || found === null) return { summary: null, rest: text };
  const before = text.text.slice(0, found.index);
  const after = text.text.slice(found.index + found[0].length);
  const part = (content: string) => (content.trim() === '' ? null : { ...text, text: content });
  return { summary: part(before), rest: part('\n'.repeat(before.split('\n').length - 1) + after) };
}

/** Ids of the authors of a page; one without a profile is reported and left out. */
export function authorsOf(page: HugoPage, people: ReadonlyMap<string, string>, findings: FindingList): string[] {
  const ids = page.fields.texts('team').flatMap(({ value, line }) => {
    const id = people.get(value);
    if (id !== undefined) return [id];
    const message = `"${value.slice(0, 80)}" has no profile in this site; the name is left out`;
    findings.warning('instructor-unknown', page.file, line, message);
    return [];
  });
  return [...new Set(ids)];
}

/** The item's id and slug, on the first line of its file. */
export function identityOf(options: { tenantId: string; slug?: string | undefined; file: string }): {
  id: Located<string>;
  slug: Located<string>;
} {
  const slug = options.slug ?? slugOfName(nameOf(options.file));
  return { id: { value: `${options.tenantId}-${slug}`, line: 1 }, slug: { value: slug, line: 1 } };
}

export const NO_LAB = { labType: null, labUrl: null, workshop: null } as const;
export const NO_VIDEO = { brightcove: null, vimeo: null, youtube: null, file: null, autocomplete: false } as const;
