import type { Lab, LabContent } from '@academy/contract/labs';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { LabStart } from './lab-start.tsx';

const content: LabContent = {
  title: 'Tea',
  pages: [],
  tests: [],
  files: [],
  dashboards: [],
  ingresses: [],
  hasSolution: false,
};
const start = page.getByRole('button', { name: 'Start lab' });

const show = (environment: Lab['environment'], running: Lab['running'] = null, more: Partial<Lab> = {}) =>
  renderApp(
    <LabStart
      kind="lesson"
      lessonId="spring-tea"
      title="Tea"
      back={{ href: '/courses/tea/lessons/tea', title: 'Tea' }}
      lab={{
        ...{ provider: 'sandbox', kind: 'native', url: null, session: null, image: null },
        ...{ content, running, environment },
        ...more,
      }}
      refetch={async () => {}}
    />,
  );

test('a lab names its environment before it starts', async () => {
  await show({ name: 'java-17', title: 'Java 17 with Maven', missing: false });
  await expect.element(page.getByText('The environment of this lab: Java 17 with Maven.')).toBeVisible();
  await expect.element(start).toBeVisible();
});

test('a lab whose environment is missing says so, and cannot be started', async () => {
  await show({ name: 'java-17', title: 'Java 17 with Maven', missing: true });
  await expect.element(page.getByText(/it needs the environment “Java 17 with Maven”/)).toBeVisible();
  expect(start.elements()).toEqual([]);
});

test('a lab without environment names none', async () => {
  await show(null);
  await expect.element(start).toBeVisible();
  expect(page.getByText('The environment of this lab').elements()).toEqual([]);
});

test('a lab in the browser says that files from elsewhere are not there', async () => {
  const sentence = page.getByText(/uses files from elsewhere, which are not there in the browser/);
  await show(null, null, { content: { ...content, namesFiles: true } });
  await expect.element(page.getByText(/on a machine of the academy/)).toBeVisible();
  expect(sentence.elements()).toEqual([]);
  await show(null, null, { provider: 'browser', content: { ...content, namesFiles: true } });
  await expect.element(sentence).toBeVisible();
});

test('a lab in the browser says which steps its shell lacks', async () => {
  const actions = ['ls', 'git status', 'sort -R a'].map((command) => ({
    ...{ name: 'terminal:execute', known: true, settings: { command } },
  }));
  const pages = [{ name: 'a', title: 'A', html: '', exitSign: null, actions }];
  const shell = page.getByText(/is a light shell, no Linux machine/);
  await show(null, null, { content: { ...content, pages } });
  await expect.element(page.getByText(/on a machine of the academy/)).toBeVisible();
  expect(shell.elements()).toEqual([]);
  await show(null, null, { provider: 'browser', content: { ...content, pages } });
  await expect.element(shell).toBeVisible();
  const sentence = page.getByText('Not possible there: 2 of 3 commands and checks of this lab.');
  await expect.element(sentence, { timeout: 15_000 }).toBeVisible();
});

const image = { name: 'git', title: 'Git', digest: 'a1', bytes: 23_400_000 };

test('a lab with an image says before its start that a Linux is loaded', async () => {
  await show(null, null, { provider: 'browser', image });
  await expect.element(page.getByText(/A real Linux starts in your browser.* loads 24 MB/)).toBeVisible();
});

test('a learner chooses the light shell, and Linux again', async () => {
  await show(null, null, { provider: 'browser', image });
  await page.getByRole('button', { name: 'Use the light shell instead' }).click();
  expect(page.getByText(/A real Linux starts/).elements()).toEqual([]);
  await page.getByRole('button', { name: 'Use a real Linux instead (24 MB)' }).click();
  await expect.element(page.getByText(/A real Linux starts/)).toBeVisible();
});

test('a lab without an image offers no other machine', async () => {
  await show(null, null, { provider: 'browser' });
  await expect.element(start).toBeVisible();
  expect(page.getByRole('button', { name: /Linux|light shell/ }).elements()).toEqual([]);
});

test('another lab that runs is named, and whether it is completed', async () => {
  const running = { id: 'one', title: 'Coffee', tenantId: 'spring', path: '/courses/coffee/lessons/coffee/lab' };
  await show(null, { ...running, completed: true });
  await expect.element(page.getByText(/You completed Coffee, but its lab is still running/)).toBeVisible();
  await show(null, { ...running, completed: false });
  await expect.element(page.getByText(/Another of your labs is running: Coffee/)).toBeVisible();
});

test('another lab is ended only after its learner has read what is lost', async () => {
  const running = { id: 'one', title: 'Coffee', tenantId: 'spring', path: '/courses/coffee/lessons/coffee/lab' };
  const { sent } = await show(null, { ...running, completed: false });
  await page.getByRole('button', { name: 'End that lab and start this one' }).click();
  await expect.element(page.getByRole('dialog').getByText(/^Your work in .* is lost/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(page.getByRole('button', { name: 'End that lab and start this one' })).toHaveFocus();
  expect(await sent()).toEqual([]);
  await page.getByRole('button', { name: 'End that lab and start this one' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End that lab and start this one' }).click();
  await expect.poll(async () => (await sent()).length).toBe(2);
});
