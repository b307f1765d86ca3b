import type { Workshop } from '@academy/contract/workshops';
import { act } from 'react';
import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { SIGNED_OUT, sessionStore } from '../../sign-in/session.ts';
import { LabReader } from './lab-reader.tsx';

const workshop: Workshop = {
  lessonId: 'spring-tea',
  courseId: null,
  workshopId: 'spring-tea',
  title: 'Tea',
  labType: 'educates',
  labUrl: null,
  available: true,
  pages: [{ name: 'brew', title: 'Brew', html: '<p>Brew.</p>', exitSign: null }],
  proof: null,
  locked: null,
};
const content = { title: 'Tea', pages: [], tests: [], files: [], dashboards: [], ingresses: [], hasSolution: false };
const lab = {
  provider: 'browser',
  kind: 'native',
  url: null,
  session: null,
  content,
  running: null,
  environment: null,
};
const back = { href: '/guides/tea', title: 'Back to the guide' };
const reason = page.getByText('You are no longer logged in. Log in to continue the lab.');

const show = () =>
  renderApp(
    <LabReader workshop={workshop} isUnlocking={false} pageName={null} back={back} kind="guide" hrefOf={() => '/'} />,
    { 'GET /guides/lab': { body: { success: true, data: lab } } },
  );

afterEach(() => sessionStore.set(SIGNED_OUT));

test('a learner whose session ends in a lab reads why it is gone', async () => {
  sessionStore.set({ ...SIGNED_OUT, status: 'signed-in', isAuthenticated: true, userId: 'u1' });
  await show();
  await expect.element(page.getByRole('button', { name: 'Start lab' })).toBeVisible();
  act(() => sessionStore.set(SIGNED_OUT));
  await expect.element(reason).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Log in to start the lab' })).toBeVisible();
});

test('a visitor of a lab reads no reason', async () => {
  await show();
  await expect.element(page.getByRole('button', { name: 'Log in to start the lab' })).toBeVisible();
  expect(reason.elements()).toEqual([]);
});
