import { type FeedbackItem, listFeedback } from '@academy/contract/feedback-admin';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderList } from '../../../testing/render-list.tsx';
import { FeedbackList } from './feedback-list.tsx';

const BASE: FeedbackItem = {
  ...{ feedbackId: 'survey', at: '2030-01-31T12:00:00Z', type: 'lesson', title: 'Streams', schema: 'tenant-survey-v1' },
  ...{ courseId: 'java', courseTitle: 'Java', lessonId: 'streams', rating: 4, comments: 'More labs', isBug: false },
  answers: [{ question: 'Which projects?', answer: 'Spring Data, Kafka' }],
  ...{ context: { userAgent: 'A browser', url: '/', route: '/' }, isVisitor: false },
  ...{ writer: { name: 'Lena Learner', email: 'lena@example.org' }, state: 'open', note: '', answer: '' },
  ...{ handledBy: null, handledAt: null },
};
const REPORT: FeedbackItem = {
  ...BASE,
  ...{ feedbackId: 'report', schema: 'lesson-v2', rating: null, comments: 'The button does nothing', isBug: true },
  ...{ answers: null, isVisitor: true, writer: null },
};
const FEEDBACK = { content: [BASE, REPORT], totalElements: 2, courses: [] };
const row = (place: number) => page.getByRole('table', { name: 'Feedback' }).getByRole('row').nth(place);
const choose = (filter: string, option: string) =>
  page.getByRole('combobox', { name: filter, exact: true }).selectOptions(option);

test('an administrator opens feedback and sees who may be contacted', async () => {
  const { count } = await renderList(<FeedbackList />, listFeedback, FEEDBACK);
  await expect.element(count).toHaveTextContent('2 pieces of feedback');
  await expect.element(row(1)).toMatchTextContent('4 of 5 stars');
  await expect.element(row(1)).toMatchTextContent('Lena Learner');
  await expect.element(row(2)).toMatchTextContent('A visitor');
  await expect.element(row(2)).toMatchTextContent('Problem');
  await page.getByRole('button', { name: /^Details of Streams, Lena Learner/ }).click();
  await expect.element(page.getByRole('blockquote')).toHaveTextContent('More labs');
  await expect.element(page.getByText('Spring Data, Kafka')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'lena@example.org' }))
    .toHaveAttribute('href', 'mailto:lena@example.org');
});

test('filters of feedback stand in address and call until cleared', async () => {
  const { asked } = await renderList(<FeedbackList />, listFeedback, FEEDBACK);
  await choose('Problems', 'Problems only');
  await expect.poll(asked).toMatchObject({ bug: 'true' });
  await choose('Rating', '5 stars');
  await expect.poll(asked).toMatchObject({ bug: 'true', rating: '5' });
  expect(Object.fromEntries(new URLSearchParams(location.search))).toMatchObject({ bug: 'true', rating: '5' });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(async () => Object.keys(await asked())).not.toContain('rating');
});

test('a search that finds no feedback offers all of it', async () => {
  const { asked } = await renderList(<FeedbackList />, listFeedback, { content: [], totalElements: 0, courses: [] });
  await expect.element(page.getByRole('heading', { name: 'No feedback yet' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search comments' }).fill('nobody wrote this');
  await expect.poll(asked).toMatchObject({ q: 'nobody wrote this' });
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect.element(page.getByRole('heading', { name: 'No feedback yet' })).toBeVisible();
});
