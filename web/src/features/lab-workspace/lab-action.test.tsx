import type { Outcome } from '@academy/lab-engine/action-runner';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { ActionBar } from './lab-action.tsx';
import { LabProgress } from './lab-progress.tsx';

const HINT = 'Count the digits.';
const CHECK = { name: 'examiner:execute-test', known: true, settings: { name: 'solved', hint: HINT } };
const failedWith = (output: string): Outcome => ({ state: 'failed', reason: { code: 'notYet', status: 1, output } });

const show = (now: Outcome | null, hasFailed = false) =>
  renderApp(
    <ActionBar
      action={CHECK}
      now={now}
      isSpent={false}
      hasFailed={hasFailed}
      inBrowser={true}
      files={[]}
      onRun={() => {}}
    />,
  );

test('a check that fails shows what it wrote beside its button', async () => {
  await show(failedWith('Edsger has a cup of 2500 millilitres\n'), true);
  await expect.element(page.getByRole('status')).toHaveTextContent('Not yet. Look at the task again.');
  await expect.element(page.getByText('Edsger has a cup of 2500 millilitres')).toBeVisible();
});

test('of a long output the first lines are shown', async () => {
  await show(failedWith(Array.from({ length: 9 }, (_one, at) => `line ${at}`).join('\n')), true);
  const written = () => document.querySelector('samp')?.textContent;
  await expect.poll(written).toBe('line 0\nline 1\nline 2\nline 3\nline 4…');
});

test('a check that wrote nothing shows no output', async () => {
  await show(failedWith(' \n'), true);
  await expect.element(page.getByText('Hint')).toBeVisible();
  expect(document.querySelectorAll('samp')).toHaveLength(0);
});

test('the hint is there after a failure, and opens when the learner wants it', async () => {
  await show(failedWith(''), true);
  await expect.element(page.getByText(HINT)).not.toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}{Enter}');
  await expect.element(page.getByText(HINT)).toBeVisible();
});

test('the hint of an earlier failure is there when the page is opened again', async () => {
  await show(null, true);
  await expect.element(page.getByText('Hint', { exact: true })).toBeVisible();
});

test('there is no hint before a failure, nor once it is done', async () => {
  await show(null);
  await expect.element(page.getByRole('button', { name: 'Check my work' })).toBeVisible();
  expect(page.getByText('Hint', { exact: true }).elements()).toEqual([]);
});

test('a step that is done needs no hint any more', async () => {
  await show({ state: 'done', reason: { code: 'wellDone' } }, true);
  await expect.element(page.getByRole('status')).toHaveTextContent('Well done');
  expect(page.getByText('Hint', { exact: true }).elements()).toEqual([]);
});

test('progress names the page and the steps of the whole lab', async () => {
  await renderApp(<LabProgress position={2} count={3} steps={{ done: 4, count: 9 }} />);
  await expect.element(page.getByText('Page 2 of 3')).toBeVisible();
  const bar = page.getByRole('progressbar', { name: '4 of 9 steps' });
  await expect.element(bar).toHaveAttribute('value', '4');
});

test('progress says when all steps are done, and nothing of a lab without steps', async () => {
  await renderApp(
    <>
      <LabProgress position={1} count={1} steps={{ done: 9, count: 9 }} />
      <LabProgress position={1} count={4} steps={{ done: 0, count: 0 }} />
    </>,
  );
  await expect.element(page.getByRole('progressbar', { name: 'All 9 steps are done.' })).toBeVisible();
  await expect.element(page.getByText('Page 1 of 4')).toBeVisible();
  expect(page.getByRole('progressbar').elements()).toHaveLength(1);
});
