import { readFile } from 'node:fs/promises';
import { confirmationTexts } from '@academy/identity/pages/confirmation-texts';
import { signInPageTexts } from '@academy/identity/pages/sign-in-page-texts';
import { peopleImportTexts } from '@academy/server/people/people-import-texts';

import { knowledgeCheckTexts } from '@academy/web/screens/lessons/knowledge-check-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { importTexts } from '@academy/web/screens/people/import-texts';
import { peopleTexts } from '@academy/web/screens/people/people-texts';
import { tableTexts } from '@academy/web/ui/data-table/table-texts';
import type { Page } from '@playwright/test';
import { linkIn, newestMail } from './support/mailbox.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();
const { course, lesson } = SAMPLES.spring;

const users = (page: Page) => page.getByRole('region', { name: peopleTexts.users });
const rows = (page: Page) =>
  users(page)
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });
const modal = (page: Page) => page.getByRole('dialog');
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const results = (page: Page) => page.getByRole('region', { name: /^(Preview|Result)$/ });
const count = (page: Page, words: string) => results(page).getByRole('button', { name: words });

async function asAdmin(page: Page, path: string): Promise<void> {
  await openAs(page, academy.url('spring', path), academy.person('admin'));
}

async function choose(page: Page, csv: string): Promise<void> {
  const file = { name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) };
  await page.getByLabel(importTexts.csvFile).setInputFiles(file);
}

test('an administrator sees a learner’s rights, progress, sessions and changes', async ({ page, newDevice, allow }) => {
  const learner = await academy.newPerson();
  const theirs = await newDevice();
  await openAs(theirs, academy.url('spring', `/courses/${course.slug}/lessons/${lesson.slug}`), learner);
  await theirs.getByRole('button', { name: lessonTexts.markComplete }).click();
  await expect(theirs.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();

  await asAdmin(page, `/admin/users?q=${encodeURIComponent(learner.email)}`);
  await users(page)
    .getByRole('link', { name: `Open ${learner.firstName} ${learner.lastName}` })
    .click();
  await expect(heading(page, peopleTexts.user)).toBeVisible();
  await expect(page.getByRole('heading', { name: `${learner.firstName} ${learner.lastName}` })).toBeVisible();
  await expect(part(page, peopleTexts.courses)).toContainText(/1 of \d+ lessons completed, Spring Academy/);
  await expect(part(page, peopleTexts.sessions).getByRole('listitem')).toHaveCount(1);
  await expect(part(page, peopleTexts.audit)).toContainText(peopleTexts.noChange);
  await page.getByRole('button', { name: peopleTexts.membership }).click();
  await modal(page).getByRole('button', { name: peopleTexts.grantMembership }).click();
  await expect(part(page, peopleTexts.audit)).toContainText('person.set-membership');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [320, 390, 1024]);

  allow(/status of 404/);
  await open(page, academy.url('spring', `/admin/users/${crypto.randomUUID()}`));
  await expect(page.getByRole('alert')).toContainText('No user has this id.');
});

longTest('an administrator previews and imports people, who choose passwords by mail', async ({ page, newDevice }) => {
  await asAdmin(page, '/admin/users');
  await users(page).getByRole('link', { name: importTexts.import }).click();
  await expect(heading(page, importTexts.importUsers)).toBeVisible();
  await choose(page, 'name\nAda\n');
  await expect(page.getByLabel(importTexts.csvFile)).toHaveAccessibleDescription(
    /must name the columns, among them email/,
  );

  const many = Array.from({ length: 105 }, (_, at) => `import${at}@example.org,Ida,No${at},2099-12-31`);
  const wrong = ['no address,Ida,X,', 'import7@example.org,Ida,Twice,', 'late@example.org,Ida,Late,someday'];
  await choose(page, ['email;firstName;lastName;proEndsAt', ...many, ...wrong].join('\n').replaceAll(',', ';'));
  await expect(results(page).getByRole('status').first()).toHaveText(
    '105 to be added, 0 to be changed, 0 unchanged, 3 with errors.',
  );
  await expect(results(page).getByRole('heading', { name: importTexts.preview })).toBeFocused();
  const listed = results(page).getByRole('row');
  await expect(listed.filter({ hasText: 'no address' })).toContainText(peopleImportTexts.noEmail);
  await expect(listed.filter({ hasText: 'import7@' })).toContainText('email: stands in line 9 already');
  await expect(listed.filter({ hasText: 'late@' })).toContainText(peopleImportTexts.day({ field: 'proEndsAt' }));
  await count(page, 'To be added: 105').click();
  await expect(results(page)).toContainText('The first 100 of 105 rows are shown; the file has all of them.');
  const started = page.waitForEvent('download');
  await results(page).getByRole('button', { name: importTexts.downloadResults }).click();
  const file = await readFile(await (await started).path(), 'utf8');
  expect(file.split('\r\n')).toHaveLength(1 + 108 + 1);
  expect(file).toContain('109,late@example.org,error,proEndsAt: must be a day such as 2030-01-31');
  await expectAccessible(page);
  await results(page).getByRole('button', { name: 'Import 105 people' }).click();
  await expect(modal(page)).toContainText('105 people are added and 0 changed.');
  await modal(page).getByRole('button', { name: importTexts.import, exact: true }).click();
  await expect(results(page).getByRole('status').first()).toHaveText(
    '105 added, 0 changed, 0 unchanged, 0 with errors.',
    {
      timeout: 60_000,
    },
  );
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page, [320, 390]);
  await page.setViewportSize({ width: 1280, height: 900 });

  // Twenty rows on a page, and links to the neighbouring pages.
  await results(page).getByRole('link', { name: importTexts.toUsers }).click();
  await expect(rows(page)).toHaveCount(20);
  await users(page).getByRole('searchbox', { name: peopleTexts.search }).fill('import ida');
  await expect(users(page).getByRole('status').first()).toHaveText('105 users');
  const pages = page.getByRole('navigation', { name: 'Users: pages' });
  await expect(pages.getByRole('link', { name: /^Page \d+$/ })).toHaveCount(6);
  await pages.getByRole('link', { name: 'Page 6' }).click();
  await expect(rows(page)).toHaveCount(5);
  await expect(page).toHaveURL(/page=6/);
  await expectAccessibleToo(page);
  await page.goBack();
  await expect(rows(page)).toHaveCount(20);

  const theirs = await newDevice();
  await open(theirs, academy.url('spring', '/auth'));
  await theirs.getByRole('textbox', { name: importTexts.email }).fill('import3@example.org');
  await theirs.getByRole('button', { name: knowledgeCheckTexts.continue }).click();
  await theirs.getByRole('link', { name: signInPageTexts.forgot }).click();
  await theirs.getByRole('button', { name: confirmationTexts.sendLink }).click();
  await expect(heading(theirs, confirmationTexts.inboxTitle)).toBeVisible();
  await theirs.goto(linkIn(await newestMail(theirs, 'import3@example.org', 'reset-password')));
  await theirs.getByLabel(confirmationTexts.newPassword).fill('nine brown bicycles');
  await theirs.getByRole('button', { name: confirmationTexts.setPassword }).click();
  await expect(theirs.getByRole('button', { name: 'Profile of Ida No3' })).toBeVisible();
});

longTest('an import asks before people lose rights, and can be taken back', async ({ page }) => {
  const [admin, pro] = [academy.person('admin'), await academy.newMember()];
  await openAs(page, academy.url('spring', '/admin/users/import'), admin);
  const own = `${admin.email},,,no`;
  await choose(page, `email,firstName,proEndsAt,isAdmin\nundone1@example.org,Una,,\n${pro.email},,2027-01-31,\n${own}`);
  const lowering = results(page).getByRole('region', { name: 'One person would lose something' });
  await expect(lowering).toContainText(`${pro.email}: Pro until 2027-01-31 instead of`);
  await expect(results(page).getByRole('row').filter({ hasText: admin.email })).toContainText('this is your own role');
  await expect(results(page).getByRole('button', { name: 'Import 1 person' })).toBeVisible();
  await lowering.getByRole('checkbox', { name: 'Include this row' }).check();
  await expectAccessible(page);
  await results(page).getByRole('button', { name: 'Import 2 people' }).click();
  await expect(modal(page)).toContainText('1 person loses a role or part of a membership at once.');
  await modal(page).getByRole('button', { name: importTexts.import, exact: true }).click();
  await expect(results(page).getByRole('heading', { name: importTexts.done })).toBeVisible();

  await results(page).getByRole('link', { name: importTexts.allImports }).click();
  await page.reload();
  const imports = page.getByRole('region', { name: importTexts.imports }).getByRole('row');
  const listed = imports.filter({ hasText: 'people.csv' }).first();
  await expect(listed).toContainText(admin.email);
  await expect(listed.locator('td[data-title="Undone"]')).toHaveText(/^Possible until .* UTC/);
  await expectAccessible(page);
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page, [320, 390]);
  await listed.getByRole('button', { name: importTexts.takeBack }).click();
  await expect(modal(page)).toContainText('This is possible for 24 hours.');
  await modal(page).getByRole('button', { name: importTexts.takeBack, exact: true }).click();
  await expect(page.getByText(importTexts.undone({ undone: 2, left: 0 }))).toBeVisible();
  await expect(listed.locator('td[data-title="Undone"]')).toContainText(`Everything, by ${admin.email} on`);
  await expect(listed.getByRole('button', { name: importTexts.takeBack })).toHaveCount(0);
  await open(page, academy.url('spring', '/admin/users'));
  await users(page).getByRole('searchbox', { name: peopleTexts.search }).fill('undone');
  await expect(page.getByRole('heading', { name: tableTexts.noMatch })).toBeVisible();
});
