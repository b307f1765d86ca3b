import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { emulatorVersion } from '@academy/lab-engine/linux/emulator-package';
import { IMAGE_FORMAT, type LinuxImage } from '@academy/lab-engine/linux/image';
import { storedPath } from '@academy/lab-engine/linux/stored-files';
import { labImagesFolder } from '@academy/server/labs/lab-images';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { storeContent } from '../lab-images/content-store.ts';
import { treeOf } from '../lab-images/file-tree.ts';
import { writeImage } from '../lab-images/image-folder.ts';
import { runCommand } from '../testing/run-command.ts';

const LEARNER = 1000;
const place = mkdtempSync(join(tmpdir(), 'academy-images-'));
const store = labImagesFolder(place, null);
afterAll(() => rmSync(place, { recursive: true, force: true }));

const academy = (...args: string[]) => runCommand(place, ['labs', 'image', ...args], { env: { ACADEMY_DATA: place } });
const contents = () => readdirSync(join(store, 'files'));

/** An image of some files; its state is none that a machine could go on from. */
async function put(name: string, files: Readonly<Record<string, string>>, more: Partial<LinuxImage> = {}) {
  const root = join(place, `root-${name}`);
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const tree = await treeOf(root, store, LEARNER);
  const state = await storeContent(store, new TextEncoder().encode(`state of ${name}`));
  writeImage(store, {
    format: IMAGE_FORMAT,
    ...{ name, title: `About ${name}`, digest: 'd', madeAt: '2026-11-29T08:00:00.000Z', memory: 256 },
    ...{ emulator: emulatorVersion(), kernel: '6.1.0-50-686', state, first: [] },
    tree: await storeContent(store, new TextEncoder().encode(JSON.stringify(tree))),
    ...{ programs: {}, packages: [], notice: '' },
    ...more,
  });
  return state;
}

describe('an operator', () => {
  beforeEach(() => rmSync(store, { recursive: true, force: true }));

  it('reads which images can be made by their name alone', async () => {
    const refused = await academy('add', 'kettle');
    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('shell, git, c, python, sqlite, web') });
    expect((await academy('add', '../x')).code).toBe(2);
    expect((await academy('add', 'kettle', '--from', 'oci:debian')).err).toContain('debian:git,curl');
  });

  it('lists images with what is wrong with them', async () => {
    expect((await academy('list')).out).toContain('There is no image.');
    await put('git', { 'usr/bin/git': 'program' });
    await put('old', { 'usr/bin/old': 'program' }, { emulator: '0.4' });
    const { out } = await academy('list');
    expect(out).toMatch(/^git +About git +1 MB +1 MB +6\.1\.0-50-686 +2026-11-29 +ready$/m);
    expect(out).toMatch(/^old .*was made for another version of the academy: make it anew$/m);
  });

  it('does not make an image twice, unless it is replaced', async () => {
    await put('git', { 'usr/bin/git': 'program' });
    expect(await academy('add', 'git')).toMatchObject({ code: 1, err: expect.stringContaining('--replace') });
  });

  it('learns which contents of an image are damaged', async () => {
    const { hash } = await put('git', { 'usr/bin/git': 'program' });
    await put('shell', { 'usr/bin/ls': 'another' });
    writeFileSync(join(store, storedPath(hash)), 'no zstd');
    const checked = await academy('check', 'git');
    expect(checked).toMatchObject({ code: 1, out: expect.stringContaining(`${storedPath(hash)} cannot be unpacked`) });
    expect((await academy('check', 'none')).err).toContain('there are: git, shell');
  });

  it('removes an image without the contents that others share', async () => {
    await put('git', { 'usr/bin/git': 'program', 'usr/bin/ls': 'shared' });
    const all = contents().length;
    await put('shell', { 'usr/bin/ls': 'shared' });
    expect(contents()).toHaveLength(all + 2);
    expect((await academy('remove', 'git')).out).toContain('Removed: git, with 3 contents');
    expect(contents()).toHaveLength(3);
    expect((await academy('remove', 'git')).code).toBe(1);
  });
});
