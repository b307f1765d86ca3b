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
