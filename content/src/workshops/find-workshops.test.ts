import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findItems, loadItem } from '../find-items.ts';
import { brief } from '../testing/content.ts';
import { DEFINITION } from './testing.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'academy-labs-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(files: Record<string, string | object>): void {
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

const definition = (name: string) => DEFINITION.replace('spring-lab', name);
const load = { tenantId: null, tenants: ['spring', 'kube'], variables: {} };

async function found() {
  const items = await findItems(['workshop'], folder);
  return items.map(({ root, file, parts, identity, usedBy }) => ({
    root: path.relative(folder, root),
    file,
    parts: parts?.map((part) => part.file),
    ...identity,
    ...(usedBy === undefined ? {} : { usedBy }),
  }));
}

describe('finding labs', () => {
  test('a lab is found in workshops/<folder>, beside its course', async () => {
    write({
      'course/course.json': { id: 'spring-x' },
      'course/01-lab/lesson.json': { id: 'x-lab', settings: { educates: 'spr-one' } },
      'course/workshops/01-one/resources/workshop.yaml': definition('spr-one'),
      'course/workshops/01-one/workshop/modules.yaml': '',
      'course/workshops/01-one/workshop/content/a/b.md': 'B',
      'course/workshops/01-one/workshop/setup.d/run.sh': '',
      'course/workshops/01-one/workshop/setup.d/helper.py': '',
    });
    expect(await found()).toEqual([
      {
        root: 'course/workshops/01-one',
        file: 'resources/workshop.yaml',
        parts: [
          'resources/workshop.yaml',
          'workshop/content/a/b.md',
          'workshop/modules.yaml',
          'workshop/setup.d/run.sh',
        ],
        id: 'spr-one',
        usedBy: ['spring-x'],
      },
    ]);
  });

  test('files that the definition brings along are found beside the pages', async () => {
    const files = [
      '    files:',
      '    - image: {url: $(image_repository)/one-files:latest}',
      '      newRootPath: workshops/one',
      '      includePaths: [/workshops/one/workshop/**, /workshops/one/scripts/**, "/workshops/one/*.yml"]',
    ];
    write({
      'workshops/one/resources/workshop.yaml': `${definition('spring-one')}\n  workshop:\n${files.join('\n')}\n`,
      'workshops/one/workshop/content/a.md': 'A',
      'workshops/one/compose.yml': 'services: {}',
      'workshops/one/other.sh': '',
      'workshops/one/scripts/deep/run.sh': 'echo',
    });
    const [one] = await findItems(['workshop'], folder);
    if (one === undefined) throw new Error('nothing was found');
    const { item } = await loadItem(one, load);
    expect([...(item?.files.keys() ?? [])].sort()).toEqual([
      ...['compose.yml', 'resources/workshop.yaml', 'scripts/deep/run.sh', 'workshop/content/a.md'],
    ]);
  });

  test('labs are found in labs/<folder> by the name in their file', async () => {
    write({
      'resources/apply/trainingportal.yaml': 'kind: TrainingPortal\nspec:\n  reserved: $RESERVED\n',
      'resources/apply/one.yaml': definition('lab-one'),
      'resources/apply/two.yaml': definition('lab-two'),
      'resources/apply/three.yaml': definition('lab-three'),
      'labs/01-first/WORKSHOP_ID': 'lab-two\n',
      'labs/01-first/workshop/content/a.md': 'A',
      'labs/02-second/.WORKSHOP_ID': 'lab-one',
      'labs/02-second/workshop/content/a.md': 'A',
    });
    expect(await found()).toMatchObject([
      { root: '', file: 'resources/apply/one.yaml', id: 'lab-one' },
      { root: '', file: 'resources/apply/three.yaml', parts: ['resources/apply/three.yaml'], id: 'lab-three' },
      { root: '', parts: ['resources/apply/two.yaml', 'labs/01-first/workshop/content/a.md'], id: 'lab-two' },
    ]);
  });

  test('a repository can be one lab', async () => {
    write({
      'resources/workshop.yaml': `---\n${definition('ckad-one')}---\nkind: Secret\n`,
      'workshop/content/a.md': 'A',
    });
    expect(await found()).toMatchObject([{ root: '', file: 'resources/workshop.yaml', id: 'ckad-one' }]);
  });

  test('pages without a definition are found, so that they can be reported', async () => {
    write({ 'labs/01-first/workshop/content/a.md': 'A' });
    const [item] = await findItems(['workshop'], folder);
    expect(item).toMatchObject({ identity: { id: '01-first' }, file: 'resources/workshop.yaml' });
  });

  test('a check that is not executable is reported', async () => {
    const checks = ['verify-a', 'verify-b'].map((name) => `workshop/examiner/tests/${name}`);
    write({
      'resources/workshop.yaml': DEFINITION,
      'workshop/content/a.md': 'A',
      'workshop/examiner/tests/lib.sh': '',
    });
    write(Object.fromEntries(checks.map((check) => [check, '#!/bin/bash\n'])));
    chmodSync(path.join(folder, 'workshop/examiner/tests/verify-a'), 0o755);
    const [item] = await findItems(['workshop'], folder);
    if (item === undefined) throw new Error('nothing was found');
    const { findings } = await loadItem(item, load);
    expect(brief(findings)).toEqual(['workshop/examiner/tests/verify-b:1 warning lab-check-mode']);
  });

  test('a page in AsciiDoc comes along, so that it can be reported', async () => {
    write({ 'resources/workshop.yaml': DEFINITION, 'workshop/content/a.md': 'A', 'workshop/content/b.adoc': '= B' });
    expect(await found()).toMatchObject([{ parts: expect.arrayContaining(['workshop/content/b.adoc']) }]);
  });

  test('a link among the pages is refused', async () => {
    write({ 'resources/workshop.yaml': DEFINITION, 'workshop/content/a.md': 'A' });
    symlinkSync('/etc/hostname', path.join(folder, 'workshop/content/b.md'));
    const [item] = await findItems(['workshop'], folder);
    if (item === undefined) throw new Error('nothing was found');
    const { item: loaded, findings } = await loadItem(item, load);
    expect(loaded).toBeNull();
    expect(brief(findings)).toEqual(['workshop/content/b.md:1 fatal link-refused']);
  });
});

describe('a link to a folder is refused, and nothing behind it is read', () => {
  const lab = { 'lab/resources/workshop.yaml': definition('spring-lab'), 'lab/workshop/content/a.md': 'A' };
  const outside = { 'outside/content/secret.md': 'S', 'outside/secret.yaml': definition('spring-secret') };

  async function loadedAt(link: string, files: Record<string, string | object> = lab) {
    write({ ...files, ...outside });
    mkdirSync(path.join(folder, path.dirname(link)), { recursive: true });
    symlinkSync(path.join(folder, 'outside'), path.join(folder, link));
    const items = await findItems(['workshop'], path.join(folder, 'lab'));
    return Promise.all(items.map((item) => loadItem(item, load)));
  }

  test.each([
    ['exercises beside the pages', 'lab/exercises', 'exercises', lab],
    [
      'the pages of a lab',
      'lab/labs/x/workshop',
      'labs/x/workshop',
      { ...lab, 'lab/labs/x/WORKSHOP_ID': 'spring-lab-x', 'lab/resources/x.yaml': definition('spring-lab-x') },
    ],
    ['the pages of a lab without a name', 'lab/labs/x/workshop', 'labs/x/workshop', { ...lab, 'lab/labs/x/b.md': '' }],
    [
      'exercises in labs',
      'lab/labs/x/exercises',
      'labs/x/exercises',
      { ...lab, 'lab/labs/x/WORKSHOP_ID': 'spring-lab-x', 'lab/labs/x/workshop/content/a.md': 'A' },
    ],
    ['a whole lab', 'lab/labs/x', 'labs/x', lab],
    ['a folder of pages', 'lab/workshop/content/more', 'workshop/content/more', lab],
  ])('%s', async (_title, link, file, files) => {
    const loaded = await loadedAt(link, files);
    expect(loaded.flatMap(({ findings }) => brief(findings))).toContain(`${file}:1 fatal link-refused`);
    const read = loaded.flatMap(({ item }) => [...(item?.files.keys() ?? [])]);
    expect(read.filter((name) => name.includes('secret'))).toEqual([]);
  });

  test('definitions', async () => {
    const loaded = await loadedAt('lab/resources/apply');
    expect(loaded.map(({ item }) => [...(item?.files.keys() ?? [])])).toEqual([
      ['resources/workshop.yaml', 'workshop/content/a.md'],
    ]);
  });

  test('but the folder of the run may be one', async () => {
    write(lab);
    symlinkSync(path.join(folder, 'lab'), path.join(folder, 'link'));
    const [item] = await findItems(['workshop'], path.join(folder, 'link'));
    expect(item === undefined ? null : (await loadItem(item, load)).item?.files.size).toBe(2);
  });
});

test('a lab of too many pages is refused without reading them all', async () => {
  write({ 'resources/workshop.yaml': DEFINITION });
  mkdirSync(path.join(folder, 'workshop/content'), { recursive: true });
  for (let at = 0; at < 2_100; at += 1) writeFileSync(path.join(folder, `workshop/content/${at}.md`), 'x');
  const [item] = await findItems(['workshop'], folder);
  if (item === undefined) throw new Error('nothing was found');
  expect(item.parts?.length).toBeLessThanOrEqual(2_001);
  const { item: loaded, findings } = await loadItem(item, load);
  expect(loaded).toBeNull();
  expect(findings.map(({ code }) => code)).toEqual(['files-too-many']);
});

describe('the academy of a lab', () => {
  const lab = { 'lab/resources/workshop.yaml': definition('lab-x'), 'lab/workshop/content/a.md': 'A' };
  const guide = (id: string) => ({ id, settings: { educates: 'lab-x' } });

  async function tenantOf(files: Record<string, string | object>, options = {}): Promise<string | null> {
    write(files);
    const [item] = await findItems(['workshop'], folder);
    if (item === undefined) throw new Error('nothing was found');
    return (await loadItem(item, { ...load, ...options })).tenantId;
  }

  test('is the one that was named', async () => {
    expect(await tenantOf({ ...lab, 'g/guide.json': guide('spring-g') }, { tenantId: 'kube' })).toBe('kube');
  });

  test('is the one of its name', async () => {
    expect(await tenantOf({ ...lab, 'lab/resources/workshop.yaml': definition('kube-x') })).toBe('kube');
  });

  test('is the one of the guide or course that names it', async () => {
    expect(await tenantOf({ ...lab, 'g/guide.json': guide('spring-g') }, { fallback: 'kube' })).toBe('spring');
  });

  test('is the one of the map when nothing or several academies name it', async () => {
    expect(await tenantOf(lab, { fallback: 'kube' })).toBe('kube');
    expect(await tenantOf({ 'a/guide.json': guide('spring-g'), 'b/guide.json': guide('kube-g') })).toBeNull();
  });
});
