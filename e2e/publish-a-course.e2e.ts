import { lessonTexts } from '@academy/web/screens/lessons/lesson-texts';
import { courseFiles, publish } from './support/made-content.ts';
import { openAs } from './support/sign-in.ts';
import { completeLesson, heading, open } from './support/steps.ts';
import { expect, test, useSharedAcademy } from './support/test.ts';

const academy = useSharedAcademy('spring');

const TITLE = 'A Course That Changes';
const FILES = courseFiles('spring', { id: 'changing', title: TITLE, outline: ['The First', 'The Second'] });
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8" width="8" height="8"><path d="M0 0h8v8z"/></svg>';

test('a changed lesson is live at once with images, and progress stays', async ({ page, newDevice }) => {
  await publish(academy, 'spring', FILES);
  const address = academy.url('spring', '/courses/changing/lessons/l1');
  await openAs(page, address, await academy.newPerson());
  await completeLesson(page);

  await publish(academy, 'spring', {
    ...FILES,
    'changing/01-lesson-l1/new.svg': DRAWING,
    'changing/01-lesson-l1/content.md':
      'A text to read.\n\n## As before\n\nThe same.\n\n## Changed a moment ago\n\nThis sentence is new.\n\n![A new drawing](new.svg)\n',
  });
  const visitor = await newDevice();
  await open(visitor, academy.url('spring', '/courses/changing'));
  await expect(heading(visitor, TITLE)).toBeVisible();

  await open(page, address);
  await expect(page.getByText('This sentence is new.')).toBeVisible();
  await expect(page.getByRole('navigation', { name: lessonTexts.onThisPage })).toContainText('Changed a moment ago');
  const image = page.getByRole('img', { name: 'A new drawing' });
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
  await expect(page.getByRole('navigation', { name: lessonTexts.courseOutline })).toContainText('1 of 2 lessons');

  await publish(academy, 'spring', FILES);
  await open(page, address);
  await expect(page.getByText('This sentence is new.')).toHaveCount(0);
  await expect(page.getByRole('button', { name: lessonTexts.completedUndo })).toBeVisible();
});
