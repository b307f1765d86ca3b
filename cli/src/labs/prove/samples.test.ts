import { join, relative } from 'node:path';
import { findItems } from '@academy/content/find-items';
import { hasSandboxes } from '@academy/labs/testing/sandboxes-here';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../paths.ts';
import { runCommand } from '../../testing/run-command.ts';

const SAMPLES = join(ROOT, 'samples');
const workshops = (await findItems(['workshop'], SAMPLES)).map(({ root }) => relative(SAMPLES, root)).sort();

describe('the sample labs', { timeout: 300_000 }, () => {
  it('are found, so that a new one is proved, too', () => {
    for (const academy of ['spring', 'kube', 'tanzu']) expect(workshops.join(' ')).toContain(`${academy}/workshops/`);
  });

  it.each(workshops)('in %s work from the first step to the last', async (folder) => {
    const [tenant = ''] = folder.split('/');
    const { out, err } = await runCommand(SAMPLES, ['labs', 'prove', folder, '--tenant', tenant]);
    if (!hasSandboxes && out.includes('not proved') && out.includes('(sandbox)')) {
      console.warn(`The lab in ${folder} is left out: this machine has no sandboxes.`);
      return;
    }
    expect(`${out}${err}`).toMatch(/1 workshop: 1 proved, 0 failed, 0 not proved; 0 findings$/);
  });
});
