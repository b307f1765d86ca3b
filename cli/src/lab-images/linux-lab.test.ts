import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadPackagedProgram, readFrom } from '@academy/lab-engine/linux/emulator-package';
import type { LinuxImage } from '@academy/lab-engine/linux/image';
import { LinuxLab } from '@academy/lab-engine/linux/linux-lab';
import type { LinuxNews, LinuxReply, LinuxRequest } from '@academy/lab-engine/linux/linux-protocol';
import { openLabMachine } from '@academy/lab-engine/linux/open-lab-machine';
import { hasImage, SAMPLE_IMAGES } from '@academy/lab-host/testing/sample-images';
import { afterAll, describe, expect, test, vi } from 'vitest';

const isThere = hasImage('git');
if (!isThere) console.info(`A lab in a Linux is left out: the image git is not in ${SAMPLE_IMAGES}.`);
/** Programs of a machine take their time on a busy one, ms. */
const PROGRAM_MS = 60_000;
const START: Extract<LinuxRequest, { kind: 'start' }> = {
  kind: 'start',
  image: '',
  files: [{ path: 'exercises/greet.sh', text: '#!/bin/bash\necho "good $1"\n' }],
  others: [
    { path: 'exercises/data.bin', mode: 0o100_600, data: 'AAEC' },
    { path: 'exercises/latest', mode: 0o120_777, data: 'greet.sh' },
    { path: 'exercises/empty', mode: 0o040_755 },
  ],
};

describe.skipIf(!isThere)('a lab in a Linux', { timeout: 3 * PROGRAM_MS }, () => {
  const news: LinuxNews[] = [];
  const lab = new LinuxLab(
    async () =>
      openLabMachine({
        image: JSON.parse(readFileSync(join(SAMPLE_IMAGES, 'git/image.json'), 'utf8')) as LinuxImage,
        read: readFrom(SAMPLE_IMAGES),
        loadProgram: loadPackagedProgram,
      }),
    (one) => news.push(one),
  );
  afterAll(() => lab.end());
  const run = (script: string, input?: string): Promise<LinuxReply> =>
    lab.answer({ kind: 'test', script, args: [], timeoutMs: PROGRAM_MS, ...(input === undefined ? {} : { input }) });
  const shown = (text: RegExp) =>
    vi.waitFor(() => expect(news.map((one) => (one.kind === 'output' ? one.text : '')).join('')).toMatch(text), {
      timeout: PROGRAM_MS,
    });

  test('begins with texts, links, folders and modes as they were kept', async () => {
    const { files, others } = await lab.answer(START);
    expect(files).toEqual(START.files);
    expect(others).toEqual([...START.others].sort((a, b) => (a.path < b.path ? -1 : 1)));
    const { stdout } = await run("stat -c '%a %F' exercises/*; readlink exercises/latest");
    expect(stdout?.split('\n').slice(0, 5)).toEqual([
      '600 regular file',
      '755 directory',
      '755 regular file',
      '777 symbolic link',
      'greet.sh',
    ]);
  });

  test('a check sees at once what the editor has written, and keeps its mode', async () => {
    await run('cat exercises/greet.sh');
    await lab.answer({ kind: 'write', path: 'exercises/greet.sh', text: '#!/bin/bash\necho "bad $1"\n' });
    expect(await run('exercises/greet.sh "$(cat)"', 'milk')).toMatchObject({ stdout: 'bad milk\n', exitCode: 0 });
  });

  test('a program reads on in a file that is removed meanwhile', async () => {
    await lab.answer({ kind: 'write', path: 'exercises/t', text: 'tea\n' });
    const { stdout } = await run('exec 3< exercises/t; rm exercises/t; cat <&3; ls exercises/t 2>&1');
    expect(stdout).toMatch(/^tea\n.*No such file/);
  });

  test('a check that takes too long is ended', async () => {
    expect(await lab.answer({ kind: 'test', script: 'sleep 60', args: [], timeoutMs: 1_000 })).toEqual({
      ...{ tookTooLong: true, exitCode: 1 },
    });
  });

  test('a terminal knows its size, its folder and job control', async () => {
    await lab.answer({ kind: 'open', session: '2', columns: 91, rows: 33 });
    await shown(/exercises.*\$ $/s);
    await lab.answer({ kind: 'input', session: '2', text: 'stty size; sleep 99 & jobs; kill %1\r' });
    await shown(/33 91.*Running.*sleep 99.*\$ $/s);
    await lab.answer({ kind: 'resize', session: '2', columns: 64, rows: 20 });
    await lab.answer({ kind: 'input', session: '2', text: 'stty size\r' });
    await shown(/20 64/);
  });

  test('what a program writes is reported, and differs from the start', async () => {
    await run('cd exercises && git init -q shop && echo tea > shop/list && git -C shop add list');
    await vi.waitFor(
      () => {
        const last = news.findLast((one) => one.kind === 'files');
        expect(last?.files.map(({ path }) => path)).toContain('exercises/shop/list');
        expect(last?.others.map(({ path }) => path)).toContain('exercises/shop/.git/index');
      },
      { timeout: PROGRAM_MS },
    );
    const { changes } = await lab.answer({ kind: 'changes', start: START.files });
    expect(changes?.changes.map(({ path, how }) => `${how} ${path}`)).toContain('added exercises/shop/list');
  });
});
