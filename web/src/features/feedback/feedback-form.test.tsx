import { sendFeedback } from '@academy/contract/feedback';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { FeedbackForm } from './feedback-form.tsx';

const CALL = `${sendFeedback.method} ${sendFeedback.path}`;
const ACADEMY = { feedbackableType: '', feedbackableId: null, courseId: null } as const;
const accepted = { success: true, data: {}, errors: [], correlationId: '', message: null };
const comments = page.getByRole('textbox', { name: 'Comments' });
const send = page.getByRole('button', { name: 'Send feedback' });

test('a visitor gives feedback by the keyboard alone, without surrounding spaces', async () => {
  const onSent = vi.fn();
  const form = <FeedbackForm about={ACADEMY} route="/courses" onClose={() => {}} onSent={onSent} />;
  const { sent } = await renderApp(form, { [CALL]: { body: accepted } });
  await expect.element(comments).toHaveFocus();
  await expect.element(page.getByRole('checkbox', { name: /You may contact me/ })).not.toBeInTheDocument();
  await userEvent.keyboard('   The filters are good.  ');
  await userEvent.tab();
  await expect.element(comments).toHaveValue('The filters are good.');
  await userEvent.keyboard(' ');
  (send.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => onSent.mock.calls.length).toBe(1);
  expect((await sent()).filter(({ call }) => call === CALL).map(({ body }) => body)).toEqual([
    {
      ...ACADEMY,
      ...{ tenantId: 'spring', schema: 'tenant-v1', comments: 'The filters are good.', isBug: true },
      allowContact: false,
      context: { userAgent: navigator.userAgent, url: location.origin + location.pathname, route: '/courses' },
    },
  ]);
});

test('feedback without comments is refused beside its field, until something is typed', async () => {
  const { sent } = await renderApp(<FeedbackForm about={ACADEMY} route="/" onClose={() => {}} onSent={() => {}} />, {});
  await send.click();
  await expect.element(comments).toHaveAccessibleDescription('The comments field is required');
  await expect.element(comments).toHaveFocus();
  await expect.element(comments).toHaveAttribute('aria-invalid', 'true');
  await userEvent.keyboard('x');
  await expect.element(comments).not.toHaveAttribute('aria-invalid');
  expect(await sent()).toEqual([]);
});

test('feedback that cannot be sent keeps its text and says why', async () => {
  const errors = [{ errorMessage: 'Wait a minute.' }];
  const refused = { status: 429, body: { ...accepted, success: false, data: null, errors } };
  await renderApp(<FeedbackForm about={ACADEMY} route="/" onClose={() => {}} onSent={() => {}} />, {
    [CALL]: refused,
  });
  await comments.fill('Half a thought');
  await send.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent('Your feedback was not sent.');
  await expect.element(comments).toHaveValue('Half a thought');
});
