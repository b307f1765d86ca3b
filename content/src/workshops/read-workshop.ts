import path from 'node:path';
import type { Finding } from '@academy/contract/findings';
import { Fields } from '../fields.ts';
import { compare, FindingList } from '../finding-list.ts';
import { readYaml, splitFrontMatter } from '../front-matter.ts';
import { isTextFile, type SourceFiles } from '../source-files.ts';
import { decode, shortened, type TextSource } from '../text-source.ts';
import { readLabFiles } from './lab-files.ts';
import { readProof } from './lab-proof.ts';
import { readDefinition } from './read-definition.ts';
import type { WorkshopPageSource, WorkshopSource } from './workshop-source.ts';

export interface ReadWorkshopOptions {
  /** The definition inside `files`. */
  file: string;
}

/** What reading the pages needs to know. */
interface Place {
  files: SourceFiles;
  /** Folder of the page lists, `workshop`; its pages are in `content`. */
  folder: string;
  /** Pages on disk by name. */
  onDisk: ReadonlyMap<string, string>;
  findings: FindingList;
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
  const pages = layout === 'classic' ? classicPages(place) : hugoPages(place);
  if (pages.length === 0) {
    findings.fatal('workshop-pages-missing', file, 1, 'no page of the lab is shown; name pages that exist');
  }
  const { name, title, data } = definition;
  const workshop: WorkshopSource = {
    name,
    title,
    data: { layout, ...data },
    pictures: rootedFiles(files, folder),
    ...readLabFiles(files, folder, findings),
    proof: readProof(files, folder, name, findings),
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

/** A settings file of the lab; null when it is missing or invalid. */
function settingsFile({ files, folder, findings }: Place, name: string): Fields | null {
  const file = `${folder}/${name}`;
  const bytes = files.get(file);
  if (bytes === undefined) return null;
  const node = readYaml(decode(bytes, file, findings), file, findings)?.[0];
  if (node === undefined || node.kind === 'null') return null;
  if (node.kind === 'object') return new Fields(node, file, findings);
  findings.fatal('yaml-broken', file, node.line, 'must hold names and values, "modules: ..."');
  return null;
}

interface Listed {
  name: string;
  file: string;
  line: number;
}

function classicPages(place: Place): WorkshopPageSource[] {
  const workshop = settingsFile(place, 'workshop.yaml');
  const modules = settingsFile(place, 'modules.yaml')?.object('modules') ?? null;
  const activate = workshop?.object('modules')?.strings('activate') ?? null;
  const listed =
    activate !== null && workshop !== null
      ? activate.map(({ value, line }) => ({ name: value, file: workshop.file, line }))
      : (modules?.names() ?? []).map((name) => ({ name, file: modules?.file ?? '', line: modules?.lineOf(name) ?? 1 }));
  const order = listed.length > 0 ? chosen(listed, place) : [...place.onDisk.keys()];
  reportUnused(order, modules, place);
  return order.flatMap((name) => {
    const file = place.onDisk.get(name);
    if (file === undefined) return [];
    const module = modules?.object(name) ?? null;
    const title = module?.string('name') || titleOf(name);
    const exitSign = module?.string('exit_sign') || null;
    return [{ name, title, exitSign, file, text: textOf(decodeFile(place, file), file) }];
  });
}

/** Listed pages that exist, each once. */
function chosen(listed: readonly Listed[], { onDisk, findings }: Place): string[] {
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
function reportUnused(order: readonly string[], modules: Fields | null, { onDisk, findings }: Place): void {
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

interface HugoPage extends WorkshopPageSource {
  weight: number | null;
}

function hugoPages(place: Place): WorkshopPageSource[] {
  const config = settingsFile(place, 'config.yaml');
  const titles = new Map(
    (config?.objects('modules') ?? []).map((module) => [module.string('name') ?? '', module.string('title') ?? '']),
  );
  const pages = new Map<string, HugoPage>();
  for (const [name, file] of place.onDisk) {
    const page = hugoPage(name, file, titles.get(name) ?? '', place);
    if (page !== null) pages.set(name, page);
  }
  const steps = pathwaySteps(config);
  const order = steps === null ? [] : chosen(steps, place);
  if (order.length > 0) reportUnused(order, null, place);
  const ordered =
    order.length > 0 ? order.flatMap((name) => pages.get(name) ?? []) : [...pages.values()].sort(byWeight);
  return ordered.map(({ weight: _weight, ...page }) => page);
}

/** Pages without a weight come after those that have one, then by path. */
function byWeight(a: HugoPage, b: HugoPage): number {
  return (a.weight ?? Number.POSITIVE_INFINITY) - (b.weight ?? Number.POSITIVE_INFINITY) || compare(a.name, b.name);
}

function hugoPage(name: string, file: string, listedTitle: string, place: Place): HugoPage | null {
  const read = splitFrontMatter(decodeFile(place, file), file, place.findings);
  if (read === null) return null;
  const { fields, text } = read;
  if (fields.boolean('draft') === true) {
    const message = 'the page is a draft, so it is not shown; take "draft" away to show it';
    place.findings.warning('workshop-page-unused', file, fields.lineOf('draft'), message);
    return null;
  }
  return {
    name,
    title: fields.string('title') || listedTitle || titleOf(name),
    exitSign: null,
    file,
    text: text === null ? null : { ...text, dialect: 'hugo' },
    weight: fields.has('weight') ? fields.integer('weight') || null : null,
  };
}

/** The steps of the default pathway; null when there is none. */
function pathwaySteps(config: Fields | null): Listed[] | null {
  const pathways = config?.object('pathways') ?? null;
  const paths = pathways?.object('paths') ?? null;
  const name = pathways?.string('default') || paths?.names()[0];
  const steps = name === undefined ? null : (paths?.object(name)?.strings('steps') ?? null);
  if (steps === null || config === null) return null;
  return steps.map(({ value, line }) => ({ name: value.replace(/\/$/, ''), file: config.file, line }));
}

function decodeFile({ files, findings }: Place, file: string): string {
  return decode(files.get(file) ?? new Uint8Array(), file, findings);
}

function textOf(text: string, file: string): TextSource | null {
  return text.trim() === '' ? null : { file, text };
}

/** A title from a file's name: `exercises/01-first-steps` becomes `First steps`. */
function titleOf(name: string): string {
  const words = path.posix
    .basename(name)
    .replace(/^\d+[-_. ]*/, '')
    .replace(/[-_]+/g, ' ')
    .trim();
  return words === '' ? name : words.charAt(0).toUpperCase() + words.slice(1);
}
