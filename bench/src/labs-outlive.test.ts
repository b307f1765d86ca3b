import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { afterEach, expect, test } from 'vitest';
import { type RunningAcademy, startAcademy } from './academy.ts';
import { LabLearner } from './lab-learner.ts';
import { ownLabHostOf } from './labs.ts';
import { type Learner, signInLearners } from './people.ts';

const LABS = 20;
const env = {
  ACADEMY_LAB_ENGINES: 'kube=sandbox',
  ACADEMY_LAB_SANDBOXES: String(LABS),
  ACADEMY_LAB_SANDBOX_MEGABYTES: '128',
};
const folder = mkdtempSync(join(tmpdir(), 'academy-labs-outlive-'));
let academy: RunningAcademy | null = null;
afterEach(async () => {
  await academy?.stop();
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!hasSandboxes)(
  'twenty labs outlive their server, and begin again after their lab host',
  async () => {
    academy = await startAcademy(join(folder, 'data'), 0, { env });
    const people = await signInLearners(academy, LABS);
    const inLabs = (place: RunningAcademy, work: (learner: LabLearner, at: number) => Promise<unknown>) =>
      Promise.all(people.map((person: Learner, at) => work(new LabLearner(place, person), at)));
    const ids: string[] = [];
    await inLabs(academy, async (learner, at) => {
      await learner.start();
      ids[at] = learner.session?.id ?? '';
      await learner.open();
      await learner.type(`own=${at}; echo typed >> ~/exercises/log.txt; echo "set" it`, 'set it');
    });

    const host = ownLabHostOf(academy);
    await academy.kill(false);
    academy = await startAcademy(academy.dataFolder, academy.port, { env });
    expect(ownLabHostOf(academy)).toBe(host);
    const lines = await inLabs(academy, async (learner, at) => {
      // The same lab: its shell knows its variable, and nothing was typed twice.
      expect((await learner.start()).data?.id).toBe(ids[at]);
      await learner.open();
      await learner.type(`echo "own is $own, lines $(wc -l < ~/exercises/log.txt)"`, `own is ${at}, lines 1`);
    });
    expect(lines).toHaveLength(LABS);

    const { dataFolder } = academy;
    const killedAt = performance.now();
    process.kill(host, 'SIGKILL');
    const place = academy;
    await expect
      .poll(
        () =>
          inLabs(place, async (learner, at) => {
            const { data } = await learner.read(ids[at] ?? '');
            return [data?.state, data?.problem].join(' ');
          }),
        { timeout: 20_000 },
      )
      .toEqual(Array.from({ length: LABS }, () => 'ended unavailable'));
    expect(performance.now() - killedAt).toBeLessThan(10_000);
    await expect.poll(() => ownLabHostOf({ dataFolder })).not.toBe(host);
    await inLabs(place, async (learner, at) => {
      await expect.poll(async () => (await learner.start()).status, { timeout: 20_000 }).toBe(200);
      expect(learner.session?.id).not.toBe(ids[at]);
      await learner.open();
      await learner.type('cat ~/exercises/log.txt', 'typed');
    });
  },
  240_000,
);
