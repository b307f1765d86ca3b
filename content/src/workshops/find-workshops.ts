import type { Dirent } from 'node:fs';
import { lstat, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import type { ContentKind } from '@academy/contract/publishing';
import { compare, FindingList } from '../finding-list.ts';
import type { FoundItem } from '../found-item.ts';
import { readJson } from '../json-source.ts';
import { lockFile } from '../lab-files/lock-file.ts';
import { ifThere, isContentFile, isLabFile } from '../source-files.ts';
import { OWN_WAY } from './lab-files.ts';
import { proofFile } from './lab-proof.ts';
import { definedName, looksLikeDefinition, readDefinition } from './read-definition.ts';

/** Folders of labs lie deeper than items: `workshops/<folder>/workshop/content/<page>`. */
const MAX_DEPTH = 8;
const MAX_PAGE_DEPTH = 12;
const ID_FILES = ['WORKSHOP_ID', '.WORKSHOP_ID'];
/** Files whose `settings.educates` names a lab. */
const USER_FILES = new Set(['lesson.json', 'guide.json', 'course.json', 'course.template.json']);
const COURSE_FILES = ['course.template.json', 'course.json'];

interface Definition {
  /** `metadata.name`, or a placeholder when it cannot be read: then reading the lab reports why. */
  name: string;
  /** Path on disk. */
  from: string;
}

interface Survey {
  found: FoundItem[];
  /** Ids of the items that use a lab, by its name. */
  users: Map<string, Set<string>>;
}

/**
 * Finds the labs below a folder, in three layouts: `workshops/<folder>/`, `labs/<folder>/` with
 * its definition at the root of the repository, and a lab that is a repository of its own.
 */
export async function findWorkshops(kinds: readonly ContentKind[], folder: string): Promise<FoundItem[]> {
  if (!kinds.includes('workshop')) return [];
  const survey: Survey = { found: [], users: new Map() };
  await walk(folder, 0, null, survey);
  return survey.found.map((item) => {
    const name = item.identity !== undefined && 'id' in item.identity ? item.identity.id : '';
    const users = survey.users.get(name);
    return users === undefined ? item : { ...item, usedBy: [...users].sort(compare) };
  });
}

/** @param courseId id of the course whose folder this is in */
async function walk(folder: string, depth: number, courseId: string | null, survey: Survey): Promise<void> {
  const files = new Set<string>();
  const folders = new Set<string>();
  for (const entry of await entriesOf(folder)) {
    if (entry.isFile()) files.add(entry.name);
    else if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') {
      folders.add(entry.name);
    }
  }
  let course = courseId;
  for (const file of COURSE_FILES) {
    if (files.has(file)) course ??= (await noteUser(path.join(folder, file), null, survey)) ?? courseId;
  }
  for (const file of files) {
    if (USER_FILES.has(file) && !COURSE_FILES.includes(file)) await noteUser(path.join(folder, file), course, survey);
  }
  const definitions = folders.has('resources') ? await definitionsIn(path.join(folder, 'resources')) : [];
  if (definitions.length > 0 || folders.has('labs')) await labsAt(folder, folders, definitions, survey);
  if (depth >= MAX_DEPTH) return;
  for (const name of folders) {
    // Pages of labs contain no items, and definitions were read above.
    if (name === 'resources' || (name === 'workshop' && definitions.length > 0)) continue;
    await walk(path.join(folder, name), depth + 1, course, survey);
  }
}

/** Records which lab a lesson, guide or course uses; returns the file's own id. */
async function noteUser(file: string, courseId: string | null, { users }: Survey): Promise<string | null> {
  const text = await readSmall(file);
  const read = text === null ? null : readJson(text);
  if (read === null || !read.ok || read.node.kind !== 'object') return null;
  const id = read.node.fields.get('id');
  const settings = read.node.fields.get('settings');
  const workshop = settings?.kind === 'object' ? settings.fields.get('educates') : undefined;
  const own = id?.kind === 'string' ? id.value : null;
  // The academy of a lesson is that of its course.
  const user = courseId ?? own;
  if (workshop?.kind === 'string' && workshop.value !== '' && user !== null) {
    const known = users.get(workshop.value) ?? new Set();
    users.set(workshop.value, known.add(user));
  }
  return own;
}

/** Definitions in `resources` and `resources/apply`, `workshop.yaml` first. */
async function definitionsIn(folder: string): Promise<Definition[]> {
  const definitions: Definition[] = [];
  for (const place of [folder, path.join(folder, 'apply')]) {
    const names = (await entriesInside(place)).map(({ name }) => name).filter((name) => /\.ya?ml$/i.test(name));
    for (const file of names) {
      const from = path.join(place, file);
      const text = await readSmall(from);
      if (text === null || !(looksLikeDefinition(text) || file === 'workshop.yaml')) continue;
      const name = definedName(text);
      // A broken definition is still a lab whose author must get a finding.
      definitions.push({ name: name ?? standInName(path.dirname(folder)), from });
    }
  }
  const isOwn = ({ from }: Definition) => path.basename(from) === 'workshop.yaml';
  return definitions.sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
}

function standInName(folder: string): string {
  const name = path.basename(folder).replace(/[^A-Za-z0-9._-]+/g, '-');
  return /^[A-Za-z0-9]/.test(name) ? name : `lab-${name}`;
}

/** The labs of a folder with definitions: its own `workshop`, and those in `labs`. */
async function labsAt(
  folder: string,
  folders: ReadonlySet<string>,
  definitions: readonly Definition[],
  { found }: Survey,
): Promise<void> {
  const open = new Map(definitions.map((definition) => [definition.name, definition]));
  const own = folders.has('workshop') ? definitions[0] : undefined;
  if (own !== undefined) {
    open.delete(own.name);
    found.push(await labItem(folder, own, 'workshop'));
  }
  const labs = folders.has('labs') ? await entriesOf(path.join(folder, 'labs')) : [];
  for (const entry of labs) {
    const lab = `labs/${entry.name}`;
    const place = path.join(folder, lab);
    if (entry.isSymbolicLink() && (await ifThere(stat(place)))?.isDirectory() === true) {
      // Its definition may lie anywhere; reading it refuses it with a finding.
      found.push({ ...(await labItem(folder, { name: standInName(place), from: '' }, lab)), file: lab });
    }
    if (!entry.isDirectory()) continue;
    const pages = `${lab}/workshop`;
    const hasPages =
      (await isLink(path.join(folder, pages))) ||
      (await entriesInside(path.join(folder, pages))).some(({ name }) => name === 'content');
    // Pages without a definition are found too, and refused with a finding.
    const name = (await workshopId(place)) ?? (hasPages ? standInName(place) : null);
    if (name === null) continue;
    const definition = open.get(name);
    open.delete(name);
    found.push(await labItem(folder, definition ?? { name, from: '' }, pages));
  }
  // Definitions of labs without pages.
  for (const definition of open.values()) found.push(await labItem(folder, definition, null));
}

async function workshopId(folder: string): Promise<string | null> {
  for (const file of ID_FILES) {
    const name = (await readSmall(path.join(folder, file)))?.trim();
    if (name !== undefined && /^[A-Za-z0-9][A-Za-z0-9._-]{0,199}$/.test(name)) return name;
  }
  return null;
}

async function labItem(root: string, { name, from }: Definition, pages: string | null): Promise<FoundItem> {
  const file = from === '' ? 'resources/workshop.yaml' : path.relative(root, from).split(path.sep).join('/');
  const parts = from === '' ? [] : [{ file, from }];
  if (pages !== null) {
    const lab = path.posix.dirname(pages);
    for (const place of [pages, path.posix.join(lab, 'exercises'), path.posix.join(lab, 'solution')]) {
      if (await isLink(path.join(root, place))) parts.push({ file: place, from: path.join(root, place) });
      else await collect(root, place, 0, parts);
    }
    await collectHome(root, lab, from, parts);
    for (const beside of [lockFile(pages), proofFile(pages)])
      if ((await ifThere(lstat(path.join(root, beside)))) !== null)
        parts.push({ file: beside, from: path.join(root, beside) });
  }
  return { kind: 'workshop', root, file, parts, identity: { id: name } };
}

/** Adds the files beside the lab's pages that its definition brings into the learner's home folder. */
async function collectHome(
  root: string,
  lab: string,
  definition: string,
  parts: { file: string; from: string }[],
): Promise<void> {
  const text = await readSmall(definition);
  if (text === null) return;
  const read = readDefinition(new Map([['', new TextEncoder().encode(text)]]), '', new FindingList());
  const known = new Set(parts.map(({ file }) => file));
  const isHome = (file: string) => {
    const inside = path.posix.relative(lab, file);
    return !known.has(file) && !OWN_WAY.test(inside) && read?.isHomeFile(inside) === true;
  };
  await collect(root, lab, 0, parts, isHome);
}

/** Symbolic links are included, so that reading the files refuses them with a finding. */
async function collect(
  root: string,
  folder: string,
  depth: number,
  parts: { file: string; from: string }[],
  isWanted = (file: string, entry: Dirent) => isContentFile(file) || isLabFile(file) || entry.isSymbolicLink(),
): Promise<void> {
  for (const entry of await entriesOf(path.join(root, folder))) {
    // One more than allowed is enough to be refused.
    if (entry.name.startsWith('.') || entry.name === 'node_modules' || parts.length > CONTENT_LIMITS.files) continue;
    const file = path.posix.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (depth < MAX_PAGE_DEPTH) await collect(root, file, depth + 1, parts, isWanted);
    } else if (isWanted(file, entry)) {
      parts.push({ file, from: path.join(root, file) });
    }
  }
}

async function isLink(place: string): Promise<boolean> {
  return (await ifThere(lstat(place)))?.isSymbolicLink() === true;
}

/** The same for a folder with a fixed name: a symbolic link to another folder counts as missing. */
async function entriesInside(folder: string): Promise<Dirent[]> {
  const known = await ifThere(lstat(folder));
  return known?.isDirectory() === true ? entriesOf(folder) : [];
}

/** The entries of a folder, sorted by name; empty when there is no such folder. */
async function entriesOf(folder: string): Promise<Dirent[]> {
  const entries = (await ifThere(readdir(folder, { withFileTypes: true }))) ?? [];
  return entries.sort((a, b) => compare(a.name, b.name));
}

/** The text of a small file; null when it is missing, large or no file. */
async function readSmall(file: string): Promise<string | null> {
  const known = await ifThere(lstat(file));
  if (known === null || !known.isFile() || known.size > CONTENT_LIMITS.textBytes) return null;
  return readFile(file, 'utf8');
}
