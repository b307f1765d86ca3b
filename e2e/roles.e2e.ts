import { tokenTexts } from '@academy/web/features/personal-access-tokens/token-texts';
import { adminTexts } from '@academy/web/screens/admin/admin-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { peopleTexts } from '@academy/web/screens/people/people-texts';
import { roleTexts } from '@academy/web/screens/people/role-texts';
import { learnerTexts } from '@academy/web/screens/people/taught-learner-texts';
import { dialogTexts } from '@academy/web/shell/dialog-texts';
import { shellTexts } from '@academy/web/shell/shell-texts';
import type { Page } from '@playwright/test';
import type { Person } from './support/academy.ts';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { expect, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();
const { course, lesson } = SAMPLES.spring;

/** A new person with a role in `spring`, given at the command line. */
async function withRole(role: string, scope = '*'): Promise<Person> {
  const person = await academy.newPerson();
  const given = ['--email', person.email, '--role', role, '--tenant', 'spring', '--scope', scope];
  expect((await academy.cli(['user', 'give-role', ...given])).code).toBe(0);
  return person;
}

const areas = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('heading', { level: 2 });
const denied = (page: Page) => page.getByRole('dialog', { name: dialogTexts.accessDenied });
const menu = (page: Page) => page.getByRole('navigation', { name: shellTexts.sidebar });

async function isDenied(page: Page, path: string): Promise<void> {
  await page.goto(academy.url('spring', path));
  await expect(denied(page)).toBeVisible();
  await expect(page).toHaveURL(academy.url('spring'));
}

test('an author sees the own content, and makes a token for one course', async ({ page, allow }) => {
  allow(/status of 400/);
  const author = await withRole('author', 'course:*');
  await openAs(page, academy.url('spring', '/admin'), author);
  await expect(areas(page)).toHaveText([adminTexts.content, adminTexts.tokens]);
  await expect(menu(page).getByRole('link', { name: shellTexts.accessTokens })).toBeVisible();
  await expect(menu(page).getByRole('link', { name: shellTexts.users })).toHaveCount(0);
  await page.getByRole('link', { name: adminTexts.tokens }).last().click();
  await page.getByLabel(tokenTexts.name, { exact: true }).fill('ci');
  await page.getByLabel('content:write').or(page.getByLabel(tokenTexts.contentWrite)).first().check();
  await page.getByLabel(tokenTexts.scopes).fill('course:one, guide:two');
  await page.getByRole('button', { name: tokenTexts.create }).click();
  await expect(page.getByLabel(tokenTexts.scopes)).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel(tokenTexts.scopes).fill('course:one');
  await expectAccessible(page);
  await page.getByRole('button', { name: tokenTexts.create }).click();
  await expect(page.getByRole('heading', { name: tokenTexts.copyNow })).toBeVisible();
  await isDenied(page, '/admin/alerts');
});

test('an instructor sees the progress of a learner, and nothing private', async ({ page, newDevice, allow }) => {
  const learner = await academy.newPerson('Lena', 'Taught');
  const theirs = await newDevice();
  await openAs(theirs, academy.url('spring', `/courses/${course.slug}/lessons/${lesson.slug}`), learner);
  await theirs.getByRole('button', { name: lessonTexts.markComplete }).click();
  await expect(theirs.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
  const { userId } = await theirs.evaluate(async () => {
    const token = Object.values(localStorage).find((value) => value.split('.').length === 3 && value.startsWith('ey'));
    const reply = await fetch('/api/v1/user/verifyUserAccess', { headers: { authorization: `Bearer ${token}` } });
    return (await reply.json()).data as { userId: string };
  });
  const instructor = await withRole('instructor', '*');
  await openAs(page, academy.url('spring', '/admin'), instructor);
  await expect(areas(page)).toHaveText([adminTexts.learners, adminTexts.reports]);
  await open(page, academy.url('spring', `/admin/learners?open=${userId}`));
  await expect(page.getByRole('heading', { name: 'Lena Taught' })).toBeVisible();
  await expect(page.getByRole('region', { name: learnerTexts.courses })).toContainText(/1 of \d+ lessons completed/);
  await expect(page.getByRole('main')).not.toContainText(learner.email);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [360, 1280]);
  allow(/status of 404/);
  await open(page, academy.url('spring', `/admin/learners?open=${crypto.randomUUID()}`));
  await expect(page.getByText(learnerTexts.missing)).toBeVisible();
  await isDenied(page, '/admin/content');
});

test('an admin of one academy administers it, and no other', async ({ page }) => {
  const admin = await withRole('academy-admin');
  await openAs(page, academy.url('spring', '/admin'), admin);
  await expect(areas(page)).toContainText([adminTexts.content, adminTexts.alerts, adminTexts.roles, adminTexts.audit]);
  for (const area of [adminTexts.users, adminTexts.directories, adminTexts.health])
    await expect(areas(page).filter({ hasText: area })).toHaveCount(0);
  await page.getByRole('link', { name: adminTexts.roles, exact: true }).click();
  const author = await academy.newPerson('Anna', 'Author');
  await page.getByLabel(roleTexts.login).fill(author.email);
  await page.getByLabel(roleTexts.scope).fill(`course:${course.slug}`);
  await page.getByRole('button', { name: roleTexts.give }).click();
  const row = page.getByRole('listitem').filter({ hasText: author.email });
  await expect(row).toContainText(`course:${course.slug}`);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page, [360, 1280]);
  await isDenied(page, '/admin/users');
  await openAs(page, academy.url('kube'), admin);
  await page.goto(academy.url('kube', '/admin'));
  await expect(denied(page)).toBeVisible();
});

test('an administrator gives and removes a role on the page of a person', async ({ page, allow }) => {
  allow(/status of 400/);
  const person = await academy.newPerson('Rita', 'Role');
  await openAs(
    page,
    academy.url('spring', `/admin/users?q=${encodeURIComponent(person.email)}`),
    academy.person('admin'),
  );
  await page.getByRole('link', { name: peopleTexts.openOne({ name: 'Rita Role' }) }).click();
  const roles = page.getByRole('region', { name: peopleTexts.roles, exact: true });
  await expect(roles).toContainText(roleTexts.noneHere);
  await roles.getByLabel(roleTexts.role, { exact: true }).selectOption({ label: roleTexts.instructor });
  await roles.getByLabel(roleTexts.academy).selectOption({ label: roleTexts.everyAcademy });
  await roles.getByLabel(roleTexts.scope).fill('nonsense');
  await roles.getByRole('button', { name: roleTexts.give }).click();
  await expect(roles.getByRole('alert')).toContainText('course:spring-boot');
  await roles.getByLabel(roleTexts.scope).fill('course:spring-*');
  await roles.getByRole('button', { name: roleTexts.give }).click();
  await expect(roles.getByRole('listitem')).toContainText(roleTexts.everyAcademy);
  await expectAccessible(page);
  await expect(heading(page, peopleTexts.user)).toBeVisible();
  await roles.getByRole('button', { name: roleTexts.endOf({ role: roleTexts.instructor }) }).click();
  await page.getByRole('dialog').getByRole('button', { name: roleTexts.end }).click();
  await expect(roles).toContainText(roleTexts.noneHere);
});
