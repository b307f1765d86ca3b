import { type FeedbackQuestions, sendFeedback } from '@academy/contract/feedback';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { SurveyForm } from './survey-form.tsx';

const CALL = `${sendFeedback.method} ${sendFeedback.path}`;
const LESSON = { feedbackableType: 'lesson', feedbackableId: 'streams', courseId: 'java' } as const;
const option = (key: string, value: string) => ({ key, value, checked: false as const });
const QUESTIONS: FeedbackQuestions = {
  customQuestion: [option('spring-data', 'Spring Data'), option('spring-boot', 'Spring Boot')],
  level: [option('beginner', 'Beginner'), option('advanced', 'Advanced')],
};
const star = (name: string) => page.getByRole('radio', { name, exact: true });
const send = page.getByRole('button', { name: 'Send answers' });
const focus = (one: { element(): Element }) => (one.element() as HTMLElement).focus();
const press = (key: string, times = 1) => userEvent.keyboard(`{${key}}`.repeat(times));

async function renderSurvey() {
  const onSent = vi.fn();
  const form = (
    <SurveyForm about={LESSON} route="/courses/:slug" questions={QUESTIONS} onClose={() => {}} onSent={onSent} />
  );
  const body = { success: true, data: {}, errors: [], correlationId: '', message: null };
  return { onSent, ...(await renderApp(form, { [CALL]: { body } })) };
}

test('an empty survey names what is missing, and its first question has the focus', async () => {
  const { sent } = await renderSurvey();
  await send.click();
  for (const text of [
    'The rating field is required when comments is not present.',
    'The comments field is required when rating is not present.',
    'The custom question answers field is required.',
    'The levels field is required.',
  ])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect.element(star('1 star')).toHaveFocus();
  await press('ArrowRight', 3);
  await expect.element(star('4 stars')).toBeChecked();
  await expect.element(page.getByText(/^The (rating|comments) field is required/)).not.toBeInTheDocument();
  await expect.element(page.getByText('The levels field is required.')).toBeVisible();
  expect((await sent()).filter(({ call }) => call === CALL)).toEqual([]);
});

test('stars are chosen by arrows, and removed by Space or their button', async () => {
  await renderSurvey();
  focus(star('1 star'));
  await press('ArrowRight', 4);
  await press('ArrowLeft');
  await expect.element(star('4 stars')).toBeChecked();
  await userEvent.keyboard(' ');
  await expect.element(star('4 stars')).not.toBeChecked();
  await expect.element(page.getByRole('status')).toHaveTextContent('Rating removed');
  await userEvent.keyboard(' ');
  await expect.element(star('4 stars')).toBeChecked();
  await userEvent.tab();
  await expect.element(page.getByRole('button', { name: 'Remove rating' })).toHaveFocus();
  await press('Enter');
  await expect.element(page.getByRole('radio', { checked: true })).not.toBeInTheDocument();
  await expect.element(star('1 star')).toHaveFocus();
});

test('a learner answers the survey by the keyboard alone', async () => {
  const { sent, onSent } = await renderSurvey();
  focus(star('1 star'));
  await press('ArrowRight', 3);
  const tick = async (name: string) => {
    focus(page.getByRole('checkbox', { name }));
    await userEvent.keyboard(' ');
  };
  await tick('Spring Data');
  await tick('Other');
  const other = page.getByRole('textbox', { name: 'What else?' });
  await expect.element(other).toHaveFocus();
  await userEvent.keyboard('  Kafka ');
  await userEvent.tab();
  await expect.element(other).toHaveValue('Kafka');
  await tick('Advanced');
  focus(page.getByRole('textbox', { name: 'More comments' }));
  await userEvent.keyboard('More labs, please.');
  focus(send);
  await press('Enter');
  await expect.poll(() => onSent.mock.calls.length).toBe(1);
  expect((await sent()).find(({ call }) => call === CALL)?.body).toMatchObject({
    ...LESSON,
    ...{ schema: 'tenant-survey-v1', comments: '', rating: 4, moreCommentsVal: 'More labs, please.' },
    feedback: {
      levels: ['advanced'],
      ...{ customQuestion: 'spring-projects', customQuestionAnswers: ['spring-data'], otherAnswer: 'Kafka' },
    },
    context: { route: '/courses/:slug' },
  });
});
