import { HEADER_TOOLTIP_DELAY_MS } from '@academy/contract/constants';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { Button } from './button.tsx';
import { Tooltip } from './tooltip.tsx';

const example = (slow: boolean) => (
  <>
    <Tooltip text="All courses" side="right" slow={slow}>
      <Button aria-label="Courses">C</Button>
    </Tooltip>
    <p>Elsewhere</p>
  </>
);
const tip = page.getByText('All courses');
const control = page.getByRole('button', { name: 'Courses' });

test('a tooltip shows for pointer and keyboard, and Escape hides it', async () => {
  await renderApp(example(false));
  await userEvent.hover(control);
  await expect.element(tip).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(tip).not.toBeInTheDocument();
  await userEvent.hover(page.getByText('Elsewhere'));
  await userEvent.keyboard('{Tab}');
  await expect.element(tip).toBeVisible();
  await userEvent.keyboard('{Tab}');
  await expect.element(tip).not.toBeInTheDocument();
});

test('the pointer may move onto a tooltip', async () => {
  await renderApp(example(false));
  await userEvent.hover(control);
  await userEvent.hover(tip);
  await expect.element(tip).toBeVisible();
});

test('a tooltip of the header waits 600 ms, and a press hides it', async () => {
  await renderApp(example(true));
  const began = performance.now();
  await userEvent.hover(control);
  await expect.element(tip).toBeVisible();
  expect(performance.now() - began).toBeGreaterThanOrEqual(HEADER_TOOLTIP_DELAY_MS);
  await control.click();
  await expect.element(tip).not.toBeInTheDocument();
});
