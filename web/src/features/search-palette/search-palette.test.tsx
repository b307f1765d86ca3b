import type { SearchResult } from '@academy/contract/search';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Answers } from '../../../testing/answers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { SearchPalette } from './search-palette.tsx';

const hit = (kind: 'course' | 'lesson', id: string, title: string) => ({
  ...{ kind, id, path: `/courses/${id}`, parent: null, locked: null },
  title: [{ text: title, hit: true }],
  excerpt: [{ text: `About ${title}`, hit: false }],
});
const FOUND: SearchResult = {
  total: 2,
  groups: [
    { kind: 'course', total: 1, hits: [hit('course', 'beans', 'Beans')] },
    { kind: 'lesson', total: 1, hits: [hit('lesson', 'more-beans', 'More Beans')] },
  ],
  corrected: null,
  allWords: true,
};
const answering = (data: Partial<SearchResult>): Answers => ({
  'GET /search': { body: { success: true, data: { ...FOUND, ...data }, errors: [], correlationId: '', message: null } },
});

const field = page.getByRole('combobox', { name: 'Search the academy' });
const option = (name: RegExp) => page.getByRole('option', { name });
const chosen = () => document.querySelector('[role=option][aria-selected=true]')?.textContent ?? null;

test('arrows walk through the results and around, while the focus stays in the field', async () => {
  await renderApp(<SearchPalette onClose={() => {}} />, answering({}));
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('beans');
  await expect.element(option(/More Beans/)).toBeVisible();
  await expect.element(page.getByRole('status')).toHaveTextContent('2 results');
  expect(chosen()).toContain('About Beans');
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(chosen).toContain('More Beans');
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await expect.poll(chosen).toContain('About Beans');
  await userEvent.keyboard('{ArrowUp}');
  await expect.poll(chosen).toContain('See all results');
  await userEvent.keyboard('{Home}');
  await expect.poll(chosen).toContain('About Beans');
  await expect.element(field).toHaveFocus();
  const active = field.element().getAttribute('aria-activedescendant') ?? '';
  expect(document.getElementById(active)?.textContent).toContain('About Beans');
});

test('Escape empties the field first and closes the search next', async () => {
  const onClose = vi.fn();
  await renderApp(<SearchPalette onClose={onClose} />, answering({}));
  await userEvent.keyboard('beans');
  await expect.element(option(/More Beans/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(field).toHaveValue('');
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

test('a misspelt word shows what was searched for instead, and a button takes it', async () => {
  await renderApp(<SearchPalette onClose={() => {}} />, answering({ corrected: 'beans' }));
  await userEvent.keyboard('baens');
  await expect.element(page.getByText(/No results for “baens”/)).toBeVisible();
  await page.getByRole('button', { name: 'beans' }).click();
  await expect.element(field).toHaveValue('beans');
});

test('a search without results says so and leads to the courses', async () => {
  await renderApp(<SearchPalette onClose={() => {}} />, answering({ total: 0, groups: [] }));
  await userEvent.keyboard('zzz');
  await expect.element(page.getByText(/No results for “zzz”/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'browse the courses' })).toHaveAttribute('href', '/courses');
  await expect.element(page.getByRole('status')).toHaveTextContent('Nothing was found');
});

test('a search that fails says so and can be tried again', async () => {
  await renderApp(<SearchPalette onClose={() => {}} />, {
    'GET /search': { status: 400, body: { success: false, data: null, errors: [], correlationId: '', message: null } },
  });
  await userEvent.keyboard('beans');
  await expect.element(page.getByRole('alert')).toMatchTextContent('The search did not work');
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('recent searches are listed, forgotten one by one and all at once', async () => {
  const key = 'recentSearches spring ';
  localStorage.setItem(key, JSON.stringify(['beans', 'streams', 'rest']));
  await renderApp(<SearchPalette onClose={() => {}} />);
  await expect.element(option(/streams/)).toBeVisible();
  await page.getByRole('button', { name: 'Remove the search for beans' }).click();
  await expect.element(option(/beans/)).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  await page.getByRole('button', { name: 'Remove all searches' }).click();
  await expect.element(option(/rest/)).not.toBeInTheDocument();
  expect(localStorage.getItem(key)).toBeNull();
});
