import { randomUUID } from 'node:crypto';
import { LAB_CHANGES_LIMITS } from '@academy/contract/lab-home';
import type { LabFile } from '@academy/labs/lab-provider';
import { afterEach, describe, expect, it } from 'vitest';
import { groups, hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { restoring } from './home-changes.ts';
import { SandboxSession } from './sandbox-session.ts';

const MEGABYTE = 1024 * 1024;

const BEGINNING: LabFile[] = [
  { path: 'exercises/a.txt', text: 'one\ntwo\n' },
  { path: 'exercises/b.txt', text: 'same\n' },
  { path: 'exercises/gone.txt', text: 'gone\n' },
];

describe.skipIf(!hasSandboxes)('what a learner changes in a home folder', { timeout: 60_000 }, () => {
  const sessions: SandboxSession[] = [];
  afterEach(async () => {
    await Promise.all(sessions.splice(0).map((session) => session.end()));
  });

  async function open({ changes = null as Buffer | null, kept = null as LabFile[] | null } = {}) {
    const session = await SandboxSession.open({
      options: () => ({ view, homeBytes: 64 * MEGABYTE, group: groups.make(randomUUID(), 256 * MEGABYTE) }),
      ...{ beginning: BEGINNING, kept, changes, broken: () => {} },
    });
    sessions.push(session);
    return session;
  }

  const run = async (session: SandboxSession, script: string) => (await session.test(script, [], 30)).output.trim();
  /** Everything of the home folder: kinds, modes, links, contents. */
  const tree = (session: SandboxSession) =>
    run(session, `find . -mindepth 1 -printf '%p %y %m %l %T@\\n' | sort; find . -type f | sort | xargs sha256sum`);

  async function again(session: SandboxSession) {
    await session.end();
    return open({ changes: session.kept });
  }

  it('comes back with the next start: contents, modes, links, times, deletions', async () => {
    const session = await open();
    await run(
      session,
      `cd exercises
echo three >> a.txt; rm gone.txt; chmod 600 b.txt
mkdir -p src/empty .mvn/wrapper; head -c 3000 /dev/urandom > .mvn/wrapper/maven-wrapper.jar
printf '#!/bin/sh\\necho wrapped\\n' > gradlew; chmod 755 gradlew; touch -d '2020-01-02 03:04:05' gradlew
ln -s ../a.txt src/link; ln -s /nowhere broken; ln gradlew hard; echo x > 'two words
and a line'; echo x > -- -r; touch -d '2021-01-01' 'two words
and a line' ./-r .mvn/wrapper/maven-wrapper.jar a.txt`,
    );
    const before = await tree(session);
    const next = await again(session);
    // Times are kept in whole seconds, those of folders not at all.
    const known = (all: string) => all.replace(/\.\d{10}$/gm, '').replace(/( d \d+ ).*$/gm, '$1');
    expect(known(await tree(next))).toEqual(known(before));
    expect(await run(next, 'cd exercises; ./gradlew; cat src/link; readlink broken; stat -c "%h" gradlew')).toBe(
      'wrapped\none\ntwo\nthree\n/nowhere\n2',
    );
    const twice = await again(next);
    expect(known(await tree(twice))).toEqual(known(before));
  });

  it('is listed with its texts from the start', async () => {
    const session = await open();
    await run(session, 'cd exercises; echo three >> a.txt; rm gone.txt; echo new > c.txt; head -c 9 /dev/zero > d.bin');
    expect((await session.changes()).changes.map(({ path, how, kind }) => `${how} ${kind} ${path}`)).toEqual([
      'changed file exercises/a.txt',
      'added file exercises/c.txt',
      'added file exercises/d.bin',
      'deleted file exercises/gone.txt',
    ]);
    expect(await session.original('exercises/a.txt')).toEqual({ text: 'one\ntwo\n' });
    expect(await session.original('exercises/gone.txt')).toEqual({ text: 'gone\n' });
    expect(await session.read('exercises/a.txt')).toEqual({ text: 'one\ntwo\nthree\n' });
    expect(await session.read('exercises/d.bin')).toEqual({ why: 'binary', size: 9 });
    expect(await session.read('exercises/none')).toEqual({ why: 'missing', size: 0 });
  });

  it('is none where nothing was changed', async () => {
    const session = await open();
    await session.end();
    expect(session.kept).toBeNull();
  });

  it('leaves out what builds make, unless it is small', async () => {
    const session = await open();
    await run(
      session,
      `cd exercises; mkdir -p target build node_modules/one
for at in $(seq 300); do echo x > node_modules/one/$at.js; done
head -c 400000 /dev/zero > target/app.jar; echo small > build/Dockerfile`,
    );
    const next = await again(session);
    expect(await run(next, 'cd exercises; find target build node_modules -type f 2> /dev/null')).toBe(
      'build/Dockerfile',
    );
  });

  it('is kept up to a limit, and the rest is named', async () => {
    const session = await open();
    await run(
      session,
      'head -c 11000000 /dev/urandom > large.bin; head -c 9000000 /dev/urandom > fits.bin; echo x > small',
    );
    const { changes, isCut } = await session.changes();
    expect(changes.map(({ path, isKept }) => [path, isKept])).toEqual([
      ['fits.bin', true],
      ['large.bin', false],
      ['small', true],
    ]);
    expect(isCut).toBe(false);
    const next = await again(session);
    expect(await run(next, 'ls; stat -c %s fits.bin')).toBe('exercises\nfits.bin\nsmall\n9000000');
  });

  it('says when more has changed than is kept', async () => {
    const session = await open();
    await run(session, `mkdir many; cd many; seq ${LAB_CHANGES_LIMITS.entries + 10} | xargs touch`);
    const { changes, isCut } = await session.changes();
    expect([changes.length, isCut]).toEqual([LAB_CHANGES_LIMITS.entries, true]);
    expect(await run(await again(session), 'ls many | wc -l')).toBe(String(LAB_CHANGES_LIMITS.entries - 1));
  });

  it('starts from texts that an earlier edition kept', async () => {
    const session = await open({ kept: [{ path: 'exercises/a.txt', text: 'kept\n' }] });
    expect(await run(session, 'cat exercises/a.txt; ls exercises')).toBe('kept\na.txt');
  });

  // Shows security#lab-files
  it('stays in the sandbox, whatever its learner makes of it', async () => {
    const session = await open();
    await run(
      session,
      `ln -s / root; ln -s ../../../etc up; mkfifo pipe; mkdir Case case; echo a > Case/x; echo b > case/x
mkdir closed; chmod 000 closed; echo secret > unreadable; chmod 000 unreadable
truncate -s 200M sparse; mkdir -p deep/$(printf 'd/%.0s' $(seq 60)); printf 'x' > "$(printf 'n%.0s' $(seq 250))"`,
    );
    const { changes } = await session.changes();
    expect(changes.find(({ path }) => path === 'sparse')?.isKept).toBe(false);
    expect(changes.some(({ path }) => path === 'pipe')).toBe(false);
    const next = await again(session);
    expect(await run(next, 'readlink root up; cat Case/x case/x; ls pipe sparse')).toMatch(
      /^\/\n\.\.\/\.\.\/\.\.\/etc\na\nb\nls: /,
    );
    // Through a link nothing of this machine is read.
    expect(await next.read('root/etc/hostname')).not.toHaveProperty('text');
  });

  it('is refused when it is none, and the lab starts', async () => {
    await expect(restoring(Buffer.from('no gzip'))).rejects.toThrow();
    const session = await open({ changes: Buffer.from('no gzip') });
    expect(await run(session, 'cat exercises/b.txt; cat /run/lab/set-up-failed')).toBe(
      'same\nSome files that you changed earlier could not be brought back.',
    );
  });
});

describe.skipIf(!hasSandboxes)('a home folder of thousands of files', { timeout: 60_000 }, () => {
  it('reports texts that were read or changed, and lists folders', async () => {
    const beginning = Array.from({ length: 400 }, (_one, at) => ({
      path: `exercises/many/${at}.txt`,
      text: `${at}\n`,
    }));
    const session = await SandboxSession.open({
      options: () => ({ view, homeBytes: 64 * MEGABYTE, group: groups.make(randomUUID(), 256 * MEGABYTE) }),
      ...{ beginning, kept: null, broken: () => {} },
    });
    try {
      await session.test('echo new > exercises/many/7.txt; mkdir exercises/.git; touch exercises/.git/config', [], 5);
      await session.read('exercises/many/9.txt');
      await session.look();
      expect(session.files.map(({ path }) => path)).toEqual(['exercises/many/7.txt', 'exercises/many/9.txt']);
      expect(await session.list('')).toEqual({ entries: [{ name: 'exercises', kind: 'folder' }], isCut: false });
      expect(await session.list('exercises')).toEqual({ entries: [{ name: 'many', kind: 'folder' }], isCut: false });
      expect((await session.list('exercises/many'))?.entries).toHaveLength(400);
      expect(await session.list('none')).toBeNull();
    } finally {
      await session.end();
    }
  });
});
