import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react/pure';
import { Button } from './button.tsx';
import { Ready } from './ready.tsx';

const button = (name: string) => page.getByRole('button', { name });

test('a button is disabled until hydration, unless browsers know what it does', async () => {
  const buttons = (
    <>
      <Button>Save</Button>
      <Button popoverTarget="menu">Open</Button>
      <Button type="submit" worksWithoutScripts>
        Search
      </Button>
      <Button disabled>Never</Button>
    </>
  );
  const { rerender } = await render(<Ready value={false}>{buttons}</Ready>);
  await expect.element(button('Save')).toBeDisabled();
  await expect.element(button('Open')).toBeEnabled();
  await expect.element(button('Search')).toBeEnabled();
  await rerender(<Ready value={true}>{buttons}</Ready>);
  await expect.element(button('Save')).toBeEnabled();
  await expect.element(button('Never')).toBeDisabled();
});

test('a button never submits the form around it, unless it says so', async () => {
  let submitted = 0;
  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    submitted += 1;
  };
  await render(
    <Ready value={true}>
      <form onSubmit={onSubmit}>
        <Button>Help</Button>
        <Button type="submit">Send</Button>
      </form>
    </Ready>,
  );
  await button('Help').click();
  expect(submitted).toBe(0);
  await button('Send').click();
  expect(submitted).toBe(1);
});
