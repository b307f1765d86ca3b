import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../testing/render-app.tsx';
import { Tabs } from './tabs.tsx';

const example = (
  <Tabs
    label="Favorites"
    tabs={[
      { key: 'courses', title: 'Courses', count: 2, panel: <a href="#course">A course</a> },
      { key: 'guides', title: 'Guides', panel: <p>A guide</p> },
      { key: 'paths', title: 'Paths', panel: <p>A path</p> },
    ]}
  />
);
const tab = (name: RegExp) => page.getByRole('tab', { name });

test('arrow keys, Home and End open tabs, and Tab leads into the panel', async () => {
  await renderApp(example);
  await userEvent.keyboard('{Tab}');
  await expect.element(tab(/Courses/)).toHaveFocus();
  await expect.element(tab(/Courses/)).toHaveTextContent('Courses2');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(page.getByRole('tabpanel', { name: 'Guides' })).toHaveTextContent('A guide');
  await userEvent.keyboard('{End}{ArrowRight}');
  await expect.element(tab(/Courses/)).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(tab(/Paths/)).toHaveFocus();
  await userEvent.keyboard('{Home}{Tab}');
  await expect.element(page.getByRole('link', { name: 'A course' })).toHaveFocus();
});

test('in a page from right to left the next tab is on the left', async () => {
  await renderApp(<div dir="rtl">{example}</div>);
  await userEvent.keyboard('{Tab}{ArrowLeft}');
  await expect.element(tab(/Guides/)).toHaveFocus();
});
