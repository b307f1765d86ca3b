import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { labChangesTexts } from '@academy/web/features/lab-workspace/lab-changes-texts';
import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { runningLabTexts } from '@academy/web/features/lab-workspace/running-lab-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import { editor, GUIDE, screen, type } from './support/lab-steps.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectNoSidewaysScroll } from './support/steps.ts';
import { expect, longTest, test, useAcademy } from './support/test.ts';

const academy = useAcademy();
test.skip(!hasSandboxes, 'What labs in sandboxes keep is left out: this machine cannot run sandboxes.');
academy.env = { ACADEMY_LAB_ENGINES: 'kube=sandbox', ACADEMY_LAB_SANDBOX_MEGABYTES: '128' };

longTest('a learner reads what has changed, and finds it again next time', async ({ page }) => {
  await openAs(page, academy.url('kube', GUIDE), await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(screen(page)).toContainText('exercises $');
  await type(
    page,
    String.raw`cd ~/exercises; sed -i 's/64Gi/2Gi/' manifests/report.yaml; printf '#!/bin/sh\necho wrapped\n' > gradlew; chmod 755 gradlew; head -c 100 /dev/zero > wrapper.jar; echo "all" changed`,
  );
  await expect(screen(page)).toContainText('all changed');

  const tab = page.getByRole('tab', { name: labWorkspaceTexts.changes });
  await tab.click();
  await expect(page.getByText(labChangesTexts.count({ count: 3 }))).toBeVisible();
  const report = page.locator('summary', { hasText: 'report.yaml' });
  await report.focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('details ins').first()).toContainText('2Gi');
  await expect(page.locator('details del').first()).toContainText('64Gi');
  await page.locator('summary', { hasText: 'wrapper.jar' }).click();
  await expect(page.getByText(labChangesTexts.binary)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [360, 1440]);

  await page.getByRole('button', { name: runningLabTexts.end }).click();
  await page.getByRole('dialog').getByRole('button', { name: runningLabTexts.end }).click();
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(screen(page)).toContainText('exercises $');
  await type(page, './gradlew; stat -c %s wrapper.jar; grep -c 64Gi manifests/report.yaml');
  await expect(screen(page)).toContainText(/wrapped\s*100\s*0/);
});

longTest('a learner opens a file of a large home folder by its folders', async ({ page }) => {
  await openAs(page, academy.url('kube', GUIDE), await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(screen(page)).toContainText('exercises $');
  await type(
    page,
    'mkdir -p ~/exercises/many/deep; for n in $(seq 400); do echo $n > ~/exercises/many/$n.bin; done; head -c 50 /dev/zero > ~/exercises/many/deep/wrapper.jar; echo "it is" large',
  );
  await expect(screen(page)).toContainText('it is large');
  await page.getByRole('tab', { name: labWorkspaceTexts.editor }).click();
  const files = page.getByRole('navigation', { name: labWorkspaceTexts.files });
  await expect(files.getByRole('heading', { name: labWorkspaceTexts.allFiles })).toBeVisible();
  await files.getByRole('button', { name: 'manifests', exact: true }).click();
  await files.getByRole('button', { name: 'report.yaml', exact: true }).click();
  await expect(editor(page)).toContainText('kind:');
  await files.getByRole('button', { name: 'many', exact: true }).click();
  await files.getByRole('button', { name: 'deep', exact: true }).click();
  await files.getByRole('button', { name: 'wrapper.jar', exact: true }).click();
  const path = 'exercises/many/deep/wrapper.jar';
  await expect(page.getByText(labWorkspaceTexts.binaryFile({ path, bytes: 50 }))).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [360, 1440]);
});
