import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { makeSmallRoot } from '@academy/lab-host/testing/small-root';
import { aWorkshop } from '@academy/server/testing/an-item';
import { publishItem, startApp, type TestApp } from '@academy/server/testing/start-app';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../testing/run-command.ts';

describe.skipIf(!hasSandboxes)('an operator', () => {
  let place = '';
  let app: TestApp;
  beforeAll(async () => {
    place = mkdtempSync(join(tmpdir(), 'academy-environments-'));
    chmodSync(place, 0o755);
    makeSmallRoot(join(place, 'root'));
    app = await startApp();
    await publishItem(app, 'spring', aWorkshop('lab-named', 'A lab', { environment: 'tools' }));
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const academy = (...args: string[]) =>
    runCommand(place, ['labs', 'environment', ...args], {
      env: { DATABASE_URL: app.database.connectionString, ACADEMY_DATA: place, ACADEMY_LAB_ENGINES: 'spring=sandbox' },
    });
  const folder = () => join(place, 'lab-environments');

  it('adds an environment, lists it, and reads how to go on', async () => {
    const added = await academy(
      'add',
      'tools',
      '--from',
      'folder:root',
      '--title',
      'Small tools',
      '--image',
      'tools-environment',
    );
    expect(added).toMatchObject({ code: 0, err: '' });
    expect(added.out).toContain('environment.json');
    const list = await academy('list');
    expect(list.out).toMatch(/^tools +Small tools +\d+ MB +\d{4}-\d\d-\d\d +tools-environment +ready$/m);
    const [row] = JSON.parse((await academy('list', '--json')).out) as Record<string, unknown>[];
    expect(row).toMatchObject({ name: 'tools', images: ['tools-environment'], problem: null });
  });

  it('does not add it twice, unless it is replaced', async () => {
    expect(await academy('add', 'tools', '--from', 'folder:root')).toMatchObject({ code: 1 });
    expect((await academy('add', 'tools', '--replace')).code).toBe(0);
    expect(readdirSync(folder())).toEqual(['tools']);
  });

  it('adds by a file, whose mistakes are named', async () => {
    const file = join(place, 'tools.json');
    writeFileSync(file, JSON.stringify({ title: 'Tools', from: 'folder:root', hosts: ['a b'] }));
    const wrong = await academy('add', 'other', '--file', 'tools.json');
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining('cannot be used: "hosts.0" must be a host') });
    const caches = [{ from: 'hand', to: '~/.local/share/hand' }];
    mkdirSync(join(place, 'hand'));
    const tools = { bash: 'bash --version' };
    writeFileSync(file, JSON.stringify({ title: 'Tools', from: 'folder:root', caches, tools }));
    const right = await academy('add', 'other', '--file', 'tools.json');
    expect(right).toMatchObject({ code: 0, out: expect.stringContaining('  bash: GNU bash') });
    // From the folder of the file, wherever the command runs.
    const kept = JSON.parse(readFileSync(join(folder(), 'other/environment.json'), 'utf8'));
    expect(kept.caches).toEqual([{ from: join(place, 'hand'), to: '~/.local/share/hand' }]);
  });

  it.each([
    [['add', 'tools2'], 2, 'One of the options --from and --file is missing'],
    [['add', 'Tools', '--from', 'folder:root'], 2, 'must begin and end with a small letter'],
    [['add', 'host', '--from', 'folder:root'], 2, 'is a name that the academy itself uses'],
    [['add', 'tools2', '--from', 'folder:nowhere'], 1, 'There is no folder'],
    [['add', 'tools2', '--from', 'npm:node'], 1, '"from" must begin with debian:, oci: or folder:'],
    [['check', 'nothing'], 1, 'There is no environment "nothing"; there are: other, tools'],
    [['remove'], 2, 'Either a name or --unused is needed'],
    [['destroy'], 2, '"labs environment" does not exist'],
  ])('reads why %j is not done', async (args, code, words) => {
    expect(await academy(...args)).toMatchObject({ code, err: expect.stringContaining(words) });
    expect(existsSync(join(folder(), 'tools2'))).toBe(false);
  });

  it('checks all files, and sees what was changed', async () => {
    expect(await academy('check')).toMatchObject({ code: 0, out: expect.stringContaining('tools: as it was added') });
    const program = join(folder(), 'tools/root/usr/bin/seq');
    writeFileSync(program, '#!/bin/bash\n');
    const changed = await academy('check', 'tools');
    expect(changed).toMatchObject({ code: 1, out: expect.stringContaining('Next: Add it again') });
    expect((await academy('check', 'tools', '--accept')).code).toBe(0);
    expect((await academy('check', 'tools')).code).toBe(0);
  });

  it('sees each environment in the doctor', async () => {
    const env = {
      DATABASE_URL: app.database.connectionString,
      ACADEMY_DATA: place,
      ACADEMY_LAB_ENGINES: 'spring=sandbox',
    };
    const before = await runCommand(place, ['doctor'], { env });
    expect(before.out).toContain('The environment tools is as it was added');
    const program = join(folder(), 'tools/root/usr/bin/tail');
    const was = readFileSync(program);
    writeFileSync(program, 'broken');
    const after = await runCommand(place, ['doctor'], { env });
    expect(after.out).toContain('Files of tools are not those that were added');
    writeFileSync(program, was);
  });

  it('removes none that a published lab names, unless forced', async () => {
    const refused = await academy('remove', 'tools');
    expect(refused).toMatchObject({
      code: 1,
      err: expect.stringContaining('Published labs use tools (spring/lab-named)'),
    });
    expect(await academy('remove', '--unused')).toMatchObject({ code: 0, out: 'Removed: other.' });
    expect(await academy('remove', 'tools', '--force')).toMatchObject({ code: 0, out: 'Removed: tools.' });
    expect(readdirSync(folder())).toEqual([]);
  });
});

it('an author reads which environments of labs are missing', async () => {
  const place = mkdtempSync(join(tmpdir(), 'academy-labs-'));
  const item = aWorkshop('spring-lab', 'A lab', { environment: 'java-17' });
  for (const [file, bytes] of item.files) {
    const path = join(place, 'workshops/one', file);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, bytes);
  }
  const validate = (...args: string[]) => runCommand(place, ['validate', 'all', '--path', '.', ...args]);
  expect((await validate()).out).not.toContain('environment');
  expect((await validate('--environments', 'java-17,git')).out).not.toContain('environment-missing');
  const { out } = await validate('--environments', 'java-21,git');
  expect(out).toContain('workshops/one/resources/workshop.yaml:6: warning environment-missing');
  expect(await validate('--environments', './nowhere')).toMatchObject({ code: 2 });
  rmSync(place, { recursive: true });
});
