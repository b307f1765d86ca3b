import { gzipSync } from 'node:zlib';
import tar from 'tar-stream';

export interface ArchiveEntry {
  name: string;
  bytes?: Buffer;
  type?: 'file' | 'symlink' | 'link' | 'directory';
  linkname?: string;
}

/** `item.json` of a course with one file. */
export const MANIFEST = JSON.stringify({
  format: 1,
  kind: 'course',
  id: 'spring-x',
  options: { file: 'course.json', variables: {} },
});

/** An archive as a foreign client may send it: its entries are not checked. */
export async function archive(entries: readonly ArchiveEntry[], manifest = MANIFEST): Promise<Buffer> {
  const pack = tar.pack();
  pack.entry({ name: 'item.json' }, Buffer.from(manifest));
  for (const { bytes = Buffer.from('{}'), ...header } of entries) {
    if (header.type === undefined || header.type === 'file') pack.entry(header, bytes);
    else pack.entry(header);
  }
  pack.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of pack) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks));
}
