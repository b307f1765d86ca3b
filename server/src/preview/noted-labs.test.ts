import { buildItem } from '@academy/content/build';
import type { BuiltItem } from '@academy/content/built-item';
import type { PackedItem } from '@academy/content/pack';
import { loadTenants } from '@academy/tenants';
import { beforeEach, expect, test } from 'vitest';
import { labContents } from '../labs/lab-content.ts';
import { labEngines, labProviderOf } from '../labs/lab-engines.ts';
import { readingServices } from '../reading/reading.ts';
import { anItem, aWorkshop } from '../testing/an-item.ts';
import { personIdOf, type SignedInScope, scopeOf } from '../values/scope.ts';
import { CatalogueInMemory } from './catalogue-in-memory.ts';
import { notedLabs } from './noted-labs.ts';
import { notesInMemory } from './notes.ts';

const tenant = [...(await loadTenants()).values()].find(({ tenantId }) => tenantId === 'spring');
if (tenant === undefined) throw new Error('there is no tenant spring');
const actor = { personId: personIdOf({ personId: 'preview' }), isAdmin: false, isPro: false };
const scope = { tenant, tenantId: scopeOf(tenant), actor, correlationId: '' } as unknown as SignedInScope;
const address = { url: 'http://spring.localhost/guides/spring-g', lessonId: 'spring-g' };
const guide = anItem('guide', { id: 'spring-g', type: 'lab', settings: { educates: 'spring-lab' } });
const work = { files: [{ path: 'exercises/a.txt', text: 'mine' }], page: '02-go-on', done: ['x'] };
const step = { step: '01-start#1', at: '2030-01-01T00:00:01.000Z', exitStatus: null };

async function built({ kind, files, options }: PackedItem): Promise<BuiltItem> {
  const result = await buildItem(kind, files, { ...options, tenantId: 'spring' });
  if (result.refused) throw new Error(JSON.stringify(result.findings));
  return result.item;
}

let catalogue: CatalogueInMemory;
let preview: ReturnType<typeof notedLabs>;

/** The author saves the lab with these files. */
async function save(more: Record<string, string> = {}): Promise<void> {
  const items = await Promise.all([guide, aWorkshop('spring-lab', 'A lab', { more })].map(built));
  catalogue.replace(new Map([['spring', items]]), []);
}

beforeEach(async () => {
  catalogue = new CatalogueInMemory();
  const services = readingServices(catalogue.stores, catalogue.versions, { labProviderOf: labProviderOf({}) });
  const events = { onEvent: async () => undefined, onFailure: () => undefined };
  const engines = labEngines({ engines: {}, portals: [] }, events);
  preview = notedLabs({ ...services, contents: labContents(services), engines }, notesInMemory(20));
  await save({ 'exercises/a.txt': 'first' });
});

test('an author without a log-in starts a lab, whose work and steps are kept', async () => {
  const { labs, steps } = preview;
  expect(await labs.details(scope, 'guide', address)).toMatchObject({ provider: 'browser', session: null });
  const { id } = await labs.start(scope, address, undefined);
  expect((await labs.start(scope, address, undefined)).id).toBe(id);
  await labs.keepSnapshot(scope, id, { ...work, at: '2030-01-01T00:00:02.000Z' });
  expect(await labs.keepSnapshot(scope, id, { ...work, files: [], at: step.at })).toEqual({ saved: false });
  await steps.record(scope, id, [
    { ...step, result: 'failed', tries: 1, exitStatus: 1 },
    { ...step, result: 'done', tries: 2 },
  ]);
  const kept = await labs.get(scope, id);
  expect(kept.snapshot?.files).toEqual(work.files);
  expect(kept.steps).toMatchObject([{ step: step.step, tries: 2, failed: true }]);
});

test('saved instructions reach a lab that runs, changed files end it', async () => {
  const { labs } = preview;
  const { id } = await labs.start(scope, address, undefined);
  await save({ 'exercises/a.txt': 'first', 'workshop/content/01-start.md': 'New words.' });
  const { session, content } = await labs.details(scope, 'guide', address);
  expect([session?.id, content?.pages[0]?.html]).toEqual([id, expect.stringContaining('New words.')]);

  await save({ 'exercises/a.txt': 'second' });
  expect((await labs.details(scope, 'guide', address)).session).toBeNull();
  await expect(labs.keepSnapshot(scope, id, { ...work, at: step.at })).rejects.toThrow('has ended');
  const next = await labs.start(scope, address, undefined);
  expect([next.id === id, (await labs.details(scope, 'guide', address)).content?.files]).toEqual([
    false,
    [{ path: 'exercises/a.txt', text: 'second' }],
  ]);
});

test('an author ends a lab and starts another', async () => {
  const { labs } = preview;
  const { id } = await labs.start(scope, address, undefined);
  expect((await labs.terminate(scope, id)).state).toBe('ended');
  expect((await labs.start(scope, address, undefined)).id).not.toBe(id);
});
