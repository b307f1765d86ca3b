import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { labProofTexts } from '@academy/web/screens/labs/lab-proof-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import { labStepTexts } from '@academy/web/screens/labs/lab-step-texts';
import { labTexts } from '@academy/web/screens/labs/lab-texts';
import { TENANTS, type TenantName, USUAL_TENANTS } from './support/academy.ts';
import { action } from './support/lab-steps.ts';
import { courseFiles, inFolder } from './support/made-content.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

/** An author proves a lab before it is published; learners read the record, and the author what they fail. */

const academy = useSharedAcademy(...TENANTS);

const PAGE = `
\`\`\`terminal:execute
command: cat cups.yaml
title: What is there
\`\`\`

\`\`\`examiner:execute-test
name: half-a-litre
title: No cup holds more than half a litre
prove:
  byHand: sed -i 's/2500/250/' exercises/cups.yaml
\`\`\`
`;
const CHECK =
  '#!/bin/bash\ngrep -q 2500 ~/exercises/cups.yaml && echo "A cup holds two litres and a half." && exit 1\nexit 0\n';

const filesOf = (tenant: TenantName) => ({
  ...courseFiles(tenant, { id: 'cups', title: 'Cups of Tea', outline: [] }),
  'cups/01-lesson-weigh/lesson.json': {
    ...{ id: `${tenant}-cups-weigh`, slug: 'weigh', title: 'Weigh the Cups', status: 'live', type: 'lab' },
    ...{ duration: 60, settings: { manualCompletion: true, educates: `${tenant}-cups` } },
  },
  'cups/01-lesson-weigh/preview.md': 'A lab.',
  'workshops/cups/resources/workshop.yaml': `apiVersion: training.educates.dev/v1beta1\nkind: Workshop\nmetadata:\n  name: ${tenant}-cups\nspec:\n  title: Weigh the Cups\n`,
  'workshops/cups/workshop/workshop.yaml': 'name: Cups\nmodules:\n  activate: [01-weigh]\n',
  'workshops/cups/workshop/modules.yaml': 'modules:\n  01-weigh:\n    name: Weigh\n',
  'workshops/cups/workshop/content/01-weigh.md': PAGE,
  'workshops/cups/workshop/examiner/tests/half-a-litre': CHECK,
  'workshops/cups/exercises/cups.yaml': 'cups:\n- name: small\n  millilitres: 2500\n',
});

test.beforeAll(async () => {
  for (const tenant of USUAL_TENANTS)
    await inFolder(filesOf(tenant), async (folder) => {
      const publish = ['apply', 'all', '--path', folder, '--tenant', academy.tenantId(tenant), '--require-proof'];
      const refused = await academy.cli(publish);
      expect(refused.code, refused.stdout).toBe(1);
      expect(refused.stdout + refused.stderr).toContain('lab-unproved');
      const proved = await academy.cli(['labs', 'prove', '--record', folder]);
      expect(proved.code, proved.stdout + proved.stderr).toBe(0);
      const published = await academy.cli(publish);
      expect(published.code, published.stdout + published.stderr).toBe(0);
    });
});

for (const tenant of USUAL_TENANTS)
  test(`a reader of ${tenant} opens the record of a proved lab`, async ({ page, newDevice }) => {
    await open(page, academy.url(tenant, '/courses/cups'));
    await expect(page.getByText(/^Labs proved /)).toBeVisible();
    await expectAccessibleToo(page);
    const learner = await academy.newPerson();
    for (const device of [page, await newDevice({ viewport: PHONE, colorScheme: 'dark' })]) {
      await openAs(device, academy.url(tenant, '/courses/cups/lessons/weigh/lab'), learner);
      await expect(device.getByText(/every step of this lab was run and worked/)).toBeVisible();
      await device.getByRole('button', { name: labTexts.showRecord }).click();
      const record = device.getByRole('dialog', { name: labProofTexts.title });
      await expect(record).toContainText(labProofTexts.browser);
      await expect(record.getByText('No cup holds more than half a litre', { exact: true })).toBeVisible();
      await record.getByText('cat cups.yaml').click();
      await expect(record.getByText('millilitres: 2500')).toBeVisible();
      await expectAccessible(device);
      await expectNoSidewaysScroll(device, [device.viewportSize()?.width ?? 0]);
    }
  });

longTest('an administrator sees which step of a lab learners fail', async ({ page, newDevice }) => {
  await openAs(page, academy.url('spring', '/courses/cups/lessons/weigh/lab'), await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  const check = action(page, 'No cup holds');
  for (const _try of [1, 2]) {
    const told = page.waitForResponse((response) => response.url().endsWith('/steps') && response.ok());
    await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
    await expect(check.getByRole('status')).toHaveText(labWorkspaceTexts.notYetLook);
    await expect(check).toContainText('A cup holds two litres and a half.');
    await told;
  }

  const desk = await newDevice();
  await openAs(desk, academy.url('spring', '/admin/labs'), academy.person('admin'));
  await desk.goto(academy.url('spring', '/admin/labs'));
  await expect(heading(desk, 'Labs')).toBeVisible();
  const steps = desk.getByRole('region', { name: labStepTexts.title });
  await steps.getByLabel(labStepTexts.lab).selectOption('Weigh the Cups');
  const row = steps.getByRole('row').filter({ hasText: 'No cup holds' });
  await expect(row).toContainText(labStepTexts.failedShare({ failed: 1, percent: 100 }));
  await expectAccessible(desk);
  await expectNoSidewaysScroll(desk, [390, 1440]);
});
