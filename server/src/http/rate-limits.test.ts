import { sendFeedback } from '@academy/contract/feedback';
import { openAttempt } from '@academy/contract/knowledge-checks';
import { expect, test } from 'vitest';
import { startApp } from '../testing/start-app.ts';

const app = await startApp({
  limits: {
    classroomNetworks: ['198.51.100.0/24', '2001:db8:c::/48'],
    classroomLookupsPerMinute: 30,
    accountLookupsPerMinute: 2,
    messagesPerTenMinutes: 2,
    visitorAttemptsPerTenMinutes: 2,
  },
});
const lookUp = async (remoteAddress: string) => {
  const headers = { host: 'spring.localhost:3000', email: 'lena@example.org' };
  return (await app.request({ url: '/api/v1/user/getUserDetails', headers, remoteAddress })).statusCode;
};

test('a visitor with billions of IPv6 addresses counts as one', async () => {
  const one = '2001:db8:0:1';
  expect([await lookUp(`${one}::1`), await lookUp(`${one}::2`), await lookUp(`${one}:aaaa::3`)]).toEqual([
    200, 200, 429,
  ]);
  expect(await lookUp('2001:db8:0:2::1')).toBe(200);
  expect([await lookUp('192.0.2.1'), await lookUp('192.0.2.2')]).toEqual([200, 200]);
});

test('a classroom of thirty logs in from one configured network', async () => {
  for (const address of ['198.51.100.7', '::ffff:198.51.100.8', '2001:db8:c:1::7']) {
    const answers: number[] = [];
    while (answers.length < 31) answers.push(await lookUp(address));
    expect(answers).toEqual([...Array(30).fill(200), 429]);
  }
  expect([await lookUp('198.51.101.7'), await lookUp('198.51.101.7'), await lookUp('198.51.101.7')]).toEqual([
    200, 200, 429,
  ]);
});

test('visitors may send a few messages in ten minutes', async () => {
  const context = { userAgent: '', url: '', route: '' };
  const about = { feedbackableType: '', feedbackableId: null, courseId: null, schema: 'tenant-v1' } as const;
  const body = { ...about, comments: 'Good.', isBug: false, allowContact: false, context };
  const send = async (as: object) => (await app.call(sendFeedback, { headers: {}, body }, as)).status;
  expect([await send({}), await send({}), await send({})]).toEqual([200, 200, 429]);
  const bearer = await (await app.aPerson()).bearer();
  expect([await send({ bearer }), await send({ bearer }), await send({ bearer })]).toEqual([200, 200, 200]);
});

test('visitors may start a few knowledge checks in ten minutes', async () => {
  const open = async (as: object) => (await app.call(openAttempt, { body: { lessonId: 'nothing' } }, as)).status;
  expect([await open({}), await open({}), await open({})]).toEqual([404, 404, 429]);
  const bearer = await (await app.aPerson()).bearer();
  expect([await open({ bearer }), await open({ bearer }), await open({ bearer })]).toEqual([404, 404, 404]);
});

test('two servers on one database count what is rare together', async () => {
  const limits = { accountLookupsPerMinute: 2, anonymousPerMinute: 1000 };
  const first = await startApp({ limits });
  const second = await startApp({ limits, database: first.database });
  const elsewhere = await startApp({ limits });
  const look = async (server: typeof first) =>
    (
      await server.request({
        url: '/api/v1/user/getUserDetails',
        headers: { host: 'spring.localhost:3000', email: 'lena@example.org' },
        remoteAddress: '203.0.113.9',
      })
    ).statusCode;
  expect([await look(first), await look(second), await look(first), await look(second)]).toEqual([200, 200, 429, 429]);
  expect(await look(elsewhere), 'an academy with a database of its own').toBe(200);
});
