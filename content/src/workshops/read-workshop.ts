import path from 'node:path';
import type { Finding } from '@academy/contract/findings';
import { compare, FindingList } from '../finding-list.ts';
import { isTextFile, type SourceFiles } from '../source-files.ts';
import { decode } from '../text-source.ts';
import { classicPages } from './classic-pages.ts';
import { hugoPages } from './hugo-pages.ts';
import { readLabFiles } from './lab-files.ts';
import { readProof } from './lab-proof.ts';
import type { Place } from './page-files.ts';
import { readDefinition } from './read-definition.ts';
import type { WorkshopSource } from './workshop-source.ts';

export interface ReadWorkshopOptions {
  /** The definition inside `files`. */
  file: string;
}

/**
 * Reads a lab: its definition, and its pages in their order by the renderer that they were written for.
 *
 * @returns the lab, null when a fatal finding refuses it, and every finding
 */
export function readWorkshop(
  files: SourceFiles,
  { file }: ReadWorkshopOptions,
): { workshop: WorkshopSource | null; findings: Finding[] } {
  const findings = new FindingList();
  const definition = readDefinition(files, file, findings);
  const folder = workshopFolder(files);
  if (folder === null) {
    const message = 'the lab has no pages; add Markdown files in workshop/content';
    findings.fatal('workshop-pages-missing', file, 1, message);
  }
  if (definition === null || folder === null) return { workshop: null, findings: findings.list() };

  const has = (name: string) => files.has(`${folder}/${name}`);
  const layout = has('workshop.yaml') || has('modules.yaml') ? 'classic' : 'hugo';
  const place: Place = { files, folder, onDisk: pagesOnDisk(files, folder, layout), findings };
  reportOtherFormats(files, folder, findings);
  const { pages, values } = (layout === 'classic' ? classicPages : hugoPages)(place, definition.data.env);
  if (pages.length === 0) {
    findings.fatal('workshop-pages-missing', file, 1, 'no page of the lab is shown; name pages that exist');
  }
  const { name, title, data, sources, isHomeFile } = definition;
  const workshop: WorkshopSource = {
    name,
    title,
    data: { layout, ...data },
    sources,
    pictures: rootedFiles(files, folder),
    ...readLabFiles(files, { folder, isHomeFile }, findings),
    proof: readProof(files, folder, name, findings),
    values,
    texts: layout === 'classic' ? textsOf(files, folder) : new Map(),
    pages,
  };
  return { workshop: findings.refused ? null : workshop, findings: findings.list() };
}

/** The folder `workshop` of the lab, wherever the lab lies in its repository. */
export function workshopFolder(files: SourceFiles): string | null {
  for (const file of [...files.keys()].sort(compare)) {
    const found = /^((?:.*?\/)?workshop)\/content\/.+\.md$/.exec(file);
    if (found?.[1] !== undefined) return found[1];
  }
  return null;
}

/** Files by their address in a running lab, where `static` and `content` are one folder. */
function rootedFiles(files: SourceFiles, folder: string): Map<string, string> {
  const rooted = new Map<string, string>();
  for (const part of ['static', 'content']) {
    const prefix = `${folder}/${part}/`;
    for (const file of files.keys()) {
      if (!file.startsWith(prefix) || isTextFile(file)) continue;
      const rest = file.slice(prefix.length);
      for (const path of [rest, rest.split('/').map(encodeURIComponent).join('/')]) {
        rooted.set(`/workshop/content/${path}`, file);
        if (part === 'static') rooted.set(`/workshop/static/${path}`, file);
      }
    }
  }
  return rooted;
}

function pagesOnDisk(files: SourceFiles, folder: string, layout: 'classic' | 'hugo'): Map<string, string> {
  const pages = new Map<string, string>();
  const content = `${folder}/content/`;
  for (const file of [...files.keys()].sort(compare)) {
    if (!file.startsWith(content) || !file.endsWith('.md')) continue;
    const name = file.slice(content.length, -'.md'.length);
    // The page of a section is not one of the lab's pages.
    if (layout === 'hugo' && path.posix.basename(name) === '_index') continue;
    pages.set(layout === 'hugo' ? name.replace(/\/index$/, '') : name, file);
  }
  return pages;
}

function reportOtherFormats(files: SourceFiles, folder: string, findings: FindingList): void {
  for (const file of files.keys()) {
    if (!file.startsWith(`${folder}/content/`) || !file.endsWith('.adoc')) continue;
    const message = 'pages in AsciiDoc are not shown here; write the page in Markdown';
    findings.warning('workshop-page-format', file, 1, message);
  }
}

/** Texts below `content`, for pages that include them. */
function textsOf(files: SourceFiles, folder: string): Map<string, string> {
  const prefix = `${folder}/content/`;
  const texts = [...files].filter(([file]) => file.startsWith(prefix) && isTextFile(file));
  // Broken bytes are reported where a page is read.
  return new Map(texts.map(([file, bytes]) => [file.slice(prefix.length), decode(bytes, file, new FindingList())]));
}
