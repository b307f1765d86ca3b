import type { ProofSummary } from '@academy/contract/lab-proof';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { LabProofLine } from './lab-proof-line.tsx';

const proof: ProofSummary = {
  ...{ provedAt: '2026-11-20T23:30:00.000Z', engine: 'sandbox', environment: 'java-17', commit: null, seconds: 61.2 },
  ...{ tools: [{ name: 'java', version: 'openjdk 17.0.1' }], stepsDone: 2, stepsSkipped: 0 },
};
const step = { page: 'The build', action: 'terminal:execute', seconds: 60, outcome: 'done' };
const record = {
  ...{ ...proof, workshop: 'tea', contentHash: 'a'.repeat(64) },
  steps: [
    { ...step, title: 'mvn test', log: 'BUILD SUCCESS' },
    { ...step, title: 'lp plan', outcome: 'skipped', log: 'no printer' },
  ],
};
const ANSWERS = {
  'GET /lessons/workshop/tea/first/proof': {
    body: { success: true, data: { proof: record }, errors: [], correlationId: 'c', message: null },
  },
};
const show = (path: string, stepsSkipped = 0) =>
  renderApp(<LabProofLine proof={{ ...proof, stepsSkipped }} path={path} />, ANSWERS);
const open = () => page.getByRole('button', { name: 'Show the record' }).click();

test('a proved lab says when that was, and which steps were left out', async () => {
  await show('/courses/tea/lessons/first');
  await expect.element(page.getByText('Proved Nov 20, 2026: every step of this lab was run and worked.')).toBeVisible();
});

test('a proof that leaves steps out counts them', async () => {
  await show('/courses/tea/lessons/first', 2);
  await expect
    .element(page.getByText('Proved Nov 20, 2026: every step of this lab but 2 was run and worked.'))
    .toBeVisible();
});

test('the record shows versions, and the output of each step', async () => {
  await show('/courses/tea/lessons/first');
  await open();
  const dialog = page.getByRole('dialog', { name: 'Record of the proof' });
  await expect.element(dialog.getByText('java: openjdk 17.0.1')).toBeVisible();
  await expect.element(dialog.getByText('62 s')).toBeVisible();
  await expect.element(dialog.getByText('Not run: no printer')).toBeVisible();
  await dialog.getByText('mvn test').click();
  await expect.element(dialog.getByText('BUILD SUCCESS')).toBeVisible();
});

test('a record that cannot be loaded says so', async () => {
  await show('/courses/tea/lessons/gone');
  await open();
  await expect.element(page.getByText('The steps could not be loaded. Try again later.')).toBeVisible();
});
