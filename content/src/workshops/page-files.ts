import path from 'node:path';
import { Fields } from '../fields.ts';
import type { FindingList } from '../finding-list.ts';
import { readYaml } from '../front-matter.ts';
import type { SourceFiles } from '../source-files.ts';
import { decode, shortened, type TextSource } from '../text-source.ts';
import type { WorkshopPageSource } from './workshop-source.ts';

/** What reading the pages needs to know. */
export interface Place {
  files: SourceFiles;
  /** Folder of the page lists, `workshop`; its pages are in `content`. */
  folder: string;
  /** Pages on disk by name. */
  onDisk: ReadonlyMap<string, string>;
  findings: FindingList;
}

/** The pages of a lab in their order, and the variables that it defines. */
export interface LabPages {
  pages: WorkshopPageSource[];
  values: ReadonlyMap<string, unknown>;
}

export type Env = readonly { name: string; value: string }[];

/** A settings file of the lab; null when it is missing or invalid. */
export function settingsFile({ files, folder, findings }: Place, name: string): Fields | null {
  const file = `${folder}/${name}`;
  const bytes = files.get(file);
  if (bytes === undefined) return null;
  const node = readYaml(decode(bytes, file, findings), file, findings)?.[0];
  if (node === undefined || node.kind === 'null') return null;
  if (node.kind === 'object') return new Fields(node, file, findings);
  findings.fatal('yaml-broken', file, node.line, 'must hold names and values, "modules: ..."');
  return null;
}

export interface Listed {
  name: string;
  file: string;
  line: number;
}

/** Listed pages that exist, each once. */
export function chosen(listed: readonly Listed[], { onDisk, findings }: Place): string[] {
  const names = new Set<string>();
  for (const { name, file, line } of listed) {
    if (onDisk.has(name)) names.add(name);
    else {
      const message = `the page "${shortened(name, 100)}" is listed but has no file; add it to the folder content, or take it from the list`;
      findings.warning('workshop-page-missing', file, line, message);
    }
  }
  return [...names];
}

/** Reports pages that are not shown, and titles of such pages. */
export function reportUnused(order: readonly string[], modules: Fields | null, { onDisk, findings }: Place): void {
  const shown = new Set(order);
  for (const [name, file] of onDisk) {
    if (shown.has(name)) continue;
    const message = `the page "${shortened(name, 100)}" is not in the list of the lab, so it is not shown; list it, or delete the file`;
    findings.warning('workshop-page-unused', file, 1, message);
  }
  for (const name of modules?.names() ?? []) {
    if (shown.has(name) || onDisk.has(name) || modules === null) continue;
    const message = `"${shortened(name, 100)}" names a page that the lab does not show; delete the entry`;
    findings.warning('workshop-module-unused', modules.file, modules.lineOf(name), message);
  }
}

export function decodeFile({ files, findings }: Place, file: string): string {
  return decode(files.get(file) ?? new Uint8Array(), file, findings);
}

export function textOf(text: string, file: string): TextSource | null {
  return text.trim() === '' ? null : { file, text };
}

/** A title from a file's name: `exercises/01-first-steps` becomes `First steps`. */
export function titleOf(name: string): string {
  const words = path.posix
    .basename(name)
    .replace(/^\d+[-_. ]*/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
