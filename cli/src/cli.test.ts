import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '@academy/server/db/connect';
import { isWellFormedToken } from '@academy/server/personal-access-tokens/token-format';
import { publishAddress } from '@academy/server/settings/running-address';
import { makeTestDatabase } from '@academy/server/testing/database';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from './testing/run-command.ts';

const folder = mkdtempSync(join(tmpdir(), 'academy-cli-'));
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

const academy = (args: readonly string[], env: Record<string, string> = {}, input = '') =>
  runCommand(folder, args, { env, input });

/** A course folder with one lesson; returns the path of its JSON file. */
function aCourse(id: string, json = '{ "id": "ID", "title": "Sample", "slug": "sample", "status": "live" }'): string {
  const course = join(folder, id);
  mkdirSync(join(course, '01-lesson-first'), { recursive: true });
  writeFileSync(join(course, 'course.json'), json.replace('ID', id));
  const lesson = { id: `${id}--first`, title: 'First', slug: 'first', type: 'article', status: 'live', duration: 60 };
  writeFileSync(join(course, '01-lesson-first/lesson.json'), JSON.stringify(lesson));
  writeFileSync(join(course, '01-lesson-first/content.md'), '# First\n\nHello.\n');
  return join(course, 'course.json');
}

/** A server that sends the same reply to every request, and its API address. */
async function anApi(status: number, body: unknown): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url} ${request.headers.authorization} ${request.headers.tenantid}`);
    request.resume().on('end', () => {
      // The academy has no content yet.
      const isList = [200, 422].includes(status) && typeof body !== 'string' && request.url === '/api/v1/content';
      const answer = isList ? answerOf({ result: [] }) : body;
      response.writeHead(isList ? 200 : status, { 'content-type': 'application/json' });
      response.end(typeof answer === 'string' ? answer : JSON.stringify(answer));
    });
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`, requests };
}

const answerOf = (data: unknown) => ({ success: true, data, errors: [], correlationId: 'c', message: null });
const refusal = (code: string, text: string, data: unknown = null) => ({
  success: false,
  data,
  errors: [{ errorMessage: text, code }],
  correlationId: 'c-1',
  message: null,
});

describe('every command', () => {
  const whats = ['course', 'guide', 'page', 'path', 'test', 'tags', 'instructors', 'all'];
  const names = ['start', 'dev', 'build', 'test', ...whats.flatMap((what) => [`apply ${what}`, `validate ${what}`])];
  const all = [
    ...names,
    ...['add', 'list', 'grant-pro', 'make-admin', 'reset-password', 'reset-second-factor', 'remove'].map(
      (what) => `user ${what}`,
    ),
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
    expect((await academy(['--help'])).out).toContain('start     Start the academy');
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

describe('apply', () => {
  const file = aCourse('spring-sent');
  const TOKEN = ['--token', 'academy_secret'];

  test('sends an item with token and tenant, and reports the result', async () => {
    const data = { outcome: 'created', version: 1, findings: [] };
    const api = await anApi(200, { success: true, data, errors: [], correlationId: 'c', message: null });
    const { code, out } = await academy([
      'apply',
      'course',
      '-f',
      file,
      '--url',
      api.url,
      ...TOKEN,
      '--dry-run',
      '--strict',
    ]);
    expect(api.requests).toEqual([
      'GET /api/v1/content Bearer academy_secret spring',
      'PUT /api/v1/content/course/spring-sent?dryRun=true&strict=true&base=0 Bearer academy_secret spring',
    ]);
    expect(out).toContain('created course spring-sent in spring (version 1), dry run');
    expect(code).toBe(0);
  });

  test.each([
    ['ACADEMY_API_URL', 'ACADEMY_API_TOKEN'],
    ['PENGUINCTL_APIURL', 'PENGUINCTL_APITOKEN'],
  ])('takes address and token from %s and %s', async (url, token) => {
    const data = { outcome: 'unchanged', version: 4, findings: [] };
    const api = await anApi(200, { success: true, data, errors: [], correlationId: 'c', message: null });
    const { code, out } = await academy(['apply', 'course', '-f', file, '--json'], {
      [url]: `${api.url}/`,
      [token]: 'from-env',
    });
    expect(api.requests[0]).toContain('Bearer from-env');
    expect(JSON.parse(out).totals).toMatchObject({ items: 1, unchanged: 1, fatal: 0 });
    expect(code).toBe(0);
  });

  test('reports the result of each item when the server fails in between', async () => {
    const taken = {
      file: 'course.json',
      line: 1,
      severity: 'fatal',
      code: 'lesson-id-taken',
      message: 'another has it',
    };
    const server = createServer((request, response) => {
      const [status, answer] = request.url?.endsWith('/content')
        ? [200, answerOf({ result: [] })]
        : request.url?.includes('spring-failing-a')
          ? [422, refusal('content-refused', 'refused', { findings: [taken] })]
          : [500, refusal('unexpected', 'broken')];
      request.resume().on('end', () => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      });
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1`;
    for (const name of ['a', 'b']) aCourse(`failing/spring-failing-${name}`);
    for (const name of ['a', 'b']) {
      const course = { id: `spring-failing-${name}`, title: 'Sample', slug: `failing-${name}`, status: 'live' };
      writeFileSync(join(folder, `failing/spring-failing-${name}/course.json`), JSON.stringify(course));
    }
    const args = ['apply', 'course', '--path', 'failing', '--url', url, ...TOKEN];
    const { code, out, err } = await academy(args);
    expect(code).toBe(3);
    expect(out).toContain('skipped course spring-failing-a');
    expect(err).toContain('1 of 2 items were done before.');
    const asJson = await academy([...args, '--json']);
    expect(asJson.code).toBe(3);
    expect(JSON.parse(asJson.out)).toMatchObject({ items: [{ id: 'spring-failing-a' }], totals: { skipped: 1 } });
  });

  test('ends with 3 and one line when nothing listens', async () => {
    const api = await anApi(200, {});
    servers.splice(0)[0]?.close();
    const { code, out, err } = await academy(['apply', 'course', '-f', file, '--url', api.url, ...TOKEN]);
    expect(code).toBe(3);
    expect(out).toBe('');
    expect(err.split('\n')).toEqual([
      `The server at ${api.url} cannot be reached: nothing listens there.`,
      expect.stringMatching(/^Next: Start it/),
    ]);
  });

  test.each([
    [401, 'invalid-token', 'does not accept the token for spring: it is mistyped, has ended or was revoked.'],
    [403, 'token-tenant', 'refuses the token for spring: No such luck.'],
    [403, 'token-ability', 'refuses the token for spring: No such luck.'],
  ])('ends with 3 when the token is refused (%i %s), and never shows it', async (status, code, text) => {
    const api = await anApi(status, refusal(code, 'No such luck.'));
    const result = await academy(['apply', 'course', '-f', file, '--url', api.url, ...TOKEN]);
    expect(result.code).toBe(3);
    expect(result.err).toContain(text);
    expect(result.err + result.out).not.toContain('academy_secret');
  });

  test('ends with 3 when there is no token, and does not ask the server', async () => {
    const api = await anApi(200, {});
    const result = await academy(['apply', 'course', '-f', file, '--url', api.url, '--data', 'nowhere']);
    expect(result).toMatchObject({ code: 3, err: expect.stringContaining('There is no token for spring') });
    expect(api.requests).toEqual([]);
  });

  test('uses the token that the local server keeps, and never for another machine', async () => {
    mkdirSync(join(folder, 'data'), { recursive: true });
    writeFileSync(join(folder, 'data/local-tokens.json'), JSON.stringify({ spring: 'academy_local' }));
    const data = { outcome: 'updated', version: 2, findings: [] };
    const api = await anApi(200, { success: true, data, errors: [], correlationId: 'c', message: null });
    const named = api.url.replace('127.0.0.1', 'spring.localhost');
    expect((await academy(['apply', 'course', '-f', file, '--url', named, '--data', 'data'])).code).toBe(0);
    expect(api.requests[0]).toContain('Bearer academy_local');
    const away = await academy([
      'apply',
      'course',
      '-f',
      file,
      '--url',
      'https://academy.example.org/api/v1',
      '--data',
      'data',
    ]);
    expect(away).toMatchObject({ code: 3, err: expect.stringContaining('no token for academy.example.org') });
  });

  test('finds the server of a data folder, whatever port it listens on', async () => {
    const data = { outcome: 'updated', version: 2, findings: [] };
    const api = await anApi(200, { success: true, data, errors: [], correlationId: 'c', message: null });
    const here = join(folder, 'found');
    const remove = await publishAddress(here, '0.0.0.0', Number(new URL(api.url).port));
    writeFileSync(join(here, 'local-tokens.json'), JSON.stringify({ spring: 'academy_local' }));
    const apply = ['apply', 'course', '-f', file, '--data', here];
    expect(await academy(apply)).toMatchObject({ code: 0, err: '' });
    expect(api.requests[0]).toContain('Bearer academy_local');
    await remove();
    const stopped = await academy(apply);
    expect(stopped).toMatchObject({ code: 3, err: expect.stringContaining(`The academy of ${here} is not running.`) });
  });

  test('says when the server of a data folder ended without cleaning up', async () => {
    const here = join(folder, 'stale');
    mkdirSync(here);
    // No process has this id.
    writeFileSync(join(here, 'running.json'), '{"pid":2147483646,"url":"http://127.0.0.1:4321/api/v1"}');
    const { code, err } = await academy(['apply', 'course', '-f', file, '--data', here]);
    expect(code).toBe(3);
    expect(err).toContain('is not running; it was last at 127.0.0.1:4321 and did not stop cleanly');
  });

  test('shows the findings of a refused item with their place, and ends with 1', async () => {
    const finding = { file: 'course.json', line: 7, severity: 'fatal', code: 'slug-taken', message: 'choose another' };
    const api = await anApi(422, refusal('content-refused', 'Refused.', { findings: [finding] }));
    const { code, out } = await academy(['apply', 'course', '-f', file, '--url', api.url, ...TOKEN]);
    expect(out.split('\n')).toEqual([
      'skipped course spring-sent in spring',
      'spring-sent/course.json:7: fatal slug-taken: choose another',
      '1 item: 1 skipped; 1 fatal, 0 errors, 0 warnings',
    ]);
    expect(code).toBe(1);
  });

  test.each([
    [500, refusal('unexpected', 'Something went wrong.')],
    [404, '<html>not here</html>'],
    [302, ''],
    [200, '{"hello":"world"}'],
  ])('ends with 3 when the answer is no answer of an academy (%i)', async (status, body) => {
    const api = await anApi(status, body);
    const result = await academy(['apply', 'course', '-f', file, '--url', api.url, ...TOKEN]);
    expect(result.code).toBe(3);
    expect(result.err.split('\n')).toHaveLength(2);
  });

  test('refuses an address that is none', async () => {
    expect((await academy(['apply', 'course', '-f', file, '--url', 'academy', ...TOKEN])).code).toBe(2);
  });
});

describe('scripts of older tools', () => {
  const file = aCourse('spring-scripted');
  const reply = answerOf({ outcome: 'created', version: 1, findings: [] });

  test.each([
    ['options before the verb', (url: string) => ['--url', url, '--token', 'T', 'apply', 'course', '-f', file]],
    ['options with an equals sign', (url: string) => [`--url=${url}`, '--token=T', 'apply', 'course', `-f=${file}`]],
    ['options after the verb', (url: string) => ['apply', 'course', `--file=${file}`, '--url', url, '--token', 'T']],
    [
      '--version with a verb',
      (url: string) => ['--url', url, '--token', 'T', '--version', 'apply', 'course', '-f', file],
    ],
    [
      'a folder',
      (url: string) => ['--url', url, '--token', 'T', 'apply', 'course', `--path=${folder}/spring-scripted`],
    ],
  ])('publish with %s', async (_what, args) => {
    const api = await anApi(200, reply);
    expect(await academy(args(api.url))).toMatchObject({ code: 0, err: '' });
    expect(api.requests.at(-1)).toBe('PUT /api/v1/content/course/spring-scripted?base=0 Bearer T spring');
  });

  test('choose the academy by the address where nothing else tells it', async () => {
    const api = await anApi(200, reply);
    writeFileSync(join(folder, 'tags.json'), '[{ "slug": "api", "name": "API", "type": "topic" }]');
    const named = api.url.replace('127.0.0.1', 'tanzu.localhost');
    expect(await academy(['--url', named, '--token', 'T', 'apply', 'tags', '-f', 'tags.json'])).toMatchObject({
      code: 0,
    });
    expect(api.requests.at(-1)).toBe('PUT /api/v1/content/tags/tanzu-tags?base=0 Bearer T tanzu');
    const nameless = await academy(['--url', api.url, '--token', 'T', 'apply', 'tags', '-f', 'tags.json']);
    expect(nameless).toMatchObject({ code: 1, out: expect.stringContaining('fatal tenant-unknown') });
  });

  test('an option after the verb goes before the same one in front of it', async () => {
    const api = await anApi(200, reply);
    await academy([
      '--url',
      'https://elsewhere.example.org',
      'apply',
      'course',
      '-f',
      file,
      '--url',
      api.url,
      '--token',
      'T',
    ]);
    expect(api.requests).toHaveLength(2);
  });

  test('print the version', async () => {
    expect(await academy(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
    expect(await academy(['--url', 'x'])).toMatchObject({ code: 2 });
  });

  test('check with the same options as they publish', async () => {
    const args = ['--url', 'x', '--token', 'T', 'validate', 'course', '-f', file, '--dry-run', '--force'];
    expect(await academy(args)).toMatchObject({ code: 0 });
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

  test.each([
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

describe('people and tokens', () => {
  let env: Record<string, string> = {};
  let close = async () => {};
  beforeAll(async () => {
    const database = await makeTestDatabase();
    env = { DATABASE_URL: database.connectionString };
    close = () => database.close();
  });
  afterAll(() => close());

  const NAMES = ['--first-name', 'Ann', '--last-name', 'Author'];
  const ANN = ['user', 'add', '--email', 'Ann@Example.org'];

  test('a person is added with a random password and made an administrator', async () => {
    const added = await academy([...ANN, ...NAMES], env);
    expect(added.out).toMatch(/^Added ann@example\.org\.\nPassword \(shown once\): \S{20}$/);
    expect(await academy([...ANN, ...NAMES], env)).toMatchObject({
      code: 1,
      err: expect.stringContaining('exists already'),
    });
    expect(await academy([...ANN, '--admin'], env)).toMatchObject({
      code: 0,
      out: 'ann@example.org is an administrator now.',
    });
    expect((await academy(['user', 'list'], env)).out).toMatch(/ann@example\.org\s+Ann Author\s+admin/);
  });

  test('a piped password is not shown, and a short one is refused', async () => {
    const bob = ['user', 'add', '--email', 'bob@example.org', '--first-name', 'Bob', '--last-name', 'Builder'];
    expect(await academy(bob, env, 'short\n')).toMatchObject({ code: 2, err: expect.stringContaining('at least 8') });
    const { code, out } = await academy(bob, env, 'a fine long password\n');
    expect({ code, out }).toEqual({ code: 0, out: 'Added bob@example.org.' });
  });

  const CREATE = ['token', 'create', '--name', 'ci', '--tenant', 'spring', '--ability', 'content:write'];

  test('a token is shown once, listed without its value, and revoked at once', async () => {
    const created = await academy([...CREATE, '--person', 'ann@example.org', '--days', '30'], env);
    expect(isWellFormedToken(created.out)).toBe(true);
    const again = await academy([...CREATE, '--person', 'ann@example.org'], env);
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('has a token "ci" for spring already') });
    const listed = await academy(['token', 'list', '--json'], env);
    expect(listed.out).not.toContain(created.out);
    const [row] = JSON.parse(listed.out) as { tokenId: string }[];
    expect((await academy(['token', 'revoke', '--id', row?.tokenId ?? ''], env)).code).toBe(0);
    expect(await academy(['token', 'revoke', '--id', row?.tokenId ?? ''], env)).toMatchObject({ code: 1 });
    expect((await academy(['token', 'list', '--json'], env)).out).toBe('[]');
    const connection = connect(env.DATABASE_URL ?? '');
    const { rows: audited } = await connection.pool.query(
      'select action, actor_name, details from audit_event where target_id = $1 order by event_id',
      [row?.tokenId],
    );
    await connection.close();
    expect(audited.map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['token.create', 'command line'],
      ['token.delete', 'command line'],
    ]);
    expect(JSON.stringify(audited)).not.toContain(created.out);
  });

  test('only an administrator can have a token that publishes', async () => {
    const result = await academy([...CREATE, '--person', 'bob@example.org'], env);
    expect(result).toMatchObject({ code: 1, err: expect.stringContaining('is no administrator') });
  });

  test.each([
    [['--tenant', 'moon'], 'no tenant "moon"'],
    [['--ability', 'fly'], 'no ability "fly"'],
    [['--days', '367'], 'from 1 to 366'],
    [['--name', ' '], '--name is missing'],
  ])('token create refuses %j as wrong use', async (args, text) => {
    const result = await academy([...CREATE, '--person', 'ann@example.org', ...args], env);
    expect(result).toMatchObject({ code: 2, err: expect.stringContaining(text) });
  });

  test('a database that cannot be reached ends with 3', async () => {
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    expect(await academy(['user', 'list'], away)).toMatchObject({
      code: 3,
      err: expect.stringContaining('nothing listens at 127.0.0.1:1'),
    });
    const nowhere = await academy(['user', 'list', '--data', 'nothing-here']);
    expect(nowhere).toMatchObject({ code: 3, err: expect.stringContaining('There is no academy in') });
  });
});
