import { setConnection } from '@academy/contract/connections';
import { type LabSession, recordLabSteps, startLabSession } from '@academy/contract/labs';
import { labSteps } from '@academy/contract/rules/lab-steps';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { assignment } from '../db/assignment-tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { aWorkshop } from '../testing/an-item.ts';
import { publishCourse, publishItem, startApp, type TestPerson } from '../testing/start-app.ts';
import { TOOLS } from './tools.ts';

const app = await startApp();
const admin = await app.aPerson({ admin: true });

const QUIZ = `Read first.

~~~quizdown
## What is one and one?

- [ ] three
    > Comment-three
- [x] two
    > Comment-two

Explanation-sum
~~~
`;
const CHECK = '```examiner:execute-test\nname: is-there\ntitle: It is there\nhint: Look around\n```\n';
const SECRETS = /isCorrect|Comment-|Explanation-|Solution-text|test -f secret/;

const lessons = [
  {
    id: 'text',
    title: 'Beans',
    content: 'A **bean** is an [object](https://example.org/beans).\n\n```java\nint a = 1;\n```\n',
  },
  { id: 'pro', title: 'Deep beans', content: 'Locked-body', entitlements: ['pro' as const] },
  { id: 'quiz', type: 'knowledge-check' as const, content: QUIZ },
  { id: 'here', type: 'lab' as const, settings: { educates: 'lab-here' } },
];

const setOpen = (isOn: boolean, tenant = 'spring') =>
  admin
    .bearer()
    .then((bearer) => app.call(setConnection, { params: { name: 'assistants' }, body: { isOn } }, { bearer, tenant }));

beforeAll(async () => {
  await publishCourse(app, 'spring', aCourse({ id: 'c', lessons }));
  const files = {
    'workshop/content/02-go-on.md': CHECK,
    'workshop/examiner/tests/is-there': '#!/bin/bash\ntest -f secret\n',
    'exercises/a.txt': 'before',
    'solution/a.txt': 'Solution-text',
  };
  await publishItem(app, 'spring', aWorkshop('lab-here', 'The lab', { more: files }));
  await setOpen(true);
});

const HEADERS = { host: 'spring.localhost:3000', accept: 'application/json, text/event-stream' };

/** A request, as programs send it. */
async function ask(headers: Record<string, string>, method: 'GET' | 'POST' | 'DELETE' = 'POST') {
  const payload = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
  const more = method === 'POST' ? { payload } : {};
  return app.request({ method, url: '/mcp', headers: { ...HEADERS, ...headers }, ...more });
}

/** The official client with a token. */
async function assistant(token: string, mode: 'auto' | 'legacy' = 'auto'): Promise<Client> {
  const transport = new StreamableHTTPClientTransport(new URL('http://spring.localhost:3000/mcp'), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    async fetch(url, init) {
      const headers = { host: 'spring.localhost:3000', ...Object.fromEntries(new Headers(init?.headers)) };
      const {
        statusCode,
        body,
        headers: replied,
      } = await app.request({
        method: (init?.method ?? 'GET') as 'GET',
        url: new URL(url).pathname,
        headers,
        ...(init?.body == null ? {} : { payload: String(init.body) }),
      });
      return new Response([204, 202].includes(statusCode) ? null : body, {
        status: statusCode,
        headers: { 'content-type': String(replied['content-type'] ?? '') },
      });
    },
  });
  const client = new Client(
    { name: 'test', version: '1' },
    mode === 'auto' ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  await client.connect(transport);
  return client;
}

async function aLearner(more: Parameters<typeof app.aPerson>[0] = {}) {
  const who = await app.aPerson(more);
  return { who, token: await app.aToken(who, 'spring', ['learning:read']) };
}

async function told(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [first] = content as { type: string; text: string }[];
  return { text: first?.text ?? '', isError: isError === true };
}

describe.each(['auto', 'legacy'] as const)('an assistant (%s)', (mode) => {
  test('finds and reads a lesson as Markdown', async () => {
    const client = await assistant((await aLearner()).token, mode);
    const { hits } = JSON.parse((await told(client, 'search', { words: 'bean' })).text);
    expect(hits[0]).toMatchObject({
      kind: 'lesson',
      title: 'Beans',
      address: expect.stringMatching(/\/courses\/c\/lessons\/text$/),
    });
    const { text } = await told(client, 'read_lesson', { course: 'c', lesson: 'text' });
    expect(text).toContain('A **bean** is an [object](https://example.org/beans)');
    expect(text).toContain('int a = 1;');
  });

  test('lists tools that clients with strict schemas take', async () => {
    const client = await assistant((await aLearner()).token, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    for (const { inputSchema, annotations } of tools) {
      expect(inputSchema).toMatchObject({ type: 'object', $schema: 'https://json-schema.org/draft/2020-12/schema' });
      expect(Object.keys(inputSchema)).not.toContain('anyOf');
      expect(annotations).toEqual({ readOnlyHint: true });
    }
  });
});

test('an assistant is told in the words of the academy what goes wrong', async () => {
  const client = await assistant((await aLearner()).token);
  const missing = await told(client, 'read_lesson', { course: 'c', lesson: 'none' });
  expect(missing).toEqual({ isError: true, text: expect.stringMatching(/^[A-Z][^{}]+\.$/) });
  expect((await told(client, 'read_lesson', { course: 7 })).isError).toBe(true);
});

test('an assistant reads of a locked lesson what the person reads', async () => {
  const read = async (token: string) =>
    (await told(await assistant(token), 'read_lesson', { course: 'c', lesson: 'pro' })).text;
  expect(await read((await aLearner()).token)).not.toContain('Locked-body');
  expect(await read((await aLearner({ pro: true })).token)).toContain('Locked-body');
});

/** Starts the lab. @returns what its check came to, as the page reports it */
async function inLab(who: TestPerson) {
  const bearer = await who.bearer();
  const body = { url: 'http://spring.localhost:3000/courses/c/lessons/here', lessonId: 'here' };
  const { id } = (await app.call(startLabSession, { headers: {}, body }, { bearer })).body.data as LabSession;
  const check = { name: 'examiner:execute-test', known: true, settings: { name: 'is-there' } };
  const [step] = labSteps([{ name: '02-go-on', actions: [check] }]);
  return async (result: 'failed' | 'done', tries: number) => {
    const exitStatus = result === 'failed' ? 3 : 0;
    const event = { step: step?.key ?? '', result, tries, at: new Date().toISOString(), exitStatus };
    await app.call(recordLabSteps, { params: { id }, body: { events: [event] } }, { bearer });
  };
}

test('an assistant sees which step of the running lab fails, and then its hint', async () => {
  const { who, token } = await aLearner();
  const client = await assistant(token);
  expect((await told(client, 'my_running_lab')).text).toBe('No lab is running.');
  const check = await inLab(who);
  const stepNow = async () => {
    const { steps } = JSON.parse((await told(client, 'my_running_lab')).text) as { steps: { text: string }[] };
    return steps.find(({ text }) => text === 'It is there');
  };
  expect(await stepNow()).toMatchObject({ state: 'open', tries: 0, exitStatus: null, hint: null });
  await check('failed', 1);
  expect(await stepNow()).toMatchObject({ state: 'failed', tries: 1, exitStatus: 3, hint: 'Look around' });
  await check('done', 2);
  expect(await stepNow()).toMatchObject({ state: 'done', tries: 2, exitStatus: 0, hint: null });
});

test('an assistant sees what is due', async () => {
  const { who, token } = await aLearner();
  const terms = {
    mandatory: true,
    beginsOn: '2020-01-01',
    dueOn: '2020-02-01',
    zone: 'Europe/Berlin',
    countsBefore: true,
  };
  const values = { tenantId: 'spring', personId: who.personId, kind: 'course' as const, itemId: 'c', ...terms };
  await app.database.db.insert(assignment).values(values);
  const [due] = JSON.parse((await told(await assistant(token), 'what_is_due')).text);
  expect(due).toMatchObject({ title: 'Course c', state: 'overdue', dueOn: '2020-02-01', mandatory: true });
});

test('no tool tells an answer or a solution', async () => {
  const { who, token } = await aLearner({ pro: true });
  await (await inLab(who))('failed', 1);
  const client = await assistant(token);
  const inputs: Record<string, Record<string, unknown>[]> = {
    search: ['Comment-two', 'Explanation-sum', 'Solution-text', 'secret', 'two'].map((words) => ({ words })),
    read_course: [{ course: 'c' }],
    read_lesson: lessons.map(({ id }) => ({ course: 'c', lesson: id })),
    read_guide: [{ guide: 'c' }],
    read_learning_path: [{ path: 'c' }],
  };
  for (const { name } of TOOLS)
    for (const given of inputs[name] ?? [{}]) {
      const { text } = await told(client, name, given);
      expect(text.replaceAll(JSON.stringify(given.words) ?? '', ''), `${name} ${JSON.stringify(given)}`).not.toMatch(
        SECRETS,
      );
    }
});

// Shows security#assistants
describe('the connection', () => {
  test('is closed until an administrator opens it', async () => {
    const who = await app.aPerson();
    const token = await app.aToken(who, 'kube', ['learning:read']);
    const headers = { host: 'kube.localhost:3000', authorization: `Bearer ${token}` };
    expect((await ask(headers)).statusCode).toBe(404);
    expect((await setOpen(true, 'kube')).body.data).toMatchObject({ isOn: true, lastUsedAt: null });
    expect((await ask(headers)).statusCode).toBe(200);
    expect((await setOpen(false, 'kube')).body.data).toMatchObject({ isOn: false, lastUsedAt: expect.any(String) });
    expect((await ask(headers)).statusCode).toBe(404);
  });

  test.each([
    ['no token', async () => ({})],
    ['a session', async ({ who }: { who: TestPerson }) => ({ authorization: `Bearer ${await who.bearer()}` })],
    [
      'a token without the ability',
      async ({ who }: { who: TestPerson }) => ({
        authorization: `Bearer ${await app.aToken(who, 'spring', ['progress:read'])}`,
      }),
    ],
    [
      'a token of another academy',
      async ({ who }: { who: TestPerson }) => ({
        authorization: `Bearer ${await app.aToken(who, 'kube', ['learning:read'])}`,
      }),
    ],
  ])('refuses %s', async (_what, headersOf) => {
    const reply = await ask((await headersOf(await aLearner())) as Record<string, string>);
    expect([401, 403]).toContain(reply.statusCode);
    expect(reply.headers['www-authenticate']).toBe('Bearer');
    expect(reply.json()).toMatchObject({ success: false });
  });

  test('refuses pages of other origins, and streams', async () => {
    const authorization = `Bearer ${(await aLearner()).token}`;
    expect((await ask({ authorization, origin: 'https://elsewhere.example' })).statusCode).toBe(403);
    expect((await ask({ authorization, origin: app.configs.issuer.replace(/\/idp.*/, '') })).statusCode).not.toBe(500);
    expect((await ask({ authorization }, 'GET')).statusCode).toBe(405);
    expect((await ask({ authorization }, 'DELETE')).statusCode).toBe(405);
  });

  test('names no metadata of OAuth, as programs look for it', async () => {
    for (const path of ['oauth-protected-resource', 'oauth-authorization-server/mcp']) {
      const reply = await app.request({ method: 'GET', url: `/.well-known/${path}`, headers: HEADERS });
      expect([reply.statusCode, reply.headers['content-type']]).toEqual([404, expect.stringContaining('json')]);
    }
  });
});
