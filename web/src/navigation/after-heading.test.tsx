import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { AfterHeading } from './after-heading.tsx';
import { notePop } from './location.tsx';

/** What stands below a heading when the heading is first shown. */
async function firstShown(): Promise<(string | null)[]> {
  const shown: (string | null)[] = [];
  const note = (frame: HTMLElement | null) => void (frame && shown.push(frame.textContent));
  await renderApp(
    <div ref={note}>
      <AfterHeading>the outline</AfterHeading>
    </div>,
  );
  await expect.element(page.getByText('the outline')).toBeInTheDocument();
  return shown;
}

test('what stands below a heading is rendered after it', async () => {
  expect(await firstShown()).toEqual(['']);
});

test('going back renders a page at once', async () => {
  notePop();
  expect(await firstShown()).toEqual(['the outline']);
});
