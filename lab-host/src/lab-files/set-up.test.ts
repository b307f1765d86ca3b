import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { folderOfPack, sessionVariables } from '@academy/labs/lab-files/lab-setup';
import type { LabFile } from '@academy/labs/lab-provider';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { SandboxGone } from '../sandbox/sandbox.ts';
import { SandboxSession } from '../sandbox/sandbox-session.ts';
import { groups, hasSandboxes, view } from '../testing/sandboxes-here.ts';
import type { SandboxSetup } from './sandbox-setup.ts';

const MEGABYTE = 1024 * 1024;

describe.skipIf(!hasSandboxes)('a lab that brings files along', { timeout: 30_000 }, () => {
  let folder = '';
  let session: SandboxSession | null = null;
  let logs: string[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'academy-set-up-'));
    logs = [];
  });
  afterEach(async () => {
    await session?.end();
    session = null;
    rmSync(folder, { recursive: true, force: true });
  });

  /** A tar of these files; programs (`#!`) may be run. */
  function packOf(files: Record<string, string>, into = '.'): SandboxSetup['packs'][number] {
    const root = mkdtempSync(join(folder, 'pack-'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
      if (text.startsWith('#!')) chmodSync(join(root, path), 0o755);
    }
    execFileSync('tar', ['-cf', `${root}.tar`, '-C', root, '.']);
    return { tar: `${root}.tar`, folder: into };
  }

  const packageOf = (name: string, files: Record<string, string>) => packOf(files, folderOfPack(name, '.'));

  async function open(setup: Partial<SandboxSetup>, files: { beginning?: LabFile[]; kept?: LabFile[] } = {}) {
    session = await SandboxSession.open({
      options: () => ({ view, homeBytes: 32 * MEGABYTE, group: groups.make(randomUUID(), 128 * MEGABYTE) }),
      beginning: files.beginning ?? [],
      kept: files.kept ?? null,
      setup: { packs: [], scripts: [], variables: {}, ...setup },
      failed: (log) => void logs.push(log),
      broken: () => {},
    });
    return session;
  }

  const printed = async (script: string) => (await session?.test(script, [], 10))?.output.trim();

  it('has files of several sources over one another and over its folder', async () => {
    const beginning = [
      { path: 'exercises/a.txt', text: 'folder' },
      { path: 'exercises/b.txt', text: 'folder' },
    ];
    const packs = [
      packOf({ 'b.txt': 'first', 'c.txt': 'first' }, 'exercises'),
      packOf({ 'exercises/c.txt': 'second' }),
    ];
    const lab = await open({ packs }, { beginning });
    expect(lab.files.map(({ path, text }) => [path, text])).toEqual([
      ['exercises/a.txt', 'folder'],
      ['exercises/b.txt', 'first'],
      ['exercises/c.txt', 'second'],
    ]);
  });

  it('continues with files of the last visit, and restarts with its own', async () => {
    const packs = [packOf({ 'a.txt': 'as it was', 'b.txt': 'same' }, 'exercises')];
    const lab = await open({ packs }, { kept: [{ path: 'exercises/a.txt', text: 'changed' }] });
    expect(lab.files.map(({ text }) => text)).toEqual(['changed', 'same']);
    await lab.restart();
    expect(lab.files.map(({ text }) => text)).toEqual(['as it was', 'same']);
  });

  it('runs scripts of packages before its own, by name, in the home folder', async () => {
    const say = (word: string) => `#!/bin/sh\necho ${word} "$PWD" >> ~/order.txt\n`;
    const packs = [
      packageOf('second', { 'setup.d/01-a.sh': say('c') }),
      packageOf('first', { 'setup.d/02-b.sh': say('b'), 'setup.d/01-a.sh': say('a'), 'setup.d/03-no.sh': 'exit 1\n' }),
      packOf({ 'setup.d/01-a.sh': say('e') }, 'workshop'),
    ];
    const scripts = [{ path: 'setup.d/01-own.sh', text: 'echo d "$PWD" >> ~/order.txt\n' }];
    await open({ packs, scripts });
    expect(await printed('cut -d " " -f 1 order.txt | tr -d "\\n"; cut -d " " -f 2 order.txt | sort -u')).toBe(
      'abcde/home/learner',
    );
    expect(logs).toEqual([]);
  });

  it('finds packages, its own folder and its home where the lab platform has them', async () => {
    const copy = 'cp /opt/packages/one/note.txt ~/; cp "$(dirname "$0")/beside.txt" ~/\n';
    const scripts = [
      { path: 'setup.d/01-copy.sh', text: copy },
      { path: 'setup.d/beside.txt', text: 'beside' },
      { path: 'files/a.txt', text: 'file' },
    ];
    await open({ packs: [packageOf('one', { 'note.txt': 'note' })], scripts });
    expect(await printed('cat ../eduk8s/note.txt beside.txt /opt/workshop/files/a.txt')).toBe('notebesidefile');
    expect(logs).toEqual([]);
  });

  it('runs its own script once that its repository brings, too', async () => {
    const text = '#!/bin/sh\necho run >> ~/runs.txt\n';
    const packs = [packOf({ 'workshop/setup.d/01-own.sh': text, 'workshop/setup.d/02-more.sh': text })];
    await open({ packs, scripts: [{ path: 'setup.d/01-own.sh', text }] });
    expect(await printed('cat runs.txt')).toBe('run\nrun');
  });

  it('runs them with bash that is called sh, whatever their first line says', async () => {
    const text =
      '#!/usr/bin/python3\nif [[ $0 == *.sh && -n $BASH_VERSION ]]; then shopt -oq posix && echo "$0" > ~/shell.txt; fi\n';
    await open({ packs: [packageOf('one', { 'setup.d/01.sh': text })] });
    expect(await printed('cat shell.txt')).toMatch(/\/\.local\/share\/packages\/one\/setup\.d\/01\.sh$/);
  });

  it('finds programs of the folder "bin" in the home folder', async () => {
    await open({ packs: [packOf({ 'bin/check-all': '#!/bin/sh\necho checked\n' })] });
    expect(await printed('check-all')).toBe('checked');
  });

  it('passes on what scripts write to WORKSHOP_ENV, but not what they export', async () => {
    const packs = [
      packageOf('one', {
        'setup.d/01.sh': '#!/bin/sh\necho "COLOUR=dark red" >> "$WORKSHOP_ENV"\nexport LOST=yes\n',
        'setup.d/02.sh': '#!/bin/sh\necho "$COLOUR/$LOST/$LESSON" > ~/seen.txt\n',
        'profile.d/01.sh': 'export FROM_PROFILE=1\n',
        'bin/hello': '#!/bin/sh\necho hello\n',
      }),
    ];
    const lab = await open({ packs, variables: { LESSON: 'one-start' } });
    expect(await printed('cat seen.txt; echo "$COLOUR $FROM_PROFILE $LESSON"; hello')).toBe(
      'dark red//one-start\ndark red 1 one-start\nhello',
    );
    const shown = Promise.withResolvers<void>();
    let text = '';
    const page = {
      output: (_terminal: string, more: string) => {
        text += more;
        if (text.includes('It is dark red')) shown.resolve();
      },
      ...{ files() {}, restarted() {}, late() {}, ended() {} },
    };
    lab.join(page);
    lab.show(page, '1', { columns: 80, rows: 24 });
    lab.input('1', 'echo "It is $COLOUR"; hello\r');
    await shown.promise;
    lab.leave(page);
  });

  it('lets the next script run after one that fails, and reports it', async () => {
    const packs = [
      packageOf('one', {
        'setup.d/01.sh': '#!/bin/sh\nset -e\nls /nowhere\n',
        'setup.d/02.sh': '#!/bin/sh\ntouch ~/next.txt\n',
      }),
    ];
    const lab = await open({ packs });
    expect(lab.files.map(({ path }) => path)).toEqual(['next.txt']);
    expect(logs).toEqual([
      expect.stringMatching(/packages\/one\/setup\.d\/01\.sh\n[\s\S]*\+ ls \/nowhere\n[\s\S]*No such file/),
    ]);
    expect(await printed('bash --rcfile /opt/lab/shell -ic true 2>/dev/null')).toContain(
      'Part of this lab could not be set up: .local/share/packages/one/setup.d/01.sh.',
    );
  });

  it('does not start when its files do not fit', async () => {
    const packs = [packOf({ 'large.bin': 'x'.repeat(40 * MEGABYTE) })];
    await expect(open({ packs })).rejects.toThrow(SandboxGone);
    await expect(open({ packs })).rejects.toThrow('its files could not be unpacked: tar: ');
  });

  it('leaves no pack open for what learners run', async () => {
    await open({ packs: [packOf({ 'a.txt': 'a' })] });
    expect(await printed('ls -l /proc/$PPID/fd /proc/$$/fd | grep -c "\\.tar"; true')).toBe('0');
  });
});

it('variables of a session are filled into those of the definition', () => {
  const env = [
    { name: 'ADDRESS', value: '$(ingress_protocol)://app-$(session_name).$(ingress_domain)/$(LESSON_LABEL)' },
    { name: 'LESSON_LABEL', value: 'one-start' },
    { name: 'AGAIN', value: '$(LESSON_LABEL) $(unknown)' },
    { name: 'PATH', value: '/elsewhere' },
  ];
  const parameters = [{ name: 'USER_EMAIL', value: 'somebody@unknown.domain' }];
  expect(sessionVariables({ workshop: 'a-lab', session: 's1', env, parameters })).toMatchObject({
    ADDRESS: 'http://app-s1.localhost/$(LESSON_LABEL)',
    AGAIN: 'one-start $(unknown)',
    USER_EMAIL: 'somebody@unknown.domain',
    WORKSHOP_NAME: 'a-lab',
    SESSION_NAMESPACE: 's1',
  });
  expect(sessionVariables({ workshop: 'a-lab', session: 's1', env, parameters })).not.toHaveProperty('PATH');
});
