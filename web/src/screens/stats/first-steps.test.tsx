import { getFirstSteps } from '@academy/contract/stats';
import { useEffect } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { FirstSteps } from './first-steps.tsx';

const CALL = `${getFirstSteps.method} ${getFirstSteps.path}`;
const heading = page.getByRole('heading', { name: 'First steps' });
const rest = page.getByText('The rest of the screen');

/** @returns whether the steps were there when the rest of the screen came */
async function show(answers: Parameters<typeof renderApp>[1]): Promise<boolean[]> {
  const seen: boolean[] = [];
  function Rest() {
    useEffect(() => {
      seen.push(heading.elements().length > 0);
    }, []);
    return <p>The rest of the screen</p>;
  }
  await renderApp(
    <FirstSteps>
      <Rest />
    </FirstSteps>,
    answers,
  );
  await expect.element(rest).toBeVisible();
  return seen;
}

const answer = (data: object) => ({ body: { success: true, data, errors: [], correlationId: '', message: null } });

test('first steps are there before what stands below them', async () => {
  const seen = await show({ [CALL]: answer({ left: ['pages'], missingPages: ['/terms', '/privacy'] }) });
  await expect.element(page.getByText(/Missing: .terms, .privacy/)).toBeVisible();
  expect(seen).toEqual([true]);
});

test('an academy that has everything, or cannot be asked, shows no steps', async () => {
  await show({ [CALL]: answer({ left: [], missingPages: [] }) });
  await show({ [CALL]: { status: 500, body: {} } });
  expect(heading.elements()).toEqual([]);
});
