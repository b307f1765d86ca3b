import { createAlert, exportAlerts } from '@academy/contract/alerts-admin';
import { exportCertificates } from '@academy/contract/certificates';
import { exportFeedback } from '@academy/contract/feedback-admin';
import { exportPeople } from '@academy/contract/people-admin';
import { type ImportResult, importPeople } from '@academy/contract/people-import';
import { createToken, exportTokens } from '@academy/contract/personal-access-tokens';
import { readPeopleFile } from '@academy/contract/rules/people-file';
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { certificate } from '../db/certificate-tables.ts';
import { feedback, person } from '../db/tables.ts';
import { startApp, type TestApp, type TestPerson } from '../testing/start-app.ts';

let app: TestApp;
let admin: TestPerson;
let as: { bearer: string; tenant: string };

beforeAll(async () => {
  app = await startApp();
  admin = await app.aPerson({ admin: true });
  as = { bearer: await admin.bearer(), tenant: 'spring' };
});

async function linesOf(call: Parameters<TestApp['call']>[0], query: object = {}): Promise<string[]> {
  const { status, body } = await app.call(call, { query } as never, as);
  expect([status, body.errors]).toEqual([200, []]);
  const lines = String(body.data).replace('\uFEFF', '').split('\r\n');
  expect(lines.pop()).toBe('');
  return lines;
}

test('every user is in the file once, former members only on request', async () => {
  const ended = await app.aPerson({ expiredPro: true });
  // More than one batch.
  await app.database.db.insert(person).values(
    Array.from({ length: 4_100 }, (_, n) => ({
      issuer: 'elsewhere',
      subject: `many-${n}`,
      email: `many-${n}@example.org`,
      firstName: n === 0 ? '=cmd()' : 'Many',
      lastName: `No ${n}`,
    })),
  );
  const [head, ...lines] = await linesOf(exportPeople);
  expect(head).toBe('Id,First name,Last name,Login,Verified,Administrator,Pro,Pro from,Pro until,Since,First login');
  expect(new Set(lines).size).toBe(lines.length);
  expect(lines).toHaveLength(4_101);
  expect(lines.join()).not.toContain(ended.email);
  expect(lines.find((line) => line.includes('many-0@'))).toContain(",'=cmd(),No 0,many-0@example.org,no,no,no,,,");
  expect(lines.find((line) => line.includes(admin.email))).toMatch(/,yes,no,,,\d{4}-/);
  expect(await linesOf(exportPeople, { includeExpireData: 'true' })).toHaveLength(4_103);
  expect((await linesOf(exportPeople, { searchValue: 'many no 4099' }))[1]).toContain('many-4099@');
});

test('the file of users can be imported again and changes nothing', async () => {
  const { personId } = await app.aPerson({ pro: true });
  await app.database.db
    .update(person)
    .set({ firstName: 'Jörg', lastName: '=Kühn, Dr.' })
    .where(eq(person.personId, personId));
  const bytes = Buffer.from(`\uFEFF${(await linesOf(exportPeople, { searchValue: '@example.org' })).join('\r\n')}`);
  const file = readPeopleFile(bytes);
  if ('problem' in file) throw new Error(JSON.stringify(file.problem));
  const rows = file.rows.filter(({ email }) => email.startsWith('person-'));
  expect(rows).toContainEqual(expect.objectContaining({ firstName: 'Jörg', lastName: '=Kühn, Dr.', isAdmin: 'no' }));
  const reply = await app.call(
    importPeople,
    { body: { dryRun: true, rows } },
    { bearer: await admin.bearer(), tenant: 'spring' },
  );
  const { result } = reply.body.data as { result: ImportResult[] };
  expect(result.filter(({ outcome }) => outcome !== 'unchanged')).toEqual([]);
});

test('certificates of one moment are all in the file, newest first', async () => {
  const learner = await app.aPerson();
  const facts = {
    personId: learner.personId,
    kind: 'course',
    name: 'Ada',
    title: 'REST',
    duration: 60,
    lessonsCount: 1,
  };
  await app.database.db
    .insert(certificate)
    .values([
      ...Array.from({ length: 2_300 }, (_, n) => ({ ...facts, tenantId: 'spring', itemId: `c${n}` })),
      { ...facts, tenantId: 'spring', itemId: 'first', issuedAt: new Date('2020-01-01'), revokedReason: 'Twice' },
      { ...facts, tenantId: 'kube', itemId: 'elsewhere' },
    ]);
  const [, ...lines] = await linesOf(exportCertificates);
  expect(new Set(lines.map((line) => line.slice(0, 36))).size).toBe(2_301);
  expect(lines.at(-1)).toContain(`,Ada,${learner.email},course,REST,2020-01-01T00:00:00.000Z,,,,,Twice`);
  expect(await linesOf(exportCertificates, { q: 'nobody' })).toHaveLength(1);
});

test('feedback of one moment is all in the file', async () => {
  const row = { tenantId: 'spring', schema: 'tenant-v1', context: {} };
  await app.database.db
    .insert(feedback)
    .values(Array.from({ length: 1_100 }, (_, n) => ({ ...row, comments: `Comment ${n}.` })));
  const [, ...lines] = await linesOf(exportFeedback);
  expect(new Set(lines.map((line) => /Comment \d+/.exec(line)?.[0])).size).toBe(1_100);
  expect(lines).toHaveLength(1_100);
});

test('tokens and alerts are in their files, and never a token itself', async () => {
  const { body } = await app.call(
    createToken,
    { body: { name: 'ci', abilities: ['content:write', 'stats:read'] } },
    as,
  );
  const { message } = body.data as { message: string };
  const tokens = await linesOf(exportTokens);
  expect(tokens[1]).toContain(`,ci,${admin.email},spring,content:write stats:read,`);
  expect(tokens.join()).not.toContain(message);
  const alert = { message: 'Back at <b>noon</b>, "sharp"', level: 'warning' as const };
  await app.call(createAlert, { headers: {}, body: alert }, as);
  expect((await linesOf(exportAlerts))[1]).toContain(',"Back at <b>noon</b>, ""sharp""",warning,all,,,,,');
});
