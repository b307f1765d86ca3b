import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { publishAddress } from '@academy/server/settings/running-address';
import { describe, expect, test } from 'vitest';
import { answerOf, cliFolder, refusal } from './testing/cli-folder.ts';

const { academy, aCourse, anApi, folder, servers } = cliFolder();

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

  test('calls an item refused when it is checked, skipped when it is sent', async () => {
    const bad = aCourse('spring-warned');
    writeFileSync(join(folder, 'spring-warned/01-lesson-first/content.md'), '# A\n\n![x](https://example.org/a.png)\n');
    const checked = await academy(['validate', 'course', '-f', bad, '--strict']);
    expect(checked).toMatchObject({ code: 1, out: expect.stringContaining('1 item: 1 refused; 0 fatal') });
    expect(checked.out).toContain('refused course spring-warned in spring');
    expect(checked.out).not.toContain('skipped');
    expect((await academy(['validate', 'course', '-f', bad])).out).toContain('1 item: 1 checked');
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
