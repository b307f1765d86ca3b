import { afterAll, expect, test } from 'vitest';
import { connect } from '../db/connect.ts';
import { favorite } from '../db/tables.ts';
import { startApp } from '../testing/start-app.ts';
import { personIdOf, type TenantScope } from '../values/scope.ts';
import { type NewEvent, progressStore } from './progress.store.ts';

const app = await startApp();
/** One connection, whose planner can be added how to join. */
const own = connect(app.database.connectionString, { connections: 1 });
afterAll(() => own.close());

const tenantId = 'spring' as TenantScope;
const aLearner = async () => personIdOf(await app.aPerson());
const at = new Date();
const event = (key: string, itemId: string): NewEvent => ({ key, itemId, kind: 'completed', at, value: null });

test.each(['nestloop', 'hashjoin', 'mergejoin'])(
  'concurrent events of several learners keep their order (%s)',
  async (only) => {
    for (const way of ['nestloop', 'hashjoin', 'mergejoin'])
      await own.pool.query(`set enable_${way} = ${way === only}`);
    await own.pool.query('discard plans');
    const store = progressStore(own.db);
    const people = await Promise.all(Array.from({ length: 4 }, aLearner));
    const keys = Array.from({ length: 40 }, (_, n) => `${only}-${(n * 7) % 40}`);
    await Promise.all(
      people.map((personId) =>
        store.append(
          personId,
          tenantId,
          'lesson',
          keys.map((key) => event(key, key)),
        ),
      ),
    );
    for (const personId of people) {
      const events = await store.all(personId, tenantId, 'lesson');
      const order = events.toSorted((a, b) => a.sequence - b.sequence).map(({ lessonId }) => lessonId);
      expect(order).toEqual(keys);
    }
  },
);

test('of concurrent equal keys only the first is new', async () => {
  const store = progressStore(app.database.db);
  const [nora, omar] = await Promise.all([aLearner(), aLearner()]);
  const added = await Promise.all([
    store.append(nora, tenantId, 'lesson', [event('a', 'one'), event('b', 'two')]),
    store.append(omar, tenantId, 'lesson', [event('a', 'one')]),
    store.append(nora, tenantId, 'lesson', [event('b', 'two'), event('c', 'three')]),
    store.append(omar, tenantId, 'guide', [event('d', 'one')]),
  ]);
  expect(added[1]).toEqual(new Set(['a']));
  expect(added[3]).toEqual(new Set(['d']));
  expect([...(added[0] ?? []), ...(added[2] ?? [])].sort()).toEqual(['a', 'b', 'c']);
  const [one, all] = await Promise.all([
    store.ofItems(nora, tenantId, 'lesson', ['one', 'three']),
    store.ofItems(omar, tenantId, 'lesson', ['one', 'two', 'three']),
  ]);
  expect(one.map(({ lessonId }) => lessonId).sort()).toEqual(['one', 'three']);
  expect(all.map(({ lessonId }) => lessonId)).toEqual(['one']);
});

test('learners who open courses at the same time each get their own state', async () => {
  const store = progressStore(app.database.db);
  const [nora, omar] = await Promise.all([aLearner(), aLearner()]);
  await store.append(nora, tenantId, 'lesson', [event('n1', 'one'), event('n2', 'other')]);
  await store.append(omar, tenantId, 'lesson', [event('o1', 'one'), event('o2', 'two')]);
  await store.append(omar, tenantId, 'guide', [event('o3', 'one')]);
  await store.append(nora, tenantId, 'course', [
    { key: 'n3', itemId: 'other-course', kind: 'finished', at: new Date(), value: 1 },
  ]);
  const liked = [
    { personId: nora, kind: 'lesson', id: 'two' },
    { personId: nora, kind: 'lesson', id: 'other' },
    { personId: omar, kind: 'course', id: 'no-such-course' },
  ];
  await app.database.db.insert(favorite).values(liked.map((one) => ({ ...one, tenantId })));
  const found = await Promise.all([
    store.ofCourse(nora, tenantId, 'c', ['one', 'two']),
    store.ofCourse(omar, tenantId, 'c', []),
    store.ofCourse(omar, tenantId, 'c', ['two', 'one']),
    store.ofCourse(nora, 'kube' as TenantScope, 'c', ['one', 'two']),
    store.ofCourse(nora, tenantId, 'other-course', ['other']),
  ]);
  expect(found.map(({ events }) => events.map(({ lessonId }) => lessonId).sort())).toEqual([
    ['one'],
    [],
    ['one', 'two'],
    [],
    ['other', 'other-course'],
  ]);
  expect(found.map(({ favoriteLessons }) => [...favoriteLessons])).toEqual([['two'], [], [], [], ['other']]);
  expect(found.flatMap(({ favoriteCourses }) => [...favoriteCourses])).toEqual([]);
});
