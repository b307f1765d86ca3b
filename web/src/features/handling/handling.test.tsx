import type { Handling, HandlingChange } from '@academy/contract/handling';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { HandlingForm } from './handling.tsx';

const OPEN: Handling = { state: 'open', note: '', answer: '', handledBy: null, handledAt: null };
const button = (name: string) => page.getByRole('button', { name });

test('an answer that cannot be sent stays in its field', async () => {
  const sent: HandlingChange[] = [];
  const onChange = async (change: HandlingChange) => {
    sent.push(change);
    if (sent.length === 1) throw new Error('The server is away.');
  };
  await renderApp(<HandlingForm id="message-1" handling={OPEN} writer="ada@example.org" onChange={onChange} />, {});
  await expect.element(button('Send answer')).toBeDisabled();
  await page.getByLabelText('Note').fill('Ask Grace.');
  const answer = page.getByLabelText('Answer by e-mail');
  await answer.fill('In the museum.');
  await button('Send answer').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('The server is away.');
  await expect.element(answer).toHaveValue('In the museum.');
  await button('Send answer').click();
  await expect.element(answer).toHaveValue('');
  expect(sent).toEqual([1, 2].map(() => ({ note: 'Ask Grace.', answer: 'In the museum.', expectedHandledAt: null })));
});

test('a writer who cannot be answered leaves note and state only', async () => {
  await renderApp(
    <HandlingForm id="message-2" handling={{ ...OPEN, state: 'closed' }} writer={null} onChange={async () => {}} />,
    {},
  );
  await expect.element(page.getByText('This writer cannot be answered by e-mail.')).toBeVisible();
  await expect.element(button('Reopen')).toBeVisible();
  await expect.element(button('Send answer')).not.toBeInTheDocument();
});

test('a note of another admin is not overwritten by one that nobody edited', async () => {
  const sent: HandlingChange[] = [];
  const handledAt = '2030-01-31T09:00:00.000Z';
  function Twice() {
    const [handling, setHandling] = useState(OPEN);
    const later = () => setHandling({ ...OPEN, note: 'Asked Grace.', handledBy: 'grace@example.org', handledAt });
    return (
      <>
        <button type="button" onClick={later}>
          Later
        </button>
        <HandlingForm id="message-3" handling={handling} writer={null} onChange={async (change) => sent.push(change)} />
      </>
    );
  }
  await renderApp(<Twice />, {});
  await button('Later').click();
  await expect.element(page.getByLabelText('Note')).toHaveValue('Asked Grace.');
  await button('Close').click();
  await expect.poll(() => sent).toEqual([{ state: 'closed', expectedHandledAt: handledAt }]);
});

test('an answer that was typed is there again after a log-in', async () => {
  const form = () => <HandlingForm id="kept" handling={OPEN} writer="ada@example.org" onChange={async () => {}} />;
  function Reopened() {
    const [times, setTimes] = useState(0);
    return (
      <>
        <button type="button" onClick={() => setTimes(times + 1)}>
          Show again
        </button>
        <div key={times}>{form()}</div>
      </>
    );
  }
  await renderApp(<Reopened />, {});
  await page.getByLabelText('Answer by e-mail').fill('In the museum.');
  await button('Show again').click();
  await expect.element(page.getByLabelText('Answer by e-mail')).toHaveValue('In the museum.');
  await button('Send answer').click();
  await expect.element(page.getByLabelText('Answer by e-mail')).toHaveValue('');
  await button('Show again').click();
  await expect.element(page.getByLabelText('Answer by e-mail')).toHaveValue('');
});
