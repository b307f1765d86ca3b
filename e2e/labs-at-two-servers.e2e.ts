import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { runningLabTexts } from '@academy/web/features/lab-workspace/running-lab-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import { ALL } from './support/academy.ts';
import { GUIDE, screen, type } from './support/lab-steps.ts';
import { openAs } from './support/sign-in.ts';
import { heading, open } from './support/steps.ts';
import { expect, test } from './support/test.ts';
import { TwoServers } from './support/two-servers.ts';

test.skip(
  !ALL || !hasSandboxes,
  'Two servers with sandboxes are started in the long run, where sandboxes are possible.',
);

const place = new TwoServers((port) => ({
  ACADEMY_LAB_ENGINES: 'spring=sandbox,kube=sandbox,tanzu=sandbox',
  ACADEMY_LAB_SANDBOX_MEGABYTES: '128',
  ACADEMY_SERVER_ADDRESS: `http://127.0.0.1:${port}`,
}));
test.beforeAll(async () => {
  if (ALL && hasSandboxes) await place.open();
});
test.afterAll(() => place.close());

test('a learner whose lab loses its server starts anew at another one', async ({ page, allow }) => {
  // The requests that were under way at the lost server.
  allow(/server error 50[23]|status of 50\d|WebSocket/);
  const [here, there] = place.ports;
  const lab = `${place.origin('kube')}${GUIDE}`;
  place.sendTo([here]);
  await openAs(page, lab, await place.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(screen(page)).toContainText('exercises $');
  await type(page, 'echo "kept" here | tee ~/exercises/mine.txt');
  await expect(screen(page)).toContainText('kept here');

  place.sendTo([there]);
  await open(page, lab);
  await expect(screen(page)).toContainText('kept here');
  await type(page, 'echo "through" another');
  await expect(screen(page)).toContainText('through another');

  await place.killFirst();
  await expect(heading(page, runningLabTexts.endedTitle)).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText(runningLabTexts.academyRestarted)).toBeVisible();
  await page.getByRole('button', { name: runningLabTexts.tryAgain }).click();
  await expect(screen(page)).toContainText('exercises $');
  await type(page, 'echo "a new" lab');
  await expect(screen(page)).toContainText('a new lab');
});
