import { courseNewsTexts } from '@academy/web/screens/courses/course-news-texts';
import { courseTexts } from '@academy/web/screens/courses/course-texts';
import { attemptTexts } from '@academy/web/screens/lessons/attempt-texts';
import { knowledgeCheckTexts } from '@academy/web/screens/lessons/knowledge-check-texts';
import { courseFiles, publish } from './support/made-content.ts';
import { openAs } from './support/sign-in.ts';
import { completeLesson, expectAccessible, heading, open, passTime } from './support/steps.ts';
import { expect, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('kube');

// Shows promises#new-lessons
test('a finished course stays finished, moves, and shows what is new', async ({ page }) => {
  const course = { id: 'moving', title: 'It Moves', outline: ['One', 'Two'] };
  await publish(academy, 'kube', courseFiles('kube', course));
  const at = (path: string) => academy.url('kube', `/courses/${path}`);
  await openAs(page, at('moving/lessons/l1'), await academy.newPerson());
  await completeLesson(page);
  await open(page, at('moving/lessons/l2'));
  await completeLesson(page);

  const grown = courseFiles('kube', { ...course, outline: ['One', 'Two', 'Three'], fields: { slug: 'moved' } });
  await publish(academy, 'kube', {
    ...grown,
    'moving/01-lesson-l1/content.md': 'Other words to read.',
    'moving/02-lesson-l2/lesson.json': { ...(grown['moving/02-lesson-l2/lesson.json'] as object), slug: 'second' },
  });
  await open(page, at('moving'));
  await expect(page).toHaveURL(at('moved'));
  const main = page.getByRole('main');
  await expect(main.getByText(courseTexts.completed, { exact: true }).first()).toBeVisible();
  const news = page.getByRole('region', { name: courseNewsTexts.title });
  await expect(news.getByRole('listitem')).toHaveText([/One.*Changed/, /Three.*New/]);
  await expectAccessible(page);
  await page.getByRole('link', { name: courseTexts.seeConclusion }).click();
  await expect(heading(page, /^Congratulations/)).toBeVisible();
  await page.goBack();
  await news.getByRole('link', { name: 'One' }).click();
  await expect(heading(page, 'One')).toBeVisible();
  await expect(page.getByText('2 of 2 lessons').first()).toBeVisible();
  await open(page, at('moving/lessons/l2'));
  await expect(page).toHaveURL(at('moved/lessons/second'));
  await open(page, at('moved/lessons/l3'));
  await completeLesson(page);
  await open(page, at('moved'));
  await expect(main.getByText(courseTexts.completed, { exact: true }).first()).toBeVisible();
  await expect(news).toHaveCount(0);
});

test('a check with a time limit counts down, and submits at its end', async ({ page }) => {
  const files = courseFiles('kube', { id: 'timed', title: 'In Time', outline: ['Check'] });
  const lesson = 'timed/01-lesson-l1/lesson.json';
  await publish(academy, 'kube', {
    ...files,
    [lesson]: { ...(files[lesson] as object), type: 'knowledge-check' },
    'timed/01-lesson-l1/content.md':
      '~~~quizdown\n---\npassingGrade: 100\ntimeLimit: 2\nattempts: 2\n---\n\n## Which?\n\n- [ ] The first\n- [x] The second\n~~~\n',
  });
  await page.clock.install();
  await openAs(page, academy.url('kube', '/courses/timed/lessons/l1/knowledge-check'), await academy.newPerson());
  await page.getByRole('button', { name: knowledgeCheckTexts.start }).click();
  await page.getByLabel('The first').check();
  await expect(page.getByText(attemptTexts.saved)).toBeVisible();
  await expect(page.getByText('2:00 left').or(page.getByText(/1:5\d left/))).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: knowledgeCheckTexts.continue }).click();
  await expect(page.getByText(/1:[0-5]\d left/)).toBeVisible();
  await expectAccessible(page);
  await passTime(page, page.getByText(/0:5\d left/));
  await expect(page.getByRole('status').filter({ hasText: 'One minute left' })).toBeAttached();
  await page.clock.fastForward(60_000);
  await expect(page.getByRole('heading', { name: attemptTexts.notPassed({ score: 0, total: 1 }) })).toBeVisible();
  await expect(page.getByText(attemptTexts.answersLater)).toBeVisible();
  await expect(page.getByText('Right answer')).toHaveCount(0);
  await expectAccessible(page);
});
