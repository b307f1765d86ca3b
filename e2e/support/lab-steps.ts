import { labWorkspaceTexts } from '@academy/web/features/lab-workspace/lab-workspace-texts';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';

export const GUIDE = '/guides/why-will-this-pod-not-start/lab';
export const PROBLEMS = '/courses/rest-apis-that-age-well/lessons/lab-problem-details/lab';
export const QUEUES = '/courses/messages-and-queues/lessons/lab-nothing-gets-lost/lab';

export const terminal = (page: Page, name = 'Terminal 1') => page.getByRole('textbox', { name });
/** The lines of the visible terminal. */
export const screen = (page: Page) => page.locator('.xterm-rows').filter({ visible: true });
export const editor = (page: Page) => page.getByRole('textbox', { name: /^Text of/ });
export const turn = (page: Page, name: string) =>
  page.getByRole('navigation', { name: labWorkspaceTexts.pages }).getByRole('button', { name }).click();

/** The block of an action on a page. */
export const action = (page: Page, words: string | RegExp) =>
  page.locator('main:not(#main) .lab-action').filter({ hasText: words });

/** Types a command at the prompt. */
export async function type(page: Page, command: string): Promise<void> {
  await terminal(page).focus();
  await page.keyboard.type(`${command}\n`);
}

/** Replaces the selected text in the editor. */
export async function replaceSelection(page: Page, text: string): Promise<void> {
  await expect(editor(page)).toBeFocused();
  await page.keyboard.insertText(text);
  await expect(editor(page)).toContainText(text);
}

/** Runs a check of the lab, which passes. */
export async function passes(page: Page, words: string): Promise<void> {
  const check = action(page, words);
  await check.getByRole('button', { name: labWorkspaceTexts.checkWork }).click();
  await expect(check.getByRole('status')).toHaveText(labWorkspaceTexts.wellDone);
}
