import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { Ready } from '../../ui/ready.tsx';
import AuthScreen from './auth-screen.tsx';

test('the address can be sent before the page is hydrated', async () => {
  await renderApp(
    <Ready value={false}>
      <AuthScreen />
    </Ready>,
  );
  await expect.element(page.getByRole('button', { name: 'Continue' })).toBeEnabled();
  await expect.element(page.getByRole('button', { name: 'Create Your Free Account' })).toBeDisabled();
});

test.each(['nobody', 'jürgen@example.org', 'a@example.org, b@example.org', 'ann@localhost'])(
  'the address %s is refused beside the field, without a call',
  async (wrong) => {
    const { sent } = await renderApp(<AuthScreen />);
    const field = page.getByRole('textbox');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('email is a required field');
    await field.fill(wrong);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('This is not an e-mail address');
    await expect.element(field).toHaveFocus();
    expect(await sent()).toEqual([]);
  },
);
