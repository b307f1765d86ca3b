import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import { hasSandboxes } from '../testing/sandboxes-here.ts';
import { makeRoot } from './make-root.ts';
import { readLayout, whiteoutsOf } from './oci-layout.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-image-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Stores some bytes in the layout. */
function blob(bytes: Buffer, mediaType: string, more: object = {}) {
  const hash = createHash('sha256').update(bytes).digest('hex');
  mkdirSync(join(folder, 'image/blobs/sha256'), { recursive: true });
  writeFileSync(join(folder, 'image/blobs/sha256', hash), bytes);
  return { mediaType, digest: `sha256:${hash}`, size: bytes.length, ...more };
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));

/** A layer of what a function writes into a new folder. */
function layer(write: (into: string) => void) {
  const from = mkdtempSync(join(folder, 'layer-'));
  write(from);
  const bytes = execFileSync('tar', ['--create', '--gzip', '--directory', from, ...readdirSync(from)]);
  return blob(bytes, 'application/vnd.oci.image.layer.v1.tar+gzip');
}

function image(layers: object[], platform = { architecture: 'amd64', os: 'linux' }): string {
  const config = blob(
    json({ config: { Env: ['PATH=/opt/bin:/usr/bin', 'HOME=/root', 'BAD NAME=1', 'EQ=a=b'] } }),
    'config',
  );
  const manifest = blob(json({ config, layers }), 'application/vnd.oci.image.manifest.v1+json', { platform });
  const index = blob(json({ manifests: [manifest] }), 'application/vnd.oci.image.index.v1+json');
  writeFileSync(join(folder, 'image/index.json'), json({ manifests: [index] }));
  return join(folder, 'image');
}

const file = (path: string, text: string) => (into: string) => {
  mkdirSync(join(into, path, '..'), { recursive: true });
  writeFileSync(join(into, path), text);
};

test('whiteouts are told apart from files', () => {
  expect(whiteoutsOf(['usr/', 'usr/.wh.gone', 'etc/.wh..wh..opq', '.wh.top', 'usr/a.wh.b'])).toEqual({
    removed: ['usr/gone', 'top'],
    emptied: ['etc/'],
  });
});

test('an image for another processor is refused', () => {
  const layout = image([], { architecture: 'riscv64', os: 'linux' });
  expect(() => readLayout(layout)).toThrow('holds no image for this machine');
});

test('an image whose parts were exchanged is refused', () => {
  const layout = image([]);
  const { manifests } = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')) as {
    manifests: { digest: string }[];
  };
  writeFileSync(join(layout, 'blobs', ...(manifests[0]?.digest ?? '').split(':')), json({ manifests: [] }));
  expect(() => readLayout(layout)).toThrow('is not what its name says');
});

describe.skipIf(!hasSandboxes)('a root made of an image', () => {
  const make = (layout: string) => makeRoot({ kind: 'oci', image: layout }, join(folder, 'root'), { folder, cwd: '/' });
  const there = (path: string) => existsSync(join(folder, 'root', path));

  it('has the files of all layers, without what later ones remove', async () => {
    const first = layer((into) => {
      for (const path of ['usr/bin/kept', 'usr/bin/gone', 'etc/old/a', 'etc/old/b']) file(path, 'x')(into);
    });
    const second = layer((into) => {
      file('usr/bin/.wh.gone', '')(into);
      file('etc/old/.wh..wh..opq', '')(into);
      file('etc/old/c', 'new')(into);
    });
    const variables = await make(image([first, second]));
    expect(['usr/bin/kept', 'etc/old/c'].map(there)).toEqual([true, true]);
    expect(['usr/bin/gone', 'etc/old/a', 'etc/old/b', 'usr/bin/.wh.gone'].map(there)).toEqual(Array(4).fill(false));
    expect(variables).toEqual({ PATH: '/opt/bin:/usr/bin', EQ: 'a=b' });
  });

  // Shows security#lab-environments
  it('never reaches out of its folder, neither by links nor by whiteouts', async () => {
    const target = join(folder, 'outside');
    mkdirSync(target);
    writeFileSync(join(target, 'precious'), 'x');
    const links = layer((into) => symlinkSync(target, join(into, 'out')));
    const leaving = layer((into) => {
      file('out/.wh.precious', '')(into);
      file('out/planted', 'x')(into);
    });
    await make(image([links, leaving])).catch(() => {});
    expect(readdirSync(target)).toEqual(['precious']);
  });
});
