import { opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import type { TenantId } from '@academy/contract/tenants';
import { readFields } from './fields.ts';
import { compare, FindingList } from './finding-list.ts';
import type { PackedItem } from './pack.ts';
import { isLeftOutFolder, readFolder } from './source-files.ts';
import type { TemplateVariables } from './template-variables.ts';

/** An item's own JSON file in a folder tree. */
export interface FoundItem {
  kind: ContentKind;
  /** Folder of the item. */
  root: string;
  /** Name of its JSON file in that folder. */
  file: string;
}

/** File names by which items are found, in the order in which kinds are published; a template goes before a ready file. */
const ITEM_FILES: readonly [kind: ContentKind, names: readonly string[]][] = [
  ['instructor', ['instructor.json']],
  ['course', ['course.template.json', 'course.json']],
];

const MAX_DEPTH = 8;

/** The kinds that `findItems` knows, in the order in which they are published. */
export const FINDABLE_KINDS: readonly ContentKind[] = ITEM_FILES.map(([kind]) => kind);

/**
 * Finds the items below a folder, the folder itself included, sorted by path within each kind.
 *
 * @throws when the folder cannot be read
 */
export async function findItems(kinds: readonly ContentKind[], folder: string): Promise<FoundItem[]> {
  const found: FoundItem[] = [];
  await walk(path.resolve(folder), 0, kinds, found);
  const order = (kind: ContentKind) => FINDABLE_KINDS.indexOf(kind);
  return found.sort((a, b) => order(a.kind) - order(b.kind) || compare(a.root, b.root));
}

async function walk(folder: string, depth: number, kinds: readonly ContentKind[], found: FoundItem[]): Promise<void> {
  const names = new Set<string>();
  const folders: string[] = [];
  for await (const entry of await opendir(folder)) {
    if (entry.isFile()) names.add(entry.name);
    else if (entry.isDirectory() && !isLeftOutFolder(entry.name)) folders.push(entry.name);
  }
  for (const [kind, files] of ITEM_FILES) {
    const file = files.find((name) => names.has(name));
    if (file !== undefined && kinds.includes(kind)) found.push({ kind, root: folder, file });
  }
  if (depth >= MAX_DEPTH) return;
  for (const name of folders) await walk(path.join(folder, name), depth + 1, kinds, found);
}

/** The item whose JSON file was named on the command line; null when there is no such file. */
export async function itemOfFile(kind: ContentKind, file: string): Promise<FoundItem | null> {
  const full = path.resolve(file);
  const known = await stat(full).catch(() => null);
  return known?.isFile() === true ? { kind, root: path.dirname(full), file: path.basename(full) } : null;
}

export interface LoadOptions {
  /** `--tenant`; null takes the prefix of the id. */
  tenantId: TenantId | null;
  /** The academies there are, to recognise a prefix. */
  tenants: readonly TenantId[];
  variables: TemplateVariables;
  source?: PackedItem['options']['source'];
}

/** An item read from its folder, ready to be checked or packed; null parts go with fatal findings. */
export interface LoadedItem {
  found: FoundItem;
  tenantId: TenantId | null;
  item: PackedItem | null;
  findings: Finding[];
}

/** Reads an item's files and finds out its id and academy (content-format 14.2, tenant of an item). */
export async function loadItem(found: FoundItem, options: LoadOptions): Promise<LoadedItem> {
  const findings = new FindingList();
  // An instructor is one folder; other items reach down.
  const flat = (file: string) => found.kind !== 'instructor' || !/\/.*\//.test(file);
  const { files, findings: readFindings } = await readFolder(found.root, flat);
  findings.addAll(readFindings);
  if (findings.refused) return { found, tenantId: options.tenantId, item: null, findings: findings.list() };

  const fields = readFields(files, found.file, options.variables, findings);
  const id = fields?.string('id') ?? '';
  if (fields !== null && id === '') {
    findings.fatal('id-missing', found.file, fields.lineOf('id'), '"id" is missing; add "id": "..."');
  }
  const tenantId = options.tenantId ?? tenantOfId(id, options.tenants);
  if (id !== '' && tenantId === null) {
    const message = `id "${id.slice(0, 80)}" starts with the name of no academy (${options.tenants.join(', ')}); use --tenant`;
    findings.fatal('tenant-unknown', found.file, fields?.lineOf('id') ?? 1, message);
  }
  if (findings.refused) return { found, tenantId, item: null, findings: findings.list() };
  const { variables, source } = options;
  const itemOptions = { file: found.file, variables: { ...variables }, ...(source === undefined ? {} : { source }) };
  return { found, tenantId, item: { kind: found.kind, id, files, options: itemOptions }, findings: findings.list() };
}

/** The academy whose name and a dash start the id. */
export function tenantOfId(id: string, tenants: readonly TenantId[]): TenantId | null {
  return tenants.find((tenantId) => id.startsWith(`${tenantId}-`)) ?? null;
}
