import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderApp } from '../../../testing/render-app.tsx';
import { type Column, DataTable, type View } from './data-table.tsx';
import { TablePager } from './table-pager.tsx';
import { TableTools } from './table-tools.tsx';

interface Course {
  id: string;
  title: string;
  lessons: number;
}

type Name = 'title' | 'lessons';
const ROWS: readonly Course[] = [
  { id: 'a', title: 'Streams', lessons: 4 },
  { id: 'b', title: 'Beans', lessons: 12 },
];
const COLUMNS: readonly Column<Course, Name>[] = [
  { name: 'title', title: 'Title', cell: ({ title }) => title, isSortable: true },
  { name: 'lessons', title: 'Lessons', cell: ({ lessons }) => lessons, isNumber: true },
];
const FIRST: View<Name> & { text: string } = {
  ...{ sortBy: null, sortDir: 'asc', columns: ['title', 'lessons'], density: 'comfortable', open: null, text: '' },
};

function Example() {
  const [view, setView] = useState(FIRST);
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const change = (part: Partial<typeof FIRST>) => setView({ ...view, ...part });
  const toggle = (id: string) =>
    setChecked(new Set(checked.has(id) ? [...checked].filter((one) => one !== id) : [...checked, id]));
  const toggleAll = () => setChecked(new Set(checked.size < ROWS.length ? ROWS.map(({ id }) => id) : []));
  const tools = { label: 'Courses', columns: COLUMNS, count: `${ROWS.length} courses`, searchLabel: 'Search courses' };
  return (
    <>
      <TableTools {...tools} view={view} onChange={change} />
      <DataTable
        label="Courses"
        columns={COLUMNS}
        rows={ROWS}
        idOf={({ id }) => id}
        titleOf={({ title }) => title}
        view={view}
        onChange={change}
        selection={{ checked, onToggle: toggle, onToggleAll: toggleAll }}
        details={({ title }) => <p>About {title}</p>}
      />
      <output>{JSON.stringify({ text: view.text, checked: [...checked].sort() })}</output>
    </>
  );
}

const header = (name: string) => page.getByRole('columnheader', { name });
const checkbox = (name: string) => page.getByRole('checkbox', { name, exact: true });
const columns = page.getByRole('dialog', { name: 'Columns' });

test('a click on a header orders by its column, a second one reverses', async () => {
  await renderApp(<Example />);
  await expect.element(header('Title')).not.toHaveAttribute('aria-sort');
  await header('Title').getByRole('button').click();
  await expect.element(header('Title')).toHaveAttribute('aria-sort', 'ascending');
  await userEvent.keyboard('{Enter}');
  await expect.element(header('Title')).toHaveAttribute('aria-sort', 'descending');
  await expect.element(header('Title').getByRole('button')).toHaveFocus();
  await expect.element(header('Lessons').getByRole('button')).not.toBeInTheDocument();
});

test('rows are chosen one by one and all at once', async () => {
  await renderApp(<Example />);
  const all = checkbox('Select all');
  await checkbox('Select Streams').click();
  expect((all.element() as HTMLInputElement).indeterminate).toBe(true);
  await all.click();
  await expect.element(checkbox('Select Beans')).toBeChecked();
  expect((all.element() as HTMLInputElement).indeterminate).toBe(false);
  await all.click();
  await expect.element(checkbox('Select Streams')).not.toBeChecked();
});

test('a row opens its details, which are inert while they are closed', async () => {
  await renderApp(<Example />);
  const opener = page.getByRole('button', { name: 'Details of Beans' });
  await opener.click();
  await expect.element(opener).toHaveAttribute('aria-expanded', 'true');
  await expect.element(page.getByText('About Beans')).toBeVisible();
  await opener.click();
  await expect.element(opener).toHaveAttribute('aria-expanded', 'false');
  expect(page.getByText('About Beans').element().closest('[inert]')).not.toBeNull();
});

test('columns are hidden and shown, and the last one stays', async () => {
  await renderApp(<Example />);
  await page.getByRole('button', { name: 'Columns' }).click();
  await columns.getByRole('checkbox', { name: 'Lessons' }).click();
  await expect.element(header('Lessons')).not.toBeInTheDocument();
  await columns.getByRole('checkbox', { name: 'Title' }).click();
  await expect.element(columns.getByRole('alert')).toHaveTextContent('At least one column must remain visible');
  await expect.element(header('Title')).toBeInTheDocument();
  await columns.getByRole('checkbox', { name: 'Lessons' }).click();
  await expect.element(columns.getByText('At least one column')).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(columns).not.toBeInTheDocument();
});

test('compact rows are lower, and the button says that they are on', async () => {
  await renderApp(<Example />);
  const row = () => page.getByRole('row', { name: /Beans/ }).element().getBoundingClientRect().height;
  const before = row();
  const compact = page.getByRole('button', { name: 'Courses: compact rows' });
  await compact.click();
  await expect.element(compact).toHaveAttribute('aria-pressed', 'true');
  expect(row()).toBeLessThan(before);
});

test('the search follows typing when it rests, without surrounding spaces', async () => {
  await renderApp(<Example />);
  await page.getByRole('searchbox', { name: 'Search courses' }).fill('  bean ');
  await expect.element(page.getByRole('status').last()).toMatchTextContent('"text":"bean"');
});

test('on a phone rows are cards in which each cell has its title', async () => {
  await page.viewport(360, 800);
  try {
    await renderApp(<Example />);
    const cell = page.getByText('12', { exact: true }).element().closest('td') as HTMLElement;
    expect(getComputedStyle(cell, '::before').content).toBe('"Lessons"');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  } finally {
    await page.viewport(1280, 800);
  }
});

test('the pager names the current page, links its neighbours, and hides for one page', async () => {
  const pager = (number: number, pages: number) => (
    <TablePager label="Courses" page={number} pages={pages} hrefOf={(one) => `?page=${one}`} />
  );
  await renderApp(
    <>
      {pager(2, 9)}
      <div data-testid="single">{pager(1, 1)}</div>
    </>,
  );
  const nav = page.getByRole('navigation', { name: 'Courses: pages' });
  await expect.element(nav.getByRole('link', { name: 'Page 2' })).toHaveAttribute('aria-current', 'page');
  await expect.element(nav.getByRole('link', { name: 'Next' })).toHaveAttribute('href', '?page=3');
  await expect.element(nav.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', '?page=1');
  await expect.element(page.getByTestId('single')).toBeEmptyDOMElement();
});
