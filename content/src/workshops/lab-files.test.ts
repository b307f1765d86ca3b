import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { buildItem } from '../build.ts';
import { findItems, loadItem } from '../find-items.ts';
import { PackError, packItem, unpackItem } from '../pack.ts';
import { builtLab, DEFINITION } from './testing.ts';

const SAMPLES = fileURLToPath(new URL('../../../samples/spring', import.meta.url));

test('tests of the examiner and exercises reach the catalogue', async () => {
  const { lab, findings } = await builtLab({
    'workshop/examiner/tests/is-there': '#!/bin/bash\ntest -f x\n',
    'exercises/src/App.java': 'class App {}\r\n',
    'exercises/.gitignore': 'target',
  });
  expect(lab.body.tests).toEqual([{ name: 'is-there', script: '#!/bin/bash\ntest -f x\n' }]);
  expect(lab.body.files).toEqual([
    { path: 'exercises/.gitignore', text: 'target' },
    { path: 'exercises/src/App.java', text: 'class App {}\r\n' },
  ]);
  expect(findings).toEqual([]);
});

test('files that the definition includes lie in the home folder', async () => {
  const source = [
    '    files:',
    '    - image: {url: "$(image_repository)/x-files:$(workshop_version)"}',
    '      includePaths: [/workshop/**, /exercises/**, /compose.yml, /scripts/**]',
  ];
  const { lab, findings } = await builtLab({
    'resources/workshop.yaml': `${DEFINITION}\n  workshop:\n${source.join('\n')}\n`,
    'compose.yml': 'services: {}\n',
    'scripts/run.sh': 'echo run\n',
    'other.txt': 'nobody names it',
    'exercises/a.txt': 'a',
  });
  expect(lab.body.files.map(({ path }) => path)).toEqual(['compose.yml', 'exercises/a.txt', 'scripts/run.sh']);
  expect(findings).toEqual([]);
});

test('start-up scripts come with what lies beside them and in files', async () => {
  const { lab } = await builtLab({
    'workshop/setup.d/01-begin.sh': 'cp /opt/workshop/files/compose.yaml ~/\n',
    'workshop/setup.d/App.java': 'class App {}\n',
    'workshop/files/deep/compose.yaml': 'services: {}\n',
    'workshop/content/other.txt': 'no part of a session',
  });
  expect(lab.body.scripts?.map(({ path }) => path)).toEqual([
    ...['files/deep/compose.yaml', 'setup.d/01-begin.sh', 'setup.d/App.java'],
  ]);
});

test('other files and too large ones are left out and reported', async () => {
  const { lab, findings } = await builtLab({
    'exercises/a.bin': new Uint8Array([0xff, 0xfe, 0]),
    'exercises/b.txt': 'x'.repeat(256 * 1024 + 1),
    'exercises/c.txt': 'x'.repeat(256 * 1024),
    ...Object.fromEntries(Array.from({ length: 4 }, (_, at) => [`exercises/d${at}.txt`, 'x'.repeat(200 * 1024)])),
  });
  expect(lab.body.files.map(({ path }) => path)).toEqual([
    'exercises/c.txt',
    'exercises/d0.txt',
    'exercises/d1.txt',
    'exercises/d2.txt',
  ]);
  expect(findings).toEqual([
    'exercises/a.bin:1 warning lab-file-binary',
    'exercises/b.txt:1 warning lab-file-large',
    'exercises/d3.txt:1 warning lab-files-many',
  ]);
});

test('a solution lies at the paths of the exercises, with limits of its own', async () => {
  const { lab, findings } = await builtLab({
    'exercises/a.txt': 'x'.repeat(200 * 1024),
    'solution/sub/a.txt': 'done',
    ...Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`solution/d${at}.txt`, 'x'.repeat(200 * 1024)])),
  });
  expect(lab.body.files.map(({ path }) => path)).toEqual(['exercises/a.txt']);
  expect(lab.body.solution?.map(({ path }) => path)).toEqual([
    ...['exercises/d0.txt', 'exercises/d1.txt', 'exercises/d2.txt', 'exercises/d3.txt', 'exercises/d4.txt'],
    'exercises/sub/a.txt',
  ]);
  expect(findings).toEqual(['solution/d5.txt:1 warning lab-files-many']);
});

test('such files travel with labs only', async () => {
  const files = new Map([
    ['x.json', Buffer.from('{}')],
    ['exercises/run', Buffer.from('x')],
  ]);
  const item = { id: 'spring-x', files, options: { file: 'x.json', variables: {} } };
  await expect(unpackItem(await packItem({ ...item, kind: 'course' }))).rejects.toThrow(PackError);
  expect((await unpackItem(await packItem({ ...item, kind: 'workshop' }))).files.has('exercises/run')).toBe(true);
});

test('the labs of the sample academy are complete and without findings', async () => {
  const found = await findItems(['workshop'], SAMPLES);
  expect(found.length).toBeGreaterThan(0);
  for (const item of found) {
    const loaded = await loadItem(item, { tenantId: 'spring', tenants: ['spring'], variables: {} });
    if (loaded.item === null) throw new Error(JSON.stringify(loaded.findings));
    const { files, options } = await unpackItem(await packItem(loaded.item));
    const result = await buildItem('workshop', files, { ...options, tenantId: 'spring' });
    expect(result.findings).toEqual([]);
    if (result.refused || result.item.kind !== 'workshop') throw new Error('refused');
    const { pages, tests } = result.item.body;
    const used = pages.flatMap((page) => page.actions).filter(({ name }) => name === 'examiner:execute-test');
    const scripts = tests.map(({ name }) => name);
    for (const { settings } of used) expect(scripts).toContain(settings.name);
  }
});
