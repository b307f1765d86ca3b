import { createHash } from 'node:crypto';
import type { ContentKind } from '@academy/contract/publishing';
import type { TenantId } from '@academy/contract/tenants';
import { AssetShelf } from './assets.ts';
import type { BuildResult, BuiltItem } from './built-item.ts';
import { buildCourse } from './courses/build-course.ts';
import { readCourse } from './courses/read-course.ts';
import { compare, FindingList } from './finding-list.ts';
import { buildInstructor } from './instructors/build-instructor.ts';
import { readInstructor } from './instructors/read-instructor.ts';
import type { RenderContext } from './markdown/context.ts';
import type { ItemOptions } from './pack.ts';
import type { SourceFiles } from './source-files.ts';
import { isTemplate, variablesThatMatter } from './template-variables.ts';

/** Part of every hash: raise it when the same files give other HTML, so that applying again renders anew. */
const RENDERER_VERSION = 1;

export interface BuildOptions extends ItemOptions {
  /** The academy it is published to. */
  tenantId: TenantId;
}

type ItemBuilder = (files: SourceFiles, options: BuildOptions, context: RenderContext) => Promise<BuiltItem | null>;

/** How each kind of content is read and rendered. */
const BUILDERS: Partial<Record<ContentKind, ItemBuilder>> = {
  course: async (files, options, context) => {
    const { course, findings } = readCourse(files, options);
    context.findings.addAll(findings);
    return course === null ? null : buildCourse(course, context);
  },
  instructor: async (files, options, context) => {
    const { instructor, findings } = readInstructor(files, options);
    context.findings.addAll(findings);
    return instructor === null ? null : buildInstructor(instructor, context);
  },
};

/** The kinds of content that can be built. */
export const BUILDABLE_KINDS = Object.keys(BUILDERS) as ContentKind[];

/**
 * Reads, checks and renders one item. Trouble with the content is a finding, never a throw; the result is refused when
 * one of them is fatal.
 */
export async function buildItem(kind: ContentKind, files: SourceFiles, options: BuildOptions): Promise<BuildResult> {
  const findings = new FindingList();
  const shelf = new AssetShelf(files, findings);
  const source = options.source ?? null;
  const sourceHash = hashOf(kind, files, options);
  const build = BUILDERS[kind];
  if (build === undefined) {
    const message = `content of the kind "${kind}" cannot be published by this version; known are ${BUILDABLE_KINDS.join(', ')}`;
    findings.fatal('kind-unknown', options.file, 1, message);
    return { refused: true, findings: findings.list(), sourceHash };
  }
  const item = await build(files, options, { shelf, findings, source });
  if (item === null || findings.refused) return { refused: true, findings: findings.list(), sourceHash };
  return { refused: false, item, assets: shelf.list(), findings: findings.list(), sourceHash };
}

/**
 * The hash by which an unchanged item is known: everything that its rendering depends on, without rendering it.
 * Variables that only say which version was sent (the `debug` settings) do not count, so that publishing the same
 * content again leaves it unchanged.
 */
export function hashOf(kind: ContentKind, files: SourceFiles, options: BuildOptions): string {
  const hash = createHash('sha256');
  const add = (part: string | Uint8Array) => {
    // The length before each part keeps neighbours apart.
    hash.update(`${typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength}:`).update(part);
  };
  for (const part of [String(RENDERER_VERSION), kind, options.tenantId, options.file]) add(part);
  add(`${options.source?.repository ?? ''} ${options.source?.folder ?? ''}`);
  for (const [name, value] of usedVariables(files, options)) {
    add(name);
    add(value);
  }
  for (const file of [...files.keys()].sort(compare)) {
    add(file);
    add(files.get(file) ?? '');
  }
  return hash.digest('hex');
}

function usedVariables(files: SourceFiles, options: BuildOptions): [string, string][] {
  const bytes = files.get(options.file);
  if (bytes === undefined || !isTemplate(options.file)) return [];
  const names = variablesThatMatter(new TextDecoder().decode(bytes));
  return names.map((name) => [name, Object.hasOwn(options.variables, name) ? (options.variables[name] ?? '') : '']);
}
