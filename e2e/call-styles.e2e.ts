import { routeTexts } from '@academy/web/navigation/route-texts';
import { feedbackListTexts } from '@academy/web/screens/feedback/feedback-list-texts';
import type { Page, Request } from '@playwright/test';
import { SAMPLES } from './support/samples.ts';
import { openAs } from './support/sign-in.ts';
import { expectSignedOut, heading, profileMenu } from './support/steps.ts';
import { expect, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy();

const header = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });

/** Waits for a call and its response. */
async function made(
  page: Page,
  path: string,
  action: () => Promise<void>,
): Promise<{ bearer: string; status: number }> {
  const answered = page.waitForResponse((response) => new URL(response.url()).pathname === `/api/v1${path}`);
  await action();
  const response = await answered;
  return { bearer: await bearerOf(response.request()), status: response.status() };
}

const bearerOf = async (request: Request) => ((await request.allHeaders()).authorization ?? '').replace('Bearer ', '');

/** The message of the refusals. */
const REFUSED = 'This session is over.';

/** Both tokens as the browser stores them. */
const kept = (page: Page) =>
  page.evaluate(() => ({
    access: localStorage.getItem('accessToken'),
    id: JSON.parse(localStorage.getItem('idp-token-storage') ?? '{}').idToken?.idToken,
  }));

// Shows clauses#two-call-styles
test('lists are requested with the id token, others with the access token', async ({ page }) => {
  const { course, lesson } = SAMPLES.spring;
  await openAs(page, academy.url('spring', '/contact'), academy.person('learner'));
  const { access, id } = await kept(page);
  expect([typeof access, typeof id, access === id]).toEqual(['string', 'string', false]);

  const list = await made(page, '/courses/list', () => header(page, feedbackListTexts.courses).click());
  expect(list).toEqual({ bearer: id, status: 200 });
  const details = await made(page, '/courses/details', () =>
    page.getByRole('main').getByRole('link', { name: course.title }).first().click(),
  );
  expect(details).toEqual({ bearer: id, status: 200 });
  await expect(heading(page, course.title)).toBeFocused();
  const text = await made(page, `/lessons/details/${course.slug}/${lesson.slug}`, () =>
    page.getByRole('main').getByRole('link', { name: lesson.title }).first().click(),
  );
  expect(text).toEqual({ bearer: access, status: 200 });
});

// Shows clauses#statuses
test('a refused list signs out; another refused call does not', async ({ page, context, allow }) => {
  allow(/status of 401/);
  const learner = academy.person('learner');
  await openAs(page, academy.url('spring', '/contact'), learner);
  const refusal = {
    success: false,
    data: null,
    errors: [{ errorMessage: REFUSED }],
    correlationId: 'c',
    message: null,
  };
  const refuse = (path: string) =>
    context.route(`**/api/v1${path}*`, (route) => route.fulfill({ status: 401, json: refusal }));
  const favorites = '/favorite/userDashboard/favorites';
  await refuse(favorites);
  expect((await made(page, favorites, () => header(page, routeTexts.home).click())).status).toBe(401);
  await header(page, routeTexts.instructors).click();
  await expect(heading(page, 'INSTRUCTORS')).toBeFocused();
  await expect(page.getByText(REFUSED)).toHaveCount(0);
  await expect(profileMenu(page, learner)).toBeVisible();

  await refuse('/courses/list');
  await header(page, feedbackListTexts.courses).click();
  await page.waitForURL(academy.url('spring'));
  await expectSignedOut(page);
  expect(await kept(page)).toEqual({ access: null, id: undefined });
});
