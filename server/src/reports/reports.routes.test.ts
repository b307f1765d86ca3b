import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { REPORT_LIMITS } from '@academy/contract/constants';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../logging/log.ts';
import { startApp } from '../testing/start-app.ts';

const MAX = 4;

const folder = await mkdtemp(join(tmpdir(), 'academy-reports-'));
afterAll(() => rm(folder, { recursive: true }));
const file = join(folder, 'server.log');
const log = createLog('warn', file);
const app = await startApp({ log, limits: { reportsPerMinute: MAX } });

let address = 0;
/** Each test sends from an address of its own. */
beforeEach(() => {
  address += 1;
});

const error = { message: 'TypeError: x is undefined', stack: 'TypeError\n  at a.js:1:2', path: '/courses' };
const REPORT = { ...error, release: 'main-1.js' };

async function report(body: Partial<typeof REPORT>, headers: Record<string, string> = {}) {
  const response = await app.request({
    method: 'POST',
    url: '/api/v1/reports/error',
    headers: { host: 'spring.localhost:3000', tenantid: 'spring', 'content-type': 'application/json', ...headers },
    remoteAddress: `192.0.2.${address}`,
    payload: JSON.stringify({ ...REPORT, ...body }),
  });
  return { status: response.statusCode, body: response.json() };
}

async function reportViolation(payload: unknown, headers: Record<string, string> = {}) {
  const usual = { host: 'spring.localhost:3000', 'content-type': 'application/csp-report' };
  const remoteAddress = `192.0.2.${address}`;
  return app.request({
    ...{ method: 'POST', url: '/csp-reports', remoteAddress },
    headers: { ...usual, ...headers },
    payload: JSON.stringify(payload),
  });
}

/** Log lines that contain a text; waits for this many. */
async function linesWith(text: string, count = 1): Promise<Record<string, unknown>[]> {
  let lines: string[] = [];
  await expect
    .poll(async () => {
      log.flush();
      lines = (await readFile(file, 'utf8').catch(() => '')).split('\n').filter((line) => line.includes(text));
      return lines.length;
    })
    .toBeGreaterThanOrEqual(count);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

it('an error of a browser is logged with its reference', async () => {
  const { status, body } = await report({});
  expect([status, body.data.reference]).toEqual([200, body.correlationId]);
  const lines = await linesWith(body.data.reference);
  expect(lines).toEqual([
    {
      ...{ level: 40, time: expect.anything(), pid: expect.anything(), hostname: expect.anything() },
      ...{ msg: 'error in a browser', correlationId: body.data.reference, tenant: 'spring' },
      ...{ error: REPORT.message, stack: REPORT.stack, path: '/courses', release: 'main-1.js' },
    },
  ]);
});

it('personal data is not logged', async () => {
  const secrets = ['lena@example.org', 'lena%40example.org', 'eyJhbGciOi.eyJzdWIiOiIx.c2ln', 'Lena Learner', 'pw=1'];
  const [email, encoded, token, name, query] = secrets;
  const opaque = 'Zk3vQ9xLm2Rt7Yw1Bn5Cd8Ef4Gh6Jk0P';
  const id = crypto.randomUUID();
  const { body } = await report({
    message: `SyntaxError: Unexpected token 'L', "${name}" is not valid JSON for ${email} and ${opaque}`,
    stack: `at https://spring.localhost/login/callback?${query}&x:1:2\nat f (/email#${token}) ${token}`,
    path: `/admin/learners/${id}/${encoded}`,
  });
  const [line = {}] = await linesWith(body.data.reference);
  for (const secret of [...secrets, opaque, id]) expect(JSON.stringify(line)).not.toContain(secret);
  expect(line).toMatchObject({
    error: "SyntaxError: Unexpected token 'L', [left out] is not valid JSON for [address] and [token]",
    path: '/admin/learners/[id]/[address]',
    stack: expect.stringContaining('at https://spring.localhost/login/callback?[left out]\nat f (/email#[left out])'),
  });
});

it.each([
  ['a message that is too long', { message: 'x'.repeat(REPORT_LIMITS.message + 1) }],
  ['a stack that is too long', { stack: 'x'.repeat(REPORT_LIMITS.stack + 1) }],
  ['a path with a query', { path: '/courses?email=lena' }],
  ['another key', { user: 'Lena' } as object],
])('a report with %s is refused', async (_what, body) => {
  expect((await report(body)).status).toBe(400);
});

it('an address may report a few times a minute', async () => {
  const statuses: number[] = [];
  for (let count = 0; count < MAX; count += 1) statuses.push((await report({})).status);
  expect(statuses).toEqual(Array<number>(MAX).fill(200));
  expect((await report({})).status).toBe(429);
  expect((await reportViolation({ 'csp-report': {} })).statusCode).toBe(429);
  address += 1;
  expect((await report({})).status).toBe(200);
});

it('pages of other sites report nothing', async () => {
  expect((await report({}, { origin: 'https://evil.example.org' })).status).toBe(403);
  expect((await reportViolation({ 'csp-report': {} }, { 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
  // Origins of a brand's static hosts are allowed.
  const listed = { 'sec-fetch-site': 'cross-site', origin: 'http://spring.localhost:3000' };
  expect((await reportViolation({ 'csp-report': {} }, listed)).statusCode).toBe(204);
});

const older = {
  'csp-report': {
    'document-uri': 'https://spring.localhost/email?token=secret',
    'violated-directive': "img-src 'self' data:",
    'blocked-uri': 'https://tracker-one.example.net/pixel?who=lena',
    'script-sample': 'Lena Learner',
  },
};
const newer = [
  { type: 'deprecation', body: { id: 'old' } },
  ...['inline', 'inline', 'https://tracker-two.example.net/a?b'].map((blockedURL) => ({
    type: 'csp-violation',
    url: 'https://spring.localhost/email?token=secret',
    body: { effectiveDirective: 'script-src-elem', blockedURL, sample: 'Lena Learner' },
  })),
];

it.each([
  ['the older form', 'application/csp-report', older, [['img-src', 'tracker-one.example.net']]],
  [
    'the form of the Reporting API',
    'application/reports+json',
    newer,
    [
      ['script-src-elem', 'inline'],
      ['script-src-elem', 'tracker-two.example.net'],
    ],
  ],
])('of a violation in %s directive and host are logged once', async (_form, type, payload, logged) => {
  const reply = await reportViolation(payload, { 'content-type': type });
  expect([reply.statusCode, reply.payload]).toEqual([204, '']);
  const lines = await linesWith(String(reply.headers['x-correlation-id']), logged.length);
  expect(lines.map(({ directive, blocked }) => [directive, blocked])).toEqual(logged);
  expect(JSON.stringify(lines)).not.toMatch(/Lena|secret|pixel/);
});

it.each([
  ['text', 'application/csp-report', 'none', 400],
  ['a list of something else', 'application/reports+json', [1], 400],
  ['what is no report by its type', 'application/json', older, 415],
])('%s is refused as a report of a violation', async (_what, type, payload, status) => {
  expect((await reportViolation(payload, { 'content-type': type })).statusCode).toBe(status);
});
