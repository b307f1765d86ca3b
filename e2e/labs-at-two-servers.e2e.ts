import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { runningLabTexts } from '@academy/web/features/lab-workspace/running-lab-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import { ALL } from './support/academy.ts';
import { freePort } from './support/free-port.ts';
import { GUIDE, screen, type } from './support/lab-steps.ts';
import { spawnCli } from './support/process.ts';
import { openAs } from './support/sign-in.ts';
import { heading, open } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { TwoServers } from './support/two-servers.ts';

test.skip(
  !ALL || !hasSandboxes,
  'Two servers with sandboxes are started in the long run, where sandboxes are possible.',
);

const SECRET = 'a secret that servers and lab hosts share';
let hostPort = 0;
let host: ChildProcess;
const folder = mkdtempSync(join(tmpdir(), 'academy-lab-host-'));
const place = new TwoServers(() => ({
  ACADEMY_LAB_ENGINES: 'spring=sandbox,kube=sandbox,tanzu=sandbox',
  ACADEMY_LAB_HOSTS: `one=http://127.0.0.1:${hostPort}`,
  ACADEMY_LAB_HOST_SECRET: SECRET,
}));

/** Starts a lab host as on a machine of its own, and waits until it says that it is ready. */
async function startHost(): Promise<void> {
  host = spawnCli(['lab-host', 'start', '--listen', `127.0.0.1:${hostPort}`, '--data', folder], {
    env: { ACADEMY_LAB_HOST_SECRET: SECRET, ACADEMY_LAB_SANDBOX_MEGABYTES: '128' },
  });
  let output = '';
  for (const stream of [host.stdout, host.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  await expect.poll(() => output, { timeout: 30_000 }).toContain('Press Ctrl-C to stop.');
}
async function endHost(signal: NodeJS.Signals): Promise<void> {
  const exited = once(host, 'exit');
  host.kill(signal);
  await exited;
}

test.beforeAll(async () => {
  if (!ALL || !hasSandboxes) return;
  hostPort = await freePort();
  await startHost();
  await place.open();
});
test.afterAll(async () => {
  await place.close();
  if (ALL && hasSandboxes) await endHost('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

test('a lab outlives its server, and begins again after its lab host', async ({ page, allow }) => {
  // The requests that were under way at the lost server, and of the lab that has ended.
  allow(/server error 50[23]|status of 50\d|status of 409|WebSocket/);
  const [here, there] = place.ports;
  const lab = `${place.origin('kube')}${GUIDE}`;
  place.sendTo([here]);
  await openAs(page, lab, await place.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(screen(page)).toContainText('exercises $');
  await type(page, 'own=mine; echo "kept" here');
  await expect(screen(page)).toContainText('kept here');

  place.sendTo([there]);
  await place.killFirst();
  // What is typed before the page has connected again arrives once.
  await type(page, 'echo "still $own" at another; echo once >> ~/typed.txt; echo "lines" $(wc -l < ~/typed.txt)');
  await expect(screen(page)).toContainText('still mine at another');
  await expect(screen(page)).toContainText('lines 1');
  await open(page, lab);
  await expect(screen(page)).toContainText('kept here');

  await endHost('SIGKILL');
  await expect(heading(page, runningLabTexts.endedTitle)).toBeVisible({ timeout: 15_000 });
  await startHost();
  await page.getByRole('button', { name: runningLabTexts.tryAgain }).click();
  await expect(screen(page)).toContainText('exercises $');
  await type(page, 'echo "a new" lab');
  await expect(screen(page)).toContainText('a new lab');
});
