import { hasSandboxes } from '@academy/lab-host/testing/sandboxes-here';
import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import type { Page } from '@playwright/test';
import type { Academy } from './support/academy.ts';
import { action, editor, screen, turn } from './support/lab-steps.ts';
import { publish } from './support/made-content.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, heading } from './support/steps.ts';
import { expect, longTest, test, useSharedAcademy, withAcademy } from './support/test.ts';

/** A lab with what few labs use: YAML, files that are renamed, terminals with names, uploads, forms, sections that run by themselves. */

const academy = useSharedAcademy('kube');

const FIRST = `
\`\`\`editor:set-yaml-value
file: ~/exercises/app.yaml
path: spec.containers[name=web].image
value: web:2
title: The new image
\`\`\`

\`\`\`editor:rename-file
src: ~/exercises/app.yaml
dest: ~/exercises/manifests/web.yaml
title: A better name
required: true
\`\`\`

\`\`\`section:begin
title: Count the lines
\`\`\`

\`\`\`terminal:execute
command: wc -l ~/exercises/manifests/web.yaml
session: counting
autostart: true
cascade: true
title: The count
\`\`\`

\`\`\`section:end
\`\`\`

\`\`\`dashboard:preview-image
src: image.png
title: An image
\`\`\`
`;

const SECOND = `
\`\`\`files:upload-file
path: mine.txt
title: Your own file
\`\`\`

\`\`\`files:download-file
path: uploads/mine.txt
preview: true
title: What you have uploaded
\`\`\`

\`\`\`examiner:execute-test
name: says-it
title: What does the file say?
inputs:
  schema:
    word:
      type: string
      title: The first word
      required: true
\`\`\`
`;

const CHECK = `#!/bin/bash
answer=$(cat)
word=$(head -n 1 ~/uploads/mine.txt)
case "$answer" in *"\\"$word\\""*) exit 0 ;; esac
echo "The file begins with another word."
exit 1
`;

const FILES = {
  'guides/all-actions/guide.json': {
    ...{ id: 'kube-all-actions', slug: 'all-actions', title: 'All actions', status: 'live', type: 'lab' },
    ...{ duration: 60, topics: ['kubernetes'], entitlements: [], settings: { educates: 'kube-all-actions' } },
  },
  'guides/all-actions/description.md': 'A lab.',
  'workshops/all-actions/resources/workshop.yaml':
    'apiVersion: training.educates.dev/v1beta1\nkind: Workshop\nmetadata:\n  name: kube-all-actions\nspec:\n  title: All actions\n',
  'workshops/all-actions/workshop/workshop.yaml': 'name: All\nmodules:\n  activate: [01-first, 02-second]\n',
  'workshops/all-actions/workshop/modules.yaml':
    'modules:\n  01-first:\n    name: Files\n  02-second:\n    name: Your own\n',
  'workshops/all-actions/workshop/content/01-first.md': FIRST,
  'workshops/all-actions/workshop/content/02-second.md': SECOND,
  'workshops/all-actions/workshop/examiner/tests/says-it': CHECK,
  'workshops/all-actions/exercises/app.yaml':
    '# The shop\nspec:\n  containers:\n  - name: web   # the front\n    image: web:1\n',
};

/** Does the whole lab as a new learner. */
async function doTheLab(page: Page, academy: Academy): Promise<void> {
  await openAs(page, academy.url('kube', '/guides/all-actions/lab'), await academy.newPerson());
  await page.getByRole('button', { name: labStartTexts.start }).click();
  await expect(heading(page, 'Files')).toBeFocused();
  const next = page
    .getByRole('navigation', { name: labWorkspaceTexts.pages })
    .getByRole('button', { name: labWorkspaceTexts.continue });
  await expect(next).toBeDisabled();

  await action(page, 'The new image').getByRole('button', { name: labWorkspaceTexts.changeFile }).click();
  await expect(editor(page)).toContainText('- name: web   # the front');
  await expect(editor(page)).toContainText('image: web:2');
  await action(page, 'A better name').getByRole('button', { name: labWorkspaceTexts.renameFile }).click();
  await expect(page.getByRole('textbox', { name: 'Text of exercises/manifests/web.yaml' })).toContainText('web:2');
  await expect(next).toBeEnabled();

  await page.locator('main:not(#main)').getByText('Count the lines').click();
  await expect(page.getByRole('tab', { name: 'Terminal counting' })).toHaveAttribute('aria-selected', 'true');
  await expect(screen(page)).toContainText('5 ');
  // Its last action has closed the section.
  await expect(action(page, 'The count')).toBeHidden();
  const refused = action(page, 'An image');
  await expect(refused).toContainText(labWorkspaceTexts.cannot);
  await expect(refused.getByRole('button', { name: labWorkspaceTexts.doIt })).toHaveCount(0);
  await expectAccessibleToo(page);

  await turn(page, labWorkspaceTexts.continue);
  const choosing = page.waitForEvent('filechooser');
  await action(page, 'Your own file').getByRole('button', { name: labWorkspaceTexts.upload }).click();
  await (await choosing).setFiles({ name: 'any.txt', mimeType: 'text/plain', buffer: Buffer.from('Hello\nworld\n') });
  await expect(action(page, 'Your own file')).toContainText(labWorkspaceTexts.uploaded({ count: 1 }));
  await expect(action(page, 'What you have uploaded').getByRole('region')).toContainText('world');
  const check = action(page, 'What does the file say?');
  await check.getByLabel('The first word').fill('Goodbye');
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(check.getByRole('status')).toHaveText(labWorkspaceTexts.notYetLook);
  await check.getByLabel('The first word').fill('Hello');
  await expectAccessible(page);
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(check.getByRole('status')).toHaveText(labWorkspaceTexts.wellDone);
}

longTest('a lab in the browser runs actions that few labs use', async ({ page }) => {
  await publish(academy, 'kube', FILES);
  await doTheLab(page, academy);
});

longTest('a lab in a sandbox runs actions that few labs use', async ({ page }) => {
  test.skip(!hasSandboxes, 'this machine cannot run sandboxes');
  await withAcademy(async (own) => {
    await own.stop();
    own.env = { ACADEMY_LAB_ENGINES: 'kube=sandbox', ACADEMY_LAB_SANDBOX_MEGABYTES: '128' };
    await own.start();
    await publish(own, 'kube', FILES);
    await doTheLab(page, own);
    // The page of a running lab would go on asking the server, which stops now.
    await page.goto('about:blank');
  });
});
