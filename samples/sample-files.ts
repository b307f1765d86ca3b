import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the sample academy, for the tests beside it. */
export const ROOT = fileURLToPath(new URL('.', import.meta.url));
export const TENANTS = ['spring', 'kube', 'tanzu'] as const;

/** Every file of the sample academies, its path relative to the samples folder. */
export const files = TENANTS.flatMap((tenant) =>
  readdirSync(join(ROOT, tenant), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name))),
).sort();

/** Files with one of these names, of all tenants or one. */
export const named = (name: string | readonly string[], tenant?: string) =>
  files.filter(
    (file) =>
      [name].flat().includes(file.split('/').at(-1) ?? '') && (tenant === undefined || tenantOf(file) === tenant),
  );
export const tenantOf = (file: string) => file.split('/')[0] ?? '';
export const text = (file: string) => readFileSync(join(ROOT, file), 'utf8');
export const json = (file: string): Record<string, unknown> => JSON.parse(text(file));

/** Markdown without its code fences. */
export function prose(markdown: string): string {
  let fence = '';
  return markdown
    .split('\n')
    .filter((line) => {
      const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
      if (fence === '' && mark !== '') fence = mark;
      else if (fence !== '' && line.trim() === fence) fence = '';
      else return fence === '';
      return false;
    })
    .join('\n');
}
