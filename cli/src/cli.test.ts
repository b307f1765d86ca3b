import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliFolder } from './testing/cli-folder.ts';

const { academy, aCourse, folder } = cliFolder();

describe('every command', () => {
  const whats = ['course', 'guide', 'page', 'path', 'test', 'tags', 'instructors', 'all'];
  const names = ['start', 'dev', 'build', 'test', ...whats.flatMap((what) => [`apply ${what}`, `validate ${what}`])];
  const all = [
    ...names,
    ...[
      ...['add', 'list', 'grant-pro', 'make-admin', 'give-role', 'roles'],
      ...['reset-password', 'reset-second-factor', 'remove'],
    ].map((what) => `user ${what}`),
    ...['list', 'rotate', 'seal', 'revoke-all'].map((what) => `keys ${what}`),
    'token create',
    'token list',
    'token revoke',
  ];

  test.each(all)('%s explains itself', async (name) => {
    const { code, out, err } = await academy([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(out).toContain(`Usage: ./academy ${name} [options]`);
    expect(out).not.toContain('undefined');
    expect(err).toBe('');
  });

  test.each(all)('%s refuses an unknown option with exit status 2 and one line', async (name) => {
    const { code, out, err } = await academy([...name.split(' '), '--nonsense']);
    expect(code).toBe(2);
    expect(out).toBe('');
    expect(err.split('\n')).toEqual(["Unknown option '--nonsense'.", `Next: See "./academy ${name} --help".`]);
  });

  test('is listed by --help; without a command the list is a mistake', async () => {
    expect((await academy(['--help'])).out).toMatch(/^ +start +Start the academy/m);
    expect((await academy([])).code).toBe(2);
    expect(await academy(['fly'])).toMatchObject({ code: 2, err: expect.stringContaining('no command "fly"') });
    expect(await academy(['constructor'])).toMatchObject({ code: 2 });
    expect(await academy(['token', 'fly'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('create, list, revoke'),
    });
  });
});

test.each(['luck', 'lint,luck'])('test refuses a step that does not exist: %s', async (steps) => {
  const result = await academy(['test', '--only', steps]);
  expect(result).toMatchObject({ code: 2, err: expect.stringContaining('lint, types, unused, build, unit, journeys') });
});

describe('start', () => {
  test.each([[['--port', 'http']], [['--port', '70000']], [['--port', '-1']]])('refuses %j', async (args) => {
    expect(await academy(['start', ...args])).toMatchObject({ code: 2, out: '' });
  });

  test('refuses options whose value got lost', async () => {
    for (const option of ['--data', '--host']) {
      const { code, err } = await academy(['start', option, '']);
      expect([code, err]).toEqual([2, expect.stringContaining(`The option ${option} has no value.`)]);
    }
  });

  test('refuses wrong settings before anything is made', async () => {
    const { code, err } = await academy(['start', '--data', 'never'], { ACADEMY_LOG_LEVEL: 'loud', PORT: 'x' });
    expect(code).toBe(1);
    expect(err).toContain('PORT must be a whole number');
    expect(err).toContain('ACADEMY_LOG_LEVEL must be one of');
  });

  test('refuses sample people on a network', async () => {
    const { code, err } = await academy(['start', '--host', '0.0.0.0']);
    expect(code).toBe(1);
    expect(err).toContain('loopback');
  });
});

describe('validate', () => {
  test('passes a course that is in order', async () => {
    const { code, out } = await academy(['validate', 'course', '-f', aCourse('spring-good')]);
    expect(out.split('\n')[0]).toBe('checked course spring-good in spring');
    expect(out.split('\n').at(-1)).toBe('1 item: 1 checked; 0 fatal, 0 errors, 0 warnings');
    expect(code).toBe(0);
    expect(await academy(['validate', 'course', '--path', 'spring-good', '--links'])).toMatchObject({ code: 0, out });
  });

  test('reports file and line of broken JSON, and fails', async () => {
    const { code, out } = await academy([
      'validate',
      'course',
      '-f',
      aCourse('spring-broken', '{\n  "id": "ID",\n  oops\n}'),
    ]);
    expect(out).toMatch(/^spring-broken\/course\.json:3: fatal \S+: /m);
    expect(code).toBe(1);
  });

  test('knows the academy from the id, or from --tenant, or says so', async () => {
    const file = aCourse('elsewhere-course');
    expect((await academy(['validate', 'course', '-f', file])).out).toContain('fatal tenant-unknown');
    expect(await academy(['validate', 'course', '-f', file, '--tenant', 'kube', '--json'])).toMatchObject({ code: 0 });
  });

  test.each([
    [['course'], 'One of the options --file and --path is missing.'],
    [['course', '-f', 'a.json', '--path', '.'], 'Only one of'],
    [['all'], 'The option --path is missing.'],
    [['all', '--path', '.', '--tenant', 'nowhere'], 'no tenant "nowhere"'],
    [['all', '--path', '.', '--tenant-map', 'spring'], '--tenant-map is <folder>=<tenant>'],
    [['all', '--path', '.', '--tenant-map', 'absent=spring'], 'no folder absent'],
    [['course', '-f', 'absent.json'], 'no file absent.json'],
    [['instructors', '--path', 'absent'], 'no folder absent'],
    [['course', '-f', '.', '--tenant', 'spring'], 'no file .'],
  ])('refuses %j as wrong use', async (args, text) => {
    expect(await academy(['validate', ...args])).toMatchObject({ code: 2, err: expect.stringContaining(text) });
  });

  test('refuses a folder in which there is nothing', async () => {
    mkdirSync(join(folder, 'empty'), { recursive: true });
    expect(await academy(['validate', 'instructors', '--path', 'empty'])).toMatchObject({ code: 2 });
  });
});

describe('the academy of an item', () => {
  test('follows from the deepest folder of --tenant-map when the id names none', async () => {
    aCourse('mapped/inner/one', '{ "id": "one", "title": "One", "slug": "one", "status": "live" }');
    aCourse('mapped/two', '{ "id": "two", "title": "Two", "slug": "two", "status": "live" }');
    aCourse('mapped/three', '{ "id": "tanzu-three", "title": "Three", "slug": "three", "status": "live" }');
    const maps = ['--tenant-map', 'mapped=spring', '--tenant-map', 'mapped/inner=kube'];
    const { out } = await academy(['validate', 'course', '--path', 'mapped', '--json', ...maps]);
    const { items } = JSON.parse(out) as { items: { id: string; tenantId: string }[] };
    expect(items.map(({ id, tenantId }) => `${id} ${tenantId}`)).toEqual([
      'one kube',
      'tanzu-three tanzu',
      'two spring',
    ]);
  });
});

describe('new content', () => {
  test('lies in the right place, and is valid but for the sentences to replace', async () => {
    const course = await academy([
      'content',
      'new',
      'course',
      'fresh/café-basics',
      '--tenant',
      'spring',
      '--title',
      'Café',
    ]);
    expect(course.out.split('\n')).toContain('wrote fresh/café-basics/course.json');
    expect((await academy(['content', 'new', 'lesson', 'fresh/café-basics/02-first-steps/deep-dive'])).out).toContain(
      'wrote fresh/café-basics/02-first-steps/02-deep-dive/lesson.json',
    );
    expect((await academy(['content', 'new', 'guide', 'fresh/a-guide', '--tenant', 'kube'])).code).toBe(0);
    const { out, code } = await academy(['validate', 'all', '--path', 'fresh']);
    const lines = out.split('\n');
    const isToReplace = (line: string) => line.includes(': warning skeleton-sentence: ');
    expect(lines.filter((line) => !isToReplace(line))).toEqual([
      'checked course spring-cafe-basics in spring',
      'checked guide kube-a-guide in kube',
      '2 items: 2 checked; 0 fatal, 0 errors, 15 warnings',
    ]);
    expect(lines.filter(isToReplace).map((line) => line.split(':').slice(0, 2).join(':'))).toEqual(
      expect.arrayContaining([
        'fresh/café-basics/01-welcome/content.md:1',
        'fresh/café-basics/02-first-steps/02-deep-dive/summary.md:1',
        'fresh/a-guide/description.md:1',
      ]),
    );
    expect(code).toBe(0);
    // After rewriting the files nothing is reported.
    for (const line of lines.filter(isToReplace))
      writeFileSync(join(folder, line.split(':')[0] ?? ''), 'My own words.\n');
    expect((await academy(['validate', 'all', '--path', 'fresh', '--strict'])).code).toBe(0);
  });

  test('is a lesson or guide of each type, whose questions can be asked', async () => {
    await academy(['content', 'new', 'course', 'types/tea', '--tenant', 'spring']);
    for (const type of ['article', 'video', 'lab', 'knowledge-check'])
      expect((await academy(['content', 'new', 'lesson', `types/tea/a-${type}`, '--type', type])).code).toBe(0);
    expect((await academy(['content', 'new', 'guide', 'types/g', '--tenant', 'spring', '--type', 'lab'])).code).toBe(0);
    const { out } = await academy(['validate', 'all', '--path', 'types']);
    const told = out
      .split('\n')
      .filter((line) => / (?:fatal|error|warning) /.test(line) && !line.includes('skeleton-'));
    // The film is the author's to add.
    expect(told.map((line) => line.split(':').slice(0, 3).join(':'))).toEqual([
      'types/tea/04-a-video/lesson.json:1: error video-missing',
      'types/tea/04-a-video/lesson.json:9: fatal file-missing',
    ]);
  });

  test.each([
    [['guide', 'never', '--tenant', 'kube', '--type', 'knowledge-check'], 'A guide has no type "knowledge-check"'],
    [['lesson', 'never', '--type', 'poem'], 'article, video, lab, knowledge-check'],
    [['course', 'never', '--tenant', 'kube', '--type', 'lab'], 'A course has no type'],
    [['course', 'kept', '--tenant', 'spring'], 'exists already and is not empty'],
    [['course', 'never'], 'Say for which academy with --tenant'],
    [['course', 'never', '--tenant', 'moon'], 'There is no tenant "moon"'],
    [['lesson', 'never'], 'There is no course around that folder'],
    [['novel', 'never'], 'none of course, guide and lesson'],
    [['guide', '???', '--tenant', 'kube'], 'no letters'],
    [['guide'], '<folder> is missing'],
  ])('is refused for %j, and writes nothing', async (args, text) => {
    mkdirSync(join(folder, 'kept'), { recursive: true });
    writeFileSync(join(folder, 'kept/notes.txt'), 'mine');
    expect(await academy(['content', 'new', ...args])).toMatchObject({ code: 2, err: expect.stringContaining(text) });
    expect(existsSync(join(folder, 'never'))).toBe(false);
    expect(readdirSync(join(folder, 'kept'))).toEqual(['notes.txt']);
  });
});
