import { gunzipSync, gzipSync } from 'node:zlib';
import { type PackedItem, packItem } from '@academy/content/pack';
import tar from 'tar-stream';
import type { Random } from './random.ts';

/** A push that is wrong in one way. */
export interface WrongPush {
  name: string;
  bytes: Buffer;
  /** True where the change may hit bytes that mean nothing, so that the archive may still be accepted. */
  mayPass: boolean;
  type?: string;
  query?: string;
  /** Bytes after which the client disconnects. */
  cutAt?: number;
}

const BLOCK = 512;
const encoder = new TextEncoder();

interface Entry {
  name: string;
  bytes?: Buffer;
  type?: 'file' | 'symlink' | 'link' | 'directory' | 'character-device';
  linkname?: string;
}

/** An archive with unchecked entries. */
async function archiveOf(entries: readonly Entry[]): Promise<Buffer> {
  const pack = tar.pack();
  for (const { bytes = Buffer.alloc(0), ...header } of entries) {
    if (header.type === undefined || header.type === 'file') pack.entry(header, bytes);
    else pack.entry(header);
  }
  pack.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of pack) chunks.push(chunk as Buffer);
  return gzipSync(Buffer.concat(chunks));
}

/** Makes wrong pushes of a valid item. */
export async function wrongArchives(item: PackedItem): Promise<(random: Random) => Promise<WrongPush>> {
  const valid = Buffer.from(await packItem(item));
  const plain = gunzipSync(valid);
  const manifest: Entry = { name: 'item.json', bytes: manifestOf(item) };
  const files: Entry[] = [...item.files].map(([name, bytes]) => ({ name: `files/${name}`, bytes: Buffer.from(bytes) }));
  const all = [manifest, ...files];
  // Dear to make, and always the same.
  const bomb = gzipSync(Buffer.concat([plain.subarray(0, BLOCK), Buffer.alloc(120 * 1024 * 1024)]));
  const crowd = await archiveOf([
    ...all,
    ...Array.from({ length: 3_000 }, (_one, at) => ({ name: `files/more/${at}.md`, bytes: Buffer.from('x') })),
  ]);
  const [first] = files;
  if (first === undefined) throw new Error('the item has no files');
  const more = (...entries: Entry[]) => archiveOf([...all, ...entries]);
  const withManifest = (change: object | Buffer) =>
    archiveOf([{ name: 'item.json', bytes: Buffer.isBuffer(change) ? change : manifestOf(item, change) }, ...files]);
  const withFile = (name: string, bytes: Buffer) =>
    archiveOf([manifest, ...files.map((one) => (one.name === name ? { ...one, bytes } : one))]);
  const json = `files/${item.options.file}`;
  const jsonBytes = files.find(({ name }) => name === json)?.bytes ?? Buffer.alloc(0);
  const changed = (bytes: Buffer, change: (copy: Buffer) => void) => {
    const copy = Buffer.from(bytes);
    change(copy);
    return copy;
  };
  const flip = (copy: Buffer, at: number, random: Random) => {
    copy[at] = (copy[at] ?? 0) ^ (1 << random.below(8));
  };

  const ways: [
    name: string,
    make: (random: Random) => Buffer | Promise<Buffer>,
    more?: (random: Random) => Partial<WrongPush>,
  ][] = [
    ['cut off', (random) => valid.subarray(0, random.below(valid.length))],
    [
      'flipped bits',
      (random) =>
        changed(valid, (copy) => {
          for (let times = 1 + random.below(8); times > 0; times -= 1) flip(copy, random.below(copy.length), random);
        }),
      () => ({ mayPass: true }),
    ],
    [
      'a missing piece',
      (random) => {
        const at = random.below(valid.length - 40);
        return Buffer.concat([valid.subarray(0, at), valid.subarray(at + 1 + random.below(39))]);
      },
    ],
    [
      'a repeated piece',
      (random) => {
        const at = 20 + random.below(valid.length - 40);
        return Buffer.concat([valid.subarray(0, at), valid.subarray(at - 10)]);
      },
    ],
    ['bytes behind its end', () => Buffer.concat([valid, Buffer.from('more')])],
    ['two archives', () => Buffer.concat([valid, valid])],
    ['not packed', () => plain],
    ['nothing', () => Buffer.alloc(0)],
    ['noise', (random) => Buffer.from(Array.from({ length: 2_000 }, () => random.below(256)))],
    [
      'noise that begins like gzip',
      (random) =>
        Buffer.concat([valid.subarray(0, 10), Buffer.from(Array.from({ length: 2_000 }, () => random.below(256)))]),
    ],
    ['packed twice', () => gzipSync(valid)],
    [
      'broken headers of files',
      (random) =>
        gzipSync(
          changed(plain, (copy) => {
            // Another octal digit in the sum of the first header; a space in place of a leading zero would be the same sum.
            const at = 148 + random.below(6);
            copy[at] = 48 + (((copy[at] ?? 0) - 48 + 1 + random.below(7)) % 8);
          }),
        ),
    ],
    [
      'a size that lies',
      (random) =>
        gzipSync(
          changed(plain, (copy) =>
            copy.write(random.pick(['77777777777', '00000000000', '-0000000001', 'xxxxxxxxxxx']), 124, 'latin1'),
          ),
        ),
    ],
    ['a bomb', () => bomb],
    [
      'a path out of the folder',
      (random) =>
        more({
          name: random.pick([
            'files/../x.md',
            '../x.md',
            'files/a/../../../x.md',
            'files/..\\x.md',
            '/etc/x.md',
            'C:\\x.md',
            'files//x.md',
            'files/./x.md',
          ]),
          bytes: Buffer.from('x'),
        }),
    ],
    [
      'a name with odd characters',
      (random) =>
        more({
          name: `files/${random.pick(['a\u001b[2J.md', 'a\u0000.md', 'a\u202e.md', `${'a'.repeat(300)}.md`, 'con.md ', '.git/config', 'a.exe'])}`,
          bytes: Buffer.from('x'),
        }),
    ],
    ['a symbolic link', () => more({ name: 'files/link.md', type: 'symlink', linkname: '/etc/passwd' })],
    ['a hard link', () => more({ name: 'files/link.md', type: 'link', linkname: first.name })],
    ['a device', () => more({ name: 'files/device.md', type: 'character-device' })],
    ['a file twice', () => more(first)],
    ['no manifest', () => archiveOf(files)],
    ['the manifest last', () => archiveOf([...files, manifest])],
    [
      'a manifest that is no JSON',
      (random) => withManifest(Buffer.from(random.pick(['{', '[]', 'null', '"x"', '\ufeff{}', '{"format":1e999}']))),
    ],
    ['a manifest in another encoding', () => withManifest(Buffer.from(manifestOf(item).toString('utf8'), 'utf16le'))],
    [
      'a manifest with other values',
      (random) =>
        withManifest(
          random.pick<object>([
            { format: 2 },
            { kind: 'nothing' },
            { id: '../x' },
            { id: '' },
            { options: {} },
            { unknown: true },
            { options: { file: 'missing.json', variables: {} } },
          ]),
        ),
    ],
    ['the manifest of another item', () => withManifest({ id: 'somebody-elses' })],
    [
      'JSON in another encoding',
      (random) =>
        withFile(
          json,
          random.pick([
            Buffer.from(jsonBytes.toString('utf8'), 'utf16le'),
            Buffer.concat([jsonBytes, Buffer.from([0xff, 0xfe])]),
          ]),
        ),
    ],
    ['JSON that is cut off', (random) => withFile(json, jsonBytes.subarray(0, 1 + random.below(jsonBytes.length - 2)))],
    [
      'JSON with wrong types',
      (random) =>
        withFile(
          json,
          Buffer.from(
            jsonBytes.toString('utf8').replace(/"id":"[^"]*"/, `"id":${random.pick(['[]', '{}', '7', 'null'])}`),
          ),
        ),
    ],
    ['JSON that is very deep', () => withFile(json, Buffer.from(`{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`))],
    ['too many files', () => crowd],
    [
      'another content type',
      () => valid,
      (random) => ({
        type: random.pick(['application/json', 'text/plain', 'application/zip', 'multipart/form-data; boundary=x']),
      }),
    ],
    ['a base version that is not the present one', () => valid, () => ({ query: '?base=2147483647' })],
    [
      'a query that is not known',
      () => valid,
      (random) => ({ query: random.pick(['?base=x', '?force=true', '?dryRun=maybe']) }),
    ],
    ['a connection that is cut', () => valid, (random) => ({ cutAt: random.below(valid.length) })],
  ];
  return async (random) => {
    const [name, make, extra] = random.pick(ways);
    return { name, bytes: await make(random), mayPass: false, ...extra?.(random) };
  };
}

function manifestOf({ kind, id, options }: PackedItem, change: object = {}): Buffer {
  return Buffer.from(encoder.encode(JSON.stringify({ format: 1, kind, id, options, ...change })));
}
