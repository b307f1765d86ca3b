import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { Menu } from './menu.tsx';

const onSelect = vi.fn();
const example = (
  <>
    <Menu
      label="Share"
      button={<b aria-hidden="true">…</b>}
      items={[
        { title: 'Copy link', onSelect },
        { title: 'Mail', href: 'mailto:x@example.org' },
        { title: 'Elsewhere', href: 'https://example.org/', external: true },
      ]}
    />
    <p>Outside</p>
  </>
);
const opener = page.getByRole('button', { name: 'Share' });
const item = (name: string | RegExp) => page.getByRole('menuitem', { name });

test('arrow keys, Home, End and first letters move through a menu, Escape closes it', async () => {
  await renderApp(example);
  opener.element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Copy link')).toHaveFocus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(item('Mail')).toHaveFocus();
  await userEvent.keyboard('{End}{ArrowDown}');
  await expect.element(item('Copy link')).toHaveFocus();
  await userEvent.keyboard('{ArrowUp}');
  await expect.element(item(/Elsewhere/)).toHaveFocus();
  await userEvent.keyboard('{Home}m');
  await expect.element(item('Mail')).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(item('Mail')).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});

test('an entry acts once and closes its menu', async () => {
  onSelect.mockClear();
  await renderApp(example);
  await opener.click();
  await item('Copy link').click();
  expect(onSelect).toHaveBeenCalledOnce();
  await expect.element(item('Copy link')).not.toBeInTheDocument();
});

test('a click outside and Tab close a menu', async () => {
  await renderApp(example);
  await opener.click();
  await expect.element(item('Copy link')).toBeVisible();
  await page.getByText('Outside').click();
  await expect.element(item('Copy link')).not.toBeInTheDocument();
  await opener.click();
  await userEvent.keyboard('{Tab}');
  await expect.element(item('Copy link')).not.toBeInTheDocument();
});

test('an entry that leads to another site opens a new tab and says so', async () => {
  await renderApp(example);
  await opener.click();
  const link = item(/Elsewhere/);
  await expect.element(link).toHaveAttribute('target', '_blank');
  await expect.element(link).toHaveAttribute('rel', 'noopener noreferrer');
  await expect.element(link).toHaveAccessibleName('Elsewhere (opens in a new tab)');
});
