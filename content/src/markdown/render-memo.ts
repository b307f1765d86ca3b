import { createHash } from 'node:crypto';
import type { Asset, AssetShelf } from '../assets.ts';
import { FindingList } from '../finding-list.ts';
import type { FoundLink } from '../found-links.ts';
import type { BuildOptions } from '../item-hash.ts';
import { extensionOf, type SourceFiles } from '../source-files.ts';
import type { TextSource } from '../text-source.ts';
import type { RenderContext } from './context.ts';
import type { Rendered, TextForm } from './render.ts';

interface Kept {
  rendered: Rendered;
  findings: ReturnType<FindingList['list']>;
  links: FoundLink[];
}

const ASSET = /\/assets\/content\/([0-9a-f]{64})\./g;

/**
 * Remembers rendered texts from build to build, for who builds the same item again and again while an author writes. A
 * text is rendered anew when it changed, or when anything that it may refer to did: pictures, links, authors.
 */
export class RenderMemo {
  readonly #texts = new Map<string, Kept>();
  readonly #assets = new Map<string, Asset>();
  readonly #aboutFiles = new Map<string, ReturnType<FindingList['list']>>();
  #used = new Set<string>();

  /** What the texts of one item may refer to, as the beginning of their keys. */
  beginItem(files: SourceFiles, options: BuildOptions): string {
    const hash = createHash('sha256');
    hash.update(JSON.stringify([options.tenantId, options.source, options.pictures, options.links, options.people]));
    for (const [file, bytes] of files) {
      if (!isText(file)) hash.update(`\n${file} `).update(bytes);
    }
    return hash.digest('hex');
  }

  /** Forgets what a build of the item no longer used, and keeps its pictures and what was told about them. */
  endItem(item: string, shelf: AssetShelf, findings: FindingList): void {
    const told = findings.list().filter(({ file }) => !isText(file));
    findings.addAll(this.#aboutFiles.get(item) ?? []);
    if (told.length > 0) this.#aboutFiles.set(item, told);
    for (const asset of shelf.list()) this.#assets.set(asset.hash, asset);
    for (const key of this.#texts.keys()) if (key.startsWith(item) && !this.#used.has(key)) this.#texts.delete(key);
    this.#used = new Set();
  }

  async render(
    item: string,
    source: TextSource,
    form: TextForm,
    context: RenderContext,
    renderNow: (context: RenderContext) => Promise<Rendered>,
  ): Promise<Rendered> {
    const text = createHash('sha256').update(source.text).digest('hex');
    const key = `${item} ${form} ${source.dialect ?? ''} ${source.file} ${text}`;
    let kept = this.#texts.get(key);
    if (kept === undefined) {
      const findings = new FindingList();
      const links: FoundLink[] = [];
      const rendered = await renderNow({ ...context, findings, found: links });
      kept = { rendered, findings: findings.list(), links };
      this.#texts.set(key, kept);
    } else {
      for (const [, hash = ''] of kept.rendered.html.matchAll(ASSET)) {
        const asset = this.#assets.get(hash);
        if (asset !== undefined) context.shelf.adopt(asset);
      }
    }
    this.#used.add(key);
    context.findings.addAll(kept.findings);
    context.found.push(...kept.links);
    return kept.rendered;
  }
}

function isText(file: string): boolean {
  return /^(?:md|json)$/.test(extensionOf(file));
}
