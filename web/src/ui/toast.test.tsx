import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';
import { ToastRegion, type ToastRegionProps } from './toast.tsx';

const region = page.getByRole('region', { name: 'Messages' });
const saved = { id: '1', type: 'success', message: 'Saved' } as const;

function Messages({
  toasts,
  onHold = () => {},
}: Pick<ToastRegionProps, 'toasts'> & { onHold?: (held: boolean) => void }) {
  const [left, setLeft] = useState(toasts);
  return <ToastRegion toasts={left} onHold={onHold} onClose={(id) => setLeft(left.filter((one) => one.id !== id))} />;
}

test('a message is announced politely, with reference and link, and closes by its button', async () => {
  const link = { title: 'Read more', href: '/help' };
  await renderApp(<Messages toasts={[{ ...saved, additionalInfo: 'c-1', link }]} />);
  await expect.element(region).toHaveAttribute('aria-live', 'polite');
  await expect.element(region).toMatchTextContent(/Saved.*c-1/);
  await expect.element(page.getByRole('link', { name: 'Read more' })).toHaveAttribute('target', '_top');
  await page.getByRole('button', { name: 'Close message' }).click();
  await expect.element(region).not.toMatchTextContent('Saved');
});

test('the action of a message acts once and takes the message away', async () => {
  const onSelect = vi.fn();
  await renderApp(<Messages toasts={[{ ...saved, action: { title: 'Undo', onSelect } }]} />);
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(onSelect).toHaveBeenCalledOnce();
  await expect.element(region).not.toMatchTextContent('Saved');
});

test('messages stay while they are pointed at or hold the focus', async () => {
  const onHold = vi.fn();
  await renderApp(<Messages toasts={[saved]} onHold={onHold} />);
  await userEvent.hover(page.getByText('Saved'));
  await expect.poll(() => onHold.mock.lastCall).toEqual([true]);
  await userEvent.unhover(page.getByText('Saved'));
  await expect.poll(() => onHold.mock.lastCall).toEqual([false]);
  page.getByRole('button', { name: 'Close message' }).element().focus();
  await expect.poll(() => onHold.mock.lastCall).toEqual([true]);
});

test('messages move into an open dialog and back', async () => {
  function WithDialog() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>Open</Button>
        <Modal open={open} title="Question" onClose={() => setOpen(false)}>
          Words
        </Modal>
        <Messages toasts={[saved]} />
      </>
    );
  }
  await renderApp(<WithDialog />);
  await page.getByRole('button', { name: 'Open' }).click();
  const dialog = page.getByRole('dialog', { name: 'Question' });
  await expect.element(dialog.getByText('Saved')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(region).toMatchTextContent('Saved');
});
