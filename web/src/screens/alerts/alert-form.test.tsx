import { previewAlert } from '@academy/contract/alerts-admin';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { AlertForm } from './alert-form.tsx';
import { type AlertDraft, type AlertProblems, emptyDraft } from './alert-rules.ts';

interface ExampleProps {
  problems?: AlertProblems;
  failure?: string | null;
  isPending?: boolean;
  choosesAcademies?: boolean;
  onSubmit?: () => void;
  onDraft?: (draft: AlertDraft) => void;
}

function Example({ problems = {}, onDraft, onSubmit = () => {}, ...props }: ExampleProps) {
  const [draft, setDraft] = useState(emptyDraft('spring'));
  const change = (next: AlertDraft) => {
    setDraft(next);
    onDraft?.(next);
  };
  return (
    <AlertForm
      {...{ draft, problems, onSubmit, failure: null, isPending: false, choosesAcademies: true, ...props }}
      submit="Save alert"
      onChange={change}
      onDiscard={() => {}}
    />
  );
}

const form = page.getByRole('form', { name: 'Alert' });
const message = form.getByRole('textbox', { name: /^Message/ });
const preview = page
  .getByRole('complementary')
  .or(page.getByRole('region', { name: /preview/i }))
  .first();

test('problems stand beside fields and above the form; the first field has focus', async () => {
  await renderApp(<Example problems={{ message: 'Say something', actionUrl: 'No address' }} />);
  await expect
    .element(form.getByRole('alert').first())
    .toHaveTextContent('Nothing was saved. Check these fields: Message, Address of the link.');
  await expect.element(message).toHaveFocus();
  await expect.element(message).toHaveAccessibleDescription(/Say something/);
  const address = form.getByRole('textbox', { name: 'Address of the link' });
  await expect.element(address).toHaveAccessibleDescription(/No address/);
  await expect.element(address).toHaveAttribute('aria-invalid', 'true');
});

test('a failure says that nothing was saved and why', async () => {
  await renderApp(<Example failure="The academy is away." />);
  await expect.element(form.getByRole('alert').first()).toHaveTextContent('Nothing was saved. The academy is away.');
});

test('the preview shows what the academy makes of the words', async () => {
  const data = { message: '<p>Closed on <b>Monday</b></p>', actionUrl: null };
  const reply = { success: true, data, errors: [], correlationId: '', message: null };
  await renderApp(<Example />, { [`${previewAlert.method} ${previewAlert.path}`]: { body: reply } });
  await expect.element(preview).toMatchTextContent('Shows the alert as readers will see it.');
  await message.fill('Closed on **Monday**');
  await expect.element(preview).toMatchTextContent('Closed on Monday');
  expect(preview.element().querySelector('b')?.textContent).toBe('Monday');
});

test('fields change their part of the draft alone, without surrounding spaces', async () => {
  const onDraft = vi.fn<(draft: AlertDraft) => void>();
  await renderApp(<Example onDraft={onDraft} />);
  await form.getByRole('textbox', { name: 'Address of the link' }).fill('  /courses ');
  await userEvent.keyboard('{Tab}');
  await form.getByRole('combobox', { name: 'Level' }).selectOptions('warning');
  expect(onDraft.mock.lastCall?.[0]).toEqual({ ...emptyDraft('spring'), actionUrl: '/courses', level: 'warning' });
});

test('while an alert is being saved it cannot be saved again', async () => {
  const onSubmit = vi.fn();
  await renderApp(<Example isPending onSubmit={onSubmit} />);
  await expect.element(page.getByRole('button', { name: 'One moment' })).toBeDisabled();
  (form.element() as HTMLFormElement).requestSubmit();
  expect(onSubmit).not.toHaveBeenCalled();
});

test('an alert that exists names its academy, which cannot be changed', async () => {
  await renderApp(<Example choosesAcademies={false} />);
  await expect.element(page.getByText('Spring Academy').first()).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Academies' })).not.toBeInTheDocument();
});
