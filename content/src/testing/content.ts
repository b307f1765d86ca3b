import { crc32, deflateSync } from 'node:zlib';
import type { Finding } from '@academy/contract/findings';
import type { ContentKind } from '@academy/contract/publishing';
import { AssetStore } from '../assets.ts';
import { buildItem } from '../build.ts';
import type { BuildResult, BuiltCourse, BuiltItem } from '../built-item.ts';
import { FindingList } from '../finding-list.ts';
import type { BuildOptions } from '../item-hash.ts';
import { renderMarkdown } from '../markdown/render.ts';
import type { Rendered, TextForm } from '../markdown/rendered.ts';
import type { SourceFiles } from '../source-files.ts';

/** Files of an item from texts, objects (written as JSON) and bytes. */
export function filesOf(contents: Record<string, string | object | Uint8Array>): SourceFiles {
  return new Map(
    Object.entries(contents).map(([file, content]) => {
      if (content instanceof Uint8Array) return [file, content];
      const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2);
      return [file, new TextEncoder().encode(text)];
    }),
  );
}

/** A small course: one module with two lessons, with the changes of a test. Undefined removes a file. */
export function aCourse(changes: Record<string, string | object | Uint8Array | undefined> = {}): SourceFiles {
  const contents: Record<string, string | object | Uint8Array | undefined> = {
    'course.json': { id: 'spring-x', slug: 'x', title: 'X', status: 'live', order: 5, entitlements: ['auth'] },
    'description.md': 'A *short* text.',
    '01-start/module.json': { id: 'spring-x-start', slug: 'start', title: 'Start', status: 'live' },
    '01-start/01-hello/lesson.json': aLesson('hello'),
    '01-start/01-hello/content.md': '## Hello\n\nWorld',
    '01-start/02-lab/lesson.json': aLesson('lab', { type: 'lab', settings: { educates: 'lab-x' } }),
    ...changes,
  };
  const present = Object.entries(contents).filter(
    (entry): entry is [string, string | object] => entry[1] !== undefined,
  );
  return filesOf(Object.fromEntries(present));
}

export function aLesson(name: string, changes: object = {}): object {
  return { id: `spring-x-${name}`, slug: name, title: name, status: 'live', type: 'article', duration: 60, ...changes };
}

export function options(changes: Partial<BuildOptions> = {}): BuildOptions {
  return { file: 'course.json', tenantId: 'spring', variables: {}, ...changes };
}

export function build(files: SourceFiles, changes: Partial<BuildOptions> = {}): Promise<BuildResult> {
  return buildItem('course', files, options(changes));
}

/** Builds a course that must not be refused. */
export async function built(files: SourceFiles, changes: Partial<BuildOptions> = {}): Promise<BuiltCourse> {
  const result = await build(files, changes);
  if (result.refused || result.item.kind !== 'course') throw new Error(JSON.stringify(result.findings));
  return result.item;
}

/** Builds an item of any kind that must not be refused, with its findings. */
export async function builtItem<K extends ContentKind>(
  kind: K,
  contents: Record<string, string | object | Uint8Array>,
  changes: Partial<BuildOptions> = {},
): Promise<{ item: Extract<BuiltItem, { kind: K }>; findings: string[] }> {
  const result = await buildItem(kind, filesOf(contents), options({ file: `${kind}.json`, ...changes }));
  if (result.refused || result.item.kind !== kind) throw new Error(JSON.stringify(result.findings));
  return { item: result.item as Extract<BuiltItem, { kind: K }>, findings: brief(result.findings) };
}

/** The findings about an item, refused or not. */
export async function findingsOf(
  kind: ContentKind,
  contents: Record<string, string | object | Uint8Array>,
  changes: Partial<BuildOptions> = {},
): Promise<string[]> {
  return brief((await buildItem(kind, filesOf(contents), options({ file: `${kind}.json`, ...changes }))).findings);
}

/** `file:line severity code` of each finding; also checks that each says what to do. */
export function brief(findings: readonly Finding[]): string[] {
  return findings.map(({ file, line, severity, code }) => `${file}:${line} ${severity} ${code}`);
}

/** Renders one text on its own. */
export async function render(
  text: string,
  { form = 'page', files = new Map() }: { form?: TextForm; files?: SourceFiles } = {},
): Promise<Rendered & { findings: Finding[]; assetStore: AssetStore }> {
  const findings = new FindingList();
  const assetStore = new AssetStore(files, findings);
  const nothing = new Map<string, string>();
  const source = { repository: 'acme/course', folder: '' };
  const context = { assetStore, findings, source, pictures: nothing, links: nothing, people: nothing, found: [] };
  const rendered = await renderMarkdown({ file: '01-a/content.md', text }, form, context);
  return { ...rendered, findings: findings.list(), assetStore };
}

/** A real PNG of one colour. Above a thousand pixels it is cut off: only its header is needed. */
export function aPng(width = 2, height = 3): Uint8Array {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.alloc(Math.min((width + 1) * height, 1000)));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}
