import {
  deleteSavedReport,
  getReportChoices,
  listSavedReports,
  type SavedReport,
  saveReport,
  updateSavedReport,
} from '@academy/contract/progress-reports';
import type { Tenant } from '@academy/contract/tenants';
import { loadTenants } from '@academy/tenants';
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { account } from '../db/identity-tables.ts';
import { managedEmail } from '../db/message-tables.ts';
import { savedReport } from '../db/report-tables.ts';
import { roleGrant } from '../db/role-tables.ts';
import { outboxMail } from '../db/tables.ts';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp, type TestPerson } from '../testing/start-app.ts';
import { progressReports } from './progress-reports.service.ts';
import { savedReports } from './saved-reports.service.ts';

const app = await startApp();
const { db } = app.database;
await publishCourse(app, 'spring', aCourse({ id: 'rest', lessons: [{ id: 'r1' }, { id: 'r2' }] }));
const TEAM = 'team@academy.example.org';
await db.insert(managedEmail).values([{ tenantId: 'spring', type: 'contact', email: TEAM, verifiedAt: new Date() }]);

const tenants = await loadTenants();
const saved = savedReports({
  db,
  reports: progressReports(db, { standings: async () => new Map() }, { waitMs: 10_000, onFailure: () => undefined }),
  brandOf: (tenantId) => ({ tenant: tenants.get(tenantId) as Tenant, origin: 'https://academy.example.org' }),
  mailQueued: () => undefined,
  onFailure: (error) => {
    throw error;
  },
});
const VIEW = { by: 'person', course: 'rest' } as const;
const asOf = async (person: TestPerson) => ({ bearer: await person.bearer() });
const listOf = async (as: { bearer: string }) =>
  ((await app.call(listSavedReports, {}, as)).body.data as { result: SavedReport[] }).result;
const mailsTo = (recipient: string) => db.select().from(outboxMail).where(eq(outboxMail.recipient, recipient));

test('a person keeps reports under names, and nobody else sees them', async () => {
  const [admin, other] = [
    await asOf(await app.aPerson({ admin: true })),
    await asOf(await app.aPerson({ admin: true })),
  ];
  const body = { name: 'Team Y', filters: VIEW, rhythm: null, recipients: [] };
  const made = (await app.call(saveReport, { body }, admin)).body.data as SavedReport;
  expect(made).toMatchObject({ name: 'Team Y', filters: VIEW, nextAt: null });
  const again = await app.call(saveReport, { body: { ...body, name: 'team y' } }, admin);
  expect([again.status, again.body.errors[0]?.code]).toEqual([409, 'conflict']);
  expect(await listOf(other)).toEqual([]);
  const params = { reportId: made.reportId };
  for (const reply of [
    await app.call(updateSavedReport, { params, body }, other),
    await app.call(deleteSavedReport, { params }, other),
  ])
    expect(reply.status).toBe(404);
  const changed = await app.call(updateSavedReport, { params, body: { ...body, name: 'Team Z' } }, admin);
  expect(changed.body.data).toMatchObject({ name: 'Team Z' });
  expect((await app.call(deleteSavedReport, { params }, admin)).status).toBe(200);
  expect(await listOf(admin)).toEqual([]);
});

test('reports are mailed to own and academy addresses, and to no others', async () => {
  const admin = await app.aPerson({ admin: true });
  const as = await asOf(admin);
  const { recipients } = (await app.call(getReportChoices, {}, as)).body.data as { recipients: string[] };
  expect(recipients).toEqual([admin.email, TEAM]);
  const body = { name: 'Mailed', filters: VIEW, rhythm: 'week' as const, recipients: [TEAM] };
  for (const wrong of [[], ['stranger@example.org']]) {
    const { status } = await app.call(saveReport, { body: { ...body, recipients: wrong } }, as);
    expect(status).toBe(400);
  }
  const made = (await app.call(saveReport, { body }, as)).body.data as SavedReport;
  const due = new Date(made.nextAt ?? '');
  expect(await saved.sendDue(new Date(due.getTime() - 1))).toBe(0);
  expect(await Promise.all([saved.sendDue(due), saved.sendDue(due)])).toContain(1);
  expect(await mailsTo(TEAM)).toHaveLength(1);
  const [mail] = await mailsTo(TEAM);
  expect(mail?.subject).toContain('Mailed');
  expect(mail?.plain).toContain('https://academy.example.org/admin/reports?by=person&course=rest');
  const [row] = await listOf(as);
  expect(Date.parse(row?.nextAt ?? '') - due.getTime()).toBe(7 * 86_400_000);
  await app.call(deleteSavedReport, { params: { reportId: made.reportId } }, as);
});

test('a report is mailed no more once its owner has lost the role', async () => {
  const manager = await app.aPerson({ roles: [{ role: 'instructor', tenantId: 'spring', scope: 'course:rest' }] });
  const as = await asOf(manager);
  const body = { name: 'Mine', filters: VIEW, rhythm: 'day' as const, recipients: [manager.email] };
  const made = (await app.call(saveReport, { body }, as)).body.data as SavedReport;
  await db.delete(roleGrant).where(eq(roleGrant.personId, manager.personId));
  expect(await saved.sendDue(new Date(made.nextAt ?? ''))).toBe(0);
  expect(await mailsTo(manager.email)).toEqual([]);
  const [row] = await db.select().from(savedReport).where(sql`${savedReport.reportId} = ${made.reportId}`);
  expect(row?.nextAt).toBeNull();
});

test('nothing is mailed while the account of the owner has ended, and it goes on afterwards', async () => {
  const manager = await app.aPerson({ roles: [{ role: 'instructor', tenantId: 'spring', scope: 'course:rest' }] });
  const body = { name: 'Mine', filters: VIEW, rhythm: 'day' as const, recipients: [manager.email] };
  const made = (await app.call(saveReport, { body }, await asOf(manager))).body.data as SavedReport;
  const setEnded = (endedAt: Date | null) =>
    db.update(account).set({ endedAt }).where(eq(account.email, manager.email));
  await setEnded(new Date());
  const due = new Date(made.nextAt ?? '');
  expect(await saved.sendDue(due)).toBe(0);
  expect(await mailsTo(manager.email)).toEqual([]);
  await setEnded(null);
  expect([await saved.sendDue(due), await saved.sendDue(new Date(due.getTime() + 86_400_000))]).toEqual([0, 1]);
});
