import { type GroupProgressReply, listGroupProgress } from '@academy/contract/assignments-admin';
import { type Group, listGroups } from '@academy/contract/groups';
import { setNotification } from '@academy/contract/notifications';
import { importPeople } from '@academy/contract/people-import';
import { addDays, type Pace } from '@academy/contract/rules/due';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { outboxMail } from '../db/tables.ts';
import { startApp, type TestPerson } from '../testing/start-app.ts';
import { assigning } from './assignments.fixture.ts';

const DAY = 86_400_000;
const PEOPLE = 300;

const app = await startApp({ keepsAccounts: true });
const { db } = app.database;
const { aCourse, assign, complete, dueOf, inSpring } = assigning(app);

/** Imports rows in batches, as the page does. */
async function bring(admin: TestPerson, rows: { email: string; groups: string }[]): Promise<void> {
  const importId = crypto.randomUUID();
  for (let from = 0; from < rows.length; from += 100) {
    const batch = rows.slice(from, from + 100).map((row, at) => ({ ...row, firstName: 'Ada', line: from + at + 2 }));
    const { status } = await app.call(
      importPeople,
      { body: { dryRun: false, importId, rows: batch } },
      await inSpring(admin),
    );
    expect(status).toBe(200);
  }
}

test('300 imported people have a course due; one leaves and comes back', async () => {
  const admin = await app.aPerson({ admin: true });
  // Three have accounts already.
  const [begins, finishes, idle] = [await app.aPerson(), await app.aPerson(), await app.aPerson()];
  const known = [begins, finishes, idle].map(({ email }) => email);
  const emailOf = (n: number) => known[n] ?? `person-${n}@acme.example`;
  await aCourse('safety', 2);
  const team = (n: number) => (n % 3 === 0 ? 'Berlin' : 'Hamburg');
  await bring(
    admin,
    Array.from({ length: PEOPLE }, (_, n) => ({ email: emailOf(n), groups: `Acme; ${team(n)}` })),
  );
  const { body } = await app.call(listGroups, {}, await inSpring(admin));
  const groups = (body.data as { result: { content: Group[] } }).result.content;
  expect(groups.map(({ name, members }) => [name, members])).toEqual([
    ['Acme', PEOPLE],
    ['Berlin', 100],
    ['Hamburg', 200],
  ]);
  const acme = groups[0]?.groupId ?? '';
  const dueOn = addDays(new Date().toISOString().slice(0, 10), 30);
  const { assignmentId, people } = await assign(admin, { to: { groupId: acme }, itemId: 'safety', dueOn, zone: 'UTC' });
  expect(people).toBe(PEOPLE);

  // One begins, one finishes, one does nothing; each has chosen mails before and after due dates.
  for (const who of [begins, finishes, idle])
    for (const kind of ['due-soon', 'overdue'] as const)
      await app.call(setNotification, { body: { kind, isOn: true } }, await inSpring(who));
  await complete(begins, 'safety', 'safety-1');
  for (const lesson of ['safety-1', 'safety-2']) await complete(finishes, 'safety', lesson);
  await db.delete(outboxMail);
  const mailsAt = async (days: number) => {
    await app.notificationSender.sendDue(new Date(Date.now() + days * DAY));
    const mails = await db.select({ to: outboxMail.recipient, kind: outboxMail.kind }).from(outboxMail);
    await db.delete(outboxMail);
    return mails.map(({ to, kind }) => `${to} ${kind}`).sort();
  };
  expect(await mailsAt(10)).toEqual([]);
  const late = [begins.email, idle.email].sort();
  expect(await mailsAt(24)).toEqual(late.map((email) => `${email} due-soon`));
  expect(await mailsAt(29)).toEqual(late.map((email) => `${email} due-soon`));

  // One leaves the company, and comes back with what was done.
  await bring(admin, [{ email: begins.email, groups: '-' }]);
  expect(await dueOf(begins)).toEqual([]);
  expect(await mailsAt(31)).toEqual([`${idle.email} due-soon`]);
  await bring(admin, [{ email: begins.email, groups: 'Acme; Hamburg' }]);
  expect(await dueOf(begins)).toMatchObject([{ state: 'open', dueOn }]);
  await complete(begins, 'safety', 'safety-2');

  // The manager's figures are those of the ledger.
  const [boss] = [await app.aPerson({ roles: [{ role: 'manager', tenantId: 'spring', scope: `group:${acme}` }] })];
  const read = async (pace?: Pace) => {
    const query = pace === undefined ? {} : { pace };
    const reply = await app.call(
      listGroupProgress,
      { params: { groupId: acme, assignmentId }, query },
      await inSpring(boss),
    );
    return reply.body.data as GroupProgressReply;
  };
  const { rows } = await db.execute<{ done: number; begun: number }>(sql`
    select count(*) filter (where lessons = 2)::int as done, count(*)::int as begun from (
      select person_id, count(distinct item_id) as lessons from progress_event where kind = 'completed' group by 1) learners`);
  expect(rows).toEqual([{ done: 2, begun: 2 }]);
  expect((await read()).counts).toEqual({ 'not-begun': PEOPLE - 2, 'on-the-way': 0, stuck: 0, late: 0, done: 2 });
  expect((await read('done')).result.content.map(({ userId }) => userId).sort()).toEqual(
    [begins.personId, finishes.personId].sort(),
  );
});
