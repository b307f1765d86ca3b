import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { accessLockTexts } from '@academy/web/features/access-lock/access-lock-texts';
import { courseTexts } from '@academy/web/screens/courses/course-texts';
import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import type { Page } from '@playwright/test';
import { ROOT } from './support/process.ts';
import { openAs } from './support/sign-in.ts';
import { expectAccessible, heading, open } from './support/steps.ts';
import { expect, longTest, test, useAcademy } from './support/test.ts';

const DATA = join(ROOT, '../shared/data/spring-academy');
const INSTRUCTORS = join(DATA, 'spring-academy-meta/metadata/lms/instructors');

interface RealCourse {
  folder: string;
  slug: string;
  title: string;
}

const BRASB: RealCourse = {
  folder: 'course-spring-brasb-build-a-rest-api',
  slug: 'building-a-rest-api-with-spring-boot',
  title: 'Building a REST API with Spring Boot',
};
const OAUTH: RealCourse = {
  folder: 'course-secure-rest-api-oauth2',
  slug: 'spring-academy-secure-rest-api-oauth2',
  title: 'Securing a REST API with OAuth 2.0',
};
const WITH_VIDEOS: RealCourse = {
  folder: 'course-spring-professional/metadata/lms/courses/01-spring-intro',
  slug: 'spring-introduction',
  title: 'Introduction to the Spring Professional Learning Path',
};
const template = ({ folder }: RealCourse) => join(DATA, folder, 'course.template.json');

test.skip(!existsSync(DATA), 'Real courses are looked for in ../shared/data, which is not there.');

const academy = useAcademy();
/** Output of the first publishing, by command. */
const published: string[] = [];

test.beforeAll(async () => {
  published.length = 0;
  const instructors = await academy.cli(['apply', 'instructors', '--path', INSTRUCTORS]);
  expect(instructors.code, instructors.stderr).toBe(0);
  published.push(instructors.stdout);
  for (const course of [BRASB, OAUTH, WITH_VIDEOS]) published.push(await apply(course));
});

interface OutlineEntry {
  slug: string;
  title: string;
  type: string;
}

/** The lessons of a course as the API lists them, without modules. */
async function lessonsOf({ slug }: RealCourse): Promise<OutlineEntry[]> {
  const { text } = await academy.get('spring', `/api/v1/lessons/list?slug=${slug}`, { tenantid: 'spring' });
  const { data } = JSON.parse(text) as { data: { lessons: OutlineEntry[] } };
  return data.lessons.filter(({ type }) => type !== 'module');
}

async function apply(course: RealCourse): Promise<string> {
  const { code, stdout, stderr } = await academy.cli(['apply', 'course', '-f', template(course)]);
  expect(code, stderr).toBe(0);
  return stdout;
}

/** A rendered text contains no shortcodes, no variables and no image that does not load. */
async function expectWellRendered(page: Page): Promise<void> {
  const article = page.getByRole('article');
  const text = await article.evaluate((element: HTMLElement) => {
    const copy = element.cloneNode(true) as HTMLElement;
    // Code may contain them.
    for (const code of copy.querySelectorAll('pre, code')) code.remove();
    return copy.textContent ?? '';
  });
  expect(text).not.toMatch(/@@@|\$\{?GITHUB|\{%|\]\(http/);
  await expect(article.getByText(/^\s*This academy/)).toHaveCount(0);
  await expect
    .poll(() =>
      article
        .locator('img')
        .evaluateAll(
          (images: HTMLImageElement[]) => images.filter((one) => one.complete && one.naturalWidth === 0).length,
        ),
    )
    .toBe(0);
  await expect(page.locator('iframe')).toHaveCount(0);
}

longTest('real courses are published unchanged, and publishing again changes nothing', async () => {
  const [people, ...courses] = published;
  expect(people).toMatch(/20 items: 20 created; 0 fatal, 0 errors/);
  for (const course of courses) expect(course).toMatch(/1 item: 1 created; 0 fatal, 0 errors/);
  const again = await academy.cli(['apply', 'instructors', '--path', INSTRUCTORS]);
  expect(again.code).toBe(0);
  expect(again.stdout).toMatch(/20 items: 20 unchanged/);
  for (const course of [BRASB, OAUTH, WITH_VIDEOS]) expect(await apply(course)).toMatch(/1 item: 1 unchanged/);
});

for (const course of [BRASB, OAUTH]) {
  longTest(`every lesson of "${course.title}" shows its text, code and images`, async ({ page }) => {
    await open(page, academy.url('spring', '/courses'));
    await page.getByRole('link', { name: course.title }).click();
    await expect(heading(page, course.title)).toBeVisible();
    await expectAccessible(page);
    await expect(page.getByRole('region', { name: courseTexts.about })).not.toContainText('@@@');
    await openAs(page, page.url(), academy.person('learner'));

    const lessons = await lessonsOf(course);
    expect(lessons.length).toBeGreaterThan(10);
    let code = 0;
    let placeholders = 0;
    for (const lesson of lessons) {
      await test.step(lesson.slug, async () => {
        await open(page, academy.url('spring', `/courses/${course.slug}/lessons/${lesson.slug}`));
        await expect(heading(page, lesson.title)).toBeVisible();
        await expect(page).toHaveTitle(`${lesson.title.replace(/\s+/g, ' ')} - Spring Academy`);
        await expect(page.getByRole('region', { name: accessLockTexts.locked })).toHaveCount(0);
        await expect(page.getByRole('button', { name: lessonTexts.markComplete })).toBeVisible();
        await expectWellRendered(page);
        if (lesson.type === 'lab')
          // Only courses are published here, not their workshops.
          await expect(page.getByText(lessonTexts.labNotPublished)).toBeVisible();
        code += await page.locator('article figure pre span').count();
        placeholders += await page.locator('article .image-placeholder').count();
      });
    }
    expect(code).toBeGreaterThan(100);
    expect(placeholders).toBeGreaterThan(3);
  });
}

longTest('a placeholder replaces an image on another host, with text and link', async ({ page }) => {
  await openAs(page, academy.url('spring', `/courses/${BRASB.slug}`), academy.person('learner'));
  const [first] = await lessonsOf(BRASB);
  await open(page, academy.url('spring', `/courses/${BRASB.slug}/lessons/${first?.slug}`));
  const placeholder = page.locator('article .image-placeholder').first();
  await expect(placeholder).toBeVisible();
  const link = placeholder.getByRole('link');
  await expect(link).toHaveAttribute('href', /^https:\/\/raw\.githubusercontent\.com\//);
  await expect(link).toHaveAttribute('rel', /noopener/);
  await expectAccessible(page);
});

longTest('instructors of a course lead to their profiles', async ({ page }) => {
  await open(page, academy.url('spring', `/courses/${BRASB.slug}`));
  const more = page.getByRole('complementary', { name: courseTexts.more });
  await expect(more.getByRole('link', { name: 'Josh Long' })).toBeVisible();
  await more.getByRole('link', { name: 'Josh Long' }).click();
  await expect(heading(page, 'Josh Long')).toBeVisible();
  await expect(page.getByRole('link', { name: BRASB.title })).toBeVisible();
  await expectAccessible(page);
});

longTest('a course with a fatal finding is refused as a whole', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'academy-course-'));
  try {
    cpSync(join(DATA, BRASB.folder), folder, { recursive: true });
    const file = join(folder, '01-lesson-orientation/lesson.json');
    writeFileSync(file, '{ "id": "broken"');
    const before = await academy.get('spring', `/api/v1/lessons/list?slug=${BRASB.slug}`, { tenantid: 'spring' });
    const applied = await academy.cli(['apply', 'course', '-f', join(folder, 'course.template.json')]);
    expect(applied.code).toBe(1);
    expect(applied.stdout).toMatch(/01-lesson-orientation\/lesson\.json:\d+: fatal/);
    const after = await academy.get('spring', `/api/v1/lessons/list?slug=${BRASB.slug}`, { tenantid: 'spring' });
    expect((JSON.parse(after.text) as { data: unknown }).data).toEqual(
      (JSON.parse(before.text) as { data: unknown }).data,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

longTest('an invalid token is refused with one line and exit code 3', async () => {
  const refused = await academy.cli(['apply', 'course', '-f', template(BRASB), '--token', 'made-up']);
  expect(refused.code).toBe(3);
  expect(refused.stderr.trim().split('\n').length).toBeLessThanOrEqual(2);
});
