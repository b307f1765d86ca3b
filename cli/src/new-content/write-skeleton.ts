import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import {
  courseFiles,
  guideFiles,
  LESSON_KINDS,
  type LessonKind,
  lessonFiles,
  type SkeletonFiles,
  type SkeletonNames,
} from '@academy/content/skeletons';
import type { TenantId } from '@academy/contract/tenants';
import { makeFolder } from '@academy/server/values/make-folder';
import { usageProblem } from '../command.ts';

export interface SkeletonTerms {
  /** `course`, `guide` or `lesson`. */
  what: string;
  /** As typed; relative to `cwd`. */
  folder: string;
  tenantId: TenantId | null;
  /** Null derives it from the folder's name. */
  title: string | null;
  /** Type of a lesson or guide; null for an article. */
  type: string | null;
  tenants: readonly TenantId[];
  cwd: string;
}

const COMMAND = 'content new';
const MAKERS: Readonly<Record<string, (names: SkeletonNames, type: LessonKind) => SkeletonFiles>> = {
  course: courseFiles,
  guide: guideFiles,
  lesson: lessonFiles,
};
/** The types that each may have. */
const TYPES: Readonly<Record<string, readonly LessonKind[]>> = {
  guide: LESSON_KINDS.filter((kind) => kind !== 'knowledge-check'),
  lesson: LESSON_KINDS,
};
/** Folders above a lesson: its module and the course. */
const MAX_LEVELS = 2;

/**
 * Writes the files of a new item.
 *
 * @returns the written files, relative to `cwd`
 * @throws CommandProblem (2) when a file exists already or the academy is unknown; then nothing was written
 */
export function writeSkeleton(terms: SkeletonTerms): string[] {
  const { what, cwd, tenants } = terms;
  const make = Object.hasOwn(MAKERS, what) ? MAKERS[what] : undefined;
  if (make === undefined) throw usageProblem(`"${what}" is none of course, guide and lesson.`, COMMAND);
  const type = typeFor(what, terms.type);
  const asked = resolve(cwd, terms.folder);
  const folder = what === 'lesson' ? numbered(asked) : asked;
  if (existsSync(folder) && (!statSync(folder).isDirectory() || readdirSync(folder).length > 0)) {
    throw usageProblem(`${terms.folder} exists already and is not empty.`, COMMAND);
  }
  const slug = slugOf(basename(folder));
  if (slug === '') throw usageProblem(`"${terms.folder}" has no letters that an address can be made of.`, COMMAND);
  const title = terms.title?.trim() || titleOf(slug);
  if (title.length > 200) throw usageProblem('--title is longer than 200 characters.', COMMAND);
  const id = what === 'lesson' ? `${courseIdAbove(folder)}-${slug}` : `${tenantFor(terms.tenantId, tenants)}-${slug}`;
  if (id.length > 200) throw usageProblem('The name of the folder is too long.', COMMAND);
  return Object.entries(make({ id, slug, title }, type)).map(([name, content]) => {
    const file = join(folder, name);
    makeFolder(dirname(file));
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    // `wx` refuses to overwrite a file that was created meanwhile.
    writeFileSync(file, text, { flag: 'wx' });
    return relative(cwd, file);
  });
}

function typeFor(what: string, given: string | null): LessonKind {
  if (given === null) return 'article';
  const types = Object.hasOwn(TYPES, what) ? (TYPES[what] ?? []) : [];
  const type = types.find((one) => one === given);
  if (type !== undefined) return type;
  const message =
    types.length === 0 ? `A ${what} has no type.` : `A ${what} has no type "${given}"; there are: ${types.join(', ')}.`;
  throw usageProblem(message, COMMAND);
}

function tenantFor(given: TenantId | null, tenants: readonly TenantId[]): TenantId {
  if (given !== null && tenants.includes(given)) return given;
  const names = tenants.join(', ');
  const message =
    given === null
      ? `Say for which academy with --tenant (${names}).`
      : `There is no tenant "${given}"; there are: ${names}.`;
  throw usageProblem(message, COMMAND);
}

/** Lessons are ordered by the numbers of their folders: a name without one gets the next number. */
function numbered(folder: string): string {
  const name = basename(folder);
  if (/^\d{2}-/.test(name)) return folder;
  const parent = dirname(folder);
  const siblings = existsSync(parent) ? readdirSync(parent) : [];
  const numbers = siblings.map((sibling) => Number(/^(\d{2})-/.exec(sibling)?.[1] ?? 0));
  return join(parent, `${String(Math.max(0, ...numbers) + 1).padStart(2, '0')}-${name}`);
}

function courseIdAbove(folder: string): string {
  let place = dirname(folder);
  for (let level = 0; level < MAX_LEVELS; level += 1, place = dirname(place)) {
    for (const name of ['course.template.json', 'course.json']) {
      const id = existsSync(join(place, name)) ? idIn(join(place, name)) : null;
      if (id !== null) return id;
    }
  }
  throw usageProblem(
    'There is no course around that folder; a lesson lies in a course or in one of its modules.',
    COMMAND,
  );
}

function idIn(file: string): string | null {
  // A template need not be valid JSON before it is filled.
  const [, id] = /"id"\s*:\s*"([A-Za-z0-9][A-Za-z0-9._-]*)"/.exec(readFileSync(file, 'utf8')) ?? [];
  return id ?? null;
}

function slugOf(name: string): string {
  return name
    .replace(/^\d{2}-/, '')
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

function titleOf(slug: string): string {
  const words = slug.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
