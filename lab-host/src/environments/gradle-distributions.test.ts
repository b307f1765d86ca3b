import { chmodSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { Sandbox } from '../sandbox/sandbox.ts';
import { hasSandboxes, view } from '../testing/sandboxes-here.ts';
import { makeSmallRoot } from '../testing/small-root.ts';
import { addEnvironment } from './add-environment.ts';
import { readEnvironment } from './environment.ts';
import { environmentRegistry } from './environment-registry.ts';
import { distributionFolder } from './gradle-distributions.ts';

test.each([
  ['gradle-6.8.3-bin.zip', '.gradle/wrapper/dists/gradle-6.8.3-bin/7ykxq50lst7lb7wx1nijpicxn'],
  ['gradle-8.5-bin.zip', '.gradle/wrapper/dists/gradle-8.5-bin/5t9huq95ubn472n8rpzujfbqh'],
])('%s lies where the wrapper of Gradle looks for it', (name, folder) => {
  expect(distributionFolder(name)).toBe(folder);
});

/** What a wrapper does before it starts Gradle. */
const WRAPPER = `cd ~/.gradle/wrapper/dists/gradle-9.9-bin/* || exit 1
touch gradle-9.9-bin.zip.lck || exit 1
if [ -f gradle-9.9-bin.zip.ok ]; then exec gradle-9.9/bin/gradle; fi
curl -sSfO https://services.gradle.org/distributions/gradle-9.9-bin.zip`;

describe.skipIf(!hasSandboxes)('a lab with a distribution of its environment', () => {
  let place = '';
  beforeAll(() => {
    place = mkdtempSync(join(tmpdir(), 'academy-gradle-'));
    chmodSync(place, 0o755);
    makeSmallRoot(join(place, 'root'), ['cp']);
    const gradle = strToU8(
      '#!/bin/bash\necho "Gradle 9.9"; rm "$0" && (echo x > /warm/x) 2> /dev/null || echo refused\n',
    );
    writeFileSync(join(place, 'gradle-9.9-bin.zip'), zipSync({ 'gradle-9.9': { bin: { gradle } } }));
    writeFileSync(join(place, 'gradle-0.1-bin.zip'), 'none');
    writeFileSync(join(place, 'gradle-0.2-bin.zip'), zipSync({ a: { b: gradle }, c: { d: gradle } }));
  });
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  const folder = () => join(place, 'environments');
  const add = (gradleDistribution: string | string[]) => {
    const environment = readEnvironment(
      JSON.stringify({ title: 'Gradle', from: `folder:${join(place, 'root')}`, gradleDistribution }),
    );
    return addEnvironment({ folder: folder(), name: 'gradle', environment, cwd: '/' });
  };

  async function saidInLab(script: string): Promise<string> {
    const registry = environmentRegistry({ folder: folder(), images: {}, host: view, secret: [] });
    const found = registry.surroundings({ environment: 'gradle', image: null });
    if (found === null) throw new Error('there is no such environment');
    const sandbox = await Sandbox.start({ view: found.view, homeBytes: 16 * 1024 * 1024 });
    const { output } = await sandbox.run({ script, seconds: 20 }).finally(() => sandbox.end());
    return output.toString('utf8');
  }

  it('starts Gradle by its wrapper without any host, and cannot change it for others', async () => {
    await add(join(place, 'gradle-9.9-bin.zip'));
    expect(await saidInLab(WRAPPER)).toBe('Gradle 9.9\nrefused\n');
    expect(await saidInLab(WRAPPER)).toBe('Gradle 9.9\nrefused\n');
  });

  it.each([
    ['gradle-1.0-bin.zip', 'is not there'],
    ['gradle-0.1-bin.zip', 'is no complete zip archive'],
    ['gradle-0.2-bin.zip', 'holds no single folder'],
  ])('is not made of %s, which %s', async (name, words) => {
    rmSync(folder(), { recursive: true, force: true });
    await expect(add([join(place, name)])).rejects.toThrow(words);
    expect(readdirSync(folder())).toEqual([]);
  });

  it('names its distribution by the name that Gradle gives it', () => {
    const text = JSON.stringify({ title: 'Gradle', from: 'folder:/srv', gradleDistribution: '/srv/gradle.zip' });
    expect(() => readEnvironment(text)).toThrow('"gradleDistribution" must be a file such as');
  });
});
