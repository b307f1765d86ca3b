import { expect, it } from 'vitest';
import { aCourse } from '../testing/a-course.ts';
import { publishCourse, startApp } from '../testing/start-app.ts';
import type { TenantScope } from '../values/scope.ts';
import { heldMemory } from './held-memory.ts';
import { itemBuilds } from './item-builds.ts';
import { publishingService } from './publishing.service.ts';

const busy = { code: 'unavailable' };
async function* body(...sizes: number[]) {
  for (const size of sizes) yield new Uint8Array(size);
}

it('archives of history and pushes share one memory limit', async () => {
  const memory = heldMemory(80, 100);
  const { promise, resolve } = Promise.withResolvers<string>();
  const older = memory.hold(60, () => promise);
  const use = async (bytes: Uint8Array) => bytes.byteLength;
  await expect(memory.receive(body(30, 30), use)).rejects.toMatchObject(busy);
  await expect(memory.hold(41, async () => 'never')).rejects.toMatchObject(busy);
  expect(await memory.receive(body(20, 20), use)).toBe(40);
  resolve('done');
  expect(await older).toBe('done');
  await expect(memory.receive(body(50, 31), use)).rejects.toMatchObject({ code: 'too-large' });
  expect(await memory.hold(100, async () => 'all')).toBe('all');
});

it('a version is not read when there is no memory left', async () => {
  const app = await startApp();
  const lessons = [{ id: 'spring-held-1', slug: 'one' }];
  await publishCourse(app, 'spring', aCourse({ id: 'spring-held', slug: 'held', lessons }));
  const settings = { packedBytes: 1_000_000, onFailure: () => undefined };
  const builds = itemBuilds({ ...settings, pictureFolder: null });
  const full = publishingService(app.database.db, app.versions, app.files, builds, {
    ...settings,
    memory: { archiveBytes: 10 },
  });
  const item = { tenantId: 'spring' as TenantScope, kind: 'course', id: 'spring-held' } as const;
  await expect(full.version(item.tenantId, item.kind, item.id, 1)).rejects.toMatchObject(busy);
  const terms = { ...item, by: null, dryRun: false, strict: false };
  await expect(full.rollBack(terms, 1)).rejects.toMatchObject(busy);
  await full.close();
  expect(await app.publishing.rollBack(terms, 1)).toMatchObject({ outcome: 'unchanged' });
});
