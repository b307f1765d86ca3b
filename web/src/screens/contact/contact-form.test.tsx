import { sendContactMessage } from '@academy/contract/contact';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { renderApp } from '../../../testing/render-app.tsx';
import { ContactForm } from './contact-form.tsx';

const MESSAGE = 'How does a course become a learning path?';
const CALL = `${sendContactMessage.method} ${sendContactMessage.path}`;
const send = page.getByRole('button', { name: 'Send message' });
const field = (name: string) => page.getByRole('textbox', { name });
const failed = { success: false, data: null, errors: [], correlationId: 'c-1', message: null };
const taken = { success: true, data: { message: 'Thank you' }, errors: [], correlationId: '', message: null };

async function fillIn(): Promise<void> {
  await field('First name').fill('Nora');
  await field('Last name').fill('Newcomer');
  await field('E-mail').fill('nora@example.org');
  const topics = page.getByRole('combobox', { name: 'Topic' });
  await topics.selectOptions((topics.element() as HTMLSelectElement).options[1] as HTMLOptionElement);
  await field('Message').fill(MESSAGE);
}

test('an empty form names what is missing beside each field, and sends nothing', async () => {
  const { sent } = await renderApp(<ContactForm />);
  await send.click();
  await expect.element(field('First name')).toHaveFocus();
  for (const name of ['First name', 'Last name', 'E-mail', 'Message']) {
    await expect.element(field(name)).toHaveAttribute('aria-invalid', 'true');
    const said = new RegExp(`${name} is a required field`);
    await expect.element(field(name)).toHaveAccessibleDescription(said);
  }
  const topic = page.getByRole('combobox', { name: 'Topic' });
  await expect.element(topic).toHaveAccessibleDescription('Topic is a required field');
  expect((await sent()).filter(({ call }) => call === CALL)).toEqual([]);
});

test('a complete form is sent once, without surrounding spaces, and is empty afterwards', async () => {
  const { sent } = await renderApp(<ContactForm />, { [CALL]: { body: taken } });
  await fillIn();
  await field('First name').fill('  Nora ');
  await send.click();
  await expect.element(field('Message')).toHaveValue('');
  const messages = (await sent()).filter(({ call }) => call === CALL);
  expect(messages).toHaveLength(1);
  expect(messages[0]?.body).toMatchObject({
    firstName: 'Nora',
    email: 'nora@example.org',
    message: MESSAGE,
    website: '',
  });
});

test('a form that cannot be sent keeps every word and says why', async () => {
  await renderApp(<ContactForm />, { [CALL]: { status: 429, body: failed } });
  await fillIn();
  await send.click();
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Your message was not sent. Your text is/);
  await expect.element(field('Message')).toHaveValue(MESSAGE);
  await expect.element(field('First name')).toHaveValue('Nora');
});

test('what was typed is there when the form is opened again', async () => {
  await renderApp(<ContactForm />);
  await field('Message').fill(MESSAGE);
  await userEvent.keyboard('{Tab}');
  await cleanup();
  await renderApp(<ContactForm />);
  await expect.element(field('Message')).toHaveValue(MESSAGE);
});

test('the field for robots is out of the way of people', async () => {
  await renderApp(<ContactForm />);
  const trap = document.querySelector<HTMLInputElement>('[name=website]');
  expect(trap?.tabIndex).toBe(-1);
  expect(trap?.closest('[aria-hidden=true]')).not.toBeNull();
  await expect.element(page.getByRole('textbox', { name: 'Leave this field empty' })).not.toBeInTheDocument();
});
