import { opendir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { CONTENT_LIMITS } from '@academy/contract/constants';
import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import type { TenantId } from '@academy/contract/tenants';
import { unknownFields } from './checks/unknown-fields.ts';
import { unreadFiles } from './checks/unread-files.ts';
import { conflictMarkers } from './conflict-markers.ts';
import { readFields } from './fields.ts';
import type { FileKind } from './file-tables/file-table.ts';
import { compare, FindingList } from './finding-list.ts';
import type { FoundItem } from './found-item.ts';
import { findHugoItems, hugoItemOfFile } from './hugo/find-hugo-items.ts';
import { readJson } from './json-source.ts';
import { KIND_ORDER } from './kind-order.ts';
import { lfsPointers } from './lfs-pointers.ts';
import { linksBetweenItems } from './links-between-items.ts';
import { readNamedFiles } from './named-files.ts';
import type { ItemOptions, PackedItem } from './pack.ts';
import {
  ifThere,
  isLeftOutFolder,
  isTextFile,
  type ReadFile,
  readFolder,
  readParts,
  type SourceFiles,
} from './source-files.ts';
import { strayFiles } from './stray-files.ts';
import type { TemplateVariables } from './template-variables.ts';
import { shortened } from './text-source.ts';
import { findWorkshops } from './workshops/find-workshops.ts';
import { readDefinition } from './workshops/read-definition.ts';

/** File names of items in the academy's own format; a template is preferred to a ready file. */
const ITEM_FILES: readonly [kind: ContentKind, names: readonly string[]][] = [
  ['instructor', ['instructor.json']],
  ['course', ['course.template.json', 'course.json']],
  ['guide', ['guide.json']],
  ['page', ['page.json']],
  ['path', ['path.json']],
  ['test', ['test.json']],
  ['tags', ['tags.json']],
];

const MAX_DEPTH = 8;
/** This many items are enough to determine the academy. */
const MAX_BESIDE = 50;

/** The kinds that `findItems` knows, in the order in which they are published. */
export const FINDABLE_KINDS: readonly ContentKind[] = KIND_ORDER.filter(
  (kind) => kind === 'workshop' || ITEM_FILES.some(([known]) => known === kind),
);

type Finder = (kinds: readonly ContentKind[], folder: string) => Promise<FoundItem[]>;

/** One for each format of content: JSON and text files, labs, sites written for Hugo. */
const FINDERS: readonly Finder[] = [findJsonItems, findWorkshops, findHugoItems];

/**
 * Finds the items below a folder, the folder itself included, sorted by kind and path.
 *
 * @throws when the folder cannot be read
 */
export async function findItems(kinds: readonly ContentKind[], folder: string): Promise<FoundItem[]> {
  const found: FoundItem[] = [];
  for (const find of FINDERS) found.push(...(await find(kinds, path.resolve(folder))));
  const order = (kind: ContentKind) => KIND_ORDER.indexOf(kind);
  found.sort((a, b) => order(a.kind) - order(b.kind) || compare(a.root, b.root) || compare(a.file, b.file));
  const [first] = found;
  if (first === undefined || kinds.length < FINDABLE_KINDS.length) return found;
  const strays = await straysIn(folder, found);
  const placed = strays.map((finding) => ({ ...finding, file: path.relative(first.root, finding.file) }));
  // They belong to no item: the first one carries the findings.
  if (placed.length > 0) first.findings = [...(first.findings ?? []), ...placed];
  return found;
}

/**
 * Files below a folder that look like a part of an item and belong to none, with their full paths.
 *
 * @param found the items below it
 */
export async function straysIn(folder: string, found: readonly FoundItem[]): Promise<Finding[]> {
  // The folder of a list of tags holds the items that use them.
  const roots = new Set(found.filter(({ kind }) => kind !== 'tags').map(({ root }) => root));
  return strayFiles(
    path.resolve(folder),
    ITEM_FILES.flatMap(([, names]) => names),
    (place) => roots.has(place),
  );
}

async function findJsonItems(kinds: readonly ContentKind[], folder: string): Promise<FoundItem[]> {
  const all: FoundItem[] = [];
  await walk(folder, 0, all);
  const found = all.filter(({ kind }) => kinds.includes(kind));
  return Promise.all(
    found.map(async (item) =>
      item.kind === 'tags' ? { ...item, usedBy: await idsBeside(item, all) } : { ...item, beside: all },
    ),
  );
}

async function walk(folder: string, depth: number, found: FoundItem[]): Promise<void> {
  const names = new Set<string>();
  const folders: string[] = [];
  for await (const entry of await opendir(folder)) {
    if (entry.isFile()) names.add(entry.name);
    else if (entry.isDirectory() && !isLeftOutFolder(entry.name)) folders.push(entry.name);
  }
  for (const [kind, files] of ITEM_FILES) {
    const file = files.find((name) => names.has(name));
    if (file !== undefined) found.push(jsonItem(kind, folder, file));
  }
  if (depth >= MAX_DEPTH) return;
  for (const name of folders) await walk(path.join(folder, name), depth + 1, found);
}

/** Ids of some items in the same metadata folder, which determine the academy of a file without an id. */
async function idsBeside({ root }: FoundItem, all: readonly FoundItem[]): Promise<string[]> {
  const around = path.dirname(root) + path.sep;
  const beside = all.filter((item) => item.kind !== 'tags' && item.root.startsWith(around)).slice(0, MAX_BESIDE);
  const ids = beside.map(async (item) => {
    const full = path.join(item.root, item.file);
    if ((await stat(full)).size > CONTENT_LIMITS.textBytes) return [];
    const json = readJson(await readFile(full, 'utf8'));
    const id = json.ok && json.node.kind === 'object' ? json.node.fields.get('id') : undefined;
    return id?.kind === 'string' ? [id.value] : [];
  });
  return (await Promise.all(ids)).flat();
}

/** Tags are a list without an id: one item of an academy. */
function jsonItem(kind: ContentKind, root: string, file: string): FoundItem {
  return kind === 'tags' ? { kind, root, file, identity: { slug: 'tags' } } : { kind, root, file };
}

/** The item whose own file was named on the command line; null when there is no such file. */
export async function itemOfFile(kind: ContentKind, file: string): Promise<FoundItem | null> {
  const full = path.resolve(file);
  const known = await ifThere(stat(full));
  if (known?.isFile() !== true) return null;
  return full.endsWith('.md') ? hugoItemOfFile(kind, full) : jsonItem(kind, path.dirname(full), path.basename(full));
}

export interface LoadOptions {
  /** `--tenant`; null uses the prefix of the id. */
  tenantId: TenantId | null;
  /** The known academies, to recognise a prefix. */
  tenants: readonly TenantId[];
  variables: TemplateVariables;
  source?: PackedItem['options']['source'];
  /** `--tenant-map`: the academy of an item when neither its id nor the items that use it determine it. */
  fallback?: TenantId | null;
  /** Reads a file; replaced by callers that read the same files repeatedly. */
  read?: ReadFile;
}

/** An item read from its folder, ready to be checked or packed; null parts come with fatal findings. */
export interface LoadedItem {
  found: FoundItem;
  tenantId: TenantId | null;
  item: PackedItem | null;
  findings: Finding[];
}

/** Reads an item's files and determines its id and academy (docs/reference/content-format.md#which-academy). */
export async function loadItem(found: FoundItem, options: LoadOptions): Promise<LoadedItem> {
  const findings = new FindingList();
  // Tags are one file and an instructor is one folder; other items include subfolders.
  const accept = (file: string) =>
    found.kind === 'tags' ? file === found.file : found.kind !== 'instructor' || !/\/.*\//.test(file);
  const read =
    found.parts === undefined
      ? await readFolder(found.root, accept, options.read)
      : await readParts(found.parts, found.root, options.read);
  const { files: own, findings: readFindings, others = [] } = read;
  const named = await readNamedFiles(found, own, options.read);
  const files: SourceFiles = new Map([...own, ...named.files]);
  findings.addAll([
    ...(found.findings ?? []),
    ...readFindings,
    ...named.findings,
    ...conflictMarkers(files),
    ...lfsPointers(files),
  ]);
  if (findings.refused) return { found, tenantId: options.tenantId, item: null, findings: findings.list() };

  findings.addAll(unknownFields(found.kind, files, found.file));
  if (found.parts === undefined && found.kind !== 'tags' && found.kind !== 'workshop')
    findings.addAll(unreadFiles(found.kind, own, found.file, others));
  if (found.identity !== undefined && !files.has(found.file)) {
    findings.fatal('file-missing', found.file, 1, 'is missing; create it');
  }
  const written = found.identity === undefined ? ownId(files, found, options, findings) : null;
  const fixedId = found.identity !== undefined && 'id' in found.identity ? found.identity.id : null;
  const known = written ?? fixedId;
  const tenantId =
    options.tenantId ??
    (known === null ? null : tenantOfId(known, options.tenants)) ??
    tenantOfUsers(found.usedBy ?? [], options.tenants) ??
    options.fallback ??
    null;
  if (known !== '' && tenantId === null) {
    const what =
      known === null ? 'nothing tells the academy' : `id "${shortened(known, 80)}" starts with the name of no academy`;
    const message = `${what} (${options.tenants.join(', ')}); use --tenant or --tenant-map`;
    // A lab with an unreadable definition has a placeholder id: the definition is the problem to report.
    if (found.kind === 'workshop') readDefinition(files, found.file, findings);
    if (!findings.refused) findings.fatal('tenant-unknown', found.file, 1, message);
  }
  if (findings.refused || tenantId === null || known === '')
    return { found, tenantId, item: null, findings: findings.list() };
  const id = known ?? `${tenantId}-${(found.identity as { slug: string }).slug}`;
  const { variables, source } = options;
  const itemOptions: ItemOptions = {
    file: found.file,
    variables: { ...variables },
    ...(source === undefined ? {} : { source }),
    ...siteOptions(found, files, tenantId),
    ...(found.beside === undefined ? {} : await linksOption(found, own, options.read)),
  };
  return { found, tenantId, item: { kind: found.kind, id, files, options: itemOptions }, findings: findings.list() };
}

/** Labs and sites written for Hugo have their ids from elsewhere. */
function fileKindOf(kind: ContentKind): FileKind {
  if (kind === 'workshop') throw new Error('a workshop has no JSON file of its own');
  return kind;
}

/** The id in the item's own JSON file; empty, with a fatal finding, when there is none. */
function ownId(files: SourceFiles, found: FoundItem, { variables }: LoadOptions, findings: FindingList): string {
  const fields = readFields(files, found.file, variables, findings, fileKindOf(found.kind));
  const id = fields?.string('id') ?? '';
  if (fields !== null && id === '') {
    findings.fatal('id-missing', found.file, fields.lineOf('id'), '"id" is missing; add "id": "..."');
  }
  return id;
}

/** The part of the site that the item's texts refer to. */
function siteOptions(
  { site, identity }: FoundItem,
  files: SourceFiles,
  tenantId: TenantId,
): Pick<ItemOptions, 'slug' | 'links' | 'pictures' | 'people'> {
  if (site === undefined) return {};
  const texts = [...files].filter(([file]) => isTextFile(file)).map(([, bytes]) => new TextDecoder().decode(bytes));
  const used = (map: ReadonlyMap<string, string>, value: (text: string) => string = (text) => text) =>
    Object.fromEntries(
      [...map].filter(([key]) => texts.some((text) => text.includes(key))).map(([key, text]) => [key, value(text)]),
    );
  return {
    ...(identity !== undefined && 'slug' in identity ? { slug: identity.slug } : {}),
    links: used(site.links),
    pictures: used(site.pictures),
    people: used(site.people, (slug) => `${tenantId}-${slug}`),
  };
}

/** What the texts of an item name in other items; nothing is said where there is none, which keeps hashes as they are. */
async function linksOption(found: FoundItem, files: SourceFiles, read?: ReadFile): Promise<Pick<ItemOptions, 'links'>> {
  const links = await linksBetweenItems(found, files, read);
  return Object.keys(links).length === 0 ? {} : { links };
}

/** The one academy of all users; null when there are none, or when they belong to several. */
function tenantOfUsers(ids: readonly string[], tenants: readonly TenantId[]): TenantId | null {
  const known = new Set(ids.map((id) => tenantOfId(id, tenants)).filter((tenantId) => tenantId !== null));
  const [only = null] = known;
  return known.size === 1 ? only : null;
}

/** The academy whose name and a dash start the id. */
function tenantOfId(id: string, tenants: readonly TenantId[]): TenantId | null {
  return tenants.find((tenantId) => id.startsWith(`${tenantId}-`)) ?? null;
}
