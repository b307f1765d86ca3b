import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { findItems } from '@academy/content/find-items';
import { hasEnvironment, SAMPLE_ENVIRONMENTS } from '@academy/lab-host/testing/sample-environments';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../paths.ts';
import { runCommand } from '../../testing/run-command.ts';

const SAMPLES = join(ROOT, 'samples');
const IS_LONG_RUN = process.env.ACADEMY_TEST_ALL === '1';
const labs = (await findItems(['workshop'], SAMPLES))
  .map(({ root, file }) => {
    const definition = readFileSync(join(root, file), 'utf8');
    const environment = /^ +academy\/environment: (.+)$/m.exec(definition)?.[1] ?? 'browser';
    return { folder: relative(SAMPLES, root), environment };
  })
  .sort((a, b) => (a.folder < b.folder ? -1 : 1));

/** Why a lab cannot be proved here; null: it can. */
function lackOf(environment: string): string | null {
  if (environment === 'browser') return null;
  if (!IS_LONG_RUN) return 'it is proved with --all';
  if (!hasSandboxes) return 'this machine has no sandboxes';
  return hasEnvironment(environment) ? null : `the environment ${environment} is not in ${SAMPLE_ENVIRONMENTS}`;
}

const ACADEMIES = ['spring', 'kube', 'tanzu'];

describe('the sample labs', { timeout: 900_000 }, () => {
  it.each(ACADEMIES)('of %s run in the browser and in sandboxes, two of each', (tenant) => {
    const own = labs.filter(({ folder }) => folder.startsWith(`${tenant}/`));
    const inBrowser = own.filter(({ environment }) => environment === 'browser').length;
    expect(inBrowser).toBeGreaterThanOrEqual(2);
    expect(own.length - inBrowser).toBeGreaterThanOrEqual(2);
  });

  it.for(labs)('in $folder work from the first step to the last', async ({ folder, environment }, { skip }) => {
    const lack = lackOf(environment);
    if (lack !== null) {
      if (IS_LONG_RUN) console.warn(`The lab in ${folder} is left out: ${lack}.`);
      skip(lack);
    }
    // Those of `linux` belong to no academy of the samples.
    const tenant = ACADEMIES.find((name) => folder.startsWith(`${name}/`)) ?? 'spring';
    const env = { ACADEMY_LAB_ENVIRONMENTS: SAMPLE_ENVIRONMENTS };
    const { out, err } = await runCommand(SAMPLES, ['labs', 'prove', folder, '--tenant', tenant], { env });
    expect(`${out}${err}`).toMatch(/1 workshop: 1 proved, 0 failed, 0 not proved; 0 findings$/);
  });
});
