import { type ContactMessage, listContactMessages } from '@academy/contract/contact-admin';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderList } from '../../../testing/render-list.tsx';
import { ContactMessages } from './contact-messages.tsx';

const message = (firstName: string, subject: string, more: Partial<ContactMessage> = {}): ContactMessage => ({
  ...{ messageId: firstName, at: '2030-01-31T12:00:00Z', firstName, lastName: 'Tester', subject, userId: null },
  ...{ email: 'writer@example.org', message: 'About the course, please.' },
  ...{ state: 'open', note: '', answer: '', handledBy: null, handledAt: null, ...more },
});
const IDEA = 'An idea for a new course';
const MESSAGES = {
  content: [message('Ada', IDEA), message('Grace', 'Something else')],
  ...{ totalElements: 2, subjects: [IDEA, 'Something else'] },
};

test('an administrator opens a contact message and replies to its writer by mail', async () => {
  const { count } = await renderList(<ContactMessages />, listContactMessages, MESSAGES);
  await expect.element(count).toHaveTextContent('2 contact messages');
  await page.getByRole('button', { name: /^Details of .*Ada Tester/ }).click();
  await expect.element(page.getByRole('blockquote')).toHaveTextContent('About the course, please.');
  await expect
    .element(page.getByRole('link', { name: 'writer@example.org' }))
    .toHaveAttribute('href', `mailto:writer@example.org?subject=${encodeURIComponent(`Re: ${IDEA}`)}`);
});

test('filters and order of contact messages stand in the address and in the call', async () => {
  const { asked } = await renderList(<ContactMessages />, listContactMessages, MESSAGES);
  await page.getByRole('combobox', { name: 'Subject' }).selectOptions(IDEA);
  await expect.poll(asked).toMatchObject({ subject: IDEA });
  expect(new URLSearchParams(location.search).get('subject')).toBe(IDEA);
  await page.getByLabelText('To (UTC)').fill('2020-01-01');
  await expect.poll(asked).toMatchObject({ subject: IDEA, to: '2020-01-01' });
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(async () => Object.keys(await asked())).not.toContain('subject');
  await page.getByRole('columnheader', { name: 'From' }).getByRole('button').click();
  await expect.poll(asked).toMatchObject({ sortBy: 'name', sortDir: 'asc' });
});
