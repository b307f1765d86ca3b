import type { LabChange, LabFileText } from '@academy/contract/lab-home';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { LabChanges } from './lab-changes.tsx';
import type { LabHome } from './lab-engine.ts';

const change = (path: string, how: LabChange['how'], more: Partial<LabChange> = {}): LabChange => ({
  ...{ path, how, kind: 'file', size: 12, isKept: true },
  ...more,
});

/** A home folder with these changes and texts: at the start, and now. */
function aHome(changes: LabChange[], before: Record<string, LabFileText>, now: Record<string, LabFileText>): LabHome {
  const missing = { why: 'missing', size: 0 } as const;
  return {
    list: async () => ({ entries: [], isCut: false }),
    read: async (path) => now[path] ?? missing,
    original: async (path) => before[path] ?? missing,
    changes: async () => ({ changes, isCut: false }),
  };
}

const lines = (of: string) => [...document.querySelectorAll(`details ${of}`)].map(({ textContent }) => textContent);

test('a learner opens a changed file by the keyboard and reads its difference', async () => {
  const home = aHome(
    [change('exercises/a.txt', 'changed'), change('exercises/new.txt', 'added')],
    { 'exercises/a.txt': { text: 'one\ntwo\n' } },
    { 'exercises/a.txt': { text: 'one\nthree\n' } },
  );
  await renderApp(<LabChanges home={home} files={[]} start={[]} />);
  await expect.element(page.getByText(/^2 files differ from the start of the lab/)).toBeVisible();
  (document.querySelector('summary') as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => lines('del')).toEqual(['– two\n']);
  expect(lines('ins')).toEqual(['+ three\n']);
});

test('a file that cannot be shown or kept says so', async () => {
  const home = aHome(
    [
      change('app.jar', 'added', { size: 11_000_000, isKept: false }),
      change('big.txt', 'changed'),
      change('link', 'added', { kind: 'link' }),
    ],
    { 'big.txt': { text: 'small' } },
    { 'app.jar': { why: 'binary', size: 11_000_000 }, 'big.txt': { why: 'large', size: 300_000 } },
  );
  await renderApp(<LabChanges home={home} files={[]} start={[]} />);
  await expect.element(page.getByText(/Some are too large to be kept\.$/)).toBeVisible();
  await expect.element(page.getByText(/Not kept: 11,?000 kB/)).toBeVisible();
  for (const name of ['app.jar', 'big.txt', 'link']) await page.getByText(name, { exact: true }).click();
  await expect.element(page.getByText('This file is not a text.')).toBeVisible();
  await expect.element(page.getByText('This file is too large to be shown.')).toBeVisible();
  await expect.element(page.getByText('This is a link.')).toBeVisible();
});

test('a lab in the browser compares with the files of its author', async () => {
  const start = [
    { path: 'a.txt', text: 'one\n' },
    { path: 'gone.txt', text: 'gone\n' },
  ];
  await renderApp(
    <LabChanges
      home={null}
      start={start}
      files={[
        { path: 'a.txt', text: 'one\n' },
        { path: 'b.txt', text: 'new\n' },
      ]}
    />,
  );
  await expect.element(page.getByText('b.txt')).toBeVisible();
  await page.getByText('b.txt').click();
  await expect.poll(() => lines('ins')).toEqual(['+ new\n']);
  await page.getByText('gone.txt').click();
  await expect.poll(() => lines('del')).toEqual(['– gone\n']);
  expect(document.querySelectorAll('details')).toHaveLength(2);
});

test('a lab without changes says so', async () => {
  await renderApp(<LabChanges home={null} start={[]} files={[]} />);
  await expect.element(page.getByRole('status')).toHaveTextContent('Nothing differs from the start of the lab.');
});
