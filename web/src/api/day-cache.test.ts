import { STORAGE_KEYS } from '@academy/contract/constants';
import { getCourse } from '@academy/contract/courses';
import { listInstructors } from '@academy/contract/instructors';
import { listLessons } from '@academy/contract/lessons';
import { getMyAccess, type Person } from '@academy/contract/people';
import { tenant as kube } from '@academy/tenants/kube/tenant';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeBrowser } from '../../testing/browser.ts';
import { type Answer, failure, type Received, serveAnswers, success, type TestServer } from '../../testing/http.ts';
import { runtimeAt } from '../../testing/runtime.ts';
import { pageRuntime, setPageRuntime } from '../lib/runtime.tsx';
import { readSession } from '../sign-in/session.ts';
import { storeTokens } from '../sign-in/stored-tokens.ts';
import { call } from './call.ts';
import { fetchMyAccess } from './people.ts';

/** What the academy says of the person when it is asked. */
let rights: Partial<Person> = {};
let server: TestServer;
let local: Map<string, string>;
let answer: (request: Received) => Answer | Promise<Answer>;
/** Replies given so far; each says which one it is. */
let count = 0;

const token = (sub: string) => `e30.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.x`;
const signIn = (sub: string) => {
  storeTokens({ access_token: token(sub), refresh_token: `refresh ${sub}`, id_token: token(sub), expires_in: 600_000 });
  readSession();
};
const signOut = () => {
  local.clear();
  readSession();
};
/** Which reply the page gets when it asks for a course. */
const course = async (slug = 'rest', options = {}): Promise<number> => {
  const reply: unknown = await call(getCourse, { query: { slug } }, { cache: true, ...options });
  return (reply as { count: number }).count;
};
const fetchRights = () => fetchMyAccess();

beforeEach(async () => {
  ({ local } = fakeBrowser());
  count = 0;
  rights = { userId: 'p1', isAdmin: false, isPro: false, membership: null };
  answer = ({ url }) => {
    if (url.endsWith(getMyAccess.path)) return success(rights);
    count += 1;
    return success({ count });
  };
  server = await serveAnswers((request) => answer(request));
  runtimeAt(server.origin);
  readSession();
});
afterEach(async () => {
  signOut();
  await server.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Moves the viewer's clock; nothing waits for it. */
const clock = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

describe('a reply of the cached call style', () => {
  // Shows clauses#two-call-styles
  test('is kept when that is asked for, by its address', async () => {
    expect([await course(), await course(), await course('spring')]).toEqual([1, 1, 2]);
    expect(await course('rest', { cache: false })).toBe(3);
    expect(await course()).toBe(1);
  });

  // Shows clauses#two-call-styles
  test('holds for the viewer’s present date, by the viewer’s own clock', async () => {
    clock('2026-03-01T00:00:01');
    expect(await course()).toBe(1);
    clock('2026-03-01T23:59:59');
    expect(await course()).toBe(1);
    clock('2026-03-02T00:00:00');
    expect(await course()).toBe(2);
    // A clock that was put right.
    clock('2026-03-01T12:00:00');
    expect(await course()).toBe(3);
  });

  test('of style one is never kept, nor is a failure', async () => {
    const lessons = async () => await call(listLessons, { query: { slug: 'rest' } }, { cache: true });
    await lessons();
    await lessons();
    expect(count).toBe(2);
    const usual = answer;
    answer = () => failure(500, []);
    await expect(course()).rejects.toThrow();
    answer = usual;
    expect(await course()).toBe(3);
  });
});

describe('what was kept is never shared', () => {
  // Shows clauses#two-call-styles, security#cached-replies
  test('between people', async () => {
    expect(await course()).toBe(1);
    signIn('ada');
    expect(await course()).toBe(2);
    signOut();
    signIn('ben');
    expect(await course()).toBe(3);
    signOut();
    expect(await course()).toBe(4);
    signIn('ada');
    expect(await course()).toBe(5);
  });

  // Shows clauses#two-call-styles, security#one-academy
  test('between academies, of which a page can ask another one', async () => {
    expect([await course(), await course('rest', { tenantId: 'kube' }), await course()]).toEqual([1, 2, 1]);
    setPageRuntime({ ...pageRuntime(), tenant: kube });
    expect(await course('rest', { tenantId: 'spring' })).toBe(1);
    expect(await course()).toBe(2);
    expect(server.received.map(({ headers }) => headers.tenantid)).toEqual(['spring', 'kube']);
  });

  // Shows clauses#two-call-styles, security#cached-replies
  test('between rights that begin and end within one session', async () => {
    signIn('ada');
    await fetchRights();
    expect([await course(), await course()]).toEqual([1, 1]);
    rights = { ...rights, isPro: true };
    await fetchRights();
    expect([await course(), await course()]).toEqual([2, 2]);
    rights = { ...rights, isPro: false };
    await fetchRights();
    expect(await course()).toBe(3);
    rights = { ...rights, isAdmin: true };
    await fetchRights();
    expect(await course()).toBe(4);
  });

  test('between the times before, during and after a membership, without reading rights again', async () => {
    clock('2026-03-01T08:00:00Z');
    signIn('ada');
    rights = { ...rights, membership: { startsAt: '2026-03-01T09:00:00.000Z', endsAt: '2026-03-01T10:00:00.000Z' } };
    await fetchRights();
    expect(await course()).toBe(1);
    clock('2026-03-01T09:00:00Z');
    expect([await course(), await course()]).toEqual([2, 2]);
    clock('2026-03-01T10:00:00Z');
    expect(await course()).toBe(3);
  });

  test('with other callers while it is pending', async () => {
    signIn('ada');
    let reply = () => {};
    const held = new Promise<void>((resolve) => {
      reply = resolve;
    });
    const usual = answer;
    answer = async (request) => {
      await held;
      return usual(request);
    };
    const late = course();
    await vi.waitFor(() => expect(server.received).toHaveLength(1));
    signOut();
    signIn('ben');
    answer = usual;
    reply();
    expect([await late, await course()]).toEqual([1, 2]);
    signOut();
    signIn('ada');
    expect(await course()).toBe(3);
  });
});

test('instructors, whom everybody may see, are kept for the day without any bearer', async () => {
  signIn('ada');
  const first = await call(listInstructors, {}, { cache: true });
  expect(await call(listInstructors, {}, { cache: true })).toEqual(first);
  expect(server.received.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  expect(local.get(STORAGE_KEYS.accessToken)).toBeDefined();
});
