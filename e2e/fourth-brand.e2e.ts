import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dashboardTexts } from '@academy/web/screens/home/dashboard-texts';
import { TENANTS, type TenantName } from './support/academy.ts';
import { courseFiles, publish } from './support/made-content.ts';
import { ROOT } from './support/process.ts';
import { completeLesson, expectAccessible, heading, open, signIn } from './support/steps.ts';
import { expect, longTest, test, useAcademy } from './support/test.ts';

const HARBOUR = 'harbour' as TenantName;
let folder = '';

/** The brands of the installation and one more, which is only a folder. */
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'academy-brands-'));
  for (const tenant of TENANTS) cpSync(join(ROOT, 'tenants', tenant), join(folder, tenant), { recursive: true });
  mkdirSync(join(folder, 'harbour'));
  const text = readFileSync(join(ROOT, 'tenants/tanzu/tenant.ts'), 'utf8');
  writeFileSync(
    join(folder, 'harbour/tenant.ts'),
    text
      .replace("tenantId: 'tanzu'", "tenantId: 'harbour'")
      .replace("name: 'Tanzu'", "name: 'Harbour'")
      .replace('order: 30', 'order: 40')
      .replace(
        /light: 'oklch\([^)]*\)', dark: 'oklch\([^)]*\)' },\n {4}onAccent/,
        "light: 'oklch(45% 0.12 20)', dark: 'oklch(80% 0.1 20)' },\n    onAccent",
      ),
  );
  for (const file of ['logo.svg', 'favicon.svg'])
    cpSync(join(ROOT, 'tenants/kube', file), join(folder, 'harbour', file));
  academy.env = { ACADEMY_TENANTS_FOLDER: folder };
});
const academy = useAcademy();
test.afterAll(() => rmSync(folder, { recursive: true }));

longTest('a fourth brand is opened, published to, and used by a learner', async ({ page }) => {
  await open(page, academy.url(HARBOUR));
  await expect(page).toHaveTitle('Home - Harbour Academy');
  await expect(page.getByRole('link', { name: 'Harbour Academy' }).first()).toBeVisible();
  const button = page.getByRole('link', { name: dashboardTexts.browseCourses });
  await expect(button).toHaveCSS('background-color', 'oklch(0.45 0.12 20)');
  await expectAccessible(page);

  await publish(academy, HARBOUR, courseFiles(HARBOUR, { id: 'cranes', title: 'Cranes', outline: ['Lift', 'Lower'] }));
  await open(page, academy.url(HARBOUR, '/courses'));
  await expect(page).toHaveTitle('Courses - Harbour Academy');
  await page.getByRole('link', { name: 'Cranes' }).first().click();
  await expect(heading(page, 'Cranes')).toBeVisible();
  await expectAccessible(page);

  await signIn(page, await academy.newPerson());
  await open(page, academy.url(HARBOUR, '/courses/cranes/lessons/l1'));
  await completeLesson(page);
  await open(page, academy.url(HARBOUR));
  await expect(page.getByText('50 %').or(page.getByText('1 of 2')).first()).toBeVisible();
  // Content of the new brand is not found in another.
  const other = await academy.get('tanzu', '/courses/cranes');
  expect(other.status).toBe(404);
});
