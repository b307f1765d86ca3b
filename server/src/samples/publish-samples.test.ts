import { resolve } from 'node:path';
import { loadTenants } from '@academy/tenants';
import { expect, it, onTestFinished } from 'vitest';
import { itemBuilds } from '../publishing/item-builds.ts';
import { startApp } from '../testing/start-app.ts';
import { scopeOf } from '../values/scope.ts';
import { buildSamples, publishSamples, samplesIn } from './publish-samples.ts';

const SAMPLES = resolve(import.meta.dirname, '../../../samples');
const tenants = await loadTenants();
const spring = tenants.get('spring');
if (spring === undefined) throw new Error('there is no brand "spring"');
const brands = new Map([['spring' as const, spring]]);

function builds() {
  // On a slow machine a client would be refused: a start waits for its turn.
  const slow = { maxWaitMs: 0 };
  const made = itemBuilds({ packedBytes: 10_000_000, pictureFolder: null, ...slow, onFailure: () => undefined });
  onTestFinished(() => made.close());
  return made;
}

it('samples built before there is a database are those that are built later', async () => {
  const app = await startApp();
  const samples = await buildSamples(builds(), samplesIn(SAMPLES, brands));
  // More than the worker is given at once.
  expect(samples.length).toBeGreaterThan(16);
  await Promise.all(samples.map(({ built }) => built));
  // Without its worker the application can only publish what is built.
  await app.publishing.close();
  const said: string[] = [];
  await publishSamples(app.publishing, samples.values(), (line) => said.push(line));
  expect(said).toEqual(['Publishing the sample academy', `Sample academy published: ${samples.length} items`]);
  expect(await app.publishing.list(scopeOf(spring), null, ['*'])).toHaveLength(samples.length);

  const later: string[] = [];
  await publishSamples(app.publishing, samplesIn(SAMPLES, brands), (line) => later.push(line));
  expect(later).toEqual([]);
});

it('a sample that cannot be built is left out, with its reason', async () => {
  const app = await startApp();
  const [first, second] = await buildSamples(builds(), samplesIn(SAMPLES, brands));
  if (first === undefined || second === undefined) throw new Error('there are no samples');
  const result = { outcome: 'unusable', code: 'archive-broken', message: 'it is not an archive' } as const;
  const broken = { ...first, built: Promise.resolve({ packed: new Uint8Array(), result }) };
  const said: string[] = [];
  await publishSamples(app.publishing, [broken, second].values(), (line) => said.push(line));
  expect(said).toEqual([
    `The sample ${first.item.kind} "${first.item.id}" is left out: it is not an archive`,
    'Publishing the sample academy',
    'Sample academy published: 1 items',
  ]);
});
