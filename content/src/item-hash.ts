import { createHash } from 'node:crypto';
import type { ContentKind } from '@academy/contract/publishing';
import type { TenantId } from '@academy/contract/tenants';
import { compare } from './finding-list.ts';
import type { ItemOptions } from './pack.ts';
import type { SourceFiles } from './source-files.ts';
import { isTemplate, PAGE_TEMPLATE, variablesThatMatter } from './template-variables.ts';

/** Part of every hash: increment it when the same files give other HTML, so that publishing again renders again. */
const RENDERER_VERSION = 11;

export interface BuildOptions extends ItemOptions {
  /** The academy it is published to. */
  tenantId: TenantId;
}

/**
 * The hash that identifies an unchanged item: all inputs of its rendering. Variables that only name the sent version
 * (the `debug` settings) do not count, so that publishing the same content again leaves it unchanged.
 */
export function hashOf(kind: ContentKind, files: SourceFiles, options: BuildOptions): string {
  const hash = createHash('sha256');
  const add = (part: string | Uint8Array) => {
    // The length before each part separates neighbours.
    hash.update(`${typeof part === 'string' ? Buffer.byteLength(part) : part.byteLength}:`).update(part);
  };
  for (const part of [String(RENDERER_VERSION), kind, options.tenantId, options.file]) add(part);
  const { host, repository = '', folder = '' } = options.source ?? {};
  add(`${host === undefined ? '' : `${host}/`}${repository} ${folder}`);
  for (const [name, value] of usedVariables(kind, files, options)) {
    add(name);
    add(value);
  }
  if (options.slug !== undefined) add(options.slug);
  for (const map of [options.pictures, options.links, options.people]) {
    const entries = Object.entries(map ?? {}).sort(([a], [b]) => compare(a, b));
    add(String(entries.length));
    for (const part of entries.flat()) add(part);
  }
  for (const { hash: pack, package: packageName, path, at } of options.labFiles ?? [])
    for (const part of [pack, packageName ?? '', path, at ?? '']) add(part);
  for (const file of [...files.keys()].sort(compare)) {
    add(file);
    add(files.get(file) ?? '');
  }
  return hash.digest('hex');
}

function usedVariables(kind: ContentKind, files: SourceFiles, options: BuildOptions): [string, string][] {
  const templates = [options.file, ...(kind === 'page' ? [PAGE_TEMPLATE] : [])].filter(isTemplate);
  const texts = templates.map((file) => new TextDecoder().decode(files.get(file)));
  const names = new Set(texts.flatMap(variablesThatMatter));
  return [...names].map((name) => [
    name,
    Object.hasOwn(options.variables, name) ? (options.variables[name] ?? '') : '',
  ]);
}
