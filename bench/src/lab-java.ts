import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startAcademy } from './academy.ts';
import type { Figure } from './figure.ts';
import { LabLearner } from './lab-learner.ts';
import { readPages } from './labs.ts';
import { signInLearners } from './people.ts';
import { percentile } from './statistics.ts';

const LABS = 20;
const MEGABYTES = 512;
const READING_MS = 20_000;
const WARMING_MS = 3_000;
/** A learner whom the busy server refuses retries after this time, ms. */
const AGAIN_MS = 1_000;
/** A lab of the samples, and the environment that it names. */
const LAB = { tenantId: 'spring', slug: 'lab-a-test-before-the-fix' };
const ENVIRONMENT = 'java-17';

/** A program that is compiled and run, as learners do. */
const PROGRAM =
  'printf \'class A { public static void main(String[] a) { System.out.println("it " + "runs"); } }\' > A.java; java A.java';

/** Twenty labs with Java at once: their starts, the first program in each, and what the server's visitors notice. */
export async function measureJavaLabs(folder: string, { log }: { log(line: string): void }): Promise<Figure[]> {
  const environments = process.env.ACADEMY_LAB_ENVIRONMENTS ?? '';
  if (environments === '' || !existsSync(join(environments, ENVIRONMENT, 'record.json'))) {
    log(`Labs with Java are left out: ACADEMY_LAB_ENVIRONMENTS names no folder with the environment ${ENVIRONMENT}.`);
    return [];
  }
  const figures: Figure[] = [];
  const subject = `${LABS} labs with Java at once`;
  const figure = (name: string, value: number, unit: string, target: Figure['target'] = null) =>
    figures.push({ area: 'labs', subject, name, value, unit, target });
  const env = {
    ...{ ACADEMY_LAB_ENGINES: 'spring=sandbox', ACADEMY_LAB_SANDBOXES: String(LABS) },
    ...{ ACADEMY_LAB_SANDBOX_MEGABYTES: String(MEGABYTES), ACADEMY_LAB_ENVIRONMENTS: environments },
  };
  const academy = await startAcademy(join(folder, 'java-labs'), 0, { env });
  try {
    const people = await signInLearners(academy, LABS);
    // The first visitors of a server wait for what later ones find.
    await readPages(academy, WARMING_MS);
    log(`Starting ${LABS} labs with Java at once, and a program in each`);
    const learners = people.map((person) => new LabLearner(academy, person, LAB));
    const reading = readPages(academy, READING_MS);
    // Awaited below; when a start fails before that, its failure is the one to tell.
    reading.catch(() => undefined);
    const starts = await Promise.all(
      learners.map(async (learner) => {
        const began = performance.now();
        for (;;) {
          const { status, code } = await learner.start();
          if (learner.session !== null) break;
          if (code !== 'unavailable') throw new Error(`a lab did not start: ${status} ${code}`);
          await setTimeout(AGAIN_MS);
        }
        await learner.open();
        return performance.now() - began;
      }),
    );
    figure('start, p50', percentile(starts, 0.5), 'ms');
    figure('start, p99', percentile(starts, 0.99), 'ms', { max: 30_000 });
    const programs = await Promise.all(learners.map((learner) => learner.type(PROGRAM, 'it runs')));
    figure('a program compiled and run in all, longest', Math.max(...programs), 'ms');
    figure('a page meanwhile, p99', percentile(await reading, 0.99), 'ms', { max: 500 });
    return figures;
  } finally {
    await academy.stop();
  }
}
