import type { LabEntry } from '@academy/contract/lab-home';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import type { LabHome } from './lab-engine.ts';
import { LabFolders } from './lab-folders.tsx';

const folder = (name: string): LabEntry => ({ name, kind: 'folder' });
const file = (name: string): LabEntry => ({ name, kind: 'file' });

const FOLDERS: Record<string, LabEntry[]> = {
  '': [folder('exercises'), file('notes.txt')],
  exercises: [folder('src'), file('pom.xml'), file('mvnw')],
  'exercises/src': [],
};

test('what is in a folder is asked for when a learner opens it', async () => {
  const asked: string[] = [];
  const home = {
    async list(path: string) {
      asked.push(path);
      return { entries: FOLDERS[path] ?? [], isCut: path === 'exercises' };
    },
  } as Partial<LabHome> as LabHome;
  const opened: string[] = [];
  function Shown() {
    const [open, setOpen] = useState<string | null>(null);
    const onOpen = (path: string) => {
      opened.push(path);
      setOpen(path);
    };
    return <LabFolders home={home} open={open} onOpen={onOpen} />;
  }
  await renderApp(<Shown />);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await expect.element(button('pom.xml')).toBeVisible();
  expect(asked).toEqual(['', 'exercises']);
  await expect.element(page.getByText(/^There are more files here/)).toBeVisible();
  await button('src').click();
  await expect.element(page.getByText('This folder is empty.')).toBeVisible();
  await expect.element(button('src')).toHaveAttribute('aria-expanded', 'true');
  await button('pom.xml').click();
  await expect.element(button('pom.xml')).toHaveAttribute('aria-current', 'true');
  expect(opened).toEqual(['exercises/pom.xml']);
});
