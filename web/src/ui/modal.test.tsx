import { Suspense, use, useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { Button } from './button.tsx';
import { Modal } from './modal.tsx';

interface ExampleProps {
  closable?: boolean;
  words?: string;
  onClose?: () => void;
}

function Example({ closable = true, words = 'Words', onClose }: ExampleProps) {
  const [open, setOpen] = useState(false);
  const close = () => {
    onClose?.();
    setOpen(false);
  };
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Button>Behind</Button>
      <Modal
        open={open}
        title="Question"
        closable={closable}
        onClose={close}
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Yes</Button>
            <Button data-first onClick={() => setOpen(false)}>
              No
            </Button>
          </>
        }
      >
        <p>{words}</p>
      </Modal>
    </>
  );
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog', { name: 'Question' });

test('a dialog opened by keyboard keeps the focus and returns it to its opener', async () => {
  await renderApp(<Example />);
  button('Open').element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button('No')).toHaveFocus();
  for (const key of ['{Tab}', '{Shift>}{Tab}{/Shift}'])
    for (let press = 0; press < 8; press += 1) {
      await userEvent.keyboard(key);
      expect([button('Open').element(), button('Behind').element()]).not.toContain(document.activeElement);
    }
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(button('Open')).toHaveFocus();
});

test('a dialog that needs a choice ignores Escape and has no close button', async () => {
  const onClose = vi.fn();
  await renderApp(<Example closable={false} onClose={onClose} />);
  await button('Open').click();
  await expect.element(button('Close')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}{Escape}{Escape}');
  await expect.element(dialog).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
  await button('Yes').click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a click outside closes a dialog, releasing a text selection outside does not', async () => {
  await renderApp(<Example />);
  await button('Open').click();
  const outside = document.querySelector('dialog') as HTMLElement;
  const words = page.getByText('Words').element();
  words.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  outside.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(dialog).toBeVisible();
  outside.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  outside.dispatchEvent(new MouseEvent('click', { bubbles: true }));
  await expect.element(dialog).not.toBeInTheDocument();
});

test('the text of a long dialog can be scrolled by the keyboard', async () => {
  await renderApp(<Example words={'Many words. '.repeat(2_000)} />);
  await button('Open').click();
  const body = document.querySelector('dialog p')?.parentElement;
  expect(body?.tabIndex).toBe(0);
  body?.focus();
  await userEvent.keyboard('{End}');
  await expect.poll(() => body?.scrollTop).toBeGreaterThan(0);
});

test('an open dialog stays open when something beside it loads for a moment', async () => {
  const loading = Promise.withResolvers<string>();
  const loaded = Promise.resolve('');
  function Neighbour({ promise }: { promise: Promise<string> }) {
    return <p>{use(promise)}</p>;
  }
  function Screen() {
    const [promise, setPromise] = useState(loaded);
    const [open, setOpen] = useState(true);
    return (
      <Suspense fallback={<p>Loading</p>}>
        <Neighbour promise={promise} />
        <Modal
          open={open}
          title="Question"
          onClose={() => setOpen(false)}
          actions={<Button onClick={() => setPromise(loading.promise)}>Load</Button>}
        >
          <p>Words</p>
        </Modal>
      </Suspense>
    );
  }
  await renderApp(<Screen />);
  await button('Load').click();
  await expect.element(page.getByText('Loading')).toBeVisible();
  loading.resolve('Loaded');
  await expect.element(page.getByText('Loaded')).toBeInTheDocument();
  await expect.element(dialog).toBeVisible();
});
