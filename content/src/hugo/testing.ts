import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildItem } from '../build.ts';
import type { BuiltCourse, BuiltGuide, BuiltInstructor, BuiltItem, BuiltLearningPath } from '../built-item.ts';
import { findItems, loadItem } from '../find-items.ts';
import type { FoundItem } from '../found-item.ts';
import { packItem, unpackItem } from '../pack.ts';
import { brief } from '../testing/content.ts';

const folders: string[] = [];

/** Removes the sites that a test wrote. */
export async function removeSites(): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
}

/** Writes a site to disk; texts or bytes by path. */
export async function site(files: Record<string, string | Uint8Array>, name = 'my-site'): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'hugo-'));
  folders.push(folder);
  for (const [file, content] of Object.entries(files)) {
    const full = path.join(folder, name, file);
    await mkdir(path.dirname(full), { recursive: true });
    await writeFile(full, content);
  }
  return path.join(folder, name);
}

/** The kinds that sites have. */
export const KINDS = ['instructor', 'course', 'guide', 'path'] as const;

async function built(found: FoundItem) {
  const options = { tenantId: 'tanzu', tenants: ['spring', 'tanzu'], variables: {} } as const;
  const { item, findings } = await loadItem(found, options);
  if (item === null) throw new Error(JSON.stringify(findings));
  const { files, options: packed } = await unpackItem(await packItem(item));
  const result = await buildItem(found.kind, files, { ...packed, tenantId: 'tanzu' });
  return { result, found: findings };
}

/** All items of a site: the built ones, and the findings. */
export async function publish(files: Record<string, string | Uint8Array>, name?: string) {
  const items: BuiltItem[] = [];
  const told: string[] = [];
  const messages: string[] = [];
  for (const found of await findItems(KINDS, await site(files, name))) {
    const { result, found: before } = await built(found);
    told.push(...brief([...before, ...result.findings]));
    messages.push(...[...before, ...result.findings].map(({ message }) => message));
    if (!result.refused) items.push(result.item);
  }
  const of = <T extends BuiltItem>(kind: T['kind'], slug: string) =>
    items.find((item) => item.kind === kind && item.slug === slug) as T;
  return {
    items: items.map(({ kind, id }) => `${kind} ${id}`),
    told,
    messages,
    course: (slug: string) => of<BuiltCourse>('course', slug),
    guide: (slug: string) => of<BuiltGuide>('guide', slug),
    path: (slug: string) => of<BuiltLearningPath>('path', slug),
    instructor: (slug: string) => of<BuiltInstructor>('instructor', slug),
  };
}

/** A page with settings in YAML. */
export function page(settings: string, text = 'Text'): string {
  return `---\n${settings}\n---\n\n${text}\n`;
}
