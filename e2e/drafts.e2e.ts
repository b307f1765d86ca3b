import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import { labStartTexts } from '@academy/web/screens/labs/lab-start-texts';
import { attemptTexts } from '@academy/web/screens/lessons/attempt-texts';
import { knowledgeCheckTexts } from '@academy/web/screens/lessons/knowledge-check-texts';
import { draftsTexts } from '@academy/web/screens/publishing/drafts-texts';
import { historyTexts } from '@academy/web/screens/publishing/history-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import { action, screen } from './support/lab-steps.ts';
import { courseFiles, inFolder } from './support/made-content.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, PHONE, test, useSharedAcademy } from './support/test.ts';

/** An author shows a draft to a colleague, plans it, and goes back in the history. */

const academy = useSharedAcademy('kube');

const lesson = (id: string, title: string, more: object = {}) => ({
  ...{ id: `kube-mugs-${id}`, slug: id, title, status: 'live', type: 'article', duration: 60, settings: {} },
  ...more,
});
const filesOf = (text: string) => ({
  ...courseFiles('kube', { id: 'mugs', title: 'Mugs of Tea', outline: [] }),
  'mugs/01-lesson-read/lesson.json': lesson('read', 'Read About Mugs'),
  'mugs/01-lesson-read/content.md': `${text}\n\nGo on to the [check](/courses/mugs/lessons/check).\n`,
  'mugs/02-lesson-check/lesson.json': lesson('check', 'Check', { type: 'knowledge-check' }),
  'mugs/02-lesson-check/content.md':
    '~~~quizdown\n---\npassingGrade: 100\n---\n\n## Which?\n\n- [ ] The first\n- [x] The second\n~~~\n',
  'mugs/03-lesson-lab/lesson.json': lesson('lab', 'Fill a Mug', {
    ...{ type: 'lab', settings: { manualCompletion: true, educates: 'kube-mugs' } },
  }),
  'mugs/03-lesson-lab/preview.md': 'A lab.',
  'workshops/mugs/resources/workshop.yaml':
    'apiVersion: training.educates.dev/v1beta1\nkind: Workshop\nmetadata:\n  name: kube-mugs\nspec:\n  title: Fill a Mug\n',
  'workshops/mugs/workshop/workshop.yaml': 'name: Mugs\nmodules:\n  activate: [01-fill]\n',
  'workshops/mugs/workshop/modules.yaml': 'modules:\n  01-fill:\n    name: Fill\n',
  'workshops/mugs/workshop/content/01-fill.md': '```terminal:execute\ncommand: echo full\ntitle: Fill it\n```\n',
});

/** Pushes the course to a draft, or publishes it. @returns what the command printed */
async function apply(text: string, ...more: string[]): Promise<string> {
  let printed = '';
  await inFolder(filesOf(text), async (folder) => {
    const options = ['--path', folder, '--tenant', academy.tenantId('kube'), '--force', ...more];
    const { code, stdout, stderr } = await academy.cli(['apply', 'all', ...options]);
    expect(code, stdout + stderr).toBe(0);
    printed = stdout;
  });
  return printed;
}

async function aDraft(name: string): Promise<string> {
  const printed = await apply('A mug has one handle.', '--draft', name);
  return /^Draft in \S+: (\S+)$/m.exec(printed)?.[1] ?? '';
}

test('a colleague reads a draft by its link, with check and lab', async ({ page, newDevice }) => {
  const link = await aDraft('shown');
  expect((await academy.get('kube', '/courses/mugs')).status).toBe(404);
  await page.goto(link);
  await expect(heading(page, 'Mugs of Tea')).toBeVisible();
  const banner = page.getByRole('complementary', { name: 'Draft' });
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [360, 1280]);
  await page
    .getByRole('link', { name: /Read About Mugs/ })
    .first()
    .click();
  await expect(page.getByText('A mug has one handle.')).toBeVisible();
  expect(page.url()).toContain('/drafts/');
  // A link that the author wrote without the draft stays in it.
  await page.getByRole('link', { name: 'check', exact: true }).click();
  await expect(heading(page, 'Check')).toBeVisible();
  expect(page.url()).toContain('/drafts/');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto(`${link}/courses/mugs/lessons/check/knowledge-check`);
  await button(knowledgeCheckTexts.start).click();
  await page.getByLabel('The second').check();
  await button(attemptTexts.submit).click();
  await expect(page.getByRole('heading', { name: 'Passed: 1 of 1 right' })).toBeVisible();
  await page.goto(`${link}/courses/mugs/lessons/lab/lab`);
  await button(labStartTexts.start).click();
  await action(page, 'Fill it').getByRole('button', { name: labWorkspaceTexts.run }).click();
  await expect(screen(page)).toContainText('full');

  const phone = await newDevice({ viewport: PHONE, colorScheme: 'dark' });
  await phone.goto(`${link}/de/courses/mugs/lessons/read`);
  await expect(phone.getByRole('complementary', { name: 'Entwurf' })).toBeVisible();
  await expectAccessible(phone);
  await expectNoSidewaysScroll(phone, [360]);
});

test('an author revokes the link of a draft, and plans another', async ({ page, newDevice, allow }) => {
  allow(/status of 410/);
  const link = await aDraft('revoked');
  await openAs(page, academy.url('kube', '/admin/content'), academy.person('admin'));
  await expect(page.getByRole('heading', { name: draftsTexts.drafts })).toBeVisible();
  await expect(page.getByRole('link', { name: draftsTexts.lookAt({ name: 'revoked' }) })).toHaveAttribute('href', link);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [360, 1280]);
  await page.getByRole('button', { name: draftsTexts.planOf({ name: 'revoked' }) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(draftsTexts.at).fill('2099-01-31T09:00');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: draftsTexts.planAction }).click();
  await expect(page.getByText(/Will be published on/)).toBeVisible();
  await page.getByRole('button', { name: draftsTexts.cancelPlanOf({ name: 'revoked' }) }).click();
  await expect(page.getByText(/Will be published on/)).toHaveCount(0);
  await page.getByRole('button', { name: draftsTexts.revokeOf({ name: 'revoked' }) }).click();
  await dialog.getByRole('button', { name: draftsTexts.revoke }).click();
  await expect(page.getByText(draftsTexts.revoked).first()).toBeVisible();
  const colleague = await newDevice();
  expect((await colleague.goto(link))?.status()).toBe(410);
  await expect(colleague.getByRole('heading', { name: 'This link was revoked' })).toBeVisible();
  await expectAccessible(colleague);
});

test('an author compares versions of a course and goes back', async ({ page }) => {
  await apply('The first text.');
  await apply('The second text.');
  await openAs(page, academy.url('kube', '/admin/content?q=mugs&kind=course'), academy.person('admin'));
  await page.getByRole('button', { name: tableTexts.detailsOf({ title: 'Mugs of Tea' }) }).click();
  await page.getByRole('button', { name: historyTexts.compareVersion({ version: 1 }) }).click();
  await expect(page.getByText('-The first text.')).toBeVisible();
  await expect(page.getByText('+The second text.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [360, 1280]);
  await page.getByRole('button', { name: historyTexts.againVersion({ version: 1 }) }).click();
  await page.getByRole('dialog').getByRole('button', { name: historyTexts.again }).click();
  await expect(page.getByText(historyTexts.version({ version: 3 }))).toBeVisible();
  await open(page, academy.url('kube', '/courses/mugs/lessons/read'));
  await expect(page.getByText('The first text.')).toBeVisible();
});
