import { createHash } from 'node:crypto';
import { type Asset, type AssetStore, placePicture } from '../assets.ts';
import { extensionOf } from '../file-names.ts';
import { FindingList } from '../finding-list.ts';
import type { BuildOptions } from '../item-hash.ts';
import { includesIn } from '../named-files.ts';
import type { SourceFiles } from '../source-files.ts';
import type { TextSource } from '../text-source.ts';
import type { RenderContext, TextMemo } from './context.ts';
import type { Rendered, TextForm } from './rendered.ts';

interface Kept {
  rendered: Rendered;
  findings: ReturnType<FindingList['list']>;
}

const ASSET = /\/assets\/content\/([0-9a-f]{64})\./g;

/**
 * Caches the rendered texts of one item from build to build, for repeated builds while an author writes. A text is
 * rendered again when it changed, or when anything that it may refer to did: images, links, authors. Texts that a build
 * does not use are dropped.
 */
export class RenderMemo implements TextMemo {
  #surroundings = '';
  /** Texts of the previous build, and of this one. */
  #before = new Map<string, Kept>();
  #now = new Map<string, Kept>();
  #assets = new Map<string, Asset>();
  #aboutFiles: ReturnType<FindingList['list']> = [];

  begin(files: SourceFiles, options: BuildOptions): void {
    const surroundings = surroundingsOf(files, options);
    if (surroundings === this.#surroundings) return;
    this.#surroundings = surroundings;
    this.#before = new Map();
    this.#assets = new Map();
    this.#aboutFiles = [];
  }

  /** Keeps the texts of this build, with the findings about their images, which are not examined again. */
  end(assetStore: AssetStore, findings: FindingList): void {
    findings.addAll(this.#aboutFiles);
    this.#aboutFiles = findings.list().filter(({ file }) => !isText(file));
    this.#assets = new Map(assetStore.list().map((asset) => [asset.hash, asset]));
    this.#before = this.#now;
    this.#now = new Map();
  }

  async render(
    source: TextSource,
    form: TextForm,
    context: RenderContext,
    renderNow: (context: RenderContext) => Promise<Rendered>,
  ): Promise<Rendered> {
    const hash = createHash('sha256').update(source.text);
    hash.update(JSON.stringify([...(context.pages ?? [])]));
    // Other texts and JSON files may be included, whose changes do not count as surroundings.
    for (const name of includesIn(source.text)) {
      const place = placePicture(name, source.file, context.assetStore, null);
      hash.update((place.kind === 'file' ? context.assetStore.bytes(place.file) : null) ?? '');
    }
    const key = `${form} ${source.dialect ?? ''} ${source.file} ${hash.digest('hex')}`;
    let kept = this.#before.get(key) ?? this.#now.get(key);
    if (kept === undefined) {
      const findings = new FindingList();
      kept = { rendered: await renderNow({ ...context, findings }), findings: findings.list() };
    } else {
      for (const [, hash = ''] of kept.rendered.html.matchAll(ASSET)) {
        const asset = this.#assets.get(hash);
        if (asset !== undefined) context.assetStore.adopt(asset);
      }
    }
    this.#now.set(key, kept);
    context.findings.addAll(kept.findings);
    return kept.rendered;
  }
}

/** What the texts of an item may refer to. */
function surroundingsOf(files: SourceFiles, options: BuildOptions): string {
  const { tenantId, source, pictures, links, people } = options;
  const hash = createHash('sha256').update(JSON.stringify([tenantId, source, pictures, links, people]));
  for (const [file, bytes] of files) if (!isText(file)) hash.update(`\n${file} `).update(bytes);
  return hash.digest('hex');
}

function isText(file: string): boolean {
  return /^(?:md|json)$/.test(extensionOf(file));
}
