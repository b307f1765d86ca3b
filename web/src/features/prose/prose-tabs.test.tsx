import { TABS_STORAGE_KEY } from '@academy/contract/constants';
import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { device } from '../../lib/storage.ts';
import { Prose } from './prose.tsx';

const tab = (group: string, title: string, open: boolean) =>
  `<details class="tab" name="${group}"${open ? ' open' : ''}><summary>${title}</summary><div class="tab-text"><p>${group} on ${title}.</p></div></details>`;
const group = (name: string, ...titles: string[]) =>
  `<div class="tabs">${titles.map((title, at) => tab(name, title, at === 0)).join('')}</div>`;
const text = `${group('Install', 'macOS', 'Linux')}${group('Start', 'macOS', 'Linux', 'Windows')}${group('Build', 'Maven', 'Gradle')}`;

beforeEach(() => device.remove(TABS_STORAGE_KEY));

test('a tab that a reader opens is open in each group that has it', async () => {
  await renderApp(<Prose html={text} />);
  await expect.element(page.getByText('Install on macOS.')).toBeVisible();
  await expect.element(page.getByText('Install on Linux.')).not.toBeVisible();
  await page.getByText('Linux', { exact: true }).first().click();
  await expect.element(page.getByText('Install on Linux.')).toBeVisible();
  await expect.element(page.getByText('Start on Linux.')).toBeVisible();
  await expect.element(page.getByText('Install on macOS.')).not.toBeVisible();
  await expect.element(page.getByText('Build on Maven.')).toBeVisible();
});

test('the tab that was chosen last is open on other pages', async () => {
  device.set(TABS_STORAGE_KEY, JSON.stringify(['Gradle', 'Windows', 'Linux']));
  await renderApp(<Prose html={text} />);
  await expect.element(page.getByText('Build on Gradle.')).toBeVisible();
  await expect.element(page.getByText('Start on Windows.')).toBeVisible();
  await expect.element(page.getByText('Install on Linux.')).toBeVisible();
});

test('an open tab stays open when it is pressed again', async () => {
  await renderApp(<Prose html={text} />);
  await page.getByText('macOS', { exact: true }).first().click();
  await expect.element(page.getByText('Install on macOS.')).toBeVisible();
});

test('what is stored and unreadable opens no tab', async () => {
  device.set(TABS_STORAGE_KEY, '{"a":');
  await renderApp(<Prose html={text} />);
  await page.getByText('Linux', { exact: true }).first().click();
  await expect.element(page.getByText('Start on Linux.')).toBeVisible();
  expect(device.get(TABS_STORAGE_KEY)).toBe('["Linux"]');
});
