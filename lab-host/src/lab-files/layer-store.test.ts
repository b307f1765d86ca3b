import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LabFile } from '@academy/labs/lab-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SandboxSession } from '../sandbox/sandbox-session.ts';
import { groups, hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { layerStore } from './layer-store.ts';

const MEGABYTE = 1024 * 1024;

describe.skipIf(!hasSandboxes)('labs that begin with the same files', { timeout: 60_000 }, () => {
  let folder = '';
  let sessions: SandboxSession[] = [];
  let problems: string[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'academy-layers-'));
    sessions = [];
    problems = [];
  });
  afterEach(async () => {
    await Promise.all(sessions.map((session) => session.end()));
    rmSync(folder, { recursive: true, force: true });
  });

  const store = () => layerStore({ folder: join(folder, 'unpacked'), view, onProblem: (one) => problems.push(one) });

  /** A tar of a folder that `make` fills. */
  function packOf(hash: string, into: string, make: (root: string) => void) {
    const root = join(folder, hash);
    mkdirSync(root);
    make(root);
    execFileSync('tar', ['-cf', `${root}.tar`, '-C', root, '.']);
    return { tar: `${root}.tar`, folder: into, hash };
  }

  async function open(
    packs: ReturnType<typeof packOf>[],
    { layers = store(), files = [] as LabFile[], homeBytes = 32 * MEGABYTE } = {},
  ) {
    const session = await SandboxSession.open({
      options: () => ({ view, homeBytes, group: groups.make(randomUUID(), 256 * MEGABYTE) }),
      ...{ beginning: files, kept: null, broken: () => {} },
      setup: { packs, scripts: [], variables: {}, layers: await layers.layersOf({ files, packs }) },
    });
    sessions.push(session);
    return session;
  }

  const code = () =>
    packOf('code', 'exercises', (root) => {
      mkdirSync(join(root, 'src'));
      writeFileSync(join(root, 'src/a.txt'), 'as it was');
      writeFileSync(join(root, 'src/b.txt'), 'same');
      writeFileSync(join(root, 'run.sh'), '#!/bin/sh\necho ran\n');
      chmodSync(join(root, 'run.sh'), 0o755);
      symlinkSync('src/a.txt', join(root, 'link'));
    });
  const printed = async (session: SandboxSession, script: string) => (await session.test(script, [], 10)).output.trim();

  it('each have their own changes to them', async () => {
    const layers = store();
    const pack = code();
    const one = await open([pack], { layers });
    const other = await open([pack], { layers });
    await printed(
      one,
      'echo mine > exercises/src/a.txt; rm exercises/src/b.txt; rm -r exercises/src/none exercises/link',
    );
    await printed(one, 'rm -r exercises/src && mkdir exercises/src && echo new > exercises/src/c.txt');
    expect(await printed(one, 'ls exercises exercises/src; exercises/run.sh')).toBe(
      'exercises:\nrun.sh\nsrc\n\nexercises/src:\nc.txt\nran',
    );
    expect(await printed(other, 'cat exercises/link exercises/src/b.txt')).toBe('as it wassame');
    expect(problems).toEqual([]);
  });

  it('read them from one place, and hold in memory what they change', async () => {
    const large = packOf('large', '.', (root) =>
      writeFileSync(join(root, 'large.bin'), Buffer.alloc(24 * MEGABYTE, 'x')),
    );
    // It is larger than what the lab may change.
    const session = await open([large], { homeBytes: 4 * MEGABYTE });
    expect(await printed(session, 'stat -c %s large.bin; head -c 2000000 /dev/zero > own && echo fits')).toBe(
      `${24 * MEGABYTE}\nfits`,
    );
    expect(await printed(session, 'echo more >> large.bin || echo refused')).toMatch(
      /No space left on device\nrefused$/,
    );
  });

  it('have later files over earlier ones, and all over those of the folder', async () => {
    const pack = (name: string, files: Record<string, string>) =>
      packOf(name, 'exercises', (root) => {
        for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
      });
    const files = ['a', 'b'].map((name) => ({ path: `exercises/${name}.txt`, text: 'folder ' }));
    const session = await open(
      [pack('first', { 'b.txt': 'first ', 'c.txt': 'first ' }), pack('second', { 'c.txt': 'second ' })],
      { files },
    );
    expect(await printed(session, 'cd exercises && cat a.txt b.txt c.txt')).toBe('folder first second');
  });

  it('begin anew with a restart', async () => {
    const session = await open([code()]);
    await printed(session, 'echo mine > exercises/src/a.txt');
    await session.restart();
    expect(await printed(session, 'cat exercises/src/a.txt')).toBe('as it was');
  });

  it('unpack a pack once, however many start at the same time', async () => {
    const layers = store();
    const pack = code();
    const made = await Promise.all(Array.from({ length: 5 }, () => layers.layersOf({ files: [], packs: [pack] })));
    expect(new Set(made.map((one) => one?.names.join()))).toHaveLength(1);
    expect(execFileSync('ls', [join(folder, 'unpacked')], { encoding: 'utf8' }).trim()).toBe(made[0]?.names[0]);
  });

  // Shows security#lab-files
  it('unpack nothing outside of their layer, and no devices', async () => {
    const outside = join(folder, 'outside.txt');
    writeFileSync(outside, 'untouched');
    const tar = join(folder, 'hostile.tar');
    const root = join(folder, 'hostile');
    mkdirSync(root);
    symlinkSync(folder, join(root, 'way'));
    writeFileSync(join(root, 'harmless.txt'), 'changed');
    execFileSync('tar', ['-cf', tar, '-C', root, 'way']);
    execFileSync('tar', ['-rf', tar, '-C', root, '--transform', 's,harmless,way/outside,', 'harmless.txt']);
    execFileSync('tar', ['-rPf', tar, '-C', root, '--transform', 's,harmless,../../outside,', 'harmless.txt']);
    await store()
      .layersOf({ files: [], packs: [{ tar, folder: '.', hash: 'hostile' }] })
      .catch(() => null);
    expect(readFileSync(outside, 'utf8')).toBe('untouched');
    const device = join(folder, 'device.tar');
    execFileSync('tar', ['-cf', device, '-C', '/dev', 'null']);
    await expect(
      store().layersOf({ files: [], packs: [{ tar: device, folder: '.', hash: 'device' }] }),
    ).rejects.toThrow('its files could not be unpacked');
  });
});
