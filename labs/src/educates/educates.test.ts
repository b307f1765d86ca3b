import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LabStart, StartedLab } from '../lab-provider.ts';
import { FakePortal, ROBOT } from '../testing/fake-portal.ts';
import { educatesLabs } from './educates.ts';

const SHORT = { name: 'lab-short', durationSeconds: 180, deadlineSeconds: 300, capacity: 2 };
let portal: FakePortal;
let time = 0;
let sessions: NonNullable<ReturnType<typeof educatesLabs>['sessions']>;

beforeEach(async () => {
  portal = new FakePortal({ workshops: [SHORT], perUser: 1, frozen: true });
  await portal.open();
  sessions = labsOf(portal);
});
afterEach(() => portal.close());

const labsOf = (...portals: FakePortal[]) => labsThatWait(10_000, ...portals);

/** @param timeoutMs how long it waits for a portal */
function labsThatWait(timeoutMs: number, ...portals: FakePortal[]) {
  const settings = portals.map(({ url }, at) => ({ name: `portal${at}`, url, robot: ROBOT }));
  const { sessions: made } = educatesLabs({ portals: settings, timeoutMs, now: () => time });
  if (made === null) throw new Error('there are no sessions');
  return made;
}

const wanted = (learner = 'ada', workshop = 'lab-short'): LabStart => ({
  workshop,
  learnerAt: (host) => `${learner}-at-${host.replace(/\W/g, '-')}`,
  returnUrl: 'https://academy.example.org/lab-return',
  eventsUrl: 'https://academy.example.org/api/v1/labs/events/secret',
});
/** Opens a session as the learner's frame would. */
const activate = ({ url }: StartedLab) => fetch(url ?? '', { redirect: 'manual' });
const problem = (name: string) => expect.objectContaining({ problem: name });
const logIns = () => portal.logIns;
const secondsTo = (date: Date | null) => Math.round(((date?.getTime() ?? 0) - Date.now()) / 1000);

describe('a start', () => {
  test('has a session that waits for 60 seconds, with an address at the portal', async () => {
    const started = await sessions.start(wanted());
    expect(started).toMatchObject({ state: 'waiting', extendable: false, deadline: null });
    expect(started.url).toContain(`${portal.url}/workshops/session/`);
    expect(started.reference).toBe(`portal0/${portal.sessions[0]?.name}`);
    expect(secondsTo(started.expiresAt)).toBe(60);
    expect(portal.sessions[0]?.user).toBe(`ada-at-${new URL(portal.url).host.replace(/\W/g, '-')}`);
  });

  test('again has the same session, with the time that is left', async () => {
    const first = await sessions.start(wanted());
    await activate(first);
    portal.advance(60);
    const again = await sessions.start(wanted());
    expect(again).toMatchObject({ reference: first.reference, url: first.url, state: 'running' });
    expect(secondsTo(again.expiresAt)).toBe(120);
  });

  test('finds the session of a learner although the environment was renewed since', async () => {
    const first = await sessions.start(wanted());
    await activate(first);
    portal.renew('lab-short');
    expect((await sessions.start(wanted())).reference).toBe(first.reference);
    expect((await sessions.start(wanted('eve'))).reference).toContain('portal-w02-lab-short');
  });

  test('retries when the environment is renewed in the middle', async () => {
    portal.faults.push({ path: '/request/', reply: { status: 403, text: 'Environment does not exist' } });
    expect(await sessions.start(wanted())).toMatchObject({ state: 'waiting' });
    for (let i = 0; i < 2; i += 1)
      portal.faults.push({ path: '/request/', reply: { status: 403, text: 'Environment does not exist' } });
    await expect(sessions.start(wanted('eve'))).rejects.toEqual(problem('not-found'));
  });

  test('of a workshop that no portal offers is not-found', async () => {
    await expect(sessions.start(wanted('ada', 'lab-missing'))).rejects.toEqual(problem('not-found'));
  });

  test('tells a full lab from a learner with too many sessions', async () => {
    portal.options.workshops = [SHORT, { ...SHORT, name: 'lab-other' }];
    await sessions.start(wanted());
    await expect(sessions.start(wanted('ada', 'lab-other'))).rejects.toEqual(problem('user-limit'));
    await sessions.start(wanted('eve'));
    await expect(sessions.start(wanted('mia'))).rejects.toEqual(problem('no-capacity'));
  });

  test('uses a portal that has the workshop and replies', async () => {
    const other = new FakePortal({ workshops: [{ ...SHORT, name: 'lab-other' }], frozen: true });
    await other.open();
    const both = labsOf(portal, other);
    expect((await both.start(wanted('ada', 'lab-other'))).reference).toMatch(/^portal1\//);
    portal.faults.push({ path: '/', reply: 'hang-up' }, { path: '/', reply: 'hang-up' });
    expect((await both.start(wanted('eve', 'lab-other'))).reference).toMatch(/^portal1\//);
    // When one of them does not reply, it may or may not have the workshop.
    portal.faults.push({ path: '/', reply: 'hang-up' }, { path: '/', reply: 'hang-up' });
    await expect(both.start(wanted('mia', 'lab-missing'))).rejects.toEqual(problem('unavailable'));
    await other.close();
  });

  test('never returns an address of another host', async () => {
    const leading = (url: string) => ({ status: 200, text: JSON.stringify({ name: 'session', url }) });
    for (const url of [
      'https://evil.example.org/workshops/session/x/',
      '//evil.example.org/workshops/session/x/',
      '/admin/',
      '/workshops/session/../../admin/',
    ]) {
      portal.faults = [{ path: '/request/', reply: leading(url) }];
      await expect(sessions.start(wanted())).rejects.toEqual(problem('provider-error'));
    }
  });
});

describe('the time of a session', () => {
  test("is counted by the remaining seconds, whatever the portal's clock says", async () => {
    portal.clockAhead = 3_600_000;
    const started = await sessions.start(wanted());
    await activate(started);
    const now = await sessions.status(started.reference ?? '');
    expect(now).toMatchObject({ state: 'running', expiring: true, extendable: true });
    expect(secondsTo(now?.expiresAt ?? null)).toBe(180);
  });

  test('is extended once, up to its deadline', async () => {
    const started = await sessions.start(wanted());
    const reference = started.reference ?? '';
    expect(await sessions.extend(reference)).toMatchObject({ extended: false });
    await activate(started);
    const extended = await sessions.extend(reference);
    expect([extended?.extended, secondsTo(extended?.expiresAt ?? null)]).toEqual([true, 300]);
    expect(await sessions.extend(reference)).toMatchObject({ extended: false, extendable: false });
  });

  test('ends: then the session does not exist any more', async () => {
    const { reference } = await sessions.start(wanted());
    portal.advance(61);
    expect(await sessions.status(reference ?? '')).toBeNull();
    expect(await sessions.extend(reference ?? '')).toBeNull();
    await sessions.terminate(reference ?? '');
  });

  test('is ended by the learner', async () => {
    const { reference } = await sessions.start(wanted());
    await sessions.terminate(reference ?? '');
    expect(portal.sessions).toEqual([]);
  });
});

describe('tokens', () => {
  test('are obtained once for concurrent requests', async () => {
    await Promise.all(['ada', 'eve'].map((learner) => sessions.start(wanted(learner))));
    expect(logIns()).toBe(1);
  });

  test('that were revoked in the middle are obtained again, once', async () => {
    const { reference } = await sessions.start(wanted());
    portal.revokeTokens();
    const asked = await Promise.all([1, 2, 3].map(() => sessions.status(reference ?? '')));
    expect(asked.map((one) => one?.state)).toEqual(['waiting', 'waiting', 'waiting']);
    expect(logIns()).toBe(2);
  });

  test('are renewed before they expire, by one request', async () => {
    const { reference } = await sessions.start(wanted());
    time += 36_000_000 - 30_000;
    const before = portal.requests.length;
    await Promise.all([1, 2, 3].map(() => sessions.status(reference ?? '')));
    expect(portal.requests.slice(before).filter((one) => one === 'POST /oauth2/token/')).toHaveLength(1);
    expect(logIns()).toBe(1);
  });

  test('that cannot be obtained are reported as forbidden, without the password', async () => {
    const { sessions: wrong } = educatesLabs({
      portals: [{ name: 'main', url: portal.url, robot: { ...ROBOT, password: 'not-the-password' } }],
    });
    const failure: unknown = await wrong?.start(wanted()).catch((error: unknown) => error);
    expect(failure).toEqual(problem('forbidden'));
    expect(JSON.stringify(failure) + String(failure)).not.toContain('not-the-password');
  });

  test('refused again after a new log-in are forbidden', async () => {
    for (let i = 0; i < 2; i += 1) portal.faults.push({ path: '/schedule/', reply: { status: 403, text: '' } });
    await expect(sessions.status('portal0/session')).rejects.toEqual(problem('forbidden'));
  });
});

test.each([
  ['is slow', 'never', 'timeout'],
  ['hangs up', 'hang-up', 'unavailable'],
  ['answers with 500', { status: 500, text: 'Server Error' }, 'provider-error'],
  ['answers with 503', { status: 503, text: 'upstream' }, 'unavailable'],
  ['answers with a page', { status: 200, text: '<html>Log in</html>' }, 'provider-error'],
  ['answers with something else', { status: 200, text: '{"countdown":"soon"}' }, 'provider-error'],
  ['leads elsewhere', { status: 301, text: '' }, 'provider-error'],
  ['says too much', { status: 200, text: 'x'.repeat(2_100_000) }, 'provider-error'],
] as const)('a portal that %s has one of the known problems', async (_what, reply, expected) => {
  const waiting = reply === 'never' ? labsThatWait(400, portal) : sessions;
  portal.faults.push({ path: '/schedule/', reply });
  await expect(waiting.status('portal0/session')).rejects.toEqual(problem(expected));
});

test('a session of a portal that is not set up any more is unavailable', async () => {
  await expect(sessions.status('gone/session')).rejects.toEqual(problem('unavailable'));
});
