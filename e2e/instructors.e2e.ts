import { instructorTexts } from '@academy/web/screens/instructors/instructor-texts';
import { TENANTS, type TenantName, USUAL_TENANTS } from './support/academy.ts';
import { publish } from './support/made-content.ts';
import { SAMPLES } from './support/samples.ts';
import { expectAccessibleToo, expectNoSidewaysScroll, heading, open } from './support/steps.ts';
import { DESKTOP, expect, longTest, PHONE, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy(...TENANTS);

const DEVICES = { desktop: DESKTOP, phone: PHONE };
const SITE = 'https://example.org';
/** The links of an instructor to other sites, in the order of the page. */
const ELSEWHERE = [
  ['website', instructorTexts.website, `${SITE}/site`],
  ['github', instructorTexts.github, `${SITE}/github`],
  ['linkedin', instructorTexts.linkedin, `${SITE}/linkedin`],
  ['twitter', 'X', `${SITE}/x`],
] as const;

/** The second instructor of a brand, and the second course of its sample instructor. */
const BRANDS: Readonly<Record<TenantName, { other: string; second: [slug: string, title: string] }>> = {
  spring: { other: 'Tomas Lindqvist', second: ['rest-apis-that-age-well', 'REST APIs That Age Well'] },
  kube: {
    other: 'Jonas Keller',
    second: ['health-probes-limits-rollouts', 'Kubernetes Health: Probes, Limits and Rollouts'],
  },
  tanzu: { other: 'Daniel Okafor', second: ['messages-and-queues', 'Messages and Queues Without Tears'] },
};

for (const tenant of USUAL_TENANTS) {
  const { name: brand, course, instructor } = SAMPLES[tenant];
  const { other, second } = BRANDS[tenant];
  const name = instructor.title;

  longTest(`a visitor of ${brand} Academy finds instructors and their courses`, async ({ page, context, allow }) => {
    allow(/request to another host: https:\/\/example\.org\//, /status of 404/);
    await context.route(`${SITE}/**`, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><link rel="icon" href="data:,"><title>-</title>',
      }),
    );
    await publish(academy, tenant, {
      'one/instructor.json': {
        id: `${tenant}-${instructor.slug}`,
        slug: instructor.slug,
        name,
        status: 'live',
        settings: {
          credentials: 'Teacher of teachers',
          ...Object.fromEntries(ELSEWHERE.map(([key, , url]) => [key, url])),
        },
      },
      'one/description.md': 'Explains things twice.',
      'one/bio.md': `Before this, ${name} wrote [a book](${SITE}/book) and taught [this](/courses/${course.slug}).`,
    });
    for (const [device, viewport] of Object.entries(DEVICES)) {
      await test.step(device, async () => {
        await page.setViewportSize(viewport);
        await open(page, academy.url(tenant, '/instructors'));
        await expect(heading(page, 'INSTRUCTORS')).toBeVisible();
        const all = page.getByRole('list', { name: instructorTexts.instructors }).getByRole('listitem');
        await expect(all).toHaveCount(2);
        await expect(all.filter({ hasText: other })).toContainText('1 course');
        const entry = all.filter({ hasText: name });
        for (const fact of ['Teacher of teachers', 'Explains things twice.', '2 courses'])
          await expect(entry.getByText(fact)).toBeVisible();
        await expectNoSidewaysScroll(page, [320]);
        await entry.getByRole('link').click();

        await expect(page).toHaveURL(academy.url(tenant, `/instructors/${instructor.slug}`));
        await expect(heading(page, name)).toBeFocused();
        await expect(page).toHaveTitle(`${name} - ${brand} Academy`);
        const main = page.getByRole('main');
        await expect(main.getByText('Teacher of teachers')).toBeVisible();
        const elsewhere = main.getByRole('list', { name: instructorTexts.elsewhere }).getByRole('link');
        await expect(elsewhere).toHaveText(ELSEWHERE.map(([, title]) => title));
        const book = main.getByRole('link', { name: 'a book' });
        for (const link of [book, ...(await elsewhere.all())]) {
          await expect(link).toBeVisible();
          await expect(link).toHaveAttribute('target', '_blank');
          await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
        }
        expect(await elsewhere.evaluateAll((links: HTMLAnchorElement[]) => links.map(({ href }) => href))).toEqual(
          ELSEWHERE.map(([, , url]) => url),
        );
        const opened = context.waitForEvent('page');
        await book.click();
        const tab = await opened;
        await tab.waitForURL(`${SITE}/book`);
        await tab.close();

        const courses = main.getByRole('list', { name: `Courses by ${name}` }).getByRole('article');
        const links = courses.getByRole('heading').getByRole('link');
        await expect(links).toHaveText([course.title, second[1]]);
        await expect(links.last()).toHaveAttribute('href', `/courses/${second[0]}`);
        await expectNoSidewaysScroll(page, [320, 700]);
        if (tenant === 'spring') await expectAccessibleToo(page);
        await links.first().click();
        await expect(page).toHaveURL(academy.url(tenant, `/courses/${course.slug}`));
        await expect(heading(page, course.title)).toBeVisible();
      });
    }

    expect(await open(page, academy.url(tenant, '/instructors/nobody'))).toBe(404);
    await expect(heading(page, "Sorry, the page you are looking for doesn't exist")).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to home page' })).toHaveAttribute('href', '/');
  });
}
