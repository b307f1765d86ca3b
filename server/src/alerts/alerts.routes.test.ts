import { listPublicAlerts, type PublicAlert } from '@academy/contract/alerts';
import {
  type Alert,
  type AlertInput,
  createAlert,
  deleteAlerts,
  getAlert,
  listAlerts,
  previewAlert,
  restoreAlerts,
  updateAlert,
} from '@academy/contract/alerts-admin';
import { eq, isNull } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { alert } from '../db/alert-tables.ts';
import { auditEvent } from '../db/tables.ts';
import { startApp } from '../testing/start-app.ts';
import { alertsStore } from './alerts.store.ts';

const app = await startApp();
const { db } = app.database;
const admin = await app.aPerson({ admin: true });
const bearer = await admin.bearer({ grantId: 'alerts' });

type GivenAlert = Partial<Record<keyof AlertInput, unknown>>;

const anAlert = (input: GivenAlert) => ({ message: 'Hello', level: 'info', ...input }) as AlertInput;

function make(input: GivenAlert, { tenant = 'spring', key }: { tenant?: string; key?: string } = {}) {
  const headers = key === undefined ? {} : { 'idempotency-key': key };
  return app.call(createAlert, { headers, body: anAlert(input) }, { tenant, bearer });
}

async function made(input: GivenAlert, tenant = 'spring'): Promise<Alert> {
  const { status, body } = await make(input, { tenant });
  expect(status, JSON.stringify(body.errors)).toBe(200);
  return body.data as Alert;
}

async function shown(tenant = 'spring'): Promise<PublicAlert[]> {
  const { status, body } = await app.call(listPublicAlerts, {}, { tenant });
  expect(status).toBe(200);
  return (body.data as { result: PublicAlert[] }).result;
}

const messages = async (tenant?: string) => (await shown(tenant)).map(({ message }) => message);
const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();
const HOUR_MS = 3_600_000;

beforeEach(async () => {
  const there = isNull(alert.deletedAt);
  const rows = await db.select({ id: alert.alertId, tenant: alert.tenantId }).from(alert).where(there);
  for (const tenant of new Set(rows.map((row) => row.tenant))) {
    const ids = rows.filter((row) => row.tenant === tenant).map(({ id }) => id);
    await app.call(deleteAlerts, { body: { ids } }, { tenant, bearer });
  }
});

describe('what everybody is shown', () => {
  test('alerts of the academy that are shown now, newest first', async () => {
    await made({ message: 'first' });
    await made({ message: 'second', from: inMs(-HOUR_MS), to: inMs(HOUR_MS) });
    await made({ message: 'over', from: inMs(-2 * HOUR_MS), to: inMs(-HOUR_MS) });
    await made({ message: 'planned', from: inMs(HOUR_MS) });
    await made({ message: 'elsewhere' }, 'kube');
    expect(await messages()).toEqual(['second', 'first']);
    expect(await messages('kube')).toEqual(['elsewhere']);
    expect(await messages('tanzu')).toEqual([]);
  });

  test('shows whom each is for, and not who wrote it', async () => {
    for (const audience of ['all', 'signed-in', 'pro']) await made({ message: audience, audience });
    const alerts = await shown();
    expect(alerts.map(({ audience }) => audience)).toEqual(['pro', 'signed-in', 'all']);
    for (const one of alerts) expect(one).not.toHaveProperty('firstName');
  });

  test('invalidates alerts without invalidating the content', async () => {
    const before = app.versions.ofContent('spring');
    const version = app.versions.of('spring');
    await made({ message: 'no content' });
    expect(app.versions.of('spring')).toBeGreaterThan(version);
    expect(app.versions.ofContent('spring')).toBe(before);
  });

  test('follows each change at once, also when nothing was ever published', async () => {
    const { id } = await made({ message: 'one' }, 'tanzu');
    expect(await messages('tanzu')).toEqual(['one']);
    await app.call(updateAlert, { params: { id }, body: anAlert({ message: 'two' }) }, { tenant: 'tanzu', bearer });
    expect(await messages('tanzu')).toEqual(['two']);
    await app.call(deleteAlerts, { body: { ids: [id] } }, { tenant: 'tanzu', bearer });
    expect(await messages('tanzu')).toEqual([]);
  });

  test('starts and ends by schedule without any request', async () => {
    await made({ message: 'starts', from: inMs(1_000) });
    await made({ message: 'ends', to: inMs(1_000) });
    // Public replies are cached: without the schedule the first one stays.
    await messages();
    await expect.poll(() => messages(), { timeout: 30_000 }).toEqual(['starts']);
  });

  test('makes no queries while nothing is scheduled', async () => {
    await made({ message: 'for good' });
    const { turn } = await alertsStore(db).nextTurn(null);
    expect(turn).toBeNull();
  });
});

describe('what an alert may say', () => {
  // Shows security#one-sanitiser
  test('basic formatting stays, all else is removed', async () => {
    const { message } = await made({
      message:
        '<b>New</b> <a href="/courses" onclick="steal()">courses</a><script>steal()</script><img src=x onerror=y>',
    });
    expect(message).toBe('<b>New</b> <a href="/courses">courses</a>');
    expect(await messages()).toEqual([message]);
  });

  test('is written in Markdown; readers get HTML, and administrators what was written as well', async () => {
    const source = 'Labs are **slow** today.\n\nSee [the status](https://example.org/status)';
    const one = await made({ message: source });
    const message =
      'Labs are <strong>slow</strong> today.<br><br>See <a href="https://example.org/status">the status</a>';
    expect(one).toMatchObject({ message, source });
    const [read] = await shown();
    expect(read).toMatchObject({ message });
    expect(read).not.toHaveProperty('source');
  });

  test('written as HTML stays unchanged until its message is edited', async () => {
    const { id } = await made({ message: 'x' });
    const html = '2*3*4 is <b>not</b> emphasis';
    await db.update(alert).set({ message: html, source: null }).where(eq(alert.alertId, id));
    const change = async (input: GivenAlert) =>
      (await app.call(updateAlert, { params: { id }, body: anAlert(input) }, { tenant: 'spring', bearer })).body.data;
    expect(await change({ message: html, level: 'warning' })).toMatchObject({ message: html, source: html });
    expect(await change({ message: `${html}!` })).toMatchObject({
      message: '2<em>3</em>4 is <b>not</b> emphasis!',
      source: `${html}!`,
    });
  });

  test.each<[GivenAlert, string]>([
    [{ message: '' }, 'message'],
    [{ message: '  ' }, 'message'],
    [{ message: '<script>alert(1)</script>' }, 'message'],
    [{ message: '>'.repeat(2_000) }, 'message'],
    [{ message: 'x'.repeat(2_001) }, 'message'],
    [{ level: 'danger' }, 'level'],
    [{ audience: 'admins' }, 'audience'],
    [{ actionText: 'x'.repeat(101) }, 'actionText'],
    [{ actionUrl: 'javascript:alert(1)' }, 'actionUrl'],
    [{ actionUrl: 'data:text/html,x' }, 'actionUrl'],
    [{ actionUrl: 'courses' }, 'actionUrl'],
    [{ from: 'tomorrow' }, 'from'],
    [{ to: '0000-01-01T00:00:00Z' }, 'to'],
    [{ from: '2030-01-02T00:00:00Z', to: '2030-01-01T00:00:00Z' }, 'to'],
    [{ from: '2030-01-01T00:00:00Z', to: '2030-01-01T00:00:00Z' }, 'to'],
    [{ color: 'red' } as GivenAlert, 'color'],
  ])('%# an invalid alert is refused with the name of its field', async (input, field) => {
    const { status, body } = await make(input);
    expect(status).toBe(400);
    expect(body.errors[0]?.field).toBe(field);
    expect(await shown()).toEqual([]);
  });

  test('2,000 characters, and links to https, mail and the site, are accepted', async () => {
    expect((await made({ message: 'x'.repeat(2_000) })).message).toHaveLength(2_000);
    for (const actionUrl of ['https://example.org/a', 'mailto:help@example.org', '/courses?level=beginner'])
      expect((await made({ actionUrl, actionText: ' More ' })).actionUrl).toBe(actionUrl);
    expect(await made({ actionUrl: '', actionText: '' })).toMatchObject({ actionUrl: null, actionText: null });
  });
});

describe('administrators', () => {
  // Shows security#repeatable-writes
  test('create an alert once with one key', async () => {
    const key = crypto.randomUUID();
    const [one, again] = [await make({ message: 'once' }, { key }), await make({ message: 'once' }, { key })];
    expect(again.body.data).toEqual(one.body.data);
    expect(await messages()).toEqual(['once']);
    expect(await db.$count(auditEvent, eq(auditEvent.targetId, (one.body.data as Alert).id))).toBe(1);
    // The same key of another academy is another alert.
    expect((await make({ message: 'once' }, { key, tenant: 'kube' })).body.data).not.toEqual(one.body.data);
  });

  test('see past and scheduled ones, with their authors', async () => {
    await made({ message: 'over', from: inMs(-2 * HOUR_MS), to: inMs(-HOUR_MS) });
    const planned = await made({ message: 'planned', from: inMs(HOUR_MS) });
    const { body } = await app.call(listAlerts, {}, { tenant: 'spring', bearer });
    const { result } = body.data as { result: Alert[] };
    expect(result.map(({ message, firstName }) => [message, firstName])).toEqual([
      ['planned', 'Test'],
      ['over', 'Test'],
    ]);
    const single = await app.call(getAlert, { params: { id: planned.id } }, { tenant: 'spring', bearer });
    expect(single.body.data).toEqual(planned);
  });

  test('change an alert as a whole, which shows it again when dismissed', async () => {
    const before = await made({ message: 'one', actionText: 'More', actionUrl: '/courses' });
    const change = { params: { id: before.id }, body: anAlert({ message: 'two', level: 'warning' }) };
    const { body } = await app.call(updateAlert, change, { tenant: 'spring', bearer });
    const after = body.data as Alert;
    expect(after).toMatchObject({ message: 'two', level: 'warning', actionText: null, actionUrl: null });
    expect(after.createdAt).toBe(before.createdAt);
    expect(Date.parse(after.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt));
  });

  // Shows security#exact-deletes
  test('delete all of the named alerts or none', async () => {
    const [one, two, other] = [await made({ message: '1' }), await made({ message: '2' }), await made({}, 'kube')];
    const remove = (ids: string[]) => app.call(deleteAlerts, { body: { ids } }, { tenant: 'spring', bearer });
    expect((await remove([])).status).toBe(400);
    expect((await remove([one.id, crypto.randomUUID()])).status).toBe(404);
    expect((await remove([one.id, other.id])).status).toBe(404);
    expect(await messages()).toEqual(['2', '1']);
    expect((await remove([one.id, two.id, one.id])).body.data).toEqual({ deleted: [one.id, two.id] });
    expect(await messages()).toEqual([]);
    expect(await messages('kube')).toEqual(['Hello']);
  });
});

describe('two administrators', () => {
  const change = (id: string, input: GivenAlert, as = bearer) =>
    app.call(
      updateAlert,
      { params: { id }, body: anAlert(input) as AlertInput & { expectedUpdatedAt?: string } },
      { tenant: 'spring', bearer: as },
    );

  test('who change one alert: the second learns who was first', async () => {
    const { id, updatedAt } = await made({ message: 'one' });
    const other = await app.aPerson({ admin: true });
    const expected = { expectedUpdatedAt: updatedAt } as GivenAlert;
    const first = await change(id, { message: 'theirs', ...expected }, await other.bearer());
    expect(first.status).toBe(200);
    const second = await change(id, { message: 'mine', ...expected });
    expect(second.status).toBe(409);
    const { updatedAt: now } = first.body.data as Alert;
    const when = new Date(now).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
    expect(second.body.errors).toMatchObject([
      {
        code: 'conflict',
        errorMessage: `${other.email} changed this alert on ${when} UTC. Nothing was overwritten.`,
      },
    ]);
    expect(await messages()).toEqual(['theirs']);
    expect((await change(id, { message: 'mine', expectedUpdatedAt: now } as GivenAlert)).status).toBe(200);
    expect(await messages()).toEqual(['mine']);
  });

  test('who change it at the same moment: one of them wins', async () => {
    const { id, updatedAt } = await made({ message: 'one' });
    const inputs = ['a', 'b', 'c', 'd'].map((message) => ({ message, expectedUpdatedAt: updatedAt }) as GivenAlert);
    const replies = await Promise.all(inputs.map((input) => change(id, input)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('see in the audit log what an alert said before and after', async () => {
    const { id } = await made({ message: 'one' });
    await change(id, { message: 'two', level: 'warning' });
    const rows = await db.select().from(auditEvent).where(eq(auditEvent.targetId, id)).orderBy(auditEvent.eventId);
    expect(rows.map(({ action, details }) => [action, details])).toMatchObject([
      ['alert.create', { after: { message: 'one', level: 'info', from: null } }],
      ['alert.update', { before: { message: 'one', level: 'info' }, after: { message: 'two', level: 'warning' } }],
    ]);
  });
});

describe('a deleted alert', () => {
  const remove = (ids: string[]) => app.call(deleteAlerts, { body: { ids } }, { tenant: 'spring', bearer });
  const restore = (ids: string[], tenant = 'spring') => app.call(restoreAlerts, { body: { ids } }, { tenant, bearer });

  test('is hidden from everybody, and restored unchanged', async () => {
    const before = await made({ message: 'back again', to: inMs(HOUR_MS) });
    await remove([before.id]);
    expect(await messages()).toEqual([]);
    expect((await app.call(getAlert, { params: { id: before.id } }, { tenant: 'spring', bearer })).status).toBe(404);
    expect((await app.call(listAlerts, {}, { tenant: 'spring', bearer })).body.data).toEqual({ result: [] });
    expect((await restore([before.id])).body.data).toEqual({ restored: [before.id] });
    expect((await app.call(getAlert, { params: { id: before.id } }, { tenant: 'spring', bearer })).body.data).toEqual(
      before,
    );
    expect(await messages()).toEqual(['back again']);
    const audited = await db.select().from(auditEvent).where(eq(auditEvent.targetId, before.id));
    expect(audited.map(({ action }) => action).sort()).toEqual(['alert.create', 'alert.delete', 'alert.restore']);
  });

  test('is purged after a day, and several are restored together or not', async () => {
    const [one, two] = [await made({ message: '1' }), await made({ message: '2' })];
    await remove([one.id, two.id]);
    await db
      .update(alert)
      .set({ deletedAt: new Date(inMs(-25 * HOUR_MS)) })
      .where(eq(alert.alertId, two.id));
    expect((await restore([one.id, two.id])).status).toBe(404);
    expect(await messages()).toEqual([]);
    expect((await restore([one.id], 'kube')).status).toBe(404);
    expect((await restore([one.id])).status).toBe(200);
    await remove([one.id]);
    expect(await db.$count(alert, eq(alert.alertId, two.id))).toBe(0);
  });

  test('no longer starts and ends by schedule', async () => {
    const { id } = await made({ message: 'planned', from: inMs(HOUR_MS) });
    await remove([id]);
    const { turn } = await alertsStore(db).nextTurn(null);
    expect(turn).toBeNull();
  });
});

test('a preview renders an alert and stores nothing', async () => {
  const preview = (message: string, actionUrl: string | null = null) =>
    app.call(previewAlert, { body: { message, actionUrl } }, { tenant: 'spring', bearer });
  const { body } = await preview('<b>New</b><script>x</script> <img src=x>', '/courses');
  expect(body.data).toEqual({ message: '<b>New</b>', actionUrl: '/courses' });
  expect((await preview('x', 'javascript:alert(1)')).body.errors).toMatchObject([{ field: 'actionUrl' }]);
  expect(await shown()).toEqual([]);
});
